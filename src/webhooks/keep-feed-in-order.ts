import type { Pool } from 'pg';
import { inTransaction } from '../platform/database/transaction.ts';
import { isHistoryKnown, recordHistory, setTransactionOffset } from './event-feed-store.ts';

/** More transactions than a database makes in its life: 30,000 a second for a year. */
const ERA = 2 ** 40;

/**
 * Compares the cluster and timeline of the database with the ones stored for the feed. After a move or a
 * restore, the database counts transactions from a lower number. Later events then get higher numbers than
 * all earlier ones, so that a position that a client has kept stays right.
 */
export async function keepFeedInOrder(pool: Pool): Promise<void> {
  if (await isHistoryKnown(pool)) return;
  await inTransaction(pool, async (connection) => {
    const offset = await recordHistory(connection, ERA);
    if (offset !== undefined) await setTransactionOffset(connection, offset);
  });
}
