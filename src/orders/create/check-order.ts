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

/** Prints and customizations of an order that others wait for no longer than a moment; a larger one is judged in two turns. */
const DECORATIONS_PER_TURN_MAX = 2_000;

export interface JudgeContext {
  catalog: Pick<CatalogCache, 'lookUp' | 'isCurrent'>;
  /** Distinct URLs of one order. */
  filesPerOrderMax: number;
}

export interface JudgedOrder {
  order: NormalisedOrder;
  requestHash: Buffer;
  /** What the rules have against it; empty when it can be made. */
  violations: readonly Violation[];
  /** The version of the catalogue that it was judged by. */
  catalogVersion: string;
  /** As it is answered in that state. */
  content: (state: OrderState) => Order;
}

/**
 * Reads an order from a body. Throws `invalid_request` with everything wrong, when its schema found something already;
 * otherwise what the rules find is in the answer. `accepted` is the order as it was accepted before: what is still the same of it is
 * not judged against the catalogue again. `remembered`: by the catalogue as it was last heard of, which may be outdated.
 */
export async function judgeOrder(
  { catalog, filesPerOrderMax: filesMax }: JudgeContext,
  clientId: string,
  body: unknown,
  schemaViolations: readonly Violation[],
  { accepted, remembered = false }: { accepted?: Order; remembered?: boolean } = {},
): Promise<JudgedOrder> {
  const known = await catalog.lookUp(clientId, orderReferences(body), { remembered });
  // Of those that the rules find some may stand where the schema's do, and are not told.
  const violationsMax = VIOLATIONS_LISTED_MAX + schemaViolations.length;
  const violationsBut = (parts?: AcceptedParts) =>
    merge(schemaViolations, orderViolations(body, known, { filesMax, violationsMax }, parts));
  if (schemaViolations.length > 0) throw invalidRequest(violationsBut());
  if (countDecorations(body as OrderRequest) > DECORATIONS_PER_TURN_MAX) await nextTurn();
  const order = normaliseOrder(body as OrderRequest);
  const names = new Map(accepted?.items.map(({ existingProduct: one }) => [one?.ean13, one?.name]));
  return {
    order,
    requestHash: hashOrder(order),
    catalogVersion: known.version,
    violations: violationsBut(accepted && acceptedParts(order, accepted)),
    content: (state) =>
      newOrder(order, state, (ean13) => known.variantNames.get(ean13) ?? names.get(ean13) ?? ''),
  };
}

function countDecorations({ items }: OrderRequest): number {
  return items.reduce(
    (sum, { customProduct: { prints = [], customizations = [] } = {} }) =>
      sum + prints.length + customizations.length,
    0,
  );
}

/** Of two faults at one place the schema's is told. */
function merge(fromSchema: readonly Violation[], fromRules: readonly Violation[]): Violation[] {
  const told = new Set(fromSchema.map((violation) => violation.pointer));
  return [...fromSchema, ...fromRules.filter((violation) => !told.has(violation.pointer))];
}
