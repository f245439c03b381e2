import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { withRetry } from '../../platform/database/transaction.ts';
import type { Violation } from '../../platform/errors/errors.ts';
import {
  answer,
  errorAnswers,
  etagHeader,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
} from '../../platform/http/api-document.ts';
import { ifMatchHeader, makeEtag, mayReplace, sendJson } from '../../platform/http/etag.ts';
import { registerRoutes, route } from '../../platform/http/route-table.ts';
import { endpointUrlViolation } from '../../platform/network/url-rules.ts';
import type { Config } from '../../platform/settings/config.ts';
import { EndpointParamsSchema, endpointNotFound, readEndpointId } from '../../webhooks/endpoint-path.ts';
import {
  changeWebhookEndpoint,
  createWebhookEndpoint,
  removeEndpoint,
  rotateSecret,
} from '../../webhooks/manage-endpoints.ts';
import {
  findWebhookEndpoint,
  listWebhookEndpoints,
  type WebhookEndpoint,
} from '../../webhooks/webhook-endpoint-store.ts';
import {
  DeletedWebhookEndpointSchema,
  ENDPOINT_EXAMPLES,
  WebhookEndpointChangeSchema,
  WebhookEndpointRequestSchema,
  WebhookEndpointSchema,
  WebhookEndpointSecretSchema,
} from '../../webhooks/webhook-schemas.ts';

export interface WebhookRouteOptions {
  config: Pick<Config, 'BASE_URL' | 'FILE_FETCH_ALLOW'>;
  pool: Pool;
  encryptionKey: Uint8Array;
  clock: () => Date;
}

const postEndpoint = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'createWebhookEndpoint',
    summary: 'Create a webhook endpoint',
    description:
      'From now on events are sent there (Standard Webhooks). The answer has the secret to verify them with, this once. At most 20 endpoints.',
    body: WebhookEndpointRequestSchema,
    response: {
      200: answer('The endpoint with its secret.', WebhookEndpointSecretSchema, {
        Location: { schema: Type.String(), description: 'Address of the endpoint.' },
        ...rateLimitHeaders,
      }),
      ...errorAnswers('too_many_webhook_endpoints', ...WITH_BODY),
    },
  },
  handler: async ({ config, pool, encryptionKey, clock }: WebhookRouteOptions, request, reply) => {
    const { body, caller } = request;
    const made = await createWebhookEndpoint(
      pool,
      encryptionKey,
      caller.clientId,
      {
        url: body.url,
        description: body.description || null,
        types: body.types?.length ? [...new Set(body.types)] : null,
      },
      clock(),
    );
    reply.header('location', `${config.BASE_URL}/v1/webhook-endpoints/${made.endpoint.endpointId}`);
    return { ...shown(made.endpoint), secret: made.secret };
  },
});

const getEndpoints = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'listWebhookEndpoints',
    summary: 'List your webhook endpoints',
    description: 'All of them, oldest first.',
    response: readAnswers('The endpoints.', Type.Array(WebhookEndpointSchema)),
  },
  handler: async ({ pool }: WebhookRouteOptions, request, reply) => {
    const endpoints = await withRetry(() => listWebhookEndpoints(pool, request.caller.clientId));
    return sendJson(request, reply, JSON.stringify(endpoints.map(shown)));
  },
});

const getEndpoint = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'getWebhookEndpoint',
    summary: 'Read a webhook endpoint',
    description: 'Its settings, and whether it fails or has been disabled. The secret is not shown.',
    params: EndpointParamsSchema,
    response: readAnswers('The endpoint.', WebhookEndpointSchema, 'webhook_endpoint_not_found'),
  },
  handler: async ({ pool }: WebhookRouteOptions, request, reply) => {
    const endpointId = readEndpointId(request.params);
    const endpoint = await withRetry(() => findWebhookEndpoint(pool, request.caller.clientId, endpointId));
    if (!endpoint) throw endpointNotFound();
    return sendJson(request, reply, JSON.stringify(shown(endpoint)));
  },
});

const putEndpoint = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'updateWebhookEndpoint',
    summary: 'Change a webhook endpoint',
    description:
      'Changes what is given; what is absent stays. Another url, or enabling it again, makes what waits be sent at once. With `If-Match` only when nobody changed it since.',
    params: EndpointParamsSchema,
    headers: Type.Object(ifMatchHeader),
    body: WebhookEndpointChangeSchema,
    response: {
      200: answer(
        'The endpoint.',
        WebhookEndpointSchema,
        { ...etagHeader, ...rateLimitHeaders },
        ENDPOINT_EXAMPLES.changed,
      ),
      ...errorAnswers('webhook_endpoint_not_found', 'precondition_failed', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: WebhookRouteOptions, request, reply) => {
    const { body, caller } = request;
    const endpointId = readEndpointId(request.params);
    const change = { ...body, types: body.types && [...new Set(body.types)] };
    const isExpected = (found: WebhookEndpoint) =>
      mayReplace(request, makeEtag(JSON.stringify(shown(found))));
    const endpoint = await changeWebhookEndpoint(
      pool,
      caller.clientId,
      endpointId,
      change,
      isExpected,
      clock(),
    );
    if (!endpoint) throw endpointNotFound();
    return sendJson(request, reply, JSON.stringify(shown(endpoint)));
  },
});

const deleteEndpoint = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'deleteWebhookEndpoint',
    summary: 'Delete a webhook endpoint',
    description: 'With its deliveries. An attempt that is under way may still arrive.',
    params: EndpointParamsSchema,
    response: {
      200: answer('The endpoint is deleted.', DeletedWebhookEndpointSchema, rateLimitHeaders),
      ...errorAnswers('webhook_endpoint_not_found'),
    },
  },
  handler: async ({ pool, clock }: WebhookRouteOptions, { params, caller }) => {
    const endpointId = readEndpointId(params);
    if (!(await removeEndpoint(pool, caller.clientId, endpointId, clock()))) throw endpointNotFound();
    return { endpointId, deleted: true };
  },
});

const postRotateSecret = route({
  schema: {
    tags: ['Webhooks'],
    operationId: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook endpoint',
    description:
      'The answer has the new secret, this once. For 24 hours deliveries are signed with the new and the old one, so that the receiver can change over.',
    params: EndpointParamsSchema,
    response: {
      200: answer(
        'The endpoint with its new secret.',
        WebhookEndpointSecretSchema,
        rateLimitHeaders,
        ENDPOINT_EXAMPLES.rotated,
      ),
      ...errorAnswers('webhook_endpoint_not_found', ...WITH_BODY),
    },
  },
  handler: async ({ pool, encryptionKey, clock }: WebhookRouteOptions, { params, caller }) => {
    const endpointId = readEndpointId(params);
    const made = await rotateSecret(pool, encryptionKey, caller.clientId, endpointId, clock());
    if (!made) throw endpointNotFound();
    return { ...shown(made.endpoint), secret: made.secret };
  },
});

function urlFaults(body: unknown, allow: readonly string[]): Violation[] {
  const { url } = Object(body) as { url?: unknown };
  const fault = typeof url === 'string' ? endpointUrlViolation(url, '/url', allow) : undefined;
  return fault ? [fault] : [];
}

function shown(endpoint: WebhookEndpoint): Static<typeof WebhookEndpointSchema> {
  const { endpointId, url, types, description, status, disabledReason, created, updated } = endpoint;
  const { failingSince, previousSecretUntil } = endpoint;
  return {
    endpointId,
    url,
    types: types ?? [],
    ...(description && { description }),
    status,
    ...(disabledReason && { disabledReason }),
    ...(failingSince && { failingSince: failingSince.toISOString() }),
    ...(previousSecretUntil && { previousSecretValidUntil: previousSecretUntil.toISOString() }),
    created: created.toISOString(),
    updated: updated.toISOString(),
  };
}

/** The endpoints of a customer that are told what happens. */
export async function webhookRoutes(app: FastifyInstance, options: WebhookRouteOptions): Promise<void> {
  const judging = {
    moreFaults: ({ body }: FastifyRequest) => urlFaults(body, options.config.FILE_FETCH_ALLOW),
  };

  registerRoutes(app, options, [
    ['POST', '/v1/webhook-endpoints', postEndpoint, judging],
    ['GET', '/v1/webhook-endpoints', getEndpoints],
    ['GET', '/v1/webhook-endpoints/:endpointId', getEndpoint],
    ['PUT', '/v1/webhook-endpoints/:endpointId', putEndpoint, judging],
    ['DELETE', '/v1/webhook-endpoints/:endpointId', deleteEndpoint],
    ['POST', '/v1/webhook-endpoints/:endpointId/rotate-secret', postRotateSecret],
  ]);
}
