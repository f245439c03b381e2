import { type Static, Type } from 'typebox';
import { createOrder } from '../../orders/create/create-order.ts';
import { EVENT_EXAMPLES, ORDER_EXAMPLES } from '../../orders/document/order-examples.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/document/order-fields.ts';
import { EventQuerySchema, OrderEventSchema, OrderParamsSchema } from '../../orders/document/order-life-schemas.ts';
import { OrderAmendmentSchema, OrderRequestSchema } from '../../orders/document/order-request-schemas.ts';
import { OrderSchema, type OrderSummary, OrderSummarySchema } from '../../orders/document/order-schemas.ts';
import { ORDER_QUERY_NAMES, STATUS_NAMES } from '../../orders/document/other-systems.ts';
import { listOrderEvents } from '../../orders/rows/order-event-store.ts';
import type { OrderFilter } from '../../orders/rows/order-list-store.ts';
import { amendOrder } from '../../packing/amend-order.ts';
import { actorOf } from '../../platform/audit/actor.ts';
import { withRetry } from '../../platform/database/transaction.ts';
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
import { cutPage, decodeCursor, invalidCursor, offsetOf, pagingParameters } from '../../platform/http/paging.ts';
import { formFaults } from '../../platform/http/request-form.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import { changeHeaders, type OrderRouteOptions, orderKey, ownOrderNotFound } from './order-paths.ts';

const route = routeUnder<OrderRouteOptions>('Orders');
const LIMIT_DEFAULT = 20;
const VERSION_MAX = 2_147_483_647;

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
    if (!order) throw ownOrderNotFound();
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
    if (!(await batches.find(key))) throw ownOrderNotFound();
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

export const orderRoutes = routeTable<OrderRouteOptions>([
  ['POST', '/v1/orders', postOrder],
  ['GET', '/v1/orders/:orderId', getOrder, { insteadOf: INSTEAD }],
  ['GET', '/v1/orders', getOrders, { insteadOf: { PUT: NAME_ONE, PATCH: NAME_ONE, DELETE: NAME_ONE } }],
  ['PUT', '/v1/orders/:orderId', putOrder],
  ['GET', '/v1/orders/:orderId/events', getEvents],
]);
