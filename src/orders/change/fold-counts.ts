import type { Pool } from 'pg';
import { inTransaction } from '../../platform/database/transaction.ts';
import { foldTechnologies } from './backlog-store.ts';
import { foldCounts } from './order-count-store.ts';
import { addToSums } from './order-sum-store.ts';

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
