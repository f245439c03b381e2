import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { type Client, setClientStatus } from '../../clients/client-store.ts';
import { rotateSecret } from '../../clients/manage-clients.ts';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import { answer, errorAnswers, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { clientNotFound } from '../../http/not-found-errors.ts';
import { type Route, registerRoutes, route } from '../../http/route-table.ts';
import { ClientParams } from '../fields/operator-schemas.ts';
import { ClientSchema, NewSecretSchema, RotateRequest } from './client-schemas.ts';
import { readClient } from './read-client.ts';

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
    body: Type.Optional(RotateRequest),
    response: {
      200: answer('The new secret.', NewSecretSchema, rateLimitHeaders),
      ...errorAnswers('client_not_found', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock }: ClientAccessOptions, { params: { clientId }, body }) => {
    const { revokeOthers = false } = body;
    const rotated = isStorable(clientId)
      ? await rotateSecret(pool, clientId, { revokeOthers, now: clock() })
      : undefined;
    if (!rotated) throw clientNotFound();
    return rotated;
  },
});

const postDisable = statusRoute('disabled', {
  operationId: 'disableClient',
  summary: 'Refuse a client',
  description: 'It gets no tokens, and those it has end within 5 seconds.',
});

const postEnable = statusRoute('active', {
  operationId: 'enableClient',
  summary: 'Let a disabled client in again',
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
      response: {
        200: answer('The client as it is now.', ClientSchema, rateLimitHeaders),
        ...errorAnswers('client_not_found', ...WITH_BODY),
      },
    },
    handler: async ({ pool }: ClientAccessOptions, { params: { clientId } }) => {
      const changed = isStorable(clientId) && (await setStatus(pool, clientId, status));
      if (!changed) throw clientNotFound();
      return readClient(pool, clientId);
    },
  });
}

function setStatus(pool: Pool, clientId: string, status: Client['status']): Promise<Client | undefined> {
  return withRetry(() => setClientStatus(pool, clientId, status));
}

/** /operator/v1/clients/{clientId}/rotate-secret, /disable and /enable */
export async function clientAccessRoutes(app: FastifyInstance, options: ClientAccessOptions): Promise<void> {
  registerRoutes(app, options, [
    ['POST', `${CLIENT_PATH}/rotate-secret`, postRotateSecret, { verb: 'clients.secrets' }],
    ['POST', `${CLIENT_PATH}/disable`, postDisable, { verb: 'clients.change' }],
    ['POST', `${CLIENT_PATH}/enable`, postEnable, { verb: 'clients.change' }],
  ]);
}
