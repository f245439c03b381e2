import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
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
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import {
  changePrintJob,
  documentDeleted,
  printJobNotFound,
  reprint,
} from '../../../printing/change-print-job.ts';
import {
  findPrintJob,
  listPrintJobs,
  type PrintJob,
  readDocument,
} from '../../../printing/print-job-store.ts';
import type { PrintVerb } from '../../../printing/printing-rules.ts';
import { PRINT_MEDIA_TYPES } from '../../../printing/printing-rules.ts';
import { mayDo } from '../../../staff/role-rules.ts';
import { changeOnce } from '../fields/change-once.ts';
import { blankFaults } from '../fields/field-faults.ts';
import { readUuidCursor } from '../fields/operator-schemas.ts';
import {
  PRINT_JOB_EXAMPLE,
  type PrintingRouteOptions,
  PrintJobListQuery,
  PrintJobParams,
  PrintJobSchema,
  ReprintRequestSchema,
  shownJob,
} from './printing-schemas.ts';

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
  reprint: {
    ...OF_BROWSER,
    reprintOf: PRINT_JOB_EXAMPLE.jobId,
    reason: 'The label came out smeared.',
  },
} satisfies Record<PrintVerb, object>;

const DOCUMENT_ANSWER = {
  ...emptyAnswer('The document.', {
    'Content-Disposition': { schema: Type.String(), description: 'An attachment named after the job.' },
    ...rateLimitHeaders,
  }),
  content: Object.fromEntries(
    PRINT_MEDIA_TYPES.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
  ),
};

const getJobs = route({
  schema: {
    tags: ['Printing'],
    operationId: 'listPrintJobs',
    summary: 'List the print jobs',
    description: 'Latest first; without their documents.',
    querystring: PrintJobListQuery,
    response: pageAnswers('A page of print jobs.', Type.Array(PrintJobSchema)),
  },
  handler: async ({ config, pool }: PrintingRouteOptions, request, reply) => {
    const { printer, state, limit, cursor } = request.query;
    const before = readUuidCursor(cursor);
    const isKnown = printer === undefined || isStorable(printer);
    const jobs = isKnown
      ? await withRetry(() =>
          listPrintJobs(pool, { printerId: printer, state }, { before, limit: limit + 1 }),
        )
      : [];
    return sendPage(request, reply, jobs, {
      url: `${config.BASE_URL}${JOBS}`,
      keyOf: ({ jobId }) => [jobId],
      show: shownJob,
    });
  },
});

const getJob = route({
  schema: {
    tags: ['Printing'],
    operationId: 'getPrintJob',
    summary: 'Read one print job',
    description: 'Without its document.',
    params: PrintJobParams,
    response: readAnswers('The print job.', PrintJobSchema, 'print_job_not_found'),
  },
  handler: async ({ pool }: PrintingRouteOptions, request, reply) =>
    sendJson(request, reply, JSON.stringify(shownJob(await read(pool, request.params.jobId)))),
});

const getDocument = route({
  schema: {
    tags: ['Printing'],
    operationId: 'getPrintJobDocument',
    summary: 'Read the document of a print job',
    description:
      'As an attachment. It may hold an address: at a station it is read by whoever took the job (`takePrintJob`), and deleted some time after printing.',
    params: PrintJobParams,
    response: {
      200: DOCUMENT_ANSWER,
      ...errorAnswers('print_job_not_found', 'not_permitted', 'print_document_deleted'),
    },
  },
  handler: async ({ pool }: PrintingRouteOptions, { params, caller }, reply) => {
    const job = await read(pool, params.jobId);
    const isOwn = job.state === 'sending' && job.takenBy === actorOf(caller).id;
    if (!isOwn && !mayDo(caller.role, 'orders.read')) {
      throw new ApiError('not_permitted', 'Take the print job first: its document is for whoever prints it.');
    }
    const bytes = await withRetry(() => readDocument(pool, job.jobId));
    if (!bytes) throw documentDeleted();
    const extension = job.contentType.split('/').at(-1);
    return reply
      .header('content-disposition', `attachment; filename="${job.jobId}.${extension}"`)
      .header('cache-control', 'no-store')
      .type(job.contentType)
      .send(bytes);
  },
});

const verbRoute = (
  verb: Exclude<PrintVerb, 'reprint'>,
  { operationId, summary, description }: { operationId: string; summary: string; description: string },
) =>
  route({
    schema: {
      tags: ['Printing'],
      operationId,
      summary,
      description: `${description} Idempotent: sending it again changes nothing.`,
      params: PrintJobParams,
      response: {
        200: answer('The print job as it is now.', PrintJobSchema, rateLimitHeaders, EXAMPLE_OF[verb]),
        ...errorAnswers('print_job_not_found', 'print_job_not_changeable', 'print_document_deleted'),
      },
    },
    handler: async ({ pool, clock, onPrint }: PrintingRouteOptions, { params, caller }) => {
      const { jobId } = await read(pool, params.jobId);
      const job = await changePrintJob(pool, jobId, verb, { by: actorOf(caller), now: clock() });
      if (verb === 'retry') onPrint(job.printerId);
      return shownJob(job);
    },
  });

const postTake = verbRoute('take', {
  operationId: 'takePrintJob',
  summary: 'Take a print job of a browser',
  description: 'Nobody else prints it then. Read its document, print it, and confirm it within 5 minutes.',
});
const postConfirm = verbRoute('confirm', {
  operationId: 'confirmPrintJob',
  summary: 'Say that a print job was printed',
  description: 'Of a browser, and of one of which nobody knows whether it was printed.',
});
const postRetry = verbRoute('retry', {
  operationId: 'retryPrintJob',
  summary: 'Send a print job again',
  description: 'That failed, or of which somebody saw that it was not printed.',
});
const postCancel = verbRoute('cancel', {
  operationId: 'cancelPrintJob',
  summary: 'Cancel a print job',
  description: 'That is not being sent, and was not printed.',
});

const postReprint = route({
  config: { moreFaults: ({ body }) => blankFaults({ '/reason': Object(body).reason }) },
  schema: {
    tags: ['Printing'],
    operationId: 'reprint',
    summary: 'Print again what was printed',
    description:
      'As a print job of its own, which says why. Two labels of one parcel are two parcels: destroy the old one. Send an `Idempotency-Key`, so that it is printed once also when you have to send it again.',
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
  },
  handler: async ({ pool, clock, onPrint }: PrintingRouteOptions, request, reply) => {
    const { params, body, caller } = request;
    const { jobId } = await read(pool, params.jobId);
    const now = clock();
    const once = { asked: ['reprint', jobId, body], now };
    const json = await changeOnce(pool, request, reply, once, async (connection) =>
      shownJob(await reprint(connection, jobId, body, { by: actorOf(caller), now })),
    );
    onPrint((JSON.parse(json) as ReturnType<typeof shownJob>).printer.printerId ?? '');
    return sendJson(request, reply, json);
  },
});

async function read(pool: Pool, jobId: string): Promise<PrintJob> {
  const job = isStorable(jobId) ? await withRetry(() => findPrintJob(pool, jobId)) : undefined;
  if (!job) throw printJobNotFound();
  return job;
}

/** /operator/v1/print-jobs */
export async function printJobRoutes(app: FastifyInstance, options: PrintingRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', JOBS, getJobs, { verb: 'prints.read' }],
    ['GET', `${JOBS}/:jobId`, getJob, { verb: 'prints.read' }],
    ['GET', `${JOBS}/:jobId/document`, getDocument, { verb: 'print' }],
    ['POST', `${JOBS}/:jobId/take`, postTake, { verb: 'print' }],
    ['POST', `${JOBS}/:jobId/confirm`, postConfirm, { verb: 'print' }],
    ['POST', `${JOBS}/:jobId/retry`, postRetry, { verb: 'print' }],
    ['POST', `${JOBS}/:jobId/cancel`, postCancel, { verb: 'print' }],
    ['POST', `${JOBS}/:jobId/reprint`, postReprint, { verb: 'print' }],
  ]);
}
