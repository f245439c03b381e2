import { isDistributed } from '../../platform/database/distribution.ts';
import { ofClientMode, ofLiveClient } from '../../platform/database/statement-parts.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { OrderSort } from './list-orders.ts';
import {
  joinOrdersOf,
  OPEN,
  type OperatorOrderFilter,
  type OrderPosition,
  orderConditions,
  type Value,
  valueAsked,
  type Way,
  wayOfAll,
  wayOfClients,
  wayOfValue,
} from './order-conditions-store.ts';
import { isBehind, listOrder, type Places, rangeOf } from './order-places-store.ts';
import { listPlacesOnNodes } from './staff-list-distributed-store.ts';

/** Orders of one page that are looked at, of all clients together, and of each client or value at least. */
const VISITED_MAX = 10_000;
const VISITED_OF_CLIENT_MIN = 200;
/** Of those that have a value, before one client's own are: they are all rows of other clients, mostly. */
const VISITED_BEFORE_CLIENT = 1_000;
/** Orders that changed since a moment and are all looked at; where there are more, a page is full soon when the orders are gone through in the list's order. */
const CHANGED_MAX = 2_000;

/**
 * The places of orders of all clients in the list's order: newest, or longest in their status first, then by client and orderId in code-point order; `oldest` is
 * the list of the newest from its end. They are found by indexes that span the clients; for one client, and for sandboxes, in the index of each client, and then
 * merged. Where the index does not tell all that is asked for, so many orders are looked at and no more: `cameTo` is then
 * where the next page begins, however few are on this one.
 */
export async function listOrderPlaces(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: OrderSort,
  limit: number,
): Promise<Places> {
  const name = valueAsked(filter, sort);
  const wanted = { filter, sort, limit, visitedMax: VISITED_MAX };
  if (!name)
    return walkPlaces(connection, wanted, () => wayOfAll(filter, sort) ?? wayOfClients(filter, sort));
  const byValue = (visitedMax: number) =>
    walkPlaces(connection, { ...wanted, visitedMax }, (value) => wayOfValue(filter, name, value));
  if (filter.clientId === undefined) return byValue(VISITED_MAX);
  // Few have a rare value, and a small client has few orders; of a large one's many, those with a value that is neither rare nor frequent are found by it.
  const first = await byValue(VISITED_BEFORE_CLIENT);
  if (!first.cameTo) return first;
  const own = await walkPlaces(connection, wanted, () => wayOfClients(filter, sort));
  if (!own.cameTo) return own;
  const all = await byValue(VISITED_MAX);
  return all.cameTo ? own : all;
}

/**
 * The first orders in the list's order of those of all clients that changed after `updatedFrom`; undefined where those are too many to look at
 * each. The transaction must go by bitmaps: the index tells in which pages such orders are.
 */
export async function listChangedPlaces(
  connection: Connection,
  filter: OperatorOrderFilter,
  sort: OrderSort,
  limit: number,
): Promise<OrderPosition[] | undefined> {
  const values: unknown[] = [limit, filter.updatedFrom, CHANGED_MAX + 1];
  const value = (one: unknown) => `$${values.push(one)}`;
  const isLongest = sort === 'longest';
  const at = isLongest ? 'd.status_since' : 'd.created';
  const rest = orderConditions({ ...filter, updatedFrom: undefined }, value);
  const range = [...(isLongest ? [OPEN] : []), ...rangeOf({ at, rest: filter }, sort, value)];
  const where = [ofClientMode('d', filter.mode), ...range, ...rest].join(' and ');
  const order = listOrder(sort, at, 'd');
  const { rows } = await connection.query<OrderPosition & { changed: number }>(
    `with changed as materialized (
       select client_id, order_id, status, created, updated, status_since, reason_code, country, carrier, cancellation from orders
       where updated at time zone 'UTC' > $2::timestamptz at time zone 'UTC' limit $3
     )
     select counted.changed, found.*
     from (select count(*)::int as changed from changed) counted
     left join (
       select d.client_id as "clientId", d.order_id as "orderId", ${at} as created, row_number() over (order by ${order}) as place
       from changed d cross join lateral (select d.*) o
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

/** Columns of orders that conditions are on. */
const ASKED_OF_ROW =
  ', d.status, d.created, d.updated, d.status_since, d.reason_code, d.country, d.carrier, d.cancellation';

async function walkPlaces(
  connection: Connection,
  {
    filter,
    sort,
    limit,
    visitedMax,
  }: { filter: OperatorOrderFilter; sort: OrderSort; limit: number; visitedMax: number },
  wayOf: (value: Value) => Way,
): Promise<Places> {
  const values: unknown[] = [filter.mode, limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const way = wayOf(value);
  if (isDistributed()) return listPlacesOnNodes(connection, { filter, way, sort, limit }, values);
  const { from, at, isOfAll, also } = way;
  const groups = groupsOf(filter, way, visitedMax, value);
  const where = ['true', ...way.where, ...rangeOf(way, sort, value)].join(' and ');
  const inOrder = (moment: string, table: string) => listOrder(sort, moment, table);
  const byId = sort === 'oldest' ? 'order_id desc' : 'order_id';
  const direction = sort === 'newest' ? ' desc' : '';
  // The order of the index, in which nothing needs to be sorted.
  const order = isOfAll ? inOrder(at, 'd') : `${at}${direction}, d.${byId}`;
  const shared = values.length;
  const ofClient =
    isOfAll && filter.clientId !== undefined ? [`w.client_id = ${value(filter.clientId)}`] : [];
  const asked = orderConditions(way.rest, value);
  // What is asked of the very rows that are walked along needs no second look at each.
  const ofRow = from === 'orders d' && asked.length > 0 ? ASKED_OF_ROW : '';
  const walk = (bound: string, columns = ofRow) =>
    `select d.client_id, d.order_id, ${at} as at, d.client_id collate "C" as client_place${also?.columns ?? ''}${columns} from ${from}
     where ${where} order by ${order} ${bound}`;
  const rest = [
    ...(isOfAll ? [ofLiveClient('w')] : []),
    ...ofClient,
    ...(also ? [also.condition] : []),
    ...asked,
  ];
  const ofOrders = asked.length === 0 ? '' : ofRow ? 'cross join lateral (select w.*) o' : joinOrdersOf('w');
  const isBounded = isOfAll || rest.length > 0;
  const ofGroup = isBounded
    ? `select w.* from (${walk('limit (select visited from share)')}) w ${ofOrders}
       where ${['true', ...rest].join(' and ')} order by ${isOfAll ? `w.at${direction}, w.client_place${sort === 'oldest' ? ' desc' : ''}` : `w.at${direction}`}, w.${byId} limit $2`
    : walk('limit $2');
  const { rows: found } = await connection.query<OrderPosition>(
    `with ${groups}
     select f.client_id as "clientId", f.order_id as "orderId", f.at as created
     from groups g cross join lateral (${ofGroup}) f
     order by ${inOrder('f.at', 'f')} limit $2`,
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
  const [cameTo] = ends;
  if (!cameTo) return { found };
  // What lies behind the first end was not looked at everywhere.
  return { found: found.filter((one) => !isBehind(one, cameTo, sort)), cameTo };
}

/** Clients, each with each of the keys, or the keys alone, and how many orders of each may be looked at. */
function groupsOf(
  { clientId }: OperatorOrderFilter,
  { keys, isOfAll }: Way,
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
