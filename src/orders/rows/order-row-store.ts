import type { DueTerms } from '../../clients/due-rules.ts';
import { type ColumnTypes, tableOf, textArray } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRows } from '../../platform/database/transaction.ts';
import type { TrackedCarrier } from '../../shipping/tracking-rules.ts';
import { insertOfDeliveries } from '../../webhooks/record-deliveries-store.ts';
import type { OrderColumns } from '../document/order-document.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';

// All statements here are for orders of one client, so that one node can carry them out. They find an order
// by its key in a subquery with a limit, or by `order_id = any(…)`. For a mere join, PostgreSQL may read all
// orders of the client while its statistics are older than the orders.

export type OrderKey = { clientId: string; orderId: string };

export interface NewOrder {
  orderId: string;
  status: OrderStatus;
  created: Date;
  requestHash: Buffer;
  document: string;
  summary: string;
  eventId: string;
  itemCount: number;
  recipient: string | null;
  country: string | null;
  customerReference: string | null;
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

const NEW_ORDER: ColumnTypes<NewOrder> = {
  orderId: 'text',
  status: 'text',
  created: 'timestamptz',
  requestHash: 'bytea',
  document: 'text',
  summary: 'text',
  eventId: 'uuid',
  itemCount: 'int',
  recipient: 'text',
  country: 'text',
  customerReference: 'text',
  carrierId: 'text',
  actorName: 'text',
  enteredById: 'text',
  isRush: 'bool',
  webhookBody: 'text',
  catalogVersion: 'bigint',
  traceParent: 'text',
};

type InsertedOrders = { orderIds: string[]; catalogVersion: string };

/**
 * Inserts different orders with their order.created events and webhook deliveries, in one statement.
 * Background work on them is due at once. An order that is not inserted was validated with another catalogue
 * version, or exists already.
 */
export async function insertOrders(
  connection: Connection,
  clientId: string,
  orders: readonly NewOrder[],
): Promise<InsertedOrders> {
  const values: unknown[] = [clientId];
  const given = tableOf('given', orders, NEW_ORDER, values);
  const rows = await queryRows<{ catalogVersion: string; orderId: string | null }>(connection, {
    name: 'insert-orders',
    text: `with given as (
             select * from ${given}
           ), inserted as (
             insert into orders (client_id, order_id, status, created, updated, status_since, request_hash, document, summary, item_count, recipient,
                                 country, customer_reference, carrier, work_due, trace_parent, rush)
             select $1, order_id, status, created, created, created, request_hash, document, summary, item_count, recipient, country, customer_reference,
                    coalesce(carrier_id, case when country is not null then (
                      select d.carrier_id from client_carriers d where d.client_id = $1 and d.is_default) end), created, trace_parent, is_rush
             from given where catalog_version is null or catalog_version = (select version from catalog_version)
             on conflict (client_id, order_id) do nothing
             returning order_id
           ), recorded as (
             insert into order_events (client_id, order_id, event_id, type, occurred, status, version, actor, actor_id, actor_name)
             select $1, order_id, event_id, 'order.created', created, status, 1,
                    case when entered_by_id is null then 'client' else 'operator' end, coalesce(entered_by_id, $1), actor_name
             from given join inserted using (order_id)
           ), news as (
             select event_id, 'order.created' as type, webhook_body as body, created as occurred, trace_parent, place
             from given join inserted using (order_id)
           ), delivered as (
             ${insertOfDeliveries('news')}
           )
           select version as "catalogVersion", order_id as "orderId" from catalog_version left join inserted on true`,
    values,
  });
  const orderIds = rows.flatMap(({ orderId }) => orderId ?? []);
  return { orderIds, catalogVersion: rows[0]?.catalogVersion ?? '' };
}

export interface StoredOrder {
  orderId: string;
  document: string;
  version: number;
  requestHash: Buffer;
}

/** An order whose document needs a second read. */
export type LargeOrder = { orderId: string; document: null; bytes: number };

const OF_IDS = `unnest($2::text[]) with ordinality as given (order_id, place)
           cross join lateral (select * from orders o where o.client_id = $1 and o.order_id = given.order_id limit 1) o`;

/** Reads the orders of different ids, in their order, without documents above `bytesMax`. */
export async function findSmallOrders(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
  bytesMax: number,
): Promise<(StoredOrder | LargeOrder | undefined)[]> {
  type Row = Pick<StoredOrder, 'version' | 'requestHash'> & { place: string; document: string | null; bytes: number };
  const rows = await queryRows<Row>(connection, {
    name: 'find-small-orders',
    // PostgreSQL knows the size without reading the text.
    text: `select place, version, request_hash as "requestHash", octet_length(document) as bytes,
                  case when octet_length(document) <= $3 then document end as document
           from ${OF_IDS}`,
    values: [clientId, textArray(orderIds), bytesMax],
  });
  const found = new Array<StoredOrder | LargeOrder | undefined>(orderIds.length).fill(undefined);
  for (const { place, version, requestHash, document, bytes } of rows) {
    const at = Number(place) - 1;
    const orderId = orderIds[at] as string;
    found[at] = document === null ? { orderId, document, bytes } : { orderId, document, version, requestHash };
  }
  return found;
}

/**
 * Reads the documents of orders in the order of their ids, until they have `bytesMax` bytes together. The
 * first is read at any size.
 */
export async function findDocuments(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
  bytesMax: number,
): Promise<string[]> {
  const rows = await queryRows<{ document: string }>(connection, {
    // PostgreSQL knows the sizes without reading the texts.
    text: `select document from (
             select place, document, sum(octet_length(document)) over (order by place) as bytes from ${OF_IDS}
           ) sized where place = 1 or bytes <= $3 order by place`,
    values: [clientId, textArray(orderIds), bytesMax],
  });
  return rows.map(({ document }) => document);
}

/** Reads the existing orders of these ids, in any order. */
export async function findOrders(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<StoredOrder[]> {
  return queryRows<StoredOrder>(connection, {
    name: 'find-orders',
    text: `select o.order_id as "orderId", document, version, request_hash as "requestHash" from ${OF_IDS}`,
    values: [clientId, textArray(orderIds)],
  });
}

export interface OrderUpdate extends OrderColumns {
  orderId: string;
  status: OrderStatus;
  updated: Date;
  document: string;
  summary: string;
  requestHash: Buffer;
  /** The decision on a cancellation request in production. */
  cancellation: NonNullable<Order['cancellation']>['status'] | null;
  carrier: string | null;
  /** The carrier as staff typed it when they shipped the order. */
  statedCarrier: string | null;
  /** When a background job next works on the order; null: never. */
  workDue: Date | null;
  /** Failed attempts at intake; absent: intake starts from the first attempt. */
  attempts?: number | undefined;
  /** See `technologyPieces`. */
  technologyPieces?: string | null;
  /** Null: it stays. */
  rush?: boolean | null;
  traceParent?: string | null;
}

const ORDER_UPDATE: ColumnTypes<OrderUpdate> = {
  orderId: 'text',
  status: 'text',
  updated: 'timestamptz',
  document: 'text',
  summary: 'text',
  requestHash: 'bytea',
  cancellation: 'text',
  itemCount: 'int',
  recipient: 'text',
  country: 'text',
  customerReference: 'text',
  reasonCode: 'text',
  reasonMessage: 'text',
  carrier: 'text',
  statedCarrier: 'text',
  workDue: 'timestamptz',
  attempts: 'int',
  technologyPieces: 'text',
  due: 'timestamptz',
  rush: 'bool',
  traceParent: 'text',
};

/** Updates orders that the caller has locked, and increments their versions. */
export async function updateOrders(
  connection: Connection,
  clientId: string,
  updates: readonly OrderUpdate[],
): Promise<void> {
  const values: unknown[] = [clientId, updates.map(({ orderId }) => orderId)];
  await connection.query(
    `update orders o
     set status = u.status, updated = u.updated, version = version + 1, document = u.document, summary = u.summary,
         request_hash = u.request_hash, reason_code = u.reason_code, reason_message = u.reason_message,
         cancellation = u.cancellation, item_count = u.item_count, recipient = u.recipient, country = u.country,
         customer_reference = u.customer_reference,
         status_since = case when o.status = u.status then status_since else u.updated end,
         carrier = case when stated_carrier is null then u.carrier else coalesce((
           select k.carrier_id from carriers k where k.carrier_id = stated_carrier or lower(k.name) = lower(stated_carrier)
           order by k.carrier_id = stated_carrier desc, k.carrier_id limit 1), stated_carrier) end,
         work_due = u.work_due, intake_attempts = coalesce(attempts, 0), own_failures = 0, parked_host = null,
         trace_parent = coalesce(u.trace_parent, o.trace_parent), technology_pieces = u.technology_pieces,
         rush = coalesce(u.rush, o.rush), due = case when u.due is null and u.status in ('ASSIGNED', 'ACCEPTED') then o.due else u.due end
     from ${tableOf('u', updates, ORDER_UPDATE, values)}
     where o.client_id = $1 and o.order_id = any($2) and o.order_id = u.order_id`,
    values,
  );
}

export interface LockedOrder {
  orderId: string;
  status: OrderStatus;
  mode: 'live' | 'sandbox';
  created: Date;
  updated: Date;
  statusSince: Date;
  version: number;
  document: string;
  content: Order;
  requestHash: Buffer;
  carrier: string | null;
  /** The stored carrier with the id `carrier`. Null: the id is a name that staff typed, or there is none. */
  knownCarrier: TrackedCarrier | null;
  defaultCarrier: string | null;
  isRush: boolean;
  /** Null: not set, or the order is older than the column and not filled in. */
  due: Date | null;
  dueTerms: DueTerms;
  traceParent: string | null;
}

const CARRIER = 'select carrier_id as "carrierId", name, tracking_url_pattern as "trackingUrlPattern" from carriers';

/** Locks and reads orders of the client, sorted by creation. Leaves out ids without an order. */
export async function lockOrders(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<LockedOrder[]> {
  const { rows } = await connection.query<Omit<LockedOrder, 'content'>>({
    text: `select order_id as "orderId", o.status, c.mode, o.created, o.updated, coalesce(o.status_since, o.updated) as "statusSince", version, document,
                  request_hash as "requestHash", o.trace_parent as "traceParent", o.rush as "isRush", o.due,
                  json_build_object('productionDays', c.production_days, 'cutOff', c.cut_off, 'workingDays', c.working_days) as "dueTerms",
                  o.carrier, (select to_json(k) from (${CARRIER} where carrier_id = o.carrier) k) as "knownCarrier", (select d.carrier_id from client_carriers d where d.client_id = $1 and d.is_default) as "defaultCarrier"
           from orders o join clients c using (client_id)
           where client_id = $1 and order_id = any($2)
           order by o.created, order_id for update of o`,
    values: [clientId, orderIds],
  });
  return rows.map((row) => ({ ...row, content: JSON.parse(row.document) }));
}

/** Locks an order and returns its version. Does not read the document, which may be unreadable. */
export async function lockOrderVersion(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<number | undefined> {
  const { rows } = await connection.query<{ version: number }>(
    'select version from orders where client_id = $1 and order_id = $2 for update',
    [clientId, orderId],
  );
  return rows[0]?.version;
}

/** Sets an order to ERROR and ends its background work. Does not change its document, which is unreadable. */
export async function failUnreadable(
  connection: Connection,
  clientId: string,
  orderId: string,
  { reasonCode, now }: { reasonCode: string; now: Date },
): Promise<void> {
  await connection.query({
    text: `update orders set status = 'ERROR', status_since = $4, reason_code = $3, updated = $4, work_due = null, parked_host = null
           where client_id = $1 and order_id = $2`,
    values: [clientId, orderId, reasonCode, now],
  });
}

type OrderSize = { orderId: string; version: number; bytes: number; ownFailures: number };

/** Returns version, document size in bytes and number of internal failures of each order, by orderId. */
export async function findOrderSizes(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<Map<string, OrderSize>> {
  const { rows } = await connection.query<OrderSize>({
    text: `select order_id as "orderId", version, octet_length(document) as bytes, own_failures as "ownFailures" from orders
           where client_id = $1 and order_id = any($2)`,
    values: [clientId, orderIds],
  });
  return new Map(rows.map((row) => [row.orderId, row]));
}
