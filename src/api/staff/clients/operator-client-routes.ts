import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Client } from '../../../clients/client-store.ts';
import {
  changeClient,
  changeClientStatus,
  createClient,
  revokeSecret,
  roleNotAllowed,
  rotateSecret,
} from '../../../clients/manage-clients.ts';
import { listSecrets } from '../../../clients/secret-store.ts';
import { listClientsAfter } from '../../../clients/staff-client-store.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import type { Violation } from '../../../platform/errors/errors.ts';
import { clientNotFound } from '../../../platform/errors/errors.ts';
import {
  answer,
  changeAnswers,
  emptyAnswer,
  errorAnswers,
  ifMatchAnswers,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
  withExample,
} from '../../../platform/http/api-document.ts';
import { ifMatchHeader, sendJson } from '../../../platform/http/etag.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { type Route, registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { nameFaults } from '../fields/field-faults.ts';
import { ClientParams, oneOf, readMomentCursor, staffPaging } from '../fields/operator-schemas.ts';
import type { StaffContext } from '../fields/staff-context.ts';
import { changingOf, readClient, sendChangedClient } from './changed-client.ts';
import {
  CLIENT_EXAMPLE,
  ClientChangeRequest,
  ClientSchema,
  ListedClientSchema,
  ListedSecretSchema,
  MODES,
  NewClientRequest,
  NewSecretSchema,
  RotateRequest,
  SCOPES,
  SecretParams,
  STATUSES,
} from './client-schemas.ts';

interface ClientRouteOptions extends StaffContext {
  config: Pick<Config, 'BASE_URL'>;
}

const CLIENTS_PATH = '/operator/v1/clients';
const CLIENT_PATH = `${CLIENTS_PATH}/:clientId`;
const SEARCH_LENGTH_MAX = 200;

const ListQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description: 'Only clients whose name has this in it, in any case, or whose clientId it is.',
    }),
  ),
  mode: Type.Optional(oneOf(MODES, 'Only clients of this mode.')),
  scope: Type.Optional(
    oneOf(SCOPES, "fulfillment: only customers. operator: only the center's own systems."),
  ),
  status: Type.Optional(oneOf(STATUSES, 'Only clients that are so.')),
  ...staffPaging,
});

const getClients = route({
  schema: {
    tags: ['Clients'],
    operationId: 'listClients',
    summary: 'List the clients',
    description: 'In the order of their creation.',
    querystring: ListQuery,
    response: pageAnswers('A page of clients.', Type.Array(ListedClientSchema)),
  },
  handler: async ({ config, pool }: ClientRouteOptions, request, reply) => {
    const { limit, cursor, q, ...others } = request.query;
    const last = readMomentCursor(cursor);
    const after = last && { created: last.at, clientId: last.id };
    const filter = { ...others, q: q?.trim() || undefined };
    if (filter.q && !isStorable(filter.q)) return sendJson(request, reply, '[]');
    const clients = await withRetry(() => listClientsAfter(pool, { after, limit: limit + 1, filter }));
    return sendPage(request, reply, clients, {
      url: `${config.BASE_URL}${CLIENTS_PATH}`,
      keyOf: (last) => [last.created.toISOString(), last.clientId],
    });
  },
});

const postClient = route({
  config: {
    moreFaults: ({ body }) => [...nameFaults({ '/name': Object(body).name }), ...roleFaults(Object(body))],
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
    reply.code(201).header('location', `${config.BASE_URL}${CLIENTS_PATH}/${created.clientId}`);
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
    response: readAnswers('The client.', ClientSchema, 'client_not_found'),
  },
  handler: async ({ pool }: ClientRouteOptions, request, reply) =>
    sendJson(request, reply, JSON.stringify(await readClient(pool, request.params.clientId))),
});

const patchClient = route({
  config: { moreFaults: ({ body }) => nameFaults({ '/name': Object(body).name }) },
  schema: {
    tags: ['Clients'],
    operationId: 'changeClient',
    summary: 'Give a client another name, or a program another role',
    description:
      'Its id, secrets and orders stay. Another role holds within 5 seconds, also for tokens that were given before. Idempotent: sending it again changes nothing.',
    params: ClientParams,
    headers: Type.Object(ifMatchHeader),
    body: ClientChangeRequest,
    response: ifMatchAnswers('The client as it is now.', ClientSchema, 'client_not_found'),
  },
  handler: async (context: ClientRouteOptions, request, reply) =>
    sendChangedClient(context, request, reply, async (changing) => {
      const changed = await changeClient(context.pool, request.params.clientId, request.body, changing);
      if (!changed) throw clientNotFound();
    }),
});

/** Only programs of the center have a role. */
function roleFaults({ scope, role }: { scope?: unknown; role?: unknown }): Violation[] {
  if (role === undefined || role === null || scope === 'operator') return [];
  return [roleNotAllowed()];
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
    response: changeAnswers('The new secret.', NewSecretSchema, 'client_not_found', 'precondition_failed'),
  },
  handler: async (context: StaffContext, request) => {
    const { clientId } = request.params;
    const { revokeOthers = false } = request.body;
    const changing = { revokeOthers, ...changingOf(context, request) };
    const rotated = isStorable(clientId) && (await rotateSecret(context.pool, clientId, changing));
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
  handler: async ({ pool }: StaffContext, request) => {
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
  handler: async (context: StaffContext, request, reply) => {
    const { clientId, secretId } = request.params;
    const changing = changingOf(context, request);
    const isThere =
      isStorable(clientId) &&
      (await revokeSecret(context.pool, clientId, isStorable(secretId) ? secretId : '', changing));
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
): Route<StaffContext> {
  return route({
    schema: {
      tags: ['Clients'],
      operationId,
      summary,
      description: `${description} Idempotent: sending it again changes nothing.`,
      params: ClientParams,
      headers: Type.Object(ifMatchHeader),
      response: withExample(
        { ...CLIENT_EXAMPLE, status },
        ifMatchAnswers('The client as it is now.', ClientSchema, 'client_not_found'),
      ),
    },
    handler: async (context: StaffContext, request, reply) =>
      sendChangedClient(context, request, reply, async (changing) => {
        const changed = await changeClientStatus(context.pool, request.params.clientId, status, changing);
        if (!changed) throw clientNotFound();
      }),
  });
}

/** /operator/v1/clients */
export async function operatorClientRoutes(app: FastifyInstance, options: ClientRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', CLIENTS_PATH, getClients, { verb: 'clients.read' }],
    ['POST', CLIENTS_PATH, postClient, { verb: 'clients.change' }],
    ['GET', CLIENT_PATH, getClient, { verb: 'clients.read' }],
    ['PATCH', CLIENT_PATH, patchClient, { verb: 'clients.change' }],
    ['GET', `${CLIENT_PATH}/secrets`, getSecrets, { verb: 'clients.secrets' }],
    ['DELETE', `${CLIENT_PATH}/secrets/:secretId`, deleteOneSecret, { verb: 'clients.secrets' }],
    ['POST', `${CLIENT_PATH}/rotate-secret`, postRotateSecret, { verb: 'clients.secrets' }],
    ['POST', `${CLIENT_PATH}/disable`, postDisable, { verb: 'clients.change' }],
    ['POST', `${CLIENT_PATH}/enable`, postEnable, { verb: 'clients.change' }],
  ]);
}
