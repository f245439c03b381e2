import { readFile, stat } from 'node:fs/promises';
import { join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { PaperFormat } from '../papers/convert-papers.ts';
import type { PaperPress } from '../papers/paper-press.ts';
import type { BatchCover, BatchHead, JobTicket, PaperOptions, PickList } from '../papers/paper-types.ts';
import type { PaperKinds } from '../papers/print-run.ts';
import type { Doing } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { LABELS_MAX } from '../platform/formats/read-zpl.ts';
import { enqueuePrintJob, requirePrinter } from '../printing/manage-print-jobs.ts';
import { listPrintersWithBrowser } from '../printing/manage-printers.ts';
import type { Printer } from '../printing/printer-store.ts';
import { findPrinter, listStationPrinters } from '../printing/printer-store.ts';
import { PDF, type PrintMediaType, ZPL } from '../printing/printing-rules.ts';
import { type Batch, findBatch } from './batch-store.ts';
import {
  advanceRun,
  countRunFailure,
  endRun,
  findBatchSums,
  findRun,
  insertRun,
  listCoverCounts,
  type PaperRun,
  type PickPosition,
  type RunKind,
  type RunProblem,
  type TicketForm,
} from './paper-run-store.ts';
import { listPickLines } from './pick-store.ts';
import type { Piece } from './piece-store.ts';
import {
  choosePrinterOf,
  describePrinter,
  type NamedPrinter,
  type PaperPrinter,
  STICKER_MM,
  ticketFormOf,
} from './printer-rules.ts';
import { type TicketContext, TicketReader } from './read-tickets.ts';

export interface RunRequest extends Doing {
  connection: Connection;
  /** Made before a transaction that may run again after its commit. */
  runId?: string;
  /** Name or id of the station whose printers are used. Empty: of none. */
  station: string;
  /** Replaces the printers of the station. */
  printerId?: string | undefined;
  /** The browser that asks prints the papers itself. They are only recorded. */
  here?: boolean | undefined;
  /** Absent: stickers if a printer takes them. */
  form?: TicketForm | undefined;
  /** Why it is printed again. Null: it is the first time. */
  reason: string | null;
}

/** Requests papers of a batch. Throws `printer_not_found`, `document_not_printable`. */
export function requestBatchPapers(
  request: RunRequest,
  batchId: string,
  kind: Exclude<RunKind, 'TICKET'>,
): Promise<PaperRun> {
  return requestRun(request, { kind, batchId, clientId: null, orderId: null, piece: null });
}

/** Requests the ticket of a successor. Returns its printer; undefined if the station has none for tickets. */
export async function requestSuccessorTicket(
  request: RunRequest,
  { clientId, orderId, code: piece }: Pick<Piece, 'clientId' | 'orderId' | 'code'>,
): Promise<NamedPrinter | undefined> {
  const printers = await listStationPrinters(request.connection, request.station);
  // A job for a browser would wait unseen: the station offers to print the ticket instead.
  const printer = choosePrinterOf(
    'TICKETS',
    printers.filter(({ kind }) => kind !== 'browser'),
  );
  if (!printer) return undefined;
  await insertRunFor(request, { kind: 'TICKET', batchId: null, clientId, orderId, piece }, printer);
  return { printerId: printer.printerId, name: printer.name };
}

/** Requests the ticket of a piece. Throws `printer_not_found`, `document_not_printable`. */
export function requestTicket(
  request: RunRequest,
  { clientId, orderId, code }: Pick<Piece, 'clientId' | 'orderId' | 'code'>,
): Promise<PaperRun> {
  return requestRun(request, { kind: 'TICKET', batchId: null, clientId, orderId, piece: code });
}

type RunPapers = Pick<PaperRun, 'kind' | 'batchId' | 'clientId' | 'orderId' | 'piece'>;

async function requestRun(request: RunRequest, papers: RunPapers): Promise<PaperRun> {
  const { connection, station, printerId, form, now } = request;
  const paper = papers.kind === 'TICKET' ? 'TICKETS' : papers.kind;
  const readPrinter = async () => {
    const chosen = printerId === undefined ? undefined : await requirePrinter(connection, printerId);
    const printers = chosen ? [chosen] : await listPrintersWithBrowser(connection, station, now);
    const printer = choosePrinterOf(paper, printers, form);
    if (printer) return printer;
    const message = `No such paper fits ${printers.map(describePrinter).join(', or ')}; choose another printer.`;
    throw new ApiError('document_not_printable', message);
  };
  return insertRunFor(request, papers, request.here ? undefined : await readPrinter());
}

/** Inserts a run for this printer; undefined: for the browser that asks. */
function insertRunFor(
  { connection, runId = risingId(), station, form, by, now, reason }: RunRequest,
  papers: RunPapers,
  printer: PaperPrinter | undefined,
): Promise<PaperRun> {
  const isTicket = papers.kind === 'TICKETS' || papers.kind === 'TICKET';
  const ticketForm = printer ? ticketFormOf(printer, form) : form;
  return insertRun(connection, {
    ...papers,
    runId,
    printerId: printer?.printerId ?? '',
    state: printer ? 'drawing' : 'here',
    form: (isTicket && ticketForm) || 'SHEET',
    station,
    asked: now,
    askedByKind: by.kind,
    askedById: by.id,
    askedByName: by.name,
    reason,
  });
}

/** Tickets in one print job: some minutes of printing, so that a failed job is soon repeated. */
const TICKETS_OF_JOB_MAX = 400;
/** A document in ZPL has at most ten labels. */
const ZPL_TICKETS_OF_JOB_MAX = LABELS_MAX;
const ATTEMPTS_MAX = 5;

export interface PaperRunContext extends TicketContext {
  press: PaperPress;
  /** The folder of the catalogue's pictures, unless another server has them. */
  imageFolder: string | undefined;
  log: Pick<FastifyBaseLogger, 'warn'>;
  clock: () => Date;
  /** Returns language, time zone and address by the current settings. */
  paper: () => Omit<PaperOptions, 'printedAt'>;
  /** Wakes the job that sends the print jobs of this printer. */
  onPrint: (printerId: string) => void;
}

/** A print job of a run. */
interface Part {
  contentType: PrintMediaType;
  bytes: Buffer;
  title: string;
  last: PickPosition | undefined;
  isLast: boolean;
}

/** Draws a requested run, part by part, to hold few tickets in memory. Each part becomes one print job. */
export async function drawPaperRun(context: PaperRunContext, runId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const run = await withRetry(() => findRun(context.pool, runId));
    if (run?.state !== 'drawing') return;
    const part = await drawPart(context, run).catch(async (error) => {
      if ((await withRetry(() => countRunFailure(context.pool, runId))) < ATTEMPTS_MAX) throw error;
      context.log.warn({ err: error, runId }, 'gave up drawing papers after repeated failures');
      return 'paper_not_drawn' as const;
    });
    if (typeof part !== 'string') {
      await savePart(context, run, part);
      continue;
    }
    const isWhole = part === 'nothing_to_print' && run.parts > 0;
    await withRetry(() => endRun(context.pool, runId, isWhole ? null : part));
    return;
  }
}

async function savePart({ pool, clock, onPrint }: PaperRunContext, run: PaperRun, part: Part): Promise<void> {
  const { runId, printerId, parts, piece, clientId, orderId, reason } = run;
  const now = clock();
  try {
    await inTransaction(pool, async (connection) => {
      if (!(await advanceRun(connection, run, part))) return;
      await enqueuePrintJob(connection, {
        printerId,
        kind: 'papers',
        key: `${runId} ${parts + 1}`,
        contentType: part.contentType,
        bytes: part.bytes,
        title: part.title,
        by: { kind: run.askedByKind, id: run.askedById, name: run.askedByName },
        now,
        ...(clientId !== null && orderId !== null && { order: { clientId, orderId } }),
        ...(reason !== null && { reprint: { of: piece ?? runId, reason } }),
      });
    });
    onPrint(printerId);
  } catch (error) {
    // The printer was deleted, or no longer takes PDF.
    if (!(error instanceof ApiError)) throw error;
    const problem = error.error === 'printer_not_found' ? error.error : 'document_not_printable';
    await withRetry(() => endRun(pool, runId, problem));
  }
}

/** Returns the next part, or why there is none. */
async function drawPart(context: PaperRunContext, run: PaperRun): Promise<Part | RunProblem> {
  const options = { ...context.paper(), printedAt: context.clock() };
  const printer = await withRetry(() => findPrinter(context.pool, run.printerId));
  if (!printer) return 'printer_not_found';
  if (run.kind === 'TICKET') return drawTicket(context, run, printer, options);
  const batch = await withRetry(() => findBatch(context.pool, run.batchId ?? ''));
  if (!batch) return 'nothing_to_print';
  const whole = { contentType: PDF, last: undefined, isLast: true } as const;
  if (run.kind === 'PICK_LIST') {
    const list = await readPickList(context.pool, batch, context.imageFolder);
    const bytes = await drawPapers(context, 'pick-lists', [list], options);
    return { bytes, title: `Pick list of batch ${batch.batchId}`, ...whole };
  }
  if (run.kind === 'COVER') {
    const cover = await readCover(context.pool, batch);
    const bytes = await drawPapers(context, 'batch-covers', [cover], options);
    return { bytes, title: `Cover of batch ${batch.batchId}`, ...whole };
  }
  return drawTickets(context, run, printer, options);
}

async function drawTickets(
  context: PaperRunContext,
  run: PaperRun,
  printer: Printer,
  options: PaperOptions,
): Promise<Part | RunProblem> {
  const { afterSku, afterCode } = run;
  const batchId = run.batchId ?? '';
  const form = formatOf(printer);
  const most = form.contentType === ZPL ? ZPL_TICKETS_OF_JOB_MAX : TICKETS_OF_JOB_MAX;
  const after = afterSku !== null && afterCode !== null ? { sku: afterSku, code: afterCode } : undefined;
  let last: PickPosition | undefined;
  let count = 0;
  const tickets = new TicketReader(context).readBatch(batchId, after, most);
  const first = await tickets.next();
  if (first.done) return 'nothing_to_print';
  async function* countTickets(): AsyncGenerator<JobTicket> {
    for (let each = first; !each.done; each = await tickets.next()) {
      last = each.value.position;
      count++;
      yield each.value.ticket;
    }
  }
  const bytes = await drawPapers(context, paperKindOf(run), countTickets(), options, form.format);
  const title = `Tickets of batch ${batchId}, part ${run.parts + 1}`;
  return { contentType: form.contentType, bytes, title, last, isLast: count < most };
}

async function drawTicket(
  context: PaperRunContext,
  run: PaperRun,
  printer: Printer,
  options: PaperOptions,
): Promise<Part | RunProblem> {
  const ticket = await new TicketReader(context).readTicket(run.piece ?? '');
  if (!ticket) return 'nothing_to_print';
  const { contentType, format } = formatOf(printer);
  const bytes = await drawPapers(context, paperKindOf(run), [ticket], options, format);
  return { contentType, bytes, title: `Ticket ${run.piece}`, last: undefined, isLast: true };
}

/** Returns the format of tickets for the printer. */
function formatOf({ mediaTypes, dotsPerInch }: Printer): { contentType: PrintMediaType; format?: PaperFormat } {
  if (mediaTypes.includes(PDF)) return { contentType: PDF };
  return { contentType: ZPL, format: { to: 'zpl', longSideMm: STICKER_MM.widthMm, dotsPerInch } };
}

function paperKindOf({ form }: PaperRun) {
  return form === 'STICKER' ? 'ticket-stickers' : 'ticket-sheets';
}

/** Draws papers of one kind as one document, a PDF unless `format` is given. */
export function drawPapers<Kind extends keyof PaperKinds>(
  { press }: Pick<PaperRunContext, 'press'>,
  kind: Kind,
  parts: Iterable<PaperKinds[Kind]> | AsyncIterable<PaperKinds[Kind]>,
  options: PaperOptions,
  format?: PaperFormat,
): Promise<Buffer> {
  return buffer(press.print(kind, parts, options, format).pdf);
}

function headOf({ batchId, code, created, due }: Batch): BatchHead {
  return { name: batchId, code, released: created, ...(due && { due }) };
}

const PICTURE_BYTES_MAX = 5 * 1_048_576;

/** `imageFolder`: the folder of the catalogue's pictures, unless another server has them. */
export async function readPickList(pool: Pool, batch: Batch, imageFolder: string | undefined): Promise<PickList> {
  const found = await withRetry(() => listPickLines(pool, batch.batchId));
  const lines = await Promise.all(
    found.map(async ({ kind, title, sku, color, size, place, reserves, picture, needed, onShelf }) => {
      const bytes = picture === null ? undefined : await readPicture(imageFolder, picture);
      return {
        ...{ kind, title, sku, needed, onShelf },
        shelf: [place ?? '', ...reserves.map((one) => `(${one.place}: ${one.quantity})`)].join('\n').trim(),
        ...(color !== '' && { color }),
        ...(size !== '' && { size }),
        ...(bytes && { picture: bytes }),
      };
    }),
  );
  return { batch: headOf(batch), lines };
}

async function readPicture(folder: string | undefined, url: string): Promise<Buffer | undefined> {
  if (folder === undefined) return undefined;
  // The name of a file never leaves the folder.
  const path = join(folder, normalize(`/${url}`));
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() && found.size <= PICTURE_BYTES_MAX ? readFile(path) : undefined;
}

export async function readCover(pool: Pool, batch: Batch): Promise<BatchCover> {
  const [counts, sums] = await withRetry(() =>
    Promise.all([listCoverCounts(pool, batch.batchId), findBatchSums(pool, batch.batchId)]),
  );
  return { batch: headOf(batch), orders: batch.orders, counts, ...sums };
}
