import type { Connection } from '../../platform/database/transaction.ts';
import { scanCodeOf } from '../../platform/formats/scan-codes.ts';
import { eraseJobFiles, lockSheetJobs, markUnwanted } from '../../printing/machines/manage-machine-jobs.ts';
import { takeScanNumbers } from '../scan-store.ts';
import { nestPrints, type PlannedSheet, unwantedOf } from './gang-sheet-rules.ts';
import {
  deleteGangSheet,
  deleteWaitingPrintsOfOrder,
  eraseSheetPictures,
  type GangPrint,
  type GangSheet,
  insertGangSheet,
  listSheetPrints,
  lockSheetsOfOrder,
  type StandingPrint,
} from './gang-sheet-store.ts';

type SheetFields = Pick<GangSheet, 'machineId' | 'created' | 'widthMm' | 'gapMm'>;

/** Inserts planned sheets with prints that are on the sheet `from`. Null: they wait. */
export async function insertSheets(
  connection: Connection,
  sheets: readonly PlannedSheet<GangPrint>[],
  { from, ...fields }: SheetFields & { from: string | null },
): Promise<void> {
  const end = sheets.length === 0 ? 0 : await takeScanNumbers(connection, 'sheet', sheets.length);
  for (const [index, { lengthMm, places }] of sheets.entries()) {
    const sheet = scanCodeOf('sheet', end - sheets.length + index);
    await insertGangSheet(connection, { ...fields, sheet, lengthMm }, { places, from });
  }
}

/**
 * Places prints of a sheet on new sheets, those of each part apart from the others. Prints that are not used
 * any more stay on the sheet. A sheet that was not drawn is deleted with them.
 */
export async function replaceSheet(
  connection: Connection,
  { sheet, machineId, widthMm, lengthMm, gapMm, drawn }: GangSheet,
  parts: readonly (readonly StandingPrint[])[],
  now: Date,
): Promise<void> {
  for (const part of parts) {
    const wanted = part.filter((print) => print.unwanted === null && unwantedOf(print) === undefined);
    const groups = [...Map.groupBy(wanted, ({ piece }) => piece).values()];
    const { sheets } = nestPrints(groups, { widthMm, gapMm, lengthMaxMm: lengthMm });
    await insertSheets(connection, sheets, { machineId, widthMm, gapMm, created: now, from: sheet });
  }
  if (drawn === null) await deleteGangSheet(connection, sheet);
}

/**
 * Deletes the waiting prints of an order, and the files of sheets with its prints. Sheets that were not
 * printed leave their machine, and the prints of other orders get new ones. Returns the blobs of pictures.
 */
export async function eraseGangSheets(
  connection: Connection,
  clientId: string,
  orderId: string,
  now: Date,
): Promise<string[]> {
  await deleteWaitingPrintsOfOrder(connection, clientId, orderId);
  const sheets = await lockSheetsOfOrder(connection, clientId, orderId);
  if (sheets.length === 0) return [];
  const codes = sheets.map(({ sheet }) => sheet);
  const prints = Map.groupBy(await listSheetPrints(connection, codes), ({ sheet }) => sheet);
  const jobs = await lockSheetJobs(connection, codes);
  const live = jobs.filter(({ state, unwanted }) => unwanted === null && !ENDED.includes(state));
  const unwanted = live.map(({ jobId, piece, state, cause }) => {
    // A machine that leaves its files has printed a sheet with a piece that is made.
    const isMade = prints.get(piece)?.some((print) => unwantedOf(print) === 'MADE') ?? false;
    const isPrinted = isMade && (WITH_FILE.includes(state) || cause === 'outcome_unknown');
    return { jobId, piece, reason: isPrinted ? ('MADE' as const) : ('CANCELLED' as const) };
  });
  await markUnwanted(connection, unwanted, now);
  await eraseJobFiles(connection, jobs);
  const toReplace = new Set(unwanted.flatMap(({ piece, reason }) => (reason === 'CANCELLED' ? [piece] : [])));
  for (const sheet of sheets) {
    if (sheet.drawn !== null && !toReplace.has(sheet.sheet)) continue;
    const others = (prints.get(sheet.sheet) ?? []).filter(
      (print) => print.clientId !== clientId || print.orderId !== orderId,
    );
    await replaceSheet(connection, sheet, [others], now);
  }
  return eraseSheetPictures(connection, codes);
}

const ENDED: readonly string[] = ['TAKEN', 'DONE', 'WITHDRAWN'];
const WITH_FILE: readonly string[] = ['WRITING', 'PLACING', 'WRITTEN'];
