import type { DueQuery } from '../../platform/database/due-query.ts';
import { ofClientMode } from '../../platform/database/statement-parts.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { Folded, SumChange } from './order-sum-store.ts';

const FOLDED_AT_ONCE = 5_000;

/** Returns the query for clients with order changes that are not counted yet, in random order. */
export function dueCounts(): DueQuery {
  return {
    text: `select client_id as key from (select distinct client_id from order_count_changes) changed order by random()`,
    values: [],
  };
}

/** Folds recorded changes into the client's counts, and into its days in this time zone. */
export async function foldCounts(connection: Connection, clientId: string, timeZone: string): Promise<Folded> {
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
 * Records the differences between the stored counts and the client's orders. Returns how many counts were
 * wrong.
 * One statement reads orders and counts as of one moment and adds only the difference, so concurrent changes
 * are counted once.
 */
export async function recountOrders(connection: Connection, clientId: string, changeId: string): Promise<number> {
  // Both sums come from an index alone; few orders have a reason.
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

export type OrderCount = { clientId: string; status: string; reasonCode: string | null; orders: number };

/** Clients in the list: this number of those with the most orders of each status and reason. */
const CLIENTS_OF_COUNT_MAX = 50;

/** Lists counts by status and reason: of one client, or of the clients with the most orders of each. */
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

/** Finds the clients with most orders of each status and reason, and as many with just changed counts. */
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
  // Few of the live clients are sandboxes, so a fixed number of rows suffices. Most of the sandboxes' rows
  // may lie behind live ones.
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

/** Days that are recounted; older days stay as they are. */
const RECOUNTED_DAYS = 62;

/**
 * Recounts the client's orders by day, and its open orders, and adds the differences. Returns how many days
 * were wrong.
 * One statement reads everything as of one moment.
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

/** Folds recorded changes into the client's backlog by technology. */
export async function foldTechnologies(connection: Connection, clientId: string): Promise<Folded> {
  const { rows } = await connection.query<SumChange & { folded: number }>(
    `with gone as (
       delete from backlog_technology_changes c
       using (
         select change_id, technology from backlog_technology_changes where client_id = $1
         order by change_id limit $2 for update skip locked
       ) oldest
       where c.client_id = $1 and c.change_id = oldest.change_id and c.technology = oldest.technology
       returning c.technology, c.orders, c.pieces
     ), folded as (
       insert into backlog_technologies as kept (client_id, technology, orders, pieces)
       select $1, technology, sum(orders), sum(pieces) from gone group by technology order by technology
       on conflict (client_id, technology) do update
         set orders = kept.orders + excluded.orders, pieces = kept.pieces + excluded.pieces
     )
     select subject, key, sum(amount)::text as amount, (select count(*)::int from gone) as folded from (
       select 'backlog orders' as subject, technology as key, orders as amount from gone
       union all
       select 'backlog pieces', technology, pieces from gone
     ) changed
     group by subject, key`,
    [clientId, FOLDED_AT_ONCE],
  );
  return { folded: rows[0]?.folded ?? 0, sums: rows };
}

/** Records differences between stored backlog and orders by technology. Returns how many were wrong. */
export async function recountTechnologies(connection: Connection, clientId: string, changeId: string): Promise<number> {
  // The capacity of the center bounds the number of assigned and accepted orders.
  const { rowCount } = await connection.query(
    `insert into backlog_technology_changes (client_id, change_id, technology, orders, pieces)
     select $1, $2::uuid, technology, sum(orders), sum(pieces) from (
       select technology, count(distinct order_id) as orders, sum(quantity) as pieces from (
         select o.order_id, i.position, (i.item ->> 'quantity')::bigint as quantity, t.technology
         from orders o
         join clients c on c.client_id = o.client_id and c.mode = 'live'
         cross join lateral json_array_elements(o.document::json -> 'items') with ordinality as i (item, position)
         cross join lateral (
           select '' as technology where i.item -> 'customProduct' is null
           union
           select p.value ->> 'technology' from json_array_elements(i.item #> '{customProduct,prints}') p
           union
           select p.value ->> 'technology' from json_array_elements(i.item #> '{customProduct,customizations}') p
         ) t
         where o.client_id = $1 and o.status in ('ASSIGNED', 'ACCEPTED')
       ) item
       group by technology
       union all
       select technology, -orders, -pieces from backlog_technologies where client_id = $1
       union all
       select technology, -orders, -pieces from backlog_technology_changes where client_id = $1
     ) counted
     group by technology having sum(orders) <> 0 or sum(pieces) <> 0
     on conflict (client_id, change_id, technology) do nothing returning 1`,
    [clientId, changeId],
  );
  return rowCount ?? 0;
}
