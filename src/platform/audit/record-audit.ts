import { risingId } from '../database/rising-ids.ts';
import type { Connection } from '../database/transaction.ts';
import type { Actor } from './actor.ts';
import { insertAudit, type SubjectKind } from './audit-store.ts';

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
