import type { Pool } from 'pg';
import type { Caller } from '../clients/access-tokens.ts';
import { findContract } from '../clients/contract-store.ts';
import { type DueRule, dueOf } from '../clients/due-rules.ts';
import { type ValidationContext, validateOrder } from '../orders/create/validate-order.ts';
import type { Order } from '../orders/document/order-schemas.ts';
import { Gate } from '../platform/concurrency/gate.ts';
import { TurnTimeout } from '../platform/concurrency/round-robin-queue.ts';
import { withRetry } from '../platform/database/transaction.ts';
import { ApiError, type Violation } from '../platform/errors/errors.ts';
import type { Rate } from '../shipping/labels/label-provider.ts';
import { stockKey, stockNeeds } from '../stock/stock-rules.ts';
import { findAvailable } from '../stock/stock-store.ts';
import { type LabelChoiceContext, tryLabel } from './choose-label.ts';
import { packAsOne } from './read-parcel.ts';

export interface QuoteContext extends ValidationContext, LabelChoiceContext {
  pool: Pool;
  config: Readonly<{ PACKAGING_GRAMS: number }> & DueRule;
}

/** The judgement of an order, as if it were created now. */
export interface Quote {
  violations: readonly Violation[];
  /** Undefined with violations. */
  items?: QuotedItem[];
  /** If all pieces are available, and the files come at once. */
  expectedShipDate?: Date;
  /** Services of the provider that the label rules choose, the cheapest first. */
  services?: Rate[];
  /** The order, if the contract of its client shows charges. */
  priced?: Order;
}

export interface QuotedItem {
  id: string;
  /** Whether all pieces of the item can be reserved now, after the items before it. */
  available: boolean;
}

/** Calls of providers at once: of all clients, and of one. */
const PROVIDER_CALLS = new Gate({ all: 8, party: 2 });
const TURN_MS_MAX = 5_000;
const CALL_MS_MAX = 8_000;
const NEVER = new AbortController().signal;
const NOT_STORED = { created: new Date(0), updated: new Date(0), status: 'NEW' } as const;

/**
 * Judges an order as its creation would, without storing anything. The services of a provider that does not
 * answer are left out. For a sandbox client, all is available, and no provider is asked.
 */
export async function quoteOrder(
  context: QuoteContext,
  { clientId, name, mode }: Pick<Caller, 'clientId' | 'name' | 'mode'>,
  body: unknown,
  schemaViolations: readonly Violation[],
): Promise<Quote> {
  const found = await validateOrder(context, clientId, body, schemaViolations).catch((error) => {
    if (error instanceof ApiError && error.violations) return { violations: error.violations };
    throw error;
  });
  if (!('order' in found) || found.violations.length > 0) return { violations: found.violations };
  const order = found.content(NOT_STORED);
  const [items, terms, services] = await Promise.all([
    mode === 'live' ? findAvailability(context, order) : order.items.map(({ id }) => ({ id, available: true })),
    withRetry(() => findContract(context.pool, clientId)),
    mode === 'live' ? findServices(context, { clientId, name }, order) : [],
  ]);
  const expectedShipDate = dueOf(context.clock(), context.config, terms);
  return { violations: [], items, expectedShipDate, services, ...(terms?.showsCharges && { priced: order }) };
}

async function findAvailability({ pool }: QuoteContext, { items }: Order): Promise<QuotedItem[]> {
  const found = await withRetry(() => findAvailable(pool, stockNeeds(items)));
  const available = new Map(found.map((one) => [stockKey(one), one.quantity]));
  return items.map((item) => {
    const needs = stockNeeds([item]);
    const isThere = needs.every((need) => (available.get(stockKey(need)) ?? 0) >= need.quantity);
    for (const need of needs) available.set(stockKey(need), (available.get(stockKey(need)) ?? 0) - need.quantity);
    return { id: item.id, available: isThere };
  });
}

async function findServices(
  context: QuoteContext,
  { clientId, name }: { clientId: string; name: string },
  order: Order,
): Promise<Rate[]> {
  // With its own label, the client has chosen a service.
  if (!order.shipping.address) return [];
  const given = { clientId, packagingGrams: context.config.PACKAGING_GRAMS, names: { clientName: name } };
  const data = await packAsOne(context.pool, order, given);
  const release = await PROVIDER_CALLS.take(clientId, 1, performance.now() + TURN_MS_MAX).catch(withoutTurn);
  if (!release) return [];
  try {
    // The limit of the call ends it, so that a late provider counts as one that cannot be reached.
    const tried = await tryLabel({ timeoutMs: CALL_MS_MAX, ...context }, data, NEVER);
    if ('problem' in tried) return [];
    return tried.rates.toSorted((a, b) => costOf(a) - costOf(b));
  } finally {
    release();
  }
}

/** A service without a known cost comes last. */
const costOf = ({ cost }: Rate) => cost?.amount ?? Number.MAX_VALUE;

function withoutTurn(error: unknown): undefined {
  if (!(error instanceof TurnTimeout)) throw error;
}
