import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { recountTechnologies } from './backlog-store.ts';
import { recountOrders } from './order-count-store.ts';
import { recountDays } from './order-day-store.ts';
import { addSumDifferences, findSumDifferences, lockSums } from './order-sum-store.ts';

/** Counts the client's orders anew: by status and reason, by day in the center's time zone, and by technology. Answers how many counts were wrong. */
export async function recountAll(
  connection: Connection,
  clientId: string,
  timeZone: string,
  now: Date,
): Promise<number> {
  const counts = await recountOrders(connection, clientId, randomUUIDv7());
  const days = await recountDays(connection, clientId, timeZone, now);
  return counts + days + (await recountTechnologies(connection, clientId, randomUUIDv7()));
}

/**
 * Counts the sums over all clients anew and corrects the stored ones. Returns how many were wrong: during a rolling update, the
 * previous release may not maintain them.
 */
export async function recountSums(pool: Pool, timeZone: string, now: Date): Promise<number> {
  return inTransaction(pool, async (connection) => {
    await lockSums(connection);
    const differences = await findSumDifferences(connection, timeZone, now);
    if (differences.length > 0) await addSumDifferences(connection, differences);
    return differences.length;
  });
}
