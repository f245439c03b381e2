import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { PackingAnswer } from '../../../packing/packing-answers.ts';
import { answerHandOverScan } from '../../../packing/run-hand-over-scan.ts';
import { answerPackingScan, type PackingContext } from '../../../packing/run-packing-scan.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { batchNotFound, type Violation } from '../../../platform/errors/errors.ts';
import { scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import {
  changeAnswers,
  emptyAnswer,
  onceAnswers,
  rateLimitHeaders,
  readAnswers,
  withExample,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { runInSpan } from '../../../platform/observability/spans.ts';
import { answerPieceScan } from '../../../production/answer-piece-scan.ts';
import { type AnsweredScan, placeOf, type ScanRequest } from '../../../production/answer-scan.ts';
import { type Bin, listBins, setBins } from '../../../production/bin-store.ts';
import { reportShort } from '../../../production/report-short.ts';
import type { Station } from '../../../production/save-piece-scan.ts';
import { findLatestAnswer } from '../../../production/scan-store.ts';
import { mayDo } from '../../../staff/role-rules.ts';
import { batchIdOf, changeOnce, withoutNulls } from '../fields/staff-requests.ts';
import { BatchParams } from '../production/batch-schemas.ts';
import { type PieceContext, showPiece } from '../production/piece-schemas.ts';
import {
  BinSchema,
  BinsRequest,
  LatestScanQuery,
  ScanAnswerSchema,
  ScanRequestSchema,
  ShortRequest,
  ShortSchema,
} from './scan-schemas.ts';
import { showScan } from './show-scan.ts';

const route = routeUnder<ScanRouteOptions>('Production');
const FREE_BIN = { bin: 1, code: 'K0018' };

interface ScanRouteOptions {
  production: PackingContext & PieceContext;
  onPapers: (parcel: string) => void;
  onLabel: (parcel: string) => void;
  onSend: (requestId: string) => void;
}

const postScan = route({
  config: { moreFaults: stationFaults },
  operationId: 'scan',
  summary: 'Send a scanned code',
  description:
    'Interprets the code, does the work that it stands for, and returns the context of the next scan. The scan of a piece takes it in hand. The next scan, or PASS, finishes the work on that piece. A refused scan is answered with `refusal`, and changes nothing: `next` is the context that was sent. Idempotent by `id` for 7 days: a repeated scan counts once and gets the first answer, even after another person has signed on. Its notes, pictures and bin are current.',
  body: ScanRequestSchema,
  response: onceAnswers('The meaning and effect of the code.', ScanAnswerSchema),
  handler: async ({ production, onPapers, onLabel, onSend }, { body, caller, station: here }, reply) => {
    const { id, code, context } = body;
    const at = stationOf(body.station, here);
    const scan = { id, code, context, at, by: actorOf(caller) };
    const attributes = { 'platen.scan.work': context.work };
    const scanned = runInSpan('scan', { attributes }, () => answerWork(production, scan));
    const { answer, isReplayed, printing, buying, sending } = await scanned;
    if (isReplayed) reply.header('idempotent-replayed', 'true');
    if (printing !== undefined) onPapers(printing);
    if (buying !== undefined) onLabel(buying);
    if (sending !== undefined) onSend(sending);
    return showScan(production, JSON.parse(answer) as PackingAnswer, at);
  },
});

const getLatestScan = route({
  operationId: 'readLatestScan',
  summary: 'Read the latest accepted scan of a station',
  description:
    'Returns the answer of the latest accepted scan for this work, with current data, for a page that opens. A question therefore survives a reload, a second window and another person. A scan is kept for 7 days.',
  querystring: LatestScanQuery,
  response: {
    ...readAnswers('The answer of the scan.', ScanAnswerSchema),
    204: emptyAnswer('The station has no accepted scan for this work.', rateLimitHeaders),
  },
  handler: async ({ production }, { query: { work = 'PACK', station }, station: here }, reply) => {
    const at = stationOf(station, here);
    const answer = await withRetry(() => findLatestAnswer(production.pool, placeOf(at, work)));
    if (answer === undefined) return reply.code(204).send();
    return showScan(production, JSON.parse(answer) as PackingAnswer, at);
  },
});

const getBins = route({
  operationId: 'listBins',
  summary: 'List the bins',
  description: 'Sorted by number. Each taken bin has its order, which the role floor does not see.',
  response: withExample([FREE_BIN], readAnswers('The bins.', Type.Array(BinSchema))),
  handler: async ({ production }, request, reply) => {
    const bins = await withRetry(() => listBins(production.pool));
    const readsLists = mayDo(request.caller.role, 'production.read');
    const rows = bins.map((bin) => showBin(readsLists ? bin : { ...bin, clientId: null, orderId: null }));
    return sendJson(request, reply, rows);
  },
});

const putBins = route({
  operationId: 'setBins',
  summary: 'Set the number of bins',
  description:
    'Taken bins with a higher number remain until their orders are packed. Idempotent: repeating the request changes nothing.',
  body: BinsRequest,
  response: withExample([FREE_BIN], changeAnswers('The bins.', Type.Array(BinSchema))),
  handler: async ({ production: { pool, clock } }, { body, caller }) => {
    const bins = await inTransaction(pool, async (connection) => {
      await setBins(connection, body.count);
      const subject = ['bins'] as const;
      await recordAudit(connection, actorOf(caller), clock(), { action: 'bins.set', subject, detail: body });
      return listBins(connection);
    });
    return bins.map(showBin);
  },
});

const postShort = route({
  operationId: 'reportShort',
  summary: 'Report that blanks of a batch were not found',
  description:
    'For the person who picks the blanks. Pieces of the youngest orders that are not begun leave the batch without a blank. Their next scan at MAKE reserves one. Their orders lose the reservation, and the stock is set to the amount that other orders have reserved (`set` in the ledger). Send an `Idempotency-Key`, so that a repeated request counts once.',
  headers: idempotencyHeaders,
  params: BatchParams,
  body: ShortRequest,
  response: onceAnswers('The pieces that left the batch.', ShortSchema, 'batch_not_found'),
  handler: async ({ production: { pool, clock } }, request, reply) => {
    const { params, body, caller, station, routeOptions } = request;
    const batchId = batchIdOf(params.batchId);
    const once = { input: [routeOptions.url, batchId, body], now: clock() };
    const short = { ...body, batchId, station, by: actorOf(caller), now: once.now };
    const text = await changeOnce(pool, request, reply, once, async (connection) => {
      const done = await reportShort(connection, short);
      if (!done) throw batchNotFound();
      return { ...done, pieces: done.pieces.map(showPiece) };
    });
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  },
});

function answerWork(production: PackingContext, scan: ScanRequest): Promise<AnsweredScan> {
  const { work } = scan.context;
  if (work === 'PACK') return answerPackingScan(production, scan);
  if (work === 'HAND_OVER') return answerHandOverScan(production, scan);
  return answerPieceScan(production, scan, work);
}

function stationOf(name = '', here: FastifyRequest['station']): Station {
  return here ? { station: here.name, stationId: here.stationId } : { station: name, stationId: null };
}

/** Returns a violation unless the session of the browser or the body names a station. Both must agree. */
function stationFaults({ body, station }: Pick<FastifyRequest, 'body' | 'station'>): Violation[] {
  const name: unknown = Object(body).station;
  if (station) {
    if (name === undefined || name === station.name) return [];
    const message = `This browser is the station "${station.name}". Leave "station" out.`;
    return [{ pointer: '/station', code: 'not_allowed', message, allowed: [station.name] }];
  }
  if (name !== undefined) return [];
  const message = 'Name the station: the request does not come from a browser that is one.';
  return [{ pointer: '/station', code: 'required', message }];
}

function showBin({ bin, clientId, orderId, taken }: Bin) {
  return withoutNulls({ bin, code: scanCodeOf('bin', bin), clientId, orderId, taken });
}

export const scanRoutes = routeTable<ScanRouteOptions>([
  ['POST', '/operator/v1/scans', postScan, { verb: 'production.work' }],
  ['GET', '/operator/v1/scans/latest', getLatestScan, { verb: 'floor.read' }],
  ['GET', '/operator/v1/bins', getBins, { verb: 'floor.read' }],
  ['PUT', '/operator/v1/bins', putBins, { verb: 'production.release' }],
  ['POST', '/operator/v1/batches/:batchId/shorts', postShort, { verb: 'production.work' }],
]);
