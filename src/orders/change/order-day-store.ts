import type { Connection } from '../../platform/database/transaction.ts';

/** Days of which it is counted anew what was made and shipped; older ones stay as they are. */
const RECOUNTED_DAYS = 62;

/**
 * Counts the client's orders by day, of the last 62 days, and those that are open, and adds by how much that differs from what was kept. One
 * statement sees all as of one moment. Answers how many days were wrong.
 */
export async function recountDays(
  connection: Connection,
  clientId: string,
  timeZone: string,
  now: Date,
): Promise<number> {
  const { rowCount } = await connection.query(
    `with since as (
       select ($3::timestamptz at time zone $2)::date - ${RECOUNTED_DAYS} as day
     ), recent as (
       select (created at time zone $2)::date as created_day, (coalesce(status_since, updated) at time zone $2)::date as day, status, count(*) as orders
       from orders
       where client_id = $1 and (created >= (select day::timestamp at time zone $2 from since) or (status in ('SHIPPED', 'CANCELLED') and updated >= (select day::timestamp at time zone $2 from since))
         or status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'))
       group by 1, 2, 3
     )
     insert into order_days as kept (client_id, day, created, shipped, cancelled, open)
     select $1, day, sum(created), sum(shipped), sum(cancelled), sum(open) from (
       select created_day as day, case when created_day >= since.day then orders else 0 end as created, 0 as shipped, 0 as cancelled,
              case when status in ('SHIPPED', 'CANCELLED') then 0 else orders end as open
       from recent, since
       union all
       select recent.day, 0, case when status = 'SHIPPED' then orders else 0 end, case when status = 'CANCELLED' then orders else 0 end, 0
       from recent, since where status in ('SHIPPED', 'CANCELLED') and recent.day >= since.day
       union all
       select k.day, case when k.day >= since.day then -created else 0 end, case when k.day >= since.day then -shipped else 0 end,
              case when k.day >= since.day then -cancelled else 0 end, -open
       from order_days k, since where client_id = $1
       union all
       select (happened at time zone $2)::date, case when status in ('SHIPPED', 'CANCELLED') then 0 else -orders end,
              case when status = 'SHIPPED' then -orders else 0 end, case when status = 'CANCELLED' then -orders else 0 end, 0
       from order_count_changes where client_id = $1 and happened > '-infinity'
       union all
       select (created at time zone $2)::date, 0, 0, 0, case when status in ('SHIPPED', 'CANCELLED') then orders else -orders end
       from order_count_changes where client_id = $1 and happened > '-infinity'
     ) counted
     group by day having sum(created) <> 0 or sum(shipped) <> 0 or sum(cancelled) <> 0 or sum(open) <> 0
     order by day
     on conflict (client_id, day) do update
       set created = kept.created + excluded.created, shipped = kept.shipped + excluded.shipped,
           cancelled = kept.cancelled + excluded.cancelled, open = kept.open + excluded.open`,
    [clientId, timeZone, now],
  );
  return rowCount ?? 0;
}
