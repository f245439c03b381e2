import { randomUUIDv7 } from 'node:crypto';
import type { CatalogCache } from '../catalog/catalog-cache.ts';
import { ApiError, invalidRequest, type Violation } from '../errors.ts';
import type { OrderBatches } from './order-batches.ts';
import { hashOrder, normaliseOrder, type OrderState, orderDocument, orderSummary } from './order-document.ts';
import { orderReferences, orderViolations } from './order-rules.ts';
import type { OrderRequest } from './order-schemas.ts';
import type { StoredOrder } from './order-store.ts';

export interface CreateOrderContext {
  batches: OrderBatches;
  catalog: Pick<CatalogCache, 'lookUp'>;
  clock: () => Date;
}

export interface CreatedOrder {
  orderId: string;
  document: string;
  version: number;
  /** The same order had been made before. */
  replayed: boolean;
}

/**
 * Makes the order, once per client and orderId (spec, Order creation rules). `schemaViolations` is what the body's schema
 * found; all violations are thrown together as `invalid_request`, and a different order under the orderId as
 * `order_already_exists`. When it answers, the order is durable.
 */
export async function createOrder(
  { batches, catalog, clock }: CreateOrderContext,
  clientId: string,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<CreatedOrder> {
  const known = await catalog.lookUp(clientId, orderReferences(body));
  const violations = merge(schemaViolations, orderViolations(body, known));
  if (schemaViolations.length > 0) throw invalidRequest(violations);
  const order = normaliseOrder(body as OrderRequest);
  const { orderId } = order;
  const requestHash = hashOrder(order);
  if (violations.length > 0) {
    // What was accepted once stays accepted when it is sent again, even if the catalogue has changed since.
    const stored = await batches.find({ clientId, orderId });
    if (stored?.requestHash.equals(requestHash)) return replay(stored);
    throw invalidRequest(violations);
  }
  const created = clock();
  const state: OrderState = { status: 'NEW', created, updated: created };
  const document = orderDocument(order, state, (ean13) => known.variantNames.get(ean13) ?? '');
  const insertion = await batches.insert({
    clientId,
    orderId,
    status: state.status,
    created,
    requestHash,
    document,
    summary: orderSummary(orderId, state),
    eventId: randomUUIDv7(),
  });
  if (insertion === 'inserted') return { orderId, document, version: 1, replayed: false };
  const stored = await batches.find({ clientId, orderId });
  if (stored?.requestHash.equals(requestHash)) return replay(stored);
  throw new ApiError(
    'order_already_exists',
    'You already have a different order under this orderId; give this one another.',
  );
}

function replay({ orderId, document, version }: StoredOrder): CreatedOrder {
  return { orderId, document, version, replayed: true };
}

/** Of two faults at one place the schema's is told. */
function merge(fromSchema: readonly Violation[], fromRules: readonly Violation[]): Violation[] {
  const told = new Set(fromSchema.map((violation) => violation.pointer));
  return [...fromSchema, ...fromRules.filter((violation) => !told.has(violation.pointer))];
}
