import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { amendOrder } from '../../orders/change/amend-order.ts';
import { cancelOrder } from '../../orders/change/cancel-order.ts';
import { listOrderEvents } from '../../orders/change/order-change-store.ts';
import type { CreateOrderContext } from '../../orders/create/create-order.ts';
import { EVENT_EXAMPLES, ORDER_EXAMPLES } from '../../orders/document/order-examples.ts';
import {
  type CancellationStatus,
  CancelRequestSchema,
  EventQuerySchema,
  OrderEventSchema,
  OrderParamsSchema,
  SimulateRequestSchema,
} from '../../orders/document/order-life-schemas.ts';
import { OrderAmendmentSchema } from '../../orders/document/order-request-schemas.ts';
import { OrderSchema } from '../../orders/document/order-schemas.ts';
import { simulateCancellation, simulateOrder } from '../../orders/sandbox/simulate-order.ts';
import { actorOf } from '../../platform/audit/actor.ts';
import { isStorable } from '../../platform/database/statement-parts.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError, invalidRequest } from '../../platform/errors/errors.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  linkHeader,
  notModified,
  rateLimitHeaders,
  WITH_BODY,
} from '../../platform/http/api-document.ts';
import { ifMatchHeader, sendJson, versionCheck } from '../../platform/http/etag.ts';
import { cutPage, decodeCursor, invalidCursor } from '../../platform/http/paging.ts';
import { formFaults } from '../../platform/http/request-form.ts';
import { registerRoutes, route } from '../../platform/http/route-table.ts';
import type { Config } from '../../platform/settings/config.ts';

const changeHeaders = { ...etagHeader, ...rateLimitHeaders };
const VERSION_MAX = 2_147_483_647;

export interface OrderLifeRouteOptions extends CreateOrderContext {
  config: Pick<Config, 'BASE_URL' | 'SANDBOX_STEP_SECONDS'>;
  pool: Pool;
}

const putOrder = route({
  schema: {
    tags: ['Orders'],
    operationId: 'amendOrder',
    summary: 'Change an order',
    description:
      'Replaces what the order asks for, by the same rules and limits as its creation, while it is NEW, ASSIGNED or ERROR; it is NEW again, and its files and stock are looked at anew. Items and a carrier that are unchanged are not checked against the present catalogue; sending the same order again means: try again. With `If-Match` only when nobody changed it since.',
    params: OrderParamsSchema,
    headers: Type.Object(ifMatchHeader),
    body: OrderAmendmentSchema,
    response: {
      200: answer('The order.', OrderSchema, changeHeaders, ORDER_EXAMPLES.amended),
      ...errorAnswers('order_not_found', 'order_not_changeable', 'precondition_failed', ...WITH_BODY),
    },
  },
  config: { throwsFormFaults: true },
  handler: async (options: OrderLifeRouteOptions, request, reply) => {
    const { orderId } = request.params;
    if (!isStorable(orderId)) throw orderNotFound();
    const { caller, body } = request;
    const order = await amendOrder(
      options,
      { clientId: caller.clientId, orderId },
      {
        by: actorOf(caller),
        body,
        schemaViolations: formFaults(request),
        isExpected: versionCheck(request),
      },
    );
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const postCancel = route({
  config: { answersOrder: true },
  schema: {
    tags: ['Orders'],
    operationId: 'cancelOrder',
    summary: 'Cancel an order',
    description:
      'At once (200) while production has not begun. From ACCEPTED on it is a request that staff decide (202, `cancellation.status` is REQUESTED). Idempotent: sending it again changes nothing.',
    params: OrderParamsSchema,
    body: Type.Optional(CancelRequestSchema),
    response: {
      200: answer('The order is cancelled.', OrderSchema, changeHeaders, ORDER_EXAMPLES.cancelled),
      202: answer(
        'The wish is recorded; staff decide.',
        OrderSchema,
        changeHeaders,
        ORDER_EXAMPLES.cancellationRequested,
      ),
      ...errorAnswers('order_not_found', 'order_not_cancellable', ...WITH_BODY),
    },
  },
  handler: async (options: OrderLifeRouteOptions, request, reply) => {
    const { orderId } = request.params;
    if (!isStorable(orderId)) throw orderNotFound();
    const { caller, body } = request;
    const order = await cancelOrder(
      options,
      { clientId: caller.clientId, orderId },
      { by: actorOf(caller), reason: body?.reason },
    );
    if (order.leftIntake) options.onWork(caller.clientId, caller.mode);
    return sendJson(request, reply.code(order.requested ? 202 : 200), order.document, String(order.version));
  },
});

const postSimulate = route({
  config: { answersOrder: true },
  schema: {
    tags: ['Orders'],
    operationId: 'simulateOrder',
    summary: 'Take a sandbox order to a status',
    description:
      'For sandbox clients: the order goes there at once, through every status on the way, and goes on by itself from one that is not final. With `cancellation` a wish to cancel is asked for, granted or rejected.',
    params: OrderParamsSchema,
    body: SimulateRequestSchema,
    response: {
      200: answer('The order.', OrderSchema, changeHeaders, ORDER_EXAMPLES.simulated),
      ...errorAnswers('sandbox_only', 'order_not_found', 'order_not_changeable', ...WITH_BODY),
    },
  },
  preHandler: async ({ caller }) => {
    if (caller.mode !== 'sandbox')
      throw new ApiError('sandbox_only', 'Only orders of sandbox clients can be simulated.');
  },
  handler: async (options: OrderLifeRouteOptions, request, reply) => {
    const { orderId } = request.params;
    if (!isStorable(orderId)) throw orderNotFound();
    const key = { clientId: request.caller.clientId, orderId };
    const { status, cancellation } = request.body;
    if ((status === undefined) === (cancellation === undefined)) throw eitherStatusOrCancellation();
    const { config, pool, clock } = options;
    const context = { pool, clock, sandboxStepMs: config.SANDBOX_STEP_SECONDS * 1000 };
    const order = status
      ? await simulateOrder(context, key, { to: status })
      : await simulateCancellation(context, key, { to: cancellation as CancellationStatus });
    return sendJson(request, reply, order.document, String(order.version));
  },
});

const getEvents = route({
  schema: {
    tags: ['Orders'],
    operationId: 'listOrderEvents',
    summary: 'History of an order',
    description: 'Everything that happened to the order, oldest first.',
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
  },
  handler: async ({ config, pool, batches }: OrderLifeRouteOptions, request, reply) => {
    const { clientId } = request.caller;
    const { orderId } = request.params;
    const { query } = request;
    const exists = isStorable(orderId) && (await batches.find({ clientId, orderId }));
    if (!exists) throw orderNotFound();
    const afterVersion = Number(decodeCursor(query.cursor, 1)?.[0] ?? 0);
    if (!Number.isInteger(afterVersion) || afterVersion < 0 || afterVersion > VERSION_MAX)
      throw invalidCursor();
    const events = await withRetry(() =>
      listOrderEvents(pool, clientId, orderId, { afterVersion, limit: query.limit + 1 }),
    );
    const url = `${config.BASE_URL}/v1/orders/${encodeURIComponent(orderId)}/events`;
    const page = cutPage(reply, events, { url, query, keyOf: (last) => [String(last.version)] });
    const shown = page.map(({ type, occurred, status, previousStatus, version, actor, reason }) => ({
      type,
      occurred,
      status,
      ...(previousStatus && { previousStatus }),
      version,
      actor,
      ...(reason && { reason }),
    }));
    return sendJson(request, reply, JSON.stringify(shown));
  },
});

function eitherStatusOrCancellation(): ApiError {
  const message = 'Give either status or cancellation.';
  return invalidRequest([{ pointer: '', code: 'required', message, allowed: ['status', 'cancellation'] }]);
}

function orderNotFound(): ApiError {
  return new ApiError('order_not_found', 'You have no order with this orderId.');
}

/** What happens to an order after its creation: change, cancel, and its history. */
export async function orderLifeRoutes(app: FastifyInstance, options: OrderLifeRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['PUT', '/v1/orders/:orderId', putOrder],
    ['POST', '/v1/orders/:orderId/cancel', postCancel],
    ['POST', '/v1/orders/:orderId/simulate', postSimulate],
    ['GET', '/v1/orders/:orderId/events', getEvents],
  ]);
}
