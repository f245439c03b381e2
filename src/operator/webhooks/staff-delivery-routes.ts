import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import type { Doing } from '../../audit/record-audit.ts';
import { withRetry } from '../../database/transaction.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  linkHeader,
  notModified,
  rateLimitHeaders,
  WITH_BODY,
} from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { cutPage } from '../../http/paging.ts';
import { type Route, registerRoutes, route } from '../../http/route-table.ts';
import { readDeliveryId, readPosition } from '../../webhooks/endpoint-path.ts';
import { resendDelivery, skipWaitingDelivery } from '../../webhooks/operate-deliveries.ts';
import { listStaffDeliveries } from '../../webhooks/staff-webhook-store.ts';
import type { EndpointKey } from '../../webhooks/webhook-endpoint-store.ts';
import { findDelivery, findEndpoint, type StaffWebhookOptions } from './staff-webhook-routes.ts';
import {
  DELIVERY_EXAMPLES,
  DeliveryKeyParams,
  DeliveryListQuery,
  EndpointKeyParams,
  StaffDeliveryDetailSchema,
  StaffDeliverySchema,
  shownDelivery,
} from './staff-webhook-schemas.ts';

const DELIVERIES_PATH = '/operator/v1/webhook-endpoints/:clientId/:endpointId/deliveries';

const getDeliveries = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'listStaffWebhookDeliveries',
    summary: 'List the deliveries of an endpoint',
    description:
      'What was sent and what will be, newest first. Kept for 30 days. Deliveries go in the order of their recording: the last `pending` one of the list holds up the others. Follow the Link header.',
    params: EndpointKeyParams,
    querystring: DeliveryListQuery,
    response: {
      200: answer('A page of deliveries.', Type.Array(StaffDeliverySchema), {
        ...etagHeader,
        ...linkHeader,
        ...rateLimitHeaders,
      }),
      ...notModified,
      ...errorAnswers('webhook_endpoint_not_found'),
    },
  },
  handler: async ({ config, pool }: StaffWebhookOptions, request, reply) => {
    const { query, params } = request;
    const before = readPosition(query.cursor);
    const endpoint = await findEndpoint(pool, params);
    const filter = { state: query.state, before, limit: query.limit + 1 };
    const found = await withRetry(() => listStaffDeliveries(pool, endpoint, filter));
    const owner = `${encodeURIComponent(endpoint.clientId)}/${endpoint.endpointId}`;
    const url = `${config.BASE_URL}/operator/v1/webhook-endpoints/${owner}/deliveries`;
    const page = cutPage(reply, found, { url, query, keyOf: (last) => [last.position] });
    return sendJson(request, reply, JSON.stringify(page.map((one) => shownDelivery(endpoint, one))));
  },
});

const getDelivery = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'getStaffWebhookDelivery',
    summary: 'Read a delivery',
    description: 'With the body that is sent.',
    params: DeliveryKeyParams,
    response: {
      200: answer('The delivery.', StaffDeliveryDetailSchema, { ...etagHeader, ...rateLimitHeaders }),
      ...notModified,
      ...errorAnswers('webhook_endpoint_not_found', 'webhook_delivery_not_found'),
    },
  },
  handler: async ({ pool }: StaffWebhookOptions, request, reply) => {
    const endpoint = await findEndpoint(pool, request.params);
    const delivery = await findDelivery(pool, endpoint, request.params);
    const detail = { ...shownDelivery(endpoint, delivery), body: delivery.body };
    return sendJson(request, reply, JSON.stringify(detail));
  },
});

const postResend = changeRoute(resendDelivery, {
  operationId: 'resendStaffWebhookDelivery',
  example: DELIVERY_EXAMPLES.pending,
  summary: 'Send a delivery again',
  description:
    'The same body under the same webhook-id, whatever came of it before, with all attempts anew. One that waits for its next attempt waits no longer.',
});

const postSkip = changeRoute(
  skipWaitingDelivery,
  {
    operationId: 'skipWebhookDelivery',
    example: DELIVERY_EXAMPLES.skipped,
    summary: 'Skip a delivery that holds up those behind it',
    description:
      'A pending one is given up, and the next one goes at once. An attempt that is under way may still arrive. It can be sent again later. Idempotent: sending it again changes nothing.',
  },
  'webhook_delivery_ended',
);

function changeRoute(
  verb: (pool: StaffWebhookOptions['pool'], key: EndpointKey, id: string, doing: Doing) => Promise<unknown>,
  { example, ...named }: { operationId: string; summary: string; description: string; example: object },
  ...refusals: 'webhook_delivery_ended'[]
): Route<StaffWebhookOptions> {
  return route({
    schema: {
      tags: ['Webhooks'],
      ...named,
      params: DeliveryKeyParams,
      response: {
        200: answer('The delivery as it is now.', StaffDeliverySchema, rateLimitHeaders, example),
        ...errorAnswers(
          'webhook_endpoint_not_found',
          'webhook_delivery_not_found',
          ...refusals,
          ...WITH_BODY,
        ),
      },
    },
    handler: async ({ pool, clock }: StaffWebhookOptions, { params, caller }) => {
      const endpoint = await findEndpoint(pool, params);
      await verb(pool, endpoint, readDeliveryId(params), { by: actorOf(caller), now: clock() });
      return shownDelivery(endpoint, await findDelivery(pool, endpoint, params));
    },
  });
}

/** What was sent to the endpoints of all clients, sending it again, and skipping what holds up the rest. */
export async function staffDeliveryRoutes(app: FastifyInstance, options: StaffWebhookOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', DELIVERIES_PATH, getDeliveries, { verb: 'webhooks.read' }],
    ['GET', `${DELIVERIES_PATH}/:deliveryId`, getDelivery, { verb: 'webhooks.read' }],
    ['POST', `${DELIVERIES_PATH}/:deliveryId/resend`, postResend, { verb: 'webhooks.change' }],
    ['POST', `${DELIVERIES_PATH}/:deliveryId/skip`, postSkip, { verb: 'webhooks.change' }],
  ]);
}
