import type { FastifyInstance } from 'fastify';
import { actorOf } from '../../audit/actor.ts';
import type { Config } from '../../config.ts';
import type { BlobStore } from '../../files/blobs.ts';
import { answer, errorAnswers, etagHeader, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import type { OperateContext } from '../../orders/change/change-by-staff.ts';
import { ORDER_EXAMPLES } from '../../orders/document/order-examples.ts';
import { OrderSchema } from '../../orders/document/order-schemas.ts';
import { orderBlobNames } from '../../orders/files/order-blob-names.ts';
import { eraseOrder } from '../../retention/erase-order.ts';
import { expectedVersion, ifMatchHeader } from '../fields/expected-version.ts';
import { OrderKeyParams } from '../fields/operator-schemas.ts';
import { ORDER_PATH, ofStaff, sendOrder, storableKey } from './verb-answers.ts';

interface EraseRouteOptions extends OperateContext {
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
    response: {
      200: answer(
        'The order as it is now.',
        OrderSchema,
        { ...etagHeader, ...rateLimitHeaders },
        ORDER_EXAMPLES.erased,
      ),
      ...errorAnswers('order_not_found', 'order_not_changeable', 'precondition_failed', ...WITH_BODY),
    },
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
