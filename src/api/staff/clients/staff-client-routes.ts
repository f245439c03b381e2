import type { Pool } from 'pg';
import { type TSchema, Type } from 'typebox';
import {
  assignProduct,
  changeTerms,
  contractCarrier,
  copyContract,
  endCarrierContract,
  withdrawProduct,
} from '../../../catalog/contract-clients.ts';
import { type Client, listClientsAfter, listSecrets } from '../../../clients/client-store.ts';
import {
  changeClient,
  changeClientStatus,
  createClient,
  revokeSecret,
  roleNotAllowed,
  rotateSecret,
} from '../../../clients/manage-clients.ts';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import {
  carrierNotFound,
  clientNotFound,
  invalidRequest,
  productNotFound,
  type Violation,
} from '../../../platform/errors/errors.ts';
import {
  answer,
  changeAnswers,
  emptyAnswer,
  errorAnswers,
  ifMatchAnswers,
  oneOf,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
  withExample,
} from '../../../platform/http/api-document.ts';
import { ifMatchHeader, sendJson } from '../../../platform/http/etag.ts';
import { sendPage } from '../../../platform/http/paging.ts';
import { type Route, routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { WEEK } from '../../../platform/settings/setting-values.ts';
import { ClientParams, readMomentCursor, staffPaging } from '../fields/operator-schemas.ts';
import { nameFaults, refuseBadNames, type StaffContext, withoutNulls } from '../fields/staff-requests.ts';
import {
  type ClientChange,
  type ClientRequest,
  describeChange,
  readClient,
  sendChangedClient,
} from './client-answers.ts';
import {
  AssignmentParams,
  CLIENT_EXAMPLE,
  ClientChangeRequest,
  ClientSchema,
  ContractParams,
  ContractRequest,
  ListedClientSchema,
  ListedSecretSchema,
  MODES,
  NewClientRequest,
  NewSecretSchema,
  RotateRequest,
  SCOPES,
  SecretParams,
  STATUSES,
  TERMS_EXAMPLE,
  TermsRequest,
} from './client-schemas.ts';

const route = routeUnder<ClientRouteOptions>('Clients');

interface ClientRouteOptions extends StaffContext {
  config: Pick<Config, 'BASE_URL'>;
}

const CLIENTS_PATH = '/operator/v1/clients';
const CLIENT_PATH = `${CLIENTS_PATH}/:clientId`;
const CARRIER_PATH = `${CLIENT_PATH}/carriers/:carrierId`;
const PRODUCT_PATH = `${CLIENT_PATH}/products/:productId`;
const CARRIER = { params: ContractParams, idName: 'carrierId', notFound: carrierNotFound } as const;
const PRODUCT = { params: AssignmentParams, idName: 'productId', notFound: productNotFound } as const;
const SEARCH_LENGTH_MAX = 200;
const CHANGED = 'The client as it is now.';
const headers = Type.Object(ifMatchHeader);

const ListQuery = Type.Object({
  q: Type.Optional(
    Type.String({
      maxLength: SEARCH_LENGTH_MAX,
      description: 'Only clients whose name contains this text, in any case, or whose clientId is this text.',
    }),
  ),
  mode: Type.Optional(oneOf(MODES, 'Only clients of this mode.')),
  scope: Type.Optional(oneOf(SCOPES, "fulfillment: only customers. operator: only the center's own systems.")),
  status: Type.Optional(oneOf(STATUSES, 'Only clients with this status.')),
  ...staffPaging,
});

const getClients = route({
  operationId: 'listClients',
  summary: 'List the clients',
  description: 'Lists all clients in the order of their creation.',
  querystring: ListQuery,
  response: pageAnswers('A page of clients.', Type.Array(ListedClientSchema)),
  handler: async ({ pool }, request, reply) => {
    const { limit, cursor, q, ...others } = request.query;
    const last = readMomentCursor(cursor);
    const after = last && { created: last.at, clientId: last.id };
    const filter = { ...others, q: q?.trim() || undefined };
    const clients = await withRetry(() => listClientsAfter(pool, { after, limit: limit + 1, filter }));
    return sendPage(request, reply, clients, { keyOf: (last) => [last.created.toISOString(), last.clientId] });
  },
});

const postClient = route({
  config: { moreFaults: ({ body }) => [...nameFaults({ '/name': Object(body).name }), ...roleFaults(Object(body))] },
  operationId: 'createClient',
  summary: 'Create a client',
  description: 'Only this answer contains the secret.',
  body: NewClientRequest,
  response: {
    201: answer('The client id and secret.', NewSecretSchema, {
      ...rateLimitHeaders,
      Location: { schema: Type.String(), description: 'Address of the client.' },
    }),
    ...errorAnswers('client_not_found', ...WITH_BODY),
  },
  handler: async ({ config, pool, clock }, { body, caller }, reply) => {
    const { name, mode = 'live', scope = 'fulfillment', role } = body;
    const who = { now: clock(), by: actorOf(caller) };
    const { like } = body;
    const model = like === undefined ? undefined : await readClient(pool, like);
    if (model && (scope === 'operator' || model.scope === 'operator')) throw invalidRequest([likeNotAllowed()]);
    const created = await createClient(pool, { name, mode, scope, ...(role && { role }), ...who });
    if (like !== undefined) await copyContract(pool, created.clientId, like, who);
    reply.code(201).header('location', `${config.BASE_URL}${CLIENTS_PATH}/${created.clientId}`);
    return created;
  },
});

function likeNotAllowed(): Violation {
  const message = 'Only customers have products and carriers, so both clients need the scope "fulfillment".';
  return { pointer: '/like', code: 'not_allowed', message };
}

const getClient = route({
  operationId: 'getClient',
  summary: 'Read one client',
  description: 'Returns the client with its carriers.',
  params: ClientParams,
  response: readAnswers('The client.', ClientSchema, 'client_not_found'),
  handler: async ({ pool }, request, reply) =>
    sendJson(request, reply, await readClient(pool, request.params.clientId)),
});

const patchClient = route({
  config: refuseBadNames('name'),
  operationId: 'changeClient',
  summary: 'Change the name of a client, or the role of a program',
  description:
    'The id, secrets and orders stay. A new role applies within 5 seconds, also to tokens that were issued before. Idempotent: sending it again changes nothing.',
  params: ClientParams,
  headers,
  body: ClientChangeRequest,
  response: ifMatchAnswers(CHANGED, ClientSchema, 'client_not_found'),
  handler: async (context, request, reply) =>
    sendChangedClient(context, request, reply, async (changing) => {
      const changed = await changeClient(context.pool, request.params.clientId, request.body, changing);
      if (!changed) throw clientNotFound();
    }),
});

/** Returns a violation if a customer gets a role: only programs of the center have one. */
function roleFaults({ scope, role }: { scope?: unknown; role?: unknown }): Violation[] {
  if (role === undefined || role === null || scope === 'operator') return [];
  return [roleNotAllowed()];
}

const postRotateSecret = route({
  operationId: 'rotateSecret',
  summary: 'Create a new secret for a client',
  description: 'Only this answer contains the secret. The previous secret stays valid; older ones end.',
  params: ClientParams,
  headers,
  body: Type.Optional(RotateRequest),
  response: changeAnswers('The new secret.', NewSecretSchema, 'client_not_found', 'precondition_failed'),
  handler: async (context, request) => {
    const { clientId } = request.params;
    const { revokeOthers = false } = request.body;
    const changing = { revokeOthers, ...describeChange(context, request) };
    const rotated = await rotateSecret(context.pool, clientId, changing);
    if (!rotated) throw clientNotFound();
    return rotated;
  },
});

const getSecrets = route({
  operationId: 'listSecrets',
  summary: 'List the secrets of a client',
  description: 'Lists the valid secrets, newest first. Their values are not stored.',
  params: ClientParams,
  response: {
    200: answer('The secrets.', Type.Array(ListedSecretSchema), rateLimitHeaders),
    ...errorAnswers('client_not_found'),
  },
  handler: async ({ pool }, request) => {
    const { clientId } = await readClient(pool, request.params.clientId);
    const secrets = await withRetry(() => listSecrets(pool, clientId));
    return secrets.map(withoutNulls);
  },
});

const deleteOneSecret = route({
  operationId: 'revokeSecret',
  summary: 'Revoke one secret of a client',
  description:
    'The secret can no longer be exchanged for tokens, and its tokens end within 5 seconds. A client without a secret has no access until it gets a new one.',
  params: SecretParams,
  headers,
  response: {
    204: emptyAnswer('The secret is revoked.', rateLimitHeaders),
    ...errorAnswers('client_not_found', 'secret_not_found', 'precondition_failed'),
  },
  handler: async (context, request, reply) => {
    const { clientId, secretId } = request.params;
    const changing = describeChange(context, request);
    const isFound = await revokeSecret(context.pool, clientId, secretId, changing);
    if (!isFound) throw clientNotFound();
    return reply.code(204).send();
  },
});

const postDisable = statusRoute('disabled', {
  operationId: 'disableClient',
  summary: 'Disable a client',
  description: 'The client gets no more tokens, and its tokens end within 5 seconds.',
});

const postEnable = statusRoute('active', {
  operationId: 'enableClient',
  summary: 'Enable a client',
  description: 'The secrets of the client are valid again.',
});

function statusRoute(
  status: Client['status'],
  { description, ...named }: { operationId: string; summary: string; description: string },
): Route<StaffContext> {
  return route({
    ...named,
    description: `${description} Idempotent: sending it again changes nothing.`,
    params: ClientParams,
    headers,
    response: withExample({ ...CLIENT_EXAMPLE, status }, ifMatchAnswers(CHANGED, ClientSchema, 'client_not_found')),
    handler: async (context, request, reply) =>
      sendChangedClient(context, request, reply, async (changing) => {
        const changed = await changeClientStatus(context.pool, request.params.clientId, status, changing);
        if (!changed) throw clientNotFound();
      }),
  });
}

const putContract = contractRoute(CARRIER, {
  operationId: 'contractCarrier',
  summary: 'Contract a carrier for a client',
  description:
    'With `default: true`, the carrier becomes the default carrier of the client; with `false`, it no longer is.',
  body: Type.Optional(ContractRequest),
  change: (pool, clientId, carrierId, changing, body) =>
    contractCarrier(pool, clientId, carrierId, body?.default, changing),
});

const deleteContract = contractRoute(CARRIER, {
  operationId: 'endCarrierContract',
  summary: 'End the contract with a carrier for a client',
  description: 'Orders that name the carrier keep it.',
  example: { ...CLIENT_EXAMPLE, carriers: [] },
  change: (pool, clientId, carrierId, changing) => endCarrierContract(pool, clientId, carrierId, changing),
});

const putAssignment = contractRoute(PRODUCT, {
  operationId: 'assignProduct',
  summary: 'Assign a product to a client',
  description:
    'The client may order all its variants, also those that are added later. Idempotent: sending it again changes nothing.',
  change: (pool, clientId, productId, changing) => assignProduct(pool, clientId, productId, changing),
});

const deleteAssignment = contractRoute(PRODUCT, {
  operationId: 'withdrawProduct',
  summary: 'Withdraw a product from a client',
  description: 'Orders with the product stay as they are.',
  example: { ...CLIENT_EXAMPLE, products: 0, productVariants: 0 },
  change: (pool, clientId, productId, changing) => withdrawProduct(pool, clientId, productId, changing),
});

interface ContractChange {
  operationId: string;
  summary: string;
  description: string;
  example?: object;
  body?: TSchema;
  change: (
    pool: Pool,
    clientId: string,
    id: string,
    changing: ClientChange,
    body: { default?: boolean } | undefined,
  ) => Promise<void>;
}

function contractRoute(
  { params, idName, notFound }: typeof CARRIER | typeof PRODUCT,
  { example = CLIENT_EXAMPLE, body, change, ...named }: ContractChange,
): Route<StaffContext> {
  const answers = ifMatchAnswers(CHANGED, ClientSchema, 'client_not_found', notFound().error);
  return route({
    ...named,
    params: params as TSchema,
    headers,
    ...(body && { body }),
    response: withExample(example, answers),
    handler: async (context, request, reply) => {
      const typed = request as ClientRequest & { params: Record<string, string> };
      const { clientId, [idName]: id = '' } = typed.params;
      return sendChangedClient(context, typed, reply, (changing) => {
        return change(context.pool, clientId, id, changing, request.body as { default?: boolean });
      });
    },
  });
}

const putTerms = route({
  config: { moreFaults: ({ body }) => termsFaults(Object(body)) },
  operationId: 'changeContractTerms',
  summary: 'Change what is agreed with a client about time',
  description:
    'Orders that become ASSIGNED afterwards are due by the new terms. Due times that are set stay. Idempotent: sending it again changes nothing. With `If-Match`, the client is changed only if it still has that ETag.',
  params: ClientParams,
  headers,
  body: TermsRequest,
  response: withExample(
    { ...CLIENT_EXAMPLE, contract: TERMS_EXAMPLE },
    ifMatchAnswers(CHANGED, ClientSchema, 'client_not_found'),
  ),
  handler: async (context, request, reply) => {
    const { clientId } = request.params;
    const { productionDays = null, cutOff = null, workingDays } = request.body;
    const { mayRush, showsCharges = false, refusesArtwork = false, buysReturnLabels = false } = request.body;
    const days = workingDays ? WEEK.filter((day) => workingDays.includes(day)) : null;
    const allowed = { mayRush, showsCharges, refusesArtwork, buysReturnLabels };
    const contract = { productionDays, cutOff, workingDays: days, ...allowed };
    return sendChangedClient(context, request, reply, (changing) =>
      changeTerms(context.pool, clientId, contract, changing),
    );
  },
});

function termsFaults({ productionDays, cutOff }: Record<string, unknown>): Violation[] {
  if ((productionDays === undefined) === (cutOff === undefined)) return [];
  const missing = cutOff === undefined ? 'cutOff' : 'productionDays';
  const message = '"productionDays" and "cutOff" are given together, or neither.';
  return [{ pointer: `/${missing}`, code: 'required', message }];
}

export const staffClientRoutes = routeTable<ClientRouteOptions>([
  ['GET', CLIENTS_PATH, getClients, { verb: 'clients.read' }],
  ['POST', CLIENTS_PATH, postClient, { verb: 'clients.change' }],
  ['GET', CLIENT_PATH, getClient, { verb: 'clients.read' }],
  ['PATCH', CLIENT_PATH, patchClient, { verb: 'clients.change' }],
  ['GET', `${CLIENT_PATH}/secrets`, getSecrets, { verb: 'clients.secrets' }],
  ['DELETE', `${CLIENT_PATH}/secrets/:secretId`, deleteOneSecret, { verb: 'clients.secrets' }],
  ['POST', `${CLIENT_PATH}/rotate-secret`, postRotateSecret, { verb: 'clients.secrets' }],
  ['POST', `${CLIENT_PATH}/disable`, postDisable, { verb: 'clients.change' }],
  ['POST', `${CLIENT_PATH}/enable`, postEnable, { verb: 'clients.change' }],
  ['PUT', `${CLIENT_PATH}/contract`, putTerms, { verb: 'clients.contracts' }],
  ['PUT', CARRIER_PATH, putContract, { verb: 'clients.contracts' }],
  ['DELETE', CARRIER_PATH, deleteContract, { verb: 'clients.contracts' }],
  ['PUT', PRODUCT_PATH, putAssignment, { verb: 'clients.contracts' }],
  ['DELETE', PRODUCT_PATH, deleteAssignment, { verb: 'clients.contracts' }],
]);
