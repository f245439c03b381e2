import type { Connection } from '../database/transaction.ts';

/** Statuses of orders that are still to leave. */
const OPEN = ['NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR'];

/** How many open orders of live clients were made by this moment: those are late. */
export async function countLate(connection: Connection, madeBy: Date): Promise<number> {
  const { rows } = await connection.query<{ orders: number }>({
    name: 'count-late',
    text: `select count(*)::int as orders from orders o join clients c on c.client_id = o.client_id
           where c.mode = 'live' and o.status = any($2::text[]) and o.created <= $1`,
    values: [madeBy, OPEN],
  });
  return rows[0]?.orders ?? 0;
}
