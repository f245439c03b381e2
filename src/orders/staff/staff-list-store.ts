import { isDistributed } from '../../platform/database/distribution.ts';
import { ofClientMode, ofLiveClient } from '../../platform/database/statement-parts.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import {
  findIndexedValue,
  type IndexScan,
  isBehind,
  joinOrdersOf,
  listOrder,
  momentOf,
  type OperatorOrderFilter,
  type OrderPosition,
  type OrderSort,
  orderConditions,
  type Places,
  rangeConditions,
  scanOfAllClients,
  scanOfEachClient,
  scanOfValue,
  type Value,
} from './order-conditions-store.ts';
import { listPlacesOnNodes } from './staff-list-distributed-store.ts';

/** Orders that one page examines: for all clients together, and at least for each client or value. */
const VISITED_MAX = 10_000;
const VISITED_OF_CLIENT_MIN = 200;
/** Orders with a value that are examined before the client's own, because most belong to other clients. */
const VISITED_BEFORE_CLIENT = 1_000;
/** Changed orders that are all examined. With more of them, a walk fills a page soon. */
const CHANGED_MAX = 2_000;

/**
 * Lists the positions of matching orders as `sort` says; equal times by client and orderId in code-point
 * order. Reads one index over all live clients, or the index of each client, and merges the results. If the
 * index lacks a condition of the filter, a bounded number of orders is examined. The page may then be short,
 * and `stoppedAt` is the start of the next page.
 */
export async function listOrderPlaces(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: OrderSort,
  limit: number,
): Promise<Places> {
  const name = findIndexedValue(filter, sort);
  const wanted = { filter, sort, limit, visitedMax: VISITED_MAX };
  if (!name)
    return walkPlaces(connection, wanted, () => scanOfAllClients(filter, sort) ?? scanOfEachClient(filter, sort));
  const byValue = (visitedMax: number) =>
    walkPlaces(connection, { ...wanted, visitedMax }, (value) => scanOfValue(filter, name, value));
  if (filter.clientId === undefined) return byValue(VISITED_MAX);
  // A rare value has few orders, and so has a small client. In a large client, the value finds its orders
  // unless it is rare or frequent.
  const first = await byValue(VISITED_BEFORE_CLIENT);
  if (!first.stoppedAt) return first;
  const own = await walkPlaces(connection, wanted, () => scanOfEachClient(filter, sort));
  if (!own.stoppedAt) return own;
  const all = await byValue(VISITED_MAX);
  return all.stoppedAt ? own : all;
}

/**
 * Lists the first orders, of all clients, that changed after `updatedFrom`. Undefined if there are too many.
 * The transaction must allow bitmap scans, since the index returns pages of the table.
 */
export async function listChangedPlaces(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: OrderSort,
  limit: number,
): Promise<OrderPosition[] | undefined> {
  const values: unknown[] = [limit, filter.updatedFrom, CHANGED_MAX + 1];
  const value = (one: unknown) => `$${values.push(one)}`;
  const { at, where: ofSort } = momentOf(sort);
  const rest = orderConditions({ ...filter, updatedFrom: undefined }, value);
  const range = [...ofSort, ...rangeConditions({ at, rest: filter }, sort, value)];
  const where = [ofClientMode('d', filter.mode), ...range, ...rest].join(' and ');
  const order = listOrder(sort, at, 'd');
  const { rows } = await connection.query<OrderPosition & { changed: number }>(
    `with changed as materialized (
       select client_id, order_id, status, created, updated, status_since, reason_code, country, carrier, cancellation, due, rush from orders
       where updated at time zone 'UTC' > $2::timestamptz at time zone 'UTC' limit $3
     )
     select counted.changed, found.* from (select count(*)::int as changed from changed) counted
     left join (
       select d.client_id as "clientId", d.order_id as "orderId", ${at} as created, row_number() over (order by ${order}) as place
       from changed d cross join lateral (select d.*) o where ${where} and (select count(*) from changed) < $3
       order by ${order} limit $1
     ) found on true
     order by found.place`,
    values,
  );
  if ((rows[0]?.changed ?? 0) > CHANGED_MAX) return undefined;
  return rows
    .filter(({ orderId }) => orderId !== null)
    .map(({ clientId, orderId, created }) => ({ clientId, orderId, created }));
}

const ASKED_OF_ROW =
  ', d.status, d.created, d.updated, d.status_since, d.reason_code, d.country, d.carrier, d.cancellation, d.due, d.rush';

async function walkPlaces(
  connection: Connection,
  {
    filter,
    sort,
    limit,
    visitedMax,
  }: { filter: OperatorOrderFilter; sort: OrderSort; limit: number; visitedMax: number },
  scanOf: (value: Value) => IndexScan,
): Promise<Places> {
  const values: unknown[] = [filter.mode, limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const scan = scanOf(value);
  if (isDistributed()) return listPlacesOnNodes(connection, { filter, scan, sort, limit }, values);
  const { from, at, isOfAll, also } = scan;
  const groups = groupsOf(filter, scan, visitedMax, value);
  const where = ['true', ...scan.where, ...rangeConditions(scan, sort, value)].join(' and ');
  const inOrder = (moment: string, table: string) => listOrder(sort, moment, table);
  const byId = sort === 'oldest' ? 'order_id desc' : 'order_id';
  const direction = sort === 'newest' ? ' desc' : '';
  // The order of the index, so that nothing is sorted.
  const order = isOfAll ? inOrder(at, 'd') : `${at}${direction}, d.${byId}`;
  const shared = values.length;
  const ofClient = isOfAll && filter.clientId !== undefined ? [`w.client_id = ${value(filter.clientId)}`] : [];
  const conditions = orderConditions(scan.rest, value);
  // Conditions on the walked rows need no second read.
  const ofRow = from === 'orders d' && conditions.length > 0 ? ASKED_OF_ROW : '';
  const walk = (bound: string, columns = ofRow) =>
    `select d.client_id, d.order_id, ${at} as at, d.client_id collate "C" as client_place${also?.columns ?? ''}${columns} from ${from}
     where ${where} order by ${order} ${bound}`;
  const rest = [...(isOfAll ? [ofLiveClient('w')] : []), ...ofClient, ...(also ? [also.condition] : []), ...conditions];
  const ofOrders = conditions.length === 0 ? '' : ofRow ? 'cross join lateral (select w.*) o' : joinOrdersOf('w');
  const isBounded = isOfAll || rest.length > 0;
  const ofGroup = isBounded
    ? `select w.* from (${walk('limit (select visited from share)')}) w ${ofOrders}
       where ${['true', ...rest].join(' and ')} order by ${isOfAll ? `w.at${direction}, w.client_place${sort === 'oldest' ? ' desc' : ''}` : `w.at${direction}`}, w.${byId} limit $2`
    : walk('limit $2');
  const { rows: found } = await connection.query<OrderPosition>(
    `with ${groups}
     select f.client_id as "clientId", f.order_id as "orderId", f.at as created
     from groups g cross join lateral (${ofGroup}) f order by ${inOrder('f.at', 'f')} limit $2`,
    values,
  );
  if (!isBounded || found.length === limit) return { found };
  const { rows: ends } = await connection.query<OrderPosition>(
    `with ${groups}
     select f.client_id as "clientId", f.order_id as "orderId", f.at as created
     from groups g cross join lateral (${walk('offset (select visited from share) - 1 limit 1', '')}) f
     order by ${inOrder('f.at', 'f')} limit least($2::int, 1)`,
    values.slice(0, shared),
  );
  const [stoppedAt] = ends;
  if (!stoppedAt) return { found };
  // After the first end, not every group was read.
  return { found: found.filter((one) => !isBehind(one, stoppedAt, sort)), stoppedAt };
}

/** Returns the groups (clients with keys, or keys alone) and the number of orders to examine in each. */
function groupsOf(
  { clientId }: OperatorOrderFilter,
  { keys, isOfAll }: IndexScan,
  visitedMax: number,
  value: Value,
): string {
  const ofClient = clientId === undefined || isOfAll ? '' : `and c.client_id = ${value(clientId)}`;
  const given = keys ? `unnest(${value(keys)}::text[]) as k (key)` : `(select '' as key) k`;
  return `groups as materialized (
       select ${isOfAll ? 'k.key' : 'c.client_id, k.key'}
       from ${isOfAll ? `${given} where $1 = 'live'` : `clients c cross join ${given} where c.mode = $1 ${ofClient}`}
     ), share as materialized (
       select greatest(${VISITED_OF_CLIENT_MIN}, ${visitedMax} / greatest(1, count(*)))::bigint as visited from groups
     )`;
}
