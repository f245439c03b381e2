import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PaperPress, Printout } from '../../../papers/paper-press.ts';
import type { PaperOptions } from '../../../papers/paper-types.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { yieldEachFor } from '../../../platform/database/asker.ts';
import { risingId } from '../../../platform/database/rising-ids.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { pieceNotFound } from '../../../platform/errors/errors.ts';
import {
  answer,
  errorAnswers,
  onceAnswers,
  rateLimitHeaders,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import type { Batch } from '../../../production/batch-store.ts';
import { askForBatch, askForTicket } from '../../../production/papers/ask-paper-run.ts';
import { coverOf, pickListOf } from '../../../production/papers/draw-paper-run.ts';
import {
  listJobsOfRuns,
  listRunsOfBatch,
  type PaperRun,
} from '../../../production/papers/paper-run-store.ts';
import { type TicketContext, TicketReader } from '../../../production/papers/ticket-data.ts';
import { changeOnce } from '../fields/change-once.ts';
import { blankFaults } from '../fields/field-faults.ts';
import { BatchParams } from './batch-schemas.ts';
import {
  BatchPaperParams,
  BatchPapersRequest,
  PAPER_RUN,
  PaperRunSchema,
  TicketParams,
  TicketRequest,
} from './paper-schemas.ts';
import { readBatch, readPiece } from './read-by-code.ts';
import { pdfAnswer, sendPdf } from './send-pdf.ts';

const BATCH = '/operator/v1/batches/:batchId';
const RUNS_MAX = 50;
/** More tickets than any batch has. */
const TICKETS_MAX = 1_000_000;

export interface PaperRouteOptions extends TicketContext {
  config: Pick<Config, 'BASE_URL'>;
  clock: () => Date;
  press: PaperPress;
  paper: Omit<PaperOptions, 'printedAt'>;
  /** Asks for the papers to be drawn soon. */
  onRun: (runId: string) => void;
}

const postPapers = route({
  config: { moreFaults: ({ body }) => blankFaults({ '/reason': Object(body).reason }) },
  schema: {
    tags: ['Production'],
    operationId: 'printBatchPapers',
    summary: 'Print papers of a batch',
    description:
      'Tickets, pick list or cover, at a printer of the station, or the one that is named. Each is printed once without a reason: asked for again it is answered as it is; with a reason it is printed again.',
    params: BatchParams,
    headers: idempotencyHeaders,
    body: BatchPapersRequest,
    response: withExample(
      PAPER_RUN,
      onceAnswers('What was asked for.', PaperRunSchema, 'batch_not_found', 'printer_not_found'),
    ),
  },
  handler: async (options: PaperRouteOptions, request, reply) => {
    const { batchId } = await readBatch(options.pool, request.params.batchId);
    const { paper, reason = null, ...where } = request.body;
    const kind = paper as 'TICKETS' | 'PICK_LIST' | 'COVER';
    return ask(options, request, reply, [batchId, request.body], (connection, runId, now) =>
      askForBatch(
        {
          ...where,
          connection,
          runId,
          station: stationOf(request, where.station),
          by: actorOf(request.caller),
          now,
          reason,
        },
        batchId,
        kind,
      ),
    );
  },
});

const getRuns = route({
  schema: {
    tags: ['Production'],
    operationId: 'listBatchPapers',
    summary: 'List the papers of a batch that were asked for',
    description: 'Latest first, the last 50, with how far their print jobs are.',
    params: BatchParams,
    response: {
      200: answer('What was asked for.', Type.Array(PaperRunSchema), rateLimitHeaders),
      ...errorAnswers('batch_not_found'),
    },
  },
  handler: async (options: PaperRouteOptions, request) => {
    const { pool } = options;
    const { batchId } = await readBatch(options.pool, request.params.batchId);
    const runs = await withRetry(() => listRunsOfBatch(pool, batchId, RUNS_MAX));
    const jobs = await withRetry(() =>
      listJobsOfRuns(
        pool,
        runs.map(({ runId }) => runId),
      ),
    );
    const byRun = Map.groupBy(jobs, ({ runId }) => runId);
    return runs.map((run) => ({
      ...shownRun(run),
      jobs: (byRun.get(run.runId) ?? []).map(({ jobId, state, lastError }) => ({
        jobId,
        state,
        ...(lastError !== null && { lastError }),
      })),
    }));
  },
});

const getPaper = route({
  schema: {
    tags: ['Production'],
    operationId: 'readBatchPaper',
    summary: 'Read papers of a batch as PDF',
    description: 'To look at, or to print from a browser; drawn as it is read.',
    params: BatchPaperParams,
    response: { 200: pdfAnswer, ...errorAnswers('batch_not_found', 'rate_limited') },
  },
  handler: async (options: PaperRouteOptions, { params, caller }, reply) => {
    const batch = await readBatch(options.pool, params.batchId);
    const name = `batch-${batch.batchId}-${params.paper}.pdf`;
    return sendPdf(reply, caller.clientId, name, () =>
      drawBatchPaper(options, batch, params.paper, caller.clientId),
    );
  },
});

const getTicket = route({
  schema: {
    tags: ['Production'],
    operationId: 'readTicket',
    summary: 'Read the ticket of a piece as PDF',
    description: 'A sticker of 100 x 50 mm.',
    params: TicketParams,
    response: { 200: pdfAnswer, ...errorAnswers('piece_not_found', 'rate_limited') },
  },
  handler: async (options: PaperRouteOptions, { params, caller }, reply) => {
    const { code } = await readPiece(options.pool, params.code);
    const ticket = await new TicketReader(options).of(code);
    if (!ticket) throw pieceNotFound();
    return sendPdf(reply, caller.clientId, `ticket-${code}.pdf`, async () =>
      options.press.print('ticket-stickers', [ticket], optionsOf(options)),
    );
  },
});

const postTicket = route({
  config: { moreFaults: ({ body }) => blankFaults({ '/reason': Object(body).reason }) },
  schema: {
    tags: ['Production'],
    operationId: 'printTicket',
    summary: 'Print the ticket of a piece again',
    description:
      'With the reason. Destroy the one before: two tickets of one piece are one piece. Send an `Idempotency-Key`, so that it is printed once also when you have to send it again.',
    params: TicketParams,
    headers: idempotencyHeaders,
    body: TicketRequest,
    response: withExample(
      {
        ...PAPER_RUN,
        paper: 'TICKET',
        reason: 'The ticket was torn.',
      },
      onceAnswers('What was asked for.', PaperRunSchema, 'piece_not_found', 'printer_not_found'),
    ),
  },
  handler: async (options: PaperRouteOptions, request, reply) => {
    const piece = await readPiece(options.pool, request.params.code);
    const { reason, ...where } = request.body;
    return ask(options, request, reply, [piece.code, request.body], (connection, runId, now) =>
      askForTicket(
        {
          ...where,
          connection,
          runId,
          station: stationOf(request, where.station),
          by: actorOf(request.caller),
          now,
          reason,
        },
        piece,
      ),
    );
  },
});

type Asking = (
  connection: Parameters<typeof askForTicket>[0]['connection'],
  runId: string,
  now: Date,
) => Promise<PaperRun>;

/** Asks for papers once for each `Idempotency-Key`. */
async function ask(
  { pool, clock, onRun }: PaperRouteOptions,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: readonly unknown[],
  asking: Asking,
) {
  const now = clock();
  // The id is made before the transaction, which may run again after it was committed.
  const runId = risingId();
  const once = { asked: [request.routeOptions.url, ...asked], now };
  const json = await changeOnce(pool, request, reply, once, async (connection) => ({
    ...shownRun(await asking(connection, runId, now)),
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
  if (paper === 'pick-list') return press.print('pick-lists', [await pickListOf(pool, batch)], paperOptions);
  if (paper === 'cover') return press.print('batch-covers', [await coverOf(pool, batch)], paperOptions);
  const kind = paper === 'tickets' ? 'ticket-stickers' : 'ticket-sheets';
  async function* tickets() {
    const placed = new TicketReader(options).ofBatch(batch.batchId, undefined, TICKETS_MAX);
    for await (const { ticket } of placed) yield ticket;
  }
  // Many tickets take longer than one request may wait for a database connection.
  return press.print(kind, yieldEachFor(reader, tickets()), paperOptions);
}

function optionsOf({ paper, clock }: PaperRouteOptions): PaperOptions {
  return { ...paper, printedAt: clock() };
}

/** The station that sent the request, or the one that it names. */
function stationOf({ station }: Pick<FastifyRequest, 'station'>, named: string | undefined): string {
  return station?.stationId ?? named ?? '';
}

/** A paper run without its print jobs. */
function shownRun({ runId, kind, form, state, printerId, asked, askedByName, reason }: PaperRun) {
  return {
    runId,
    paper: kind,
    form,
    state,
    printerId,
    asked: asked.toISOString(),
    ...(askedByName !== null && { askedBy: askedByName }),
    ...(reason !== null && { reason }),
  };
}

/** Papers of batches and tickets of pieces: /operator/v1/batches/{batchId}/papers, /operator/v1/pieces/{code}/ticket */
export async function paperRoutes(app: FastifyInstance, options: PaperRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', `${BATCH}/papers`, getRuns, { verb: 'production.read' }],
    ['POST', `${BATCH}/papers`, postPapers, { verb: 'production.work' }],
    ['GET', `${BATCH}/papers/:paper`, getPaper, { verb: 'production.read' }],
    ['GET', '/operator/v1/pieces/:code/ticket', getTicket, { verb: 'production.work' }],
    ['POST', '/operator/v1/pieces/:code/ticket', postTicket, { verb: 'production.work' }],
  ]);
}
