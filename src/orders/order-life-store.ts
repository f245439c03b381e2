import type { Connection } from '../database/transaction.ts';
import type { OrderStatus } from './order-fields.ts';
import type { Actor } from './order-states.ts';

/** What the background does for an order: intake on its way to ASSIGNED, or the walk of a sandbox order. */
export type OrderWork = 'intake' | 'walk';

export interface LockedOrder {
  orderId: string;
  status: OrderStatus;
  mode: 'live' | 'sandbox';
  created: Date;
  version: number;
  document: string;
  requestHash: Buffer;
}

export interface OrderUpdate {
  orderId: string;
  status: OrderStatus;
  updated: Date;
  document: string;
  summary: string;
  requestHash: Buffer;
  work: OrderWork | null;
  workDue: Date | null;
}

export interface OrderEvent {
  orderId: string;
  /** UUIDv7. */
  eventId: string;
  type: string;
  occurred: Date;
  status: OrderStatus;
  previousStatus: OrderStatus | null;
  version: number;
  actor: Actor;
  reason: string | null;
}

export interface NewOrderEvent extends OrderEvent {
  /** What webhooks tell of it. */
  webhookBody: string;
}

/** Locked until the transaction ends, oldest first; those that do not exist are not in the answer. */
export async function lockOrders(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<LockedOrder[]> {
  const { rows } = await connection.query<LockedOrder>({
    name: 'lock-orders',
    text: `select order_id as "orderId", status, mode, created, version, document, request_hash as "requestHash"
           from orders where client_id = $1 and order_id = any($2)
           order by created, order_id for update`,
    values: [clientId, orderIds],
  });
  return rows;
}

/** Rewrites the orders, which must be locked, and raises their versions. */
export async function updateOrders(
  connection: Connection,
  clientId: string,
  updates: readonly OrderUpdate[],
): Promise<void> {
  await connection.query({
    name: 'update-orders',
    text: `update orders o
           set status = u.status, updated = u.updated, version = o.version + 1, document = u.document, summary = u.summary,
               request_hash = u.request_hash, work = u.work, work_due = u.work_due, intake_attempts = 0
           from unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::bytea[], $8::text[], $9::timestamptz[])
             as u (order_id, status, updated, document, summary, request_hash, work, work_due)
           where o.client_id = $1 and o.order_id = u.order_id`,
    values: [
      clientId,
      updates.map((update) => update.orderId),
      updates.map((update) => update.status),
      updates.map((update) => update.updated),
      updates.map((update) => update.document),
      updates.map((update) => update.summary),
      updates.map((update) => update.requestHash),
      updates.map((update) => update.work),
      updates.map((update) => update.workDue),
    ],
  });
}

/** Records the events, and for each of the client's webhook endpoints that wants them what it is told. */
export async function insertOrderEvents(
  connection: Connection,
  clientId: string,
  events: readonly NewOrderEvent[],
): Promise<void> {
  await connection.query({
    name: 'insert-order-events',
    text: `with recorded as (
             insert into order_events (client_id, order_id, event_id, type, occurred, status, previous_status, version, actor, reason)
             select $1, * from unnest($2::text[], $3::uuid[], $4::text[], $5::timestamptz[], $6::text[], $7::text[], $8::int[], $9::text[], $10::text[])
           )
           insert into webhook_deliveries (client_id, endpoint_id, delivery_id, type, body, due, created)
           select $1, e.endpoint_id, event.id, event.type, event.body, event.occurred, event.occurred
           from unnest($3::uuid[], $4::text[], $5::timestamptz[], $11::text[]) with ordinality as event (id, type, occurred, body, place)
           join webhook_endpoints e on e.client_id = $1 and e.status = 'active' and (e.types is null or event.type = any(e.types))
           order by event.place`,
    values: [
      clientId,
      events.map((event) => event.orderId),
      events.map((event) => event.eventId),
      events.map((event) => event.type),
      events.map((event) => event.occurred),
      events.map((event) => event.status),
      events.map((event) => event.previousStatus),
      events.map((event) => event.version),
      events.map((event) => event.actor),
      events.map((event) => event.reason),
      events.map((event) => event.webhookBody),
    ],
  });
}

/** The order's events, oldest first, after the one that made the version given. */
export async function listOrderEvents(
  connection: Connection,
  clientId: string,
  orderId: string,
  { afterVersion, limit }: { afterVersion: number; limit: number },
): Promise<OrderEvent[]> {
  const { rows } = await connection.query<OrderEvent>({
    name: 'list-order-events',
    text: `select order_id as "orderId", event_id as "eventId", type, occurred, status, previous_status as "previousStatus",
                  version, actor, reason
           from order_events
           where client_id = $1 and order_id = $2 and version > $3
           order by version limit $4`,
    values: [clientId, orderId, afterVersion, limit],
  });
  return rows;
}

/** Clients with orders whose work is due, longest due first. */
export async function findClientsWithWork(
  connection: Connection,
  work: OrderWork,
  now: Date,
  limit: number,
): Promise<string[]> {
  const { rows } = await connection.query<{ clientId: string }>({
    name: 'find-clients-with-work',
    text: `select client_id as "clientId" from orders where work = $1 and work_due <= $2
           group by client_id order by min(work_due) limit $3`,
    values: [work, now, limit],
  });
  return rows.map(({ clientId }) => clientId);
}

export interface OrderWithWork {
  orderId: string;
  version: number;
  document: string;
  /** Attempts at the intake of this content that failed for now. */
  attempts: number;
}

/** The client's orders whose work is due, oldest first. */
export async function findOrdersWithWork(
  connection: Connection,
  clientId: string,
  work: OrderWork,
  now: Date,
  limit: number,
): Promise<OrderWithWork[]> {
  const { rows } = await connection.query<OrderWithWork>({
    name: 'find-orders-with-work',
    text: `select order_id as "orderId", version, document, intake_attempts as attempts from orders
           where client_id = $1 and work = $2 and work_due <= $3
           order by created, order_id limit $4`,
    values: [clientId, work, now, limit],
  });
  return rows;
}

/** Puts the intake off after an attempt that failed, unless the order has changed since. */
export async function retryIntake(
  connection: Connection,
  clientId: string,
  orderId: string,
  version: number,
  due: Date,
): Promise<void> {
  await connection.query({
    name: 'retry-intake',
    text: `update orders set work_due = $4, intake_attempts = intake_attempts + 1
           where client_id = $1 and order_id = $2 and version = $3 and work = 'intake'`,
    values: [clientId, orderId, version, due],
  });
}

/** Nothing more is to be done in the background for the orders. Their documents stay. */
export async function endWork(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<void> {
  await connection.query({
    name: 'end-work',
    text: `update orders set work = null, work_due = null where client_id = $1 and order_id = any($2)`,
    values: [clientId, orderIds],
  });
}

/** Clients with orders that wait for stock which may have come. */
export async function findClientsWithWokenOrders(connection: Connection, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ clientId: string }>({
    name: 'find-clients-with-woken-orders',
    text: `select distinct client_id as "clientId" from stock_waits where woken limit $1`,
    values: [limit],
  });
  return rows.map(({ clientId }) => clientId);
}

/** The client's orders that are to be looked at again, in the order of their turn, with their versions. */
export async function findWokenOrders(
  connection: Connection,
  clientId: string,
  limit: number,
): Promise<Map<string, number>> {
  const { rows } = await connection.query<{ orderId: string; version: number }>({
    name: 'find-woken-orders',
    text: `select order_id as "orderId", version
           from (select distinct client_id, order_id from stock_waits where client_id = $1 and woken) w
           join orders using (client_id, order_id)
           order by created, order_id limit $2`,
    values: [clientId, limit],
  });
  return new Map(rows.map(({ orderId, version }) => [orderId, version]));
}
