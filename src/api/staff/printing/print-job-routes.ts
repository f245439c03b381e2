import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import {
  answer,
  emptyAnswer,
  errorAnswers,
  onceAnswers,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { changePrintJob, documentDeleted, printJobNotFound, reprintJob } from '../../../printing/manage-print-jobs.ts';
import { findPrintJob, listPrintJobs, type PrintJob, readDocument } from '../../../printing/print-job-store.ts';
import { PRINT_MEDIA_TYPES, type PrintVerb } from '../../../printing/printing-rules.ts';
import { mayDo } from '../../../staff/role-rules.ts';
import { readUuidCursor } from '../fields/operator-schemas.ts';
import { changeOnce, readById, refuseBlankTexts, sendAttachment } from '../fields/staff-requests.ts';
import {
  PRINT_JOB_EXAMPLE,
  type PrintingRouteOptions,
  PrintJobListQuery,
  PrintJobParams,
  PrintJobSchema,
  ReprintRequestSchema,
  showPrintJob,
} from './printing-schemas.ts';

const route = routeUnder<PrintingRouteOptions>('Printing');
const JOBS = '/operator/v1/print-jobs';
const OF_BROWSER = {
  ...PRINT_JOB_EXAMPLE,
  printer: { ...PRINT_JOB_EXAMPLE.printer, name: 'Bench browser', kind: 'browser' },
  title: 'Test page of Bench browser',
  contentType: 'application/pdf',
};
const EXAMPLE_OF = {
  take: { ...OF_BROWSER, state: 'sending', attempts: 1 },
  confirm: { ...OF_BROWSER, state: 'printed', attempts: 1, printed: '2026-01-31T12:00:00.000Z' },
  retry: PRINT_JOB_EXAMPLE,
  cancel: { ...PRINT_JOB_EXAMPLE, state: 'cancelled' },
  reprint: { ...OF_BROWSER, reprintOf: PRINT_JOB_EXAMPLE.jobId, reason: 'The label came out smeared.' },
} satisfies Record<PrintVerb, object>;

const DOCUMENT_ANSWER = {
  ...emptyAnswer('The document.', {
    'Content-Disposition': {
      schema: Type.String(),
      description: 'An attachment with the identifier of the job as its name.',
    },
    ...rateLimitHeaders,
  }),
  content: Object.fromEntries(
    PRINT_MEDIA_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  ),
};

const getJobs = route({
  operationId: 'listPrintJobs',
  summary: 'List the print jobs',
  description: 'Sorted by creation, latest first, without documents.',
  querystring: PrintJobListQuery,
  response: pageAnswers('A page of print jobs.', Type.Array(PrintJobSchema)),
  handler: async ({ pool }, request, reply) => {
    const { printer, state, limit, cursor } = request.query;
    const before = readUuidCursor(cursor);
    const filter = { printerId: printer, state };
    const jobs = await withRetry(() => listPrintJobs(pool, filter, { before, limit: limit + 1 }));
    return sendPage(request, reply, jobs, { keyOf: ({ jobId }) => [jobId], show: showPrintJob });
  },
});

const getJob = route({
  operationId: 'getPrintJob',
  summary: 'Read one print job',
  description: 'Returns the job without its document.',
  params: PrintJobParams,
  response: readAnswers('The print job.', PrintJobSchema, 'print_job_not_found'),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, showPrintJob(await read(pool, request.params.jobId))),
});

const getDocument = route({
  operationId: 'getPrintJobDocument',
  summary: 'Read the document of a print job',
  description:
    'Returns an attachment, which can contain an address. At a station, only the person who took the job (`takePrintJob`) may read it. Documents are deleted some time after printing.',
  params: PrintJobParams,
  response: { 200: DOCUMENT_ANSWER, ...errorAnswers('print_job_not_found', 'not_permitted', 'print_document_deleted') },
  handler: async ({ pool }, { params, caller }, reply) => {
    const job = await read(pool, params.jobId);
    const isOwn = job.state === 'sending' && job.takenBy === actorOf(caller).id;
    if (!isOwn && !mayDo(caller.role, 'orders.read')) {
      throw new ApiError('not_permitted', 'Take the print job first: only its printing person may read the document.');
    }
    const bytes = await withRetry(() => readDocument(pool, job.jobId));
    if (!bytes) throw documentDeleted();
    const extension = job.contentType.split('/').at(-1);
    return sendAttachment(reply, `${job.jobId}.${extension}`, job.contentType, bytes);
  },
});

const verbRoute = (
  verb: Exclude<PrintVerb, 'reprint'>,
  { operationId, summary, description }: { operationId: string; summary: string; description: string },
) =>
  route({
    operationId,
    summary,
    description: `${description} Idempotent: repeating the request changes nothing.`,
    params: PrintJobParams,
    response: {
      200: answer('The changed print job.', PrintJobSchema, rateLimitHeaders, EXAMPLE_OF[verb]),
      ...errorAnswers('print_job_not_found', 'print_job_not_changeable', 'print_document_deleted'),
    },
    handler: async ({ pool, clock, onPrint }, { params, caller }) => {
      const { jobId } = await read(pool, params.jobId);
      const job = await changePrintJob(pool, jobId, verb, { by: actorOf(caller), now: clock() });
      if (verb === 'retry') onPrint(job.printerId);
      return showPrintJob(job);
    },
  });

const postTake = verbRoute('take', {
  operationId: 'takePrintJob',
  summary: 'Take a print job of a browser',
  description: 'Keeps others from printing it. Read its document, print it, and confirm it within 5 minutes.',
});
const postConfirm = verbRoute('confirm', {
  operationId: 'confirmPrintJob',
  summary: 'Confirm that a print job was printed',
  description: 'For jobs of a browser, and for jobs in the state unknown.',
});
const postRetry = verbRoute('retry', {
  operationId: 'retryPrintJob',
  summary: 'Send a print job again',
  description: 'For jobs that failed, and for jobs in the state unknown that were not printed.',
});
const postCancel = verbRoute('cancel', {
  operationId: 'cancelPrintJob',
  summary: 'Cancel a print job',
  description: 'For jobs that are neither being sent nor printed.',
});

const postReprint = route({
  config: refuseBlankTexts('reason'),
  operationId: 'reprint',
  summary: 'Print a document again',
  description:
    'Creates a new print job with the reason. Destroy the previous label: two labels count as two parcels. Send an `Idempotency-Key`, so that a repeated request does not print again.',
  params: PrintJobParams,
  headers: idempotencyHeaders,
  body: ReprintRequestSchema,
  response: withExample(
    EXAMPLE_OF.reprint,
    onceAnswers(
      'The new print job.',
      PrintJobSchema,
      'print_job_not_found',
      'printer_not_found',
      'print_job_not_changeable',
      'document_not_printable',
      'print_document_deleted',
    ),
  ),
  handler: async ({ pool, clock, onPrint }, request, reply) => {
    const { params, body, caller } = request;
    const { jobId } = await read(pool, params.jobId);
    const now = clock();
    const once = { input: ['reprint', jobId, body], now };
    const json = await changeOnce(pool, request, reply, once, async (connection) =>
      showPrintJob(await reprintJob(connection, jobId, body, { by: actorOf(caller), now })),
    );
    onPrint((JSON.parse(json) as ReturnType<typeof showPrintJob>).printer.printerId ?? '');
    return sendJson(request, reply, json);
  },
});

function read(pool: Pool, jobId: string): Promise<PrintJob> {
  return readById(jobId, (id) => findPrintJob(pool, id), printJobNotFound);
}

export const printJobRoutes = routeTable<PrintingRouteOptions>([
  ['GET', JOBS, getJobs, { verb: 'prints.read' }],
  ['GET', `${JOBS}/:jobId`, getJob, { verb: 'prints.read' }],
  ['GET', `${JOBS}/:jobId/document`, getDocument, { verb: 'floor.read' }],
  ['POST', `${JOBS}/:jobId/take`, postTake, { verb: 'print' }],
  ['POST', `${JOBS}/:jobId/confirm`, postConfirm, { verb: 'print' }],
  ['POST', `${JOBS}/:jobId/retry`, postRetry, { verb: 'print' }],
  ['POST', `${JOBS}/:jobId/cancel`, postCancel, { verb: 'print' }],
  ['POST', `${JOBS}/:jobId/reprint`, postReprint, { verb: 'print' }],
]);
