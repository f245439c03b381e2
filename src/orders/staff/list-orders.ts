import type { Pool } from 'pg';
import { type Connection, inTransaction, withRetry } from '../../platform/database/transaction.ts';
import type { Order } from '../document/order-schemas.ts';
import { type ColumnSort, isColumnSort, SORTED_MAX, sortPositions } from './column-sort-store.ts';
import type { FoundPositions, OperatorOrderFilter, OrderPosition } from './order-conditions-store.ts';
import { type TimeSort, useOrderedIndexes, useWordIndex } from './order-conditions-store.ts';
import { listChangedPositions, listOrderPositions } from './staff-list-store.ts';
import { type FoundOrders, type ListedOrder, listDocumentsByKey, listOrdersByKey } from './staff-search-store.ts';

/**
 * Returns a page of the matching orders. The cost is bounded for every filter: with several rare conditions a
 * page may be short or empty and still have a next page.
 */
export async function listOrdersOfClients(
  pool: Pool,
  filter: OperatorOrderFilter,
  sort: TimeSort | ColumnSort,
  limit: number,
): Promise<FoundOrders> {
  return inTransaction(pool, async (connection) => {
    if (isColumnSort(sort)) return listByColumn(connection, filter, sort, limit);
    const { found, stoppedAt } = await findPositions(connection, filter, sort, limit + 1);
    const page = found.slice(0, limit);
    const next = found.length > limit ? page.at(-1) : stoppedAt;
    const orders = await listOrdersByKey(connection, page);
    return { orders, ...(next && { next }) };
  });
}

/** Sorts the newest matching orders. `sorted` is their number, if there may be more. */
async function listByColumn(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: ColumnSort,
  limit: number,
): Promise<FoundOrders> {
  const { after, ...rest } = filter;
  const { found, isMore } = await collectPositions(connection, rest, SORTED_MAX);
  const sorted = found.slice(0, SORTED_MAX);
  const positions = await sortPositions(connection, sorted, { sort, after, limit: limit + 1 });
  const page = positions.slice(0, limit);
  const next = positions.length > limit ? page.at(-1) : undefined;
  const orders = await listOrdersByKey(connection, page);
  return { orders, ...(next && { next }), ...(isMore && { sorted: sorted.length }) };
}

/** Counts the matching orders, up to one more than `max`. `isMore`: further orders were not examined. */
export async function countMatches(
  pool: Pool,
  filter: OperatorOrderFilter,
  max: number,
): Promise<{ orders: number; isMore: boolean }> {
  const { found, isMore } = await inTransaction(pool, (connection) => collectPositions(connection, filter, max));
  return { orders: found.length, isMore };
}

/** A walk examines 10,000 orders of all six statuses together, so six walks fill the limit of a count. */
const WALKS_MAX = 6;

/** Finds the newest matching orders, up to one more than `max`. `isMore`: further orders may match. */
async function collectPositions(
  connection: Connection,
  filter: OperatorOrderFilter,
  max: number,
): Promise<{ found: OrderPosition[]; isMore: boolean }> {
  const found: OrderPosition[] = [];
  let after = filter.after;
  for (let walks = 0; walks < WALKS_MAX; walks++) {
    const walked = await findPositions(connection, { ...filter, after }, 'newest', max + 1 - found.length);
    found.push(...walked.found);
    if (!walked.stoppedAt || found.length > max) return { found, isMore: found.length > max };
    after = walked.stoppedAt;
  }
  return { found, isMore: true };
}

async function findPositions(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: TimeSort,
  limit: number,
): Promise<FoundPositions> {
  const changed = usesChangedIndex(filter) ? await findChanged(connection, filter, sort, limit) : undefined;
  await useOrderedIndexes(connection);
  return changed ? { found: changed } : listOrderPositions(connection, filter, sort, limit);
}

export const EXPORT_ORDERS_PER_PAGE = 200;
/** Documents in one read: usually 2 KB each, at most some MB. */
const DOCUMENTS_AT_ONCE = 50;

/**
 * Yields the orders of all pages, some at a time. Holds no connection between them, so an order appears as it
 * is when its document is read.
 */
export async function* readAllPages(
  pool: Pool,
  readPage: (after: OrderPosition | undefined) => Promise<FoundOrders>,
): AsyncGenerator<(readonly [ListedOrder, Order])[], void, undefined> {
  let after: OrderPosition | undefined;
  do {
    const { orders, next } = await readPage(after);
    for (let at = 0; at < orders.length; at += DOCUMENTS_AT_ONCE) {
      const some = orders.slice(at, at + DOCUMENTS_AT_ONCE);
      const documents = await withRetry(() => listDocumentsByKey(pool, some));
      yield some.map((listed, index) => [listed, JSON.parse(documents[index]!)] as const);
    }
    after = next;
  } while (after);
}

/** Returns whether the index of recent changes, which spans all clients, finds the orders. */
function usesChangedIndex({ updatedFrom, clientId, orderIds }: OperatorOrderFilter): boolean {
  return updatedFrom !== undefined && clientId === undefined && !orderIds;
}

async function findChanged(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: TimeSort,
  limit: number,
): Promise<OrderPosition[] | undefined> {
  await useWordIndex(connection);
  return listChangedPositions(connection, filter, sort, limit);
}
