import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AccessTokens } from '../../clients/access-tokens.ts';
import type { ClientAuthenticator } from '../../clients/client-authenticator.ts';
import type { Scope } from '../../clients/client-store.ts';
import { CUSTOMER_SCOPES, type CustomerScope, scopeOfToken } from '../../clients/scope-rules.ts';
import { JWKS_MAX_AGE_SECONDS, SIGNING_ALGORITHM, type SigningKeys } from '../../clients/signing-keys.ts';
import { ApiError, errorBody } from '../../platform/errors/errors.ts';
import {
  answer,
  openErrorAnswers,
  rateLimitHeaders,
  tokenErrorAnswers,
  WITH_BODY,
} from '../../platform/http/api-document.ts';
import { logFailure, toApiError } from '../../platform/http/error-handler.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import { registerRoutes, routeUnder } from '../../platform/http/route-table.ts';
import { readForm, refuseUnstorable } from '../../platform/http/storable-text.ts';
import type { Config } from '../../platform/settings/config.ts';
import { refuseOtherNetwork, senderAddress } from './require-client.ts';
import {
  IssuerMetadataSchema,
  KeySetSchema,
  OpenIdMetadataSchema,
  TokenRequestSchema,
  TokenSchema,
} from './token-schemas.ts';

const route = routeUnder<TokenRouteOptions>('Authentication');

/** The fields of a request have a few hundred bytes. */
const TOKEN_BODY_BYTES_MAX = 8_192;
const FORM = 'application/x-www-form-urlencoded';
const CACHE_CONTROL = `public, max-age=${JWKS_MAX_AGE_SECONDS}`;

interface TokenRouteOptions {
  config: Pick<Config, 'AUTH_URL' | 'TOKEN_TTL_SECONDS' | 'TRUSTED_PROXIES'>;
  authenticator: ClientAuthenticator;
  keys: SigningKeys;
  tokens: AccessTokens;
  limiter: RateLimiter | undefined;
}

const postToken = route({
  operationId: 'createToken',
  summary: 'Get an access token',
  description:
    'OAuth 2.0 client credentials (RFC 6749, 4.4). Keep the token until it expires; do not request one for each call. The credentials may also be sent by HTTP Basic. A body has at most 8 KiB.',
  security: [],
  body: { content: { 'application/json': { schema: TokenRequestSchema }, [FORM]: { schema: TokenRequestSchema } } },
  response: {
    200: answer('The token.', TokenSchema, rateLimitHeaders),
    ...tokenErrorAnswers(
      'invalid_client',
      'unsupported_grant_type',
      'invalid_scope',
      'network_not_allowed',
      ...WITH_BODY,
    ),
  },
  bodyLimit: TOKEN_BODY_BYTES_MAX,
  // Faults of a token request have their own error names (RFC 6749, 5.2).
  validatorCompiler: () => () => true,
  errorHandler: sendTokenError,
  handler: async ({ config, authenticator, tokens, limiter }, request, reply) => {
    const { authorization } = request.headers;
    const { clientId, clientSecret, scope } = readTokenRequest(request.body, authorization);
    const authenticated = await authenticator.authenticate(clientId, clientSecret);
    if (!authenticated) {
      throw invalidClient('The client is unknown or disabled, or the secret is wrong.', authorization);
    }
    const { client, secretId, scopes } = authenticated;
    // Counted after authentication, so that only a holder of the secret uses up the client's quota.
    if (limiter) reply.headers({ ...(await limiter.consume(clientId)) });
    refuseOtherNetwork(client, senderAddress(request, config.TRUSTED_PROXIES));
    const granted = scopeOfToken(client.scope, scopes, scope);
    if (granted === undefined) throw invalidScope(client.scope, scopes);
    return reply.header('pragma', 'no-cache').send({
      access_token: await tokens.issue(client, secretId, granted),
      token_type: 'Bearer',
      expires_in: config.TOKEN_TTL_SECONDS,
      scope: granted,
    });
  },
});

function invalidScope(scope: Scope, ofSecret: readonly CustomerScope[] | null): ApiError {
  const possible = ofSecret ?? (scope === 'fulfillment' ? [scope, ...CUSTOMER_SCOPES] : [scope]);
  return new ApiError('invalid_scope', `A token of this secret may have the scope ${possible.join(', ')} only.`);
}

const getKeySet = route({
  operationId: 'getKeySet',
  summary: 'Read the public keys of the token issuer',
  description: 'Returns the keys that verify tokens. A key is published before it signs.',
  security: [],
  response: { 200: answer('The keys.', KeySetSchema), ...openErrorAnswers() },
  handler: ({ keys }, _request, reply) => reply.header('cache-control', CACHE_CONTROL).send(keys.jwks()),
});

const getIssuer = route({
  operationId: 'getIssuerMetadata',
  summary: 'Read the metadata of the token issuer',
  description: 'With this metadata, an OAuth library finds the token endpoint and the keys by itself.',
  security: [],
  response: { 200: answer('The metadata.', IssuerMetadataSchema), ...openErrorAnswers() },
  handler: ({ config }, _request, reply) =>
    reply.header('cache-control', CACHE_CONTROL).send(issuerMetadata(config.AUTH_URL)),
});

const getOpenIdConfiguration = route({
  operationId: 'getOpenIdConfiguration',
  summary: 'Read the metadata of the token issuer, for OpenID libraries',
  description:
    'The same metadata at the address of OpenID Connect Discovery 1.0, for libraries that look only there. People cannot sign in with it, and there are no ID tokens.',
  security: [],
  response: { 200: answer('The metadata.', OpenIdMetadataSchema), ...openErrorAnswers() },
  handler: ({ config }, _request, reply) =>
    reply.header('cache-control', CACHE_CONTROL).send({
      ...issuerMetadata(config.AUTH_URL),
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: [SIGNING_ALGORITHM],
    }),
});

/** Returns the metadata of the token issuer (RFC 8414, 2). */
function issuerMetadata(issuer: string) {
  return {
    issuer,
    token_endpoint: `${issuer}/oauth/token`,
    jwks_uri: `${issuer}/.well-known/jwks.json`,
    grant_types_supported: ['client_credentials'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    scopes_supported: ['fulfillment', ...CUSTOMER_SCOPES, 'operator'],
  };
}

/** Sends the error as RFC 6749, 5.2 asks, with the fields that every other error has. */
function sendTokenError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const tooLarge = error.code === 'FST_ERR_CTP_BODY_TOO_LARGE';
  const failure = tooLarge ? new ApiError('body_too_large', 'A token request has at most 8 KiB.') : toApiError(error);
  logFailure(failure, error, request);
  const { error: name, ...rest } = errorBody(failure, request.id);
  return reply
    .code(failure.status)
    .headers(failure.headers)
    .send({ error: name, error_description: rest.message, ...rest });
}

export async function tokenRoutes(app: FastifyInstance, options: TokenRouteOptions): Promise<void> {
  app.addContentTypeParser(FORM, { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, readForm(body as string));
    } catch (error) {
      done(error as Error);
    }
  });

  registerRoutes(app, options, [
    ['POST', '/oauth/token', postToken],
    ['GET', '/.well-known/jwks.json', getKeySet],
    ['GET', '/.well-known/oauth-authorization-server', getIssuer],
    ['GET', '/.well-known/openid-configuration', getOpenIdConfiguration],
  ]);
}

type TokenRequest = { clientId: string; clientSecret: string; scope: string | undefined };
const GRANT_TYPE = 'client_credentials';
const PARAMETERS = ['grant_type', 'client_id', 'client_secret', 'scope'];

/** Reads a token request (RFC 6749, 4.4.2), with credentials in the body or, by HTTP Basic, in the header. */
function readTokenRequest(body: unknown, authorization: string | undefined): TokenRequest {
  const fields = readFields(body);
  const grantType = fields.get('grant_type');
  if (!grantType) throw invalid('"grant_type" is required: client_credentials.');
  if (grantType !== GRANT_TYPE) {
    throw new ApiError('unsupported_grant_type', 'Only grant_type "client_credentials" is supported.');
  }
  const credentials = readCredentials(fields, authorization);
  refuseUnstorable(credentials);
  return { ...credentials, scope: fields.get('scope') || undefined };
}

/**
 * Returns the error for a refused client (401). Only a request with an Authorization header gets a challenge
 * (RFC 6749, 5.2). The challenge repeats the error, since libraries that see a challenge do not read the
 * body.
 */
function invalidClient(message: string, authorization: string | undefined): ApiError {
  const challenge = `Basic realm="platen", error="invalid_client", error_description="${message}"`;
  return new ApiError('invalid_client', message, {
    ...(authorization !== undefined && { headers: { 'WWW-Authenticate': challenge } }),
  });
}

/** Reads the known fields of a JSON object or a form. Unknown fields are ignored (RFC 6749, 3.2). */
function readFields(body: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  const given = body instanceof URLSearchParams ? body.entries() : Object.entries(isObject(body) ? body : {});
  for (const [name, value] of given) {
    if (!PARAMETERS.includes(name) || value === null) continue;
    if (typeof value !== 'string') throw invalid(`"${name}" must be a string.`);
    if (fields.has(name)) throw invalid(`"${name}" is given twice.`);
    fields.set(name, value);
  }
  return fields;
}

function readCredentials(fields: Map<string, string>, authorization: string | undefined) {
  const clientId = fields.get('client_id');
  const clientSecret = fields.get('client_secret');
  if (!/^basic(\s|$)/i.test(authorization ?? '')) {
    if (!clientId || !clientSecret)
      throw invalidClient('Give client_id and client_secret, in the body or by HTTP Basic.', authorization);
    return { clientId, clientSecret };
  }
  if (clientSecret) throw invalid('Give the credentials once: in the body, or by HTTP Basic.');
  const basic = readBasic(authorization as string);
  if (clientId && clientId !== basic.clientId)
    throw invalid('The client_id in the body differs from the one in the header. Send it once.');
  return basic;
}

/** Reads HTTP Basic. Both parts are form-encoded before they are joined (RFC 6749, 2.3.1). */
function readBasic(authorization: string): { clientId: string; clientSecret: string } {
  const [, id, secret] = /^([^:]*):(.*)$/s.exec(Buffer.from(authorization.slice(6).trim(), 'base64').toString()) ?? [];
  if (!id || !secret) {
    const message = 'The Authorization header does not contain client_id:client_secret in base64.';
    throw invalidClient(message, authorization);
  }
  try {
    return { clientId: formDecode(id), clientSecret: formDecode(secret) };
  } catch {
    const message = 'The client_id or client_secret in the Authorization header is not correctly form-encoded.';
    throw invalidClient(message, authorization);
  }
}

function formDecode(value: string): string {
  return decodeURIComponent(value.replaceAll('+', ' '));
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function invalid(message: string): ApiError {
  return new ApiError('invalid_request', message);
}
