import type { Pool } from 'pg';
import { currentAsker } from '../../platform/database/asker.ts';
import {
  type Batching,
  batchingApart,
  REQUEST_LOAD_MS_MAX,
  runTogetherOrAlone,
} from '../../platform/database/batching.ts';
import { type Connection, inTransaction, sendTogether, withRetry } from '../../platform/database/transaction.ts';
import { isConnectionLost } from '../../platform/observability/database-faults.ts';
import { ITEMS_CANCELLED } from '../document/order-document.ts';
import { hasEventWithReason } from './order-event-store.ts';
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

/** Joins concurrent reads, lists and inserts into few round trips, with one statement for each client. */
export interface OrderBatches {
  find: (key: OrderKey) => Promise<StoredOrder | undefined>;
  hasCancelledItems: (key: OrderKey) => Promise<boolean>;
  list: (query: OrderQuery) => Promise<string[]>;
  insert: Batching<OrderToInsert, Insertion>;
}

/** Opens the batches. `onBatch` receives the size of each batch. */
export function openOrderBatches(
  pool: Pool,
  onBatch: (batch: 'read' | 'read_large' | 'list' | 'create', keys: number) => void = () => {},
): OrderBatches {
  const find = batchingApart((keys: readonly OrderKey[]) => {
    onBatch('read', keys.length);
    return loadByClient(pool, keys, findAll);
  }, READ_BATCH);
  const findLarge = batchingApart((orders: readonly LargeKey[]) => {
    onBatch('read_large', orders.length);
    return loadByClient(pool, orders, findAllLarge);
  }, READ_LARGE_BATCH);
  const insert = batchingApart((orders: readonly OrderToInsert[]) => {
    onBatch('create', orders.length);
    return insertAll(pool, orders);
  }, INSERT_BATCH);
  const list = batchingApart((queries: readonly OrderQuery[]) => {
    onBatch('list', queries.length);
    return loadByClient(pool, queries, listOrders, (query) => `${query.clientId} ${shapeOf(query)}`);
  }, LIST_BATCH);
  return {
    find: async (key) => {
      const found = await find(key);
      if (found?.document !== null) return found;
      await currentAsker()?.hold?.(found.bytes);
      return findLarge({ ...key, ...found });
    },
    hasCancelledItems: ({ clientId, orderId }) =>
      withRetry(() => hasEventWithReason(pool, clientId, orderId, ITEMS_CANCELLED)),
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

/**
 * Calls `load` for the keys of each group on one connection, so that their statements are sent together. A
 * group that fails, fails alone. Returns the values in the order of the keys.
 */
async function loadByClient<K extends { clientId: string }, V>(
  pool: Pool,
  keys: readonly K[],
  load: (connection: Connection, clientId: string, keys: readonly K[]) => Promise<readonly V[]>,
  groupOf: (key: K) => string = ({ clientId }) => clientId,
): Promise<(V | Error)[]> {
  const groups = [...Map.groupBy(keys, groupOf).values()];
  const [[first]] = groups as [[K]];
  if (groups.length === 1) return withRetry(async () => [...(await load(pool, first.clientId, keys))]);
  return withRetry(async () => {
    const connection = await pool.connect();
    try {
      const loads = groups.map((some) => load(connection, (some[0] as K).clientId, some));
      const loaded = await Promise.allSettled(loads);
      const values = new Map<K, V | Error>();
      for (const [index, some] of groups.entries()) {
        const outcome = loaded[index] as PromiseSettledResult<readonly V[]>;
        for (const [at, key] of some.entries())
          values.set(key, outcome.status === 'fulfilled' ? (outcome.value[at] as V) : outcome.reason);
      }
      if (loaded.every(({ status }) => status === 'rejected')) throw values.get(first);
      return keys.map((key) => values.get(key) as V | Error);
    } finally {
      connection.release();
    }
  });
}

async function findAll(
  connection: Connection,
  clientId: string,
  keys: readonly OrderKey[],
): Promise<(StoredOrder | LargeOrder | undefined)[]> {
  const orderIds = [...new Set(keys.map(({ orderId }) => orderId))];
  const orders = await findSmallOrders(connection, clientId, orderIds, SMALL_DOCUMENT_BYTES);
  const found = new Map(orderIds.map((orderId, index) => [orderId, orders[index]]));
  return keys.map(({ orderId }) => found.get(orderId));
}

/** Finds large orders; undefined for an order that was deleted since. */
async function findAllLarge(
  connection: Connection,
  clientId: string,
  keys: readonly OrderKey[],
): Promise<(StoredOrder | undefined)[]> {
  const orderIds = [...new Set(keys.map(({ orderId }) => orderId))];
  const found = new Map((await findOrders(connection, clientId, orderIds)).map((order) => [order.orderId, order]));
  return keys.map(({ orderId }) => found.get(orderId));
}

/** Inserts orders of several clients in one commit. If that fails, inserts each client's orders alone. */
async function insertAll(pool: Pool, orders: readonly OrderToInsert[]): Promise<(Insertion | Error)[]> {
  const groups = [...Map.groupBy(orders, ({ clientId }) => clientId)].sort(([one], [other]) => (one < other ? -1 : 1));
  const inserted = await insertTogether(pool, groups).catch((error) => {
    if (groups.length === 1 && isConnectionLost(error)) throw error;
    return Promise.all(
      groups.map(([clientId, some]) =>
        runTogetherOrAlone(some, (few) => withRetry(() => insertSome(pool, clientId, few))),
      ),
    );
  });
  const results = new Map(groups.flatMap(([, some], group) => some.map((order, at) => [order, inserted[group]?.[at]])));
  return orders.map((order) => results.get(order) as Insertion | Error);
}

async function insertTogether(
  pool: Pool,
  groups: readonly (readonly [clientId: string, orders: readonly NewOrder[]])[],
): Promise<readonly (readonly (Insertion | Error)[])[]> {
  const insertEach = (connection: Connection) =>
    groups.map(([clientId, orders]) => insertSome(connection, clientId, orders));
  if (groups.length === 1) return withRetry(() => Promise.all(insertEach(pool)));
  return inTransaction(pool, (connection) => sendTogether(insertEach(connection)));
}

async function insertSome(connection: Connection, clientId: string, orders: readonly NewOrder[]): Promise<Insertion[]> {
  // The first of several equal ids is inserted. Sorted by id, two statements with the same orders cannot
  // deadlock.
  const first = new Map(orders.toReversed().map((order) => [order.orderId, order]));
  const sorted = [...first.values()].sort((one, other) => (one.orderId < other.orderId ? -1 : 1));
  const { orderIds, catalogVersion } = await insertOrders(connection, clientId, sorted);
  const inserted = new Set(orderIds);
  return orders.map((order) => {
    if (first.get(order.orderId) === order && inserted.has(order.orderId)) return 'inserted';
    const isCatalogChanged = order.catalogVersion !== null && order.catalogVersion !== catalogVersion;
    return isCatalogChanged ? 'catalog_changed' : 'exists';
  });
}
