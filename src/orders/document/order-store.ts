import { isDistributed } from '../../platform/database/distribution.ts';
import { columnsOf, textArray } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../../platform/database/transaction.ts';
import { recordDeliveriesOf } from '../../webhooks/record-deliveries-store.ts';
import type { OrderStatus } from './order-fields.ts';

export type OrderKey = { clientId: string; orderId: string };

export interface NewOrder extends OrderKey {
  status: OrderStatus;
  created: Date;
  requestHash: Buffer;
  document: string;
  summary: string;
  eventId: string;
  itemCount: number;
  recipient: string | null;
  country: string | null;
  carrierId: string | null;
  actorName: string;
  /** The person or program of the center that entered the order. Null: its client sent it. */
  enteredById: string | null;
  isRush: boolean;
  webhookBody: string;
  /** Inserts the order only if the catalogue has this version; null: always. */
  catalogVersion: string | null;
  traceParent: string | null;
}

export type InsertedOrders = { keys: OrderKey[]; catalogVersion: string };

export interface StoredOrder extends OrderKey {
  document: string;
  version: number;
  requestHash: Buffer;
}

/**
 * Inserts different orders with their order.created events and webhook deliveries, in one statement.
 * Background work on them is due at once. An order that is not inserted was validated with another catalogue
 * version, or exists already.
 */
export async function insertOrders(connection: Connection, orders: readonly NewOrder[]): Promise<InsertedOrders> {
  const textsOf = (...names: readonly (keyof NewOrder)[]) =>
    columnsOf(orders, ...names).map((column) => textArray(column as (string | null)[]));
  const { rows } = await connection.query<{ catalogVersion: string } & (OrderKey | { orderId: null })>({
    name: 'insert-orders',
    text: `with wanted as (
             select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::bytea[], $6::text[], $7::text[], $8::uuid[], $9::text[], $10::text[], $11::int[],
                                  $12::text[], $13::text[], $14::text[], $15::bigint[], $16::text[], $17::text[], $18::bool[])
               as w (client_id, order_id, status, created, request_hash, document, summary, event_id, actor_name, webhook_body, item_count,
                     recipient, country, carrier_id, catalog_version, trace_parent, entered_by_id, rush)
           ), catalog as (
             select version from catalog_version
           ), inserted as (
             insert into orders (client_id, order_id, status, created, updated, status_since, request_hash, document, summary, item_count, recipient,
                                 country, carrier, work_due, trace_parent, rush)
             select client_id, order_id, status, created, created, created, request_hash, document, summary, item_count, recipient, country,
                    coalesce(carrier_id, case when country is not null then (
                      select d.carrier_id from client_carriers d where d.client_id = w.client_id and d.is_default) end), created, trace_parent, rush
             from wanted w
             where catalog_version is null or catalog_version = (select version from catalog)
             on conflict (client_id, order_id) do nothing
             returning client_id, order_id
           ), recorded as (
             insert into order_events (client_id, order_id, event_id, type, occurred, status, version, actor, actor_id, actor_name)
             select client_id, order_id, event_id, 'order.created', created, status, 1,
                    case when entered_by_id is null then 'client' else 'operator' end, coalesce(entered_by_id, client_id), actor_name
             from wanted join inserted using (client_id, order_id)
           ), news as (
             select client_id, event_id, 'order.created' as type, webhook_body as body, created as occurred, event_id as place, trace_parent
             from wanted join inserted using (client_id, order_id)
           ), ${recordDeliveriesOf('news')}
           select version as "catalogVersion", client_id as "clientId", order_id as "orderId" from catalog left join inserted on true`,
    values: [
      ...textsOf('clientId', 'orderId', 'status'),
      ...columnsOf(orders, 'created', 'requestHash'),
      ...textsOf('document', 'summary'),
      ...columnsOf(orders, 'eventId'),
      ...textsOf('actorName', 'webhookBody'),
      ...columnsOf(orders, 'itemCount'),
      ...textsOf('recipient', 'country', 'carrierId'),
      ...columnsOf(orders, 'catalogVersion'),
      ...textsOf('traceParent', 'enteredById'),
      ...columnsOf(orders, 'isRush'),
    ],
  });
  return { keys: rows.filter((row) => row.orderId !== null), catalogVersion: rows[0]?.catalogVersion ?? '' };
}

export interface LargeOrder extends OrderKey {
  document: null;
  bytes: number;
}

/** Reads the orders of different keys, in their order, without documents above `bytesMax`. */
export async function findSmallOrders(
  connection: Connection,
  keys: readonly OrderKey[],
  bytesMax: number,
): Promise<(StoredOrder | LargeOrder | undefined)[]> {
  type Row = Pick<StoredOrder, 'version' | 'requestHash'> & { place: string; document: string | null; bytes: number };
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

/** Reads the existing orders of these keys, in any order. */
export async function findOrders(connection: Connection, keys: readonly OrderKey[]): Promise<StoredOrder[]> {
  const { name, from, values } = lookUp(keys);
  return queryRows<StoredOrder>(connection, {
    name: `find-orders${name}`,
    text: `select client_id as "clientId", order_id as "orderId", document, version, request_hash as "requestHash"
           from ${from}`,
    values,
  });
}

/**
 * Returns the parts of a statement that reads orders by their keys. With Citus all keys belong to one client,
 * and only its node is asked. On one node each order is read by its key. For a join, PostgreSQL may choose
 * another index, or read the whole table while it has no statistics.
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
