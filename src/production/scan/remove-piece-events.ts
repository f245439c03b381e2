import type { Pool } from 'pg';
import { withRetry } from '../../database/transaction.ts';
import { deletePieceEventsBefore, hasPieceEventsBefore } from './scan-store.ts';

/** So long what happened to each piece is told; reports keep their sums for ever. */
export const PIECE_EVENT_DAYS = 730;
const DELETED_AT_ONCE_MAX = 1_000;
const DAY_MS = 86_400_000;

/** One key, when there are events of pieces that are older than they are kept. */
export async function findOldPieceEvents(pool: Pool, now: Date): Promise<string[]> {
  return (await withRetry(() => hasPieceEventsBefore(pool, oldestKept(now)))) ? ['old'] : [];
}

/** Deletes them step by step. Answers how many. */
export async function removeOldPieceEvents(pool: Pool, now: Date, signal: AbortSignal): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const step = await withRetry(() => deletePieceEventsBefore(pool, oldestKept(now), DELETED_AT_ONCE_MAX));
    removed += step;
    if (step < DELETED_AT_ONCE_MAX) break;
  }
  return removed;
}

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - PIECE_EVENT_DAYS * DAY_MS);
}
