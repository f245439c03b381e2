import { ofLiveClient } from '../platform/database/statement-parts.ts';
import type { Connection } from '../platform/database/transaction.ts';

const OPEN = `o.status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR')`;

/** The begin of the day of moment $1 in the time zone $2. */
const DAY_BEGAN = `date_trunc('day', $1::timestamptz at time zone $2)`;

/**
 * Counts the late orders: open orders of live clients that were created by `madeBy`. Earlier days have stored
 * sums, so that only orders of the last day are read.
 */
export async function countLate(connection: Connection, madeBy: Date, timeZone: string): Promise<number> {
  const { rows } = await connection.query<{ orders: number }>({
    name: 'count-late',
    text: `select (
             select coalesce(sum(amount), 0) from order_sums
             where mode = 'live' and subject = 'open' and key < ${DAY_BEGAN}::date::text
           )::int + (
             select coalesce(sum(case when k.status in ('SHIPPED', 'CANCELLED') then -k.orders else k.orders end), 0)
             from order_count_changes k join clients c on c.client_id = k.client_id
             where c.mode = 'live' and k.happened > '-infinity' and k.created < ${DAY_BEGAN} at time zone $2
           )::int + (
             select coalesce(sum(of_client.orders), 0) from (
               select o.client_id, count(*) as orders from orders o
               where ${OPEN} and o.created >= ${DAY_BEGAN} at time zone $2 and o.created <= $1
               group by o.client_id
             ) of_client
             where ${ofLiveClient('of_client')}
           )::int as orders`,
    values: [madeBy, timeZone],
  });
  return rows[0]?.orders ?? 0;
}
