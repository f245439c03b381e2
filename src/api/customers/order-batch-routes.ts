import { type Static, type TSchema, Type } from 'typebox';
import { type CreateOrderContext, createOrder } from '../../orders/create/create-order.ts';
import { ORDER_EXAMPLES, ORDER_REQUEST_EXAMPLES } from '../../orders/document/order-examples.ts';
import { OrderRequestSchema } from '../../orders/document/order-request-schemas.ts';
import { OrderSchema } from '../../orders/document/order-schemas.ts';
import { errorBody } from '../../platform/errors/errors.ts';
import {
  answer,
  booleanField,
  ErrorSchema,
  errorAnswers,
  integerField,
  rateLimitHeaders,
  retryAfter,
  stringField,
  titledObject,
  WITH_BODY,
} from '../../platform/http/api-document.ts';
import { logFailure, toApiError } from '../../platform/http/error-handler.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import { requestValidator, schemaViolations } from '../../platform/http/violations.ts';

const route = routeUnder<OrderBatchContext>('Orders');
const ORDERS_MAX = 100;

interface OrderBatchContext extends CreateOrderContext {
  limiter: RateLimiter | undefined;
}

const LISTED = 'Send the list as {"orders": […]}.';
const batchOf = (order: TSchema, documented: object = {}) =>
  Type.Object(
    { orders: Type.Array(order, { minItems: 1, maxItems: ORDERS_MAX, description: 'The orders to create.' }) },
    { additionalProperties: false, otherNames: { '': LISTED }, ...documented },
  );
const OrderBatchSchema = batchOf(OrderRequestSchema, {
  title: 'OrderBatch',
  description: 'Up to 100 orders.',
  examples: [{ orders: ORDER_REQUEST_EXAMPLES.slice(0, 1) }],
});
/** Orders are judged one by one. */
const isBatch = requestValidator({ schema: batchOf(Type.Unknown()), httpPart: 'body' });
const isOrder = requestValidator({ schema: OrderRequestSchema, httpPart: 'body' });

const BatchResultSchema = titledObject(
  'OrderBatchResult',
  'What became of one order. Has exactly one of order and error.',
  {
    orderId: Type.Optional(stringField('The orderId as it was sent. Absent: it was no text.', 'SHOP-10001')),
    status: integerField('The HTTP status that POST /v1/orders would answer.', 200),
    order: Type.Optional(OrderSchema),
    replayed: Type.Optional(booleanField('true: the same order was already stored.')),
    error: Type.Optional(ErrorSchema),
  },
);

const postOrders = route({
  operationId: 'createOrders',
  summary: 'Create up to 100 orders',
  description:
    'Creates each order as POST /v1/orders does. Each has its own result, in the order of the request, so a bad order does not stop the others. Orders with status 200 are stored durably. After a lost answer, send the same request again: stored orders are replayed. Counts as one request for each order, and more for a body above 16 KiB. The orders beyond your quota have status 429: send them, and only them, again after the seconds in `Retry-After`. The body has at most 1 MiB.',
  body: OrderBatchSchema,
  response: {
    200: answer(
      'The results, in the order of the request.',
      titledObject('OrderBatchResults', 'The results of a batch.', {
        results: Type.Array(BatchResultSchema, { description: 'One for each order.' }),
      }),
      { ...rateLimitHeaders, ...retryAfter },
      { results: [{ orderId: 'SHOP-10001', status: 200, order: ORDER_EXAMPLES.created }] },
    ),
    ...errorAnswers(...WITH_BODY),
  },
  validatorCompiler: (part) =>
    part.httpPart === 'body' ? isBatch : (requestValidator({ ...part, schema: part.schema }) as typeof isBatch),
  handler: async (context, request, reply) => {
    const { orders } = request.body as Static<typeof OrderBatchSchema>;
    // The request itself counted for the first one.
    const quota = await context.limiter?.consumeUpTo(request.caller.clientId, orders.length - 1);
    if (quota) reply.headers({ ...quota.headers, ...quota.refusal?.headers });
    const results = await Promise.all(
      orders.map(async (body, index) => {
        const { orderId }: { orderId?: unknown } = Object(body);
        const id = typeof orderId === 'string' ? { orderId } : {};
        try {
          if (quota?.refusal && index > quota.taken) throw quota.refusal;
          const faults = isOrder(body) ? [] : schemaViolations(isOrder.errors ?? [], 'body');
          const { document, replayed } = await createOrder(context, request.caller, body, faults);
          const head = JSON.stringify({ ...id, status: 200, ...(replayed && { replayed }) });
          return `${head.slice(0, -1)},"order":${document}}`;
        } catch (cause) {
          const error = toApiError(cause);
          logFailure(error, cause, request);
          return JSON.stringify({ ...id, status: error.status, error: errorBody(error, request.id) });
        }
      }),
    );
    return reply.header('content-type', 'application/json; charset=utf-8').send(`{"results":[${results.join()}]}`);
  },
});

export const orderBatchRoutes = routeTable<OrderBatchContext>([['POST', '/v1/orders/batch', postOrders]]);
