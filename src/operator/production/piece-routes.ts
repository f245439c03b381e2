import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { readScanCode, scanCodeOf } from '../../codes/scan-codes.ts';
import { withRetry } from '../../database/transaction.ts';
import { answer, errorAnswers, etagHeader, notModified, rateLimitHeaders } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { orderNotFound, pieceNotFound } from '../../http/not-found-errors.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { findOrderOfClient } from '../../orders/staff/staff-order-store.ts';
import { type BeginContext, beginOrders } from '../../production/begin-production.ts';
import { describePiece } from '../../production/describe-piece.ts';
import { findPieceByCode, listPiecesOfOrder } from '../../production/piece-store.ts';
import { findProductionOrders, isProductionDue } from '../../production/production-order-store.ts';
import { OrderKeyParams } from '../fields/operator-schemas.ts';
import { ORDER_PATH, storableKey } from '../orders/verb-answers.ts';
import { PIECE_IN_HAND, PieceInHandSchema, PieceParams, PieceSchema } from './piece-schemas.ts';
import { describedPiece, shownPiece } from './shown-piece.ts';

export interface PieceRouteOptions {
  production: BeginContext & { dueHours: number };
}

const getPieces = route({
  schema: {
    tags: ['Production'],
    operationId: 'listOrderPieces',
    summary: "Read an order's pieces",
    description:
      'Those of its present run, the ones that were replaced with them, in the order of its items; none before it is ACCEPTED. Existing products have no pieces: they are counted.',
    params: OrderKeyParams,
    response: {
      200: answer('The pieces.', Type.Array(PieceSchema), { ...etagHeader, ...rateLimitHeaders }),
      ...notModified,
      ...errorAnswers('order_not_found'),
    },
  },
  handler: async ({ production }: PieceRouteOptions, request, reply) => {
    const { pool } = production;
    const { clientId, orderId } = storableKey(request.params.clientId, request.params.orderId);
    // Accepted a moment ago, and the background has not come to it yet.
    if (await withRetry(() => isProductionDue(pool, clientId, orderId)))
      await beginOrders(production, clientId, [orderId]);
    const [order] = await withRetry(() => findProductionOrders(pool, clientId, [orderId]));
    if (!order && !(await withRetry(() => findOrderOfClient(pool, clientId, orderId)))) throw orderNotFound();
    const pieces = order ? await withRetry(() => listPiecesOfOrder(pool, clientId, orderId, order.run)) : [];
    return sendJson(request, reply, JSON.stringify(pieces.map(shownPiece)));
  },
});

const getPiece = route({
  schema: {
    tags: ['Production'],
    operationId: 'getPiece',
    summary: 'Read a piece by its code',
    description: 'Also one that was replaced: then with the code of its successor.',
    params: PieceParams,
    response: {
      200: answer('The piece.', PieceInHandSchema, { ...etagHeader, ...rateLimitHeaders }, PIECE_IN_HAND),
      ...notModified,
      ...errorAnswers('piece_not_found'),
    },
  },
  handler: async ({ production }: PieceRouteOptions, request, reply) => {
    const code = readScanCode(request.params.code);
    const piece =
      code?.kind === 'piece' &&
      (await withRetry(() => findPieceByCode(production.pool, scanCodeOf('piece', code.number))));
    if (!piece) throw pieceNotFound();
    const description = await withRetry(() => describePiece(production.pool, piece, production));
    return sendJson(request, reply, JSON.stringify(describedPiece(piece, description)));
  },
});

/** /operator/v1/pieces, and the pieces of an order. */
export async function pieceRoutes(app: FastifyInstance, options: PieceRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', `${ORDER_PATH}/pieces`, getPieces, { verb: 'production.read' }],
    ['GET', '/operator/v1/pieces/:code', getPiece, { verb: 'production.work' }],
  ]);
}
