import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import type { Client } from '../../clients/client-store.ts';
import { changeClientStatus, rotateSecret } from '../../clients/manage-clients.ts';
import { isStorable } from '../../database/storable.ts';
import { answer, errorAnswers, etagHeader, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { sendJson } from '../../http/etag.ts';
import { clientNotFound } from '../../http/not-found-errors.ts';
import { ifMatchHeader } from '../../http/preconditions.ts';
import { type Route, registerRoutes, route } from '../../http/route-table.ts';
import { ClientParams } from '../fields/operator-schemas.ts';
import { CLIENT_EXAMPLE, ClientSchema, NewSecretSchema, RotateRequest } from './client-schemas.ts';
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

/** /operator/v1/clients/{clientId}/rotate-secret, /disable and /enable */
export async function clientAccessRoutes(app: FastifyInstance, options: ClientAccessOptions): Promise<void> {
  registerRoutes(app, options, [
    ['POST', `${CLIENT_PATH}/rotate-secret`, postRotateSecret, { verb: 'clients.secrets' }],
    ['POST', `${CLIENT_PATH}/disable`, postDisable, { verb: 'clients.change' }],
    ['POST', `${CLIENT_PATH}/enable`, postEnable, { verb: 'clients.change' }],
  ]);
}
