import { isDistributed, onAllNodes } from '../../platform/database/distribution.ts';
import { looseIndexScan, ofLiveClient } from '../../platform/database/statement-parts.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { Work } from './platen-metrics.ts';
import { countWorkOnNodes } from './work-distributed-store.ts';

/** Limits the orders that are counted for a client, and the deliveries that are counted for an endpoint. */
const COUNTED_MAX = 10_000;
/** Limits the counted orders of an open status. */
const OPEN_COUNTED_MAX = 100_000;
/** Limits the search for the oldest order of a live client, because sandbox orders may be older. */
const SEARCHED_ORDERS_MAX = 50_000;
const CLIENTS_WITH_WORK = { table: 'orders', column: 'client_id', condition: 'work_due is not null' };
const CLIENTS_WITH_DELIVERIES = {
  table: 'webhook_deliveries',
  column: 'client_id',
  condition: `state = 'pending'`,
};
const OPEN_STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'] as const;
const COUNT_TIMEOUT_MS = 2_000;

export interface BackupTrouble {
  /** A sentence that says why no backup can be made. */
  problem: string | null;
  problemSince: Date | null;
  verifyProblems: number | null;
  verifyMessage: string | null;
}

export async function findBackupTrouble(connection: Connection): Promise<BackupTrouble> {
  const { rows } = await connection.query<BackupTrouble>(
    `select problem_message as problem, problem_since as "problemSince", verify_problems as "verifyProblems", verify_message as "verifyMessage"
     from backup_state`,
  );
  return rows[0]!;
}

/**
 * Counts the open work in one statement, within a transaction. The cost is limited, because it reads indexes
 * of open orders and due work up to a number. The oldest order of a live client is searched among
 * the oldest 50,000 of a status. If all of these are sandbox orders, the next order counts as the oldest.
 */
export async function countWork(connection: Connection, now: Date): Promise<Work> {
  await connection.query(`${onAllNodes()}set local statement_timeout = ${COUNT_TIMEOUT_MS}; set local jit = off`);
  if (isDistributed()) return countWorkOnNodes(connection, now, OPEN_STATUSES);
  const { rows } = await connection.query<Work>(
    `with recursive ${looseIndexScan('busy', CLIENTS_WITH_WORK)},
     ${looseIndexScan('parked', { ...CLIENTS_WITH_WORK, condition: 'parked_host is not null' })},
     ${looseIndexScan('pending', CLIENTS_WITH_DELIVERIES)},
     live as (select client_id from clients where mode = 'live' and scope = 'fulfillment'),
     open_orders as (
       select s.status, counted.count, case when counted.count > 0 then coalesce(first.created, beyond.created) end as oldest
       from unnest($2::text[]) as s (status)
       cross join lateral (
         select count(*)::int from (
           select 1 from orders o where o.status = s.status and ${ofLiveClient('o')} limit ${OPEN_COUNTED_MAX}) found) counted
       left join lateral (
         select o.created
         from (select client_id, created from orders where status = s.status order by created limit ${SEARCHED_ORDERS_MAX}) o
         cross join lateral (select 1 from clients c where c.client_id = o.client_id and c.mode = 'live' limit 1) c
         where counted.count > 0
         order by o.created limit 1) as first on true
       left join lateral (
         select created from orders
         where first.created is null and counted.count > 0 and status = s.status
         order by created offset ${SEARCHED_ORDERS_MAX} limit 1) as beyond on true),
     intake as (
       select coalesce(sum(due.count), 0)::int as due, min(first.work_due) as since, coalesce(sum(later.count + waiting.count), 0)::int as later
       from (select client_id from busy union select client_id from parked) working
       join live using (client_id)
       left join lateral (
         select count(*) from (
           select 1 from orders o where o.client_id = live.client_id and o.work_due <= $1 limit $3) as found) as due on true
       left join lateral (
         select count(*) from (
           select 1 from orders o where o.client_id = live.client_id and o.work_due > $1 limit $3) as found) as later on true
       left join lateral (
         select count(*) from (
           select 1 from orders o
           where o.client_id = live.client_id and o.parked_host is not null and o.work_due is null limit $3) as found) as waiting on true
       left join lateral (
         select work_due from orders o where o.client_id = live.client_id and o.work_due <= $1
         order by work_due limit 1) as first on true),
     endpoints as (
       select count(*)::int as active, (count(*) filter (where failing_since is not null))::int as failing
       from live join webhook_endpoints e on e.client_id = live.client_id and e.status = 'active'),
     deliveries as (
       select coalesce(sum(counted.count), 0)::int as pending, min(first.created) as oldest,
              min(first.due) filter (where first.due <= $1) as due_since
       from pending
       join live using (client_id)
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
            pending as "webhooksPending", deliveries.oldest as "webhooksOldest", due_since as "webhooksDueSince",
            active as "endpointsActive", failing as "endpointsFailing",
            (select count(*)::int from webhook_endpoints join live using (client_id)
             where status = 'disabled' and disabled_reason in ('gone', 'failing')) as "endpointsDisabled",
            kept_files::float8 as "storedFiles", kept_bytes::float8 as "storedBytes"
     from intake, endpoints, deliveries, blob_sweep`,
    [now, OPEN_STATUSES, COUNTED_MAX],
  );
  const work = rows[0] as Work;
  const orders = work.orders.map((one) => ({ ...one, oldest: one.oldest && new Date(one.oldest) }));
  return { ...work, orders };
}
