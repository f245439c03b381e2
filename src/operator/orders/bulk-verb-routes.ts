import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import { answer, errorAnswers, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import type { OperateContext, OperateInput } from '../../orders/change/change-by-staff.ts';
import type { ChangedOrder } from '../../orders/change/change-order.ts';
import { holdOrder, preferOrder, releaseOrder, unpreferOrder } from '../../orders/change/hold-order.ts';
import { acceptOrder, cancelByOperator, retryOrder } from '../../orders/change/operate-order.ts';
import type { OrderKey } from '../../orders/document/order-store.ts';
import { changeAll } from '../../orders/staff/bulk-orders.ts';
import { clientId, strictObject } from '../fields/operator-schemas.ts';
import {
  BULK_ANSWER_MS_MAX,
  BULK_ORDERS_MAX,
  bulkCounts,
  counted,
  ifMatch,
  orderId,
  orderKey,
  outcome,
  withExpectation,
} from './bulk-results.ts';
import { HoldRequest, ReasonRequest } from './transition-schemas.ts';

const orders = Type.Array(
  strictObject('BulkOrder', 'What names an order, and what of it was seen.', {
    clientId,
    orderId,
    ifMatch,
  }),
  { minItems: 1, maxItems: BULK_ORDERS_MAX, description: 'The orders.' },
);
const BulkRequest = strictObject('BulkRequest', 'Orders to change.', { orders });
const BulkCancelRequest = strictObject('BulkCancelRequest', 'Orders to cancel.', {
  orders,
  ...ReasonRequest.properties,
});
const BulkHoldRequest = strictObject('BulkHoldRequest', 'Orders to put on hold.', {
  orders,
  ...HoldRequest.properties,
});

const BulkResultSchema = Type.Object(
  {
    ...bulkCounts,
    results: Type.Array(
      Type.Object(
        { clientId, orderId, ...outcome },
        { title: 'BulkRow', description: 'What became of an order.' },
      ),
      { description: 'One for each order, in the same order.' },
    ),
  },
  { title: 'BulkResult', description: 'What became of the orders.' },
);

interface BulkVerb {
  operationId: string;
  /** Of an order that it went well with, in the example. */
  status: string;
  summary: string;
  /** What the verb does to one order, in a sentence. */
  does: string;
  body: typeof BulkRequest | typeof BulkCancelRequest | typeof BulkHoldRequest;
  change: (
    context: OperateContext,
    key: OrderKey,
    input: OperateInput & { reason?: string | undefined },
  ) => Promise<Pick<ChangedOrder, 'status'>>;
}

/** The single verb, for each order of a list. */
function bulk({ operationId, status, summary, does, body, change }: BulkVerb) {
  return route({
    config: { answerMsMax: BULK_ANSWER_MS_MAX },
    schema: {
      tags: ['Work'],
      operationId,
      summary,
      description: `${does} Each order is settled on its own: one that cannot be changed does not stop the others, and its result has the error that it would have had alone. Idempotent: sending it again changes nothing more.`,
      body,
      response: {
        200: answer('What became of each.', BulkResultSchema, rateLimitHeaders, {
          succeeded: 1,
          failed: 0,
          results: [{ ...orderKey, status }],
        }),
        ...errorAnswers(...WITH_BODY),
      },
    },
    handler: async (context: OperateContext, request) => {
      const { orders: rows, reason } = request.body as Static<typeof BulkRequest> & { reason?: string };
      const by = actorOf(request.caller);
      const seen = rows.map(withExpectation);
      const input = { by, ...(reason !== undefined && { reason }) };
      return counted(await changeAll(seen, (key, of) => change(context, key, { ...input, ...of })));
    },
  });
}

const postAccept = bulk({
  operationId: 'bulkAccept',
  status: 'ACCEPTED',
  summary: 'Take many orders into production',
  does: 'From ASSIGNED to ACCEPTED.',
  body: BulkRequest,
  change: acceptOrder,
});
const postCancel = bulk({
  operationId: 'bulkCancel',
  status: 'CANCELLED',
  summary: 'Cancel many orders',
  does: 'From any status but SHIPPED.',
  body: BulkCancelRequest,
  change: cancelByOperator,
});
const postRetry = bulk({
  operationId: 'bulkRetry',
  status: 'NEW',
  summary: 'Try many orders at once',
  does: 'Those that wait for a file or for stock are tried now, and those in ERROR are reopened.',
  body: BulkRequest,
  change: retryOrder,
});
const postHold = bulk({
  operationId: 'bulkHold',
  status: 'ASSIGNED',
  summary: 'Put many orders on hold',
  does: 'Nothing happens to them until they are released.',
  body: BulkHoldRequest,
  change: holdOrder,
});
const postRelease = bulk({
  operationId: 'bulkRelease',
  status: 'ASSIGNED',
  summary: 'Release many orders that are on hold',
  does: 'They continue in the statuses that they have.',
  body: BulkRequest,
  change: releaseOrder,
});
const postPrefer = bulk({
  operationId: 'bulkPrefer',
  status: 'NEW',
  summary: 'Prefer many orders',
  does: 'Of orders in NEW: no other order takes the stock that one of them waits for; among them the older one comes first.',
  body: BulkRequest,
  change: preferOrder,
});
const postUnprefer = bulk({
  operationId: 'bulkUnprefer',
  status: 'NEW',
  summary: 'Prefer many orders no longer',
  does: 'They wait for stock like the others again.',
  body: BulkRequest,
  change: unpreferOrder,
});

/** POST /operator/v1/orders/bulk-accept, -cancel, -retry, -hold, -release, -prefer and -unprefer */
export async function bulkVerbRoutes(app: FastifyInstance, context: OperateContext): Promise<void> {
  registerRoutes(app, context, [
    ['POST', '/operator/v1/orders/bulk-accept', postAccept, { verb: 'orders.accept' }],
    ['POST', '/operator/v1/orders/bulk-cancel', postCancel, { verb: 'orders.cancel' }],
    ['POST', '/operator/v1/orders/bulk-retry', postRetry, { verb: 'orders.mend' }],
    ['POST', '/operator/v1/orders/bulk-hold', postHold, { verb: 'orders.hold' }],
    ['POST', '/operator/v1/orders/bulk-release', postRelease, { verb: 'orders.hold' }],
    ['POST', '/operator/v1/orders/bulk-prefer', postPrefer, { verb: 'orders.prefer' }],
    ['POST', '/operator/v1/orders/bulk-unprefer', postUnprefer, { verb: 'orders.prefer' }],
  ]);
}
