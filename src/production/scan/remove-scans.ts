import type { Pool } from 'pg';
import { deleteScansBefore, hasScansBefore } from './scan-store.ts';

/** A scan is known by its id for so long. */
const SCAN_DAYS = 7;
/** The same in milliseconds. */
export const SCAN_MS = SCAN_DAYS * 86_400_000;
const DELETED_AT_ONCE_MAX = 1_000;

/** One key, when there are scans that nobody sends again any more. */
export async function findOldScans(pool: Pool, now: Date): Promise<string[]> {
  return (await hasScansBefore(pool, new Date(now.getTime() - SCAN_MS))) ? ['old'] : [];
}

export async function deleteOldScans(pool: Pool, now: Date, signal: AbortSignal): Promise<void> {
  const old = new Date(now.getTime() - SCAN_MS);
  while ((await deleteScansBefore(pool, old, DELETED_AT_ONCE_MAX)) > 0) if (signal.aborted) return;
}
