import type { FastifyInstance } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { eraseOrder } from '../../../operations/retention/erase-order.ts';
import type { ChangedOrder, ChangeOrderContext, OperateInput } from '../../../orders/change/change-order.ts';
import { holdOrder, preferOrder, releaseOrder, unpreferOrder } from '../../../orders/change/hold-order.ts';
import {
  acceptCancellation,
  acceptOrder,
  cancelByOperator,
  failOrder,
  rejectCancellation,
  reopenOrder,
  retryOrder,
} from '../../../orders/change/operate-order.ts';
import { correctTracking, shipOrder } from '../../../orders/change/ship-order.ts';
import { ORDER_EXAMPLES } from '../../../orders/document/order-examples.ts';
import { OrderSchema } from '../../../orders/document/order-schemas.ts';
import type { OrderKey } from '../../../orders/document/order-store.ts';
import { orderBlobNames } from '../../../orders/files/order-blob-names.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import type { BlobStore } from '../../../platform/files/blobs.ts';
import { ifMatchAnswers, withExample } from '../../../platform/http/api-document.ts';
import { type Route, registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { OrderKeyParams, ShipmentParams } from '../fields/operator-schemas.ts';
import {
  CancelByStaffRequest,
  ErrorRequest,
  HoldRequest,
  ReasonRequest,
  ScrapRequest,
  ShipRequest,
  TrackingRequest,
  TryAgainRequest,
} from './transition-schemas.ts';
import {
  expectedVersion,
  ifMatchHeader,
  ORDER_PATH,
  ofStaff,
  sendOrder,
  storableKey,
} from './verb-answers.ts';

interface Transition<Body extends TSchema> {
  operationId: string;
  /** The answer in the document. */
  example: object;
  summary: string;
  description: string;
  body?: Body;
  change: (
    context: ChangeOrderContext,
    key: OrderKey,
    input: OperateInput & Static<Body>,
  ) => Promise<ChangedOrder>;
}

const postAccept = transition({
  operationId: 'acceptOrder',
  example: ORDER_EXAMPLES.accepted,
  summary: 'Take an order into production',
  description: 'From ASSIGNED. From then on its client can only ask for its cancellation.',
  change: acceptOrder,
});

const postShip = transition({
  operationId: 'shipOrder',
  example: ORDER_EXAMPLES.shipped,
  summary: 'Ship an order or a part of it',
  description:
    'From ACCEPTED. Name the `items` of a parcel, or none for all that is left. What is in the parcels leaves the shelf. While something is left the order stays ACCEPTED, and its client is told `order.partially_shipped`; the last piece makes it SHIPPED. A parcel with the `trackingNumber`, `trackingCarrier` and `items` of one that was reported before is that one; one that holds these and more is it too, and only what is more leaves; without a `trackingNumber` too, unless `If-Match` names the present version.',
  body: ShipRequest,
  change: shipOrder,
});

const postError = transition({
  operationId: 'failOrder',
  example: ORDER_EXAMPLES.failed,
  summary: 'Report that an order cannot be made as it is',
  description:
    'From NEW, ASSIGNED or ACCEPTED, unless a part of it has left. The client sees the message, and changes or cancels the order; what was reserved is given back, but for the pieces that were spoiled (`scrapped`). A wish to cancel ends by it (`order.cancellation_rejected`). Of an order in ERROR it corrects the message; code and pointer stay where they are absent.',
  body: ErrorRequest,
  change: failOrder,
});

const postReopen = transition({
  operationId: 'reopenOrder',
  example: ORDER_EXAMPLES.triedAgain,
  summary: 'Try an order in ERROR again',
  description:
    'It is NEW again: files that are not kept are fetched, with `refetch` all of them, and its stock is reserved.',
  body: Type.Optional(TryAgainRequest),
  change: reopenOrder,
});

const postRetry = transition({
  operationId: 'retryOrder',
  example: ORDER_EXAMPLES.triedAgain,
  summary: 'Try an order at once that waits, or is in ERROR',
  description:
    'From NEW, while it waits for a file or for stock, or ERROR. Its files are fetched and its stock is reserved now instead of later; with `refetch` also the files that are kept are fetched anew. One in NEW that waits for nothing is being taken in, and is left alone.',
  body: Type.Optional(TryAgainRequest),
  change: retryOrder,
});

const postCancel = transition({
  operationId: 'cancelOrder',
  example: ORDER_EXAMPLES.cancelled,
  summary: 'Cancel an order',
  description:
    'From any status but SHIPPED. What was reserved is given back, but for the pieces that were spoiled (`scrapped`). Of one that has left in part the rest is cancelled: it is CANCELLED, and its `shipments` say what left.',
  body: Type.Optional(CancelByStaffRequest),
  change: cancelByOperator,
});

const postCancellationAccept = transition({
  operationId: 'acceptCancellation',
  example: ORDER_EXAMPLES.cancellationAccepted,
  summary: "Grant a client's wish to cancel",
  description:
    'For an order in ACCEPTED whose cancellation is REQUESTED; it becomes CANCELLED. Pieces that were spoiled (`scrapped`) leave the shelf.',
  body: Type.Optional(ScrapRequest),
  change: acceptCancellation,
});

const postCancellationReject = transition({
  operationId: 'rejectCancellation',
  example: ORDER_EXAMPLES.cancellationRejected,
  summary: "Decline a client's wish to cancel",
  description: 'For an order in ACCEPTED whose cancellation is REQUESTED; production goes on.',
  body: Type.Optional(ReasonRequest),
  change: rejectCancellation,
});

const postHold = transition({
  operationId: 'holdOrder',
  example: ORDER_EXAMPLES.held,
  summary: 'Put an order on hold',
  description:
    'From NEW, ASSIGNED or ACCEPTED. Nothing happens to it until it is released: no file is fetched, no stock is reserved, and it is not accepted or shipped; what is reserved stays reserved. Its client reads `statusReason.code` on_hold with the reason, and may change or cancel it.',
  body: Type.Optional(HoldRequest),
  change: holdOrder,
});

const postRelease = transition({
  operationId: 'releaseOrder',
  example: ORDER_EXAMPLES.released,
  summary: 'Release an order that is on hold',
  description: 'It continues in the status that it has.',
  change: releaseOrder,
});

const postPrefer = transition({
  operationId: 'preferOrder',
  example: ORDER_EXAMPLES.created,
  summary: 'Prefer an order',
  description:
    'From NEW. No other order takes the stock that it waits for until it has all of it; of two that are preferred the older one comes first. Its client is told nothing.',
  change: preferOrder,
});

const postUnprefer = transition({
  operationId: 'unpreferOrder',
  example: ORDER_EXAMPLES.created,
  summary: 'Prefer an order no longer',
  description: 'From NEW. It waits for stock like the others again.',
  change: unpreferOrder,
});

/** Makes the route of a verb on one order. */
function transition<Body extends TSchema = TObject>({
  operationId,
  example,
  summary,
  description,
  body,
  change,
}: Transition<Body>): Route<ChangeOrderContext> {
  return route({
    config: { answersOrder: true },
    schema: {
      tags: ['Work'],
      operationId,
      summary,
      description: `${description} Idempotent: sending it again changes nothing.`,
      params: OrderKeyParams,
      headers: ifMatchHeader,
      ...(body && { body }),
      response: withExample(
        example,
        ifMatchAnswers(
          'The order as it is now.',
          OrderSchema,
          'order_not_found',
          'order_not_changeable',
          'sandbox_order',
        ),
      ),
    },
    handler: async (context: ChangeOrderContext, request, reply) => {
      const { clientId, orderId } = request.params;
      const isExpected = expectedVersion(request.headers);
      const input = {
        ...(request.body as Static<Body>),
        by: actorOf(request.caller),
        ...(isExpected && { isExpected }),
      };
      return sendOrder(reply, await ofStaff(() => change(context, storableKey(clientId, orderId), input)));
    },
  });
}

interface EraseRouteOptions extends ChangeOrderContext {
  config: Config;
  blobs: BlobStore;
}

const postErase = route({
  config: { answersOrder: true },
  schema: {
    tags: ['Work'],
    operationId: 'eraseOrder',
    summary: 'Erase what an order tells of people',
    description:
      'From SHIPPED and CANCELLED, also of a sandbox client. Gone for good are its recipient, all of its files and their URLs, tracking, reasons, notes, the documents of its print jobs, and what webhooks told and were answered; what was ordered stays. Its client reads `personalDataErased`, and is sent no webhook. What is older than RETENTION_DAYS is erased by itself. Idempotent: sending it again changes nothing.',
    params: OrderKeyParams,
    headers: ifMatchHeader,
    response: withExample(
      ORDER_EXAMPLES.erased,
      ifMatchAnswers('The order as it is now.', OrderSchema, 'order_not_found', 'order_not_changeable'),
    ),
  },
  handler: async ({ pool, blobs, clock, config }: EraseRouteOptions, request, reply) => {
    const { clientId, orderId } = request.params;
    const context = { pool, blobs, clock, names: orderBlobNames(config.CANCELLED_FILES_DAYS, clock) };
    const erasing = { by: actorOf(request.caller), isExpected: expectedVersion(request.headers) };
    return sendOrder(
      reply,
      await ofStaff(() => eraseOrder(context, storableKey(clientId, orderId), erasing)),
    );
  },
});

/** POST /operator/v1/orders/{clientId}/{orderId}/erase */
export async function eraseRoutes(app: FastifyInstance, options: EraseRouteOptions): Promise<void> {
  registerRoutes(app, options, [['POST', `${ORDER_PATH}/erase`, postErase, { verb: 'orders.erase' }]]);
}

const postTracking = route({
  config: { answersOrder: true },
  schema: {
    tags: ['Work'],
    operationId: 'correctTracking',
    summary: 'Correct the tracking of a parcel that has left',
    description:
      "Also once the order is SHIPPED or CANCELLED. `shipping` shows the first parcel's. The client is told `order.updated`. Idempotent: sending it again changes nothing.",
    params: ShipmentParams,
    headers: ifMatchHeader,
    body: TrackingRequest,
    response: withExample(
      ORDER_EXAMPLES.shipped,
      ifMatchAnswers(
        'The order as it is now.',
        OrderSchema,
        'order_not_found',
        'shipment_not_found',
        'order_not_changeable',
        'sandbox_order',
      ),
    ),
  },
  handler: async (context: ChangeOrderContext, request, reply) => {
    const { clientId, orderId, shipmentId } = request.params;
    const isExpected = expectedVersion(request.headers);
    const input = {
      ...request.body,
      shipmentId,
      by: actorOf(request.caller),
      ...(isExpected && { isExpected }),
    };
    return sendOrder(
      reply,
      await ofStaff(() => correctTracking(context, storableKey(clientId, orderId), input)),
    );
  },
});

/** POST /operator/v1/orders/{clientId}/{orderId}/…: what staff do with an order. */
export async function operatorTransitionRoutes(
  app: FastifyInstance,
  context: ChangeOrderContext,
): Promise<void> {
  registerRoutes(app, context, [
    ['POST', `${ORDER_PATH}/accept`, postAccept, { verb: 'orders.accept' }],
    ['POST', `${ORDER_PATH}/ship`, postShip, { verb: 'orders.ship' }],
    ['POST', `${ORDER_PATH}/error`, postError, { verb: 'orders.mend' }],
    ['POST', `${ORDER_PATH}/reopen`, postReopen, { verb: 'orders.mend' }],
    ['POST', `${ORDER_PATH}/retry`, postRetry, { verb: 'orders.mend' }],
    ['POST', `${ORDER_PATH}/cancel`, postCancel, { verb: 'orders.cancel' }],
    ['POST', `${ORDER_PATH}/cancellation/accept`, postCancellationAccept, { verb: 'orders.cancel' }],
    ['POST', `${ORDER_PATH}/cancellation/reject`, postCancellationReject, { verb: 'orders.cancel' }],
    ['POST', `${ORDER_PATH}/hold`, postHold, { verb: 'orders.hold' }],
    ['POST', `${ORDER_PATH}/release`, postRelease, { verb: 'orders.hold' }],
    ['POST', `${ORDER_PATH}/prefer`, postPrefer, { verb: 'orders.prefer' }],
    ['POST', `${ORDER_PATH}/unprefer`, postUnprefer, { verb: 'orders.prefer' }],
    ['POST', `${ORDER_PATH}/shipments/:shipmentId/tracking`, postTracking, { verb: 'orders.ship' }],
  ]);
}
