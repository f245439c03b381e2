import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { preconditionFailed } from '../../platform/http/etag.ts';
import { CUSTOMS_FIELDS, type CustomsData, knownCustoms } from '../../shipping/customs-data-rules.ts';
import { type CustomsKind, lockCustoms, updateCustoms } from './customs-store.ts';

/**
 * Replaces the customs data of an article, a product or a variant of one; what is absent is removed. False where there is no such
 * record. `mayChange` is asked with what is stored. Throws `precondition_failed`.
 */
export async function saveCustoms(
  pool: Pool,
  { kind, code }: { kind: CustomsKind; code: string },
  customs: CustomsData,
  { by, now }: Doing,
  mayChange: (stored: CustomsData) => boolean,
): Promise<boolean> {
  const after = knownCustoms(customs);
  return inTransaction(pool, async (connection) => {
    const stored = await lockCustoms(connection, kind, code);
    if (!stored) return false;
    const before = knownCustoms(stored);
    if (isDeepStrictEqual(before, after)) return true;
    if (!mayChange(before)) throw preconditionFailed('customs data');
    await updateCustoms(connection, kind, code, after);
    const changed = CUSTOMS_FIELDS.filter((field) => before[field] !== after[field]);
    await recordAudit(connection, by, now, {
      action: 'catalog.customs_changed',
      subject: ['catalog', code],
      detail: { kind, code, ...Object.fromEntries(changed.map((field) => [field, after[field] ?? null])) },
    });
    return true;
  });
}
