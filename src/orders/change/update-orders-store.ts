import { randomUUIDv7 } from 'node:crypto';
import { isDistributed } from '../../platform/database/distribution.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { OrderColumns } from '../document/order-columns.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { Order } from '../document/order-schemas.ts';

export interface OrderUpdate extends OrderColumns {
  orderId: string;
  status: OrderStatus;
  updated: Date;
  document: string;
  summary: string;
  requestHash: Buffer;
  /** What became of the wish to cancel it in production. */
  cancellation: NonNullable<Order['cancellation']>['status'] | null;
  carrier: string | null;
  /** As staff named it when they shipped it. */
  carrierTold: string | null;
  /** When the background is to work on it next. */
  workDue: Date | null;
  /** Attempts at the intake of this content that failed for now; absent: it begins anew. */
  attempts?: number | undefined;
  /** Absent: it stays as it is. */
  traceParent?: string | null;
}

/**
 * Each order is read by its key, and written where it was read: asked to join them, PostgreSQL reads all orders of the client three times while its statistics are from before these
 * came, which cost more than all else that is done for a new order. Nobody moves a row that is locked.
 */
const BY_PLACE = {
  columns: ', o.place',
  read: `cross join lateral (
               select ctid as place, status, reason_code, created from orders where client_id = $1 and order_id = u.order_id limit 1
             ) o`,
  from: 'found u where o.ctid = u.place',
};
const BY_JOINING = {
  columns: '',
  read: 'join orders o on o.client_id = $1 and o.order_id = u.order_id',
  from: 'u where o.client_id = $1 and o.order_id = u.order_id',
};

/** Rewrites the orders, which must be locked, raises their versions, and notes what that changes in the counts of orders. */
export async function updateOrders(
  connection: Connection,
  clientId: string,
  updates: readonly OrderUpdate[],
): Promise<void> {
  const form = isDistributed() ? BY_JOINING : BY_PLACE;
  await connection.query({
    text: `with u as (
             select * from unnest($2::text[], $3::text[], $4::timestamptz[], $5::text[], $6::text[], $7::bytea[], $8::timestamptz[], $9::int[],
                                  $10::text[], $11::text[], $12::int[], $14::text[], $15::text[], $16::text[], $17::text[], $18::text[], $19::text[])
               as u (order_id, status, updated, document, summary, request_hash, work_due, attempts, reason_code, cancellation, item_count,
                     reason_message, recipient, country, carrier, carrier_told, trace_parent)
           ), found as materialized (
             select u.*, o.status as old_status, coalesce(o.reason_code, '') as old_code, o.created${form.columns} from u ${form.read}
           ), counted as (
             insert into order_count_changes (client_id, change_id, status, reason_code, orders, happened, created, duration_bucket)
             select $1, $13, status, reason_code, sum(orders), happened, created, bucket from (
               select old_status as status, old_code as reason_code, -1 as orders, '-infinity'::timestamptz as happened,
                      '-infinity'::timestamptz as created, -1 as bucket
               from found
               union all
               select status, coalesce(reason_code, ''), 1,
                      case when ends then date_bin('15 minutes', updated, '2000-01-01 00:00:00+00') else '-infinity' end,
                      case when ends then date_bin('15 minutes', created, '2000-01-01 00:00:00+00') else '-infinity' end,
                      case when ends and status = 'SHIPPED'
                        then floor(8 * ln(greatest(extract(epoch from updated - created)::float8, 1)) / ln(2::float8))::int else -1 end
               from found cross join lateral (select status in ('SHIPPED', 'CANCELLED') and old_status <> status as ends) e
             ) change
             group by status, reason_code, happened, created, bucket having sum(orders) <> 0
           )
           update orders o
           set status = u.status, updated = u.updated, version = o.version + 1, document = u.document, summary = u.summary,
               request_hash = u.request_hash, reason_code = u.reason_code, reason_message = u.reason_message,
               cancellation = u.cancellation, item_count = u.item_count, recipient = u.recipient, country = u.country,
               status_since = case when o.status = u.status then o.status_since else u.updated end,
               carrier = case when u.carrier_told is null then u.carrier else coalesce((
                 select k.carrier_id from carriers k where k.carrier_id = u.carrier_told or lower(k.name) = lower(u.carrier_told)
                 order by k.carrier_id = u.carrier_told desc, k.carrier_id limit 1), u.carrier_told) end,
               work_due = u.work_due, intake_attempts = u.attempts, own_failures = 0, parked_host = null, trace_parent = coalesce(u.trace_parent, o.trace_parent)
           from ${form.from}`,
    values: [
      clientId,
      updates.map((update) => update.orderId),
      updates.map((update) => update.status),
      updates.map((update) => update.updated),
      updates.map((update) => update.document),
      updates.map((update) => update.summary),
      updates.map((update) => update.requestHash),
      updates.map((update) => update.workDue),
      updates.map((update) => update.attempts ?? 0),
      updates.map((update) => update.reasonCode),
      updates.map((update) => update.cancellation),
      updates.map((update) => update.itemCount),
      randomUUIDv7(),
      updates.map((update) => update.reasonMessage),
      updates.map((update) => update.recipient),
      updates.map((update) => update.country),
      updates.map((update) => update.carrier),
      updates.map((update) => update.carrierTold),
      updates.map((update) => update.traceParent ?? null),
    ],
  });
}
