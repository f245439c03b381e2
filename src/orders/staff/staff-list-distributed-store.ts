import { type Connection, queryRow, queryRows } from '../../platform/database/transaction.ts';
import { ON_HOLD } from '../document/order-fields.ts';
import {
  createdConditions,
  type IndexScan,
  isBehind,
  listOrder,
  narrowPart,
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

// Needed because Citus moves the rows of an inner limit to the coordinator, from each part of the table. Here
// the first query reads only numbers and positions, and each node compares the words itself.

/** Does the same as `sampleWords`, with a statement for each sample. The nodes compare the words. */
export async function sampleWordsOnNodes(
  connection: Connection,
  words: readonly string[],
  { samples, sizeMax }: { samples: number; sizeMax: number },
): Promise<{ sampled: number; counts: number[] }> {
  const { rows: ends } = await connection.query<{ newest: Date | null; oldest: Date | null }>(
    'select max(created) as newest, min(created) as oldest from order_search',
  );
  const { newest, oldest } = ends[0] ?? {};
  const sum = { sampled: 0, counts: words.map(() => 0) };
  if (!newest || !oldest) return sum;
  const has = words.map((_, index) => `terms @@ $${index + 3}::tsquery as has_${index}`);
  const found = words.map((_, index) => `count(*) filter (where has_${index})::int`);
  for (let sample = 0; sample < samples; sample++) {
    const moment = new Date(Number(newest) - ((Number(newest) - Number(oldest)) * sample) / samples);
    const { rows } = await connection.query<{ sampled: number; counts: number[] }>(
      `select count(*)::int as sampled, array[${found.join(', ')}] as counts from (
         select ${['created', ...has].join(', ')} from order_search where created <= $1
         order by created desc, client_id collate "C", order_id limit $2
       ) sample`,
      [moment, sizeMax, ...words],
    );
    sum.sampled += rows[0]?.sampled ?? 0;
    sum.counts = sum.counts.map((count, index) => count + (rows[0]?.counts[index] ?? 0));
  }
  return sum;
}

/** Finds the orders that match the filter and have `all`, newest first. Each node finds its own. */
export async function findOnNodes(
  connection: Connection,
  filter: OperatorOrderFilter,
  { all, limit }: { all: string; limit: number },
): Promise<OrderPosition[]> {
  return findWithin(connection, filter, { all, limit, within: () => [] });
}

/** Returns the number of orders with the statuses or reasons of the filter, from the stored counts. */
export async function countNarrow(connection: Connection, filter: OperatorOrderFilter): Promise<number> {
  const { statuses, reasons, held, cancellationRequested } = narrowPart(filter);
  const values: unknown[] = [];
  const value = (one: unknown) => `$${values.push(one)}`;
  const conditions = ['true'];
  if (statuses) conditions.push(`n.status = any(${value(statuses)}::text[])`);
  if (reasons) conditions.push(`n.reason_code = any(${value(reasons)}::text[])`);
  if (held) conditions.push(`n.reason_code = '${ON_HOLD}'`);
  // Few orders in production have a pending request.
  if (cancellationRequested) return 0;
  const { rows } = await connection.query<{ orders: number | null }>(
    `select sum(n.orders)::float8 as orders from order_counts n where ${conditions.join(' and ')}`,
    values,
  );
  return rows[0]?.orders ?? 0;
}

/** Does the same as `walkOrders` for all clients, after finding the end of the page. */
export async function walkOnNodes(
  connection: Connection,
  filter: OperatorOrderFilter,
  { all, limit }: { all: string; limit: number },
): Promise<{ found: OrderPosition[]; stoppedAt?: OrderPosition }> {
  const values: unknown[] = [VISITED_MAX];
  const conditions = createdConditions('s', filter, (one) => `$${values.push(one)}`);
  const { rows } = await connection.query<OrderPosition>(
    `select s.client_id as "clientId", s.order_id as "orderId", s.created from order_search s
     where ${['true', ...conditions].join(' and ')}
     order by s.created desc, s.client_id collate "C", s.order_id offset $1::int - 1 limit 1`,
    values,
  );
  const [end] = rows;
  const within = (value: Value) => {
    if (!end) return [];
    const created = value(end.created);
    const clientId = `${value(end.clientId)}::text`;
    return [
      `s.created >= ${created}`,
      `(s.created > ${created} or (s.client_id collate "C", s.order_id) <= (${clientId} collate "C", ${value(end.orderId)}))`,
    ];
  };
  const found = await findWithin(connection, filter, { all, limit, within });
  return { found, ...(end && found.length < limit && { stoppedAt: end }) };
}

async function findWithin(
  connection: Connection,
  filter: OperatorOrderFilter,
  { all, limit, within }: { all: string; limit: number; within: (value: Value) => string[] },
): Promise<OrderPosition[]> {
  const values: unknown[] = [all, limit, filter.mode];
  const value = (one: unknown) => `$${values.push(one)}`;
  const conditions = ['s.terms @@ $1::tsquery', ...createdConditions('s', filter, value), ...within(value)];
  if (filter.clientId !== undefined) conditions.push(`s.client_id = ${value(filter.clientId)}`);
  const ofOrders = orderConditions(filter, value);
  return queryRows<OrderPosition>(connection, {
    text: `select s.client_id as "clientId", s.order_id as "orderId", s.created
     from order_search s join clients c on c.client_id = s.client_id and c.mode = $3
     ${ofOrders.length > 0 ? 'join orders o on o.client_id = s.client_id and o.order_id = s.order_id' : ''}
     where ${[...conditions, ...ofOrders].join(' and ')}
     order by s.created desc, s.client_id collate "C", s.order_id limit $2`,
    values,
  });
}
