import type { Pool } from 'pg';
import type { DueQuery } from '../database/due-query.ts';
import { withRetry } from '../database/transaction.ts';
import { deleteEndedAttempts } from './attempt-store.ts';
import { aliveAfter } from './session-rules.ts';
import { deleteEndedSessions, dueEnded } from './session-store.ts';

const DELETED_AT_ONCE_MAX = 1_000;

/** Has one key while there are sessions that have ended, or counts of wrong passwords whose window has. */
export function dueEndedSignIns(now: Date): DueQuery {
  return dueEnded(now, aliveAfter(now));
}

/** Deletes them: what a browser told of somebody who left does not stay for ever. */
export async function removeEnded(pool: Pool, now: Date, signal: AbortSignal): Promise<void> {
  const removals = [
    () => deleteEndedSessions(pool, aliveAfter(now), DELETED_AT_ONCE_MAX),
    () => deleteEndedAttempts(pool, now, DELETED_AT_ONCE_MAX),
  ];
  for (const remove of removals) while ((await withRetry(remove)) > 0) if (signal.aborted) return;
}
