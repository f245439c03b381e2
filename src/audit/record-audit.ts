import type { Pool } from 'pg';
import { risingId } from '../database/rising-ids.ts';
import { type Connection, withRetry } from '../database/transaction.ts';
import type { Actor } from './actor.ts';
import { deleteAuditBefore, hasAuditBefore, insertAudit, type SubjectKind } from './audit-store.ts';

/** Entries are kept for this time. */
export const AUDIT_DAYS = 730;
const AUDIT_MS = AUDIT_DAYS * 86_400_000;
const DELETED_AT_ONCE_MAX = 1_000;

/** Who does something, and when. */
export interface Doing {
  by: Actor;
  now: Date;
}

export interface Deed {
  /** UUIDv7 that was made before the transaction, where that may run again after it was committed. */
  entryId?: string;
  /** What was done, as `client.disabled`. */
  action: string;
  /** To what: its kind, and which one where there are several. */
  subject: readonly [kind: SubjectKind, id?: string];
  /** What changed; never a secret. */
  detail?: Readonly<Record<string, unknown>>;
}

/** Records who did what, in the transaction that does it. What customers do is not recorded here. */
export async function recordAudit(
  connection: Connection,
  actor: Actor,
  now: Date,
  ...deeds: readonly Deed[]
): Promise<void> {
  if (actor.kind === 'client' || deeds.length === 0) return;
  await insertAudit(
    connection,
    deeds.map(({ entryId = risingId(), action, subject: [subjectKind, subjectId = null], detail }) => ({
      entryId,
      occurred: now,
      actor,
      action,
      subjectKind,
      subjectId,
      detail: detail ? JSON.stringify(detail) : null,
    })),
  );
}

/** Returns one key while there are entries older than AUDIT_DAYS. */
export async function findOldAudit(pool: Pool, now: Date): Promise<string[]> {
  return (await hasAuditBefore(pool, oldestKept(now))) ? ['old'] : [];
}

/** Deletes entries older than AUDIT_DAYS, a thousand in one statement, until none is left or the signal aborts. */
export async function removeOldAudit(pool: Pool, now: Date, signal: AbortSignal): Promise<void> {
  const before = oldestKept(now);
  while ((await withRetry(() => deleteAuditBefore(pool, before, DELETED_AT_ONCE_MAX))) > 0)
    if (signal.aborted) return;
}

function oldestKept(now: Date): Date {
  return new Date(now.getTime() - AUDIT_MS);
}
