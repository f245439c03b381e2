import type { Pool } from 'pg';
import type { DueQuery } from '../../database/due-query.ts';
import { deleteScansBefore, dueScansBefore } from './scan-store.ts';

/** A scan is known by its id for so long. */
const SCAN_DAYS = 7;
/** The same in milliseconds. */
export const SCAN_MS = SCAN_DAYS * 86_400_000;
const DELETED_AT_ONCE_MAX = 1_000;

/** Has one key while there are scans that nobody sends again. */
export function dueOldScans(now: Date): DueQuery {
  return dueScansBefore(new Date(now.getTime() - SCAN_MS));
}

export async function deleteOldScans(pool: Pool, now: Date, signal: AbortSignal): Promise<void> {
  const old = new Date(now.getTime() - SCAN_MS);
  while ((await deleteScansBefore(pool, old, DELETED_AT_ONCE_MAX)) > 0) if (signal.aborted) return;
}
