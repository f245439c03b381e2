import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onSendHookHandler } from 'fastify';
import type { Caller } from '../../../clients/access-tokens.ts';
import { pointsOf } from '../../../clients/body-quota.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import type { RateLimiter } from '../../../platform/http/rate-limit.ts';
import { mayDo, type Role, rolesThatMay, type Verb } from '../../../staff/role-rules.ts';
import type { SessionRegistry, StationNow, StationRegistry } from '../../../staff/session-registry.ts';
import type { SessionState } from '../../../staff/session-store.ts';
import type { ClientCheck } from '../../customers/require-client.ts';
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
    /** The station that the browser is, where that is how it may ask; `caller` is then whoever is signed on there. */
    station: StationNow | undefined;
  }
}

export interface StaffGate {
  baseUrl: string;
  cookies: SessionCookies;
  sessions: SessionRegistry;
  stations: StationRegistry;
  limiter: RateLimiter | undefined;
  requireToken: ClientCheck;
}

/** The hook in front of every route of staff: whoever shows a token or a session, and may do what the route names. */
export function requireStaff(gate: StaffGate): onRequestAsyncHookHandler {
  const { cookies, requireToken } = gate;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const hasToken = request.headers.authorization !== undefined;
    const shown = hasToken ? undefined : cookies.read(request);
    const shownStation = hasToken ? undefined : cookies.readStation(request);
    const session = shown === undefined ? undefined : await gate.sessions.check(shown);
    // Somebody who has signed in at a station's browser is there for themselves.
    if (session) await admitSession(gate, request, reply, session);
    else if (shownStation !== undefined) await requireStation(gate, request, reply, shownStation);
    else if (shown !== undefined) throw notSignedIn();
    else await requireToken(request, reply);
    const { verb } = request.routeOptions.config;
    if (verb && !mayDo(request.caller.role, verb)) throw notPermitted(request.caller, verb);
  };
}

/**
 * The hook that keeps every answer to a session out of the browser's cache: several people use one computer, and its disk outlives the session.
 * Programs with a token keep the header of the route.
 */
export const keepOutOfCaches: onSendHookHandler = (request, reply, payload, done) => {
  if (request.session || request.station) reply.header('cache-control', 'no-store');
  done(null, payload);
};

async function admitSession(
  { baseUrl, limiter }: StaffGate,
  request: FastifyRequest,
  reply: FastifyReply,
  session: SessionState,
): Promise<void> {
  request.session = session;
  request.caller = callerOf(session, session.role);
  if (limiter) reply.headers({ ...(await limiter.consume(session.operatorId, pointsOf(request))) });
  if (isChanging(request)) refuseForeignOrigin(request, baseUrl, { needed: true });
}

/** Whoever is signed on at a station may do what the floor may, whatever else they may elsewhere: the device is for everybody. */
async function requireStation(
  { baseUrl, stations, limiter }: StaffGate,
  request: FastifyRequest,
  reply: FastifyReply,
  shown: string,
): Promise<void> {
  const station = await stations.check(shown, { changes: false });
  if (!station) throw notSignedIn();
  // Before it counts as activity: a page of somebody else keeps no station open.
  if (isChanging(request)) refuseForeignOrigin(request, baseUrl, { needed: true });
  const now = isChanging(request) ? await stations.check(shown, { changes: true }) : station;
  if (!now?.operator) throw stationLocked();
  request.station = now;
  request.caller = callerOf(now.operator, 'floor');
  if (limiter) reply.headers({ ...(await limiter.consume(now.operator.operatorId, pointsOf(request))) });
}

function callerOf({ operatorId, name }: { operatorId: string; name: string }, role: Role): Caller {
  return { clientId: operatorId, name, mode: 'live', scope: 'operator', role };
}

function stationLocked(): ApiError {
  return new ApiError('station_locked', 'Nobody is signed on at this station. Scan your badge.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
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
