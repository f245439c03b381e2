import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../audit/actor.ts';
import type { Client } from '../../clients/client-store.ts';
import { createClient } from '../../clients/manage-clients.ts';
import { listClientsAfter } from '../../clients/staff-client-store.ts';
import type { Config } from '../../config.ts';
import { withRetry } from '../../database/transaction.ts';
import type { Violation } from '../../errors.ts';
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
import { parseMoment } from '../../http/moments.ts';
import { decodeCursor, invalidCursor, nextLink } from '../../http/paging.ts';
import { registerRoutes, route } from '../../http/route-table.ts';
import { blankFaults } from '../fields/blank-faults.ts';
import { ClientParams, staffPaging } from '../fields/operator-schemas.ts';
import { ClientSchema, ListedClientSchema, NewClientRequest, NewSecretSchema } from './client-schemas.ts';
import { readClient } from './read-client.ts';

interface ClientRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  clock: () => Date;
}

const ListQuery = Type.Object(staffPaging);

const getClients = route({
  schema: {
    tags: ['Clients'],
    operationId: 'listClients',
    summary: 'List the clients',
    description: 'In the order of their creation.',
    querystring: ListQuery,
    response: {
      200: answer('A page of clients.', Type.Array(ListedClientSchema), {
        ...etagHeader,
        ...linkHeader,
        ...rateLimitHeaders,
      }),
      ...notModified,
      ...errorAnswers(),
    },
  },
  handler: async ({ config, pool }: ClientRouteOptions, request, reply) => {
    const { limit, cursor } = request.query;
    const after = readCursor(cursor);
    const clients = await withRetry(() => listClientsAfter(pool, { after, limit: limit + 1 }));
    const page = clients.slice(0, limit);
    const last = page.at(-1);
    if (last && clients.length > limit) {
      const position = [last.created.toISOString(), last.clientId];
      reply.header('link', nextLink(clientsUrl(config), request.query, position));
    }
    return sendJson(request, reply, JSON.stringify(page));
  },
});

const postClient = route({
  config: {
    moreFaults: ({ body }) => [...blankFaults({ '/name': Object(body).name }), ...roleFaults(Object(body))],
  },
  schema: {
    tags: ['Clients'],
    operationId: 'createClient',
    summary: 'Make a client',
    description: 'Its secret is shown this once.',
    body: NewClientRequest,
    response: {
      201: answer('The client id and secret.', NewSecretSchema, {
        ...rateLimitHeaders,
        Location: { schema: Type.String(), description: 'Address of the client.' },
      }),
      ...errorAnswers(...WITH_BODY),
    },
  },
  handler: async ({ config, pool, clock }: ClientRouteOptions, { body, caller }, reply) => {
    const { name, mode = 'live', scope = 'fulfillment', role } = body;
    const who = { now: clock(), by: actorOf(caller) };
    const created = await createClient(pool, { name, mode, scope, ...(role && { role }), ...who });
    reply.code(201).header('location', `${clientsUrl(config)}/${created.clientId}`);
    return created;
  },
});

const getClient = route({
  schema: {
    tags: ['Clients'],
    operationId: 'getClient',
    summary: 'Read one client',
    description: 'With its carriers.',
    params: ClientParams,
    response: {
      200: answer('The client.', ClientSchema, { ...etagHeader, ...rateLimitHeaders }),
      ...notModified,
      ...errorAnswers('client_not_found'),
    },
  },
  handler: async ({ pool }: ClientRouteOptions, request, reply) =>
    sendJson(request, reply, JSON.stringify(await readClient(pool, request.params.clientId))),
});

/** Only programs of the center have a role. */
function roleFaults({ scope, role }: { scope?: unknown; role?: unknown }): Violation[] {
  if (role === undefined || role === null || scope === 'operator') return [];
  const message = '"role" is for clients with the scope "operator" only.';
  return [{ pointer: '/role', code: 'not_allowed', message }];
}

function clientsUrl({ BASE_URL }: ClientRouteOptions['config']): string {
  return `${BASE_URL}/operator/v1/clients`;
}

function readCursor(cursor: string | undefined): Pick<Client, 'created' | 'clientId'> | undefined {
  const key = decodeCursor(cursor, 2);
  if (!key) return undefined;
  const [at = '', clientId = ''] = key;
  const created = parseMoment(at);
  if (!created) throw invalidCursor();
  return { created, clientId };
}

/** /operator/v1/clients: making and reading. */
export async function operatorClientRoutes(app: FastifyInstance, options: ClientRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', '/operator/v1/clients', getClients, { verb: 'clients.read' }],
    ['POST', '/operator/v1/clients', postClient, { verb: 'clients.change' }],
    ['GET', '/operator/v1/clients/:clientId', getClient, { verb: 'clients.read' }],
  ]);
}
