import type { Pool } from 'pg';
import { withRetry } from '../../database/transaction.ts';
import { stationsAliveAfter } from './station-rules.ts';
import { deleteEndedStationSessions, hasEndedStationSessions } from './station-session-store.ts';

const DELETED_AT_ONCE_MAX = 1_000;

/** One key, when there are browsers that are no stations any more. */
export async function findEndedStations(pool: Pool, now: Date): Promise<string[]> {
  return (await hasEndedStationSessions(pool, stationsAliveAfter(now))) ? ['ended'] : [];
}

export async function removeEndedStations(pool: Pool, now: Date, signal: AbortSignal): Promise<void> {
  const before = stationsAliveAfter(now);
  const remove = () => deleteEndedStationSessions(pool, before, DELETED_AT_ONCE_MAX);
  while ((await withRetry(remove)) > 0) if (signal.aborted) return;
}
