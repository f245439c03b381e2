import type { DueTerms } from '../../clients/due-rules.ts';
import type { Actor, ActorKind } from '../../platform/audit/actor.ts';
import { isDistributed } from '../../platform/database/distribution.ts';
import { columnsOf, unnest } from '../../platform/database/statement-parts.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { TrackedCarrier } from '../../shipping/tracking-rules.ts';
import { recordDeliveriesOf } from '../../webhooks/record-deliveries-store.ts';
import type { OrderColumns, OrderNews } from '../document/order-document.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';
import type { FieldChange } from './listed-changes-rules.ts';

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

/**
 * Reads each row by its key and writes it at the place where it was read. The rows are locked, so none moves.
 * In a join, PostgreSQL would read all orders of the client three times while its statistics are older than
 * these orders.
 */
const BY_PLACE = {
  found: [
    `found as materialized (
       select u.*, o.place from u
       cross join lateral (select ctid as place from orders where client_id = $1 and order_id = u.order_id limit 1) o
     )`,
  ],
  from: 'found u where o.ctid = u.place',
};
const BY_JOINING = { found: [], from: 'u where o.client_id = $1 and o.order_id = u.order_id' };

/**
 * Updates orders that the caller has locked, and increments their versions. Inserts the events, and their
 * deliveries to webhook endpoints.
 */
export async function updateOrders(
  connection: Connection,
  clientId: string,
  updates: readonly OrderUpdate[],
  events: readonly NewOrderEvent[] = [],
): Promise<void> {
  const values: unknown[] = [clientId];
  const form = isDistributed() ? BY_JOINING : BY_PLACE;
  const columns = columnsOf(updates, 'orderId', 'status', 'updated', 'document', 'summary', 'requestHash', 'workDue');
  columns.push(updates.map(({ attempts = 0 }) => attempts));
  columns.push(
    ...columnsOf(updates, 'reasonCode', 'cancellation', 'itemCount', 'reasonMessage', 'recipient', 'country'),
  );
  columns.push(...columnsOf(updates, 'carrier', 'statedCarrier'));
  columns.push(updates.map(({ traceParent = null }) => traceParent));
  columns.push(updates.map((update) => update.technologyPieces ?? null));
  columns.push(
    updates.map(({ due }) => due),
    updates.map(({ rush = null }) => rush),
  );
  const types =
    'text text timestamptz text text bytea timestamptz int text text int text text text text text text text timestamptz bool';
  const parts = [
    `u as (
       select * from ${unnest(values, types, columns)}
         as u (order_id, status, updated, document, summary, request_hash, work_due, attempts, reason_code, cancellation, item_count,
               reason_message, recipient, country, carrier, carrier_told, trace_parent, technology_pieces, due, rush)
     )`,
    ...form.found,
  ];
  // A distributed database finds the endpoints in a statement of their own.
  if (events.length > 0 && !isDistributed()) parts.push(eventParts(values, events));
  await connection.query({
    text: `with ${parts.join(', ')}
           update orders o
           set status = u.status, updated = u.updated, version = o.version + 1, document = u.document, summary = u.summary,
               request_hash = u.request_hash, reason_code = u.reason_code, reason_message = u.reason_message,
               cancellation = u.cancellation, item_count = u.item_count, recipient = u.recipient, country = u.country,
               status_since = case when o.status = u.status then o.status_since else u.updated end,
               carrier = case when u.carrier_told is null then u.carrier else coalesce((
                 select k.carrier_id from carriers k where k.carrier_id = u.carrier_told or lower(k.name) = lower(u.carrier_told)
                 order by k.carrier_id = u.carrier_told desc, k.carrier_id limit 1), u.carrier_told) end,
               work_due = u.work_due, intake_attempts = u.attempts, own_failures = 0, parked_host = null, trace_parent = coalesce(u.trace_parent, o.trace_parent),
               technology_pieces = u.technology_pieces, rush = coalesce(u.rush, o.rush),
               due = case when u.due is null and u.status in ('ASSIGNED', 'ACCEPTED') then o.due else u.due end
           from ${form.from}`,
    values,
  });
  if (events.length === 0 || !isDistributed()) return;
  const ofEvents: unknown[] = [clientId];
  await connection.query({ text: `with ${eventParts(ofEvents, events)} select`, values: ofEvents });
}

/** Returns parts of a `with` that insert events and their webhook deliveries. $1 is the client. */
function eventParts(values: unknown[], events: readonly NewOrderEvent[]): string {
  const columns = columnsOf(events, 'orderId', 'eventId', 'type', 'occurred', 'status', 'previousStatus');
  columns.push(...columnsOf(events, 'version', 'reason'));
  columns.push(events.map(({ actor }) => actor.kind));
  columns.push(events.map(({ actor }) => actor.id));
  columns.push(events.map(({ actor }) => actor.name));
  columns.push(...columnsOf(events, 'webhookBody', 'traceParent', 'correction'));
  const types = 'text uuid text timestamptz text text int text text text text text text text';
  return `events as (
            select $1::text as client_id, * from ${unnest(values, types, columns)} with ordinality
              as e (order_id, event_id, type, occurred, status, previous_status, version, reason, actor, actor_id, actor_name, body, trace_parent, correction, place)
          ), recorded as (
            insert into order_events (client_id, order_id, event_id, type, occurred, status, previous_status, version, reason, actor, actor_id, actor_name, correction)
            select client_id, order_id, event_id, type, occurred, status, previous_status, version, reason, actor, actor_id, actor_name, correction from events
          ), ${recordDeliveriesOf('events')}`;
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

export interface OrderEvent extends OrderNews {
  eventId: string;
  actor: Actor;
  reason: string | null;
  /** JSON of a `Correction`. */
  correction: string | null;
}

/** What a change of the content changed. Its reason is hidden from the customer. */
export interface Correction {
  changes: FieldChange[];
  reason?: string;
}

export interface NewOrderEvent extends OrderEvent {
  webhookBody: string;
  traceParent: string | null;
}

export interface RecordedEvent extends Omit<OrderEvent, 'actor' | 'correction'> {
  correction: Correction | null;
  actor: ActorKind;
  actorId: string | null;
  actorName: string | null;
}

const CARRIER = 'select carrier_id as "carrierId", name, tracking_url_pattern as "trackingUrlPattern" from carriers';

/** Finds the carriers whose id or name is in `names`. Upper and lower case of a name are the same. */
export async function findCarriersNamed(connection: Connection, names: readonly string[]): Promise<TrackedCarrier[]> {
  const { rows } = await connection.query<TrackedCarrier>({
    text: `${CARRIER} where carrier_id = any($1) or lower(name) = any($2) order by carrier_id`,
    values: [names, names.map((name) => name.toLowerCase())],
  });
  return rows;
}

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
                  version, actor, actor_id as "actorId", actor_name as "actorName", reason, correction::json as correction`;

/** Lists the order's events after the given version, oldest first. */
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

/** Lists the order's events before the given version, newest first. */
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

/** A piece that the floor has begun and that has not left. */
export interface BegunPiece {
  sku: string;
  /** 1, or the size of a lot. */
  quantity: number;
  steps: string;
  stepsDone: number;
  isMade: boolean;
}

/** Lists begun pieces of the present run that were not rejected and have not left. Lock the order first. */
export async function listBegunPieces(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<BegunPiece[]> {
  const { rows } = await connection.query<BegunPiece>({
    name: 'list-begun-pieces',
    text: `select sku, quantity, steps, steps_done as "stepsDone", state <> 'TO_MAKE' as "isMade"
           from pieces p join production_orders q using (client_id, order_id)
           where client_id = $1 and order_id = $2 and p.run = q.run
             and (state in ('MADE', 'CHECKED', 'PACKED') or (state = 'TO_MAKE' and steps_done > 0))
             and not exists (select 1 from parcels l where l.client_id = $1 and l.order_id = $2 and l.parcel = p.parcel and l.state = 'SHIPPED')`,
    values: [clientId, orderId],
  });
  return rows;
}

/** Queues the orders for the job that creates or ends their pieces. */
export async function insertProductionDue(
  connection: Connection,
  clientId: string,
  orders: readonly { orderId: string; updated: Date }[],
): Promise<void> {
  await connection.query({
    name: 'insert-production-due',
    text: `insert into production_due (client_id, order_id, accepted) select $1, * from unnest($2::text[], $3::timestamptz[])
           on conflict (client_id, order_id) do update set accepted = excluded.accepted`,
    values: [clientId, orders.map(({ orderId }) => orderId), orders.map(({ updated }) => updated)],
  });
}
