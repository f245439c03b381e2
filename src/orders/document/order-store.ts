import { randomUUIDv7 } from 'node:crypto';
import { isDistributed } from '../../platform/database/distribution.ts';
import { textArray } from '../../platform/database/statement-parts.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { recordDeliveriesOf } from '../../webhooks/record-deliveries-store.ts';
import { ANY_STATUS, FILTERS, type OrderQuery, shapeOf } from './list-filters-store.ts';
import type { OrderStatus } from './order-fields.ts';

export interface OrderKey {
  clientId: string;
  orderId: string;
}

export interface NewOrder extends OrderKey {
  status: OrderStatus;
  created: Date;
  requestHash: Buffer;
  document: string;
  summary: string;
  /** UUIDv7 of its order.created event. */
  eventId: string;
  itemCount: number;
  recipient: string | null;
  country: string | null;
  /** Whom it names. */
  carrierId: string | null;
  /** Of the client, who makes it. */
  actorName: string;
  /** What webhooks tell of that event. */
  webhookBody: string;
  /** It is inserted only while the catalogue is in this version. Null: in whatever version that is. */
  catalogVersion: string | null;
  /** Of the request that makes it, where that is traced. */
  traceParent: string | null;
}

export interface InsertedOrders {
  /** Of those that were inserted. */
  keys: OrderKey[];
  /** That of the catalogue. */
  catalogVersion: string;
}

export interface StoredOrder extends OrderKey {
  document: string;
  version: number;
  requestHash: Buffer;
}

/**
 * Inserts orders with their order.created events, what webhooks tell of them, and what that changes in the counts of orders, in one statement, so in one commit; the background
 * has work with them at once. Of the others some were judged by another version of the catalogue, and the rest exist already. No two of one call may have the same key.
 */
export async function insertOrders(
  connection: Connection,
  orders: readonly NewOrder[],
): Promise<InsertedOrders> {
  const { rows } = await connection.query<{ catalogVersion: string } & (OrderKey | { orderId: null })>({
    name: 'insert-orders',
    text: `with wanted as (
             select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::bytea[], $6::text[], $7::text[], $8::uuid[], $9::text[], $10::text[], $11::int[],
                                  $12::text[], $13::text[], $14::text[], $16::bigint[], $17::text[])
               as w (client_id, order_id, status, created, request_hash, document, summary, event_id, actor_name, webhook_body, item_count,
                     recipient, country, carrier_id, catalog_version, trace_parent)
           ), catalog as (
             select version from catalog_version
           ), inserted as (
             insert into orders (client_id, order_id, status, created, updated, status_since, request_hash, document, summary, item_count, recipient,
                                 country, carrier, work_due, trace_parent)
             select client_id, order_id, status, created, created, created, request_hash, document, summary, item_count, recipient, country,
                    coalesce(carrier_id, case when country is not null then (
                      select d.carrier_id from client_carriers d where d.client_id = w.client_id and d.is_default) end), created, trace_parent
             from wanted w
             where catalog_version is null or catalog_version = (select version from catalog)
             on conflict (client_id, order_id) do nothing
             returning client_id, order_id
           ), recorded as (
             insert into order_events (client_id, order_id, event_id, type, occurred, status, version, actor, actor_id, actor_name)
             select client_id, order_id, event_id, 'order.created', created, status, 1, 'client', client_id, actor_name
             from wanted join inserted using (client_id, order_id)
           ), counted as (
             insert into order_count_changes (client_id, change_id, status, reason_code, orders, happened, created)
             select client_id, $15, status, '', count(*), quarter, quarter
             from (select *, date_bin('15 minutes', created, '2000-01-01 00:00:00+00') as quarter from wanted) w
             join inserted using (client_id, order_id) group by client_id, status, quarter
           ), news as (
             select client_id, event_id, 'order.created' as type, webhook_body as body, created as occurred, event_id as place, trace_parent
             from wanted join inserted using (client_id, order_id)
           ), ${recordDeliveriesOf('news')}
           select version as "catalogVersion", client_id as "clientId", order_id as "orderId" from catalog left join inserted on true`,
    values: [
      textArray(orders.map((order) => order.clientId)),
      textArray(orders.map((order) => order.orderId)),
      textArray(orders.map((order) => order.status)),
      orders.map((order) => order.created),
      orders.map((order) => order.requestHash),
      textArray(orders.map((order) => order.document)),
      textArray(orders.map((order) => order.summary)),
      orders.map((order) => order.eventId),
      textArray(orders.map((order) => order.actorName)),
      textArray(orders.map((order) => order.webhookBody)),
      orders.map((order) => order.itemCount),
      textArray(orders.map((order) => order.recipient)),
      textArray(orders.map((order) => order.country)),
      textArray(orders.map((order) => order.carrierId)),
      randomUUIDv7(),
      orders.map((order) => order.catalogVersion),
      textArray(orders.map((order) => order.traceParent)),
    ],
  });
  return {
    keys: rows.filter((row) => row.orderId !== null),
    catalogVersion: rows[0]?.catalogVersion ?? '',
  };
}

/** An order whose document was not read, for its size. */
export interface LargeOrder extends OrderKey {
  document: null;
  bytes: number;
}

/**
 * The orders in the order of their keys, of which no two are the same, undefined where there is none; without the document where that is larger than
 * `bytesMax`.
 */
export async function findSmallOrders(
  connection: Connection,
  keys: readonly OrderKey[],
  bytesMax: number,
): Promise<(StoredOrder | LargeOrder | undefined)[]> {
  type Row = Pick<StoredOrder, 'version' | 'requestHash'> & {
    place: string;
    document: string | null;
    bytes: number;
  };
  const { name, place: placeOf, from, values } = lookUp(keys);
  const { rows } = await connection.query<Row>({
    name: `find-small-orders${name}`,
    // PostgreSQL knows the size without reading the text.
    text: `select ${placeOf} as place, version, request_hash as "requestHash",
                  octet_length(document) as bytes, case when octet_length(document) <= $3 then document end as document
           from ${from}`,
    values: [...values, bytesMax],
  });
  const found = new Array<StoredOrder | LargeOrder | undefined>(keys.length).fill(undefined);
  for (const { place, version, requestHash, document, bytes } of rows) {
    const at = Number(place) - 1;
    const { clientId, orderId } = keys[at] as OrderKey;
    found[at] =
      document === null
        ? { clientId, orderId, document, bytes }
        : { clientId, orderId, document, version, requestHash };
  }
  return found;
}

/** The orders that exist among the keys, in any order. */
export async function findOrders(connection: Connection, keys: readonly OrderKey[]): Promise<StoredOrder[]> {
  const { name, from, values } = lookUp(keys);
  const { rows } = await connection.query<StoredOrder>({
    name: `find-orders${name}`,
    text: `select client_id as "clientId", order_id as "orderId", document, version, request_hash as "requestHash"
           from ${from}`,
    values,
  });
  return rows;
}

/**
 * Returns the parts of a statement that reads orders by their keys. In a distributed database all keys of one batch are of one
 * client, and its node alone is asked. On one node each order is read by its own key. For a join PostgreSQL may choose another
 * index of the client, or read the table, while it has no statistics yet.
 */
function lookUp(keys: readonly OrderKey[]): { name: string; place: string; from: string; values: unknown[] } {
  const orderIds = textArray(keys.map((key) => key.orderId));
  if (isDistributed())
    return {
      name: '-of-client',
      place: 'array_position($2::text[], order_id)',
      from: 'orders where client_id = $1 and order_id = any($2::text[])',
      values: [keys[0]?.clientId, orderIds],
    };
  return {
    name: '',
    place: 'place',
    from: `unnest($1::text[], $2::text[]) with ordinality as wanted (client_id, order_id, place) cross join lateral (
             select version, request_hash, document from orders o
             where o.client_id = wanted.client_id and o.order_id = wanted.order_id limit 1
           ) found`,
    values: [textArray(keys.map((key) => key.clientId)), orderIds],
  };
}

/**
 * For each query, all of one shape, the summaries (JSON texts) of orders newest first, then by orderId in code-point
 * order. Each shape is a statement of its own, with a plan of its own.
 */
export async function listOrders(
  connection: Connection,
  queries: readonly OrderQuery[],
): Promise<string[][]> {
  const [first] = queries;
  if (!first) return [];
  if (isDistributed()) return Promise.all(queries.map((query) => listOrdersOfOne(connection, query)));
  const used = FILTERS.filter(([, , , value]) => value(first.filter) !== undefined);
  const columns = ['client_id', '"limit"', '"offset"', ...used.map(([name]) => name)];
  const types = ['text', 'int', 'bigint', ...used.map(([, type]) => type)];
  const conditions: string[] = used.map(([, , condition]) => condition);
  const values: unknown[] = [
    queries.map(({ clientId }) => clientId),
    queries.map(({ limit }) => limit),
    queries.map(({ offset }) => offset),
    ...used.map(([, , , value]) => queries.map(({ filter }) => value(filter))),
  ];
  // How much is asked for the planner sees in a bound for all queries alone, and only in a statement without a name.
  const { updatedFrom, updatedTo } = first.filter;
  if (updatedTo) {
    const latest = Math.max(...queries.map(({ filter }) => Number(filter.updatedTo)));
    // No order changed before it was made.
    conditions.push(`updated <= $${values.push(new Date(latest))}`, 'created <= w.updated_to');
  }
  const walk = (of: readonly string[], bound: string, from = 'orders') =>
    `select summary, created, order_id from ${from}
               where ${['client_id = w.client_id', ...of].join(' and ')}
               order by created desc, order_id ${bound}`;
  const bound = 'limit w."limit" offset w."offset"';
  let page = walk(conditions, bound);
  if (updatedFrom) {
    // What was made after the moment has changed after it, and comes first in the list. Only where that does not fill the page, older orders are
    // looked for, among those that changed since, which an index has by their status.
    const earliest = Math.min(...queries.map(({ filter }) => Number(filter.updatedFrom)));
    const others = conditions.filter((condition) => condition !== 'updated > w.updated_from');
    const isOfStatus = first.filter.status !== undefined;
    const changes = [
      isOfStatus ? 'status = w.status' : ANY_STATUS,
      ...conditions.filter((condition) => condition.startsWith('updated ')),
      `updated > $${values.push(new Date(earliest))}`,
    ];
    // Of those of a status PostgreSQL cannot tell how many changed lately, and would walk along all of them: it is kept to the index of changes.
    const changed = `(
                 select summary, created, order_id, client_id, status, updated from orders
                 where ${['client_id = w.client_id', ...changes].join(' and ')}
                   and exists (select from orders older where older.client_id = w.client_id and older.created <= w.updated_from) offset 0
               ) changed`;
    const older = [...conditions, 'created <= w.updated_from', ...(isOfStatus ? [] : changes)];
    const all = 'limit w."limit" + w."offset"';
    page = `select * from (
               (${walk([...others, 'created > w.updated_from'], all)})
               union all
               (${walk(older, all, isOfStatus ? changed : 'orders')})
             ) both_parts ${bound}`;
  }
  const { rows } = await connection.query<[string, string | null]>({
    ...(!updatedFrom && !updatedTo && { name: `list-orders ${shapeOf(first)}` }),
    rowMode: 'array',
    // One row for each list: no summary has a line break in it, and a row for each of them costs as much again as finding them.
    text: `select w.place, listed.summaries
           from unnest(${types.map((type, index) => `$${index + 1}::${type}[]`).join(', ')})
             with ordinality as w (${columns.join(', ')}, place)
           cross join lateral (
             select string_agg(summary, E'\\n' order by created desc, order_id) as summaries from (
               ${page}
             ) as page
           ) as listed`,
    values,
  });
  const lists: string[][] = queries.map(() => []);
  for (const [place, summaries] of rows)
    if (summaries !== null) lists[Number(place) - 1] = summaries.split('\n');
  return lists;
}

/** The same for one query. In a distributed database no statement takes a limit from a row, and each list is on one node. */
async function listOrdersOfOne(
  connection: Connection,
  { clientId, filter, limit, offset }: OrderQuery,
): Promise<string[]> {
  const values: unknown[] = [clientId, limit, offset];
  let where = 'client_id = $1';
  for (const [, , condition, value] of FILTERS) if (value(filter) !== undefined) where += ` and ${condition}`;
  for (const [name, type, , value] of FILTERS) {
    if (value(filter) !== undefined)
      where = where.replaceAll(`w.${name}`, `$${values.push(value(filter))}::${type}`);
  }
  const { rows } = await connection.query<{ summary: string }>(
    `select summary from orders where ${where} order by created desc, order_id limit $2 offset $3`,
    values,
  );
  return rows.map(({ summary }) => summary);
}
