import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CatalogCache } from '../../catalog/catalog-cache.ts';
import { invalidRequest, VIOLATIONS_LISTED_MAX, type Violation } from '../../platform/errors/errors.ts';
import {
  hashOrder,
  type NormalisedOrder,
  newOrder,
  normaliseOrder,
  type OrderState,
} from '../document/order-document.ts';
import type { OrderRequest } from '../document/order-request-schemas.ts';
import type { Order } from '../document/order-schemas.ts';
import { type AcceptedParts, acceptedParts, orderReferences, orderViolations } from './order-rules.ts';

/** Prints and customizations in one turn of the event loop, so that other requests do not wait long. */
const DECORATIONS_PER_TURN_MAX = 2_000;
export type ValidationContext = { catalog: Pick<CatalogCache, 'lookUp' | 'isCurrent'>; filesPerOrderMax: number };

export interface ValidatedOrder {
  order: NormalisedOrder;
  requestHash: Buffer;
  /** Violations of the rules; empty if the order can be created. */
  violations: readonly Violation[];
  catalogVersion: string;
  content: (state: OrderState) => Order;
}

/**
 * Validates a request body. Throws `invalid_request` with all violations if the schema found one; otherwise
 * returns the violations of the rules. Parts that are unchanged since `accepted` are not checked against the
 * catalogue. `remembered` allows an outdated catalogue.
 */
export async function validateOrder(
  { catalog, filesPerOrderMax: filesMax }: ValidationContext,
  clientId: string,
  body: unknown,
  schemaViolations: readonly Violation[],
  { accepted, remembered = false }: { accepted?: Order; remembered?: boolean } = {},
): Promise<ValidatedOrder> {
  const known = await catalog.lookUp(clientId, orderReferences(body), { remembered });
  // Some violations of the rules are dropped because the schema reports the same place.
  const violationsMax = VIOLATIONS_LISTED_MAX + schemaViolations.length;
  const violationsBut = (parts?: AcceptedParts) =>
    merge(schemaViolations, orderViolations(body, known, { filesMax, violationsMax }, parts));
  if (schemaViolations.length > 0) throw invalidRequest(violationsBut());
  if (countDecorations(body as OrderRequest) > DECORATIONS_PER_TURN_MAX) await nextTurn();
  const order = normaliseOrder(body as OrderRequest, known.storedEan13s);
  const names = new Map(accepted?.items.map(({ existingProduct: one }) => [one?.ean13, one?.name]));
  for (const [given, stored] of known.storedEan13s) names.set(stored, known.variantNames.get(given));
  return {
    order,
    requestHash: hashOrder(order),
    catalogVersion: known.version,
    violations: violationsBut(accepted && acceptedParts(order, accepted)),
    content: (state) => newOrder(order, state, (ean13) => names.get(ean13) ?? ''),
  };
}

function countDecorations({ items }: OrderRequest): number {
  return items.reduce(
    (sum, { customProduct: { prints = [], customizations = [] } = {} }) => sum + prints.length + customizations.length,
    0,
  );
}

/** Keeps one violation for each pointer, the schema's first. */
function merge(fromSchema: readonly Violation[], fromRules: readonly Violation[]): Violation[] {
  const reported = new Set(fromSchema.map((violation) => violation.pointer));
  return [...fromSchema, ...fromRules.filter((violation) => !reported.has(violation.pointer))];
}
