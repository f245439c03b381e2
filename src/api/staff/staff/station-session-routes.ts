import type { FastifyRequest } from 'fastify';
import { actorOf } from '../../../platform/audit/actor.ts';
import { stationNotFound } from '../../../platform/errors/errors.ts';
import {
  answer,
  emptyAnswer,
  errorAnswers,
  openErrorAnswers,
  rateLimitHeaders,
  WITH_BODY,
} from '../../../platform/http/api-document.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { closeStation, openStation } from '../../../staff/manage-stations.ts';
import { mayDo, VERBS_OF } from '../../../staff/role-rules.ts';
import type { SessionRegistry, StationNow, StationRegistry } from '../../../staff/session-registry.ts';
import { notAStation, type SignOnContext, signOff, signOnByBadge, signOnByPin } from '../../../staff/sign-on.ts';
import { isChanging, refuseForeignOrigin, type SessionCookies, sessionOf } from './require-staff.ts';
import {
  BadgeRequest,
  OPENED_EXAMPLE,
  OpenStationRequest,
  PinRequest,
  StationSessionSchema,
} from './station-schemas.ts';

const route = routeUnder<StationSessionRouteOptions>('Stations');

/** Limits the body, which has a badge, or a login and a PIN. */
const SIGN_ON_BODY_BYTES_MAX = 8_192;
const STATION_SESSION = '/operator/v1/station-session';

interface StationSessionRouteOptions extends SignOnContext {
  config: Pick<Config, 'BASE_URL'>;
  sessions: SessionRegistry;
  stations: StationRegistry;
  cookies: SessionCookies;
}

const stationAnswer = { 200: answer('The station, and the person who is signed on.', StationSessionSchema) };
const signOnErrors = openErrorAnswers(
  'not_a_station',
  'sign_in_refused',
  'foreign_origin',
  'rate_limited',
  ...WITH_BODY,
);

const postStationSession = route({
  operationId: 'openStation',
  summary: 'Make this browser a station',
  description:
    'Sets the cookie of the station, and ends the session of the caller, because the device is now shared. People then sign on with a badge or a PIN.',
  body: OpenStationRequest,
  response: {
    200: answer('The station.', StationSessionSchema, rateLimitHeaders, OPENED_EXAMPLE),
    ...errorAnswers('people_only', 'station_not_found', ...WITH_BODY),
  },
  handler: async (options, request, reply) => {
    const { pool, clock, cookies, sessions, stations } = options;
    const own = sessionOf(request);
    const before = await findOwnStation(options, request);
    const { stationId } = request.body;
    const opening = { pool, now: clock(), by: actorOf(request.caller), own };
    const opened = await openStation(opening, stationId, cookies.browserOf(request));
    if (!opened) throw stationNotFound();
    if (before) await closeStation(pool, clock(), before);
    sessions.forgetAll();
    stations.forgetAll();
    cookies.clear(reply);
    cookies.setStation(reply, opened.token);
    const station = await stations.check(opened.token, { changes: false });
    if (!station) throw notAStation();
    return showStation(station, stations);
  },
});

const getStationSession = route({
  operationId: 'getStationSession',
  summary: 'Read the station of this browser, and the person who is signed on',
  description: 'Does not count as activity, so it does not delay the lock.',
  security: [],
  response: { ...stationAnswer, ...openErrorAnswers('not_a_station') },
  handler: async (options, request) => showStation(await readOwnStation(options, request), options.stations),
});

const deleteStationSession = route({
  operationId: 'closeStation',
  summary: 'Stop this browser from being a station',
  description: 'Idempotent: repeating the request changes nothing.',
  security: [],
  response: { 204: emptyAnswer('The browser is no station.'), ...openErrorAnswers('foreign_origin') },
  handler: async (options, request, reply) => {
    const { pool, clock, config, cookies, stations } = options;
    if (cookies.readStation(request) !== undefined) {
      refuseForeignOrigin(request, config.BASE_URL, { needed: true });
      const station = await findOwnStation(options, request);
      if (station) await closeStation(pool, clock(), station);
      stations.forgetAll();
    }
    cookies.clearStation(reply);
    return reply.code(204).send();
  },
});

const postBadge = route({
  bodyLimit: SIGN_ON_BODY_BYTES_MAX,
  operationId: 'signOnByBadge',
  summary: 'Sign on with a badge',
  description: 'Replaces the person who was signed on. Later actions at this station are recorded for the new person.',
  security: [],
  body: BadgeRequest,
  response: { ...stationAnswer, ...signOnErrors },
  handler: (options, request) =>
    atStation(options, request, (station) => signOnByBadge(options, station, request.body.badge)),
});

const postPin = route({
  bodyLimit: SIGN_ON_BODY_BYTES_MAX,
  operationId: 'signOnByPin',
  summary: 'Sign on with a login and a PIN',
  description:
    'Replaces the person who was signed on. After 5 wrong PINs in 15 minutes, the PIN of that account is blocked at that station (429). Its badge still works.',
  security: [],
  body: PinRequest,
  response: { ...stationAnswer, ...signOnErrors },
  handler: (options, request) => atStation(options, request, (station) => signOnByPin(options, station, request.body)),
});

const postActivity = route({
  operationId: 'stayAtStation',
  summary: 'Report activity at the station',
  description: 'Delays the lock when a person uses the screen without changes. Each change does so too.',
  security: [],
  response: { ...stationAnswer, ...openErrorAnswers('not_a_station', 'foreign_origin') },
  handler: (options, request) => atStation(options, request, async () => {}),
});

const postSignOff = route({
  operationId: 'signOff',
  summary: 'Sign off',
  description: 'Locks the station. Idempotent: repeating the request changes nothing.',
  security: [],
  response: {
    200: answer('The station.', StationSessionSchema, {}, OPENED_EXAMPLE),
    ...openErrorAnswers('not_a_station', 'foreign_origin'),
  },
  handler: (options, request) => atStation(options, request, (station) => signOff(options, station)),
});

/** Runs `work` at the station of the browser, and returns the new state of the station. */
async function atStation(
  options: StationSessionRouteOptions,
  request: FastifyRequest,
  work: (station: StationNow) => Promise<void>,
) {
  const { config, cookies, stations } = options;
  // Checked before the request counts as activity.
  if (cookies.readStation(request)) refuseForeignOrigin(request, config.BASE_URL, { needed: true });
  await work(await readOwnStation(options, request));
  stations.forgetAll();
  return showStation(await readOwnStation(options, request), stations);
}

async function readOwnStation(options: StationSessionRouteOptions, request: FastifyRequest): Promise<StationNow> {
  const station = await findOwnStation(options, request);
  if (!station) throw notAStation();
  return station;
}

async function findOwnStation(
  { cookies, stations }: StationSessionRouteOptions,
  request: FastifyRequest,
): Promise<StationNow | undefined> {
  const token = cookies.readStation(request);
  return token === undefined ? undefined : stations.check(token, { changes: isChanging(request) });
}

function showStation({ stationId, name, kinds, operator, locks }: StationNow, { idleMs }: StationRegistry) {
  return {
    station: { stationId, name, kinds },
    ...(operator && {
      operator: {
        operatorId: operator.operatorId,
        name: operator.name,
        ...(operator.language && { language: operator.language }),
      },
    }),
    verbs: operator && mayDo(operator.role, 'stations.work') ? VERBS_OF.floor : [],
    ...(locks && { locks }),
    idleSeconds: idleMs / 1_000,
  };
}

/** POST /operator/v1/station-session. It needs a session, and makes the browser a station. */
export const openingRoutes = routeTable<StationSessionRouteOptions>([
  ['POST', STATION_SESSION, postStationSession, { verb: 'stations.open' }],
]);

/** The other routes of /operator/v1/station-session. They need the cookie of a station. */
export const stationSessionRoutes = routeTable<StationSessionRouteOptions>([
  ['GET', STATION_SESSION, getStationSession],
  ['DELETE', STATION_SESSION, deleteStationSession],
  ['POST', `${STATION_SESSION}/badge`, postBadge],
  ['POST', `${STATION_SESSION}/pin`, postPin],
  ['POST', `${STATION_SESSION}/activity`, postActivity],
  ['POST', `${STATION_SESSION}/sign-off`, postSignOff],
]);
