import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { withRetry } from '../../database/transaction.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  notModified,
  rateLimitHeaders,
  Timestamp,
} from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { orderNotFound } from '../../http/not-found-errors.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { findOrderOfClient } from '../../orders/staff/staff-order-store.ts';
import { listPieceEvents } from '../../production/piece-event-store.ts';
import { OrderKeyParams } from '../fields/operator-schemas.ts';
import { ORDER_PATH, storableKey } from '../orders/verb-answers.ts';

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

export interface PieceEventRouteOptions {
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
