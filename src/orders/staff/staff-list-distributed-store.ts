import type { Connection } from '../../platform/database/transaction.ts';
import type { OrderSort } from './list-orders.ts';
import {
  OF_GROUP,
  type OperatorOrderFilter,
  type OrderPosition,
  orderConditions,
  type Value,
  type Way,
} from './order-conditions-store.ts';
import { isBehind, listOrder, type Places, rangeOf } from './order-places-store.ts';

// Needed because Citus takes no limit for each row, by which the form on one PostgreSQL bounds the orders of each client or status.

/** Orders that one page reads where the index does not cover the whole filter. Each part of the table returns as many places. */
const VISITED_MAX = 2_500;
/** The same of each status or reason at least. */
const VISITED_OF_KEY_MIN = 200;

interface NodesQuery {
  filter: OperatorOrderFilter;
  way: Way;
  sort: OrderSort;
  limit: number;
}

/** Lists the places as listOrderPlaces does: one statement for each key, in which each node returns its first orders. The results are merged. */
export async function listPlacesOnNodes(
  connection: Connection,
  query: NodesQuery,
  given: readonly unknown[],
): Promise<Places> {
  const { filter, way, sort, limit } = query;
  const isOfIds = filter.orderIds !== undefined && way.keys === filter.orderIds;
  const keys = isOfIds ? [way.keys] : (way.keys ?? [undefined]);
  const isBounded = !isOfIds && orderConditions(way.rest, () => '').length > 0;
  const visited = Math.max(VISITED_OF_KEY_MIN, Math.floor(VISITED_MAX / Math.max(1, keys.length)));
  const found: OrderPosition[] = [];
  const ends: OrderPosition[] = [];
  for (const key of keys) {
    const values = [...given];
    const value = (one: unknown) => `$${values.push(one)}`;
    const ofKey = () => (isOfIds ? `any(${value(key)}::text[])` : value(key));
    const where = walkConditions(query, ofKey, value);
    const end = isBounded ? await findEnd(connection, query, { where, values, visited }) : undefined;
    if (end) {
      ends.push(end);
      where.push(...untilEnd(end, query, value));
    }
    const rest = orderConditions(way.rest, value);
    const { rows } = await connection.query<OrderPosition>(
      `select d.client_id as "clientId", d.order_id as "orderId", ${way.at} as created
       from ${way.from} join clients c on c.client_id = d.client_id and c.mode = $1
       ${rest.length > 0 ? 'join orders o on o.client_id = d.client_id and o.order_id = d.order_id' : ''}
       where ${[...where, ...rest].join(' and ')} order by ${listOrder(sort, way.at, 'd')} limit $2`,
      values,
    );
    found.push(...rows);
  }
  const inOrder = (one: OrderPosition, other: OrderPosition) => (isBehind(one, other, sort) ? 1 : -1);
  const [cameTo] = ends.sort(inOrder);
  // Behind the first end, not every key was read.
  const sure = cameTo ? found.filter((one) => !isBehind(one, cameTo, sort)) : found;
  const page = sure.sort(inOrder).slice(0, limit);
  return { found: page, ...(cameTo && page.length < limit && { cameTo }) };
}

/** What the index is asked for. */
function walkConditions({ filter, way, sort }: NodesQuery, ofKey: () => string, value: Value): string[] {
  const conditions = way.where
    .filter((condition) => condition !== OF_GROUP)
    .map((condition) => condition.replace('g.key', ofKey));
  if (filter.clientId !== undefined) conditions.push(`d.client_id = ${value(filter.clientId)}`);
  return ['true', ...conditions, ...rangeOf(way, sort, value)];
}

/** The last of those that are looked at; undefined: there are fewer. */
async function findEnd(
  connection: Connection,
  { way, sort }: NodesQuery,
  { where, values, visited }: { where: readonly string[]; values: readonly unknown[]; visited: number },
): Promise<OrderPosition | undefined> {
  // The first two values are those of the page.
  const { rows } = await connection.query<OrderPosition>(
    `select d.client_id as "clientId", d.order_id as "orderId", ${way.at} as created from ${way.from}
     where ${[...where, '$1::text is not null', '$2::int is not null'].join(' and ')}
     order by ${listOrder(sort, way.at, 'd')} offset ${visited - 1} limit 1`,
    [...values],
  );
  return rows[0];
}

function untilEnd(end: OrderPosition, { way, sort }: NodesQuery, value: Value): string[] {
  const moment = value(end.created);
  const place = `(${value(end.clientId)}::text collate "C", ${value(end.orderId)})`;
  const before = sort === 'newest' ? '>' : '<';
  const upTo = sort === 'oldest' ? '>=' : '<=';
  return [
    `${way.at} ${before}= ${moment}`,
    `(${way.at} ${before} ${moment} or (d.client_id collate "C", d.order_id) ${upTo} ${place})`,
  ];
}
