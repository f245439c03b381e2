import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type AccessTokens, bearerTokenOf, type Caller } from '../../clients/access-tokens.ts';
import { pointsOf } from '../../clients/body-quota.ts';
import type { Scope } from '../../clients/client-store.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { type AddressNetwork, networkOf, peerAddress } from '../../platform/http/peer-address.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';
import type { Asking } from '../../platform/http/request-gate.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

const HEALTH_PATH = '/health/';
const STAFF_PATHS = ['/operator/', '/console'];
const CUSTOMER_PATH = '/v1/';
export type ClientCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Returns a function that checks the token, counts the request and sets its caller (401, 403, 429). */
export function checkClient(tokens: AccessTokens, limiter: RateLimiter | undefined, scope: Scope): ClientCheck {
  return async (request, reply) => {
    const token = readToken(request.headers.authorization);
    const caller = tokens.callerOf(request.raw) ?? (await tokens.check(token));
    if (!caller) throw invalidToken();
    request.caller = caller;
    if (limiter) reply.headers({ ...(await limiter.consume(caller.clientId, pointsOf(request))) });
    refuseOtherScope(caller, scope);
  };
}

/** Returns a hook like `checkClient`. It makes a promise only for an unknown token or a quota. */
export function requireClient(
  tokens: AccessTokens,
  limiter: RateLimiter | undefined,
  scope: Scope,
): onRequestHookHandler {
  const check = checkClient(tokens, limiter, scope);
  return (request, reply, done) => {
    const caller = limiter ? undefined : tokens.callerOf(request.raw);
    if (caller?.scope === scope) {
      request.caller = caller;
      done();
    } else check(request, reply).then(() => done(), done);
  };
}

/** Returns a function that finds the sender by headers and address only, for the request gate. */
export function senderFinder(
  tokens: AccessTokens,
  limiter: RateLimiter | undefined,
  trustedProxies: readonly AddressNetwork[],
  stripPublicPath: ((target: string) => string) | undefined,
): (request: IncomingMessage) => Asking {
  return (request) => {
    const { url = '/' } = request;
    const path = stripPublicPath?.(url) ?? url;
    if (path.startsWith(HEALTH_PATH)) return { party: HEALTH_PATH, kind: 'health' };
    const kind = STAFF_PATHS.some((prefix) => path.startsWith(prefix)) ? 'staff' : 'customer';
    const caller = tokens.callerOf(request);
    if (!caller) {
      const forwardedFor = request.headers['x-forwarded-for'];
      const address = peerAddress(request.socket.remoteAddress ?? '', forwardedFor, trustedProxies);
      return { party: networkOf(address), kind };
    }
    const refusal = path.startsWith(CUSTOMER_PATH) ? limiter?.findFlood(caller.clientId) : undefined;
    return { party: caller.clientId, kind, refusal };
  };
}

function refuseOtherScope(caller: Caller, scope: Scope): void {
  if (caller.scope === scope) return;
  throw new ApiError('insufficient_scope', `This endpoint needs the scope "${scope}".`, {
    headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
  });
}

function readToken(authorization: string | undefined): string {
  const token = bearerTokenOf(authorization);
  if (token === undefined) {
    throw new ApiError('missing_token', 'Send the access token as `Authorization: Bearer <token>`.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  return token;
}

function invalidToken(): ApiError {
  return new ApiError('invalid_token', 'The access token is invalid or has expired. Request a new one.', {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token", error_description="The access token is not valid"' },
  });
}
