import { once } from 'node:events';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PaperPress, Printout } from '../../../papers/paper-press.ts';
import type { CodeCard, PaperOptions } from '../../../papers/paper-types.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { yieldEachFor } from '../../../platform/database/asker.ts';
import { risingId } from '../../../platform/database/rising-ids.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { operatorNotFound, pieceNotFound } from '../../../platform/errors/errors.ts';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import { errorAnswers, onceAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Batch } from '../../../production/batch-store.ts';
import { listBins } from '../../../production/bin-store.ts';
import { commandSheet, SHEET_COPY } from '../../../production/command-codes.ts';
import { listJobsOfRuns, listRunsOfBatch, type PaperRun } from '../../../production/paper-run-store.ts';
import {
  type RunRequest,
  readCover,
  readPickList,
  requestBatchPapers,
  requestTicket,
} from '../../../production/paper-runs.ts';
import { type TicketContext, TicketReader } from '../../../production/read-tickets.ts';
import { findOperator } from '../../../staff/operator-store.ts';
import { plainAnswers } from '../fields/operator-schemas.ts';
import { blankFaults, changeOnce, readBatch, readById, readPiece, withoutNulls } from '../fields/staff-requests.ts';
import { OpenDownloads } from '../orders/order-file-answers.ts';
import { OperatorParams } from '../staff/people-schemas.ts';
import { BatchParams } from './batch-schemas.ts';
import {
  BatchPaperParams,
  BatchPapersRequest,
  BinQuery,
  PAPER_RUN,
  PaperRunSchema,
  pdfAnswer,
  TicketRequest,
} from './paper-schemas.ts';
import { PieceParams } from './piece-schemas.ts';

const route = routeUnder<PaperRouteOptions>('Production');
const BATCH = '/operator/v1/batches/:batchId';
const PAPERS = '/operator/v1/papers';
const RUNS_MAX = 50;
/** More tickets than any batch has. */
const TICKETS_MAX = 1_000_000;
/** The number of no command, so that scanning the test sheet does nothing. */
const TEST_NUMBER = 999;

const downloads = new OpenDownloads(
  { perOperator: 2, all: 6 },
  'Too many documents are being drawn. Try again when one is done.',
);

interface PaperRouteOptions extends TicketContext {
  clock: () => Date;
  press: PaperPress;
  paper: Omit<PaperOptions, 'printedAt'>;
  onRun: (runId: string) => void;
}

const postPapers = route({
  config: { moreFaults: ({ body }) => blankFaults({ '/reason': Object(body).reason }) },
  operationId: 'printBatchPapers',
  summary: 'Print papers of a batch',
  description:
    'Prints the tickets, the pick list or the cover on the given printer, or on a printer of the station. Without a reason, each paper is printed once, and a repeated request returns the first run. With a reason, it is printed again.',
  params: BatchParams,
  headers: idempotencyHeaders,
  body: BatchPapersRequest,
  response: withExample(
    PAPER_RUN,
    onceAnswers('The paper run.', PaperRunSchema, 'batch_not_found', 'printer_not_found'),
  ),
  handler: async (options, request, reply) => {
    const { batchId } = await readBatch(options.pool, request.params.batchId);
    const { paper, reason = null, ...where } = request.body;
    const kind = paper as 'TICKETS' | 'PICK_LIST' | 'COVER';
    return runOnce(options, request, reply, { key: batchId, reason, ...where }, (asked) =>
      requestBatchPapers(asked, batchId, kind),
    );
  },
});

const getRuns = route({
  operationId: 'listBatchPapers',
  summary: 'List the printed papers of a batch',
  description: `Lists the latest ${RUNS_MAX} paper runs with the state of their print jobs, latest first.`,
  params: BatchParams,
  response: plainAnswers('The paper runs.', Type.Array(PaperRunSchema), 'batch_not_found'),
  handler: async ({ pool }, request) => {
    const { batchId } = await readBatch(pool, request.params.batchId);
    const runs = await withRetry(() => listRunsOfBatch(pool, batchId, RUNS_MAX));
    const ids = runs.map(({ runId }) => runId);
    const jobs = await withRetry(() => listJobsOfRuns(pool, ids));
    const byRun = Map.groupBy(jobs, ({ runId }) => runId);
    return runs.map((run) => ({
      ...showRun(run),
      jobs: (byRun.get(run.runId) ?? []).map(({ jobId, state, lastError }) =>
        withoutNulls({ jobId, state, lastError }),
      ),
    }));
  },
});

const getPaper = route({
  operationId: 'readBatchPaper',
  summary: 'Read papers of a batch as PDF',
  description: 'Draws the document during the download, for a preview or for printing from a browser.',
  params: BatchPaperParams,
  response: { 200: pdfAnswer, ...errorAnswers('batch_not_found', 'rate_limited') },
  handler: async (options, { params, caller }, reply) => {
    const batch = await readBatch(options.pool, params.batchId);
    const name = `batch-${batch.batchId}-${params.paper}.pdf`;
    return sendPdf(reply, caller.clientId, name, () => drawBatchPaper(options, batch, params.paper, caller.clientId));
  },
});

const getTicket = route({
  operationId: 'readTicket',
  summary: 'Read the ticket of a piece as PDF',
  description: 'Returns a sticker of 100 x 50 mm.',
  params: PieceParams,
  response: { 200: pdfAnswer, ...errorAnswers('piece_not_found', 'rate_limited') },
  handler: async (options, { params, caller }, reply) => {
    const { code } = await readPiece(options.pool, params.code);
    const ticket = await new TicketReader(options).readTicket(code);
    if (!ticket) throw pieceNotFound();
    return sendPdf(reply, caller.clientId, `ticket-${code}.pdf`, async () =>
      options.press.print('ticket-stickers', [ticket], optionsOf(options)),
    );
  },
});

const postTicket = route({
  config: { moreFaults: ({ body }) => blankFaults({ '/reason': Object(body).reason }) },
  operationId: 'printTicket',
  summary: 'Print the ticket of a piece again',
  description:
    'Records the reason. Destroy the previous ticket: two tickets of one piece still count as one piece. Send an `Idempotency-Key`, so that a repeated request does not print again.',
  params: PieceParams,
  headers: idempotencyHeaders,
  body: TicketRequest,
  response: withExample(
    { ...PAPER_RUN, paper: 'TICKET', reason: 'The ticket was torn.' },
    onceAnswers('The paper run.', PaperRunSchema, 'piece_not_found', 'printer_not_found'),
  ),
  handler: async (options, request, reply) => {
    const piece = await readPiece(options.pool, request.params.code);
    return runOnce(options, request, reply, { key: piece.code, ...request.body }, (asked) =>
      requestTicket(asked, piece),
    );
  },
});

const getCommands = route({
  tags: ['Stations'],
  operationId: 'readCommandSheet',
  summary: 'Read the sheet of commands as PDF',
  description: 'Returns an A4 sheet to hang at a station, with codes that replace buttons. The codes never change.',
  response: { 200: pdfAnswer, ...errorAnswers('rate_limited') },
  handler: async (options, { caller }, reply) => {
    const { groups, commands, reasons } = SHEET_COPY[options.paper.language];
    const cards = commandSheet().map((one) => ({
      code: one.code,
      isReason: one.command === 'REJECT',
      title: one.command === 'REJECT' ? reasons[one.reason] : commands[one.command],
    }));
    const sheet = {
      groups: [
        { title: groups.commands, cards: cards.filter(({ isReason }) => !isReason) },
        { title: groups.reasons, cards: cards.filter(({ isReason }) => isReason) },
      ],
    };
    return sendPdf(reply, caller.clientId, 'commands.pdf', async () =>
      options.press.print('command-sheets', [sheet], optionsOf(options)),
    );
  },
});

const getBinLabels = route({
  operationId: 'readBinLabels',
  summary: 'Read the labels of the bins as PDF',
  description: 'Returns a sticker of 100 x 50 mm for each bin.',
  querystring: BinQuery,
  response: { 200: pdfAnswer, ...errorAnswers('rate_limited') },
  handler: async (options, { query: { from = 1 }, caller }, reply) => {
    const bins = await withRetry(() => listBins(options.pool));
    const cards = bins
      .filter(({ bin }) => bin >= from)
      .map(({ bin }): CodeCard => ({ code: scanCodeOf('bin', bin), title: String(bin) }));
    return sendPdf(reply, caller.clientId, 'bins.pdf', async () =>
      options.press.print('bin-labels', cards, optionsOf(options)),
    );
  },
});

const getScannerTest = route({
  tags: ['Stations'],
  operationId: 'readScannerTest',
  summary: 'Read the test sheet for scanners as PDF',
  description: 'Returns an A4 sheet with a bar code, a QR code, and a line of 100 mm to measure.',
  response: { 200: pdfAnswer, ...errorAnswers('rate_limited') },
  handler: async (options, { caller }, reply) => {
    const title = SHEET_COPY[options.paper.language].scannerTest;
    const card = { code: scanCodeOf('command', TEST_NUMBER), title };
    return sendPdf(reply, caller.clientId, 'scanner-test.pdf', async () =>
      options.press.print('scanner-tests', [card], optionsOf(options)),
    );
  },
});

const getBadge = route({
  tags: ['Stations'],
  operationId: 'readBadge',
  summary: 'Read the badge of a person as PDF',
  description:
    'Returns an A4 sheet with a badge in the size of a bank card. Print it for its owner only, because anyone who scans it signs on as that person.',
  params: OperatorParams,
  response: { 200: pdfAnswer, ...errorAnswers('operator_not_found', 'rate_limited') },
  handler: async (options, { params, caller }, reply) => {
    const { pool, press } = options;
    const found = await readById(params.operatorId, (id) => findOperator(pool, id), operatorNotFound);
    if (found.badgeCode == null) throw operatorNotFound();
    const card: CodeCard = { code: found.badgeCode, title: found.name };
    return sendPdf(reply, caller.clientId, 'badge.pdf', async () =>
      press.print('badge-sheets', [card], optionsOf(options)),
    );
  },
});

/** Starts a paper run once for each `Idempotency-Key`. The run belongs to the batch or piece `key`. */
async function runOnce(
  { pool, clock, onRun }: PaperRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  { key, station, ...where }: Pick<RunRequest, 'printerId' | 'form' | 'reason'> & { key: string; station?: string },
  insert: (asked: RunRequest) => Promise<PaperRun>,
) {
  const now = clock();
  // The id is created before the transaction, which can be retried after its commit.
  const runId = risingId();
  const once = { asked: [request.routeOptions.url, key, request.body], now };
  const at = request.station?.stationId ?? station ?? '';
  const by = actorOf(request.caller);
  const json = await changeOnce(pool, request, reply, once, async (connection) => ({
    ...showRun(await insert({ ...where, connection, runId, station: at, by, now })),
    jobs: [],
  }));
  onRun(runId);
  return sendJson(request, reply, json);
}

async function drawBatchPaper(
  options: PaperRouteOptions,
  batch: Batch,
  paper: string,
  reader: string,
): Promise<Printout> {
  const { pool, press } = options;
  const paperOptions = optionsOf(options);
  if (paper === 'pick-list') return press.print('pick-lists', [await readPickList(pool, batch)], paperOptions);
  if (paper === 'cover') return press.print('batch-covers', [await readCover(pool, batch)], paperOptions);
  const kind = paper === 'tickets' ? 'ticket-stickers' : 'ticket-sheets';
  async function* tickets() {
    const placed = new TicketReader(options).readBatch(batch.batchId, undefined, TICKETS_MAX);
    for await (const { ticket } of placed) yield ticket;
  }
  // Many tickets take longer than one request may wait for a database connection.
  return press.print(kind, yieldEachFor(reader, tickets()), paperOptions);
}

function optionsOf({ paper, clock }: PaperRouteOptions): PaperOptions {
  return { ...paper, printedAt: clock() };
}

function showRun({ runId, kind, form, state, printerId, asked, askedByName, reason }: PaperRun) {
  return withoutNulls({ runId, paper: kind, form, state, printerId, asked, askedBy: askedByName, reason });
}

/** Streams a PDF while it is drawn. Throws `rate_limited` while the caller or the server draws too many. */
export async function sendPdf(
  reply: FastifyReply,
  callerId: string,
  name: string,
  draw: () => Promise<Printout>,
): Promise<FastifyReply> {
  const release = downloads.take(callerId);
  try {
    const { pdf } = await draw();
    pdf.once('close', release);
    // A request that times out before the first bytes can still be answered with an error.
    await once(pdf, 'readable');
    if (reply.sent) {
      pdf.destroy();
      return reply;
    }
    return reply
      .header('content-type', 'application/pdf')
      .header('content-disposition', `inline; filename="${name}"`)
      .header('cache-control', 'no-store')
      .send(pdf);
  } catch (error) {
    release();
    throw error;
  }
}

export const paperRoutes = routeTable<PaperRouteOptions>([
  ['GET', `${BATCH}/papers`, getRuns, { verb: 'production.read' }],
  ['POST', `${BATCH}/papers`, postPapers, { verb: 'production.work' }],
  ['GET', `${BATCH}/papers/:paper`, getPaper, { verb: 'production.read' }],
  ['GET', '/operator/v1/pieces/:code/ticket', getTicket, { verb: 'production.work' }],
  ['POST', '/operator/v1/pieces/:code/ticket', postTicket, { verb: 'production.work' }],
  ['GET', `${PAPERS}/commands`, getCommands, { verb: 'production.work' }],
  ['GET', `${PAPERS}/bins`, getBinLabels, { verb: 'production.read' }],
  ['GET', `${PAPERS}/scanner-test`, getScannerTest, { verb: 'production.work' }],
  ['GET', '/operator/v1/operators/:operatorId/badge.pdf', getBadge, { verb: 'operators.change' }],
]);
