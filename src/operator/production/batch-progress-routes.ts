import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import type { Config } from '../../config.ts';
import { withRetry } from '../../database/transaction.ts';
import { answer, errorAnswers, etagHeader, notModified, rateLimitHeaders } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { batchNotFound } from '../../http/not-found-errors.ts';
import { cutPage, decodeCursor, invalidCursor } from '../../http/paging.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import {
  listBatchLines,
  listBatchPieceCodes,
  sumCustomizations,
} from '../../production/batch-progress-store.ts';
import { findBatch } from '../../production/batch-store.ts';
import { findPiecesByCodes, type PieceKey } from '../../production/piece-store.ts';
import { batchIdOf } from './batch-id.ts';
import { BatchPiecesQuery, BatchProgressSchema } from './batch-progress-schemas.ts';
import { BatchParams } from './batch-schemas.ts';
import { PieceSchema } from './piece-schemas.ts';
import { shownPiece } from './shown-piece.ts';

const CURSOR_PARTS = 6;

export interface BatchProgressRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  production: { pool: Pool };
}

const getProgress = route({
  schema: {
    tags: ['Production'],
    operationId: 'getBatchProgress',
    summary: 'Read how far a batch is',
    description: 'What is picked for it, with what the shelf has, and in which state its pieces are.',
    params: BatchParams,
    response: {
      200: answer('The progress.', BatchProgressSchema, { ...etagHeader, ...rateLimitHeaders }),
      ...notModified,
      ...errorAnswers('batch_not_found'),
    },
  },
  handler: async ({ production: { pool } }: BatchProgressRouteOptions, request, reply) => {
    const batchId = await knownBatch(pool, request.params.batchId);
    const [lines, customizations] = await Promise.all([
      withRetry(() => listBatchLines(pool, batchId)),
      withRetry(() => sumCustomizations(pool, batchId)),
    ]);
    const shown = lines.map(({ technology, manufacturerCode, ...rest }) => ({
      ...(technology !== null && { technology }),
      ...(manufacturerCode !== null && { manufacturerCode }),
      ...rest,
    }));
    return sendJson(request, reply, JSON.stringify({ lines: shown, customizations }));
  },
});

const getPieces = route({
  schema: {
    tags: ['Production'],
    operationId: 'listBatchPieces',
    summary: 'List the pieces of a batch',
    description: 'By order and item, also those that were replaced.',
    params: BatchParams,
    querystring: BatchPiecesQuery,
    response: {
      200: answer('A page of pieces.', Type.Array(PieceSchema), { ...etagHeader, ...rateLimitHeaders }),
      ...notModified,
      ...errorAnswers('batch_not_found'),
    },
  },
  handler: async ({ config, production: { pool } }: BatchProgressRouteOptions, request, reply) => {
    const batchId = await knownBatch(pool, request.params.batchId);
    const { limit, cursor, state, sku } = request.query;
    const after = readCursor(cursor);
    const found = await withRetry(async () => {
      const codes = await listBatchPieceCodes(pool, batchId, { state, sku, after, limit: limit + 1 });
      return findPiecesByCodes(pool, codes);
    });
    const page = cutPage(reply, found, {
      url: `${config.BASE_URL}/operator/v1/batches/${batchId}/pieces`,
      query: request.query,
      keyOf: ({ clientId, orderId, ...numbers }) => [
        clientId,
        orderId,
        ...[numbers.run, numbers.position, numbers.copy, numbers.attempt].map(String),
      ],
    });
    return sendJson(request, reply, JSON.stringify(page.map(shownPiece)));
  },
});

async function knownBatch(pool: Pool, text: string): Promise<string> {
  const batchId = batchIdOf(text);
  const batch = batchId && (await withRetry(() => findBatch(pool, batchId)));
  if (!batch) throw batchNotFound();
  return batch.batchId;
}

function readCursor(cursor: string | undefined): PieceKey | undefined {
  const key = decodeCursor(cursor, CURSOR_PARTS);
  if (!key) return undefined;
  const [clientId = '', orderId = '', ...texts] = key;
  if (!texts.every((one) => /^\d{1,9}$/.test(one))) throw invalidCursor();
  const [run = 0, position = 0, copy = 0, attempt = 0] = texts.map(Number);
  return { clientId, orderId, run, position, copy, attempt };
}

/** How far batches are. */
export async function batchProgressRoutes(
  app: FastifyInstance,
  options: BatchProgressRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/batches/:batchId/progress', getProgress, { verb: 'production.read' }],
    ['GET', '/operator/v1/batches/:batchId/pieces', getPieces, { verb: 'production.read' }],
  ]);
}
