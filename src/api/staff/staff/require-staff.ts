import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onSendHookHandler } from 'fastify';
import type { Caller } from '../../../clients/access-tokens.ts';
import { pointsOf } from '../../../clients/body-quota.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import { networkOf, peerAddress } from '../../../platform/http/peer-address.ts';
import type { RateLimiter } from '../../../platform/http/rate-limit.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { mayDo, type Role, rolesThatMay, type Verb } from '../../../staff/role-rules.ts';
import type { SessionRegistry } from '../../../staff/session-registry.ts';
import type { SessionState } from '../../../staff/session-store.ts';
import type { Browser } from '../../../staff/sign-in.ts';
import type { StationNow, StationRegistry } from '../../../staff/stations/station-registry.ts';
import type { ClientCheck } from '../../customers/require-client.ts';

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

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Whether the request may change something. */
export function isChanging({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return !READING.has(method);
}

/**
 * Throws `foreign_origin` for a request that a page of another origin may have made in the name of whoever is signed in: browsers say whose page
 * asks, and no page can say otherwise. With `needed` one of the two fields must be there.
 */
export function refuseForeignOrigin(
  { headers }: Pick<FastifyRequest, 'headers'>,
  baseUrl: string,
  { needed }: { needed: boolean },
): void {
  const { origin, host } = headers;
  const site = headers['sec-fetch-site'];
  const own = new URL(baseUrl).origin;
  if (site !== undefined && site !== 'same-origin') throw foreignOrigin(own);
  if (origin === undefined) {
    if (needed && site === undefined) throw foreignOrigin(own);
    return;
  }
  // The browser has named both itself: the page's host, and the one it asked.
  if (origin !== own && URL.parse(origin)?.host !== host) throw foreignOrigin(own);
}

function foreignOrigin(own: string): ApiError {
  return new ApiError(
    'foreign_origin',
    `With a session, changes are taken from the console's own pages only; their requests carry "Origin: ${own}".`,
  );
}

/** Who is signed in. Throws `people_only` for a program, and at a station. */
export function signedIn({ session }: Pick<FastifyRequest, 'session'>): SessionState {
  if (session) return session;
  throw new ApiError(
    'people_only',
    'This is for whoever has signed in: a program and a station have no account, password or sessions.',
  );
}

/** Browsers keep a cookie for 400 days at most. */
const DEVICE_SECONDS = 400 * 86_400;

/**
 * The cookies of people. With https their names begin with __Host-, so that no other host and no unencrypted page can set or read them (RFC
 * 6265bis, 4.1.3.2), which needs Path=/ also where BASE_URL has a path. With http, as on one's own machine, they are plain.
 */
export class SessionCookies {
  readonly #trusted: Config['TRUSTED_PROXIES'];
  readonly #isSecure: boolean;
  readonly #session: string;
  readonly #device: string;
  readonly #station: string;

  constructor({ BASE_URL, TRUSTED_PROXIES }: Pick<Config, 'BASE_URL' | 'TRUSTED_PROXIES'>) {
    this.#trusted = TRUSTED_PROXIES;
    this.#isSecure = BASE_URL.startsWith('https:');
    this.#session = this.nameOf('platen');
    this.#device = this.nameOf('platen-device');
    this.#station = this.nameOf('platen-station');
  }

  nameOf(name: string): string {
    return this.#isSecure ? `__Host-${name}` : name;
  }

  /** What names the session; undefined where there is none. */
  read(request: FastifyRequest): string | undefined {
    return request.cookies[this.#session];
  }

  /** The session, which ends with the browser, and that somebody has signed in here. */
  set(reply: FastifyReply, { token, device }: { token: string; device: string }): void {
    reply.setCookie(this.#session, token, { ...this.options, sameSite: 'strict' });
    reply.setCookie(this.#device, device, { ...this.options, sameSite: 'strict', maxAge: DEVICE_SECONDS });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#session, { ...this.options, sameSite: 'strict' });
  }

  /** What names the station that the browser is; undefined where it is none. */
  readStation(request: FastifyRequest): string | undefined {
    return request.cookies[this.#station];
  }

  /** The browser is a station, also after it was closed. */
  setStation(reply: FastifyReply, token: string): void {
    reply.setCookie(this.#station, token, { ...this.options, sameSite: 'strict', maxAge: DEVICE_SECONDS });
  }

  clearStation(reply: FastifyReply): void {
    reply.clearCookie(this.#station, { ...this.options, sameSite: 'strict' });
  }

  /** What the browser that asks shows of itself. */
  browserOf(request: FastifyRequest): Browser {
    const address = peerAddress(request.ip, request.headers['x-forwarded-for'], this.#trusted);
    return {
      network: networkOf(address),
      userAgent: request.headers['user-agent'],
      device: request.cookies[this.#device],
    };
  }

  get options() {
    return { path: '/', httpOnly: true, secure: this.#isSecure } as const;
  }
}
