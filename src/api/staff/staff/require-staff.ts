import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler, onSendHookHandler } from 'fastify';
import type { Caller } from '../../../clients/access-tokens.ts';
import { pointsOf } from '../../../clients/body-quota.ts';
import { ApiError } from '../../../platform/errors/errors.ts';
import { networkOf, peerAddress } from '../../../platform/http/peer-address.ts';
import type { RateLimiter } from '../../../platform/http/rate-limit.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { mayDo, type Role, rolesThatMay, type Verb } from '../../../staff/role-rules.ts';
import type { SessionRegistry, StationNow, StationRegistry } from '../../../staff/session-registry.ts';
import type { SessionState } from '../../../staff/session-store.ts';
import type { Browser } from '../../../staff/sign-in.ts';
import type { ClientCheck } from '../../customers/require-client.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The permission that the caller needs (staff/role-rules). Every route of staff names one. */
    verb?: Verb;
  }
  interface FastifyRequest {
    /** The session of the person; undefined for a program with a token. */
    session: SessionState | undefined;
    /** The station that the browser is. `caller` is then the person who is signed on there. */
    station: StationNow | undefined;
  }
}

interface StaffGate {
  baseUrl: string;
  cookies: SessionCookies;
  sessions: SessionRegistry;
  stations: StationRegistry;
  limiter: RateLimiter | undefined;
  requireToken: ClientCheck;
}

/** Creates the hook that admits a token, a session or a station, and checks the permission of the route. */
export function requireStaff(gate: StaffGate): onRequestAsyncHookHandler {
  const { cookies, requireToken } = gate;
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const hasToken = request.headers.authorization !== undefined;
    const sessionToken = hasToken ? undefined : cookies.read(request);
    const stationToken = hasToken ? undefined : cookies.readStation(request);
    const session = sessionToken === undefined ? undefined : await gate.sessions.check(sessionToken);
    // A session takes precedence over the station of the browser.
    if (session) await admitSession(gate, request, reply, session);
    else if (stationToken !== undefined) await admitStation(gate, request, reply, stationToken);
    else if (sessionToken !== undefined) throw notSignedIn();
    else await requireToken(request, reply);
    request.server.connections.know(request.raw.socket);
    const { verb } = request.routeOptions.config;
    if (verb && !mayDo(request.caller.role, verb)) throw notPermitted(request.caller, verb);
  };
}

/** Keeps answers out of the caches of browsers, because people share computers. Programs may cache. */
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

/** Admits a person with the role floor, whatever their own role is, because the device is shared. */
async function admitStation(
  { baseUrl, stations, limiter }: StaffGate,
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
): Promise<void> {
  const station = await stations.check(token, { changes: false });
  if (!station) throw notSignedIn();
  // Checked before the request counts as activity, so that a foreign page cannot keep a station unlocked.
  if (isChanging(request)) refuseForeignOrigin(request, baseUrl, { needed: true });
  const now = isChanging(request) ? await stations.check(token, { changes: true }) : station;
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
  return new ApiError('not_signed_in', 'You are not signed in, or your session has ended. Sign in again.', {
    headers: { 'WWW-Authenticate': 'Bearer' },
  });
}

function notPermitted({ role }: { role: Role | null }, verb: Verb): ApiError {
  const roles = rolesThatMay(verb).join(', ');
  const message = `This needs "${verb}", which the role "${role}" does not have. Roles that have it: ${roles}.`;
  return new ApiError('not_permitted', message);
}

export function sessionOf({ session }: Pick<FastifyRequest, 'session'>): SessionState {
  if (session) return session;
  throw new ApiError(
    'people_only',
    'Sign in as a person: programs and stations have no account, password or sessions.',
  );
}

const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

export function isChanging({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return !READING.has(method);
}

/**
 * Throws `foreign_origin` for a page of another origin, which could misuse the cookies of the person.
 * Browsers set `Origin` and `Sec-Fetch-Site`, and pages cannot change them. With `needed`, one must be
 * present.
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
  // The browser sets both headers: the host of the page, and the host of the request.
  if (origin !== own && URL.parse(origin)?.host !== host) throw foreignOrigin(own);
}

function foreignOrigin(own: string): ApiError {
  return new ApiError(
    'foreign_origin',
    `With a session, only pages of the console may change data. Send the header "Origin: ${own}".`,
  );
}

/** Returns the first cookie of this name. Platen's own values need no decoding. */
export function readCookie({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const pairs = headers.cookie?.split(';') ?? [];
  return pairs
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${name}=`))
    ?.slice(name.length + 1);
}

/** Browsers keep a cookie for at most 400 days. */
const DEVICE_SECONDS = 400 * 86_400;

/**
 * The cookies of people. With https, their names begin with __Host-: no other host and no unencrypted page
 * can set or read them (RFC 6265bis, 4.1.3.2). This needs Path=/, even when BASE_URL has a path.
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

  read(request: FastifyRequest): string | undefined {
    return readCookie(request, this.#session);
  }

  /** Sets the session, which ends with the browser, and marks the device as known. */
  set(reply: FastifyReply, { token, device }: { token: string; device: string }): void {
    reply.setCookie(this.#session, token, { ...this.options, sameSite: 'strict' });
    reply.setCookie(this.#device, device, { ...this.options, sameSite: 'strict', maxAge: DEVICE_SECONDS });
  }

  clear(reply: FastifyReply): void {
    reply.clearCookie(this.#session, { ...this.options, sameSite: 'strict' });
  }

  readStation(request: FastifyRequest): string | undefined {
    return readCookie(request, this.#station);
  }

  /** Makes the browser a station, also after it was closed. */
  setStation(reply: FastifyReply, token: string): void {
    reply.setCookie(this.#station, token, { ...this.options, sameSite: 'strict', maxAge: DEVICE_SECONDS });
  }

  clearStation(reply: FastifyReply): void {
    reply.clearCookie(this.#station, { ...this.options, sameSite: 'strict' });
  }

  browserOf(request: FastifyRequest): Browser {
    const address = peerAddress(request.ip, request.headers['x-forwarded-for'], this.#trusted);
    return {
      network: networkOf(address),
      userAgent: request.headers['user-agent'],
      device: readCookie(request, this.#device),
    };
  }

  get options() {
    return { path: '/', httpOnly: true, secure: this.#isSecure } as const;
  }
}
