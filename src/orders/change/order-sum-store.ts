import type { Pool, QueryConfig } from 'pg';
import { isDistributed } from '../../database/is-distributed.ts';
import { type Connection, inTransaction } from '../../database/transaction.ts';

/** Days whose sums are counted anew; the overview shows fewer. */
const RECOUNTED_DAYS = 62;
/** With ten thousand clients it takes seconds, and longer beside other work. */
const RECOUNT_TIMEOUT_MS = 300_000;
/** The pool's own limit is shorter. */
const PATIENT = { query_timeout: RECOUNT_TIMEOUT_MS } as Partial<QueryConfig>;
/** Any number that nothing else locks. */
const RECOUNT_LOCK = 7_301_851_185;

/**
 * Adds the counts of all clients up anew, and to their sums by how much that differs from what was kept. One statement sees all as of one
 * moment, whatever is added meanwhile. A program of before, which knows no sums, may have changed counts. Answers how many sums were wrong.
 */
export async function recountSums(pool: Pool, timeZone: string, now: Date): Promise<number> {
  if (isDistributed()) return forgetSums(pool);
  return inTransaction(pool, async (connection) => {
    await connection.query(`set local statement_timeout = ${RECOUNT_TIMEOUT_MS}`);
    // Two at once would both add the same difference: the one that waits sees what the other has mended.
    await connection.query({ text: 'select pg_advisory_xact_lock($1)', values: [RECOUNT_LOCK], ...PATIENT });
    return addDifferences(connection, timeZone, now);
  });
}

async function addDifferences(connection: Connection, timeZone: string, now: Date): Promise<number> {
  const { rowCount } = await connection.query({
    ...PATIENT,
    text: `with since as (
       select ($2::timestamptz at time zone $1)::date - ${RECOUNTED_DAYS} as day
     )
     insert into order_sums as kept (mode, subject, key, amount)
     select mode, subject, key, sum(amount) from (
       select c.mode, 'orders' as subject, k.status || ' ' || reason_code as key, orders as amount
       from order_counts k join clients c using (client_id)
       union all
       select c.mode, d.subject, day::text, d.amount
       from order_days k join clients c using (client_id)
       cross join lateral (values ('created', k.created), ('shipped', shipped), ('cancelled', cancelled)) d (subject, amount)
       where day >= (select day from since)
       union all
       select c.mode, 'open', day::text, open from order_days k join clients c using (client_id) where open <> 0
       union all
       select c.mode, 'duration', day::text || ' ' || bucket, orders
       from order_day_durations k join clients c using (client_id) where day >= (select day from since)
       union all
       select c.mode, b.subject, technology, b.amount
       from backlog_technologies k join clients c using (client_id)
       cross join lateral (values ('backlog orders', orders), ('backlog pieces', pieces)) b (subject, amount)
       union all
       select mode, subject, key, -amount from order_sums
       where subject in ('orders', 'open', 'backlog orders', 'backlog pieces') or key >= (select day::text from since)
     ) counted
     group by mode, subject, key having sum(amount) <> 0 order by mode, subject, key
     on conflict (mode, subject, key) do update set amount = kept.amount + excluded.amount`,
    values: [timeZone, now],
  });
  return rowCount ?? 0;
}

/** They are not kept on several nodes, so none may stay from before. */
async function forgetSums(connection: Connection): Promise<number> {
  const { rowCount } = await connection.query('delete from order_sums');
  return rowCount ?? 0;
}

export interface StatusCount {
  status: string;
  /** Empty: none. */
  reasonCode: string;
  orders: number;
}

/** How many orders clients of the mode have by status and reason. */
export async function sumOrderCounts(
  connection: Connection,
  mode: 'live' | 'sandbox',
): Promise<StatusCount[]> {
  const kept = isDistributed()
    ? 'select k.status, reason_code, orders from order_counts k join clients c using (client_id) where c.mode = $1'
    : `select split_part(key, ' ', 1) as status, split_part(key, ' ', 2) as reason_code, amount as orders
             from order_sums where mode = $1 and subject = 'orders'`;
  const { rows } = await connection.query<StatusCount>({
    name: isDistributed() ? 'sum-order-counts-on-nodes' : 'sum-order-counts',
    text: `select status, reason_code as "reasonCode", sum(orders)::float8 as orders
           from (
             ${kept}
             union all
             select k.status, reason_code, orders from order_count_changes k join clients c using (client_id) where c.mode = $1
           ) k
           group by status, reason_code having sum(orders) > 0
           order by status, reason_code`,
    values: [mode],
  });
  return rows;
}
