import type { Pool } from 'pg';
import { currentAsker } from '../../platform/database/asker.ts';
import {
  batchingByParty,
  type PartyBatching,
  REQUEST_LOAD_MS_MAX,
  runTogetherOrAlone,
} from '../../platform/database/batching.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { listOrders, type OrderQuery, shapeOf } from './order-list-store.ts';
import {
  findOrders,
  findSmallOrders,
  insertOrders,
  type LargeOrder,
  type NewOrder,
  type OrderKey,
  type StoredOrder,
} from './order-row-store.ts';

/** Bytes of the documents in one statement. A larger document gets its own statement. */
const BATCH_BYTES_MAX = 2 * 1_048_576;
/** Documents up to this size are read in large batches; a larger one needs a second read. */
const SMALL_DOCUMENT_BYTES = 65_536;
type LargeKey = LargeOrder & OrderKey;
type OrderToInsert = NewOrder & OrderKey;

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
  weigh: ({ bytes }: LargeKey) => bytes,
  maxWeight: BATCH_BYTES_MAX,
};
/** A longer list reserves memory in its client's share before it is read. */
const SHORT_LIST = 100;
const SUMMARY_BYTES = 160;
/** Summaries in one statement. */
const LISTED_MAX = 5_000;
const LIST_BATCH = {
  ...ofRequests,
  name: 'orders to list',
  joinedMin: JOINED_MIN,
  maxBatchSize: 50,
  weigh: ({ limit }: OrderQuery) => limit,
  maxWeight: LISTED_MAX,
};
/** A far page costs as much as it skips, so it gets its own statement in its client's share. */
const FAR_OFFSET = 5_000;
const INSERT_BATCH = {
  ...ofRequests,
  name: 'orders to insert',
  maxBatchSize: 100,
  weigh: ({ document }: OrderToInsert) => document.length,
  maxWeight: BATCH_BYTES_MAX,
};

export type Insertion = 'inserted' | 'exists' | 'catalog_changed';

/** Joins concurrent reads, lists and inserts of a client into few statements. */
export interface OrderBatches {
  find: (key: OrderKey) => Promise<StoredOrder | undefined>;
  list: (query: OrderQuery) => Promise<string[]>;
  insert: PartyBatching<OrderToInsert, Insertion>;
}

/** Opens the batches. `onBatch` receives the size of each statement. */
export function openOrderBatches(
  pool: Pool,
  onBatch: (batch: 'read' | 'read_large' | 'list' | 'create', keys: number) => void = () => {},
): OrderBatches {
  const find = batchingByParty((clientId, keys: readonly OrderKey[]) => {
    onBatch('read', keys.length);
    return findAll(pool, clientId, keys);
  }, READ_BATCH);
  const findLarge = batchingByParty((clientId, orders: readonly LargeKey[]) => {
    onBatch('read_large', orders.length);
    return findAllLarge(pool, clientId, orders);
  }, READ_LARGE_BATCH);
  const insert = batchingByParty((clientId, orders: readonly OrderToInsert[]) => {
    onBatch('create', orders.length);
    return runTogetherOrAlone(orders, (some) => insertAll(pool, clientId, some));
  }, INSERT_BATCH);
  const list = batchingByParty((clientId, queries: readonly OrderQuery[]) => {
    onBatch('list', queries.length);
    return listAll(pool, clientId, queries);
  }, LIST_BATCH);
  return {
    find: async (key) => {
      const found = await find(key);
      if (found?.document !== null) return found;
      await currentAsker()?.hold?.(found.bytes);
      return findLarge({ ...key, ...found });
    },
    list: async (query) => {
      if (query.limit > SHORT_LIST) await currentAsker()?.hold?.(query.limit * SUMMARY_BYTES);
      if (query.offset > FAR_OFFSET) {
        const [summaries = []] = await withRetry(() => listOrders(pool, query.clientId, [query]));
        return summaries;
      }
      return list(query);
    },
    insert,
  };
}

async function findAll(
  pool: Pool,
  clientId: string,
  keys: readonly OrderKey[],
): Promise<(StoredOrder | LargeOrder | undefined)[]> {
  const orderIds = [...new Set(keys.map(({ orderId }) => orderId))];
  const orders = await withRetry(() => findSmallOrders(pool, clientId, orderIds, SMALL_DOCUMENT_BYTES));
  const found = new Map(orderIds.map((orderId, index) => [orderId, orders[index]]));
  return keys.map(({ orderId }) => found.get(orderId));
}

/** Finds large orders; undefined for an order that was deleted since. */
async function findAllLarge(
  pool: Pool,
  clientId: string,
  keys: readonly OrderKey[],
): Promise<(StoredOrder | undefined)[]> {
  const orderIds = [...new Set(keys.map(({ orderId }) => orderId))];
  const orders = await withRetry(() => findOrders(pool, clientId, orderIds));
  const found = new Map(orders.map((order) => [order.orderId, order]));
  return keys.map(({ orderId }) => found.get(orderId));
}

/** Lists for the queries, with a statement for each shape. */
async function listAll(pool: Pool, clientId: string, queries: readonly OrderQuery[]): Promise<string[][]> {
  const lists = new Map<OrderQuery, string[]>();
  for (const alike of Map.groupBy(queries, shapeOf).values()) {
    const listed = await withRetry(() => listOrders(pool, clientId, alike));
    for (const [index, query] of alike.entries()) lists.set(query, listed[index] ?? []);
  }
  return queries.map((query) => lists.get(query) ?? []);
}

async function insertAll(pool: Pool, clientId: string, orders: readonly NewOrder[]): Promise<Insertion[]> {
  // Of equal ids, the first is inserted. Sorted by id, two statements with the same orders cannot deadlock.
  const first = new Map(orders.toReversed().map((order) => [order.orderId, order]));
  const sorted = [...first.values()].sort((one, other) => (one.orderId < other.orderId ? -1 : 1));
  const { orderIds, catalogVersion } = await withRetry(() => insertOrders(pool, clientId, sorted));
  const inserted = new Set(orderIds);
  return orders.map((order) => {
    if (first.get(order.orderId) === order && inserted.has(order.orderId)) return 'inserted';
    const isCatalogChanged = order.catalogVersion !== null && order.catalogVersion !== catalogVersion;
    return isCatalogChanged ? 'catalog_changed' : 'exists';
  });
}
