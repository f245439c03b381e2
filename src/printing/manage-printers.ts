import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError, preconditionFailed } from '../platform/errors/errors.ts';
import { printerNotFound } from './manage-print-jobs.ts';
import {
  deletePrinter,
  findPrinter,
  findPrintersOfStations,
  insertBrowser,
  insertPrinter,
  isPrinterNameTaken,
  type ListedPrinter,
  listStationPrinters,
  lockPrinter,
  type PrinterFields,
  type StationPrinter,
  setStationPrinters,
  updatePrinter,
} from './printer-store.ts';
import { USUAL_MEDIA_TYPES } from './printing-rules.ts';

export const PRINTERS_MAX = 200;
export type PrinterChange = Partial<PrinterFields>;

/** Creates a printer. Throws `printer_name_taken`, `too_many_printers`. */
export async function addPrinter(
  pool: Pool,
  fields: Omit<PrinterFields, 'mediaTypes'> & { mediaTypes?: PrinterFields['mediaTypes'] },
  { by, now }: Doing,
): Promise<ListedPrinter> {
  // Outside the transaction, which may be retried after its commit: the ID is the same then.
  const printerId = risingId();
  const mediaTypes = fields.mediaTypes ?? [...USUAL_MEDIA_TYPES[fields.kind]];
  return inTransaction(pool, async (connection) => {
    const isNew = await insertPrinter(connection, { ...fields, mediaTypes, printerId, created: now }, PRINTERS_MAX);
    const printer = await findPrinter(connection, printerId);
    if (!isNew && !printer) {
      if (await isPrinterNameTaken(connection, fields.name, printerId)) throw nameTaken(fields.name);
      throw new ApiError('too_many_printers', `There are already ${PRINTERS_MAX} printers; delete one first.`);
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

/** Changes a printer. Throws `printer_not_found`, `printer_name_taken`, `precondition_failed`. */
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

/** Deletes a printer. Its ended jobs stay in the list. Throws `printer_not_found`, `printer_in_use`. */
export async function removePrinter(pool: Pool, printerId: string, { by, now }: Doing): Promise<void> {
  await inTransaction(pool, async (connection, { mayBeDone }) => {
    const stored = await lockPrinter(connection, printerId);
    if (!stored && mayBeDone) return;
    if (!stored) throw printerNotFound();
    if (stored.waiting > 0) {
      const message = `${stored.waiting} print jobs wait for this printer; wait until they are printed, or cancel them.`;
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
  return new ApiError(
    'printer_name_taken',
    `There is already a printer named ${JSON.stringify(name)}; choose another name.`,
  );
}

const BROWSER_NAME = 'Browser';
/** Characters of the id that make a name unique. */
const BROWSER_ID_LENGTH = 4;

/**
 * Lists a station's printers. The last one is a browser: of the station, or of no station. The latter is
 * created when there is none.
 */
export async function listPrintersWithBrowser(
  connection: Connection,
  station: string,
  now: Date,
): Promise<StationPrinter[]> {
  const printers = await listStationPrinters(connection, station);
  if (printers.some(({ kind }) => kind === 'browser')) return sortBrowserLast(printers);
  const printerId = risingId();
  const names = [BROWSER_NAME, `${BROWSER_NAME} ${printerId.slice(-BROWSER_ID_LENGTH)}`] as const;
  await insertBrowser(connection, { printerId, names, mediaTypes: USUAL_MEDIA_TYPES.browser, created: now });
  return sortBrowserLast(await listStationPrinters(connection, station));
}

function sortBrowserLast(printers: readonly StationPrinter[]): StationPrinter[] {
  const isBrowser = ({ kind }: StationPrinter) => kind === 'browser';
  return [...printers.filter((one) => !isBrowser(one)), ...printers.filter(isBrowser)];
}

/** Replaces the printers of the station. Throws `printer_not_found`. */
export async function assignPrinters(
  pool: Pool,
  stationId: string,
  printerIds: readonly string[],
  { by, now }: Doing,
): Promise<void> {
  await inTransaction(pool, async (connection) => {
    const before = await findPrintersOfStations(connection, [stationId]);
    const isSame =
      new Set(printerIds).size === before.length && before.every((one) => printerIds.includes(one.printerId));
    if (isSame) return;
    const count = await setStationPrinters(connection, stationId, printerIds);
    if (count !== new Set(printerIds).size) throw printerNotFound();
    const printers = (await findPrintersOfStations(connection, [stationId])).map(({ name }) => name);
    const subject = ['station', stationId] as const;
    await recordAudit(connection, by, now, { action: 'station.printers_set', subject, detail: { printers } });
  });
}
