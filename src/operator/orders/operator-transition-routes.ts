import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, type TSchema, Type } from 'typebox';
import { isStorable } from '../../database/storable.ts';
import { ApiError } from '../../errors.ts';
import { answer, errorAnswers, etagHeader, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { ORDER_ANSWER_BYTES } from '../../http/bytes-in-flight.ts';
import { orderNotFound } from '../../http/not-found-errors.ts';
import type { OperateContext, OperateInput } from '../../orders/change/change-by-staff.ts';
import type { ChangedOrder } from '../../orders/change/change-order.ts';
import { holdOrder, releaseOrder } from '../../orders/change/hold-order.ts';
import {
  acceptCancellation,
  acceptOrder,
  cancelByOperator,
  rejectCancellation,
  reopenOrder,
} from '../../orders/change/operate-order.ts';
import { failOrder } from '../../orders/change/operate-order-error.ts';
import { shipOrder } from '../../orders/change/operate-order-ship.ts';
import { preferOrder, unpreferOrder } from '../../orders/change/prefer-order.ts';
import { actorOf } from '../../orders/document/order-actor.ts';
import { OrderSchema } from '../../orders/document/order-schemas.ts';
import type { OrderKey } from '../../orders/document/order-store.ts';
import { expectedVersion, ifMatchHeader } from '../fields/expected-version.ts';
import { OrderKeyParams } from '../fields/operator-schemas.ts';
import { ErrorRequest, HoldRequest, ReasonRequest, ShipRequest } from './transition-schemas.ts';

const ORDER_PATH = '/operator/v1/orders/:clientId/:orderId';

interface Transition<Body> {
  /** What follows the order in the path. */
  name: string;
  operationId: string;
  summary: string;
  description: string;
  body?: TSchema;
  change: (key: OrderKey, input: OperateInput & Body) => Promise<ChangedOrder>;
}

/** POST /operator/v1/orders/{clientId}/{orderId}/…: accept, ship, error, reopen, cancel, cancellation/accept and /reject, hold, release, prefer, unprefer. */
export async function operatorTransitionRoutes(app: FastifyInstance, context: OperateContext): Promise<void> {
  add({
    name: 'accept',
    operationId: 'acceptOrder',
    summary: 'Take an order into production',
    description: 'From ASSIGNED. From then on its client can only ask for its cancellation.',
    change: (key, input) => acceptOrder(context, key, input),
  });
  add({
    name: 'ship',
    operationId: 'shipOrder',
    summary: 'Ship an order',
    description:
      'From ACCEPTED. An order ships whole, in one parcel or several: name the items of every parcel, so that together they are what was ordered, or of none. What was reserved leaves the shelf.',
    body: ShipRequest,
    change: (key, input: OperateInput & Static<typeof ShipRequest>) => shipOrder(context, key, input),
  });
  add({
    name: 'error',
    operationId: 'failOrder',
    summary: 'Report that an order cannot be made as it is',
    description:
      'From NEW, ASSIGNED or ACCEPTED. The client sees the message, and changes or cancels the order; what was reserved is given back. A wish to cancel ends by it (`order.cancellation_rejected`). Of an order in ERROR it corrects the message; code and pointer stay where they are absent.',
    body: ErrorRequest,
    change: (key, input: OperateInput & Static<typeof ErrorRequest>) => failOrder(context, key, input),
  });
  add({
    name: 'reopen',
    operationId: 'reopenOrder',
    summary: 'Try an order in ERROR again',
    description: 'It is NEW again: files that are not kept are fetched, and its stock is reserved.',
    change: (key, input) => reopenOrder(context, key, input),
  });
  add({
    name: 'cancel',
    operationId: 'cancelOrder',
    summary: 'Cancel an order',
    description: 'From any status but SHIPPED. What was reserved is given back.',
    body: Type.Optional(ReasonRequest),
    change: (key, input: OperateInput & Static<typeof ReasonRequest>) =>
      cancelByOperator(context, key, input),
  });
  add({
    name: 'cancellation/accept',
    operationId: 'acceptCancellation',
    summary: "Grant a client's wish to cancel",
    description: 'For an order in ACCEPTED whose cancellation is REQUESTED; it becomes CANCELLED.',
    change: (key, input) => acceptCancellation(context, key, input),
  });
  add({
    name: 'cancellation/reject',
    operationId: 'rejectCancellation',
    summary: "Decline a client's wish to cancel",
    description: 'For an order in ACCEPTED whose cancellation is REQUESTED; production goes on.',
    body: Type.Optional(ReasonRequest),
    change: (key, input: OperateInput & Static<typeof ReasonRequest>) =>
      rejectCancellation(context, key, input),
  });

  add({
    name: 'hold',
    operationId: 'holdOrder',
    summary: 'Put an order on hold',
    description:
      'From NEW, ASSIGNED or ACCEPTED. Nothing happens to it until it is released: no file is fetched, no stock is reserved, and it is not accepted or shipped; what is reserved stays reserved. Its client reads `statusReason.code` on_hold with the reason, and may change or cancel it.',
    body: Type.Optional(HoldRequest),
    change: (key, input: OperateInput & Static<typeof HoldRequest>) => holdOrder(context, key, input),
  });
  add({
    name: 'release',
    operationId: 'releaseOrder',
    summary: 'Release an order that is on hold',
    description: 'It goes on where it stood.',
    change: (key, input) => releaseOrder(context, key, input),
  });
  add({
    name: 'prefer',
    operationId: 'preferOrder',
    summary: 'Prefer an order',
    description:
      'From NEW. Nobody else takes what it waits for until it is filled; of two that are preferred the older one comes first. Its client is told nothing.',
    change: (key, input) => preferOrder(context, key, input),
  });
  add({
    name: 'unprefer',
    operationId: 'unpreferOrder',
    summary: 'Prefer an order no longer',
    description: 'From NEW. It waits for stock like the others again.',
    change: (key, input) => unpreferOrder(context, key, input),
  });

  function add<Body>(transition: Transition<Body>): void {
    const { name, operationId, summary, description, body, change } = transition;
    app.post<{ Params: Static<typeof OrderKeyParams> }>(`${ORDER_PATH}/${name}`, {
      config: { answerBytes: ORDER_ANSWER_BYTES },
      schema: {
        tags: ['Work'],
        operationId,
        summary,
        description: `${description} Idempotent: sending it again changes nothing.`,
        params: OrderKeyParams,
        headers: ifMatchHeader,
        ...(body && { body }),
        response: {
          200: answer('The order as it is now.', OrderSchema, { ...etagHeader, ...rateLimitHeaders }),
          ...errorAnswers(
            'order_not_found',
            'order_not_changeable',
            'sandbox_order',
            'precondition_failed',
            ...WITH_BODY,
          ),
        },
      },
      handler: async (request, reply) => {
        const { clientId, orderId } = request.params;
        const isExpected = expectedVersion(request.headers);
        const input = {
          ...(request.body as Body),
          by: actorOf(request.caller),
          ...(isExpected && { isExpected }),
        };
        return sendOrder(reply, await ofStaff(() => change(storableKey(clientId, orderId), input)));
      },
    });
  }
}

/** Throws `order_not_found` for a key that no order can have. */
export function storableKey(clientId: string, orderId: string): OrderKey {
  if (!isStorable(clientId) || !isStorable(orderId)) throw orderNotFound();
  return { clientId, orderId };
}

/** What the verb answers; staff have no orders themselves, so that an absent one is told in other words. */
export async function ofStaff<T>(change: () => Promise<T>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    throw error instanceof ApiError && error.error === 'order_not_found' ? orderNotFound() : error;
  }
}

function sendOrder(reply: FastifyReply, { document, version }: ChangedOrder): FastifyReply {
  return reply
    .header('etag', `"${version}"`)
    .header('content-type', 'application/json; charset=utf-8')
    .send(document);
}
