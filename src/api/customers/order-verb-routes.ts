import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { cancelOrder } from '../../orders/change/cancel-order.ts';
import { holdByClient, releaseByClient, rushByClient } from '../../orders/change/hold-order.ts';
import { simulateCancellation, simulateOrder, simulateSituation } from '../../orders/change/simulate-order.ts';
import { ORDER_EXAMPLES } from '../../orders/document/order-examples.ts';
import {
  type CancellationStatus,
  CancelRequestSchema,
  HoldRequestSchema,
  OrderParamsSchema,
  SimulateRequestSchema,
} from '../../orders/document/order-life-schemas.ts';
import { type Order, OrderSchema } from '../../orders/document/order-schemas.ts';
import type { OrderKey } from '../../orders/rows/order-row-store.ts';
import { simulateReturn } from '../../packing/announce-return.ts';
import { type CancelledItem, prepareItemsCancellation } from '../../packing/cancel-items.ts';
import { actorOf } from '../../platform/audit/actor.ts';
import { ApiError, type ErrorName, invalidRequest } from '../../platform/errors/errors.ts';
import { answer, errorAnswers, WITH_BODY } from '../../platform/http/api-document.ts';
import { sendJson } from '../../platform/http/etag.ts';
import { doOnce, idempotencyHeaders, readIdempotencyKey } from '../../platform/http/idempotency.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import { simulateStockNews } from '../../webhooks/announce-stock.ts';
import { changeHeaders, type OrderRouteOptions, orderKey, ownOrderNotFound } from './order-paths.ts';

const route = routeUnder<OrderRouteOptions>('Orders');

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
    const { status, cancellation, situation, errorCode } = request.body;
    if ([status, cancellation, situation].filter((one) => one !== undefined).length !== 1) throw oneStep();
    if (errorCode !== undefined && status !== 'ERROR') throw onlyWithError();
    const { config, pool, clock } = options;
    const context = { pool, clock, sandboxStepMs: config.SANDBOX_STEP_SECONDS * 1000, dueRule: config };
    if (situation === 'STOCK_CHANGED' || situation === 'RETURN_RECEIVED')
      return sendJson(request, reply, ...(await simulateElsewhere(options, context, key, situation)));
    const order = status
      ? await simulateOrder(context, key, { to: status, errorCode })
      : situation
        ? await simulateSituation(context, key, { situation })
        : await simulateCancellation(context, key, { to: cancellation as CancellationStatus });
    return sendJson(request, reply, order.document, String(order.version));
  },
});

/** Simulates what happens outside of the order itself. Returns its document and version. */
async function simulateElsewhere(
  { pool, batches, clock }: OrderRouteOptions,
  context: Parameters<typeof simulateSituation>[0],
  key: OrderKey,
  situation: 'STOCK_CHANGED' | 'RETURN_RECEIVED',
): Promise<[document: string, version: string]> {
  if (situation === 'RETURN_RECEIVED') {
    await simulateSituation(context, key, { situation });
    await simulateReturn(pool, key, clock());
  }
  const order = await batches.find(key);
  if (!order) throw ownOrderNotFound();
  const { items }: Order = JSON.parse(order.document);
  const ean13s = items.flatMap(({ existingProduct }) => existingProduct?.ean13 ?? []);
  if (situation === 'STOCK_CHANGED') await simulateStockNews(pool, key.clientId, ean13s, clock());
  return [order.document, String(order.version)];
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
