import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import type { Doing } from '../../../platform/audit/record-audit.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import { optionalMoment } from '../../../platform/formats/moments.ts';
import { changeAnswers, pageAnswers, readAnswers, withExample } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { decodeCursor, invalidCursor, sendPage } from '../../../platform/http/paging.ts';
import { type Route, routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import {
  deliveryNotFound,
  resendDelivery,
  resendFailed,
  skipWaitingDelivery,
  switchEndpoint,
} from '../../../webhooks/manage-webhooks.ts';
import {
  listStaffDeliveries,
  listStaffEndpoints,
  type StaffDelivery,
  type StaffEndpoint,
} from '../../../webhooks/staff-webhook-store.ts';
import type { EndpointKey, WebhookEndpoint } from '../../../webhooks/webhook-endpoint-store.ts';
import { isUuid, readDeliveryId, readPosition } from '../../customers/webhook-paths.ts';
import { ResendFailedSchema } from '../../customers/webhook-schemas.ts';
import type { StaffContext } from '../fields/staff-requests.ts';
import {
  DELIVERY_EXAMPLES,
  DeliveryKeyParams,
  DeliveryListQuery,
  EndpointKeyParams,
  EndpointListQuery,
  ResendFailedByStaffRequest,
  STAFF_ENDPOINT_EXAMPLE,
  StaffDeliveryDetailSchema,
  StaffDeliverySchema,
  StaffEndpointSchema,
  staffDeliveryAnswer,
  staffEndpointAnswer,
} from './staff-webhook-schemas.ts';

const route = routeUnder<StaffContext>('Webhooks');
const PATH = '/operator/v1/webhook-endpoints';
const ENDPOINT_PATH = `${PATH}/:clientId/:endpointId`;
const DELIVERIES_PATH = `${ENDPOINT_PATH}/deliveries`;

const getEndpoints = route({
  operationId: 'listStaffWebhookEndpoints',
  summary: 'List the webhook endpoints of all clients',
  description: 'Lists the endpoints by client, oldest first. Follow the Link header to the next page.',
  querystring: EndpointListQuery,
  response: pageAnswers('A page of endpoints.', Type.Array(StaffEndpointSchema)),
  handler: async ({ pool }, request, reply) => {
    const { limit, cursor, ...filter } = request.query;
    const after = readCursor(cursor);
    const found = await withRetry(() => listStaffEndpoints(pool, { ...filter, after, limit: limit + 1 }));
    return sendPage(request, reply, found, {
      keyOf: (last) => [last.clientId, last.endpointId],
      show: staffEndpointAnswer,
    });
  },
});

const getEndpoint = route({
  operationId: 'getStaffWebhookEndpoint',
  summary: 'Read a webhook endpoint of a client',
  description: 'Returns its state and the number of its pending deliveries.',
  params: EndpointKeyParams,
  response: readAnswers('The endpoint.', StaffEndpointSchema, 'webhook_endpoint_not_found'),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, staffEndpointAnswer(await findEndpoint(pool, request.params))),
});

const postEnable = switchRoute('active', {
  operationId: 'enableWebhookEndpoint',
  summary: 'Enable a webhook endpoint',
  description: 'Pending deliveries are sent at once, and earlier failures no longer count.',
});

const postDisable = switchRoute('disabled', {
  operationId: 'disableWebhookEndpoint',
  summary: 'Disable a webhook endpoint',
  description:
    'No events are recorded for it, and its pending deliveries are not sent until it is enabled. Its customer reads `disabledReason: "by_staff"` and may enable it again.',
});

function switchRoute(
  status: WebhookEndpoint['status'],
  { description, ...named }: { operationId: string; summary: string; description: string },
): Route<StaffContext> {
  return route({
    ...named,
    description: `${description} Idempotent: sending it again changes nothing.`,
    params: EndpointKeyParams,
    response: withExample(
      { ...STAFF_ENDPOINT_EXAMPLE, ...(status === 'disabled' && { state: 'disabled', disabledReason: 'by_staff' }) },
      changeAnswers('The endpoint as it is now.', StaffEndpointSchema, 'webhook_endpoint_not_found'),
    ),
    handler: async ({ pool, clock }, { params, caller }) => {
      const endpoint = await findEndpoint(pool, params);
      await switchEndpoint(pool, endpoint, status, { by: actorOf(caller), now: clock() });
      return staffEndpointAnswer(await findEndpoint(pool, params));
    },
  });
}

const postResendFailed = route({
  operationId: 'resendFailedOfEndpoint',
  summary: 'Send the failed deliveries of an endpoint again',
  description:
    'Sends its deliveries in state `failed` again, in the order in which they were recorded. At most 10,000 in one request: repeat it until `resent` is 0. Skipped deliveries stay skipped. Idempotent: a delivery that is sent again is no longer failed.',
  params: EndpointKeyParams,
  body: Type.Optional(ResendFailedByStaffRequest),
  response: changeAnswers('The number of resent deliveries.', ResendFailedSchema, 'webhook_endpoint_not_found'),
  handler: async ({ pool, clock }, { params, body, caller }) => {
    const endpoint = await findEndpoint(pool, params);
    const since = optionalMoment(body.since) ?? new Date(0);
    return { resent: await resendFailed(pool, endpoint, since, { by: actorOf(caller), now: clock() }) };
  },
});

function readCursor(cursor: string | undefined): EndpointKey | undefined {
  const key = decodeCursor(cursor, 2);
  if (!key) return undefined;
  const [clientId = '', endpointId = ''] = key;
  if (!isUuid(endpointId)) throw invalidCursor();
  return { clientId, endpointId };
}

async function findEndpoint(pool: Pool, params: EndpointKey): Promise<StaffEndpoint> {
  const { clientId, endpointId } = params;
  if (isUuid(endpointId)) {
    const only = { clientId, endpointId: endpointId.toLowerCase(), limit: 1 };
    const [endpoint] = await withRetry(() => listStaffEndpoints(pool, only));
    if (endpoint) return endpoint;
  }
  const message = 'This client has no webhook endpoint with this endpointId.';
  throw new ApiError('webhook_endpoint_not_found', message);
}

async function findDelivery(pool: Pool, endpoint: EndpointKey, params: { deliveryId: string }): Promise<StaffDelivery> {
  const only = { deliveryId: readDeliveryId(params), limit: 1 };
  const [delivery] = await withRetry(() => listStaffDeliveries(pool, endpoint, only));
  if (!delivery) throw deliveryNotFound();
  return delivery;
}

const getDeliveries = route({
  operationId: 'listStaffWebhookDeliveries',
  summary: 'List the deliveries of an endpoint',
  description:
    'Lists past and pending deliveries, newest first. They are kept for 30 days. Deliveries are sent in the order in which they were recorded: the oldest `pending` one must be sent before the others. Follow the Link header to the next page.',
  params: EndpointKeyParams,
  querystring: DeliveryListQuery,
  response: pageAnswers('A page of deliveries.', Type.Array(StaffDeliverySchema), 'webhook_endpoint_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { query, params } = request;
    const before = readPosition(query.cursor);
    const endpoint = await findEndpoint(pool, params);
    const filter = { state: query.state, before, limit: query.limit + 1 };
    const found = await withRetry(() => listStaffDeliveries(pool, endpoint, filter));
    return sendPage(request, reply, found, {
      keyOf: (last) => [last.position],
      show: (one) => staffDeliveryAnswer(endpoint, one),
    });
  },
});

const getDelivery = route({
  operationId: 'getStaffWebhookDelivery',
  summary: 'Read a delivery',
  description: 'Returns the delivery with its body.',
  params: DeliveryKeyParams,
  response: readAnswers(
    'The delivery.',
    StaffDeliveryDetailSchema,
    'webhook_endpoint_not_found',
    'webhook_delivery_not_found',
  ),
  handler: async ({ pool }, request, reply) => {
    const endpoint = await findEndpoint(pool, request.params);
    const delivery = await findDelivery(pool, endpoint, request.params);
    const detail = { ...staffDeliveryAnswer(endpoint, delivery), body: delivery.body };
    return sendJson(request, reply, detail);
  },
});

const postResend = changeRoute(resendDelivery, {
  operationId: 'resendStaffWebhookDelivery',
  example: DELIVERY_EXAMPLES.pending,
  summary: 'Send a delivery again',
  description:
    'Sends the same body with the same webhook-id, in any state of the delivery, with all attempts again. A delivery that waits for its next attempt is sent at once.',
});

const postSkip = changeRoute(
  skipWaitingDelivery,
  {
    operationId: 'skipWebhookDelivery',
    example: DELIVERY_EXAMPLES.skipped,
    summary: 'Skip a delivery that blocks the ones after it',
    description:
      'Gives up a pending delivery, and sends the next one at once. An attempt that has begun may still arrive. A skipped delivery can be sent again later. Idempotent: sending it again changes nothing.',
  },
  'webhook_delivery_ended',
);

function changeRoute(
  verb: (pool: StaffContext['pool'], key: EndpointKey, id: string, doing: Doing) => Promise<unknown>,
  { example, ...named }: { operationId: string; summary: string; description: string; example: object },
  ...refusals: 'webhook_delivery_ended'[]
): Route<StaffContext> {
  return route({
    ...named,
    params: DeliveryKeyParams,
    response: withExample(
      example,
      changeAnswers(
        'The delivery as it is now.',
        StaffDeliverySchema,
        'webhook_endpoint_not_found',
        'webhook_delivery_not_found',
        ...refusals,
      ),
    ),
    handler: async ({ pool, clock }, { params, caller }) => {
      const endpoint = await findEndpoint(pool, params);
      await verb(pool, endpoint, readDeliveryId(params), { by: actorOf(caller), now: clock() });
      return staffDeliveryAnswer(endpoint, await findDelivery(pool, endpoint, params));
    },
  });
}

export const staffWebhookRoutes = routeTable<StaffContext>([
  ['GET', PATH, getEndpoints, { verb: 'webhooks.read' }],
  ['GET', ENDPOINT_PATH, getEndpoint, { verb: 'webhooks.read' }],
  ['POST', `${ENDPOINT_PATH}/enable`, postEnable, { verb: 'webhooks.change' }],
  ['POST', `${ENDPOINT_PATH}/disable`, postDisable, { verb: 'webhooks.change' }],
  ['POST', `${ENDPOINT_PATH}/resend-failed`, postResendFailed, { verb: 'webhooks.change' }],
  ['GET', DELIVERIES_PATH, getDeliveries, { verb: 'webhooks.read' }],
  ['GET', `${DELIVERIES_PATH}/:deliveryId`, getDelivery, { verb: 'webhooks.read' }],
  ['POST', `${DELIVERIES_PATH}/:deliveryId/resend`, postResend, { verb: 'webhooks.change' }],
  ['POST', `${DELIVERIES_PATH}/:deliveryId/skip`, postSkip, { verb: 'webhooks.change' }],
]);
