import type { Pool } from 'pg';
import { withRetry } from '../database/transaction.ts';
import { foldMovements, hasMovementsBefore } from './stock-balance-store.ts';

/** Each step is a statement and a commit of its own, so that whoever is killed loses no more than one. */
const FOLDED_AT_ONCE_MAX = 1_000;
const DAY_MS = 86_400_000;

/** One key, when there are movements that are older than they are kept. `days`: undefined keeps them for ever. */
export async function findOldMovements(pool: Pool, days: number | undefined, now: Date): Promise<string[]> {
  if (days === undefined) return [];
  return (await withRetry(() => hasMovementsBefore(pool, firstKept(days, now)))) ? ['old'] : [];
}

/** Makes one balance of the old movements of each month and code. Answers how many. */
export async function foldOldMovements(
  pool: Pool,
  days: number | undefined,
  now: Date,
  signal: AbortSignal,
): Promise<number> {
  if (days === undefined) return 0;
  const first = firstKept(days, now);
  let folded = 0;
  while (!signal.aborted) {
    const step = await withRetry(() => foldMovements(pool, first, FOLDED_AT_ONCE_MAX));
    folded += step;
    if (step < FOLDED_AT_ONCE_MAX) break;
  }
  return folded;
}

/** The least UUIDv7 of the moment: ids of movements rise with the time (RFC 9562, 5.7). */
function firstKept(days: number, now: Date): string {
  const time = (now.getTime() - days * DAY_MS).toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-000000000000`;
}
