import { isDistributed } from '../database/is-distributed.ts';
import { ofLiveClient } from '../database/live-clients.ts';
import type { Connection } from '../database/transaction.ts';

/** Statuses of orders that are still to leave. */
const OPEN = `o.status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR')`;

/**
 * How many open orders of live clients were made by this moment: those are late. Of the days before it in the center's time zone their number is
 * kept, of its own day they are counted, so that it costs no more the more there are of them.
 */
export async function countLate(connection: Connection, madeBy: Date, timeZone: string): Promise<number> {
  if (isDistributed()) return countLateOnNodes(connection, madeBy);
  const { rows } = await connection.query<{ orders: number }>({
    name: 'count-late',
    text: `with begun as (
             select date_trunc('day', $1::timestamptz at time zone $2) as day
           )
           select (
             select coalesce(sum(amount), 0) from order_sums
             where mode = 'live' and subject = 'open' and key < (select day::date::text from begun)
           )::int + (
             select coalesce(sum(case when k.status in ('SHIPPED', 'CANCELLED') then -k.orders else k.orders end), 0)
             from order_count_changes k join clients c on c.client_id = k.client_id
             where c.mode = 'live' and k.happened > '-infinity' and k.created < (select day at time zone $2 from begun)
           )::int + (
             select coalesce(sum(of_client.orders), 0) from (
               select o.client_id, count(*) as orders from orders o
               where ${OPEN} and o.created >= (select day at time zone $2 from begun) and o.created <= $1
               group by o.client_id
             ) of_client
             where ${ofLiveClient('of_client')}
           )::int as orders`,
    values: [madeBy, timeZone],
  });
  return rows[0]?.orders ?? 0;
}

/** The same in a distributed database, which keeps no sums of all clients. */
async function countLateOnNodes(connection: Connection, madeBy: Date): Promise<number> {
  const { rows } = await connection.query<{ orders: number }>({
    name: 'count-late-on-nodes',
    text: `select count(*)::int as orders from orders o join clients c on c.client_id = o.client_id
           where c.mode = 'live' and ${OPEN} and o.created <= $1`,
    values: [madeBy],
  });
  return rows[0]?.orders ?? 0;
}
