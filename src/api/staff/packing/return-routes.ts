import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { bookingReturn } from '../../../packing/returns/book-return.ts';
import type { AskedLine } from '../../../packing/returns/return-rules.ts';
import { listReturns, type Return } from '../../../packing/returns/return-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError, invalidRequest } from '../../../platform/errors/errors.ts';
import { onceAnswers, pageAnswers, readAnswers } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { optionalMoment } from '../../../platform/http/moments.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { OrderKey } from '../../../production/production-keys.ts';
import { canBeFound } from '../catalog/catalog-list-schemas.ts';
import { changeOnce } from '../fields/change-once.ts';
import { withoutNulls } from '../fields/field-faults.ts';
import { readMomentCursor, UUID } from '../fields/operator-schemas.ts';
import type { StaffContext } from '../fields/staff-context.ts';
import { storableKey } from '../orders/verb-answers.ts';
import { findOrdersByCode, findReturnable } from './find-returnable.ts';
import {
  ReturnableQuery,
  ReturnableSchema,
  ReturnQuery,
  ReturnRequest,
  ReturnSchema,
} from './return-schemas.ts';

const RETURNS = '/operator/v1/returns';

const postReturn = route({
  schema: {
    tags: ['Production'],
    operationId: 'bookReturn',
    summary: 'Book what came back',
    description:
      'Of one order, by item or piece. What is to be sold or used again goes back on the shelf, what is waste is written off; both stand in the ledger. Never more comes back than has left. The client is not told. Send an `Idempotency-Key`, so that it counts once also when you have to send it again.',
    headers: idempotencyHeaders,
    body: ReturnRequest,
    response: onceAnswers('The return.', ReturnSchema, 'order_not_found', 'sandbox_order', 'too_much_stock'),
  },
  handler: async ({ pool, clock }: StaffContext, request, reply) => {
    const { body, caller, routeOptions } = request;
    const now = clock();
    const { key, lines } = await readAsked(pool, body);
    const once = { asked: [routeOptions.url, body], now };
    const work = bookingReturn(key, lines, { by: actorOf(caller), now });
    const text = await changeOnce(pool, request, reply, once, async (connection, attempt) =>
      shownReturn(await work(connection, attempt)),
    );
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  },
});

const getReturns = route({
  schema: {
    tags: ['Production'],
    operationId: 'listReturns',
    summary: 'List what came back',
    description: 'Latest first. Filters go together.',
    querystring: ReturnQuery,
    response: pageAnswers('A page of returns.', Type.Array(ReturnSchema)),
  },
  handler: async ({ config, pool }: StaffContext, request, reply) => {
    const { query } = request;
    const { limit, cursor, from, to, clientId, orderId, condition, reason } = query;
    const last = readMomentCursor(cursor, UUID);
    const before = last && { received: last.at, returnId: last.id };
    const filter = {
      ...{ clientId, orderId, condition, reason },
      ...{ from: optionalMoment(from), to: optionalMoment(to) },
    };
    const found = canBeFound(clientId, orderId)
      ? await withRetry(() => listReturns(pool, filter, { before, limit: limit + 1 }))
      : [];
    return sendPage(request, reply, found, {
      url: `${config.BASE_URL}${RETURNS}`,
      keyOf: ({ received, returnId }) => [received.toISOString(), returnId],
      show: shownReturn,
    });
  },
});

const getReturnables = route({
  schema: {
    tags: ['Production'],
    operationId: 'findReturnable',
    summary: 'Find the order of what came back',
    description:
      'By whatever can be read on it: each order that is meant, with what of it has left and what came back before. At most ten.',
    querystring: ReturnableQuery,
    response: readAnswers('The orders.', Type.Array(ReturnableSchema)),
  },
  handler: async ({ pool }: StaffContext, request, reply) => {
    const { code } = request.query;
    const found = code === undefined ? [] : await findReturnable(pool, code);
    return sendJson(request, reply, JSON.stringify(found));
  },
});

/**
 * Finds the order that is meant, and the lines that came back. Throws `order_not_found`, `invalid_request`.
 */
async function readAsked(
  pool: Pool,
  { clientId, orderId, code, items }: Static<typeof ReturnRequest>,
): Promise<{ key: OrderKey; lines: AskedLine[] }> {
  if (code === undefined) {
    if (clientId !== undefined && orderId !== undefined)
      return { key: storableKey(clientId, orderId), lines: items };
    const pointer = clientId === undefined ? '/clientId' : '/orderId';
    throw invalidRequest([{ pointer, code: 'required', message: 'Name the order, or a code of it.' }]);
  }
  const { orders, piece } = await findOrdersByCode(pool, code);
  const meant = orders.filter(
    (one) =>
      (clientId === undefined || one.clientId === clientId) &&
      (orderId === undefined || one.orderId === orderId),
  );
  const [key] = meant;
  if (!key)
    throw new ApiError('order_not_found', 'No order, piece or parcel has this code or tracking number.');
  if (meant.length > 1) {
    const message = 'Several orders have this tracking number: name the order with it.';
    const allowed = meant.map((one) => one.orderId);
    throw invalidRequest([{ pointer: '/code', code: 'ambiguous', message, allowed }]);
  }
  const lines =
    piece && items.length === 1
      ? items.map((line) => ({
          ...line,
          ...(line.itemId === undefined && { piece: line.piece ?? piece.code }),
        }))
      : items;
  return { key: { clientId: key.clientId, orderId: key.orderId }, lines };
}

function shownReturn({ actorId, actorName, orderVersion: _, received, lines, ...rest }: Return) {
  return {
    ...rest,
    received: received.toISOString(),
    ...(actorId !== null && { receivedById: actorId }),
    ...(actorName !== null && { receivedByName: actorName }),
    items: lines.map(withoutNulls),
  };
}

/** /operator/v1/returns: what came back from the customers of clients. */
export async function returnRoutes(app: FastifyInstance, options: StaffContext): Promise<void> {
  registerRoutes(app, options, [
    ['POST', RETURNS, postReturn, { verb: 'returns.book' }],
    ['GET', RETURNS, getReturns, { verb: 'orders.read' }],
    ['GET', '/operator/v1/returnable-orders', getReturnables, { verb: 'orders.read' }],
  ]);
}
