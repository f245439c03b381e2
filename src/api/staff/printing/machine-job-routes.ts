import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { risingId } from '../../../platform/database/rising-ids.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, fileNotFound } from '../../../platform/errors/errors.ts';
import {
  changeAnswers,
  errorAnswers,
  fileAnswer,
  pageAnswers,
  readAnswers,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { findMachineJob, listMachineJobs, type MachineJob } from '../../../printing/machines/machine-job-store.ts';
import type { MachineJobState } from '../../../printing/machines/machine-rules.ts';
import { findMachine } from '../../../printing/machines/machine-store.ts';
import {
  changeMachineJob,
  type MachineJobVerb,
  machineJobNotFound,
} from '../../../printing/machines/manage-machine-jobs.ts';
import { machineNotFound } from '../../../printing/machines/manage-machines.ts';
import { archiveBatch } from '../../../production/machine-files/archive-batch.ts';
import { unwantedOf } from '../../../production/machine-files/gang-sheet-rules.ts';
import { findGangSheet, type GangSheet, listSheetPrints } from '../../../production/machine-files/gang-sheet-store.ts';
import { insertMachineRequest } from '../../../production/machine-files/machine-request-store.ts';
import { plainAnswers, readUuidCursor } from '../fields/operator-schemas.ts';
import {
  batchIdOf,
  readBatch,
  readById,
  readPiece,
  type StaffContext,
  sendAttachment,
  withoutNulls,
} from '../fields/staff-requests.ts';
import type { PictureContext } from '../orders/order-file-answers.ts';
import { sendStoreError } from '../orders/order-file-answers.ts';
import { BatchParams } from '../production/batch-schemas.ts';
import { PieceParams } from '../production/piece-schemas.ts';
import {
  GangSheetParams,
  GangSheetSchema,
  MACHINE_JOB_EXAMPLE,
  MachineJobListQuery,
  MachineJobParams,
  MachineJobSchema,
  MachineParams,
  SendFilesRequest,
  SendFilesSchema,
} from './machine-schemas.ts';

interface MachineJobContext extends StaffContext, Pick<PictureContext, 'blobs'> {
  onMachine: (machineId: string) => void;
  onSend: (requestId: string) => void;
}

const route = routeUnder<MachineJobContext>('Machines');
const JOBS = '/operator/v1/machine-jobs';

const PARTS: Readonly<Record<'waiting' | 'written' | 'taken' | 'failed' | 'ended', readonly MachineJobState[]>> = {
  waiting: ['WAITING', 'WRITING', 'PLACING'],
  written: ['WRITTEN'],
  taken: ['TAKEN'],
  failed: ['FAILED'],
  ended: ['DONE', 'WITHDRAWN'],
};

const getJobs = route({
  operationId: 'listMachineJobs',
  summary: 'List the queue of a machine',
  description: 'Sorted by creation, latest first.',
  params: MachineParams,
  querystring: MachineJobListQuery,
  response: pageAnswers('A page of files.', Type.Array(MachineJobSchema), 'machine_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { machineId } = await readById(request.params.machineId, (id) => findMachine(pool, id), machineNotFound);
    const { state, limit, cursor } = request.query;
    const states = state === undefined ? Object.values(PARTS).flat() : PARTS[state];
    const before = readUuidCursor(cursor);
    const jobs = await withRetry(() => listMachineJobs(pool, machineId, { states, before, limit: limit + 1 }));
    return sendPage(request, reply, jobs, { keyOf: ({ jobId }) => [jobId], show: showJob });
  },
});

const EXAMPLE_OF: Readonly<Record<MachineJobVerb, object>> = {
  send: { ...MACHINE_JOB_EXAMPLE, state: 'WAITING' },
  take: { ...MACHINE_JOB_EXAMPLE, state: 'TAKEN' },
  withdraw: { ...MACHINE_JOB_EXAMPLE, unwanted: 'CANCELLED' },
};

const verbRoute = (verb: MachineJobVerb, operationId: string, summary: string, description: string) =>
  route({
    operationId,
    summary,
    description: `${description} Idempotent: repeating the request changes nothing.`,
    params: MachineJobParams,
    response: withExample(
      EXAMPLE_OF[verb],
      plainAnswers('The file.', MachineJobSchema, 'machine_job_not_found', 'machine_job_not_changeable'),
    ),
    handler: async ({ pool, clock, onMachine }, { params, caller }) => {
      const { jobId } = await read(pool, params.jobId);
      const job = await changeMachineJob(pool, jobId, verb, { by: actorOf(caller), now: clock() });
      onMachine(job.machineId);
      return showJob(job);
    },
  });
const postSend = verbRoute(
  'send',
  'sendMachineJobAgain',
  'Send a file again',
  'For a file that the machine took, that failed, or that was taken back. The machine prints it again.',
);
const postTake = verbRoute(
  'take',
  'takeMachineJob',
  'Mark a file as taken',
  'For a file that a person downloaded, and for one of which a person knows that the machine has it.',
);
const postWithdraw = verbRoute(
  'withdraw',
  'withdrawMachineJob',
  'Take a file back',
  'The file is removed, if the machine has not taken it.',
);

const getFile = route({
  operationId: 'getMachineJobFile',
  summary: 'Download a file for a machine',
  description: 'Returns the file under its name at the machine. Send `takeMachineJob` afterwards.',
  params: MachineJobParams,
  response: {
    200: fileAnswer('The file.', 'image/png', 'image/tiff', 'application/pdf'),
    ...errorAnswers('machine_job_not_found', 'not_found'),
  },
  errorHandler: sendStoreError,
  handler: async ({ pool, blobs }, { params }, reply) => {
    const { sha256, fileName, mediaType, bytes } = await read(pool, params.jobId);
    if (sha256 === null) throw fileNotFound();
    const content = await blobs.read(sha256);
    return sendAttachment(reply.header('content-length', bytes), headerName(fileName), mediaType, content);
  },
});

/** Header fields are in ASCII. */
const headerName = (name: string) => name.replaceAll(/[^ -~]|["\\]/g, '_');

const postPieceFiles = route({
  operationId: 'sendPieceFiles',
  summary: 'Send the files of a piece to a machine',
  description: 'Also sends files again that the machine has taken.',
  params: PieceParams,
  body: SendFilesRequest,
  response: changeAnswers('The request.', SendFilesSchema, 'piece_not_found', 'machine_not_found'),
  handler: async (context, { params, body, caller }) => {
    const { code } = await readPiece(context.pool, params.code);
    return request(context, { piece: code, batchId: null, machineId: body.machineId ?? null }, caller);
  },
});

const postBatchFiles = route({
  operationId: 'sendBatchFiles',
  summary: 'Send the files of a batch to machines',
  description: 'For the pieces of the batch that are not made. Also sends files again that the machine has taken.',
  params: BatchParams,
  body: SendFilesRequest,
  response: changeAnswers('The request.', SendFilesSchema, 'batch_not_found', 'machine_not_found'),
  handler: async (context, { params, body, caller }) => {
    const { batchId } = await readBatch(context.pool, params.batchId);
    return request(context, { batchId, piece: null, machineId: body.machineId ?? null }, caller);
  },
});

type Requested = { piece: string | null; batchId: string | null; machineId: string | null };

async function request(
  { pool, clock, onSend }: MachineJobContext,
  { piece, batchId, machineId }: Requested,
  caller: Parameters<typeof actorOf>[0],
): Promise<{ requested: boolean }> {
  if (machineId !== null) await readById(machineId, (id) => findMachine(pool, id), machineNotFound);
  const requestId = risingId();
  const now = clock();
  await inTransaction(pool, async (connection) => {
    const given = { requestId, piece, batchId, machineId, stationId: null, requested: now };
    await insertMachineRequest(connection, { ...given, cause: 'BY_HAND' });
    const subject = batchId === null ? (['machine', machineId ?? 'rules'] as const) : (['batch', batchId] as const);
    await recordAudit(connection, actorOf(caller), now, {
      ...{ entryId: requestId, action: 'files.sent', subject, detail: withoutNulls({ piece, batch: batchId }) },
    });
  });
  onSend(requestId);
  return { requested: true };
}

const getArchive = route({
  operationId: 'downloadBatchFiles',
  summary: 'Read the print files of a batch as a ZIP archive',
  description:
    'Each file has the name that its machine would get. `list.csv` has a line for each print, also for those whose file is missing.',
  params: BatchParams,
  response: { 200: fileAnswer('The archive.', 'application/zip'), ...errorAnswers('batch_not_found') },
  errorHandler: sendStoreError,
  handler: async ({ pool, blobs }, { params }, reply) => {
    const { batchId } = await readBatch(pool, batchIdOf(params.batchId));
    return sendAttachment(reply, `batch-${batchId}.zip`, 'application/zip', archiveBatch({ pool, blobs }, batchId));
  },
});

const postSheets = route({
  operationId: 'makeGangSheets',
  summary: 'Make gang sheets of the prints that wait',
  description:
    'For a machine with a roll. The release of a batch makes sheets by itself. Idempotent: without waiting prints, it changes nothing.',
  params: MachineParams,
  response: changeAnswers('The request.', SendFilesSchema, 'machine_not_found'),
  handler: async (context, { params, caller }) => {
    const { machineId } = await readById(params.machineId, (id) => findMachine(context.pool, id), machineNotFound);
    return request(context, { piece: null, batchId: null, machineId }, caller);
  },
});

const getSheet = route({
  operationId: 'getGangSheet',
  summary: 'Read a gang sheet',
  description: 'Returns the prints of the sheet, and which of them are not used.',
  params: GangSheetParams,
  response: readAnswers('The sheet.', GangSheetSchema, 'gang_sheet_not_found'),
  handler: async ({ pool }, httpRequest, reply) => {
    const { sheet, machineId, created, drawn, widthMm, lengthMm, picture } = await readSheet(pool, httpRequest.params);
    const prints = await withRetry(() => listSheetPrints(pool, [sheet]));
    const content = {
      ...withoutNulls({ sheet, machineId, created, drawn, widthMm, lengthMm }),
      ...(picture !== null && { picture: `/operator/v1/gang-sheets/${sheet}/picture` }),
      prints: prints.map((print) => ({
        ...{ piece: print.piece, clientId: print.clientId, orderId: print.orderId, location: print.location },
        ...{ technology: print.technology, widthMm: print.widthMm, heightMm: print.heightMm },
        ...{ leftMm: print.leftMm, topMm: print.topMm, standing: print.unwanted ?? unwantedOf(print) ?? 'TO_MAKE' },
      })),
    };
    return sendJson(httpRequest, reply, content);
  },
});

const getSheetPicture = route({
  operationId: 'getGangSheetPicture',
  summary: 'Read the picture of a gang sheet',
  description: 'Returns a WebP picture of the sheet as it is printed.',
  params: GangSheetParams,
  response: {
    200: fileAnswer('The picture.', 'image/webp'),
    ...errorAnswers('gang_sheet_not_found', 'not_found'),
  },
  errorHandler: sendStoreError,
  handler: async ({ pool, blobs }, { params }, reply) => {
    const { picture } = await readSheet(pool, params);
    if (picture === null) throw fileNotFound();
    return reply
      .header('cache-control', 'private, no-cache')
      .type('image/webp')
      .send(await blobs.read(picture));
  },
});

async function readSheet(pool: Pool, { sheet }: { sheet: string }): Promise<GangSheet> {
  const found = await withRetry(() => findGangSheet(pool, sheet.trim().toUpperCase()));
  if (!found) throw new ApiError('gang_sheet_not_found', 'There is no gang sheet with this code.');
  return found;
}

function read(pool: Pool, jobId: string): Promise<MachineJob> {
  return readById(jobId, (id) => findMachineJob(pool, id), machineJobNotFound);
}

function showJob({ ticket: _, requests: _requests, ...job }: MachineJob) {
  return withoutNulls(job);
}

export const machineJobRoutes = routeTable<MachineJobContext>([
  ['GET', '/operator/v1/machines/:machineId/jobs', getJobs, { verb: 'floor.read' }],
  ['POST', `${JOBS}/:jobId/send`, postSend, { verb: 'production.work' }],
  ['POST', `${JOBS}/:jobId/take`, postTake, { verb: 'production.work' }],
  ['POST', `${JOBS}/:jobId/withdraw`, postWithdraw, { verb: 'production.work' }],
  ['GET', `${JOBS}/:jobId/file`, getFile, { verb: 'floor.read' }],
  ['POST', '/operator/v1/pieces/:code/send-files', postPieceFiles, { verb: 'production.work' }],
  ['POST', '/operator/v1/batches/:batchId/send-files', postBatchFiles, { verb: 'production.work' }],
  ['POST', '/operator/v1/machines/:machineId/sheets', postSheets, { verb: 'production.work' }],
  ['GET', '/operator/v1/gang-sheets/:sheet', getSheet, { verb: 'floor.read' }],
  ['GET', '/operator/v1/gang-sheets/:sheet/picture', getSheetPicture, { verb: 'floor.read' }],
  ['GET', '/operator/v1/batches/:batchId/print-files', getArchive, { verb: 'floor.read' }],
]);
