import type { Pool } from 'pg';
import { withRetry } from '../database/transaction.ts';
import { deleteEndedAttempts, hasEndedAttempts } from './attempt-store.ts';
import { aliveAfter } from './session-rules.ts';
import { deleteEndedSessions, hasEndedSessions } from './session-store.ts';

const DELETED_AT_ONCE_MAX = 1_000;

/** One key, when there are sessions of people that have ended, or counts of wrong passwords whose window has. */
export async function findEnded(pool: Pool, now: Date): Promise<string[]> {
  const isThere = (await hasEndedSessions(pool, aliveAfter(now))) || (await hasEndedAttempts(pool, now));
  return isThere ? ['ended'] : [];
}

/** Deletes them: what a browser told of somebody who left does not stay for ever. */
export async function removeEnded(pool: Pool, now: Date, signal: AbortSignal): Promise<void> {
  const removals = [
    () => deleteEndedSessions(pool, aliveAfter(now), DELETED_AT_ONCE_MAX),
    () => deleteEndedAttempts(pool, now, DELETED_AT_ONCE_MAX),
  ];
  for (const remove of removals) while ((await withRetry(remove)) > 0) if (signal.aborted) return;
}
