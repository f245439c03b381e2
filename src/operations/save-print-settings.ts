import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { ArticlePrintArea } from '../catalog/printing/print-area-rules.ts';
import {
  replaceFittingRules,
  replacePrintAreas,
  type StoredFitting,
  type StoredTechnology,
  upsertPrintTechnology,
} from '../catalog/printing/print-settings-store.ts';
import { queuePrintFiles } from '../orders/change/order-change-store.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';

/** Replaces the print areas of an article. The print files of orders in production are then compared. */
export function savePrintAreas(
  pool: Pool,
  manufacturerCode: string,
  areas: readonly ArticlePrintArea[],
  doing: Doing,
): Promise<void> {
  const rows = areas.map((area) => ({ ...area, manufacturerCode }));
  return save(pool, doing, ['areas', manufacturerCode], async (connection) => {
    await replacePrintAreas(connection, [manufacturerCode], rows);
  });
}

export function saveFittingRules(pool: Pool, rules: readonly StoredFitting[], doing: Doing): Promise<void> {
  return save(pool, doing, ['fitting', 'fitting'], (connection) => replaceFittingRules(connection, rules));
}

export function savePrintTechnology(pool: Pool, settings: StoredTechnology, doing: Doing): Promise<void> {
  return save(pool, doing, ['technology', settings.technology], (connection) =>
    upsertPrintTechnology(connection, settings),
  );
}

async function save(
  pool: Pool,
  { by, now }: Doing,
  [kind, code]: readonly [kind: string, code: string],
  change: (connection: Connection) => Promise<void>,
): Promise<void> {
  const entryId = randomUUIDv7();
  await inTransaction(pool, async (connection) => {
    await change(connection);
    await queuePrintFiles(connection, now);
    const subject = ['catalog', code] as const;
    await recordAudit(connection, by, now, {
      entryId,
      action: 'catalog.printing_changed',
      subject,
      detail: { kind, code },
    });
  });
}
