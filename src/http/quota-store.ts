import type { Connection } from '../database/transaction.ts';

/** What this process has let through of a client's quota and not yet told. */
export interface Used {
  clientId: string;
  quota: string;
  used: number;
  /** Of the window, as this process knows it. */
  leftMs: number;
}

/** Adds what was let through, and answers what all processes together have, in the order of asking. A window that has ended begins anew. */
export async function addToQuotas(connection: Connection, added: readonly Used[]): Promise<Used[]> {
  const { rows } = await connection.query<Used>({
    name: 'add-to-quotas',
    // In one order, so that of two processes which tell of the same clients none waits for the other.
    text: `insert into quota_counts as known (client_id, quota, used, ends)
           select client_id, quota, used, now() + make_interval(secs => left_ms / 1000)
           from unnest($1::text[], $2::text[], $3::int[], $4::float8[]) as asked (client_id, quota, used, left_ms)
           order by client_id, quota
           on conflict (client_id, quota) do update set
             used = excluded.used + case when known.ends <= now() then 0 else known.used end,
             ends = case when known.ends <= now() then excluded.ends else known.ends end
           returning client_id as "clientId", quota, used, extract(epoch from ends - now())::float8 * 1000 as "leftMs"`,
    values: [
      added.map(({ clientId }) => clientId),
      added.map(({ quota }) => quota),
      added.map(({ used }) => used),
      added.map(({ leftMs }) => leftMs),
    ],
  });
  return rows;
}

/** Says that this process serves, and answers how many do. */
export async function sayServing(
  connection: Connection,
  processId: string,
  silentSeconds: number,
): Promise<number> {
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

/** Forgets this process, and those that have long been silent. */
export async function stopServing(
  connection: Connection,
  processId: string,
  silentSeconds: number,
): Promise<void> {
  await connection.query({
    name: 'stop-serving',
    text: 'delete from serving_processes where process_id = $1 or seen < now() - make_interval(secs => $2)',
    values: [processId, silentSeconds],
  });
}
