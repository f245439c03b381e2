import { Type } from 'typebox';
import { listOpenAnnouncements } from '../../../packing/announced-return-store.ts';
import { prepareReturn } from '../../../packing/book-return.ts';
import { findReturnable, findReturned } from '../../../packing/find-returnable.ts';
import { listReturns, type Return } from '../../../packing/return-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { optionalMoment } from '../../../platform/formats/moments.ts';
import { onceAnswers, pageAnswers, readAnswers } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { idempotencyHeaders } from '../../../platform/http/idempotency.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { readMomentCursor, UUID } from '../fields/operator-schemas.ts';
import { changeOnce, type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import {
  AnnouncedQuery,
  AnnouncedSchema,
  ReturnableQuery,
  ReturnableSchema,
  ReturnQuery,
  ReturnRequest,
  ReturnSchema,
} from './return-schemas.ts';

const route = routeUnder<StaffContext>('Production');
const RETURNS = '/operator/v1/returns';
const ANNOUNCED = '/operator/v1/announced-returns';

const postReturn = route({
  operationId: 'bookReturn',
  summary: 'Book a return',
  description:
    'Books returned pieces of one order, by item or piece. Reusable pieces return to stock, and waste is written off; the ledger records both. Refuses more pieces than were shipped. Its client gets `order.returned`, and an announced return of such an item counts as arrived. Send an `Idempotency-Key`, so that a repeated request counts once.',
  headers: idempotencyHeaders,
  body: ReturnRequest,
  response: onceAnswers('The return.', ReturnSchema, 'order_not_found', 'sandbox_order', 'too_much_stock'),
  handler: async ({ pool, clock }, request, reply) => {
    const { body, caller, routeOptions } = request;
    const now = clock();
    const { key, lines } = await findReturned(pool, body);
    const once = { input: [routeOptions.url, body], now };
    const work = prepareReturn(key, lines, { by: actorOf(caller), now });
    const text = await changeOnce(pool, request, reply, once, async (connection, attempt) =>
      showReturn(await work(connection, attempt)),
    );
    return reply.header('content-type', 'application/json; charset=utf-8').send(text);
  },
});

const getReturns = route({
  operationId: 'listReturns',
  summary: 'List the returns',
  description: 'Sorted by booking time, latest first. A return must match all filters.',
  querystring: ReturnQuery,
  response: pageAnswers('A page of returns.', Type.Array(ReturnSchema)),
  handler: async ({ pool }, request, reply) => {
    const { limit, cursor, from, to, clientId, orderId, condition, reason } = request.query;
    const last = readMomentCursor(cursor, UUID);
    const before = last && { received: last.at, returnId: last.id };
    const period = { from: optionalMoment(from), to: optionalMoment(to) };
    const filter = { clientId, orderId, condition, reason, ...period };
    const found = await withRetry(() => listReturns(pool, filter, { before, limit: limit + 1 }));
    return sendPage(request, reply, found, {
      keyOf: ({ received, returnId }) => [received.toISOString(), returnId],
      show: showReturn,
    });
  },
});

const getAnnounced = route({
  operationId: 'listAnnouncedReturns',
  summary: 'List the announced returns',
  description: 'Announced by clients and not arrived, latest first. With `orderId`, withdrawn ones too.',
  querystring: AnnouncedQuery,
  response: pageAnswers('A page of announced returns.', Type.Array(AnnouncedSchema)),
  handler: async ({ pool }, request, reply) => {
    const { limit, cursor, clientId, orderId } = request.query;
    const page = { before: readMomentCursor(cursor, UUID), limit: limit + 1 };
    const found = await withRetry(() => listOpenAnnouncements(pool, { clientId, orderId }, page));
    return sendPage(request, reply, found, {
      keyOf: ({ announced, returnId }) => [announced.toISOString(), returnId],
      show: ({ items, ...rest }) => ({
        ...withoutNulls(rest),
        items: items.map(({ id, ...item }) => ({ itemId: id, ...item })),
      }),
    });
  },
});

const getReturnables = route({
  operationId: 'findReturnable',
  summary: 'Find the order of a returned piece',
  description:
    'Finds orders by any code, number or words on the parcel or piece. Each has its shipped items and earlier returns. At most 10 orders.',
  querystring: ReturnableQuery,
  response: readAnswers('The orders.', Type.Array(ReturnableSchema)),
  handler: async ({ pool }, request, reply) => {
    const { code } = request.query;
    const found = code === undefined ? [] : await findReturnable(pool, code);
    return sendJson(request, reply, found);
  },
});

function showReturn({ actorId, actorName, orderVersion: _, lines, ...rest }: Return) {
  return {
    ...withoutNulls({ ...rest, receivedById: actorId, receivedByName: actorName }),
    items: lines.map(withoutNulls),
  };
}

export const returnRoutes = routeTable<StaffContext>([
  ['POST', RETURNS, postReturn, { verb: 'returns.book' }],
  ['GET', RETURNS, getReturns, { verb: 'orders.read' }],
  ['GET', ANNOUNCED, getAnnounced, { verb: 'orders.read' }],
  ['GET', '/operator/v1/returnable-orders', getReturnables, { verb: 'orders.read' }],
]);
