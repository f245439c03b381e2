import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { printerNotFound } from './enqueue-print-job.ts';
import { findPrinter } from './printer-store.ts';
import { USUAL_MEDIA_TYPES } from './printing-rules.ts';
import {
  findPrintersOfStations,
  hasStationPrinters,
  insertBrowser,
  listStationPrinters,
  type StationPrinter,
  setStationPrinters,
} from './station-printer-store.ts';

const BROWSER_NAME = 'Browser';

/** Where papers of a station are printed, which is named by its name or id. The last is a browser, which is named here when nobody has named one. */
export async function printersOf(
  connection: Connection,
  station: string,
  now: Date,
): Promise<StationPrinter[]> {
  const printers = await listStationPrinters(connection, station);
  if (printers.some(({ kind }) => kind === 'browser')) return browserLast(printers);
  const browser = { printerId: risingId(), name: BROWSER_NAME, mediaTypes: USUAL_MEDIA_TYPES.browser };
  await insertBrowser(connection, { ...browser, created: now });
  return browserLast(await listStationPrinters(connection, station));
}

/** Whether a printer stands at the station, which is named by its name or id. */
export function hasPrinters(connection: Connection, station: string): Promise<boolean> {
  return hasStationPrinters(connection, station);
}

function browserLast(printers: readonly StationPrinter[]): StationPrinter[] {
  const isBrowser = ({ kind }: StationPrinter) => kind === 'browser';
  return [...printers.filter((one) => !isBrowser(one)), ...printers.filter(isBrowser)];
}

/** These printers stand at the station from now on, and no others. Throws `printer_not_found`. */
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

/** The printer that is named. Throws `printer_not_found`. */
export async function printerOf(connection: Connection, printerId: string): Promise<StationPrinter> {
  const printer = await findPrinter(connection, printerId);
  if (!printer) throw printerNotFound();
  return printer;
}
