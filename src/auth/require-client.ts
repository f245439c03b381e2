import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Scope } from '../clients/client-store.ts';
import { ApiError } from '../errors.ts';
import type { RateLimiter } from '../http/rate-limit.ts';
import type { AccessTokens, Caller } from './access-tokens.ts';
import { pointsOf } from './body-quota.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who calls; set on every route behind `requireClient`. */
    caller: Caller;
  }
}

const BEARER = /^Bearer(?:\s+|$)/i;

/** The hook in front of every route of a scope: 401, 403 or 429, or the caller on the request (RFC 6750, 3). */
export function requireClient(
  tokens: AccessTokens,
  limiter: RateLimiter | undefined,
  scope: Scope,
): onRequestAsyncHookHandler {
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const token = bearerToken(request.headers.authorization);
    const caller = tokens.remembered(token) ?? (await tokens.check(token));
    if (!caller) throw invalidToken();
    request.caller = caller;
    if (limiter) reply.headers({ ...(await limiter.consume(caller.clientId, pointsOf(request))) });
    if (caller.scope !== scope) {
      throw new ApiError('insufficient_scope', `This endpoint needs the scope "${scope}".`, {
        headers: { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
      });
    }
  };
}

function bearerToken(authorization = ''): string {
  const [scheme] = BEARER.exec(authorization) ?? [];
  if (scheme === undefined) {
    throw new ApiError('missing_token', 'Send the access token as `Authorization: Bearer <token>`.', {
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  }
  return authorization.slice(scheme.length);
}

function invalidToken(): ApiError {
  return new ApiError('invalid_token', 'The access token is not valid, or no longer. Ask for a new one.', {
    headers: {
      'WWW-Authenticate': 'Bearer error="invalid_token", error_description="The access token is not valid"',
    },
  });
}
