import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { risingId } from '../../platform/database/rising-ids.ts';
import { inTransaction, withRetry } from '../../platform/database/transaction.ts';
import { BlobMissingError } from '../../platform/files/blobs.ts';
import type { DrawnSheet, SheetTask } from '../../platform/files/draw-gang-sheet.ts';
import { recordBlobs } from '../../platform/files/open-blobs.ts';
import { fileNameOf, type PrintView, ticketNameOf, ticketOf } from '../../printing/machines/machine-templates.ts';
import { insertMachineJob, type NewMachineJob } from '../../printing/machines/manage-machine-jobs.ts';
import { type ListedMachine, listMachines } from '../../printing/machines/manage-machines.ts';
import { keepFile, type MakeContext, MEDIA_TYPES, makingFolders } from '../print-files/make-print-files.ts';
import { cellOf, HEAD_MM, LABEL_MM, nestPrints, unwantedOf } from './gang-sheet-rules.ts';
import {
  deleteWaitingPrints,
  findGangSheet,
  type GangPrint,
  type GangSheet,
  listSheetPrints,
  lockWaitingPrints,
  markSheetDrawn,
  type StandingPrint,
} from './gang-sheet-store.ts';
import { insertSheets, replaceSheet } from './replace-gang-sheets.ts';

/** Prints that one transaction places on sheets. */
const PRINTS_AT_ONCE_MAX = 500;
/** Resolution of sheets. Printers of film work with files of this resolution. */
export const SHEET_DPI = 300;
const HEAD_WIDTH_MM = 120;
const MEDIA_TYPE = MEDIA_TYPES.PNG;

/** Places the prints that wait at a machine on sheets. Those that are not to be made leave it. */
export async function nestWaitingPrints(
  { pool, clock }: Pick<MakeContext, 'pool' | 'clock'>,
  machine: ListedMachine,
): Promise<void> {
  const { machineId, settings } = machine;
  const { roll } = settings;
  if (!roll) return;
  for (let isLast = false; !isLast; )
    isLast = await inTransaction(pool, async (connection) => {
      const now = clock();
      const waiting = await lockWaitingPrints(connection, machineId, PRINTS_AT_ONCE_MAX);
      const wanted = waiting.filter((print) => unwantedOf(print) === undefined);
      const { sheets, tooLarge } = nestPrints([...Map.groupBy(wanted, ({ piece }) => piece).values()], roll);
      const { widthMm, gapMm } = roll;
      await insertSheets(connection, sheets, { machineId, widthMm, gapMm, created: now, from: null });
      const cause = 'larger_than_roll';
      for (const print of tooLarge) await insertMachineJob(connection, failedJob(print, machine, { cause, now }), true);
      const left = waiting.filter((print) => !wanted.includes(print) || tooLarge.includes(print));
      const keys = left.map(({ key }) => key);
      if (keys.length > 0) await deleteWaitingPrints(connection, machineId, keys);
      return waiting.length < PRINTS_AT_ONCE_MAX;
    });
}

/** Returns the job of a print that is on no sheet. A person can send it as a file of its own. */
function failedJob(
  print: GangPrint,
  { machineId, name }: ListedMachine,
  { cause, now }: { cause: string; now: Date },
): NewMachineJob {
  const { key, clientId, orderId, piece, location, technology, step, sha256, bytes, kind, widthMm, heightMm } = print;
  const mediaType = MEDIA_TYPES[kind];
  const size = { width: widthMm, height: heightMm };
  const view = viewOf({ code: piece, technology, location, step, ...size, machine: name }, [print]);
  return {
    ...{ jobId: risingId(), key, machineId, clientId, orderId, piece, batchId: null, location, technology },
    ...{ sha256, bytes, mediaType, widthMm, heightMm, copies: 1 },
    ...{ fileName: fileNameOf('{code}_{location}_{step}', view, mediaType), ticketName: null, ticket: null },
    ...{ created: now, state: 'FAILED', cause },
  };
}

type KnownView = Pick<PrintView, 'code' | 'technology' | 'location' | 'step' | 'width' | 'height' | 'machine'>;

/** Returns the fields of names and tickets for prints of several orders. */
function viewOf(known: KnownView, prints: readonly GangPrint[]): PrintView {
  return {
    ...{ order: '', client: '', batch: '', place: 0, sku: '', article: '', color: '', size: '', treatment: '' },
    ...{ copies: 1, due: '', rush: false, attempt: 0, ...known },
    prints: prints.map(({ piece, step, technology, location, widthMm, heightMm }) => ({
      ...{ code: piece, step, technology, location, width: widthMm, height: heightMm },
    })),
  };
}

export interface DrawSheetContext extends Pick<MakeContext, 'pool' | 'blobs' | 'making' | 'disk' | 'clock'> {
  onMachine: (machineId: string) => void;
}

/**
 * Draws a sheet, and puts its file into the queue of its machine. Another attempt after a crash draws the
 * same file. The row of the sheet decides that it is queued once. A print that cannot be drawn fails alone,
 * and the others get new sheets.
 */
export async function makeGangSheet(context: DrawSheetContext, code: string, signal: AbortSignal): Promise<void> {
  const { pool, blobs, disk, clock, onMachine } = context;
  // A full disk delays sheets, as it delays print files.
  if (!disk.mayFetch()) return;
  const sheet = await withRetry(() => findGangSheet(pool, code));
  if (!sheet || sheet.drawn) return;
  const machine = (await withRetry(() => listMachines(pool))).find(({ machineId }) => machineId === sheet.machineId);
  const prints = await withRetry(() => listSheetPrints(pool, [code]));
  const placed = prints.map((print) => ({ ...print, leftMm: print.leftMm ?? 0, topMm: print.topMm ?? 0 }));
  const folder = await makingFolders.make(clock());
  try {
    const drawn = machine && (await draw(context, sheet, placed, { folder, signal }));
    let picture: string | null = null;
    let file = { sha256: '', bytes: 0 };
    if (drawn && 'path' in drawn) {
      if (!disk.claim(drawn.bytes + (await stat(drawn.picture)).size))
        throw new Error('The disk has no room for a gang sheet.');
      const store = recordBlobs(pool, blobs);
      file = { sha256: await keepFile(store, drawn.path), bytes: drawn.bytes };
      picture = await keepFile(store, drawn.picture);
    }
    const now = clock();
    await inTransaction(pool, async (connection) => {
      if (!(await markSheetDrawn(connection, code, { picture, now })) || !machine) return;
      if (!drawn || 'path' in drawn)
        return void (await insertMachineJob(connection, jobOf(sheet, machine, placed, { ...file, now }), false));
      const { cause, failed, parts } = drawn;
      await replaceSheet(connection, sheet, parts, now);
      for (const print of failed) await insertMachineJob(connection, failedJob(print, machine, { cause, now }), true);
    });
    onMachine(sheet.machineId);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

type Placed = StandingPrint & { leftMm: number; topMm: number };

/** Why a sheet cannot be drawn, the prints that fail, and those that get new sheets. */
interface Undrawable {
  cause: 'file_lost' | 'file_failed';
  failed: Placed[];
  parts: Placed[][];
}

async function draw(
  { blobs, making }: DrawSheetContext,
  sheet: GangSheet,
  prints: readonly Placed[],
  { folder, signal }: { folder: string; signal: AbortSignal },
): Promise<DrawnSheet | Undrawable> {
  const paths = new Map<string, string>();
  for (const sha256 of new Set(prints.map((print) => print.sha256))) {
    const path = join(folder, `file-${paths.size}`);
    try {
      await pipeline(await blobs.read(sha256), createWriteStream(path), { signal });
      paths.set(sha256, path);
    } catch (error) {
      if (!(error instanceof BlobMissingError)) throw error;
    }
  }
  const failed = prints.filter(({ sha256 }) => !paths.has(sha256));
  if (failed.length > 0)
    return { cause: 'file_lost', failed, parts: [prints.filter((print) => !failed.includes(print))] };
  const drawn = await making.run('gang sheets', 'sheet', taskOf(sheet, prints, { folder, paths }), signal);
  if (drawn !== 'too_complex') return drawn;
  if (prints.length === 1) return { cause: 'file_failed', failed: [...prints], parts: [] };
  // Half of the sheet may take less than the limit. Otherwise, the next halves lead to the print that fails.
  const sorted = prints.toSorted((one, other) => one.sha256.localeCompare(other.sha256));
  const half = Math.ceil(sorted.length / 2);
  return { cause: 'file_failed', failed: [], parts: [sorted.slice(0, half), sorted.slice(half)] };
}

function taskOf(
  { sheet, widthMm, lengthMm, gapMm, created }: GangSheet,
  prints: readonly Placed[],
  { folder, paths }: { folder: string; paths: ReadonlyMap<string, string> },
): SheetTask {
  const technologies = [...new Set(prints.map(({ technology }) => technology))].join(', ');
  const title = `${spaced(sheet)} · ${prints.length} × ${technologies} · ${created.toISOString().slice(0, 10)}`;
  const head = {
    ...{
      code: sheet,
      text: title,
    },
    ...{ leftMm: gapMm, topMm: gapMm, widthMm: Math.min(HEAD_WIDTH_MM, widthMm - 2 * gapMm), heightMm: HEAD_MM },
    isMirrored: prints.some(({ isMirrored }) => isMirrored),
  };
  const labels = prints.map(({ piece, isMirrored, leftMm, topMm, heightMm }) => ({
    ...{ code: piece, text: spaced(piece), isMirrored, leftMm, topMm: topMm + heightMm + LABEL_MM.gap },
    ...{ widthMm: LABEL_MM.width, heightMm: LABEL_MM.height },
  }));
  return {
    ...{ folder, dpi: SHEET_DPI, widthMm, lengthMm, labels: [head, ...labels] },
    prints: prints.map((print) => ({ ...boxOf(print), path: paths.get(print.sha256) ?? '', kind: print.kind })),
    cuts: prints.map((print) => {
      const box = { ...boxOf(print), ...cellOf(print) };
      const half = gapMm / 2;
      return {
        ...{ leftMm: box.leftMm - half, topMm: box.topMm - half },
        ...{ widthMm: box.widthMm + gapMm, heightMm: box.heightMm + gapMm },
      };
    }),
  };
}

const boxOf = ({ leftMm, topMm, widthMm, heightMm }: Placed) => ({ leftMm, topMm, widthMm, heightMm });

/** Returns a code as people read it aloud: G 0000 0001 20. */
const spaced = (code: string) => `${code.slice(0, 1)} ${code.slice(1).replace(/(\d{4})(?=\d)/g, '$1 ')}`;

type DrawnFile = { sha256: string; bytes: number; now: Date };

function jobOf(
  { sheet, widthMm, lengthMm }: GangSheet,
  { machineId, name, settings }: ListedMachine,
  prints: readonly GangPrint[],
  { sha256, bytes, now }: DrawnFile,
): NewMachineJob {
  const { nameTemplate, ticket } = settings;
  const technology = prints[0]?.technology ?? '';
  const size = { width: widthMm, height: Math.round(lengthMm) };
  const view = viewOf({ code: sheet, technology, location: 'SHEET', step: 1, ...size, machine: name }, prints);
  const fileName = fileNameOf(nameTemplate, view, MEDIA_TYPE);
  return {
    ...{ jobId: risingId(), machineId, key: sheet, clientId: null, orderId: null, piece: sheet, batchId: null },
    ...{ location: 'SHEET', technology, sha256, bytes, mediaType: MEDIA_TYPE, widthMm, heightMm: lengthMm, copies: 1 },
    ...{ fileName, ticketName: ticket && ticketNameOf(fileName, ticket.format), created: now },
    ticket: ticket && ticketOf(ticket, { ...view, file: fileName, bytes, sha256, type: MEDIA_TYPE }),
    ...{ state: 'WAITING', cause: null },
  };
}
