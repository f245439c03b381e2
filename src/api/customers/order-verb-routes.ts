import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { cancelOrder } from '../../orders/change/cancel-order.ts';
import type { ChangedOrder } from '../../orders/change/change-order.ts';
import { holdByClient, releaseByClient, rushByClient } from '../../orders/change/hold-order.ts';
import { prepareCancellation, prepareSituation, prepareStatus } from '../../orders/change/simulate-order.ts';
import { ORDER_EXAMPLES } from '../../orders/document/order-examples.ts';
import {
  type CancellationStatus,
  CancelRequestSchema,
  HoldRequestSchema,
  OrderParamsSchema,
  type SimulateRequest,
  SimulateRequestSchema,
} from '../../orders/document/order-life-schemas.ts';
import { OrderSchema } from '../../orders/document/order-schemas.ts';
import { lockOrders, type OrderKey } from '../../orders/rows/order-row-store.ts';
import { prepareSimulatedReturn } from '../../packing/announce-return.ts';
import { prepareItemsCancellation } from '../../packing/cancel-items.ts';
import { actorOf } from '../../platform/audit/actor.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { ApiError, type ErrorName, invalidRequest } from '../../platform/errors/errors.ts';
import { answer, errorAnswers, WITH_BODY } from '../../platform/http/api-document.ts';
import { sendJson } from '../../platform/http/etag.ts';
import { doOnce, idempotencyHeaders, readIdempotencyKey } from '../../platform/http/idempotency.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import { simulateStockNews } from '../../webhooks/announce-stock.ts';
import { refuseBlankTexts } from '../staff/fields/staff-requests.ts';
import { changeHeaders, type OrderRouteOptions, orderKey, ownOrderNotFound } from './order-paths.ts';

type OrderVerbRequest = FastifyRequest & { params: { orderId: string } };

const route = routeUnder<OrderRouteOptions>('Orders');

const reasonFaults = refuseBlankTexts('reason');

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
  config: reasonFaults,
  handler: async (options, request, reply) => {
    const { caller, body } = request;
    if (body?.items) {
      const doing = { by: actorOf(caller), reason: body.reason, now: options.clock() };
      const key = orderKey(request);
      const work = prepareItemsCancellation(options, key, body.items, doing);
      await changeOnce(options, request, reply, { input: ['cancel', key, body.items, body.reason], work });
      options.onWork(caller.clientId, caller.mode);
      return sendOrder(options, request, reply);
    }
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

/** Changes an order once for each `Idempotency-Key`. */
async function changeOnce(
  { pool, clock }: OrderRouteOptions,
  request: OrderVerbRequest,
  reply: FastifyReply,
  { input, work }: { input: readonly unknown[]; work: Work<Pick<ChangedOrder, 'version'>> },
): Promise<void> {
  const { caller, headers } = request;
  const once = { clientId: caller.clientId, key: readIdempotencyKey(headers), input, now: clock() };
  const { isReplayed } = await doOnce(pool, once, async (...of) => JSON.stringify((await work(...of)).version));
  if (isReplayed) reply.header('idempotent-replayed', 'true');
}

/** Sends the order as it is now. */
async function sendOrder({ batches }: OrderRouteOptions, request: OrderVerbRequest, reply: FastifyReply) {
  const order = await batches.find(orderKey(request));
  if (!order) throw ownOrderNotFound();
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
  config: reasonFaults,
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
    'For sandbox clients only. Takes the order through every status up to the given one at once. From a status that is not final, it continues by itself. `cancellation` simulates a request to cancel, or the decision about it. `situation` simulates what can happen to a live order. Send an `Idempotency-Key`, so that a repeated request ships or reports nothing twice.',
  params: OrderParamsSchema,
  headers: idempotencyHeaders,
  body: SimulateRequestSchema,
  response: {
    200: answer('The order.', OrderSchema, changeHeaders, ORDER_EXAMPLES.simulated),
    ...errorAnswers('sandbox_only', 'order_not_found', 'order_not_changeable', 'idempotency_key_reused', ...WITH_BODY),
  },
  preHandler: async ({ caller }) => {
    if (caller.mode !== 'sandbox')
      throw new ApiError('sandbox_only', 'Only orders of sandbox clients can be simulated.');
  },
  handler: async (options, request, reply) => {
    const { body } = request;
    const { status, cancellation, situation, errorCode } = body;
    if ([status, cancellation, situation].filter((one) => one !== undefined).length !== 1) throw oneStep();
    if (errorCode !== undefined && status !== 'ERROR') throw onlyWithError();
    const key = orderKey(request);
    const work = prepareSimulation(options, key, body, options.clock());
    await changeOnce(options, request, reply, { input: ['simulate', key, body], work });
    return sendOrder(options, request, reply);
  },
});

/** Returns the work of a simulated step, one transaction with the record of its `Idempotency-Key`. */
function prepareSimulation(
  { config }: OrderRouteOptions,
  key: OrderKey,
  { status, cancellation, situation, errorCode }: SimulateRequest,
  now: Date,
): Work<Pick<ChangedOrder, 'version'>> {
  const context = { now, sandboxStepMs: config.SANDBOX_STEP_SECONDS * 1000, dueRule: config };
  if (status) return prepareStatus(context, key, { to: status, errorCode });
  if (situation === 'STOCK_CHANGED') return prepareStockNews(key, now);
  if (situation === 'RETURN_RECEIVED') {
    const [ship, bookReturn] = [prepareStatus(context, key, { to: 'SHIPPED' }), prepareSimulatedReturn(key, now)];
    return async (connection, attempt) => {
      await ship(connection, attempt);
      return bookReturn(connection, attempt);
    };
  }
  if (situation) return prepareSituation(context, key, { situation });
  return prepareCancellation(context, key, { to: cancellation as CancellationStatus });
}

/** Returns the work that reports the stock of the order's products. The order stays as it is. */
function prepareStockNews(key: OrderKey, now: Date): Work<Pick<ChangedOrder, 'version'>> {
  return async (connection) => {
    const [order] = await lockOrders(connection, key.clientId, [key.orderId]);
    if (!order) throw ownOrderNotFound();
    const ean13s = order.content.items.flatMap(({ existingProduct }) => existingProduct?.ean13 ?? []);
    await simulateStockNews(connection, key.clientId, ean13s, now);
    return order;
  };
}

function onlyWithError(): ApiError {
  const message = '"errorCode" is for the status ERROR only.';
  return invalidRequest([{ pointer: '/errorCode', code: 'not_allowed', message }]);
}

function oneStep(): ApiError {
  const message = 'Give exactly one of status, cancellation and situation.';
  return invalidRequest([{ pointer: '', code: 'required', message, allowed: ['status', 'cancellation', 'situation'] }]);
}

export const orderVerbRoutes = routeTable<OrderRouteOptions>([
  ['POST', '/v1/orders/:orderId/cancel', postCancel],
  ['POST', '/v1/orders/:orderId/hold', postHold],
  ['POST', '/v1/orders/:orderId/release', postRelease],
  ['POST', '/v1/orders/:orderId/rush', postRush],
  ['POST', '/v1/orders/:orderId/simulate', postSimulate],
]);
