import { buffer } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { PaperPress } from '../papers/paper-press.ts';
import type { BatchCover, BatchHead, JobTicket, PaperOptions, PickList } from '../papers/paper-types.ts';
import type { PaperKinds } from '../papers/print-run.ts';
import type { Actor } from '../platform/audit/actor.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction, withRetry } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { enqueuePrintJob } from '../printing/enqueue-print-job.ts';
import { printerOf, printersOf } from '../printing/printers-of-station.ts';
import { PDF } from '../printing/printing-rules.ts';
import type { StationPrinter } from '../printing/station-printer-store.ts';
import { type Batch, findBatch } from './batch-store.ts';
import {
  advanceRun,
  endRun,
  findBatchSums,
  findRun,
  insertRun,
  listCoverCounts,
  listPickLines,
  noteRunFailed,
  type PaperRun,
  type PickPosition,
  type RunKind,
  type TicketForm,
} from './paper-run-store.ts';
import type { Piece } from './piece-store.ts';
import { isLabelPrinter, printerFor } from './printer-rules.ts';
import { type TicketContext, TicketReader } from './read-tickets.ts';

/** Tickets of one print job: some minutes of a printer, and few enough that a failed job is soon printed again. */
export const TICKETS_OF_JOB_MAX = 400;
const ATTEMPTS_MAX = 5;

export interface PaperRunContext extends TicketContext {
  press: PaperPress;
  log: Pick<FastifyBaseLogger, 'warn'>;
  clock: () => Date;
  paper: Omit<PaperOptions, 'printedAt'>;
  /** Wakes the job that sends the print jobs of this printer. */
  onPrint: (printerId: string) => void;
}

/** A part of a run: its document; where the part ends; whether it is the last one. */
interface Part {
  bytes: Buffer;
  title: string;
  last: PickPosition | undefined;
  isLast: boolean;
}

/** Draws what was asked for part by part, and has each printed once: of many tickets no more are held than of one print job. */
export async function drawPaperRun(
  context: PaperRunContext,
  runId: string,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const run = await withRetry(() => findRun(context.pool, runId));
    if (run?.state !== 'drawing') return;
    const part = await partOf(context, run).catch(async (error) => {
      if ((await withRetry(() => noteRunFailed(context.pool, runId))) < ATTEMPTS_MAX) throw error;
      context.log.warn({ err: error, runId }, 'papers could not be drawn');
      return undefined;
    });
    if (!part) {
      // With nothing on it, unless there were parts before.
      const state = run.parts > 0 ? 'enqueued' : 'not_made';
      await withRetry(() => endRun(context.pool, runId, state));
      return;
    }
    await settle(context, run, part);
  }
}

async function settle({ pool, clock, onPrint }: PaperRunContext, run: PaperRun, part: Part): Promise<void> {
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
    // The printer is gone, or takes no PDF any more.
    if (!(error instanceof ApiError)) throw error;
    await withRetry(() => endRun(pool, runId, 'not_made'));
  }
}

/** Undefined: there is nothing on it. */
async function partOf(context: PaperRunContext, run: PaperRun): Promise<Part | undefined> {
  const options = { ...context.paper, printedAt: context.clock() };
  if (run.kind === 'TICKET') return oneTicket(context, run, options);
  const batch = await withRetry(() => findBatch(context.pool, run.batchId ?? ''));
  if (!batch) return undefined;
  const whole = { last: undefined, isLast: true };
  if (run.kind === 'PICK_LIST') {
    const list = await pickListOf(context.pool, batch);
    const bytes = await pdfOf(context, 'pick-lists', [list], options);
    return { bytes, title: `Pick list of batch ${batch.batchId}`, ...whole };
  }
  if (run.kind === 'COVER') {
    const cover = await coverOf(context.pool, batch);
    const bytes = await pdfOf(context, 'batch-covers', [cover], options);
    return { bytes, title: `Cover of batch ${batch.batchId}`, ...whole };
  }
  return tickets(context, run, batch.batchId, options);
}

async function tickets(
  context: PaperRunContext,
  run: PaperRun,
  batchId: string,
  options: PaperOptions,
): Promise<Part | undefined> {
  const { afterSku, afterCode } = run;
  const after = afterSku !== null && afterCode !== null ? { sku: afterSku, code: afterCode } : undefined;
  let last: PickPosition | undefined;
  let count = 0;
  const placed = new TicketReader(context).ofBatch(batchId, after, TICKETS_OF_JOB_MAX);
  const first = await placed.next();
  if (first.done) return undefined;
  async function* drawn(): AsyncGenerator<JobTicket> {
    for (let each = first; !each.done; each = await placed.next()) {
      last = each.value.position;
      count++;
      yield each.value.ticket;
    }
  }
  const bytes = await pdfOf(context, kindOf(run), drawn(), options);
  const title = `Tickets of batch ${batchId}, part ${run.parts + 1}`;
  return { bytes, title, last, isLast: count < TICKETS_OF_JOB_MAX };
}

async function oneTicket(
  context: PaperRunContext,
  run: PaperRun,
  options: PaperOptions,
): Promise<Part | undefined> {
  const ticket = await new TicketReader(context).of(run.piece ?? '');
  if (!ticket) return undefined;
  const bytes = await pdfOf(context, kindOf(run), [ticket], options);
  return { bytes, title: `Ticket ${run.piece}`, last: undefined, isLast: true };
}

function kindOf({ form }: Pick<PaperRun, 'form'>) {
  return form === 'STICKER' ? 'ticket-stickers' : 'ticket-sheets';
}

function pdfOf<Kind extends keyof PaperKinds>(
  { press }: PaperRunContext,
  kind: Kind,
  parts: Iterable<PaperKinds[Kind]> | AsyncIterable<PaperKinds[Kind]>,
  options: PaperOptions,
): Promise<Buffer> {
  return buffer(press.print(kind, parts, options).pdf);
}

function headOf({ batchId, code, created, due }: Batch): BatchHead {
  return { name: batchId, code, released: created, ...(due && { due }) };
}

/** What to take from the shelves for a batch. */
export async function pickListOf(pool: Pool, batch: Batch): Promise<PickList> {
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

/** The sheet on top of a batch. */
export async function coverOf(pool: Pool, batch: Batch): Promise<BatchCover> {
  const [counts, sums] = await withRetry(() =>
    Promise.all([listCoverCounts(pool, batch.batchId), findBatchSums(pool, batch.batchId)]),
  );
  return { batch: headOf(batch), orders: batch.orders, counts, ...sums };
}

interface AskedPapers {
  connection: Connection;
  /** Made before the transaction, where that may run again after it was committed. */
  runId?: string;
  /** Where they are printed: the name or id of a station; empty: at none. */
  station: string;
  /** In place of the printers of the station. */
  printerId?: string | undefined;
  /** Of tickets; what suits the printer when absent. */
  form?: TicketForm | undefined;
  by: Actor;
  now: Date;
  /** Why it is printed again; null: for the first time. */
  reason: string | null;
}

/** Has papers of a batch printed, for the first time or with a reason again. Throws `printer_not_found`. */
export function askForBatch(
  asked: AskedPapers,
  batchId: string,
  kind: Exclude<RunKind, 'TICKET'>,
): Promise<PaperRun> {
  return ask(asked, { kind, batchId, clientId: null, orderId: null, piece: null });
}

/** Has the ticket of a piece printed, the same. */
export function askForTicket(
  asked: AskedPapers,
  { clientId, orderId, code }: Pick<Piece, 'clientId' | 'orderId' | 'code'>,
): Promise<PaperRun> {
  return ask(asked, { kind: 'TICKET', batchId: null, clientId, orderId, piece: code });
}

async function ask(
  { connection, runId = risingId(), station, printerId, form, by, now, reason }: AskedPapers,
  what: Pick<PaperRun, 'kind' | 'batchId' | 'clientId' | 'orderId' | 'piece'>,
): Promise<PaperRun> {
  const named = printerId === undefined ? undefined : await printerOf(connection, printerId);
  const printers = named ? [named] : await printersOf(connection, station, now);
  const isTicket = what.kind === 'TICKETS' || what.kind === 'TICKET';
  const printer = printerOfPaper(printers, isTicket ? form : 'SHEET');
  return insertRun(connection, {
    ...what,
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

/** Of tickets that nobody wants in a form, stickers where a printer takes them. */
function printerOfPaper(printers: readonly StationPrinter[], form: TicketForm | undefined): StationPrinter {
  const size = form === 'SHEET' ? 'sheet' : 'label';
  return (printerFor(printers, PDF, size) ?? printers.at(-1)) as StationPrinter;
}
