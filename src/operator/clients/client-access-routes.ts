import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import type { Client } from '../../clients/client-store.ts';
import { changeClientStatus, revokeSecret, rotateSecret } from '../../clients/manage-clients.ts';
import { listSecrets } from '../../clients/secret-store.ts';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import {
  answer,
  emptyAnswer,
  errorAnswers,
  etagHeader,
  rateLimitHeaders,
  WITH_BODY,
} from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { clientNotFound } from '../../http/not-found-errors.ts';
import { ifMatchHeader } from '../../http/preconditions.ts';
import { type Route, registerRoutes, route } from '../../http/route-table.ts';
import { ClientParams } from '../fields/operator-schemas.ts';
import {
  CLIENT_EXAMPLE,
  ClientSchema,
  ListedSecretSchema,
  NewSecretSchema,
  RotateRequest,
  SecretParams,
} from './client-schemas.ts';
import { ifClientSeen, readClient } from './read-client.ts';

const CLIENT_PATH = '/operator/v1/clients/:clientId';

interface ClientAccessOptions {
  pool: Pool;
  clock: () => Date;
}

const postRotateSecret = route({
  schema: {
    tags: ['Clients'],
    operationId: 'rotateSecret',
    summary: 'Give a client a new secret',
    description: 'It is shown this once. The one before it stays valid beside it; older ones end.',
    params: ClientParams,
    headers: Type.Object(ifMatchHeader),
    body: Type.Optional(RotateRequest),
    response: {
      200: answer('The new secret.', NewSecretSchema, rateLimitHeaders),
      ...errorAnswers('client_not_found', 'precondition_failed', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: ClientAccessOptions, request) => {
    const { clientId } = request.params;
    const { revokeOthers = false } = request.body;
    const mayChange = ifClientSeen(request, clientId);
    const rotated = isStorable(clientId)
      ? await rotateSecret(pool, clientId, {
          revokeOthers,
          now: clock(),
          by: actorOf(request.caller),
          mayChange,
        })
      : undefined;
    if (!rotated) throw clientNotFound();
    return rotated;
  },
});

const getSecrets = route({
  schema: {
    tags: ['Clients'],
    operationId: 'listSecrets',
    summary: 'List the secrets of a client',
    description: 'Those that are valid, newest first.',
    params: ClientParams,
    response: {
      200: answer('The secrets.', Type.Array(ListedSecretSchema), rateLimitHeaders),
      ...errorAnswers('client_not_found'),
    },
  },
  handler: async ({ pool }: ClientAccessOptions, request) => {
    const { clientId } = await readClient(pool, request.params.clientId);
    return withRetry(() => listSecrets(pool, clientId));
  },
});

const deleteOneSecret = route({
  schema: {
    tags: ['Clients'],
    operationId: 'revokeSecret',
    summary: 'Revoke one secret of a client',
    description:
      'It gives no tokens any more, and those that it was exchanged for end within 5 seconds. Without a secret a client is shut out until it has a new one.',
    params: SecretParams,
    headers: Type.Object(ifMatchHeader),
    response: {
      204: emptyAnswer('It has ended.', rateLimitHeaders),
      ...errorAnswers('client_not_found', 'secret_not_found', 'precondition_failed'),
    },
  },
  handler: async ({ pool, clock }: ClientAccessOptions, request, reply) => {
    const { clientId, secretId } = request.params;
    const mayChange = ifClientSeen(request, clientId);
    const changing = { now: clock(), by: actorOf(request.caller), mayChange };
    const isThere =
      isStorable(clientId) &&
      (await revokeSecret(pool, clientId, isStorable(secretId) ? secretId : '', changing));
    if (!isThere) throw clientNotFound();
    return reply.code(204).send();
  },
});

const postDisable = statusRoute('disabled', {
  operationId: 'disableClient',
  summary: 'Disable a client',
  description: 'It gets no tokens, and those it has end within 5 seconds.',
});

const postEnable = statusRoute('active', {
  operationId: 'enableClient',
  summary: 'Enable a client',
  description: 'Its secrets are as they were.',
});

function statusRoute(
  status: Client['status'],
  { operationId, summary, description }: { operationId: string; summary: string; description: string },
): Route<ClientAccessOptions> {
  return route({
    schema: {
      tags: ['Clients'],
      operationId,
      summary,
      description: `${description} Idempotent: sending it again changes nothing.`,
      params: ClientParams,
      headers: Type.Object(ifMatchHeader),
      response: {
        200: answer(
          'The client as it is now.',
          ClientSchema,
          { ...etagHeader, ...rateLimitHeaders },
          { ...CLIENT_EXAMPLE, status },
        ),
        ...errorAnswers('client_not_found', 'precondition_failed', ...WITH_BODY),
      },
    },
    handler: async ({ pool, clock }: ClientAccessOptions, request, reply) => {
      const { clientId } = request.params;
      const mayChange = ifClientSeen(request, clientId);
      const changing = { now: clock(), by: actorOf(request.caller), mayChange };
      const isThere = isStorable(clientId) && (await changeClientStatus(pool, clientId, status, changing));
      if (!isThere) throw clientNotFound();
      return sendJson(request, reply, JSON.stringify(await readClient(pool, clientId)));
    },
  });
}

/** /operator/v1/clients/{clientId}/secrets, /rotate-secret, /disable and /enable */
export async function clientAccessRoutes(app: FastifyInstance, options: ClientAccessOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', `${CLIENT_PATH}/secrets`, getSecrets, { verb: 'clients.secrets' }],
    ['DELETE', `${CLIENT_PATH}/secrets/:secretId`, deleteOneSecret, { verb: 'clients.secrets' }],
    ['POST', `${CLIENT_PATH}/rotate-secret`, postRotateSecret, { verb: 'clients.secrets' }],
    ['POST', `${CLIENT_PATH}/disable`, postDisable, { verb: 'clients.change' }],
    ['POST', `${CLIENT_PATH}/enable`, postEnable, { verb: 'clients.change' }],
  ]);
}
