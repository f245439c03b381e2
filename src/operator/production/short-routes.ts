import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import { isStorable } from '../../database/storable.ts';
import { invalidRequest } from '../../errors.ts';
import { answer, errorAnswers, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { idempotencyHeaders, readIdempotencyKey, replayedHeader } from '../../http/idempotency-key.ts';
import { batchNotFound } from '../../http/not-found-errors.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { doOnce } from '../../idempotency/do-once.ts';
import { reportShort } from '../../production/scan/report-short.ts';
import { CODE_LENGTH_MAX, strictObject, text } from '../fields/operator-schemas.ts';
import { BatchParams, batchIdOf } from './batch-schemas.ts';
import { PIECE, PieceSchema, shownPiece } from './piece-schemas.ts';

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
        onHand: Type.Integer({ description: 'As it counts now: no more than orders have reserved.' }),
        reserved: Type.Integer({ description: 'Pieces that orders have reserved.' }),
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

export interface ShortRouteOptions {
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
    response: {
      200: answer('What left the batch.', ShortSchema, { ...replayedHeader, ...rateLimitHeaders }),
      ...errorAnswers('batch_not_found', 'idempotency_key_reused', ...WITH_BODY),
    },
  },
  handler: async ({ production }: ShortRouteOptions, request, reply) => {
    const { params, body, caller, headers, station, routeOptions } = request;
    const { pool, clock } = production;
    const batchId = batchIdOf(params.batchId);
    if (batchId === undefined) throw batchNotFound();
    if (!isStorable(body.sku))
      throw invalidRequest([
        { pointer: '/sku', code: 'invalid_characters', message: 'There is no such SKU.' },
      ]);
    const once = {
      clientId: caller.clientId,
      key: readIdempotencyKey(headers),
      asked: [routeOptions.url, batchId, body],
      now: clock(),
    };
    const short = { ...body, batchId, station, by: actorOf(caller), now: once.now };
    const { answer: text, isReplayed } = await doOnce(pool, once, async (connection) => {
      const done = await reportShort(connection, short);
      if (!done) throw batchNotFound();
      return JSON.stringify({ ...done, pieces: done.pieces.map(shownPiece) });
    });
    if (isReplayed) reply.header('idempotent-replayed', 'true');
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  },
});

/** /operator/v1/batches/{batchId}/shorts */
export async function shortRoutes(app: FastifyInstance, options: ShortRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['POST', '/operator/v1/batches/:batchId/shorts', postShort, { verb: 'production.work' }],
  ]);
}
