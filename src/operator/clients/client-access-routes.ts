import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { type Static, Type } from 'typebox';
import { type Client, setClientStatus } from '../../clients/client-store.ts';
import { rotateSecret } from '../../clients/manage-clients.ts';
import { isStorable } from '../../database/storable.ts';
import { withRetry } from '../../database/transaction.ts';
import { answer, errorAnswers, rateLimitHeaders, WITH_BODY } from '../../http/api-document.ts';
import { clientNotFound } from '../../http/not-found-errors.ts';
import { ClientParams } from '../fields/operator-schemas.ts';
import { ClientSchema, NewSecretSchema, RotateRequest } from './client-schemas.ts';
import { readClient } from './read-client.ts';

const CLIENT_PATH = '/operator/v1/clients/:clientId';

interface ClientPath {
  Params: Static<typeof ClientParams>;
}

/** /operator/v1/clients/{clientId}/rotate-secret, /disable and /enable */
export async function clientAccessRoutes(
  app: FastifyInstance,
  { pool, clock }: { pool: Pool; clock: () => Date },
): Promise<void> {
  /** POST /operator/v1/clients/{clientId}/rotate-secret */
  app.post<ClientPath & { Body: Static<typeof RotateRequest> }>(`${CLIENT_PATH}/rotate-secret`, {
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
    handler: async ({ params: { clientId }, body }) => {
      const { revokeOthers = false } = body;
      const rotated = isStorable(clientId)
        ? await rotateSecret(pool, clientId, { revokeOthers, now: clock() })
        : undefined;
      if (!rotated) throw clientNotFound();
      return rotated;
    },
  });

  for (const [name, status, summary, description] of [
    ['disable', 'disabled', 'Refuse a client', 'It gets no tokens, and those it has end within 5 seconds.'],
    ['enable', 'active', 'Let a disabled client in again', 'Its secrets are as they were.'],
  ] as const) {
    /** POST /operator/v1/clients/{clientId}/disable and /enable */
    app.post<ClientPath>(`${CLIENT_PATH}/${name}`, {
      schema: {
        tags: ['Clients'],
        operationId: `${name}Client`,
        summary,
        description: `${description} Twice is as once.`,
        params: ClientParams,
        response: {
          200: answer('The client as it is now.', ClientSchema, rateLimitHeaders),
          ...errorAnswers('client_not_found', ...WITH_BODY),
        },
      },
      handler: async ({ params: { clientId } }) => {
        const changed = isStorable(clientId) && (await setStatus(pool, clientId, status));
        if (!changed) throw clientNotFound();
        return readClient(pool, clientId);
      },
    });
  }
}

function setStatus(pool: Pool, clientId: string, status: Client['status']): Promise<Client | undefined> {
  return withRetry(() => setClientStatus(pool, clientId, status));
}
