import type { Pool } from 'pg';
import type { DueQuery } from '../database/due-query.ts';
import { withRetry } from '../database/transaction.ts';
import { deleteAuditBefore, dueAuditBefore } from './audit-store.ts';

/** Who did what is kept for so long. */
export const AUDIT_DAYS = 730;
const AUDIT_MS = AUDIT_DAYS * 86_400_000;
const DELETED_AT_ONCE_MAX = 1_000;

/** Has one key while there are entries that are older than they are kept. */
export function dueOldAudit(now: Date): DueQuery {
  return dueAuditBefore(oldestKept(now));
}

export async function removeOldAudit(pool: Pool, now: Date, signal: AbortSignal): Promise<void> {
  const before = oldestKept(now);
  while ((await withRetry(() => deleteAuditBefore(pool, before, DELETED_AT_ONCE_MAX))) > 0)
    if (signal.aborted) return;
}

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - AUDIT_MS);
}
