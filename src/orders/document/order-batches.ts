import type { Pool } from 'pg';
import { batching } from '../../database/batching.ts';
import { isConnectionLost, withRetry } from '../../database/transaction.ts';
import {
  findOrders,
  insertOrders,
  listOrders,
  type NewOrder,
  type OrderKey,
  type OrderQuery,
  type StoredOrder,
  shapeOf,
} from './order-store.ts';

const READ_BATCH = { maxBatchSize: 200, maxInFlight: 2 };
const LIST_BATCH = { maxBatchSize: 50, maxInFlight: 2 };
/** A page far into a list costs what it skips: such a one has a statement of its own, and few run at once. */
const FAR_OFFSET = 5_000;
const FAR_LIST_BATCH = { maxBatchSize: 1, maxInFlight: 2 };
const INSERT_BATCH = { maxBatchSize: 100, maxInFlight: 2 };

export type Insertion = 'inserted' | 'exists';

/** Reads, lists and inserts of single requests, joined into few statements. */
export interface OrderBatches {
  find: (key: OrderKey) => Promise<StoredOrder | undefined>;
  /** Summaries, as JSON texts. */
  list: (query: OrderQuery) => Promise<string[]>;
  insert: (order: NewOrder) => Promise<Insertion>;
}

export function openOrderBatches(pool: Pool): OrderBatches {
  const lists = new Map<string, OrderBatches['list']>();
  return {
    find: batching((keys) => findAll(pool, keys), READ_BATCH),
    list: (query) => {
      const isFar = query.offset > FAR_OFFSET;
      const kind = isFar ? 'far' : shapeOf(query);
      const list =
        lists.get(kind) ??
        batching(
          (queries) => withRetry(() => listOrders(pool, queries)),
          isFar ? FAR_LIST_BATCH : LIST_BATCH,
        );
      lists.set(kind, list);
      return list(query);
    },
    insert: batching((orders) => insertAll(pool, orders), INSERT_BATCH),
  };
}

async function findAll(pool: Pool, keys: readonly OrderKey[]): Promise<(StoredOrder | undefined)[]> {
  const found = new Map<string, StoredOrder>();
  for (const order of await withRetry(() => findOrders(pool, distinct(keys))))
    found.set(nameOf(order), order);
  return keys.map((key) => found.get(nameOf(key)));
}

async function insertAll(pool: Pool, orders: readonly NewOrder[]): Promise<(Insertion | Error)[]> {
  // In the order of their keys, so that two statements with the same orders do not wait for each other in a ring.
  const first = distinct(orders).sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  try {
    const inserted = new Set((await withRetry(() => insertOrders(pool, first))).map(nameOf));
    const winners = new Set(first.filter((order) => inserted.has(nameOf(order))));
    return orders.map((order) => (winners.has(order) ? 'inserted' : 'exists'));
  } catch (error) {
    if (orders.length === 1 || isConnectionLost(error)) return orders.map(() => error as Error);
    // One of them cannot be stored, and must not take the others with it.
    const alone: (Insertion | Error)[] = [];
    for (const order of orders) alone.push(...(await insertAll(pool, [order])));
    return alone;
  }
}

function distinct<T extends OrderKey>(keys: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const key of keys) if (!seen.has(nameOf(key))) seen.set(nameOf(key), key);
  return [...seen.values()];
}

function nameOf({ clientId, orderId }: OrderKey): string {
  return `${clientId}\0${orderId}`;
}
