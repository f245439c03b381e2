import { type Connection, queryRow } from '../../platform/database/transaction.ts';
import {
  type IndexScan,
  isBehind,
  listOrder,
  OF_GROUP,
  type OperatorOrderFilter,
  type OrderPosition,
  type OrderSort,
  orderConditions,
  type Places,
  rangeConditions,
  type Value,
} from './order-conditions-store.ts';

// Needed because Citus takes no limit for each row, which bounds the orders of each client or status on one
// PostgreSQL.

/** Orders that one page examines. Each part of the table returns this number of positions. */
const VISITED_MAX = 2_500;
/** Smallest number for each status or reason. */
const VISITED_OF_KEY_MIN = 200;
type NodesQuery = { filter: OperatorOrderFilter; scan: IndexScan; sort: OrderSort; limit: number };

/**
 * Does the same as `listOrderPlaces`, with one statement for each key. Each node returns its first orders.
 */
export async function listPlacesOnNodes(
  connection: Connection,
  query: NodesQuery,
  given: readonly unknown[],
): Promise<Places> {
  const { filter, scan, sort, limit } = query;
  const isOfIds = filter.orderIds !== undefined && scan.keys === filter.orderIds;
  const keys = isOfIds ? [scan.keys] : (scan.keys ?? [undefined]);
  const isBounded = !isOfIds && orderConditions(scan.rest, () => '').length > 0;
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
      where.push(...endConditions(end, query, value));
    }
    const rest = orderConditions(scan.rest, value);
    const { rows } = await connection.query<OrderPosition>(
      `select d.client_id as "clientId", d.order_id as "orderId", ${scan.at} as created
       from ${scan.from} join clients c on c.client_id = d.client_id and c.mode = $1
       ${rest.length > 0 ? 'join orders o on o.client_id = d.client_id and o.order_id = d.order_id' : ''}
       where ${[...where, ...rest].join(' and ')} order by ${listOrder(sort, scan.at, 'd')} limit $2`,
      values,
    );
    found.push(...rows);
  }
  const inOrder = (one: OrderPosition, other: OrderPosition) => (isBehind(one, other, sort) ? 1 : -1);
  const [stoppedAt] = ends.sort(inOrder);
  // After the first end, not every key was read.
  const sure = stoppedAt ? found.filter((one) => !isBehind(one, stoppedAt, sort)) : found;
  const page = sure.sort(inOrder).slice(0, limit);
  return { found: page, ...(stoppedAt && page.length < limit && { stoppedAt }) };
}

function walkConditions({ filter, scan, sort }: NodesQuery, ofKey: () => string, value: Value): string[] {
  const conditions = scan.where
    .filter((condition) => condition !== OF_GROUP)
    .map((condition) => condition.replace('g.key', ofKey));
  if (filter.clientId !== undefined) conditions.push(`d.client_id = ${value(filter.clientId)}`);
  return ['true', ...conditions, ...rangeConditions(scan, sort, value)];
}

async function findEnd(
  connection: Connection,
  { scan, sort }: NodesQuery,
  { where, values, visited }: { where: readonly string[]; values: readonly unknown[]; visited: number },
): Promise<OrderPosition | undefined> {
  // The first two values belong to the page.
  return queryRow<OrderPosition>(connection, {
    text: `select d.client_id as "clientId", d.order_id as "orderId", ${scan.at} as created from ${scan.from}
     where ${[...where, '$1::text is not null', '$2::int is not null'].join(' and ')}
     order by ${listOrder(sort, scan.at, 'd')} offset ${visited - 1} limit 1`,
    values: [...values],
  });
}

function endConditions(end: OrderPosition, { scan, sort }: NodesQuery, value: Value): string[] {
  const moment = value(end.created);
  const place = `(${value(end.clientId)}::text collate "C", ${value(end.orderId)})`;
  const before = sort === 'newest' ? '>' : '<';
  const upTo = sort === 'oldest' ? '>=' : '<=';
  return [
    `${scan.at} ${before}= ${moment}`,
    `(${scan.at} ${before} ${moment} or (d.client_id collate "C", d.order_id) ${upTo} ${place})`,
  ];
}
