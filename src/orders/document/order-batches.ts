import type { Pool } from 'pg';
import { Gate } from '../../platform/concurrency/gate.ts';
import { currentAsker } from '../../platform/database/asker.ts';
import {
  type BatchCounts,
  createBatchingByParty,
  REQUEST_LOAD_MS_MAX,
  runTogetherOrAlone,
} from '../../platform/database/batching.ts';
import { isDistributed } from '../../platform/database/distribution.ts';
import { inTransaction, withRetry } from '../../platform/database/transaction.ts';
import { insertOrdersOnNode } from './insert-distributed-store.ts';
import { listOrders, type OrderQuery, shapeOf } from './order-list-store.ts';
import {
  findOrders,
  findSmallOrders,
  type InsertedOrders,
  insertOrders,
  type LargeOrder,
  type NewOrder,
  type OrderKey,
  type StoredOrder,
} from './order-store.ts';

/** Bytes of the documents in one statement. A larger document gets its own statement. */
const BATCH_BYTES_MAX = 2 * 1_048_576;
/** Documents up to this size are read in large batches; a larger one needs a second read. */
const SMALL_DOCUMENT_BYTES = 65_536;
const ofRequests = {
  maxInFlight: 2,
  loadMsMax: REQUEST_LOAD_MS_MAX,
  partyOf: ({ clientId }: { clientId: string }) => clientId,
};
/** While a statement is running, a smaller batch waits for more reads, which makes each read cheaper. */
const JOINED_MIN = 16;
const READ_BATCH = { ...ofRequests, maxBatchSize: 200, joinedMin: JOINED_MIN, name: 'orders to read' };
const READ_LARGE_BATCH = {
  ...ofRequests,
  name: 'large orders to read',
  maxBatchSize: 20,
  weigh: ({ bytes }: LargeOrder) => bytes,
  maxWeight: BATCH_BYTES_MAX,
};
/** A longer list reserves memory in its client's share before it is read. */
const SHORT_LIST = 100;
const SUMMARY_BYTES = 160;
const LISTED_MAX = 5_000;
const LIST_BATCH = {
  ...ofRequests,
  name: 'orders to list',
  joinedMin: JOINED_MIN,
  maxBatchSize: 50,
  weigh: ({ limit }: OrderQuery) => limit,
  maxWeight: LISTED_MAX,
};
/** Concurrent statements for lists: of all shapes, and of one shape. */
const LIST_TURNS = { all: 3, party: 2 };
/** A far page costs as much as it skips, so it gets its own statement in its client's share. */
const FAR_OFFSET = 5_000;
const INSERT_BATCH = {
  ...ofRequests,
  name: 'orders to insert',
  maxBatchSize: 100,
  weigh: ({ document }: NewOrder) => document.length,
  maxWeight: BATCH_BYTES_MAX,
};

export type Insertion = 'inserted' | 'exists' | 'catalog_changed';

/** Joins concurrent reads, lists and inserts into few statements. */
export interface OrderBatches {
  find: (key: OrderKey) => Promise<StoredOrder | undefined>;
  list: (query: OrderQuery) => Promise<string[]>;
  insert: (order: NewOrder) => Promise<Insertion>;
  counts: Readonly<Record<'find' | 'findLarge' | 'insert', BatchCounts>>;
}

/** Opens the batches. `onBatch` receives the size of each statement. */
export function openOrderBatches(
  pool: Pool,
  onBatch: (batch: 'read' | 'read_large' | 'list' | 'create', keys: number) => void = () => {},
): OrderBatches {
  const find = createBatchingByParty(
    (keys: readonly OrderKey[]) => {
      onBatch('read', keys.length);
      return findAll(pool, keys);
    },
    READ_BATCH,
    isDistributed,
  );
  const findLarge = createBatchingByParty(
    (orders: readonly LargeOrder[]) => {
      onBatch('read_large', orders.length);
      return findAllLarge(pool, orders);
    },
    READ_LARGE_BATCH,
    isDistributed,
  );
  const insert = createBatchingByParty(
    (orders: readonly NewOrder[]) => {
      onBatch('create', orders.length);
      return runTogetherOrAlone(orders, (some) => insertAll(pool, some));
    },
    INSERT_BATCH,
    isDistributed,
  );
  const lists = new Map<string, OrderBatches['list']>();
  const gate = new Gate(LIST_TURNS);
  return {
    find: async (key) => {
      const found = await find(key);
      if (found?.document !== null) return found;
      await currentAsker()?.hold?.(found.bytes);
      return findLarge(found);
    },
    list: async (query) => {
      if (query.limit > SHORT_LIST) await currentAsker()?.hold?.(query.limit * SUMMARY_BYTES);
      if (query.offset > FAR_OFFSET) {
        const [summaries = []] = await withRetry(() => listOrders(pool, [query]));
        return summaries;
      }
      const shape = shapeOf(query);
      const list =
        lists.get(shape) ??
        createBatchingByParty(
          (queries: readonly OrderQuery[]) => {
            onBatch('list', queries.length);
            return listAll(pool, shape, queries, gate);
          },
          LIST_BATCH,
          isDistributed,
        );
      lists.set(shape, list);
      return list(query);
    },
    insert,
    counts: { find, findLarge, insert },
  };
}

async function findAll(pool: Pool, keys: readonly OrderKey[]): Promise<(StoredOrder | LargeOrder | undefined)[]> {
  const { first, places } = firstOfEach(keys);
  const orders = await withRetry(() => findSmallOrders(pool, first, SMALL_DOCUMENT_BYTES));
  return places.map((place) => orders[place]);
}

/** Finds large orders; undefined for an order that was deleted since. */
async function findAllLarge(pool: Pool, keys: readonly OrderKey[]): Promise<(StoredOrder | undefined)[]> {
  const { first } = firstOfEach(keys);
  return sortByKeys(keys, await withRetry(() => findOrders(pool, first)));
}

function sortByKeys<T extends OrderKey>(keys: readonly OrderKey[], orders: readonly T[]): (T | undefined)[] {
  const found = new Map(orders.map((order) => [nameOf(order), order]));
  return keys.map((key) => found.get(nameOf(key)));
}

async function listAll(pool: Pool, shape: string, queries: readonly OrderQuery[], gate: Gate): Promise<string[][]> {
  // On several nodes, a list on an unreachable node would block the lists of others.
  if (isDistributed()) return withRetry(() => listOrders(pool, queries));
  const release = await gate.take(shape, 1, performance.now() + REQUEST_LOAD_MS_MAX);
  try {
    return await withRetry(() => listOrders(pool, queries));
  } finally {
    release();
  }
}

async function insertAll(pool: Pool, orders: readonly NewOrder[]): Promise<Insertion[]> {
  // Sorted by key, so that two statements with the same orders cannot deadlock.
  const first = firstOfEach(orders).first.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  const { keys, catalogVersion } = await insertFirst(pool, first);
  const inserted = new Set(keys.map(nameOf));
  const winners = new Set(first.filter((order) => inserted.has(nameOf(order))));
  return orders.map((order) => {
    if (winners.has(order)) return 'inserted';
    const isCatalogChanged = order.catalogVersion !== null && order.catalogVersion !== catalogVersion;
    return isCatalogChanged ? 'catalog_changed' : 'exists';
  });
}

/** Inserts new orders. With Citus all belong to one client, because each client has its own batches. */
function insertFirst(pool: Pool, orders: readonly NewOrder[]): Promise<InsertedOrders> {
  const [{ clientId }] = orders as [NewOrder];
  return isDistributed()
    ? inTransaction(pool, (connection) => insertOrdersOnNode(connection, clientId, orders))
    : withRetry(() => insertOrders(pool, orders));
}

/** Returns the keys without duplicates, and the index of each given key in them. */
function firstOfEach<T extends OrderKey>(keys: readonly T[]): { first: T[]; places: number[] } {
  const placeOf = new Map<string, number>();
  const first: T[] = [];
  const places = keys.map((key) => {
    const name = nameOf(key);
    const known = placeOf.get(name);
    if (known !== undefined) return known;
    placeOf.set(name, first.length);
    return first.push(key) - 1;
  });
  return { first, places };
}

function nameOf({ clientId, orderId }: OrderKey): string {
  return `${clientId}\0${orderId}`;
}
