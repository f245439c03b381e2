import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { type AccessTokens, bearerTokenOf } from '../../clients/access-tokens.ts';
import { findNetworks, type ListedSecret, listSecrets } from '../../clients/client-store.ts';
import {
  CREDENTIAL_NAMES_MAX,
  changeNetworks,
  NETWORKS_MAX,
  revokeSecret,
  rotateCredential,
} from '../../clients/manage-clients.ts';
import { CUSTOMER_SCOPES } from '../../clients/scope-rules.ts';
import type { SecretUses } from '../../clients/secret-uses.ts';
import { ITEMS_MAX } from '../../orders/document/order-fields.ts';
import { findFetchedBytes } from '../../orders/files/client-file-store.ts';
import { actorOf } from '../../platform/audit/actor.ts';
import { withRetry } from '../../platform/database/transaction.ts';
import { ApiError, invalidRequest, type Violation } from '../../platform/errors/errors.ts';
import {
  answer,
  changeAnswers,
  errorAnswers,
  rateLimitHeaders,
  readAnswers,
} from '../../platform/http/api-document.ts';
import { sendJson } from '../../platform/http/etag.ts';
import { BODY_BYTES_MAX } from '../../platform/http/json-body.ts';
import { LIMIT_MAX } from '../../platform/http/paging.ts';
import { isTrusted } from '../../platform/http/peer-address.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import { routeTable, routeUnder } from '../../platform/http/route-table.ts';
import type { Config } from '../../platform/settings/config.ts';
import { addressNetwork } from '../../platform/settings/setting-values.ts';
import { ENDPOINTS_MAX } from '../../webhooks/manage-webhooks.ts';
import { listWebhookEndpoints } from '../../webhooks/webhook-endpoint-store.ts';
import { nameFaults, withoutNulls } from '../staff/fields/staff-requests.ts';
import {
  CredentialParamsSchema,
  CredentialRequestSchema,
  CredentialSchema,
  NetworksSchema,
  NewCredentialSchema,
  RevokedCredentialSchema,
  UsageSchema,
} from './credential-schemas.ts';
import { senderAddress } from './require-client.ts';
import { isUuid } from './webhook-paths.ts';

interface CredentialRouteOptions {
  config: Pick<
    Config,
    'TRUSTED_PROXIES' | 'FILES_PER_ORDER_MAX' | 'ORDER_FILE_BYTES_MAX' | 'CLIENT_FILE_BYTES_PER_DAY_MAX'
  >;
  pool: Pool;
  tokens: AccessTokens;
  uses: SecretUses;
  limiter: RateLimiter | undefined;
  clock: () => Date;
}

const route = routeUnder<CredentialRouteOptions>('Account');

const getCredentials = route({
  operationId: 'listCredentials',
  summary: 'List your credentials',
  description: 'Lists your valid client secrets, newest first, with their last use. Their values are not stored.',
  response: readAnswers('The credentials.', Type.Array(CredentialSchema)),
  handler: async ({ pool, uses }, request, reply) => {
    await uses.save();
    const secrets = await withRetry(() => listSecrets(pool, request.caller.clientId));
    return sendJson(request, reply, secrets.map(showCredential));
  },
});

const postCredential = route({
  operationId: 'createCredential',
  summary: 'Create or rotate a credential',
  description:
    'Creates a client secret. Only this answer contains it. The previous secret of the same name stays valid, so that your program can change over; older ones of that name end. The secret of this request ends only with `revokePrevious`. At most 20 names.',
  body: Type.Optional(CredentialRequestSchema),
  response: changeAnswers('The credential.', NewCredentialSchema, 'too_many_credentials'),
  handler: async ({ pool, tokens, clock }, request) => {
    const { caller, body } = request;
    const { name, scopes, revokePrevious = false } = body ?? {};
    const violations = [...nameFaults({ '/name': name }), ...nameMissing(name, scopes)];
    if (violations.length > 0) throw invalidRequest(violations);
    const made = await rotateCredential(pool, caller.clientId, {
      revokeOthers: revokePrevious,
      name: name ?? null,
      scopes: scopes && CUSTOMER_SCOPES.filter((one) => scopes.includes(one)),
      ofSender: secretOf(tokens, request) ?? null,
      now: clock(),
      by: actorOf(caller),
    });
    if (!made) throw credentialNotFound();
    const { clientId, clientSecret } = made;
    return { ...showCredential({ ...made, lastUsed: null }), clientId, clientSecret };
  },
});

function nameMissing(name: string | undefined, scopes: readonly string[] | undefined): Violation[] {
  if (name !== undefined || scopes === undefined) return [];
  const message = '"name" is required with "scopes", because the main credential has all scopes.';
  return [{ pointer: '/name', code: 'required', message }];
}

const deleteCredential = route({
  operationId: 'revokeCredential',
  summary: 'Revoke a credential',
  description: 'Ends the secret, and its tokens within 5 seconds. The one that sends this request cannot be revoked.',
  params: CredentialParamsSchema,
  response: {
    200: answer('The credential is revoked.', RevokedCredentialSchema, rateLimitHeaders),
    ...errorAnswers('credential_not_found', 'credential_in_use'),
  },
  handler: async ({ pool, tokens, clock }, request) => {
    const { caller, params } = request;
    const credentialId = params.credentialId.toLowerCase();
    if (!isUuid(credentialId)) throw credentialNotFound();
    if (secretOf(tokens, request) === credentialId) {
      const message = 'This request was sent with this credential. Use another one to revoke it.';
      throw new ApiError('credential_in_use', message);
    }
    await revokeSecret(pool, caller.clientId, credentialId, { now: clock(), by: actorOf(caller) }).catch((error) => {
      throw error instanceof ApiError && error.error === 'secret_not_found' ? credentialNotFound() : error;
    });
    return { credentialId, revoked: true };
  },
});

const getNetworks = route({
  operationId: 'getNetworks',
  summary: 'Read the allow-list of networks',
  description: 'Returns the networks from which your requests are accepted. Empty: all.',
  response: readAnswers('The networks.', NetworksSchema),
  handler: async ({ pool }, request, reply) => {
    const networks = await withRetry(() => findNetworks(pool, request.caller.clientId));
    return sendJson(request, reply, { networks });
  },
});

const putNetworks = route({
  operationId: 'setNetworks',
  summary: 'Replace the allow-list of networks',
  description:
    'From now on, requests and token requests from other networks get 403, within 5 seconds. The list must contain the address that sends this request, so that you cannot lock yourself out. An empty list accepts all networks again.',
  body: NetworksSchema,
  response: changeAnswers('The networks.', NetworksSchema),
  handler: async ({ config, pool, clock }, request) => {
    const { caller, body } = request;
    const networks = [...new Set(body.networks)];
    const violations = networkFaults(networks, senderAddress(request, config.TRUSTED_PROXIES));
    if (violations.length > 0) throw invalidRequest(violations);
    await changeNetworks(pool, caller.clientId, networks, { now: clock(), by: actorOf(caller) });
    return { networks };
  },
});

function networkFaults(networks: readonly string[], address: string): Violation[] {
  const read = networks.map((text) => {
    try {
      return addressNetwork(text);
    } catch {
      return undefined;
    }
  });
  const faults = read.flatMap((network, index): Violation[] => {
    const message =
      'This must be an IP address, or a network such as 203.0.113.0/24. An empty list accepts all networks.';
    return network ? [] : [{ pointer: `/networks/${index}`, code: 'invalid_network', message }];
  });
  if (faults.length > 0 || networks.length === 0) return faults;
  if (
    isTrusted(
      address,
      read.filter((network) => network !== undefined),
    )
  )
    return [];
  const message = `The list must contain ${address}, from where this request comes.`;
  return [{ pointer: '/networks', code: 'own_network_missing', message }];
}

const getUsage = route({
  operationId: 'getUsage',
  summary: 'Read your usage and limits',
  description:
    'Returns whether you are a sandbox client, the rest of your quota, the fetched bytes of this day, and the limits of the API.',
  response: readAnswers('The usage.', UsageSchema),
  handler: async ({ config, pool, limiter, clock }, request, reply) => {
    const { clientId, mode } = request.caller;
    const today = clock().toISOString().slice(0, 10);
    const [bytes, endpoints, secrets] = await withRetry(() =>
      Promise.all([
        findFetchedBytes(pool, clientId, today),
        listWebhookEndpoints(pool, clientId),
        listSecrets(pool, clientId),
      ]),
    );
    const names = new Set(secrets.flatMap(({ name }) => name ?? []));
    const usage = {
      mode,
      quota: limiter?.read(clientId),
      fileBytes: { used: bytes, max: config.CLIENT_FILE_BYTES_PER_DAY_MAX },
      webhookEndpoints: { used: endpoints.length, max: ENDPOINTS_MAX },
      credentials: { used: names.size, max: CREDENTIAL_NAMES_MAX },
      limits: {
        bodyBytes: BODY_BYTES_MAX,
        itemsPerOrder: ITEMS_MAX,
        filesPerOrder: config.FILES_PER_ORDER_MAX,
        fileBytesPerOrder: config.ORDER_FILE_BYTES_MAX,
        ordersPerPage: LIMIT_MAX,
        networks: NETWORKS_MAX,
      },
    };
    return sendJson(request, reply, usage);
  },
});

function showCredential({ secretId: credentialId, name, scopes, created, lastUsed }: ListedSecret) {
  return withoutNulls({ credentialId, name, scopes: scopes ?? ['fulfillment'], created, lastUsed });
}

function secretOf(tokens: AccessTokens, { headers }: FastifyRequest): string | undefined {
  return tokens.findSecretId(bearerTokenOf(headers.authorization) ?? '');
}

function credentialNotFound(): ApiError {
  return new ApiError(
    'credential_not_found',
    'You have no credential with this credentialId. It may have been revoked.',
  );
}

export const credentialRoutes = routeTable<CredentialRouteOptions>([
  ['GET', '/v1/credentials', getCredentials],
  ['POST', '/v1/credentials', postCredential],
  ['DELETE', '/v1/credentials/:credentialId', deleteCredential],
  ['GET', '/v1/networks', getNetworks],
  ['PUT', '/v1/networks', putNetworks],
  ['GET', '/v1/usage', getUsage],
]);
