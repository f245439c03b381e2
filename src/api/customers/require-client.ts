import type { FastifyReply, FastifyRequest, onRequestHookHandler, onRouteHookHandler } from 'fastify';
import { type AccessTokens, bearerTokenOf, type Caller } from '../../clients/access-tokens.ts';
import { pointsOf } from '../../clients/body-quota.ts';
import { SECRET_PREFIX } from '../../clients/client-authenticator.ts';
import type { Scope } from '../../clients/client-store.ts';
import { mayUse, type NeededScope, neededScope } from '../../clients/scope-rules.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { type AddressNetwork, isTrusted, peerAddress, unmappedAddress } from '../../platform/http/peer-address.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import { routeOf } from '../../platform/http/route-table.ts';
import { addressNetwork } from '../../platform/settings/setting-values.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The scope that a limited token needs. Absent: no limited token is enough. */
    scope?: NeededScope | undefined;
  }
  interface FastifyRequest {
    caller: Caller;
  }
}

export type ClientCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

interface ClientGate {
  tokens: AccessTokens;
  limiter: RateLimiter | undefined;
  trustedProxies: readonly AddressNetwork[];
}

/** Returns a function that checks the token, counts the request and sets its caller (401, 403, 429). */
export function checkClient({ tokens, limiter, trustedProxies }: ClientGate, scope: Scope): ClientCheck {
  return async (request, reply) => {
    const token = readToken(request.headers);
    const caller = tokens.callerOf(request.raw) ?? (await tokens.check(token));
    if (!caller) throw invalidToken(token, tokens.findOtherAudience(token));
    request.caller = caller;
    request.server.connections.know(request.raw.socket);
    if (limiter) reply.headers({ ...(await limiter.consume(caller.clientId, pointsOf(request))) });
    refuseOtherNetwork(caller, senderAddress(request, trustedProxies));
    refuseOtherScope(caller, scope, routeOf(request).config.scope);
  };
}

/** Returns a hook like `checkClient`. It makes a promise only for an unknown or limited token, or a quota. */
export function requireClient(gate: ClientGate, scope: Scope): onRequestHookHandler {
  const check = checkClient(gate, scope);
  return (request, reply, done) => {
    const caller = gate.limiter ? undefined : gate.tokens.callerOf(request.raw);
    if (caller?.scope === scope && !caller.scopes && !caller.networks) {
      request.caller = caller;
      done();
    } else check(request, reply).then(() => done(), done);
  };
}

/** Sets the scope that a limited token needs for a route, and documents it. */
export const describeScope: onRouteHookHandler = (route) => {
  const scope = neededScope(route.method, route.url);
  route.config = { ...route.config, scope };
  const alternatives = scope === undefined || scope === 'any' ? [] : [{ oauth2: [scope] }];
  if (route.schema) route.schema.security = [{ oauth2: ['fulfillment'] }, ...alternatives];
};

/** Returns the address of the sender, as the trusted proxies report it. */
export function senderAddress({ raw }: FastifyRequest, trustedProxies: readonly AddressNetwork[]): string {
  const { socket, headers } = raw;
  return unmappedAddress(peerAddress(socket.remoteAddress ?? '', headers['x-forwarded-for'], trustedProxies));
}

/** Throws `network_not_allowed` if the client accepts requests from other networks only. */
export function refuseOtherNetwork({ networks }: Pick<Caller, 'networks'>, address: string): void {
  if (!networks || isTrusted(address, networks.map(addressNetwork))) return;
  const message = `The client accepts no requests from ${address}. Add this address to its networks, or ask the center.`;
  throw new ApiError('network_not_allowed', message);
}

function refuseOtherScope(caller: Caller, half: Scope, needed: NeededScope | undefined): void {
  if (mayUse(caller, half, needed)) return;
  const scope = needed !== undefined && needed !== 'any' && caller.scope === half ? needed : half;
  throw new ApiError('insufficient_scope', `This endpoint needs the scope "${scope}".`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

const EXCHANGE = 'Exchange the client id and secret at POST /oauth/token for an access token';

function readToken({ authorization, 'x-api-key': apiKey }: FastifyRequest['headers']): string {
  const token = bearerTokenOf(authorization);
  if (token !== undefined) return token;
  const isBasic = /^basic\b/i.test(authorization ?? '');
  const reason = isBasic ? 'HTTP Basic is for /oauth/token only. ' : apiKey ? 'There are no API keys. ' : '';
  const message = `${reason && `${reason}${EXCHANGE}. `}Send the access token as \`Authorization: Bearer <token>\`.`;
  throw new ApiError('missing_token', message, { headers: { 'WWW-Authenticate': 'Bearer' } });
}

/** A JWT in compact form (RFC 7515, 7.1), as every access token has. */
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

function invalidToken(token: string, otherAudience: string | undefined): ApiError {
  const kind = token.startsWith(SECRET_PREFIX) ? 'a client secret' : 'a client id or another key';
  const reason =
    otherAudience === undefined ? 'is invalid or has expired' : `is for ${otherAudience}, not for this API`;
  const message = JWT.test(token)
    ? `The access token ${reason}. Request a new one${otherAudience === undefined ? '' : ' here'}.`
    : `${token === '' ? 'The token is empty' : `This is ${kind}, not an access token`}. ${EXCHANGE}, and send that.`;
  return new ApiError('invalid_token', message, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token", error_description="The access token is not valid"' },
  });
}
