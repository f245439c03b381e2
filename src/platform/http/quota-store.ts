import { type Connection, queryRows } from '../database/transaction.ts';

type Sum = { used: number; leftMs: number };

/**
 * Adds points to a quota that all processes share. Returns the sum of all processes, and the time until the
 * window ends. An expired window starts again.
 */
export async function leasePoints(
  connection: Connection,
  lease: { clientId: string; quota: string; points: number; windowSeconds: number },
): Promise<Sum> {
  const [sum] = await queryRows<Sum>(connection, {
    name: 'lease-points',
    text: `insert into quota_counts as known (client_id, quota, used, ends)
           values ($1, $2, $3, now() + make_interval(secs => $4))
           on conflict (client_id, quota) do update set
             used = excluded.used + case when known.ends <= now() then 0 else known.used end,
             ends = case when known.ends <= now() then excluded.ends else known.ends end
           returning used, extract(epoch from ends - now())::float8 * 1000 as "leftMs"`,
    values: [lease.clientId, lease.quota, lease.points, lease.windowSeconds],
  });
  return sum as Sum;
}
