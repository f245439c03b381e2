import type { Pool } from 'pg';
import type { Actor } from '../platform/audit/actor.ts';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { problemMessage } from '../platform/errors/problem-messages.ts';
import { readZpl } from '../platform/formats/read-zpl.ts';
import type { ZplMedia } from '../platform/formats/zpl-commands.ts';
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
import { clearPrinterFailure, findPrinter, type Printer } from './printer-store.ts';
import {
  PRINT_VERBS,
  type PrinterKind,
  type PrintMediaType,
  type PrintState,
  type PrintVerb,
  ZPL,
} from './printing-rules.ts';

/** As large as a file of an order may be. */
const PRINT_DOCUMENT_BYTES_MAX = 32 * 1_048_576;
const PRINT_COPIES_MAX = 100;
const PRINT_TITLE_LENGTH_MAX = 200;

export interface PrintRequest {
  /** A UUIDv7 that a caller has already announced. A new one when absent. */
  jobId?: string;
  printerId: string;
  kind: string;
  /** Identifies the document within its kind, such as the parcel's code. Each is printed once. */
  key: string;
  contentType: PrintMediaType;
  bytes: Uint8Array;
  /** A name for people, without personal data. The kind and key when absent. */
  title?: string;
  copies?: number;
  stationId?: string;
  by: Actor;
  now: Date;
  /** The document is erased together with this order's personal data. */
  order?: PrintedOrder | undefined;
  reprint?: { of: string; reason: string };
}

interface EnqueuedPrintJob {
  jobId: string;
  state: PrintState;
  /** A browser takes the job, prints it and confirms. */
  printerKind: PrinterKind | null;
  /** False when the same document was enqueued before. */
  isNew: boolean;
}

/**
 * Enqueues a document within the caller's transaction; the job `print` sends it after the commit. A second
 * request for the same kind and key returns the first job. Throws `printer_not_found`,
 * `document_not_printable`, `temporarily_unavailable`.
 */
export async function enqueuePrintJob(connection: Connection, request: PrintRequest): Promise<EnqueuedPrintJob> {
  const { printerId, kind, key, contentType, bytes, by, now, copies = 1, reprint } = request;
  const stored = await findPrintJobByKey(connection, kind, key);
  if (stored) return { ...pick(stored), isNew: false };
  const printer = await requirePrinter(connection, printerId);
  if (!printer.mediaTypes.includes(contentType)) {
    const params = {
      printer: JSON.stringify(printer.name),
      accepted: printer.mediaTypes.join(', '),
      type: contentType,
    };
    throw new ApiError('document_not_printable', problemMessage('document_not_printable', params));
  }
  if (bytes.length === 0 || bytes.length > PRINT_DOCUMENT_BYTES_MAX) {
    const message = `A document to print has 1 to ${PRINT_DOCUMENT_BYTES_MAX} bytes; this one has ${bytes.length}.`;
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
  // Another transaction has inserted the same document at the same time.
  const other = await findPrintJobByKey(connection, kind, key);
  if (!other)
    throw new ApiError(
      'temporarily_unavailable',
      'Another request is printing the same document; send the request again.',
    );
  return { ...pick(other), isNew: false };
}

function pick({ jobId, state, printerKind }: Omit<EnqueuedPrintJob, 'isNew'>) {
  return { jobId, state, printerKind };
}

/** Returns the printer. Throws `printer_not_found`. */
export async function requirePrinter(connection: Connection, printerId: string): Promise<Printer> {
  const printer = await findPrinter(connection, printerId);
  if (!printer) throw printerNotFound();
  return printer;
}

export function printerNotFound(): ApiError {
  return new ApiError('printer_not_found', 'There is no printer with this printerId.');
}

type NotPrintable = { message: string; command?: string | undefined };

/** Returns the document for the printer: ZPL reduced to the commands that draw, other formats unchanged. */
export function printableDocument(
  { contentType, bytes }: { contentType: string; bytes: Uint8Array },
  media: ZplMedia,
): { bytes: Uint8Array } | NotPrintable {
  if (contentType !== ZPL) return { bytes };
  const reading = readZpl(bytes, media);
  switch (reading.kind) {
    case 'labels':
      return { bytes: Buffer.from(reading.labels.join(''), 'latin1') };
    case 'refused':
      return { message: reading.message, command: reading.command };
    case 'incomplete':
      return { message: 'A ZPL label has no end (^XZ).' };
    case 'not_zpl':
      return { message: 'The document is not ZPL.' };
  }
}

/** Separates the key of the original job from the number of the reprint. */
const REPRINT_MARK = ' reprint ';

const AUDIT_ACTIONS: Readonly<Partial<Record<PrintVerb, string>>> = {
  confirm: 'print.confirmed',
  retry: 'print.retried',
  cancel: 'print.cancelled',
};

/**
 * Takes, confirms, retries or cancels a job for a person. A repeated request has no effect, but a second
 * person cannot take the same job. Throws `print_job_not_found`, `print_job_not_changeable`,
 * `print_document_deleted`.
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
    const isTakenByOther = verb === 'take' && job.takenBy !== by.id;
    if (job.state === to && !isTakenByOther) return job;
    // The printer itself confirms a job that the server sends. A person confirms it only in state `unknown`.
    const isPossible =
      from.includes(job.state) &&
      (verb !== 'take' || isOfBrowser) &&
      (verb !== 'confirm' || isOfBrowser || job.state === 'unknown');
    if (!isPossible) throw notChangeable(job, verb);
    if ((to === 'queued' || to === 'sending') && !job.hasDocument) throw documentDeleted();
    await updatePrintJob(connection, jobId, { state: to, now, takenBy: verb === 'take' ? by.id : null });
    if (verb === 'retry') await clearPrinterFailure(connection, job.printerId);
    const action = AUDIT_ACTIONS[verb];
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
  /** The same printer when absent. */
  printerId?: string | undefined;
  stationId?: string | undefined;
}

/** Enqueues a printed document again, as a new job. Throws as `changePrintJob` and `enqueuePrintJob` do. */
export async function reprintJob(
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
    ...(job.clientId !== null && job.orderId !== null && { order: { clientId: job.clientId, orderId: job.orderId } }),
    reprint: { of: jobId, reason },
  });
  const detail = { jobId: made.jobId, title: job.title, reason };
  // An entry about an order is erased together with the order's personal data.
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
    'The document of this print job was deleted, because it may contain an address; print it again from its order.';
  return new ApiError('print_document_deleted', message);
}

const PARTICIPLES: Readonly<Record<PrintVerb, string>> = {
  take: 'taken by a browser',
  confirm: 'confirmed as printed',
  retry: 'sent again',
  cancel: 'cancelled',
  reprint: 'printed again',
};

function notChangeable(job: PrintJob, verb: PrintVerb): ApiError {
  const message = `A print job in state ${job.state} cannot be ${PARTICIPLES[verb]}; the state must be ${PRINT_VERBS[verb].from.join(' or ')}.`;
  return new ApiError('print_job_not_changeable', message);
}
