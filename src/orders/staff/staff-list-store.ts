import { ofClientMode, ofLiveClient } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../../platform/database/transaction.ts';
import {
  type FoundPositions,
  findIndexedValue,
  hasSubquery,
  type IndexScan,
  isBehind,
  joinOrdersOf,
  listOrder,
  momentOf,
  type OperatorOrderFilter,
  type OrderPosition,
  orderConditions,
  rangeConditions,
  scanOfAllClients,
  scanOfEachClient,
  scanOfValue,
  type TimeSort,
  type Value,
} from './order-conditions-store.ts';

/** Orders that one page examines: for all clients together, and at least for each client or value. */
const VISITED_MAX = 10_000;
const VISITED_OF_CLIENT_MIN = 200;
/** Orders with a value that are examined before the client's own, because most belong to other clients. */
const VISITED_BEFORE_CLIENT = 1_000;
/** Parts of one statement. With more sandboxes, several share a part, whose orders are then sorted. */
const PARTS_MAX = 100;
/** Changed orders that are all examined. With more of them, a walk fills a page soon. */
const CHANGED_MAX = 2_000;

/**
 * Lists the positions of matching orders as `sort` says; equal times by client and orderId in code-point
 * order. Reads one index over all live clients, or the index of each client, and merges the results. If the
 * index lacks a condition of the filter, a bounded number of orders is examined. The page may then be short,
 * and `stoppedAt` is the start of the next page.
 */
export async function listOrderPositions(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: TimeSort,
  limit: number,
): Promise<FoundPositions> {
  const name = findIndexedValue(filter, sort);
  const wanted = { filter, sort, limit, visitedMax: VISITED_MAX };
  if (!name)
    return walkPositions(connection, wanted, () => scanOfAllClients(filter, sort) ?? scanOfEachClient(filter, sort));
  const byValue = (visitedMax: number) =>
    walkPositions(connection, { ...wanted, visitedMax }, (value) => scanOfValue(filter, name, value));
  if (filter.clientId === undefined) return byValue(VISITED_MAX);
  // A rare value has few orders, and so has a small client. In a large client, the value finds its orders
  // unless it is rare or frequent.
  const first = await byValue(VISITED_BEFORE_CLIENT);
  if (!first.stoppedAt) return first;
  const own = await walkPositions(connection, wanted, () => scanOfEachClient(filter, sort));
  if (!own.stoppedAt) return own;
  const all = await byValue(VISITED_MAX);
  return all.stoppedAt ? own : all;
}

/**
 * Lists the first orders, of all clients, that changed after `updatedFrom`. Undefined if there are too many.
 * The transaction must allow bitmap scans, since the index returns pages of the table.
 */
export async function listChangedPositions(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: TimeSort,
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
       from changed d ${hasSubquery(rest) ? joinOrdersOf('d') : 'cross join lateral (select d.*) o'}
       where ${where} and (select count(*) from changed) < $3
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
  ', d.status, d.updated, d.status_since, d.reason_code, d.country, d.carrier, d.cancellation, d.due, d.rush';

interface WantedPositions {
  filter: OperatorOrderFilter;
  sort: TimeSort;
  limit: number;
  visitedMax: number;
}

/** Walks each part of the index up to a number of orders, and merges the parts in the order of the list. */
async function walkPositions(
  connection: Connection,
  { filter, sort, limit, visitedMax }: WantedPositions,
  scanOf: (value: Value) => IndexScan,
): Promise<FoundPositions> {
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const scan = scanOf(value);
  const { from, at, isOfAll } = scan;
  const where = ['true', ...scan.where, ...rangeConditions(scan, sort, value)];
  const groups = await listGroups(connection, filter, scan, value);
  if (groups.length === 0) return { found: [] };
  const visited = Math.max(VISITED_OF_CLIENT_MIN, Math.floor(visitedMax / groups.length));
  const inOrder = listOrder(sort, 'd.created', 'd').replaceAll('d.client_id collate "C"', 'd.client_place');
  // The order of the index, so that nothing is sorted.
  const ofIndex = isOfAll
    ? listOrder(sort, at, 'd')
    : `${at}${sort === 'newest' ? ' desc' : ''}, d.order_id${sort === 'oldest' ? ' desc' : ''}`;
  const walk = (bound: string, columns = '', limits: readonly string[] = []) =>
    groups.map(
      (group) =>
        `(select d.client_id, d.order_id, ${at} as created, d.client_id collate "C" as client_place${columns} from ${from}
          where ${[...where, ...group, ...limits].join(' and ')} order by ${ofIndex} ${bound})`,
    );
  const shared = [...values];
  const conditions = orderConditions(scan.rest, value);
  // Conditions on the walked rows need no second read.
  const isOfRow = from === 'orders d' && !hasSubquery(conditions);
  const rest = [...(isOfAll ? [ofLiveClient('d')] : []), ...conditions];
  if (isOfAll && filter.clientId !== undefined) rest.push(`d.client_id = ${value(filter.clientId)}`);
  const isBounded = rest.length > 0;
  const ofOrders = isOfRow ? 'cross join lateral (select d.*) o' : joinOrdersOf('d');
  const parts = walk(`limit ${isBounded ? visited : limit}`, isOfRow && conditions.length > 0 ? ASKED_OF_ROW : '');
  const found = await queryRows<OrderPosition>(
    connection,
    `select ${scan.hasRepeats ? 'distinct d.client_place,' : ''} d.client_id as "clientId", d.order_id as "orderId", d.created
     from (${parts.join(' union all ')}) d ${conditions.length > 0 ? ofOrders : ''}
     where ${['true', ...rest].join(' and ')} order by ${inOrder} limit ${limit}`,
    values,
  );
  const last = found.length === limit ? found.at(-1) : undefined;
  if (!isBounded || (last && parts.length === 1)) return { found };
  // In a full page, only the ends before its last order matter.
  const untilLast = last ? [`${at} ${sort === 'newest' ? '>' : '<'}= $${shared.push(last.created)}::timestamptz`] : [];
  const [stoppedAt] = await queryRows<OrderPosition>(
    connection,
    `select d.client_id as "clientId", d.order_id as "orderId", d.created
     from (${walk(`offset ${visited - 1} limit 1`, '', untilLast).join(' union all ')}) d order by ${inOrder} limit 1`,
    shared,
  );
  if (!stoppedAt) return { found };
  // Behind the nearest end of a part, the list has gaps, so the next page begins there.
  const listed = found.filter((one) => !isBehind(one, stoppedAt, sort));
  return listed.length === limit ? { found } : { found: listed, stoppedAt };
}

/** Returns the conditions of each part of the index: of a client, a value, or both. */
async function listGroups(
  connection: Connection,
  { mode, clientId }: OperatorOrderFilter,
  { parts, isOfAll }: IndexScan,
  value: Value,
): Promise<string[][]> {
  const keys = parts ? parts.keys.map((key) => [`${parts.column} = ${value(key)}`]) : [[]];
  if (isOfAll) return keys;
  const clients = await queryRows<{ clientId: string }>(
    connection,
    `select client_id as "clientId" from clients where mode = $1 and ($2::text is null or client_id = $2)`,
    [mode, clientId ?? null],
  );
  const perPart = Math.ceil((clients.length * keys.length) / PARTS_MAX);
  const ids = clients.map((one) => one.clientId);
  return Array.from({ length: Math.ceil(ids.length / (perPart || 1)) }, (_, place) => {
    const some = ids.slice(place * perPart, (place + 1) * perPart);
    return some.length === 1 ? `d.client_id = ${value(some[0])}` : `d.client_id = any(${value(some)}::text[])`;
  }).flatMap((ofClient) => keys.map((key) => [ofClient, ...key]));
}
