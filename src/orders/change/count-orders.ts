import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { foldCounts, foldTechnologies, recountDays, recountOrders, recountTechnologies } from './order-count-store.ts';
import {
  addSumDifferences,
  addToSums,
  findSumDifferences,
  lockSums,
  type StatusCount,
  sumOrderCounts,
} from './order-sum-store.ts';

/** With fewer changes the run ends. Adding one change to the counts costs as much as adding many. */
const MANY = 1_000;

/** Adds ("folds") the recorded changes to the client's counts and days. `timeZone` is the center's. */
export async function foldOrderCounts(
  pool: Pool,
  clientId: string,
  timeZone: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // In a transaction, because a retry after a lost commit finds these changes already deleted.
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
 * Recounts the sums over all clients and corrects the stored ones. Returns how many were wrong: during a
 * rolling update, the previous version of Platen may not maintain them.
 */
export async function recountSums(pool: Pool, timeZone: string, now: Date): Promise<number> {
  return inTransaction(pool, async (connection) => {
    await lockSums(connection);
    const differences = await findSumDifferences(connection, timeZone, now);
    if (differences.length > 0) await addSumDifferences(connection, differences);
    return differences.length;
  });
}

export async function countOrdersOfAll(connection: Connection): Promise<StatusCount[]> {
  return sumOrderCounts(connection, 'live');
}
