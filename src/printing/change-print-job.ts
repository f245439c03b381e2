import type { Pool } from 'pg';
import { type Doing, recordAudit } from '../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../platform/database/transaction.ts';
import { ApiError } from '../platform/errors/errors.ts';
import { enqueuePrintJob } from './enqueue-print-job.ts';
import {
  countReprints,
  findPrintJob,
  lockPrintJob,
  type PrintJob,
  readDocument,
  updatePrintJob,
} from './print-job-store.ts';
import { clearPrinterFailure } from './printer-store.ts';
import type { PrintMediaType } from './printing-rules.ts';
import { PRINT_VERBS, type PrintVerb } from './printing-rules.ts';

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

export interface ReprintRequest {
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
