import type { Connection } from '../database/transaction.ts';

/** Statuses of orders that are still to leave. */
const OPEN = ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'];

/** How many open orders of live clients were made by this moment: those are late. */
export async function countLate(connection: Connection, madeBy: Date): Promise<number> {
  const { rows } = await connection.query<{ orders: number }>({
    name: 'count-late',
    text: `select coalesce(sum(n.orders), 0)::int as orders
           from clients c cross join unnest($2::text[]) as s (status)
           cross join lateral (
             select count(*) as orders from orders o where o.client_id = c.client_id and o.status = s.status and o.created <= $1
           ) n
           where c.mode = 'live'`,
    values: [madeBy, OPEN],
  });
  return rows[0]?.orders ?? 0;
}
