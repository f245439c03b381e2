import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import {
  foldCounts,
  foldTechnologies,
  recountDays,
  recountOrders,
  recountTechnologies,
} from './order-count-store.ts';
import {
  addSumDifferences,
  addToSums,
  findSumDifferences,
  lockSums,
  type StatusCount,
  sumOrderCounts,
} from './order-sum-store.ts';

/** With fewer, what changes meanwhile is added up later, together: one order after the other would cost as much each time. */
const MANY = 1_000;

/** Adds up what has changed in the counts of the client's orders, until little is left. `timeZone` is the center's. */
export async function foldOrderCounts(
  pool: Pool,
  clientId: string,
  timeZone: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // In a transaction: when its commit is not heard of and it runs again, what was added up is gone.
    const folded = await inTransaction(pool, async (connection) => {
      const technologies = await foldTechnologies(connection, clientId);
      const counts = await foldCounts(connection, clientId, timeZone);
      const sums = [...technologies.sums, ...counts.sums];
      if (sums.length > 0) await addToSums(connection, clientId, sums);
      return technologies.folded + counts.folded;
    });
    if (folded < MANY) return;
  }
}

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

/** How many orders all live clients have together, by status and reason. */
export async function countOrdersOfAll(connection: Connection): Promise<StatusCount[]> {
  return sumOrderCounts(connection, 'live');
}
