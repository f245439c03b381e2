import type { Pool } from 'pg';
import { isDistributed } from '../../platform/database/distribution.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { listOrderCounts } from '../change/order-count-store.ts';
import { sumOrderCounts } from '../change/order-sum-store.ts';
import { goByWords, goInOrder } from './index-choice-store.ts';
import type { OperatorOrderFilter, OrderPosition } from './order-conditions-store.ts';
import type { FoundOrders } from './search-orders.ts';
import { listChangedPlaces, listOrderPlaces } from './staff-list-store.ts';
import { listOrdersByKey } from './staff-search-store.ts';

/** newest and oldest by when the order was made; longest: since when it is in its status, of orders that have not ended. */
export const ORDER_SORTS = ['newest', 'oldest', 'longest'] as const;
export type OrderSort = (typeof ORDER_SORTS)[number];

/**
 * A page of the orders that the filter wants. What it costs is bounded whatever is asked for; where few of many orders are wanted for several reasons at once, a page may
 * have few or none, and a next one all the same.
 */
export async function listOrdersOfClients(
  pool: Pool,
  filter: OperatorOrderFilter,
  sort: OrderSort,
  limit: number,
): Promise<FoundOrders> {
  return inTransaction(pool, async (connection) => {
    const changed = isOfChanged(filter) ? await findChanged(connection, filter, sort, limit + 1) : undefined;
    await goInOrder(connection);
    const { found, cameTo } = changed
      ? { found: changed, cameTo: undefined }
      : await listOrderPlaces(connection, filter, sort, limit + 1);
    const page = found.slice(0, limit);
    const next = found.length > limit ? page.at(-1) : cameTo;
    const orders = await listOrdersByKey(connection, page);
    return { orders, ...(next && { next }) };
  });
}

/** What changed lately of all clients is found by where it lies. */
function isOfChanged({ updatedFrom, clientId, orderIds }: OperatorOrderFilter): boolean {
  return updatedFrom !== undefined && clientId === undefined && !orderIds && !isDistributed();
}

async function findChanged(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: OrderSort,
  limit: number,
): Promise<OrderPosition[] | undefined> {
  await goByWords(connection);
  return listChangedPlaces(connection, filter, sort, limit);
}

const ON_HOLD = 'on_hold';

/** Numbers of orders, as they were counted last. */
export interface WantedCount {
  /** That have the client, the statuses and the reasons of the filter. */
  wanted: number;
  /** Of its client, or of all. */
  all: number;
}

/** How many orders the filter leaves by client, statuses and reasons. Undefined: it asks for none of these. */
export async function countWanted(
  connection: Connection,
  filter: OperatorOrderFilter,
): Promise<WantedCount | undefined> {
  const { mode, clientId, statuses, reasons, held, cancellationRequested } = filter;
  if (clientId === undefined && !isNarrow(filter)) return undefined;
  const counts =
    clientId === undefined
      ? await sumOrderCounts(connection, mode)
      : await listOrderCounts(connection, mode, clientId);
  const wanted = counts.filter(
    ({ status, reasonCode }) =>
      (!statuses || statuses.includes(status)) &&
      (!reasons || reasons.includes(reasonCode ?? '')) &&
      (held === undefined || held === (reasonCode === ON_HOLD)) &&
      (!cancellationRequested || status === 'ACCEPTED'),
  );
  const sum = (some: readonly { orders: number }[]) => some.reduce((total, { orders }) => total + orders, 0);
  return { wanted: sum(wanted), all: sum(counts) };
}

/** Whether an index knows which orders are meant, before their words are looked at. */
export function isNarrow({ statuses, reasons, held, cancellationRequested }: OperatorOrderFilter): boolean {
  return (statuses ?? reasons) !== undefined || held === true || cancellationRequested === true;
}
