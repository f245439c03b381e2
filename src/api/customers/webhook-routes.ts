import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../platform/audit/actor.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import type { Violation } from '../../platform/errors/errors.ts';
import { parseMoment } from '../../platform/formats/moments.ts';
import {
  answer,
  changeAnswers,
  errorAnswers,
  ifMatchAnswers,
  oneOf,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  stringField,
  WITH_BODY,
  withExample,
} from '../../platform/http/api-document.ts';
import { ifMatchHeader, makeEtag, mayReplace, sendJson } from '../../platform/http/etag.ts';
import { cursorParameters, sendPage } from '../../platform/http/paging.ts';
import { registerRoutes, routeUnder } from '../../platform/http/route-table.ts';
import type { Config } from '../../platform/settings/config.ts';
import { endpointUrlViolation } from '../../webhooks/delivery-rules.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  deleteEndpointOf,
  deliveryNotFound,
  endpointNotFound,
  resendDelivery,
  resendFailed,
  rotateEndpointSecret,
  sendTestEvent,
} from '../../webhooks/manage-webhooks.ts';
import {
  DELIVERY_STATES,
  type DeliveryState,
  findWebhookDelivery,
  listWebhookDeliveries,
  type WebhookDelivery,
} from '../../webhooks/webhook-delivery-store.ts';
import {
  type EndpointKey,
  findWebhookEndpoint,
  listWebhookEndpoints,
  type WebhookEndpoint,
} from '../../webhooks/webhook-endpoint-store.ts';
import { withoutNulls } from '../staff/fields/staff-requests.ts';
import { deliveryId, EndpointParamsSchema, readDeliveryId, readEndpointId, readPosition } from './webhook-paths.ts';
import {
  DELIVERY_EXAMPLE,
  DeletedWebhookEndpointSchema,
  ENDPOINT_EXAMPLES,
  ResendFailedRequestSchema,
  ResendFailedSchema,
  RotateSecretRequestSchema,
  WebhookDeliveryDetailSchema,
  WebhookDeliverySchema,
  WebhookEndpointChangeSchema,
  WebhookEndpointRequestSchema,
  WebhookEndpointSchema,
  WebhookEndpointSecretSchema,
} from './webhook-schemas.ts';

const route = routeUnder<WebhookRouteOptions>('Webhooks');
const LIMIT_DEFAULT = 50;

const DeliveryQuerySchema = Type.Object({
  state: Type.Optional(oneOf<DeliveryState>(DELIVERY_STATES, 'Only deliveries in this state.', 'failed')),
  orderId: Type.Optional(stringField('Only deliveries of events of this order.', 'SHOP-10001')),
  ...cursorParameters(LIMIT_DEFAULT),
});
const DeliveryParamsSchema = Type.Object({ ...EndpointParamsSchema.properties, deliveryId });

interface WebhookRouteOptions {
  config: Pick<Config, 'BASE_URL' | 'FILE_FETCH_ALLOW' | 'WEBHOOK_ALLOW'>;
  pool: Pool;
  encryptionKey: Uint8Array;
  clock: () => Date;
}

const postEndpoint = route({
  operationId: 'createWebhookEndpoint',
  summary: 'Create a webhook endpoint',
  description:
    'From now on, events are sent to its URL (Standard Webhooks). Only this answer contains the secret that verifies them. At most 20 endpoints.',
  body: WebhookEndpointRequestSchema,
  response: {
    200: answer('The endpoint with its secret.', WebhookEndpointSecretSchema, {
      Location: { schema: Type.String(), description: 'Address of the endpoint.' },
      ...rateLimitHeaders,
    }),
    ...errorAnswers('too_many_webhook_endpoints', ...WITH_BODY),
  },
  handler: async ({ config, pool, encryptionKey, clock }, request, reply) => {
    const { body, caller } = request;
    const wanted = {
      url: body.url,
      description: body.description || null,
      types: body.types?.length ? [...new Set(body.types)] : null,
    };
    const made = await createWebhookEndpoint(pool, encryptionKey, caller.clientId, wanted, clock());
    reply.header('location', endpointUrl(config, made.endpoint));
    return { ...endpointAnswer(made.endpoint), secret: made.secret };
  },
});

const getEndpoints = route({
  operationId: 'listWebhookEndpoints',
  summary: 'List your webhook endpoints',
  description: 'Lists all your endpoints, oldest first.',
  response: readAnswers('The endpoints.', Type.Array(WebhookEndpointSchema)),
  handler: async ({ pool }, request, reply) => {
    const endpoints = await withRetry(() => listWebhookEndpoints(pool, request.caller.clientId));
    return sendJson(request, reply, endpoints.map(endpointAnswer));
  },
});

const getEndpoint = route({
  operationId: 'getWebhookEndpoint',
  summary: 'Read a webhook endpoint',
  description: 'Returns its settings and its state, without the secret.',
  params: EndpointParamsSchema,
  response: readAnswers('The endpoint.', WebhookEndpointSchema, 'webhook_endpoint_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { endpoint } = await findEndpoint(pool, request);
    return sendJson(request, reply, endpointAnswer(endpoint));
  },
});

const putEndpoint = route({
  operationId: 'updateWebhookEndpoint',
  summary: 'Change a webhook endpoint',
  description:
    'Changes the given fields; absent fields stay. A new URL, or enabling the endpoint again, sends its pending deliveries at once. With `If-Match`, the endpoint is changed only if it still has that ETag.',
  params: EndpointParamsSchema,
  headers: Type.Object(ifMatchHeader),
  body: WebhookEndpointChangeSchema,
  response: withExample(
    ENDPOINT_EXAMPLES.changed,
    ifMatchAnswers('The endpoint.', WebhookEndpointSchema, 'webhook_endpoint_not_found'),
  ),
  handler: async ({ pool, clock }, request, reply) => {
    const { body } = request;
    const { clientId, endpointId } = readKey(request);
    const change = { ...body, types: body.types && [...new Set(body.types)] };
    const isExpected = (found: WebhookEndpoint) => mayReplace(request, makeEtag(JSON.stringify(endpointAnswer(found))));
    const endpoint = await changeWebhookEndpoint(pool, clientId, endpointId, change, isExpected, clock());
    if (!endpoint) throw endpointNotFound();
    return sendJson(request, reply, endpointAnswer(endpoint));
  },
});

const INSTEAD = { PATCH: 'PUT changes the given fields only; absent fields stay.' };

const deleteEndpoint = route({
  operationId: 'deleteWebhookEndpoint',
  summary: 'Delete a webhook endpoint',
  description: 'Deletes the endpoint and its deliveries. An attempt that has begun may still arrive.',
  params: EndpointParamsSchema,
  response: {
    200: answer('The endpoint is deleted.', DeletedWebhookEndpointSchema, rateLimitHeaders),
    ...errorAnswers('webhook_endpoint_not_found'),
  },
  handler: async ({ pool, clock }, request) => {
    const { clientId, endpointId } = readKey(request);
    if (!(await deleteEndpointOf(pool, clientId, endpointId, clock()))) throw endpointNotFound();
    return { endpointId, deleted: true };
  },
});

const postRotateSecret = route({
  operationId: 'rotateWebhookSecret',
  summary: 'Replace the secret of a webhook endpoint',
  description:
    'Only this answer contains the new secret. For 24 hours, deliveries are signed with the new and the old secret, so that the receiver can change over. Another rotation in this time ends no secret early. With `revokePrevious`, all earlier secrets end at once.',
  params: EndpointParamsSchema,
  body: Type.Optional(RotateSecretRequestSchema),
  response: withExample(
    ENDPOINT_EXAMPLES.rotated,
    changeAnswers('The endpoint with its new secret.', WebhookEndpointSecretSchema, 'webhook_endpoint_not_found'),
  ),
  handler: async ({ pool, encryptionKey, clock }, request) => {
    const { clientId, endpointId } = readKey(request);
    const made = await rotateEndpointSecret(pool, encryptionKey, clientId, endpointId, {
      now: clock(),
      revokePrevious: request.body?.revokePrevious ?? false,
    });
    if (!made) throw endpointNotFound();
    return { ...endpointAnswer(made.endpoint), secret: made.secret };
  },
});

const postTest = route({
  operationId: 'testWebhookEndpoint',
  summary: 'Send a test event',
  description:
    'Sends an event of type `webhook.test`, whatever types the endpoint subscribes to. It is sent after the deliveries that are already pending; a disabled endpoint gets it once it is enabled. Read the delivery to see the result.',
  params: EndpointParamsSchema,
  response: withExample(
    withoutNulls({ ...DELIVERY_EXAMPLE, type: 'webhook.test', orderId: null }),
    changeAnswers('The delivery of the test event.', WebhookDeliverySchema, 'webhook_endpoint_not_found'),
  ),
  handler: async ({ pool, clock }, request) => {
    const { key, endpoint } = await findEndpoint(pool, request);
    return deliveryAnswer(endpoint, await sendTestEvent(pool, key, clock()));
  },
});

const getDeliveries = route({
  operationId: 'listWebhookDeliveries',
  summary: 'List deliveries',
  description:
    'Lists the past and pending deliveries of the endpoint, newest first. They are kept for 30 days. Follow the Link header to the next page.',
  params: EndpointParamsSchema,
  querystring: DeliveryQuerySchema,
  response: pageAnswers('A page of deliveries.', Type.Array(WebhookDeliverySchema), 'webhook_endpoint_not_found'),
  handler: async ({ pool }, request, reply) => {
    const { query } = request;
    const before = readPosition(query.cursor);
    const { key, endpoint } = await findEndpoint(pool, request);
    const found = await withRetry(() =>
      listWebhookDeliveries(pool, key, { state: query.state, orderId: query.orderId, before, limit: query.limit + 1 }),
    );
    return sendPage(request, reply, found, {
      keyOf: (last) => [last.position],
      show: (delivery) => deliveryAnswer(endpoint, delivery),
    });
  },
});

const getDelivery = route({
  operationId: 'getWebhookDelivery',
  summary: 'Read a delivery',
  description: 'Returns the delivery with its body and the beginning of the last answer.',
  params: DeliveryParamsSchema,
  response: readAnswers(
    'The delivery.',
    WebhookDeliveryDetailSchema,
    'webhook_endpoint_not_found',
    'webhook_delivery_not_found',
  ),
  handler: async ({ pool }, request, reply) => {
    const { key, endpoint } = await findEndpoint(pool, request);
    const deliveryId = readDeliveryId(request.params);
    const delivery = await withRetry(() => findWebhookDelivery(pool, key, deliveryId));
    if (!delivery) throw deliveryNotFound();
    const responseExcerpt = delivery.responseExcerpt || undefined;
    const detail = {
      ...deliveryAnswer(endpoint, delivery),
      body: delivery.body,
      responseExcerpt,
      attemptLog: delivery.attemptLog,
    };
    return sendJson(request, reply, detail);
  },
});

const postResend = route({
  operationId: 'resendWebhookDelivery',
  summary: 'Send a delivery again',
  description:
    'Sends the same body with the same webhook-id, in any state of the delivery, with all attempts again. `attemptLog` keeps the earlier attempts. A delivery that waits for its next attempt is sent at once.',
  params: DeliveryParamsSchema,
  response: changeAnswers(
    'The delivery, pending.',
    WebhookDeliverySchema,
    'webhook_endpoint_not_found',
    'webhook_delivery_not_found',
  ),
  handler: async ({ pool, clock }, request) => {
    const { key, endpoint } = await findEndpoint(pool, request);
    const doing = { by: actorOf(request.caller), now: clock() };
    return deliveryAnswer(endpoint, await resendDelivery(pool, key, readDeliveryId(request.params), doing));
  },
});

const postResendFailed = route({
  operationId: 'resendFailedWebhooks',
  summary: 'Send failed deliveries again',
  description:
    'Sends the deliveries in state `failed` of events since a moment again, in the order in which they were recorded. At most 10,000 in one request: repeat it until `resent` is 0.',
  params: EndpointParamsSchema,
  body: ResendFailedRequestSchema,
  response: changeAnswers('The number of resent deliveries.', ResendFailedSchema, 'webhook_endpoint_not_found'),
  handler: async ({ pool, clock }, request) => {
    const { key } = await findEndpoint(pool, request);
    const doing = { by: actorOf(request.caller), now: clock() };
    return { resent: await resendFailed(pool, key, parseMoment(request.body.since)!, doing) };
  },
});

type EndpointRequest = Pick<FastifyRequest, 'caller'> & { params: { endpointId: string } };

/** Returns the key of an endpoint. Throws `webhook_endpoint_not_found` for an id that is not a UUID. */
function readKey({ caller, params }: EndpointRequest): EndpointKey {
  return { clientId: caller.clientId, endpointId: readEndpointId(params) };
}

async function findEndpoint(pool: Pool, request: EndpointRequest) {
  const key = readKey(request);
  const endpoint = await withRetry(() => findWebhookEndpoint(pool, key.clientId, key.endpointId));
  if (!endpoint) throw endpointNotFound();
  return { key, endpoint };
}

function endpointUrl({ BASE_URL }: Pick<Config, 'BASE_URL'>, { endpointId }: { endpointId: string }): string {
  return `${BASE_URL}/v1/webhook-endpoints/${endpointId}`;
}

function urlFaults(body: unknown, allow: readonly string[]): Violation[] {
  const { url } = Object(body) as { url?: unknown };
  const fault = typeof url === 'string' ? endpointUrlViolation(url, '/url', allow) : undefined;
  return fault ? [fault] : [];
}

function endpointAnswer(endpoint: WebhookEndpoint) {
  const { endpointId, url, types, description, status, disabledReason, created, updated } = endpoint;
  const { failingSince, previousSecretUntil: previousSecretValidUntil } = endpoint;
  return withoutNulls({
    endpointId,
    url,
    types: types ?? [],
    description: description || null,
    ...{ status, disabledReason, failingSince, previousSecretValidUntil, created, updated },
  });
}

function deliveryAnswer({ status }: WebhookEndpoint, delivery: WebhookDelivery) {
  const { deliveryId, type, orderId, state, attempts, due, created, lastAttempt, delivered } = delivery;
  const { lastStatus, lastError } = delivery;
  const nextAttempt = state === 'pending' && status === 'active' ? due : null;
  return withoutNulls({
    ...{ deliveryId, type, orderId, state, attempts, nextAttempt, created, lastAttempt, delivered },
    ...{ lastStatus, lastError },
  });
}

export async function webhookRoutes(app: FastifyInstance, options: WebhookRouteOptions): Promise<void> {
  const { FILE_FETCH_ALLOW, WEBHOOK_ALLOW } = options.config;
  const judging = {
    moreFaults: ({ body, log }: FastifyRequest) => {
      const faults = urlFaults(body, [...FILE_FETCH_ALLOW, ...WEBHOOK_ALLOW]);
      if (faults.some(({ code }) => code === 'private_address'))
        log.warn(
          { setting: 'WEBHOOK_ALLOW' },
          'a private webhook URL was refused; if you trust its host, add it there',
        );
      return faults;
    },
  };
  registerRoutes(app, options, [
    ['POST', '/v1/webhook-endpoints', postEndpoint, judging],
    ['GET', '/v1/webhook-endpoints', getEndpoints],
    ['GET', '/v1/webhook-endpoints/:endpointId', getEndpoint],
    ['PUT', '/v1/webhook-endpoints/:endpointId', putEndpoint, { ...judging, insteadOf: INSTEAD }],
    ['DELETE', '/v1/webhook-endpoints/:endpointId', deleteEndpoint],
    ['POST', '/v1/webhook-endpoints/:endpointId/rotate-secret', postRotateSecret],
    ['POST', '/v1/webhook-endpoints/:endpointId/test', postTest],
    ['GET', '/v1/webhook-endpoints/:endpointId/deliveries', getDeliveries],
    ['GET', '/v1/webhook-endpoints/:endpointId/deliveries/:deliveryId', getDelivery],
    ['POST', '/v1/webhook-endpoints/:endpointId/deliveries/:deliveryId/resend', postResend],
    ['POST', '/v1/webhook-endpoints/:endpointId/resend-failed', postResendFailed],
  ]);
}
