import { isDeepStrictEqual } from 'node:util';
import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { preconditionFailed } from '../platform/errors/errors.ts';
import { gtinForms } from '../platform/formats/gtin.ts';
import { CUSTOMS_FIELDS, type CustomsData, knownCustoms } from '../shipping/customs-rules.ts';
import { type CustomsKind, findEan13, findVariantCustoms, lockCustoms, updateCustoms } from './catalog-store.ts';

/** Returns the form in which the catalogue has the GTIN; undefined if it has none. */
export function readStoredEan13(connection: Connection, gtin: string): Promise<string | undefined> {
  return findEan13(connection, gtinForms(gtin));
}

export type VariantCustomsOf = (
  kind: 'ARTICLE' | 'PRODUCT',
  code: string,
) => { title: string; customs: CustomsData } | undefined;

/** Reads the customs data of the variants, completed from their articles and products. */
export async function readVariantCustoms(
  connection: Connection,
  skus: readonly string[],
  ean13s: readonly string[],
): Promise<VariantCustomsOf> {
  const rows = await findVariantCustoms(connection, skus, ean13s);
  const variants = new Map(rows.map((row) => [`${row.kind} ${row.code}`, row]));
  return (kind, code) => {
    const variant = variants.get(`${kind} ${code}`);
    return variant && { title: variant.title, customs: knownCustoms(variant) };
  };
}

/**
 * Replaces the customs data of a record; absent fields are removed. Returns false for an unknown record.
 * Throws `precondition_failed` when `mayChange` refuses the stored data.
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
