import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import { readScanCode, scanCodeOf } from '../../codes/scan-codes.ts';
import { withRetry } from '../../database/transaction.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  notModified,
  rateLimitHeaders,
  readAnswers,
  Timestamp,
  WITH_BODY,
} from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { orderNotFound, pieceNotFound } from '../../http/not-found-errors.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { findOrderOfClient } from '../../orders/staff/staff-order-store.ts';
import { type BeginContext, beginOrders } from '../../production/begin-production.ts';
import { describePiece } from '../../production/describe-piece.ts';
import { listPieceEvents } from '../../production/piece-event-store.ts';
import { findPieceByCode, listPiecesOfOrder } from '../../production/piece-store.ts';
import { findProductionOrders, isProductionDue } from '../../production/production-order-store.ts';
import { stopOrderOf } from '../../production/scan/report-short.ts';
import { OrderKeyParams } from '../fields/operator-schemas.ts';
import { ORDER_PATH, storableKey } from '../orders/verb-answers.ts';
import {
  describedPiece,
  PIECE_IN_HAND,
  PieceInHandSchema,
  PieceParams,
  PieceSchema,
  StopRequest,
  shownPiece,
} from './piece-schemas.ts';
import { StoppedSchema } from './scan-schemas.ts';
import type { ShowingContext } from './shown-scan.ts';

export interface PieceRouteOptions {
  production: BeginContext & ShowingContext & { clock: () => Date };
}

const getPieces = route({
  schema: {
    tags: ['Production'],
    operationId: 'listOrderPieces',
    summary: "Read an order's pieces",
    description:
      'Those of its present run, the ones that were replaced with them, in the order of its items; none before it is ACCEPTED. Existing products have no pieces: they are counted.',
    params: OrderKeyParams,
    response: readAnswers('The pieces.', Type.Array(PieceSchema), 'order_not_found'),
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
    return sendJson(
      request,
      reply,
      JSON.stringify(describedPiece(piece, description, production.printFileName)),
    );
  },
});

const postStop = route({
  schema: {
    tags: ['Production'],
    operationId: 'stopOrderOfPiece',
    summary: 'Stop an order whose artwork is bad',
    description:
      'For whoever sees it with the piece in hand; the command STOP_ORDER does the same. The order goes into ERROR with a pointer to the print, its customer is told, and all its pieces answer so at their next scan. The pieces that were begun leave the shelf (`scrapped`). Idempotent: sending it again changes nothing.',
    params: PieceParams,
    body: Type.Optional(StopRequest),
    response: {
      200: answer('What its customer is to mend.', StoppedSchema, rateLimitHeaders),
      ...errorAnswers('piece_not_found', 'order_not_changeable', ...WITH_BODY),
    },
  },
  handler: async ({ production }: PieceRouteOptions, { params, body, caller }) => {
    const code = readScanCode(params.code);
    if (code?.kind !== 'piece') throw pieceNotFound();
    const doing = { pool: production.pool, by: actorOf(caller), now: production.clock() };
    const stopped = await stopOrderOf(doing, scanCodeOf('piece', code.number), body ?? {});
    if (!stopped) throw pieceNotFound();
    return stopped;
  },
});

/** /operator/v1/pieces, and the pieces of an order. */
export async function pieceRoutes(app: FastifyInstance, options: PieceRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', `${ORDER_PATH}/pieces`, getPieces, { verb: 'production.read' }],
    ['GET', '/operator/v1/pieces/:code', getPiece, { verb: 'production.work' }],
    ['POST', '/operator/v1/pieces/:code/stop', postStop, { verb: 'production.work' }],
  ]);
}

const PieceEventSchema = Type.Object(
  {
    eventId: Type.String({ description: 'Identifier of the event.' }),
    code: Type.String({ description: 'Of the piece.' }),
    type: Type.String({ description: 'What happened, such as piece.made.' }),
    occurred: Timestamp('When.'),
    station: Type.Optional(Type.String({ description: 'Where.' })),
    actorId: Type.Optional(
      Type.String({ description: 'Who: operatorId of a person, clientId of a program.' }),
    ),
    actorName: Type.Optional(Type.String({ description: 'The name they had then.' })),
    reason: Type.Optional(Type.String({ description: 'Why it was rejected.' })),
  },
  { title: 'PieceEvent', description: 'What happened to a piece.' },
);

interface PieceEventRouteOptions {
  production: { pool: Pool };
}

const getEvents = route({
  schema: {
    tags: ['Production'],
    operationId: 'listPieceEvents',
    summary: "Read what happened to an order's pieces",
    description: 'The latest first, at most 1,000.',
    params: OrderKeyParams,
    response: {
      200: answer('The events.', Type.Array(PieceEventSchema), { ...etagHeader, ...rateLimitHeaders }, []),
      ...notModified,
      ...errorAnswers('order_not_found'),
    },
  },
  handler: async ({ production: { pool } }: PieceEventRouteOptions, request, reply) => {
    const { clientId, orderId } = storableKey(request.params.clientId, request.params.orderId);
    const events = await withRetry(() => listPieceEvents(pool, { clientId, orderId }));
    if (events.length === 0 && !(await withRetry(() => findOrderOfClient(pool, clientId, orderId))))
      throw orderNotFound();
    const shown = events.map(({ station, actorId, actorName, reason, ...rest }) => ({
      ...rest,
      ...(station !== null && { station }),
      ...(actorId !== null && { actorId }),
      ...(actorName !== null && { actorName }),
      ...(reason !== null && { reason }),
    }));
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

/** What happened to the pieces of an order. */
export async function pieceEventRoutes(app: FastifyInstance, options: PieceEventRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', `${ORDER_PATH}/piece-events`, getEvents, { verb: 'production.read' }],
  ]);
}
