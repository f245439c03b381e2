import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { answerScan, type ScanningContext } from '../../../packing/scan/answer-scan.ts';
import type { ScanAnswer } from '../../../packing/scan/scan-answers.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { recordAudit } from '../../../platform/audit/record-audit.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { inTransaction, withRetry } from '../../../platform/database/transaction.ts';
import { batchNotFound, invalidRequest, type Violation } from '../../../platform/errors/errors.ts';
import { changeAnswers, onceAnswers, readAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import { runInSpan } from '../../../platform/observability/spans.ts';
import { scanCodeOf } from '../../../platform/text/scan-codes.ts';
import { type Bin, listBins, setBins } from '../../../production/scan/bin-store.ts';
import { reportShort } from '../../../production/scan/report-short.ts';
import { mayDo } from '../../../staff/role-rules.ts';
import { changeOnce } from '../fields/change-once.ts';
import { withoutNulls } from '../fields/field-faults.ts';
import { CODE_LENGTH_MAX, integerField, strictObject, text } from '../fields/operator-schemas.ts';
import { BatchParams } from '../production/batch-schemas.ts';
import { PIECE, PieceSchema, shownPiece } from '../production/piece-schemas.ts';
import { batchIdOf } from '../production/read-by-code.ts';
import { BinSchema, BinsRequest, ScanAnswerSchema, ScanRequest } from './scan-schemas.ts';
import { type ShowingContext, shownScan } from './shown-scan.ts';

const FREE_BIN = { bin: 1, code: 'K0018' };

export interface ScanRouteOptions {
  production: ScanningContext & ShowingContext;
  /** Asks for the papers of a parcel to be drawn soon. */
  onPapers: (parcel: string) => void;
}

const postScan = route({
  config: { moreFaults: stationFaults },
  schema: {
    tags: ['Production'],
    operationId: 'scan',
    summary: 'Say what was scanned',
    description:
      'Answers what the code means, does what follows from it, and says what comes next. A piece is taken in hand; the next scan, or PASS, finishes what was done with it. What is refused is answered with `refusal`, and changes nothing but what it finished. Idempotent by `id`: the same scan sent again within 7 days counts once and is answered as the first time, also when somebody else is signed on; what is shown beside (notes, pictures, the bin) is as it is then.',
    body: ScanRequest,
    response: onceAnswers('What it meant.', ScanAnswerSchema),
  },
  handler: async ({ production, onPapers }: ScanRouteOptions, { body, caller, station: here }, reply) => {
    const { id, code, context } = body;
    const at = here
      ? { station: here.name, stationId: here.stationId }
      : { station: body.station ?? '', stationId: null };
    const asked = { id, code, context, at, by: actorOf(caller) };
    const attributes = { 'platen.scan.work': context.work };
    const scanned = runInSpan('scan', { attributes }, () => answerScan(production, asked));
    const { answer: text, isReplayed } = await scanned;
    if (isReplayed) reply.header('idempotent-replayed', 'true');
    const told = JSON.parse(text) as ScanAnswer;
    const { parcel } = told;
    const mayPrint = told.asks !== undefined || told.command === 'REPRINT_LABEL';
    if (parcel && (parcel.state !== 'OPEN' || mayPrint)) onPapers(parcel.code);
    return shownScan(production, told, at);
  },
});

const getBins = route({
  schema: {
    tags: ['Production'],
    operationId: 'listBins',
    summary: 'List the bins',
    description: 'By their numbers, each with the order that has it; for the role floor without orders.',
    response: withExample([FREE_BIN], readAnswers('The bins.', Type.Array(BinSchema))),
  },
  handler: async ({ production }: ScanRouteOptions, request, reply) => {
    const bins = await withRetry(() => listBins(production.pool));
    const readsLists = mayDo(request.caller.role, 'production.read');
    const shown = bins.map((bin) => shownBin(readsLists ? bin : { ...bin, clientId: null, orderId: null }));
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

const putBins = route({
  schema: {
    tags: ['Production'],
    operationId: 'setBins',
    summary: 'Say how many bins there are',
    description:
      'Bins that are taken stay until their orders are packed. Idempotent: sending it again changes nothing.',
    body: BinsRequest,
    response: withExample([FREE_BIN], changeAnswers('The bins.', Type.Array(BinSchema))),
  },
  handler: async ({ production }: ScanRouteOptions, { body, caller }) => {
    const { pool, clock } = production;
    const bins = await inTransaction(pool, async (connection) => {
      await setBins(connection, body.count);
      const subject = ['bins'] as const;
      await recordAudit(connection, actorOf(caller), clock(), { action: 'bins.set', subject, detail: body });
      return listBins(connection);
    });
    return bins.map(shownBin);
  },
});

/** Returns a violation unless the request comes from a station or names one, and not another one. */
function stationFaults({ body, station }: Pick<FastifyRequest, 'body' | 'station'>): Violation[] {
  const named: unknown = Object(body).station;
  if (station) {
    if (named === undefined || named === station.name) return [];
    const message = `This browser is the station "${station.name}": leave it out.`;
    return [{ pointer: '/station', code: 'not_allowed', message, allowed: [station.name] }];
  }
  if (named !== undefined) return [];
  const message = 'Say which station it is: the request comes from no browser that is one.';
  return [{ pointer: '/station', code: 'required', message }];
}

function shownBin({ bin, clientId, orderId, taken }: Bin) {
  return withoutNulls({ bin, code: scanCodeOf('bin', bin), clientId, orderId, taken });
}

/** /operator/v1/scans and /operator/v1/bins: what stations say and are told. */
export async function scanRoutes(app: FastifyInstance, options: ScanRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['POST', '/operator/v1/scans', postScan, { verb: 'production.work' }],
    ['GET', '/operator/v1/bins', getBins, { verb: 'production.work' }],
    ['PUT', '/operator/v1/bins', putBins, { verb: 'production.release' }],
  ]);
}

/** More than a batch can need. */
const MISSING_MAX = 1_000_000;
const { batchId: _, ...SHORT_PIECE } = PIECE;

const ShortFields = strictObject('ShortRequest', 'A blank of which too few were found.', {
  sku: text(CODE_LENGTH_MAX, 'The blank.', PIECE.sku),
  missing: Type.Integer({
    minimum: 1,
    maximum: MISSING_MAX,
    description: 'How many of those that the batch needs were not found.',
  }),
});
const ShortRequest = { ...ShortFields, examples: [{ sku: PIECE.sku, missing: 1 }] };

const ShortSchema = Type.Object(
  {
    pieces: Type.Array(PieceSchema, {
      description: 'Those that left the batch, of the youngest orders; a lot leaves as a whole.',
    }),
    stock: Type.Object(
      {
        onHand: integerField('As it counts now: no more than orders have reserved.'),
        reserved: integerField('Pieces that orders have reserved.'),
      },
      { title: 'StockAfterShort', description: 'The blank in the stock.' },
    ),
  },
  {
    title: 'Short',
    description: 'What left the batch.',
    examples: [
      { pieces: [{ ...SHORT_PIECE, hasBlank: false, reason: 'SHORT' }], stock: { onHand: 11, reserved: 11 } },
    ],
  },
);

interface ShortRouteOptions {
  production: { pool: Pool; clock: () => Date };
}

const postShort = route({
  schema: {
    tags: ['Production'],
    operationId: 'reportShort',
    summary: 'Report that blanks of a batch were not found',
    description:
      'For whoever takes them from the shelf. Pieces of the youngest orders, which nobody has begun, leave the batch; they have no blank until one is reserved when they are scanned at MAKE. What their orders had reserved of it is given up, and the shelf counts as empty but for what other orders have reserved (`set` in the ledger). Send an `Idempotency-Key`, so that it counts once also when you have to send it again.',
    headers: idempotencyHeaders,
    params: BatchParams,
    body: ShortRequest,
    response: onceAnswers('What left the batch.', ShortSchema, 'batch_not_found'),
  },
  handler: async ({ production }: ShortRouteOptions, request, reply) => {
    const { params, body, caller, station, routeOptions } = request;
    const { pool, clock } = production;
    const batchId = batchIdOf(params.batchId);
    if (!isStorable(body.sku))
      throw invalidRequest([
        { pointer: '/sku', code: 'invalid_characters', message: 'There is no such SKU.' },
      ]);
    const once = { asked: [routeOptions.url, batchId, body], now: clock() };
    const short = { ...body, batchId, station, by: actorOf(caller), now: once.now };
    const text = await changeOnce(pool, request, reply, once, async (connection) => {
      const done = await reportShort(connection, short);
      if (!done) throw batchNotFound();
      return { ...done, pieces: done.pieces.map(shownPiece) };
    });
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  },
});

/** /operator/v1/batches/{batchId}/shorts */
export async function shortRoutes(app: FastifyInstance, options: ShortRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['POST', '/operator/v1/batches/:batchId/shorts', postShort, { verb: 'production.work' }],
  ]);
}
