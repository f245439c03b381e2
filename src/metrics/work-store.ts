import { isDistributed } from '../database/is-distributed.ts';
import type { Connection } from '../database/transaction.ts';
import { countWorkOnNodes } from './work-on-nodes-store.ts';

/** Orders, or deliveries, that are counted of one client and status, or of one endpoint, at most. */
export const COUNTED_MAX = 10_000;
/** What has an end is not counted: it only grows. */
export const OPEN_STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'] as const;
/** So long the count may take; past that it is given up. */
const COUNT_TIMEOUT_MS = 2_000;

/** The open work of all live clients; that of sandbox clients is not in it. */
export interface Work {
  orders: { status: (typeof OPEN_STATUSES)[number]; count: number; oldest: Date | null }[];
  /** NEW orders whose intake is due, and since when the longest is. */
  intakeDue: number;
  intakeDueSince: Date | null;
  /** NEW orders whose next attempt is later, since a file of theirs cannot be had for now, or its host is busy. */
  intakeLater: number;
  webhooksPending: number;
  /** When the oldest that waits was recorded. */
  webhooksOldest: Date | null;
  /** Since when the longest is due that is next at its endpoint. */
  webhooksDueSince: Date | null;
  /** Print jobs that wait for their printers, or are being sent. */
  printsWaiting: number;
  /** That failed, or of which nobody knows whether they were printed. */
  printsFailed: number;
  endpointsActive: number;
  endpointsFailing: number;
  /** Disabled since they failed for days, or answered 410. */
  endpointsDisabled: number;
  /** As the last whole walk found them; null before the first. */
  storedFiles: number | null;
  storedBytes: number | null;
}

/**
 * Counts the open work in one statement, inside a transaction of its own. It reads the indexes of what is open, client by client, so
 * what it costs grows with clients and open work, and not with the orders there have ever been.
 */
export async function countWork(connection: Connection, now: Date): Promise<Work> {
  await connection.query(`set local statement_timeout = ${COUNT_TIMEOUT_MS}; set local jit = off`);
  if (isDistributed()) return countWorkOnNodes(connection, now, OPEN_STATUSES);
  const { rows } = await connection.query<Work>(
    `with live as (select client_id from clients where mode = 'live' and scope = 'fulfillment'),
     open_orders as (
       select status, coalesce(sum(counted.count), 0)::int as count, min(first.created) as oldest
       from unnest($2::text[]) as s (status)
       left join live on true
       left join lateral (
         select count(*) from (
           select 1 from orders o where o.client_id = live.client_id and o.status = s.status limit $3) as found) as counted on true
       left join lateral (
         select created from orders o where o.client_id = live.client_id and o.status = s.status
         order by created, order_id desc limit 1) as first on true
       group by status),
     intake as (
       select coalesce(sum(due.count), 0)::int as due, min(first.work_due) as since, coalesce(sum(later.count + parked.count), 0)::int as later
       from live
       left join lateral (
         select count(*) from (
           select 1 from orders o where o.client_id = live.client_id and o.work_due <= $1 limit $3) as found) as due on true
       left join lateral (
         select count(*) from (
           select 1 from orders o where o.client_id = live.client_id and o.work_due > $1 limit $3) as found) as later on true
       left join lateral (
         select count(*) from (
           select 1 from orders o
           where o.client_id = live.client_id and o.parked_host is not null and o.work_due is null limit $3) as found) as parked on true
       left join lateral (
         select work_due from orders o where o.client_id = live.client_id and o.work_due <= $1
         order by work_due limit 1) as first on true),
     endpoints as (
       select coalesce(sum(counted.count), 0)::int as pending, min(first.created) as oldest,
              min(first.due) filter (where first.due <= $1) as due_since, count(*)::int as active,
              (count(*) filter (where failing_since is not null))::int as failing
       from live
       join webhook_endpoints e on e.client_id = live.client_id and e.status = 'active'
       left join lateral (
         select count(*) from (
           select 1 from webhook_deliveries d
           where d.client_id = e.client_id and d.endpoint_id = e.endpoint_id and d.state = 'pending' limit $3) as found) as counted on true
       left join lateral (
         select created, due from webhook_deliveries d
         where d.client_id = e.client_id and d.endpoint_id = e.endpoint_id and d.state = 'pending'
         order by position limit 1) as first on true)
     select (select json_agg(json_build_object('status', status, 'count', count, 'oldest', oldest)) from open_orders) as orders,
            intake.due as "intakeDue", intake.since as "intakeDueSince", intake.later as "intakeLater",
            (select count(*)::int from (select 1 from print_jobs where state in ('queued', 'sending') limit $3) found) as "printsWaiting",
            (select count(*)::int from (select 1 from print_jobs where state in ('failed', 'unknown') limit $3) found) as "printsFailed",
            pending as "webhooksPending", endpoints.oldest as "webhooksOldest", due_since as "webhooksDueSince",
            active as "endpointsActive", failing as "endpointsFailing",
            (select count(*)::int from webhook_endpoints join live using (client_id)
             where status = 'disabled' and disabled_reason in ('gone', 'failing')) as "endpointsDisabled",
            kept_files::float8 as "storedFiles", kept_bytes::float8 as "storedBytes"
     from intake, endpoints, blob_sweep`,
    [now, OPEN_STATUSES, COUNTED_MAX],
  );
  const work = rows[0] as Work;
  const orders = work.orders.map((one) => ({ ...one, oldest: one.oldest && new Date(one.oldest) }));
  return { ...work, orders };
}
