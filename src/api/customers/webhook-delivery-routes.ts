import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { actorOf } from '../../platform/audit/actor.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import {
  answer,
  errorAnswers,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
} from '../../platform/http/api-document.ts';
import { sendJson } from '../../platform/http/etag.ts';
import { parseMoment } from '../../platform/http/moments.ts';
import { cursorParameters, cutPage } from '../../platform/http/paging.ts';
import { registerRoutes, route } from '../../platform/http/route-table.ts';
import { requestTraceParent } from '../../platform/observability/spans.ts';
import type { Config } from '../../platform/settings/config.ts';
import { TEST_EVENT_TYPE } from '../../webhooks/event-types.ts';
import {
  deliveryNotFound,
  endpointNotFound,
  resendDelivery,
  resendFailed,
} from '../../webhooks/manage-webhooks.ts';
import { recordTestDelivery } from '../../webhooks/record-deliveries-store.ts';
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
  type WebhookEndpoint,
} from '../../webhooks/webhook-endpoint-store.ts';
import {
  deliveryId,
  EndpointParamsSchema,
  readDeliveryId,
  readEndpointId,
  readPosition,
} from './webhook-paths.ts';
import {
  DELIVERY_EXAMPLE,
  ResendFailedRequestSchema,
  ResendFailedSchema,
  WebhookDeliveryDetailSchema,
  WebhookDeliverySchema,
} from './webhook-schemas.ts';

const LIMIT_DEFAULT = 50;

const DeliveryQuerySchema = Type.Object({
  state: Type.Optional(
    Type.Unsafe<DeliveryState>({
      type: 'string',
      enum: DELIVERY_STATES,
      description: 'Only deliveries in this state.',
      examples: ['failed'],
    }),
  ),
  ...cursorParameters(LIMIT_DEFAULT),
});
const DeliveryParamsSchema = Type.Object({ ...EndpointParamsSchema.properties, deliveryId });

export interface WebhookDeliveryRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  clock: () => Date;
}

const postTest = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'testWebhookEndpoint',
    summary: 'Send a test event',
    description:
      'An event of type `webhook.test`, whatever types the endpoint wants. It is sent after what waits already; at a disabled endpoint it waits until that is enabled. Read the delivery to see what came of it.',
    params: EndpointParamsSchema,
    response: {
      200: answer('The delivery of the test event.', WebhookDeliverySchema, rateLimitHeaders, {
        ...DELIVERY_EXAMPLE,
        type: 'webhook.test',
      }),
      ...errorAnswers('webhook_endpoint_not_found', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: WebhookDeliveryRouteOptions, { params, caller }) => {
    const key = { clientId: caller.clientId, endpointId: readEndpointId(params) };
    const endpoint = await requireEndpoint(pool, key);
    const created = clock();
    const { endpointId } = key;
    const body = JSON.stringify({ type: TEST_EVENT_TYPE, timestamp: created, data: { endpointId } });
    const traceParent = requestTraceParent();
    const delivery = {
      deliveryId: randomUUIDv7(),
      type: TEST_EVENT_TYPE,
      body,
      created,
      traceParent,
    } as const;
    return shown(endpoint, await withRetry(() => recordTestDelivery(pool, key, delivery)));
  },
});

const getDeliveries = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'listWebhookDeliveries',
    summary: 'List deliveries',
    description:
      'What was sent to the endpoint and what will be, newest first. Kept for 30 days. Follow the Link header.',
    params: EndpointParamsSchema,
    querystring: DeliveryQuerySchema,
    response: pageAnswers(
      'A page of deliveries.',
      Type.Array(WebhookDeliverySchema),
      'webhook_endpoint_not_found',
    ),
  },
  handler: async ({ config, pool }: WebhookDeliveryRouteOptions, request, reply) => {
    const { params, query, caller } = request;
    const key = { clientId: caller.clientId, endpointId: readEndpointId(params) };
    const before = readPosition(query.cursor);
    const endpoint = await requireEndpoint(pool, key);
    const found = await withRetry(() =>
      listWebhookDeliveries(pool, key, { state: query.state, before, limit: query.limit + 1 }),
    );
    const url = `${config.BASE_URL}/v1/webhook-endpoints/${key.endpointId}/deliveries`;
    const page = cutPage(reply, found, { url, query, keyOf: (last) => [last.position] });
    return sendJson(request, reply, JSON.stringify(page.map((delivery) => shown(endpoint, delivery))));
  },
});

const getDelivery = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'getWebhookDelivery',
    summary: 'Read a delivery',
    description: 'With the body that was sent and the beginning of the last answer.',
    params: DeliveryParamsSchema,
    response: readAnswers(
      'The delivery.',
      WebhookDeliveryDetailSchema,
      'webhook_endpoint_not_found',
      'webhook_delivery_not_found',
    ),
  },
  handler: async ({ pool }: WebhookDeliveryRouteOptions, request, reply) => {
    const { params, caller } = request;
    const key = { clientId: caller.clientId, endpointId: readEndpointId(params) };
    const endpoint = await requireEndpoint(pool, key);
    const deliveryId = readDeliveryId(params);
    const delivery = await withRetry(() => findWebhookDelivery(pool, key, deliveryId));
    if (!delivery) throw deliveryNotFound();
    const { body, responseExcerpt } = delivery;
    const detail = { ...shown(endpoint, delivery), body, ...(responseExcerpt && { responseExcerpt }) };
    return sendJson(request, reply, JSON.stringify(detail));
  },
});

const postResend = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'resendWebhookDelivery',
    summary: 'Send a delivery again',
    description:
      'The same body under the same webhook-id, whatever came of it before, with all attempts anew. One that waits for its next attempt waits no longer.',
    params: DeliveryParamsSchema,
    response: {
      200: answer('The delivery, pending.', WebhookDeliverySchema, rateLimitHeaders),
      ...errorAnswers('webhook_endpoint_not_found', 'webhook_delivery_not_found', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: WebhookDeliveryRouteOptions, { params, caller }) => {
    const key = { clientId: caller.clientId, endpointId: readEndpointId(params) };
    const endpoint = await requireEndpoint(pool, key);
    const deliveryId = readDeliveryId(params);
    const delivery = await resendDelivery(pool, key, deliveryId, { by: actorOf(caller), now: clock() });
    return shown(endpoint, delivery);
  },
});

const postResendFailed = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'resendFailedWebhooks',
    summary: 'Send failed deliveries again',
    description:
      'Those that failed for good, of events since a moment, in the order in which they were recorded. At most 10,000 at once: repeat it until none is left.',
    params: EndpointParamsSchema,
    body: ResendFailedRequestSchema,
    response: {
      200: answer('How many are sent again.', ResendFailedSchema, rateLimitHeaders),
      ...errorAnswers('webhook_endpoint_not_found', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: WebhookDeliveryRouteOptions, { params, caller, body }) => {
    const key = { clientId: caller.clientId, endpointId: readEndpointId(params) };
    await requireEndpoint(pool, key);
    const since = parseMoment(body.since)!;
    return { resent: await resendFailed(pool, key, since, { by: actorOf(caller), now: clock() }) };
  },
});

async function requireEndpoint(pool: Pool, { clientId, endpointId }: EndpointKey): Promise<WebhookEndpoint> {
  const endpoint = await withRetry(() => findWebhookEndpoint(pool, clientId, endpointId));
  if (!endpoint) throw endpointNotFound();
  return endpoint;
}

function shown(endpoint: WebhookEndpoint, delivery: WebhookDelivery): Static<typeof WebhookDeliverySchema> {
  const { deliveryId, type, state, attempts, due, created, lastAttempt, delivered } = delivery;
  const { lastStatus, lastError } = delivery;
  return {
    deliveryId,
    type,
    state,
    attempts,
    ...(state === 'pending' && endpoint.status === 'active' && { nextAttempt: due.toISOString() }),
    created: created.toISOString(),
    ...(lastAttempt && { lastAttempt: lastAttempt.toISOString() }),
    ...(delivered && { delivered: delivered.toISOString() }),
    ...(lastStatus !== null && { lastStatus }),
    ...(lastError && { lastError }),
  };
}

/** What was sent to an endpoint, and sending it again. */
export async function webhookDeliveryRoutes(
  app: FastifyInstance,
  options: WebhookDeliveryRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['POST', '/v1/webhook-endpoints/:endpointId/test', postTest],
    ['GET', '/v1/webhook-endpoints/:endpointId/deliveries', getDeliveries],
    ['GET', '/v1/webhook-endpoints/:endpointId/deliveries/:deliveryId', getDelivery],
    ['POST', '/v1/webhook-endpoints/:endpointId/deliveries/:deliveryId/resend', postResend],
    ['POST', '/v1/webhook-endpoints/:endpointId/resend-failed', postResendFailed],
  ]);
}
