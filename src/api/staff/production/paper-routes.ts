import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PaperPress, Printout } from '../../../papers/paper-press.ts';
import type { PaperOptions } from '../../../papers/paper-types.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { yieldEachFor } from '../../../platform/database/asker.ts';
import { risingId } from '../../../platform/database/rising-ids.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { pieceNotFound } from '../../../platform/errors/errors.ts';
import { errorAnswers, onceAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { type ListedPrinter, listPrinters } from '../../../printing/printer-store.ts';
import type { Batch } from '../../../production/batch-store.ts';
import { listPrintJobsOfRuns, listRunsOfBatch, type PaperRun } from '../../../production/paper-run-store.ts';
import {
  type RunRequest,
  readCover,
  readPickList,
  requestBatchPapers,
  requestTicket,
} from '../../../production/paper-runs.ts';
import { listPiecesOfOrder } from '../../../production/piece-store.ts';
import { findProductionOrders } from '../../../production/production-order-store.ts';
import { type TicketContext, TicketReader } from '../../../production/read-tickets.ts';
import { OrderKeyParams, plainAnswers } from '../fields/operator-schemas.ts';
import { changeOnce, readBatch, readPiece, refuseBlankTexts, withoutNulls } from '../fields/staff-requests.ts';
import { ORDER_PATH, readOrder } from '../orders/order-answers.ts';
import { BatchParams } from './batch-schemas.ts';
import { sendPdf } from './paper-answers.ts';
import {
  BatchPaperParams,
  BatchPapersRequest,
  PAPER_RUN,
  PaperRunSchema,
  pdfAnswer,
  TicketRequest,
} from './paper-schemas.ts';
import { PieceParams } from './piece-schemas.ts';

const route = routeUnder<PaperRouteOptions>('Production');
const BATCH = '/operator/v1/batches/:batchId';
const RUNS_MAX = 50;
/** More tickets than any batch has. */
const TICKETS_MAX = 1_000_000;

interface PaperRouteOptions extends TicketContext {
  /** The folder of the catalogue's pictures, unless another server has them. */
  imageFolder: string | undefined;
  clock: () => Date;
  press: PaperPress;
  paper: () => Omit<PaperOptions, 'printedAt'>;
  onRun: (runId: string) => void;
}

const postPapers = route({
  config: refuseBlankTexts('reason'),
  operationId: 'printBatchPapers',
  summary: 'Print papers of a batch',
  description:
    'Prints the tickets, the pick list or the cover on the given printer, or on a printer of the station. Without a reason, each paper is printed once, and a repeated request returns the first run. With a reason, it is printed again.',
  params: BatchParams,
  headers: idempotencyHeaders,
  body: BatchPapersRequest,
  response: withExample(
    PAPER_RUN,
    onceAnswers('The paper run.', PaperRunSchema, 'batch_not_found', 'printer_not_found', 'document_not_printable'),
  ),
  handler: async (options, request, reply) => {
    const { batchId } = await readBatch(options.pool, request.params.batchId);
    const { paper, reason = null, ...where } = request.body;
    const kind = paper as 'TICKETS' | 'PICK_LIST' | 'COVER';
    return runOnce(options, request, reply, { key: batchId, reason, ...where }, (run) =>
      requestBatchPapers(run, batchId, kind),
    );
  },
});

const getRuns = route({
  operationId: 'listBatchPapers',
  summary: 'List the printed papers of a batch',
  description: `Lists the latest ${RUNS_MAX} paper runs with the state of their print jobs, latest first.`,
  params: BatchParams,
  response: withExample(
    [{ ...PAPER_RUN, printer: { name: 'Browser', kind: 'browser' } }],
    plainAnswers('The paper runs.', Type.Array(PaperRunSchema), 'batch_not_found'),
  ),
  handler: async ({ pool }, request) => {
    const { batchId } = await readBatch(pool, request.params.batchId);
    const runs = await withRetry(() => listRunsOfBatch(pool, batchId, RUNS_MAX));
    const ids = runs.map(({ runId }) => runId);
    const jobs = await withRetry(() => listPrintJobsOfRuns(pool, ids));
    const byRun = Map.groupBy(jobs, ({ runId }) => runId);
    const printers = new Map((await withRetry(() => listPrinters(pool))).map((one) => [one.printerId, one]));
    return runs.map((run) => ({
      ...showRun(run),
      ...showPrinterOf(printers.get(run.printerId)),
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

const getOrderTickets = route({
  operationId: 'readOrderTickets',
  summary: 'Read the tickets of an order as PDF',
  description: 'Returns A4 sheets with a ticket for each piece that is not checked yet, eight on a sheet.',
  params: OrderKeyParams,
  response: { 200: pdfAnswer, ...errorAnswers('order_not_found', 'rate_limited') },
  handler: async (options, { params, caller }, reply) => {
    const { pool, press } = options;
    const { clientId, orderId } = params;
    const [order] = await withRetry(() => findProductionOrders(pool, clientId, [orderId]));
    if (!order) await readOrder(pool, clientId, orderId);
    const pieces = order ? await withRetry(() => listPiecesOfOrder(pool, clientId, orderId, order.run)) : [];
    const reader = new TicketReader(options);
    async function* tickets() {
      for (const { code, state } of pieces) {
        const ticket = state === 'TO_MAKE' || state === 'MADE' ? await reader.readTicket(code) : undefined;
        if (ticket) yield ticket;
      }
    }
    return sendPdf(reply, caller.clientId, 'tickets.pdf', async () =>
      press.print('ticket-sheets', yieldEachFor(caller.clientId, tickets()), optionsOf(options)),
    );
  },
});

const postTicket = route({
  config: refuseBlankTexts('reason'),
  operationId: 'printTicket',
  summary: 'Print the ticket of a piece again',
  description:
    'Records the reason. Destroy the previous ticket: two tickets of one piece still count as one piece. Send an `Idempotency-Key`, so that a repeated request does not print again.',
  params: PieceParams,
  headers: idempotencyHeaders,
  body: TicketRequest,
  response: withExample(
    { ...PAPER_RUN, paper: 'TICKET', reason: 'The ticket was torn.' },
    onceAnswers('The paper run.', PaperRunSchema, 'piece_not_found', 'printer_not_found', 'document_not_printable'),
  ),
  handler: async (options, request, reply) => {
    const piece = await readPiece(options.pool, request.params.code);
    return runOnce(options, request, reply, { key: piece.code, ...request.body }, (run) => requestTicket(run, piece));
  },
});

/** Starts a paper run once for each `Idempotency-Key`. The run belongs to the batch or piece `key`. */
async function runOnce(
  { pool, clock, onRun }: PaperRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  {
    key,
    station,
    ...where
  }: Pick<RunRequest, 'printerId' | 'here' | 'form' | 'reason'> & { key: string; station?: string },
  insert: (run: RunRequest) => Promise<PaperRun>,
) {
  const now = clock();
  // The id is created before the transaction, which can be retried after its commit.
  const runId = risingId();
  const once = { input: [request.routeOptions.url, key, request.body], now };
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
  if (paper === 'pick-list')
    return press.print('pick-lists', [await readPickList(pool, batch, options.imageFolder)], paperOptions);
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
  return { ...paper(), printedAt: clock() };
}

function showRun({ runId, kind, form, state, problem, printerId, asked, askedByName, reason }: PaperRun) {
  const printer = printerId === '' ? null : printerId;
  return withoutNulls({
    ...{ runId, paper: kind, form, state, problem, printerId: printer, asked, askedBy: askedByName, reason },
  });
}

function showPrinterOf(printer: ListedPrinter | undefined) {
  if (!printer) return {};
  const { name, kind, lastError } = printer;
  return { printer: withoutNulls({ name, kind, lastError }) };
}

export const paperRoutes = routeTable<PaperRouteOptions>([
  ['GET', `${BATCH}/papers`, getRuns, { verb: 'production.read' }],
  ['POST', `${BATCH}/papers`, postPapers, { verb: 'production.work' }],
  ['GET', `${BATCH}/papers/:paper`, getPaper, { verb: 'production.read' }],
  ['GET', `${ORDER_PATH}/tickets.pdf`, getOrderTickets, { verb: 'production.read' }],
  ['GET', '/operator/v1/pieces/:code/ticket', getTicket, { verb: 'floor.read' }],
  ['POST', '/operator/v1/pieces/:code/ticket', postTicket, { verb: 'production.work' }],
]);
