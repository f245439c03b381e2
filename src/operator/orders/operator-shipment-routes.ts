import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../audit/actor.ts';
import { answer, errorAnswers, etagHeader, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import type { OperateContext } from '../../orders/change/change-by-staff.ts';
import { correctTracking } from '../../orders/change/correct-tracking.ts';
import { ORDER_EXAMPLES } from '../../orders/document/order-examples.ts';
import { OrderSchema } from '../../orders/document/order-schemas.ts';
import { expectedVersion, ifMatchHeader } from '../fields/expected-version.ts';
import { ShipmentParams } from '../fields/operator-schemas.ts';
import { TrackingRequest } from './transition-schemas.ts';
import { ORDER_PATH, ofStaff, sendOrder, storableKey } from './verb-answers.ts';

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
    response: {
      200: answer(
        'The order as it is now.',
        OrderSchema,
        { ...etagHeader, ...rateLimitHeaders },
        ORDER_EXAMPLES.shipped,
      ),
      ...errorAnswers(
        'order_not_found',
        'shipment_not_found',
        'order_not_changeable',
        'sandbox_order',
        'precondition_failed',
        ...WITH_BODY,
      ),
    },
  },
  handler: async (context: OperateContext, request, reply) => {
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

/** POST /operator/v1/orders/{clientId}/{orderId}/shipments/{shipmentId}/tracking */
export async function operatorShipmentRoutes(app: FastifyInstance, context: OperateContext): Promise<void> {
  registerRoutes(app, context, [
    ['POST', `${ORDER_PATH}/shipments/:shipmentId/tracking`, postTracking, { verb: 'orders.ship' }],
  ]);
}
