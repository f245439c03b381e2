import { risingId } from '../database/rising-ids.ts';
import type { Connection } from '../database/transaction.ts';
import type { Actor } from './actor.ts';
import { insertAudit, type SubjectKind } from './audit-store.ts';

export type Doing = { by: Actor; now: Date };

export interface Deed {
  /** A UUIDv7. Make it before the transaction if the transaction may run again after its commit. */
  entryId?: string;
  /** Such as `client.disabled`. */
  action: string;
  subject: readonly [kind: SubjectKind, id?: string];
  /** The changed values, without secrets. */
  detail?: Readonly<Record<string, unknown>>;
}

/** Records changes in the audit log, in the caller's transaction. Ignores changes by customers. */
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
