import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { type AccessTokens, bearerTokenOf, type Caller } from '../../clients/access-tokens.ts';
import { pointsOf } from '../../clients/body-quota.ts';
import { SECRET_PREFIX } from '../../clients/client-authenticator.ts';
import type { Scope } from '../../clients/client-store.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import type { RateLimiter } from '../../platform/http/rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller;
  }
}

export type ClientCheck = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** Returns a function that checks the token, counts the request and sets its caller (401, 403, 429). */
export function checkClient(tokens: AccessTokens, limiter: RateLimiter | undefined, scope: Scope): ClientCheck {
  return async (request, reply) => {
    const token = readToken(request.headers);
    const caller = tokens.callerOf(request.raw) ?? (await tokens.check(token));
    if (!caller) throw invalidToken(token);
    request.caller = caller;
    request.server.connections.know(request.raw.socket);
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

function refuseOtherScope(caller: Caller, scope: Scope): void {
  if (caller.scope === scope) return;
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

function invalidToken(token: string): ApiError {
  const kind = token.startsWith(SECRET_PREFIX) ? 'a client secret' : 'a client id or another key';
  const message = JWT.test(token)
    ? 'The access token is invalid or has expired. Request a new one.'
    : `${token === '' ? 'The token is empty' : `This is ${kind}, not an access token`}. ${EXCHANGE}, and send that.`;
  return new ApiError('invalid_token', message, {
    headers: { 'WWW-Authenticate': 'Bearer error="invalid_token", error_description="The access token is not valid"' },
  });
}
