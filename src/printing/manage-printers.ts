import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { preconditionFailed } from '../platform/http/etag.ts';
import { printerNotFound } from './enqueue-print-job.ts';
import {
  deletePrinter,
  findPrinter,
  insertPrinter,
  isPrinterNameTaken,
  type ListedPrinter,
  lockPrinter,
  type PrinterFields,
  updatePrinter,
} from './printer-store.ts';
import { USUAL_MEDIA_TYPES } from './printing-rules.ts';

/** Of a center. */
export const PRINTERS_MAX = 200;

export type PrinterChange = Partial<PrinterFields>;

/** Names a printer. Throws `printer_name_taken`, `too_many_printers`. */
export async function addPrinter(
  pool: Pool,
  fields: Omit<PrinterFields, 'mediaTypes'> & { mediaTypes?: PrinterFields['mediaTypes'] },
  { by, now }: Doing,
): Promise<ListedPrinter> {
  // Made once: the transaction may run again after it was committed.
  const printerId = risingId();
  const mediaTypes = fields.mediaTypes ?? [...USUAL_MEDIA_TYPES[fields.kind]];
  return inTransaction(pool, async (connection) => {
    const isNew = await insertPrinter(
      connection,
      { ...fields, mediaTypes, printerId, created: now },
      PRINTERS_MAX,
    );
    const printer = await findPrinter(connection, printerId);
    if (!isNew && !printer) {
      if (await isPrinterNameTaken(connection, fields.name, printerId)) throw nameTaken(fields.name);
      throw new ApiError(
        'too_many_printers',
        `There are ${PRINTERS_MAX} printers already; delete one first.`,
      );
    }
    if (!printer) throw printerNotFound();
    await recordAudit(connection, by, now, {
      entryId: printerId,
      action: 'printer.created',
      subject: ['printer', printerId],
      detail: { name: printer.name, kind: printer.kind, address: printer.address },
    });
    return printer;
  });
}

/** Changes what is given. Of another kind it takes what that usually takes. Throws `printer_not_found`, `printer_name_taken`, `precondition_failed`. */
export async function changePrinter(
  pool: Pool,
  printerId: string,
  { by, now }: Doing,
  decide: (stored: ListedPrinter) => PrinterChange,
  mayChange: (stored: ListedPrinter) => boolean,
): Promise<ListedPrinter> {
  return inTransaction(pool, async (connection) => {
    const stored = await lockPrinter(connection, printerId);
    if (!stored) throw printerNotFound();
    const change = decide(stored);
    const names = Object.keys(change) as (keyof PrinterChange)[];
    const changed = names.filter((name) => JSON.stringify(change[name]) !== JSON.stringify(stored[name]));
    if (changed.length === 0) return stored;
    if (!mayChange(stored)) throw preconditionFailed('printer');
    const after = { ...stored, ...change };
    if (await isPrinterNameTaken(connection, after.name, printerId)) throw nameTaken(after.name);
    await updatePrinter(connection, printerId, after);
    await recordAudit(connection, by, now, {
      action: 'printer.changed',
      subject: ['printer', printerId],
      detail: { name: after.name, ...Object.fromEntries(changed.map((name) => [name, change[name]])) },
    });
    return (await findPrinter(connection, printerId)) ?? stored;
  });
}

/** Its jobs that ended stay in the list. Throws `printer_not_found`, `printer_in_use`. */
export async function removePrinter(pool: Pool, printerId: string, { by, now }: Doing): Promise<void> {
  await inTransaction(pool, async (connection, { mayBeDone }) => {
    const stored = await lockPrinter(connection, printerId);
    if (!stored && mayBeDone) return;
    if (!stored) throw printerNotFound();
    if (stored.waiting > 0) {
      const message = `${stored.waiting} print jobs wait for this printer; let them be printed, or cancel them.`;
      throw new ApiError('printer_in_use', message);
    }
    await deletePrinter(connection, printerId);
    await recordAudit(connection, by, now, {
      action: 'printer.deleted',
      subject: ['printer', printerId],
      detail: { name: stored.name },
    });
  });
}

function nameTaken(name: string): ApiError {
  return new ApiError('printer_name_taken', `There is a printer named ${JSON.stringify(name)} already.`);
}
