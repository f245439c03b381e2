import type { Pool } from 'pg';
import type { Actor } from '../platform/audit/actor.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { printZpl, type ZplMedia } from '../platform/zpl/print-zpl.ts';
import { readZpl } from '../platform/zpl/read-zpl.ts';
import {
  countReprints,
  findPrintJob,
  findPrintJobByKey,
  insertPrintJob,
  lockPrintJob,
  type PrintedOrder,
  type PrintJob,
  readDocument,
  updatePrintJob,
} from './print-job-store.ts';
import { clearPrinterFailure, findPrinter } from './printer-store.ts';
import {
  PRINT_VERBS,
  type PrinterKind,
  type PrintMediaType,
  type PrintState,
  type PrintVerb,
  ZPL,
} from './printing-rules.ts';

/** Of one document. Printing is for papers and labels; a customer's file may be as large as this. */
export const PRINT_DOCUMENT_BYTES_MAX = 32 * 1_048_576;
export const PRINT_COPIES_MAX = 100;
export const PRINT_TITLE_LENGTH_MAX = 200;

export interface PrintRequest {
  /** UUIDv7 that was promised to somebody; a new one when absent. */
  jobId?: string;
  printerId: string;
  /** What it is, as `label`. */
  kind: string;
  /** Which one of its kind, such as the parcel's code: it is printed once, however often it is asked for. */
  key: string;
  contentType: PrintMediaType;
  bytes: Uint8Array;
  /** What people call it; nothing personal. The kind and key when absent. */
  title?: string;
  copies?: number;
  stationId?: string;
  by: Actor;
  now: Date;
  /** The order that it is of, with whose personal data it is erased. */
  order?: PrintedOrder | undefined;
  /** Of a reprint: what it repeats, and why. */
  reprint?: { of: string; reason: string };
}

export interface EnqueuedPrintJob {
  jobId: string;
  state: PrintState;
  /** A `browser` has to take it, print it and confirm. */
  printerKind: PrinterKind | null;
  /** False: it was asked for before, and nothing more is printed. */
  isNew: boolean;
}

/**
 * Has a document printed, in the transaction of what it belongs to; the job `print` sends it once that is committed. A document of the same kind and key
 * is printed once: asked for again it is answered as it is. Throws `printer_not_found`, `document_not_printable`.
 */
export async function enqueuePrintJob(
  connection: Connection,
  request: PrintRequest,
): Promise<EnqueuedPrintJob> {
  const { printerId, kind, key, contentType, bytes, by, now, copies = 1, reprint } = request;
  const stored = await findPrintJobByKey(connection, kind, key);
  if (stored) return { ...pick(stored), isNew: false };
  const printer = await findPrinter(connection, printerId);
  if (!printer) throw printerNotFound();
  if (!printer.mediaTypes.includes(contentType)) {
    const message = `The printer ${JSON.stringify(printer.name)} takes ${printer.mediaTypes.join(', ')}, and this is ${contentType}. Choose another printer, or let an admin say that it takes that too.`;
    throw new ApiError('document_not_printable', message);
  }
  if (bytes.length === 0 || bytes.length > PRINT_DOCUMENT_BYTES_MAX) {
    const message = `A document that is printed has 1 to ${PRINT_DOCUMENT_BYTES_MAX} bytes; this one has ${bytes.length}.`;
    throw new ApiError('document_not_printable', message);
  }
  const printable = printableDocument({ contentType, bytes }, printer);
  if ('message' in printable) throw new ApiError('document_not_printable', printable.message);
  const jobId = request.jobId ?? risingId();
  const isNew = await insertPrintJob(connection, {
    jobId,
    printerId,
    kind,
    key,
    title: [...(request.title ?? `${kind} ${key}`)].slice(0, PRINT_TITLE_LENGTH_MAX).join(''),
    stationId: request.stationId ?? null,
    contentType,
    document: printable.bytes,
    copies: Math.min(Math.max(1, copies), PRINT_COPIES_MAX),
    created: now,
    by,
    reprintOf: reprint?.of ?? null,
    reason: reprint?.reason ?? null,
    order: request.order && { clientId: request.order.clientId, orderId: request.order.orderId },
  });
  if (isNew) return { jobId, state: 'queued', printerKind: printer.kind, isNew };
  // Somebody else asked for the same at the same time.
  const other = await findPrintJobByKey(connection, kind, key);
  if (!other)
    throw new ApiError(
      'temporarily_unavailable',
      'The same is being printed by somebody else; send it again.',
    );
  return { ...pick(other), isNew: false };
}

function pick({ jobId, state, printerKind }: Omit<EnqueuedPrintJob, 'isNew'>) {
  return { jobId, state, printerKind };
}

export function printerNotFound(): ApiError {
  return new ApiError('printer_not_found', 'There is no printer with this printerId.');
}

/** Why a document is not printed. `command` is the ZPL command at fault, if there is one. */
interface NotPrintable {
  message: string;
  command?: string | undefined;
}

/** Returns the document as the printer gets it: ZPL with commands that draw alone, other formats unchanged. */
export function printableDocument(
  { contentType, bytes }: { contentType: string; bytes: Uint8Array },
  media: ZplMedia,
): { bytes: Uint8Array } | NotPrintable {
  if (contentType !== ZPL) return { bytes };
  const reading = readZpl(bytes);
  switch (reading.kind) {
    case 'labels':
      return { bytes: printZpl(reading.labels, media) };
    case 'refused':
      return { message: reading.message, command: reading.command };
    case 'incomplete':
      return { message: 'A label in ZPL has no end (^XZ).' };
    case 'not_zpl':
      return { message: 'The document is no text in ZPL.' };
  }
}

/** Begins the key of a reprint, behind the key of what it repeats. */
const REPRINT_MARK = ' reprint ';

const ACTIONS: Readonly<Partial<Record<PrintVerb, string>>> = {
  confirm: 'print.confirmed',
  retry: 'print.retried',
  cancel: 'print.cancelled',
};

/**
 * What a person does with a job; what is done already changes nothing. Taken by one, a job of a browser is nobody else's. Throws
 * `print_job_not_found`, `print_job_not_changeable`, `print_document_deleted`.
 */
export async function changePrintJob(
  pool: Pool,
  jobId: string,
  verb: Exclude<PrintVerb, 'reprint'>,
  { by, now }: Doing,
): Promise<PrintJob> {
  const { from, to } = PRINT_VERBS[verb];
  return inTransaction(pool, async (connection) => {
    const job = await lockPrintJob(connection, jobId);
    if (!job) throw printJobNotFound();
    const isOfBrowser = job.printerKind === 'browser';
    const isOthers = verb === 'take' && job.takenBy !== by.id;
    if (job.state === to && !isOthers) return job;
    // What the server sends is confirmed by the printer alone, until nobody knows.
    const isPossible =
      from.includes(job.state) &&
      (verb !== 'take' || isOfBrowser) &&
      (verb !== 'confirm' || isOfBrowser || job.state === 'unknown');
    if (!isPossible) throw notChangeable(job, verb);
    if ((to === 'queued' || to === 'sending') && !job.hasDocument) throw documentDeleted();
    await updatePrintJob(connection, jobId, { state: to, now, takenBy: verb === 'take' ? by.id : null });
    if (verb === 'retry') await clearPrinterFailure(connection, job.printerId);
    const action = ACTIONS[verb];
    if (action) {
      await recordAudit(connection, by, now, {
        action,
        subject: ['printer', job.printerId],
        detail: { jobId, title: job.title },
      });
    }
    return (await findPrintJob(connection, jobId)) ?? job;
  });
}

interface ReprintRequest {
  reason: string;
  /** Another printer than before. */
  printerId?: string | undefined;
  stationId?: string | undefined;
}

/** Prints again what was printed, as a job of its own that says why; in a transaction. Throws as `changePrintJob` and `enqueuePrintJob` do. */
export async function reprint(
  connection: Connection,
  jobId: string,
  { reason, printerId, stationId }: ReprintRequest,
  { by, now }: Doing,
): Promise<PrintJob> {
  const job = await lockPrintJob(connection, jobId);
  if (!job) throw printJobNotFound();
  if (!PRINT_VERBS.reprint.from.includes(job.state)) throw notChangeable(job, 'reprint');
  const bytes = await readDocument(connection, jobId);
  if (!bytes) throw documentDeleted();
  const keyStart = job.key.split(REPRINT_MARK)[0] + REPRINT_MARK;
  const station = stationId ?? job.stationId;
  const made = await enqueuePrintJob(connection, {
    printerId: printerId ?? job.printerId,
    kind: job.kind,
    key: `${keyStart}${(await countReprints(connection, job.kind, keyStart)) + 1}`,
    contentType: job.contentType as PrintMediaType,
    bytes,
    title: job.title,
    copies: job.copies,
    ...(station !== null && { stationId: station }),
    by,
    now,
    ...(job.clientId !== null &&
      job.orderId !== null && { order: { clientId: job.clientId, orderId: job.orderId } }),
    reprint: { of: jobId, reason },
  });
  const detail = { jobId: made.jobId, title: job.title, reason };
  // What is recorded of an order's document ends with what the order tells of people.
  const { clientId, orderId } = job;
  await recordAudit(
    connection,
    by,
    now,
    clientId === null
      ? { action: 'print.reprinted', subject: ['printer', printerId ?? job.printerId], detail }
      : { action: 'order.reprinted', subject: ['order', `${clientId}/${orderId}`], detail },
  );
  const again = await findPrintJob(connection, made.jobId);
  if (!again) throw printJobNotFound();
  return again;
}

export function printJobNotFound(): ApiError {
  return new ApiError('print_job_not_found', 'There is no print job with this jobId.');
}

export function documentDeleted(): ApiError {
  const message =
    'The document of this print job was deleted, as it may hold an address; print it anew from its order.';
  return new ApiError('print_document_deleted', message);
}

const DOING: Readonly<Record<PrintVerb, string>> = {
  take: 'taken by a browser',
  confirm: 'confirmed as printed',
  retry: 'sent again',
  cancel: 'cancelled',
  reprint: 'printed again',
};

function notChangeable(job: PrintJob, verb: PrintVerb): ApiError {
  const message = `This print job is ${job.state}, and cannot be ${DOING[verb]}; that is possible when it is ${PRINT_VERBS[verb].from.join(' or ')}.`;
  return new ApiError('print_job_not_changeable', message);
}
