import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import type { DueRule } from '../../clients/due-rules.ts';
import { cancelOrder } from '../../orders/change/cancel-order.ts';
import { holdByClient, releaseByClient, rushByClient } from '../../orders/change/hold-order.ts';
import { simulateCancellation, simulateOrder, simulateSituation } from '../../orders/change/simulate-order.ts';
import { type CreateOrderContext, createOrder } from '../../orders/create/create-order.ts';
import { EVENT_EXAMPLES, ORDER_EXAMPLES } from '../../orders/document/order-examples.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/document/order-fields.ts';
import {
  type CancellationStatus,
  CancelRequestSchema,
  EventQuerySchema,
  HoldRequestSchema,
  OrderEventSchema,
  OrderParamsSchema,
  SimulateRequestSchema,
} from '../../orders/document/order-life-schemas.ts';
import { OrderAmendmentSchema, OrderRequestSchema } from '../../orders/document/order-request-schemas.ts';
import { OrderSchema, type OrderSummary, OrderSummarySchema } from '../../orders/document/order-schemas.ts';
import { ORDER_QUERY_NAMES, STATUS_NAMES } from '../../orders/document/other-systems.ts';
import { listOrderEvents } from '../../orders/rows/order-event-store.ts';
import type { OrderFilter } from '../../orders/rows/order-list-store.ts';
import type { OrderKey } from '../../orders/rows/order-row-store.ts';
import { amendOrder } from '../../packing/amend-order.ts';
import { type CancelledItem, prepareItemsCancellation } from '../../packing/cancel-items.ts';
import { actorOf } from '../../platform/audit/actor.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError, type ErrorName, invalidRequest } from '../../platform/errors/errors.ts';
import { endMoment, moment, optionalMoment, parseMoment } from '../../platform/formats/moments.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  linkHeader,
  notModified,
  oneOf,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
} from '../../platform/http/api-document.ts';
import { ifMatchHeader, sendJson, versionCheck } from '../../platform/http/etag.ts';
import { doOnce, idempotencyHeaders, readIdempotencyKey } from '../../platform/http/idempotency.ts';
import { cutPage, decodeCursor, invalidCursor, offsetOf, pagingParameters } from '../../platform/http/paging.ts';
import { formFaults } from '../../platform/http/request-form.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import type { Config } from '../../platform/settings/config.ts';

const route = routeUnder<OrderRouteOptions>('Orders');
const LIMIT_DEFAULT = 20;
const VERSION_MAX = 2_147_483_647;
const changeHeaders = { ...etagHeader, ...rateLimitHeaders };

const OrderQuerySchema = Type.Object(
  {
    status: Type.Optional({
      ...oneOf<OrderStatus>(ORDER_STATUSES, 'Only orders in this status.'),
      otherNames: STATUS_NAMES,
    }),
    createdFrom: moment('Only orders created after this moment. ISO 8601 with a time zone.'),
    createdTo: endMoment('Only orders created at or before this moment. ISO 8601 with a time zone.'),
    updatedFrom: moment('Only orders last changed after this moment. ISO 8601 with a time zone.'),
    updatedTo: endMoment('Only orders last changed at or before this moment. ISO 8601 with a time zone.'),
    ...pagingParameters(LIMIT_DEFAULT),
  },
  { otherNames: ORDER_QUERY_NAMES },
);

interface OrderRouteOptions extends CreateOrderContext {
  config: Pick<Config, 'BASE_URL' | 'SANDBOX_STEP_SECONDS'> & DueRule;
  pool: Pool;
}

const postOrder = route({
  operationId: 'createOrder',
  summary: 'Create an order',
  description:
    'The answer 200 means that the order is stored durably. Idempotent by orderId: the same order sent again returns the stored order with `Idempotent-Replayed: true`, and a different order with the same orderId is refused with 409. By default, an order names at most 200 different URLs, and its files have at most 2 GiB together. The bytes that are fetched for one client in a day are limited too.',
  body: OrderRequestSchema,
  response: {
    200: answer('The order.', OrderSchema, {
      ...etagHeader,
      ...rateLimitHeaders,
      Location: { schema: Type.String(), description: 'Address of the order.' },
      'Idempotent-Replayed': {
        schema: Type.String(),
        description: '`true` when this order was already stored.',
      },
    }),
    ...errorAnswers('order_already_exists', ...WITH_BODY),
  },
  config: { throwsFormFaults: true },
  handler: async (options, request, reply) => {
    const order = await createOrder(options, request.caller, request.body, formFaults(request));
    if (order.replayed) reply.header('idempotent-replayed', 'true');
    return reply
      .header('location', `${ordersUrl(options.config)}/${encodeURIComponent(order.orderId)}`)
      .header('etag', `"${order.version}"`)
      .header('content-type', 'application/json; charset=utf-8')
      .send(order.document);
  },
});

/** Requests as other systems have them. */
const INSTEAD = {
  DELETE: 'An order is not deleted: cancel it by POST /v1/orders/{orderId}/cancel.',
  PATCH: 'Send the whole order by PUT /v1/orders/{orderId}.',
  POST: 'Change an order by PUT /v1/orders/{orderId}; POST /v1/orders creates one.',
};

const NAME_ONE = 'Name one order in the path: /v1/orders/{orderId}.';

const getOrder = route({
  operationId: 'getOrder',
  summary: 'Read one order',
  description: 'Returns one of your own orders. An order of another client is not found.',
  params: OrderParamsSchema,
  response: readAnswers('The order.', OrderSchema, 'order_not_found'),
  handler: async ({ batches }, request, reply) => {
    const order = await batches.find(orderKey(request));
    if (!order) throw orderNotFound();
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const getOrders = route({
  operationId: 'listOrders',
  summary: 'List orders',
  description:
    'Lists your orders, newest first, then by orderId. Follow the Link header to read all pages; orders that arrive meanwhile do not shift them.',
  querystring: OrderQuerySchema,
  response: pageAnswers('A page of orders.', Type.Array(OrderSummarySchema)),
  handler: async ({ config, batches }, request, reply) => {
    const { query, caller } = request;
    const page = { limit: query.limit + 1, offset: offsetOf(query) };
    const found = await batches.list({ clientId: caller.clientId, filter: readFilter(query), ...page });
    const summaries = cutPage(reply, found, {
      url: ordersUrl(config),
      query,
      keyOf: (last) => {
        const { created, orderId }: OrderSummary = JSON.parse(last);
        return [created, orderId];
      },
    });
    return sendJson(request, reply, `[${summaries.join()}]`);
  },
});

function ordersUrl({ BASE_URL }: OrderRouteOptions['config']): string {
  return `${BASE_URL}/v1/orders`;
}

function readFilter(query: Static<typeof OrderQuerySchema>): OrderFilter {
  return {
    status: query.status,
    createdFrom: optionalMoment(query.createdFrom),
    createdTo: optionalMoment(query.createdTo),
    updatedFrom: optionalMoment(query.updatedFrom),
    updatedTo: optionalMoment(query.updatedTo),
    after: readCursor(query.cursor),
  };
}

function readCursor(cursor: string | undefined): { created: Date; orderId: string } | undefined {
  const key = decodeCursor(cursor, 2);
  if (!key) return undefined;
  const [created = '', orderId = ''] = key;
  const at = parseMoment(created);
  if (!at) throw invalidCursor();
  return { created: at, orderId };
}

const putOrder = route({
  operationId: 'amendOrder',
  summary: 'Change an order',
  description:
    'Replaces the content of an order that is NEW, ASSIGNED or ERROR, by the same rules and limits as its creation. The order becomes NEW again: its files are fetched and its stock is reserved again. If only the address changes, it is accepted while the order is ACCEPTED too, until its first parcel is packed: status and pieces stay. Unchanged items and an unchanged carrier are not checked against the present catalogue. Send the same order again to have it tried again. With `If-Match`, the order is changed only if it still has that ETag.',
  params: OrderParamsSchema,
  headers: Type.Object(ifMatchHeader),
  body: OrderAmendmentSchema,
  response: {
    200: answer('The order.', OrderSchema, changeHeaders, ORDER_EXAMPLES.amended),
    ...errorAnswers('order_not_found', 'order_not_changeable', 'precondition_failed', ...WITH_BODY),
  },
  config: { throwsFormFaults: true },
  handler: async (options, request, reply) => {
    const order = await amendOrder(options, orderKey(request), {
      by: actorOf(request.caller),
      body: request.body,
      schemaViolations: formFaults(request),
      isExpected: versionCheck(request),
    });
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const postCancel = route({
  operationId: 'cancelOrder',
  summary: 'Cancel an order',
  description:
    'Cancels the order at once (200) before production begins. From ACCEPTED on, it records a request that staff decide (202, `cancellation.status` is REQUESTED). Idempotent: sending it again changes nothing. With `items`, only these items or pieces are cancelled, in NEW, ASSIGNED and ERROR; the order becomes NEW again, and is CANCELLED if nothing is left. Send an `Idempotency-Key` then, so that a repeated request cancels them once.',
  params: OrderParamsSchema,
  headers: idempotencyHeaders,
  body: Type.Optional(CancelRequestSchema),
  response: {
    200: answer('The order is cancelled.', OrderSchema, changeHeaders, ORDER_EXAMPLES.cancelled),
    202: answer(
      'The request is recorded. Staff decide.',
      OrderSchema,
      changeHeaders,
      ORDER_EXAMPLES.cancellationRequested,
    ),
    ...errorAnswers(
      'order_not_found',
      'order_not_cancellable',
      'order_not_changeable',
      'idempotency_key_reused',
      ...WITH_BODY,
    ),
  },
  handler: async (options, request, reply) => {
    const { caller, body } = request;
    if (body?.items) return cancelItems(options, request, reply, { ...body, items: body.items });
    const cancelling = { by: actorOf(caller), reason: body?.reason };
    const order = await cancelOrder(options, orderKey(request), cancelling);
    return sendJson(
      request,
      reply.code(order.status === 'CANCELLED' ? 200 : 202),
      order.document,
      String(order.version),
    );
  },
});

/** Cancels items once for each `Idempotency-Key`. A repeated request gets the order as it is now. */
async function cancelItems(
  options: OrderRouteOptions,
  request: FastifyRequest & { params: { orderId: string } },
  reply: FastifyReply,
  { items, reason }: { items: readonly CancelledItem[]; reason?: string | undefined },
) {
  const { pool, batches, clock, onWork } = options;
  const { caller, headers } = request;
  const key = orderKey(request);
  const now = clock();
  const work = prepareItemsCancellation(options, key, items, { by: actorOf(caller), reason, now });
  const once = { clientId: caller.clientId, key: readIdempotencyKey(headers), input: ['cancel', key, items], now };
  const { isReplayed } = await doOnce(pool, once, async (...of) => JSON.stringify((await work(...of)).version));
  if (isReplayed) reply.header('idempotent-replayed', 'true');
  onWork(caller.clientId, caller.mode);
  const order = await batches.find(key);
  if (!order) throw orderNotFound();
  return sendJson(request, reply, order.document, String(order.version));
}

const changedAnswers = (example: object, ...errors: ErrorName[]) => ({
  200: answer('The order.', OrderSchema, changeHeaders, example),
  ...errorAnswers('order_not_found', 'order_not_changeable', ...errors),
});

const postHold = route({
  operationId: 'holdOrder',
  summary: 'Put an order on hold',
  description:
    'Stops an order in NEW or ASSIGNED until you release it, with `statusReason` on_hold. Its files are not fetched, and reserved stock stays reserved. Idempotent.',
  params: OrderParamsSchema,
  body: Type.Optional(HoldRequestSchema),
  response: changedAnswers(ORDER_EXAMPLES.heldByClient, ...WITH_BODY),
  handler: async (options, request, reply) => {
    const holding = { by: actorOf(request.caller), reason: request.body?.reason };
    const order = await holdByClient(options, orderKey(request), holding);
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const postRelease = route({
  operationId: 'releaseOrder',
  summary: 'Release an order that you hold',
  description: 'The order continues where it was. A hold of the center stays, with 409. Idempotent.',
  params: OrderParamsSchema,
  response: changedAnswers(ORDER_EXAMPLES.released),
  handler: async (options, request, reply) => {
    const order = await releaseByClient(options, orderKey(request), { by: actorOf(request.caller) });
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const postRush = route({
  operationId: 'rushOrder',
  summary: 'Give an order priority',
  description:
    'Sets `priority` to RUSH, which puts the order before others in stock and production, if your contract allows it. Idempotent.',
  params: OrderParamsSchema,
  response: changedAnswers(ORDER_EXAMPLES.rushed, 'rush_not_allowed'),
  handler: async (options, request, reply) => {
    const order = await rushByClient(options, orderKey(request), { by: actorOf(request.caller) });
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const postSimulate = route({
  operationId: 'simulateOrder',
  summary: 'Take a sandbox order to a status',
  description:
    'For sandbox clients only. Takes the order through every status up to the given one at once. From a status that is not final, it continues by itself. `cancellation` simulates a request to cancel, or the decision about it. `situation` simulates what can happen to a live order.',
  params: OrderParamsSchema,
  body: SimulateRequestSchema,
  response: {
    200: answer('The order.', OrderSchema, changeHeaders, ORDER_EXAMPLES.simulated),
    ...errorAnswers('sandbox_only', 'order_not_found', 'order_not_changeable', ...WITH_BODY),
  },
  preHandler: async ({ caller }) => {
    if (caller.mode !== 'sandbox')
      throw new ApiError('sandbox_only', 'Only orders of sandbox clients can be simulated.');
  },
  handler: async (options, request, reply) => {
    const key = orderKey(request);
    const { status, cancellation, situation } = request.body;
    if ([status, cancellation, situation].filter((one) => one !== undefined).length !== 1) throw oneStep();
    const { config, pool, clock } = options;
    const context = { pool, clock, sandboxStepMs: config.SANDBOX_STEP_SECONDS * 1000, dueRule: config };
    const order = status
      ? await simulateOrder(context, key, { to: status })
      : situation
        ? await simulateSituation(context, key, { situation })
        : await simulateCancellation(context, key, { to: cancellation as CancellationStatus });
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const getEvents = route({
  operationId: 'listOrderEvents',
  summary: 'Read the history of an order',
  description: 'Lists the events of the order, oldest first.',
  params: OrderParamsSchema,
  querystring: EventQuerySchema,
  response: {
    200: answer(
      'A page of events.',
      Type.Array(OrderEventSchema),
      { ...etagHeader, ...linkHeader, ...rateLimitHeaders },
      EVENT_EXAMPLES,
    ),
    ...notModified,
    ...errorAnswers('order_not_found'),
  },
  handler: async ({ config, pool, batches }, request, reply) => {
    const { query } = request;
    const key = orderKey(request);
    const { clientId, orderId } = key;
    if (!(await batches.find(key))) throw orderNotFound();
    const afterVersion = Number(decodeCursor(query.cursor, 1)?.[0] ?? 0);
    if (!Number.isInteger(afterVersion) || afterVersion < 0 || afterVersion > VERSION_MAX) throw invalidCursor();
    const events = await withRetry(() =>
      listOrderEvents(pool, clientId, orderId, { afterVersion, limit: query.limit + 1 }),
    );
    const url = `${ordersUrl(config)}/${encodeURIComponent(orderId)}/events`;
    const page = cutPage(reply, events, { url, query, keyOf: (last) => [String(last.version)] });
    const answered = page.map(({ type, occurred, status, previousStatus, version, actor, reason, correction }) => ({
      type,
      occurred,
      status,
      ...(previousStatus && { previousStatus }),
      version,
      actor,
      ...(reason && { reason }),
      ...(correction && { changed: correction.changes.map(({ pointer }) => pointer) }),
    }));
    return sendJson(request, reply, JSON.stringify(answered));
  },
});

function oneStep(): ApiError {
  const message = 'Give exactly one of status, cancellation and situation.';
  return invalidRequest([{ pointer: '', code: 'required', message, allowed: ['status', 'cancellation', 'situation'] }]);
}

function orderKey(request: { caller: { clientId: string }; params: { orderId: string } }): OrderKey {
  return { clientId: request.caller.clientId, orderId: request.params.orderId };
}

function orderNotFound(): ApiError {
  return new ApiError('order_not_found', 'You have no order with this orderId.');
}

export const orderRoutes = routeTable<OrderRouteOptions>([
  ['POST', '/v1/orders', postOrder],
  ['GET', '/v1/orders/:orderId', getOrder, { insteadOf: INSTEAD }],
  ['GET', '/v1/orders', getOrders, { insteadOf: { PUT: NAME_ONE, PATCH: NAME_ONE, DELETE: NAME_ONE } }],
  ['PUT', '/v1/orders/:orderId', putOrder],
  ['POST', '/v1/orders/:orderId/cancel', postCancel],
  ['POST', '/v1/orders/:orderId/hold', postHold],
  ['POST', '/v1/orders/:orderId/release', postRelease],
  ['POST', '/v1/orders/:orderId/rush', postRush],
  ['POST', '/v1/orders/:orderId/simulate', postSimulate],
  ['GET', '/v1/orders/:orderId/events', getEvents],
]);
