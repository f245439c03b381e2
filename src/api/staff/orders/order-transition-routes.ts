import type { FastifyRequest } from 'fastify';
import { type Static, type TObject, type TSchema, Type } from 'typebox';
import { eraseOrder } from '../../../operations/retention/erase-order.ts';
import type { ChangedOrder, ChangeOrderContext, OperateInput } from '../../../orders/change/change-order.ts';
import {
  holdOrder,
  preferOrder,
  releaseOrder,
  rushOrder,
  unpreferOrder,
  unrushOrder,
} from '../../../orders/change/hold-order.ts';
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
import { OrderCorrectionSchema } from '../../../orders/document/order-request-schemas.ts';
import { OrderSchema } from '../../../orders/document/order-schemas.ts';
import { orderBlobNames } from '../../../orders/files/order-blob-names.ts';
import type { OrderKey } from '../../../orders/rows/order-row-store.ts';
import { type CorrectContext, correctOrder } from '../../../packing/correct-order.ts';
import { withdrawShipment } from '../../../packing/take-back-parcel.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import type { ErrorName } from '../../../platform/errors/errors.ts';
import type { BlobStore } from '../../../platform/files/blobs.ts';
import { ifMatchAnswers, withExample } from '../../../platform/http/api-document.ts';
import { type Route, routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { OrderKeyParams, ShipmentParams } from '../fields/operator-schemas.ts';
import { refuseBlankTexts } from '../fields/staff-requests.ts';
import { TakeBackRequest } from '../packing/parcel-schemas.ts';
import { changeForStaff, expectedVersion, ifMatchHeader, ORDER_PATH, sendOrder } from './order-answers.ts';
import {
  CancelByStaffRequest,
  ErrorRequest,
  HoldRequest,
  ReasonRequest,
  ScrapRequest,
  ShipRequest,
  TrackingRequest,
  TryAgainRequest,
} from './order-transition-schemas.ts';

interface Transition<Body extends TSchema> {
  operationId: string;
  example: object;
  summary: string;
  description: string;
  body?: Body;
  change: (context: ChangeOrderContext, key: OrderKey, input: OperateInput & Static<Body>) => Promise<ChangedOrder>;
}

const postAccept = transition({
  operationId: 'acceptOrder',
  example: ORDER_EXAMPLES.accepted,
  summary: 'Take an order into production',
  description: 'Allowed in ASSIGNED. Afterwards, the client can only request a cancellation.',
  change: acceptOrder,
});

const postShip = transition({
  operationId: 'shipOrder',
  example: ORDER_EXAMPLES.shipped,
  summary: 'Ship an order or a part of it',
  description:
    'Allowed in ACCEPTED. Name the `items` of a parcel, or none for all remaining pieces. The pieces in the parcels leave the stock on hand. While pieces remain, the order stays ACCEPTED and its client gets `order.partially_shipped`; the last piece makes it SHIPPED. A parcel with the same `trackingNumber`, `trackingCarrier` and `items` as a reported one is that parcel and ships nothing again. If it has additional pieces, only those are shipped. The same holds without a `trackingNumber`, unless `If-Match` names the present version.',
  body: ShipRequest,
  change: shipOrder,
});

const postError = transition({
  operationId: 'failOrder',
  example: ORDER_EXAMPLES.failed,
  summary: 'Report that an order cannot be made as it is',
  description:
    'Allowed in NEW, ASSIGNED and ACCEPTED, unless a part of the order has been shipped. The client reads the message, and changes or cancels the order. Reserved stock becomes available again, except for spoiled pieces (`scrapped`). A request to cancel is rejected (`order.cancellation_rejected`). For an order in ERROR, it corrects the message; an absent code or pointer stays.',
  body: ErrorRequest,
  change: failOrder,
});

const postReopen = transition({
  operationId: 'reopenOrder',
  example: ORDER_EXAMPLES.triedAgain,
  summary: 'Try an order in ERROR again',
  description:
    'The order becomes NEW again. Files that are not stored are fetched, with `refetch` all files, and its stock is reserved.',
  body: Type.Optional(TryAgainRequest),
  change: reopenOrder,
});

const postRetry = transition({
  operationId: 'retryOrder',
  example: ORDER_EXAMPLES.triedAgain,
  summary: 'Retry an order that waits or is in ERROR at once',
  description:
    'Allowed in ERROR, and in NEW while the order waits for a file or for stock. Its files are fetched and its stock is reserved now instead of later. With `refetch`, stored files are fetched again too. An order in NEW that waits for nothing is being processed and does not change.',
  body: Type.Optional(TryAgainRequest),
  change: retryOrder,
});

const postCancel = transition({
  operationId: 'cancelOrder',
  example: ORDER_EXAMPLES.cancelled,
  summary: 'Cancel an order',
  description:
    'Allowed in any status except SHIPPED. Reserved stock becomes available again, except for spoiled pieces (`scrapped`). If a part of the order has been shipped, the rest is cancelled: the order is CANCELLED, and `shipments` lists the shipped pieces.',
  body: Type.Optional(CancelByStaffRequest),
  change: cancelByOperator,
});

const postCancellationAccept = transition({
  operationId: 'acceptCancellation',
  example: ORDER_EXAMPLES.cancellationAccepted,
  summary: "Accept a client's request to cancel",
  description:
    'Allowed in ACCEPTED while a cancellation is REQUESTED. The order becomes CANCELLED. Spoiled pieces (`scrapped`) leave the stock on hand.',
  body: Type.Optional(ScrapRequest),
  change: acceptCancellation,
});

const postCancellationReject = transition({
  operationId: 'rejectCancellation',
  example: ORDER_EXAMPLES.cancellationRejected,
  summary: "Reject a client's request to cancel",
  description: 'Allowed in ACCEPTED while a cancellation is REQUESTED. Production continues.',
  body: Type.Optional(ReasonRequest),
  change: rejectCancellation,
});

const postHold = transition({
  operationId: 'holdOrder',
  example: ORDER_EXAMPLES.held,
  summary: 'Put an order on hold',
  description:
    'Allowed in NEW, ASSIGNED and ACCEPTED. Until the order is released, no file is fetched, no stock is reserved, and it is not accepted or shipped. Reserved stock stays reserved. Its client reads `statusReason.code` on_hold with the reason, and may change or cancel the order.',
  body: Type.Optional(HoldRequest),
  change: holdOrder,
});

const postRelease = transition({
  operationId: 'releaseOrder',
  example: ORDER_EXAMPLES.released,
  summary: 'Release an order that is on hold',
  description: 'The order continues in its present status.',
  change: releaseOrder,
});

const postRush = transition({
  operationId: 'rushOrder',
  example: ORDER_EXAMPLES.created,
  summary: 'Put an order before others',
  description:
    'Allowed until the order has ended. It goes first in stock, release, production and packing. Its client is not notified.',
  change: rushOrder,
});

const postUnrush = transition({
  operationId: 'unrushOrder',
  example: ORDER_EXAMPLES.created,
  summary: 'Return a rush order to its place',
  description: 'Allowed until the order has ended. The due time decides its place again.',
  change: unrushOrder,
});

const postPrefer = transition({
  operationId: 'preferOrder',
  example: ORDER_EXAMPLES.created,
  summary: 'Prefer an order',
  description:
    'The same as `rushOrder`, only in NEW. No other order takes the stock that this order waits for, until it has all of it. Of two preferred orders, the older one comes first. Its client is not notified.',
  change: preferOrder,
});

const postUnprefer = transition({
  operationId: 'unpreferOrder',
  example: ORDER_EXAMPLES.created,
  summary: 'End the preference of an order',
  description: 'The same as `unrushOrder`, only in NEW. The order waits for stock like all other orders again.',
  change: unpreferOrder,
});

function transition<Body extends TSchema = TObject>({
  body,
  change,
  description,
  ...named
}: Transition<Body>): Route<ChangeOrderContext> {
  return orderRoute<ChangeOrderContext>({
    ...named,
    description: `${description} Idempotent: sending it again changes nothing.`,
    ...(body && { body }),
    errors: ['order_not_changeable', 'sandbox_order'],
    change: (context, key, doing, { body }) => change(context, key, { ...(body as Static<Body>), ...doing }),
  });
}

interface OrderChange<Context> extends Omit<Transition<TSchema>, 'change'> {
  params?: TObject;
  /** The fields of the body that must not be blank. Default: `reason` and `message`. */
  texts?: readonly string[];
  errors: ErrorName[];
  change: (context: Context, key: OrderKey, doing: OperateInput, request: FastifyRequest) => Promise<ChangedOrder>;
}

const INSTEAD = {
  DELETE: 'An order is not deleted: cancel it by POST …/cancel, or erase its personal data by POST …/erase.',
  PUT: 'Send the fields to correct by PATCH.',
};

/** Makes a route that changes one order, if `If-Match` allows it, and sends the changed order. */
function orderRoute<Context>({
  example,
  params = OrderKeyParams,
  body,
  texts = ['reason', 'message'],
  errors,
  change,
  ...named
}: OrderChange<Context>): Route<Context> {
  const answers = ifMatchAnswers('The order as it is now.', OrderSchema, 'order_not_found', ...errors);
  return routeUnder<Context>('Work')({
    ...named,
    params: params as TSchema,
    headers: ifMatchHeader,
    ...(body && { body }),
    response: withExample(example, answers),
    config: refuseBlankTexts(...texts),
    handler: async (context, request, reply) => {
      const { clientId, orderId } = request.params as { clientId: string; orderId: string };
      const isExpected = expectedVersion(request.headers);
      const doing = { by: actorOf(request.caller), ...(isExpected && { isExpected }) };
      const changed = await changeForStaff(() => change(context, { clientId, orderId }, doing, request));
      return sendOrder(reply, changed);
    },
  });
}

interface EraseRouteOptions extends ChangeOrderContext {
  config: Config;
  blobs: BlobStore;
}

const postErase = orderRoute<EraseRouteOptions>({
  operationId: 'eraseOrder',
  example: ORDER_EXAMPLES.erased,
  summary: 'Erase the personal data of an order',
  description:
    'Allowed in SHIPPED and CANCELLED, also for an order of a sandbox client. Permanently deletes its recipient, its files and their URLs, its tracking, reasons and notes, the documents of its print jobs, and the bodies and answers of its webhooks. The ordered items stay. Its client reads `personalDataErased` and gets no webhook. Orders older than RETENTION_DAYS are erased automatically. Idempotent: sending it again changes nothing.',
  errors: ['order_not_changeable'],
  change: ({ pool, blobs, clock, config }, key, doing) => {
    const names = orderBlobNames(config.CANCELLED_FILES_DAYS, clock);
    return eraseOrder({ pool, blobs, clock, names }, key, doing);
  },
});

const postTracking = orderRoute<ChangeOrderContext>({
  operationId: 'correctTracking',
  example: ORDER_EXAMPLES.shipped,
  summary: 'Correct the tracking of a shipped parcel',
  description:
    'Allowed after a shipment, also in SHIPPED and CANCELLED. `shipping` has the tracking of the first parcel. The client gets `order.updated`. Idempotent: sending it again changes nothing.',
  params: ShipmentParams,
  body: TrackingRequest,
  errors: ['shipment_not_found', 'order_not_changeable', 'sandbox_order'],
  change: (context, key, doing, { params, body }) => {
    const { shipmentId } = params as Static<typeof ShipmentParams>;
    return correctTracking(context, key, { ...(body as Static<typeof TrackingRequest>), shipmentId, ...doing });
  },
});

const postWithdraw = orderRoute<ChangeOrderContext>({
  operationId: 'withdrawShipment',
  example: ORDER_EXAMPLES.withdrawn,
  summary: 'Withdraw a shipment that has not left',
  description:
    'Until its parcel is on a closed hand-over list; on an open list, the parcel is taken off. The shipment leaves `shipments`, and `withdrawnShipments` names it. A SHIPPED order is ACCEPTED again. Its stock is on hand and reserved again, its pieces stay in the parcel, which is open or waits for its label, and printed labels are void. The client gets `order.updated` with the reason `shipment_withdrawn`. Idempotent: sending it again changes nothing.',
  params: ShipmentParams,
  body: TakeBackRequest,
  errors: [
    'shipment_not_found',
    'order_not_changeable',
    'sandbox_order',
    'parcel_handed_over',
    'shipment_not_withdrawable',
  ],
  change: (context, key, doing, { params, body }) => {
    const { shipmentId } = params as Static<typeof ShipmentParams>;
    const { reason } = body as Static<typeof TakeBackRequest>;
    return withdrawShipment(context, key, { shipmentId, reason, ...doing });
  },
});

const patchOrder = orderRoute<CorrectContext>({
  operationId: 'correctOrder',
  example: ORDER_EXAMPLES.created,
  summary: 'Correct an order for its client',
  description:
    'The result must follow the rules for creating an order. In NEW, ASSIGNED and ERROR, the order becomes NEW and is taken in again. In ACCEPTED, it keeps its status and its begun pieces. `address` and `carrierId` hold for the parcels that have not left; their printed papers are `void` (`listOrderParcels`). So is the packing slip if a text changes; a text leaves the order in its status. Pieces that nobody has begun can be removed, added and changed. New pieces join the batch. Their stock is reserved at once, and new files are fetched at once or were uploaded (`uploadOrderFile`). Until a piece is begun, an order that gets more pieces, another item or a new file becomes NEW instead. The client gets `order.updated` with the reason `corrected`. Idempotent: sending it again changes nothing.',
  body: OrderCorrectionSchema,
  texts: ['reason'],
  errors: ['order_not_changeable', 'sandbox_order'],
  change: (context, key, doing, { body }) => {
    const { reason, ...correction } = body as Static<typeof OrderCorrectionSchema>;
    return correctOrder(context, key, { reason, correction, ...doing });
  },
});

export const orderTransitionRoutes = routeTable<EraseRouteOptions & CorrectContext>([
  ['PATCH', ORDER_PATH, patchOrder, { verb: 'orders.mend', insteadOf: INSTEAD }],
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
  ['POST', `${ORDER_PATH}/rush`, postRush, { verb: 'orders.prefer' }],
  ['POST', `${ORDER_PATH}/unrush`, postUnrush, { verb: 'orders.prefer' }],
  ['POST', `${ORDER_PATH}/prefer`, postPrefer, { verb: 'orders.prefer' }],
  ['POST', `${ORDER_PATH}/unprefer`, postUnprefer, { verb: 'orders.prefer' }],
  ['POST', `${ORDER_PATH}/shipments/:shipmentId/tracking`, postTracking, { verb: 'orders.ship' }],
  ['POST', `${ORDER_PATH}/shipments/:shipmentId/withdraw`, postWithdraw, { verb: 'orders.ship' }],
  ['POST', `${ORDER_PATH}/erase`, postErase, { verb: 'orders.erase' }],
]);
