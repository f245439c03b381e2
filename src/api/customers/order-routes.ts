import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { type CreateOrderContext, createOrder } from '../../orders/create/create-order.ts';
import type { OrderFilter } from '../../orders/document/list-filters-store.ts';
import { ORDER_STATUSES, type OrderStatus } from '../../orders/document/order-fields.ts';
import { OrderParamsSchema } from '../../orders/document/order-life-schemas.ts';
import { OrderRequestSchema } from '../../orders/document/order-request-schemas.ts';
import { OrderSchema, type OrderSummary, OrderSummarySchema } from '../../orders/document/order-schemas.ts';
import { isStorable } from '../../platform/database/statement-parts.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
} from '../../platform/http/api-document.ts';
import { sendJson } from '../../platform/http/etag.ts';
import { endMoment, moment, optionalMoment, parseMoment } from '../../platform/http/moments.ts';
import {
  cutPage,
  decodeCursor,
  invalidCursor,
  offsetOf,
  pagingParameters,
} from '../../platform/http/paging.ts';
import { formFaults } from '../../platform/http/request-form.ts';
import { registerRoutes, route } from '../../platform/http/route-table.ts';
import type { Config } from '../../platform/settings/config.ts';

const LIMIT_DEFAULT = 20;

const OrderQuerySchema = Type.Object({
  status: Type.Optional(
    Type.Unsafe<OrderStatus>({
      type: 'string',
      enum: ORDER_STATUSES,
      description: 'Only orders in this status.',
    }),
  ),
  createdFrom: moment('Only orders created after this moment. ISO 8601 with a time zone.'),
  createdTo: endMoment('Only orders created up to and at this moment. ISO 8601 with a time zone.'),
  updatedFrom: moment('Only orders changed after this moment. ISO 8601 with a time zone.'),
  updatedTo: endMoment('Only orders last changed up to and at this moment. ISO 8601 with a time zone.'),
  ...pagingParameters(LIMIT_DEFAULT),
});
type OrderQuery = Static<typeof OrderQuerySchema>;

export interface OrderRouteOptions extends CreateOrderContext {
  config: Pick<Config, 'BASE_URL'>;
}

const postOrder = route({
  schema: {
    tags: ['Orders'],
    operationId: 'createOrder',
    summary: 'Create an order',
    description:
      'Idempotent by orderId: the same order sent again answers the stored one with `Idempotent-Replayed: true`; a different one under that orderId is 409. An answer of 200 means that the order is durable. By default an order names at most 200 different URLs; its files have together at most 2 GiB, and all that is fetched for a client in a day is limited too.',
    body: OrderRequestSchema,
    response: {
      200: answer('The order.', OrderSchema, {
        ...etagHeader,
        ...rateLimitHeaders,
        Location: { schema: Type.String(), description: 'Address of the order.' },
        'Idempotent-Replayed': {
          schema: Type.String(),
          description: '`true` when the same order had been made before.',
        },
      }),
      ...errorAnswers('order_already_exists', ...WITH_BODY),
    },
  },
  config: { throwsFormFaults: true },
  handler: async (options: OrderRouteOptions, request, reply) => {
    const order = await createOrder(options, request.caller, request.body, formFaults(request));
    if (order.replayed) reply.header('idempotent-replayed', 'true');
    return reply
      .header('location', `${ordersUrl(options.config)}/${encodeURIComponent(order.orderId)}`)
      .header('etag', `"${order.version}"`)
      .header('content-type', 'application/json; charset=utf-8')
      .send(order.document);
  },
});

const getOrder = route({
  schema: {
    tags: ['Orders'],
    operationId: 'getOrder',
    summary: 'Read one order',
    description: 'An order of another client is not found.',
    params: OrderParamsSchema,
    response: readAnswers('The order.', OrderSchema, 'order_not_found'),
  },
  config: { passesAsker: true },
  handler: async ({ batches }: OrderRouteOptions, request, reply) => {
    const { orderId } = request.params;
    const order = isStorable(orderId)
      ? await batches.find({ clientId: request.caller.clientId, orderId }, request.asker)
      : undefined;
    if (!order) throw new ApiError('order_not_found', 'You have no order with this orderId.');
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const getOrders = route({
  schema: {
    tags: ['Orders'],
    operationId: 'listOrders',
    summary: 'List orders',
    description:
      'Newest first, then by orderId. Follow the Link header to read them all while others arrive.',
    querystring: OrderQuerySchema,
    response: pageAnswers('A page of orders.', Type.Array(OrderSummarySchema)),
  },
  config: { passesAsker: true },
  handler: async ({ config, batches }: OrderRouteOptions, request, reply) => {
    const { query, caller, asker } = request;
    const { limit } = query;
    const page = { limit: limit + 1, offset: offsetOf(query) };
    const found = await batches.list(
      { clientId: caller.clientId, filter: readFilter(query), ...page },
      asker,
    );
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

function readFilter(query: OrderQuery): OrderFilter {
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

/** /v1/orders */
export async function orderRoutes(app: FastifyInstance, options: OrderRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['POST', '/v1/orders', postOrder],
    ['GET', '/v1/orders/:orderId', getOrder],
    ['GET', '/v1/orders', getOrders],
  ]);
}
