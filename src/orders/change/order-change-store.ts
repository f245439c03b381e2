import { randomUUIDv7 } from 'node:crypto';
import type { Actor, ActorKind } from '../../platform/audit/actor.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { recordDeliveriesOf } from '../../webhooks/record-deliveries-store.ts';
import type { OrderNews } from '../document/order-event-body.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';

export interface LockedOrder {
  orderId: string;
  status: OrderStatus;
  /** Of its client. */
  mode: 'live' | 'sandbox';
  created: Date;
  updated: Date;
  /** Since when it is in its status. */
  statusSince: Date;
  version: number;
  document: string;
  /** The document, parsed. */
  content: Order;
  requestHash: Buffer;
  /** Who carries it. */
  carrier: string | null;
  /** Of its client. */
  defaultCarrier: string | null;
  /** Of the last request that changed it, where that was traced. */
  traceParent: string | null;
}

export interface OrderEvent extends OrderNews {
  /** UUIDv7. */
  eventId: string;
  actor: Actor;
  reason: string | null;
}

export interface NewOrderEvent extends OrderEvent {
  /** What webhooks tell of it. */
  webhookBody: string;
  /** Of the request that led to it, where that was traced. */
  traceParent: string | null;
}

/** An event as staff read it. */
export interface RecordedEvent extends Omit<OrderEvent, 'actor'> {
  actor: ActorKind;
  actorId: string | null;
  actorName: string | null;
}

/** Locked until the transaction ends, oldest first; those that do not exist are not in the answer. */
export async function lockOrders(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<LockedOrder[]> {
  const { rows } = await connection.query<Omit<LockedOrder, 'content'>>({
    text: `select order_id as "orderId", o.status, c.mode, o.created, o.updated, coalesce(o.status_since, o.updated) as "statusSince", version, document,
                  request_hash as "requestHash", o.trace_parent as "traceParent",
                  o.carrier, (select d.carrier_id from client_carriers d where d.client_id = $1 and d.is_default) as "defaultCarrier"
           from orders o join clients c using (client_id)
           where client_id = $1 and order_id = any($2)
           order by o.created, order_id for update of o`,
    values: [clientId, orderIds],
  });
  return rows.map((row) => ({ ...row, content: JSON.parse(row.document) }));
}

/** The order's version, locked until the transaction ends; its document is not read, which may be the fault. */
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

/** Puts an order into ERROR in its columns alone, for its document cannot be read. Nothing more is done with it in the background. */
export async function failUnreadable(
  connection: Connection,
  clientId: string,
  orderId: string,
  { reasonCode, now }: { reasonCode: string; now: Date },
): Promise<void> {
  await connection.query({
    text: `with counted as (
             insert into order_count_changes (client_id, change_id, status, reason_code, orders)
             select $1, $5::uuid, status, reason_code, orders from (
               select status, coalesce(reason_code, '') as reason_code, -1 as orders from orders where client_id = $1 and order_id = $2
               union all
               select 'ERROR', $3::text, 1 from orders where client_id = $1 and order_id = $2
             ) change
           )
           update orders set status = 'ERROR', status_since = $4, reason_code = $3, updated = $4, work_due = null, parked_host = null
           where client_id = $1 and order_id = $2`,
    values: [clientId, orderId, reasonCode, now, randomUUIDv7()],
  });
}

/** Records the events, and for each of the client's webhook endpoints that wants them what it is told. */
export async function insertOrderEvents(
  connection: Connection,
  clientId: string,
  events: readonly NewOrderEvent[],
): Promise<void> {
  await connection.query({
    text: `with events as (
             select $1::text as client_id, * from unnest($2::text[], $3::uuid[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::int[],
                                                         $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::text[]) with ordinality
               as e (order_id, event_id, type, occurred, status, previous_status, version, reason, actor, actor_id, actor_name, body, trace_parent, place)
           ), recorded as (
             insert into order_events (client_id, order_id, event_id, type, occurred, status, previous_status, version, reason, actor, actor_id, actor_name)
             select client_id, order_id, event_id, type, occurred, status, previous_status, version, reason, actor, actor_id, actor_name from events
           ), ${recordDeliveriesOf('events')}
           select`,
    values: [
      clientId,
      events.map((event) => event.orderId),
      events.map((event) => event.eventId),
      events.map((event) => event.type),
      events.map((event) => event.occurred),
      events.map((event) => event.status),
      events.map((event) => event.previousStatus),
      events.map((event) => event.version),
      events.map((event) => event.reason),
      events.map((event) => event.actor.kind),
      events.map((event) => event.actor.id),
      events.map((event) => event.actor.name),
      events.map((event) => event.webhookBody),
      events.map((event) => event.traceParent),
    ],
  });
}

/** Whether the event was recorded. */
export async function hasOrderEvent(
  connection: Connection,
  clientId: string,
  orderId: string,
  eventId: string,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    'select 1 from order_events where client_id = $1 and order_id = $2 and event_id = $3',
    [clientId, orderId, eventId],
  );
  return rowCount === 1;
}

const EVENT = `order_id as "orderId", event_id as "eventId", type, occurred, status, previous_status as "previousStatus",
                  version, actor, actor_id as "actorId", actor_name as "actorName", reason`;

/** The order's events, oldest first, after the one that made the version given. */
export async function listOrderEvents(
  connection: Connection,
  clientId: string,
  orderId: string,
  { afterVersion, limit }: { afterVersion: number; limit: number },
): Promise<RecordedEvent[]> {
  const { rows } = await connection.query<RecordedEvent>({
    name: 'list-order-events',
    text: `select ${EVENT}
           from order_events
           where client_id = $1 and order_id = $2 and version > $3
           order by version limit $4`,
    values: [clientId, orderId, afterVersion, limit],
  });
  return rows;
}

/** The order's events, newest first, before the one that made the version given. */
export async function listLatestOrderEvents(
  connection: Connection,
  clientId: string,
  orderId: string,
  { beforeVersion, limit }: { beforeVersion: number; limit: number },
): Promise<RecordedEvent[]> {
  const { rows } = await connection.query<RecordedEvent>({
    name: 'list-latest-order-events',
    text: `select ${EVENT}
           from order_events
           where client_id = $1 and order_id = $2 and version < $3
           order by version desc limit $4`,
    values: [clientId, orderId, beforeVersion, limit],
  });
  return rows;
}

export interface OrderSize {
  orderId: string;
  version: number;
  bytes: number;
  ownFailures: number;
}

/** The version of each of the client's orders that exist, the bytes of its document, and our own failures with it, by orderId. */
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
