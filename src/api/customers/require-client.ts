import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type AccessTokens, bearerToken, type Caller } from '../../clients/access-tokens.ts';
import { pointsOf } from '../../clients/body-quota.ts';
import type { Scope } from '../../clients/client-store.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { type AddressNetwork, networkOf, peerAddress } from '../../platform/http/peer-address.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import type { Asking } from '../../platform/http/request-gate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set on every route behind `requireClient`. */
    caller: Caller;
  }
}

const OF_HEALTH = '/health/';
const OF_STAFF = ['/operator/', '/console'];
const OF_CUSTOMERS = '/v1/';

/** 401, 403 or 429, or the caller on the request (RFC 6750, 3). */
export type ClientCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Checks the token of a request, counts it, and sets its caller. */
export function checkClient(
  tokens: AccessTokens,
  limiter: RateLimiter | undefined,
  scope: Scope,
): ClientCheck {
  return async (request, reply) => {
    const token = shownToken(request.headers.authorization);
    const caller = tokens.rememberedCaller(request.raw) ?? (await tokens.check(token));
    if (!caller) throw invalidToken();
    request.caller = caller;
    if (limiter) reply.headers({ ...(await limiter.consume(caller.clientId, pointsOf(request))) });
    refuseOtherScope(caller, scope);
  };
}

/** The hook in front of every route of a scope: as `checkClient`, and without a promise where there is nothing to wait for. */
export function requireClient(
  tokens: AccessTokens,
  limiter: RateLimiter | undefined,
  scope: Scope,
): onRequestHookHandler {
  const check = checkClient(tokens, limiter, scope);
  return (request, reply, done) => {
    const caller = limiter ? undefined : tokens.rememberedCaller(request.raw);
    if (caller?.scope === scope) {
      request.caller = caller;
      done();
    } else check(request, reply).then(() => done(), done);
  };
}

/**
 * Returns a function that names the sender of a request for the request gate, without reading the request. `requireClient`
 * checks later whether the sender has access.
 */
export function whoAsks(
  tokens: AccessTokens,
  limiter: RateLimiter | undefined,
  trustedProxies: readonly AddressNetwork[],
  stripPublicPath: ((target: string) => string) | undefined,
): (request: IncomingMessage) => Asking {
  return (request) => {
    const { url = '/' } = request;
    const path = stripPublicPath?.(url) ?? url;
    if (path.startsWith(OF_HEALTH)) return { party: OF_HEALTH, kind: 'health' };
    const kind = OF_STAFF.some((prefix) => path.startsWith(prefix)) ? 'staff' : 'customer';
    const caller = tokens.rememberedCaller(request);
    if (!caller) {
      const forwardedFor = request.headers['x-forwarded-for'];
      const address = peerAddress(request.socket.remoteAddress ?? '', forwardedFor, trustedProxies);
      return { party: networkOf(address), kind };
    }
    const refusal = path.startsWith(OF_CUSTOMERS) ? limiter?.findFlood(caller.clientId) : undefined;
    return { party: caller.clientId, kind, refusal };
  };
}

function refuseOtherScope(caller: Caller, scope: Scope): void {
  if (caller.scope === scope) return;
  throw new ApiError('insufficient_scope', `This endpoint needs the scope "${scope}".`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

function shownToken(authorization: string | undefined): string {
  const token = bearerToken(authorization);
  if (token === undefined) {
    throw new ApiError('missing_token', 'Send the access token as `Authorization: Bearer <token>`.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  return token;
}

function invalidToken(): ApiError {
  return new ApiError('invalid_token', 'The access token is not valid, or no longer. Ask for a new one.', {
    headers: {
      'WWW-Authenticate': 'Bearer error="invalid_token", error_description="The access token is not valid"',
    },
  });
}
