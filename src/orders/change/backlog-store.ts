import type { Connection } from '../../platform/database/transaction.ts';
import type { TechnologyChange } from './backlog-rules.ts';
import type { Folded, SumChange } from './order-sum-store.ts';

/** Changes that one statement adds up. */
const FOLDED_AT_ONCE = 5_000;

/** Notes how the client's work by technology changes. */
export async function insertTechnologyChanges(
  connection: Connection,
  clientId: string,
  changeId: string,
  changes: readonly TechnologyChange[],
): Promise<void> {
  await connection.query({
    name: 'insert-technology-changes',
    text: `insert into backlog_technology_changes (client_id, change_id, technology, orders, pieces)
           select $1, $2, * from unnest($3::text[], $4::int[], $5::bigint[])`,
    values: [
      clientId,
      changeId,
      changes.map(({ technology }) => technology),
      changes.map(({ orders }) => orders),
      changes.map(({ pieces }) => pieces),
    ],
  });
}

/** Adds up changes of the client's work by technology, at most FOLDED_AT_ONCE of them. */
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

/** Counts the client's work by technology and adds by how much that differs from what was kept. Answers how many counts were wrong. */
export async function recountTechnologies(
  connection: Connection,
  clientId: string,
  changeId: string,
): Promise<number> {
  // What is assigned or accepted is bounded by what the center can work on, whatever has been shipped before.
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
