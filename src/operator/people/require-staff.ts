import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { Caller } from '../../auth/access-tokens.ts';
import { pointsOf } from '../../auth/body-quota.ts';
import type { requireClient } from '../../auth/require-client.ts';
import { ApiError } from '../../errors.ts';
import type { RateLimiter } from '../../http/rate-limit.ts';
import { mayDo, type Role, rolesThatMay, type Verb } from '../../people/role-rules.ts';
import type { SessionRegistry } from '../../people/session-registry.ts';
import type { SessionState } from '../../people/session-store.ts';
import { isChanging, refuseForeignOrigin } from './same-origin.ts';
import type { SessionCookies } from './session-cookie.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What one must be allowed to do; every route of staff names it (people/role-rules). */
    verb?: Verb;
  }
  interface FastifyRequest {
    /** Who is signed in; undefined where a program calls with its token. */
    session: SessionState | undefined;
  }
}

export interface StaffGate {
  baseUrl: string;
  cookies: SessionCookies;
  sessions: SessionRegistry;
  limiter: RateLimiter | undefined;
  requireToken: ReturnType<typeof requireClient>;
}

/** The hook in front of every route of staff: whoever shows a token or a session, and may do what the route names. */
export function requireStaff(gate: StaffGate): onRequestAsyncHookHandler {
  const { cookies, requireToken } = gate;
  return async function (request: FastifyRequest, reply: FastifyReply) {
    const shown = request.headers.authorization === undefined ? cookies.read(request) : undefined;
    if (shown === undefined) await requireToken.call(this, request, reply);
    else await requireSession(gate, request, reply, shown);
    const { verb } = request.routeOptions.config;
    if (verb && !mayDo(request.caller.role, verb)) throw notPermitted(request.caller, verb);
  };
}

async function requireSession(
  { baseUrl, sessions, limiter }: StaffGate,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: string,
): Promise<void> {
  const session = await sessions.check(shown);
  if (!session) throw notSignedIn();
  request.session = session;
  request.caller = callerOf(session);
  if (limiter) reply.headers({ ...(await limiter.consume(session.operatorId, pointsOf(request))) });
  if (isChanging(request)) refuseForeignOrigin(request, baseUrl, { needed: true });
}

function callerOf({ operatorId, name, role }: SessionState): Caller {
  return { clientId: operatorId, name, mode: 'live', scope: 'operator', role };
}

export function notSignedIn(): ApiError {
  return new ApiError('not_signed_in', 'You are not signed in, or no longer.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

function notPermitted({ role }: { role: Role | null }, verb: Verb): ApiError {
  const roles = rolesThatMay(verb).join(', ');
  return new ApiError(
    'not_permitted',
    `This needs "${verb}", which the role "${role}" may not do; ${roles} may.`,
  );
}
