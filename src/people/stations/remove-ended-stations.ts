import type { Pool } from 'pg';
import type { DueQuery } from '../../database/due-query.ts';
import { withRetry } from '../../database/transaction.ts';
import { stationsAliveAfter } from './station-rules.ts';
import { deleteEndedStationSessions, dueEndedStationSessions } from './station-session-store.ts';

const DELETED_AT_ONCE_MAX = 1_000;

/** Has one key while there are sessions of browsers that are no stations any more. */
export function dueEndedStations(now: Date): DueQuery {
  return dueEndedStationSessions(stationsAliveAfter(now));
}

export async function removeEndedStations(pool: Pool, now: Date, signal: AbortSignal): Promise<void> {
  const before = stationsAliveAfter(now);
  const remove = () => deleteEndedStationSessions(pool, before, DELETED_AT_ONCE_MAX);
  while ((await withRetry(remove)) > 0) if (signal.aborted) return;
}
