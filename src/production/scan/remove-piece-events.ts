import type { Pool } from 'pg';
import type { DueQuery } from '../../database/due-query.ts';
import { withRetry } from '../../database/transaction.ts';
import { deletePieceEventsBefore, duePieceEventsBefore } from './scan-store.ts';

/** So long what happened to each piece is told; reports keep their sums for ever. */
export const PIECE_EVENT_DAYS = 730;
const DELETED_AT_ONCE_MAX = 1_000;
const DAY_MS = 86_400_000;

/** Has one key while there are events of pieces that are older than they are kept. */
export function dueOldPieceEvents(now: Date): DueQuery {
  return duePieceEventsBefore(oldestKept(now));
}

/** Deletes them step by step; `inTurn` runs each step when the processor is free for it. Answers how many. */
export async function removeOldPieceEvents(
  pool: Pool,
  now: Date,
  signal: AbortSignal,
  inTurn: (work: () => Promise<number>) => Promise<number> = (work) => work(),
): Promise<number> {
  let removed = 0;
  while (!signal.aborted) {
    const step = await inTurn(() =>
      withRetry(() => deletePieceEventsBefore(pool, oldestKept(now), DELETED_AT_ONCE_MAX)),
    );
    removed += step;
    if (step < DELETED_AT_ONCE_MAX) break;
  }
  return removed;
}

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - PIECE_EVENT_DAYS * DAY_MS);
}
