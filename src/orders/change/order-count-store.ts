import type { DueQuery } from '../../platform/database/due-query.ts';
import { ofClientMode } from '../../platform/database/statement-parts.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { Folded, SumChange } from './order-sum-store.ts';

/** Changes of counts that one statement adds up. */
const FOLDED_AT_ONCE = 5_000;

/** Has the clients with changes of their counts that are not added up, in random order: none must always come last. */
export function dueCounts(): DueQuery {
  return {
    text: `select client_id as key from (select distinct client_id from order_count_changes) changed order by random()`,
    values: [],
  };
}

/** Adds up changes of the client's counts, also by day in this time zone: at most FOLDED_AT_ONCE of them. */
export async function foldCounts(
  connection: Connection,
  clientId: string,
  timeZone: string,
): Promise<Folded> {
  const { rows } = await connection.query<SumChange & { folded: number }>(
    `with gone as (
       delete from order_count_changes c
       using (
         select change_id, status, reason_code, happened, created, duration_bucket from order_count_changes where client_id = $1
         order by change_id limit $2 for update skip locked
       ) oldest
       where c.client_id = $1 and c.change_id = oldest.change_id and c.status = oldest.status and c.reason_code = oldest.reason_code
         and c.happened = oldest.happened and c.created = oldest.created and c.duration_bucket = oldest.duration_bucket
       returning c.status, c.reason_code, c.orders, c.duration_bucket,
                 case when c.happened > '-infinity' then (c.happened at time zone $3)::date end as day,
                 case when c.happened > '-infinity' then (c.created at time zone $3)::date end as created_day
     ), days as (
       insert into order_days as kept (client_id, day, created, shipped, cancelled, open)
       select $1, day, sum(created), sum(shipped), sum(cancelled), sum(open) from (
         select day, case when status in ('SHIPPED', 'CANCELLED') then 0 else orders end as created,
                case when status = 'SHIPPED' then orders else 0 end as shipped,
                case when status = 'CANCELLED' then orders else 0 end as cancelled, 0 as open
         from gone where day is not null
         union all
         select created_day, 0, 0, 0, case when status in ('SHIPPED', 'CANCELLED') then -orders else orders end
         from gone where day is not null
       ) happened
       group by day order by day
       on conflict (client_id, day) do update
         set created = kept.created + excluded.created, shipped = kept.shipped + excluded.shipped,
             cancelled = kept.cancelled + excluded.cancelled, open = kept.open + excluded.open
     ), durations as (
       insert into order_day_durations as kept (client_id, day, bucket, orders)
       select $1, day, duration_bucket, sum(orders) from gone where duration_bucket >= 0
       group by day, duration_bucket order by day, duration_bucket
       on conflict (client_id, day, bucket) do update set orders = kept.orders + excluded.orders
     ), folded as (
       insert into order_counts as kept (client_id, status, reason_code, orders)
       select $1, status, reason_code, sum(orders) from gone group by status, reason_code order by status, reason_code
       on conflict (client_id, status, reason_code) do update set orders = kept.orders + excluded.orders
     )
     select subject, key, sum(amount)::text as amount, (select count(*)::int from gone) as folded from (
       select 'orders' as subject, status || ' ' || reason_code as key, orders as amount from gone
       union all
       select case status when 'SHIPPED' then 'shipped' when 'CANCELLED' then 'cancelled' else 'created' end, day::text, orders
       from gone where day is not null
       union all
       select 'open', created_day::text, case when status in ('SHIPPED', 'CANCELLED') then -orders else orders end
       from gone where day is not null
       union all
       select 'duration', day::text || ' ' || duration_bucket, orders from gone where duration_bucket >= 0
     ) changed
     group by subject, key`,
    [clientId, FOLDED_AT_ONCE, timeZone],
  );
  return { folded: rows[0]?.folded ?? 0, sums: rows };
}

/**
 * Counts the client's orders and notes by how much that differs from what was kept. One statement sees orders and counts as of one moment, and only
 * adds a difference, so whatever happens meanwhile is counted once. Answers how many counts were wrong.
 */
export async function recountOrders(
  connection: Connection,
  clientId: string,
  changeId: string,
): Promise<number> {
  // Both sums are of an index alone; few orders have a reason.
  const { rowCount } = await connection.query(
    `insert into order_count_changes (client_id, change_id, status, reason_code, orders)
     select $1, $2::uuid, status, reason_code, sum(orders) from (
       select status, '' as reason_code, count(*) as orders from orders where client_id = $1 group by status
       union all
       select status, unnest(array['', reason_code]), unnest(array[-count(*), count(*)]) from orders
       where client_id = $1 and reason_code is not null group by status, reason_code
       union all
       select status, reason_code, -orders from order_counts where client_id = $1
       union all
       select status, reason_code, -orders from order_count_changes where client_id = $1
     ) counted
     group by status, reason_code having sum(orders) <> 0`,
    [clientId, changeId],
  );
  return rowCount ?? 0;
}

export interface OrderCount {
  clientId: string;
  status: string;
  reasonCode: string | null;
  orders: number;
}

/** Clients that are listed with their counts: so many that have the most orders of each status and reason. */
const CLIENTS_OF_COUNT_MAX = 50;

/** How many orders clients of the mode have by status and reason: one client when it is given, else those with the most orders of each. */
export async function listOrderCounts(
  connection: Connection,
  mode: 'live' | 'sandbox',
  clientId: string | undefined,
): Promise<OrderCount[]> {
  const { rows } = await connection.query<OrderCount>(
    `select client_id as "clientId", k.status, nullif(reason_code, '') as "reasonCode", sum(orders)::float8 as orders
     from (
       select client_id, status, reason_code, orders from order_counts where client_id = any($2)
       union all
       select client_id, status, reason_code, orders from order_count_changes where client_id = any($2)
     ) k
     join clients c using (client_id)
     where c.mode = $1
     group by client_id, k.status, reason_code having sum(orders) > 0
     order by client_id, k.status, reason_code`,
    [mode, clientId === undefined ? await findClientsWithMost(connection, mode) : [clientId]],
  );
  return rows;
}

/** Finds the clients with the most orders of each status and reason, and as many again whose counts just changed. */
async function findClientsWithMost(connection: Connection, mode: 'live' | 'sandbox'): Promise<string[]> {
  const { rows: changed } = await connection.query<{ clientId: string }>({
    name: 'find-clients-of-changed-counts',
    text: `select distinct client_id as "clientId" from (
             select client_id from order_count_changes order by client_id, change_id limit $1
           ) changed`,
    values: [CLIENTS_OF_COUNT_MAX],
  });
  const { rows: counted } = await connection.query<{ status: string; reasonCode: string }>({
    name: 'list-counted-statuses',
    text: `select split_part(key, ' ', 1) as status, split_part(key, ' ', 2) as "reasonCode" from order_sums
           where mode = $1 and subject = 'orders' and amount > 0`,
    values: [mode],
  });
  if (counted.length === 0) return changed.map(({ clientId }) => clientId);
  const values: unknown[] = [CLIENTS_OF_COUNT_MAX];
  // Few of the live clients are sandboxes, so a fixed number of rows suffices. Most of the sandboxes' rows may lie behind live ones.
  const bound = mode === 'live' ? `limit ${2 * CLIENTS_OF_COUNT_MAX}` : '';
  const parts = counted.map(
    ({ status, reasonCode }) =>
      `(select k.client_id from (
          select client_id, orders from order_counts
          where status = $${values.push(status)} and reason_code = $${values.push(reasonCode)} and orders > 0
          order by orders desc, client_id ${bound}
        ) k
        where ${ofClientMode('k', mode)} order by k.orders desc, k.client_id limit $1)`,
  );
  const { rows: most } = await connection.query<{ clientId: string }>(
    `select distinct client_id as "clientId" from (${parts.join(' union all ')}) most`,
    values,
  );
  return [...new Set([...most, ...changed].map(({ clientId }) => clientId))];
}
