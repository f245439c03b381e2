import { columnsOf } from '../database/statement-parts.ts';
import { type Connection, queryRows } from '../database/transaction.ts';

export type Used = { clientId: string; quota: string; used: number; leftMs: number };

/** Adds points to each quota, and returns the sums over all processes. An expired window starts again. */
export async function addToQuotas(connection: Connection, added: readonly Used[]): Promise<Used[]> {
  return queryRows<Used>(connection, {
    name: 'add-to-quotas',
    // Sorted, so that two processes with the same clients do not deadlock.
    text: `insert into quota_counts as known (client_id, quota, used, ends)
           select client_id, quota, used, now() + make_interval(secs => left_ms / 1000)
           from unnest($1::text[], $2::text[], $3::int[], $4::float8[]) as asked (client_id, quota, used, left_ms)
           order by client_id, quota on conflict (client_id, quota) do update set
             used = excluded.used + case when known.ends <= now() then 0 else known.used end,
             ends = case when known.ends <= now() then excluded.ends else known.ends end
           returning client_id as "clientId", quota, used, extract(epoch from ends - now())::float8 * 1000 as "leftMs"`,
    values: columnsOf(added, 'clientId', 'quota', 'used', 'leftMs'),
  });
}

/** Records that this process answers requests. Returns the number of processes that do. */
export async function recordServing(connection: Connection, processId: string, silentSeconds: number): Promise<number> {
  await connection.query({
    name: 'say-serving',
    text: `insert into serving_processes (process_id, seen) values ($1, now())
           on conflict (process_id) do update set seen = now()`,
    values: [processId],
  });
  const { rows } = await connection.query<{ count: number }>({
    name: 'count-serving',
    text: 'select count(*)::int as count from serving_processes where seen > now() - make_interval(secs => $1)',
    values: [silentSeconds],
  });
  return rows[0]?.count ?? 1;
}

/** Removes this process, and processes that have not reported for `silentSeconds`. */
export async function removeServing(connection: Connection, processId: string, silentSeconds: number): Promise<void> {
  await connection.query({
    name: 'stop-serving',
    text: 'delete from serving_processes where process_id = $1 or seen < now() - make_interval(secs => $2)',
    values: [processId, silentSeconds],
  });
}
