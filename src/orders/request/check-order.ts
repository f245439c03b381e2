import type { CatalogCache } from '../../catalog/catalog-cache.ts';
import { invalidRequest, type Violation } from '../../errors.ts';
import {
  hashOrder,
  type NormalisedOrder,
  normaliseOrder,
  type OrderState,
  orderDocument,
} from '../document/order-document.ts';
import type { OrderRequest } from '../document/order-schemas.ts';
import { orderReferences, orderViolations } from './order-rules.ts';

export interface JudgedOrder {
  order: NormalisedOrder;
  requestHash: Buffer;
  /** What the rules have against it; empty when it can be made. */
  violations: readonly Violation[];
  document: (state: OrderState) => string;
}

/**
 * Reads an order from a body. Throws `invalid_request` with everything wrong, when its schema found something already;
 * otherwise what the rules find is in the answer.
 */
export async function judgeOrder(
  catalog: Pick<CatalogCache, 'lookUp'>,
  clientId: string,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<JudgedOrder> {
  const known = await catalog.lookUp(clientId, orderReferences(body));
  const violations = merge(schemaViolations, orderViolations(body, known));
  if (schemaViolations.length > 0) throw invalidRequest(violations);
  const order = normaliseOrder(body as OrderRequest);
  return {
    order,
    requestHash: hashOrder(order),
    violations,
    document: (state) => orderDocument(order, state, (ean13) => known.variantNames.get(ean13) ?? ''),
  };
}

/** Of two faults at one place the schema's is told. */
function merge(fromSchema: readonly Violation[], fromRules: readonly Violation[]): Violation[] {
  const told = new Set(fromSchema.map((violation) => violation.pointer));
  return [...fromSchema, ...fromRules.filter((violation) => !told.has(violation.pointer))];
}
