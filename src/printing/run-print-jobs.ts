import type { Socket } from 'node:net';
import type { Span } from '@opentelemetry/api';
import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { DueQuery } from '../platform/database/due-query.ts';
import { runWithStopGrace, workInRounds } from '../platform/database/in-rounds.ts';
import { inTransaction, withRetry } from '../platform/database/transaction.ts';
import { failSpan, runInTrace } from '../platform/observability/spans.ts';
import { connectPrinter, NoConnection, type OwnPort, PRINT_TIMEOUTS, type PrintTimeouts } from './connect-printer.ts';
import { printableDocument } from './manage-print-jobs.ts';
import {
  beginSending,
  type DuePrintJob,
  failQueuedPrintJob,
  findQueuedPrintJob,
  markInterrupted,
  readDocument,
  recordNoConnection,
  recordOutcome,
} from './print-job-store.ts';
import { type PrinterEndpoint, readPrinterAddress } from './printer-address.ts';
import { clearPrinterFailure, duePrinters, findPrinter, type Printer, recordPrinterFailure } from './printer-store.ts';
import { nextPrintAttempt, type PrintOutcome, type PrintState } from './printing-rules.ts';
import { sendIpp } from './send-ipp.ts';
import { sendRaw } from './send-raw.ts';

/** A run ends after this time, so that other printers get their turn. */
const RUN_MS_MAX = 30_000;
/** Time for a document that is being sent when the process stops. */
const STOP_GRACE_MS = 5_000;
/** A job that has waited longer fails, because nobody waits at the printer any more. */
const PRINT_WAIT_HOURS = 24;
/** After this time without a confirmation by the browser, the state of its job becomes `unknown`. */
const BROWSER_CONFIRM_MS = 5 * 60_000;
const HOUR_MS = 3_600_000;

export interface PrintContext {
  pool: Pool;
  log: Pick<FastifyBaseLogger, 'warn'>;
  clock: () => Date;
  retrySeconds: readonly number[];
  /** Ports of Platen itself, which are refused as printers. */
  ownPorts: readonly OwnPort[];
  /** Shorter in tests. */
  timeouts?: PrintTimeouts | undefined;
}

/** Returns the query for printers with due jobs, as keys of `runPrintJobs`. */
export function duePrintJobs({ clock }: PrintContext): DueQuery {
  const now = clock();
  return duePrinters({ now, takenBefore: new Date(now.getTime() - BROWSER_CONFIRM_MS) });
}

/** Sends the printer's jobs, oldest first. While a printer does not answer, its jobs wait. */
export async function runPrintJobs(context: PrintContext, printerId: string, signal: AbortSignal): Promise<void> {
  const { pool, clock } = context;
  const begun = clock();
  const stored = await withRetry(() => findPrinter(pool, printerId));
  // No other process sends to this printer now, so a job in state `sending` was left by a process that was
  // killed. A browser has some time to confirm.
  const sendingBefore = stored?.kind === 'browser' ? new Date(begun.getTime() - BROWSER_CONFIRM_MS) : undefined;
  await withRetry(() => markInterrupted(pool, printerId, { sendingBefore, now: begun }));
  await workInRounds(RUN_MS_MAX, signal, async () => {
    const printer = await withRetry(() => findPrinter(pool, printerId));
    if (!printer || printer.kind === 'browser') return false;
    if (printer.nextAttempt !== null && printer.nextAttempt > clock()) return false;
    const job = await withRetry(() => findQueuedPrintJob(pool, printerId));
    if (!job) return false;
    const attributes = { 'platen.printer.id': printer.printerId, 'platen.printer.kind': printer.kind };
    await runInTrace('print', null, { attributes }, (span) => printJob(context, printer, job, signal, span));
    return true;
  });
}

async function printJob(
  context: PrintContext,
  printer: Printer,
  job: DuePrintJob,
  stop: AbortSignal,
  span: Span | undefined,
): Promise<void> {
  const { pool, clock } = context;
  const now = clock();
  const waitedMs = now.getTime() - job.queued.getTime();
  if (waitedMs > PRINT_WAIT_HOURS * HOUR_MS || !job.hasDocument) {
    const error = job.hasDocument ? 'waited_too_long' : 'document_deleted';
    await withRetry(() => failQueuedPrintJob(pool, job.jobId, error, now));
    return;
  }
  const endpoint = readPrinterAddress(printer.kind, printer.address ?? '');
  const socket = await connect(context, printer, job, endpoint, stop);
  if (!socket || !endpoint) return;
  try {
    const document = await withRetry(() => readDocument(pool, job.jobId));
    if (!document || !(await withRetry(() => beginSending(pool, job, clock())))) return;
    const outcome = await send(context, printer, { ...job, document }, { endpoint, socket }, stop);
    span?.setAttribute('platen.print.outcome', outcome.result);
    if (outcome.result !== 'printed') failSpan(span, outcome.result);
    await record(context, printer, job, outcome);
  } finally {
    socket.destroy();
  }
}

/** Connects to the printer; undefined if it cannot be reached. Nothing was sent then, so the job waits. */
async function connect(
  { pool, log, clock, retrySeconds, ownPorts, timeouts = PRINT_TIMEOUTS }: PrintContext,
  printer: Printer,
  job: DuePrintJob,
  endpoint: PrinterEndpoint | undefined,
  stop: AbortSignal,
): Promise<Socket | undefined> {
  try {
    if (!endpoint) throw new NoConnection('address_refused');
    return await connectPrinter(endpoint, timeouts, ownPorts, stop);
  } catch (error) {
    if (!(error instanceof NoConnection)) throw error;
    if (stop.aborted) return undefined;
    const { reason } = error;
    const now = clock();
    const nextAttempt = nextPrintAttempt(printer.failures + 1, retrySeconds, now);
    await inTransaction(pool, async (connection) => {
      await recordNoConnection(connection, job, reason);
      await recordPrinterFailure(connection, printer.printerId, { error: reason, now, nextAttempt });
    });
    if (printer.failures === 0)
      log.warn({ printerId: printer.printerId, reason }, 'a printer cannot be reached; its jobs wait');
    return undefined;
  }
}

async function send(
  { timeouts = PRINT_TIMEOUTS }: PrintContext,
  printer: Printer,
  { title, contentType, copies, document }: DuePrintJob & { document: Buffer },
  { endpoint, socket }: { endpoint: PrinterEndpoint; socket: Socket },
  stop: AbortSignal,
): Promise<PrintOutcome> {
  // The printer may have closed the connection while the document was read.
  if (socket.destroyed) return { result: 'not_printed', error: 'connection_broke' };
  // An earlier version of Platen may have enqueued the document without a check.
  const printable = printableDocument({ contentType, bytes: document }, printer);
  if ('message' in printable) {
    const { command } = printable;
    return { result: 'refused', error: command ? `zpl_command_refused_${command}` : 'document_refused' };
  }
  const { bytes } = printable;
  return runWithStopGrace(stop, STOP_GRACE_MS, (signal) => {
    if (printer.kind === 'raw') return sendRaw(socket, { contentType, bytes, copies }, timeouts, signal);
    const media = { widthMm: printer.mediaWidthMm, heightMm: printer.mediaHeightMm };
    const ipp = { jobName: title, contentType, bytes, copies, media };
    return sendIpp(socket, endpoint, ipp, timeouts, signal);
  });
}

const STATE_OF: Readonly<Record<PrintOutcome['result'], PrintState>> = {
  printed: 'printed',
  not_printed: 'queued',
  refused: 'failed',
  unknown: 'unknown',
};

async function record(
  { pool, log, clock, retrySeconds }: PrintContext,
  printer: Printer,
  job: DuePrintJob,
  outcome: PrintOutcome,
): Promise<void> {
  const now = clock();
  const { result } = outcome;
  const error = outcome.result === 'printed' ? null : outcome.error;
  const { printerId } = printer;
  // A printer that refuses a document works.
  const isPrinterWell = result === 'printed' || result === 'refused';
  await inTransaction(pool, async (connection) => {
    await recordOutcome(connection, job, { state: STATE_OF[result], error, now });
    if (isPrinterWell) return clearPrinterFailure(connection, printerId);
    const nextAttempt = nextPrintAttempt(printer.failures + 1, retrySeconds, now);
    await recordPrinterFailure(connection, printerId, { error: error ?? '', now, nextAttempt });
  });
  if (result !== 'printed') log.warn({ printerId, jobId: job.jobId, result, error }, 'a print job failed');
}
