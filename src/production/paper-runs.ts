import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { PaperPress } from '../papers/paper-press.ts';
import type { BatchCover, BatchHead, JobTicket, PaperOptions, PickList } from '../papers/paper-types.ts';
import type { PaperKinds } from '../papers/print-run.ts';
import type { Doing } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { enqueuePrintJob, requirePrinter } from '../printing/manage-print-jobs.ts';
import { listPrintersWithBrowser } from '../printing/manage-printers.ts';
import { PDF } from '../printing/printing-rules.ts';
import { type Batch, findBatch } from './batch-store.ts';
import {
  advanceRun,
  countRunFailure,
  endRun,
  findBatchSums,
  findRun,
  insertRun,
  listCoverCounts,
  listPickLines,
  type PaperRun,
  type PickPosition,
  type RunKind,
  type TicketForm,
} from './paper-run-store.ts';
import type { Piece } from './piece-store.ts';
import { isLabelPrinter, type PaperPrinter, printerFor } from './printer-rules.ts';
import { type TicketContext, TicketReader } from './read-tickets.ts';

export interface RunRequest extends Doing {
  connection: Connection;
  /** Made before a transaction that may run again after its commit. */
  runId?: string;
  /** Name or id of the station whose printers are used. Empty: of none. */
  station: string;
  /** Replaces the printers of the station. */
  printerId?: string | undefined;
  /** Absent: stickers if a printer takes them. */
  form?: TicketForm | undefined;
  /** Why it is printed again. Null: it is the first time. */
  reason: string | null;
}

/** Requests papers of a batch. Throws `printer_not_found`. */
export function requestBatchPapers(
  request: RunRequest,
  batchId: string,
  kind: Exclude<RunKind, 'TICKET'>,
): Promise<PaperRun> {
  return requestRun(request, { kind, batchId, clientId: null, orderId: null, piece: null });
}

/** Requests the ticket of a piece. Throws `printer_not_found`. */
export function requestTicket(
  request: RunRequest,
  { clientId, orderId, code }: Pick<Piece, 'clientId' | 'orderId' | 'code'>,
): Promise<PaperRun> {
  return requestRun(request, { kind: 'TICKET', batchId: null, clientId, orderId, piece: code });
}

async function requestRun(
  { connection, runId = risingId(), station, printerId, form, by, now, reason }: RunRequest,
  papers: Pick<PaperRun, 'kind' | 'batchId' | 'clientId' | 'orderId' | 'piece'>,
): Promise<PaperRun> {
  const named = printerId === undefined ? undefined : await requirePrinter(connection, printerId);
  const printers = named ? [named] : await listPrintersWithBrowser(connection, station, now);
  const isTicket = papers.kind === 'TICKETS' || papers.kind === 'TICKET';
  const size = isTicket && form !== 'SHEET' ? 'label' : 'sheet';
  const printer = (printerFor(printers, PDF, size) ?? printers.at(-1)) as PaperPrinter;
  return insertRun(connection, {
    ...papers,
    runId,
    printerId: printer.printerId,
    form: isTicket ? (form ?? (isLabelPrinter(printer) ? 'STICKER' : 'SHEET')) : 'SHEET',
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
const ATTEMPTS_MAX = 5;

export interface PaperRunContext extends TicketContext {
  press: PaperPress;
  log: Pick<FastifyBaseLogger, 'warn'>;
  clock: () => Date;
  paper: Omit<PaperOptions, 'printedAt'>;
  /** Wakes the job that sends the print jobs of this printer. */
  onPrint: (printerId: string) => void;
}

/** A print job of a run. */
interface Part {
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
      return undefined;
    });
    if (!part) {
      const state = run.parts > 0 ? 'enqueued' : 'not_made';
      await withRetry(() => endRun(context.pool, runId, state));
      return;
    }
    await savePart(context, run, part);
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
        contentType: PDF,
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
    await withRetry(() => endRun(pool, runId, 'not_made'));
  }
}

/** Returns undefined if nothing is left to draw. */
async function drawPart(context: PaperRunContext, run: PaperRun): Promise<Part | undefined> {
  const options = { ...context.paper, printedAt: context.clock() };
  if (run.kind === 'TICKET') return drawTicket(context, run, options);
  const batch = await withRetry(() => findBatch(context.pool, run.batchId ?? ''));
  if (!batch) return undefined;
  const whole = { last: undefined, isLast: true };
  if (run.kind === 'PICK_LIST') {
    const list = await readPickList(context.pool, batch);
    const bytes = await drawPdf(context, 'pick-lists', [list], options);
    return { bytes, title: `Pick list of batch ${batch.batchId}`, ...whole };
  }
  if (run.kind === 'COVER') {
    const cover = await readCover(context.pool, batch);
    const bytes = await drawPdf(context, 'batch-covers', [cover], options);
    return { bytes, title: `Cover of batch ${batch.batchId}`, ...whole };
  }
  return drawTickets(context, run, batch.batchId, options);
}

async function drawTickets(
  context: PaperRunContext,
  run: PaperRun,
  batchId: string,
  options: PaperOptions,
): Promise<Part | undefined> {
  const { afterSku, afterCode } = run;
  const after = afterSku !== null && afterCode !== null ? { sku: afterSku, code: afterCode } : undefined;
  let last: PickPosition | undefined;
  let count = 0;
  const tickets = new TicketReader(context).readBatch(batchId, after, TICKETS_OF_JOB_MAX);
  const first = await tickets.next();
  if (first.done) return undefined;
  async function* countTickets(): AsyncGenerator<JobTicket> {
    for (let each = first; !each.done; each = await tickets.next()) {
      last = each.value.position;
      count++;
      yield each.value.ticket;
    }
  }
  const bytes = await drawPdf(context, paperKindOf(run), countTickets(), options);
  const title = `Tickets of batch ${batchId}, part ${run.parts + 1}`;
  return { bytes, title, last, isLast: count < TICKETS_OF_JOB_MAX };
}

async function drawTicket(context: PaperRunContext, run: PaperRun, options: PaperOptions): Promise<Part | undefined> {
  const ticket = await new TicketReader(context).readTicket(run.piece ?? '');
  if (!ticket) return undefined;
  const bytes = await drawPdf(context, paperKindOf(run), [ticket], options);
  return { bytes, title: `Ticket ${run.piece}`, last: undefined, isLast: true };
}

function paperKindOf({ form }: PaperRun) {
  return form === 'STICKER' ? 'ticket-stickers' : 'ticket-sheets';
}

/** Draws papers of one kind as one PDF. */
export function drawPdf<Kind extends keyof PaperKinds>(
  { press }: Pick<PaperRunContext, 'press'>,
  kind: Kind,
  parts: Iterable<PaperKinds[Kind]> | AsyncIterable<PaperKinds[Kind]>,
  options: PaperOptions,
): Promise<Buffer> {
  return buffer(press.print(kind, parts, options).pdf);
}

function headOf({ batchId, code, created, due }: Batch): BatchHead {
  return { name: batchId, code, released: created, ...(due && { due }) };
}

export async function readPickList(pool: Pool, batch: Batch): Promise<PickList> {
  const lines = await withRetry(() => listPickLines(pool, batch.batchId));
  return {
    batch: headOf(batch),
    lines: lines.map(({ color, size, ...line }) => ({
      ...line,
      ...(color !== '' && { color }),
      ...(size !== '' && { size }),
    })),
  };
}

export async function readCover(pool: Pool, batch: Batch): Promise<BatchCover> {
  const [counts, sums] = await withRetry(() =>
    Promise.all([listCoverCounts(pool, batch.batchId), findBatchSums(pool, batch.batchId)]),
  );
  return { batch: headOf(batch), orders: batch.orders, counts, ...sums };
}
