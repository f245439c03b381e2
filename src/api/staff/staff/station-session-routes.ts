import type { FastifyInstance, FastifyRequest } from 'fastify';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { stationNotFound } from '../../../platform/errors/errors.ts';
import {
  answer,
  emptyAnswer,
  errorAnswers,
  openErrorAnswers,
  rateLimitHeaders,
  WITH_BODY,
} from '../../../platform/http/api-document.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { mayDo, VERBS_OF } from '../../../staff/role-rules.ts';
import type { SessionRegistry } from '../../../staff/session-registry.ts';
import { closeStation, openStation } from '../../../staff/stations/open-station.ts';
import {
  notAStation,
  type SignOnContext,
  signOff,
  signOnByBadge,
  signOnByPin,
} from '../../../staff/stations/sign-on.ts';
import type { StationNow, StationRegistry } from '../../../staff/stations/station-registry.ts';
import { isChanging, refuseForeignOrigin } from './same-origin.ts';
import type { SessionCookies } from './session-cookie.ts';
import { signedIn } from './signed-in-person.ts';
import {
  BadgeRequest,
  OPENED_EXAMPLE,
  OpenStationRequest,
  PinRequest,
  StationSessionSchema,
} from './station-schemas.ts';

/** A badge, or a login and a PIN. */
const SIGN_ON_BODY_BYTES_MAX = 8_192;
const STATION_SESSION = '/operator/v1/station-session';

export interface StationSessionRouteOptions extends SignOnContext {
  config: Pick<Config, 'BASE_URL'>;
  sessions: SessionRegistry;
  stations: StationRegistry;
  cookies: SessionCookies;
}

const stationAnswer = { 200: answer('The station, and who is signed on.', StationSessionSchema) };
const signOnErrors = openErrorAnswers(
  'not_a_station',
  'sign_in_refused',
  'foreign_origin',
  'rate_limited',
  ...WITH_BODY,
);

const postStationSession = route({
  schema: {
    tags: ['Stations'],
    operationId: 'openStation',
    summary: 'Make this browser a station',
    description:
      'Answers with a cookie of its own, and ends the session of whoever asks: the device is for everybody now. People then sign on there by badge or PIN.',
    body: OpenStationRequest,
    response: {
      200: answer('The station.', StationSessionSchema, rateLimitHeaders, OPENED_EXAMPLE),
      ...errorAnswers('people_only', 'station_not_found', ...WITH_BODY),
    },
  },
  handler: async (options: StationSessionRouteOptions, request, reply) => {
    const { pool, clock, cookies, sessions, stations } = options;
    const own = signedIn(request);
    const before = await shownStation(options, request);
    const { stationId } = request.body;
    const opening = { pool, now: clock(), by: actorOf(request.caller), own };
    const opened = isStorable(stationId)
      ? await openStation(opening, stationId, cookies.browserOf(request))
      : undefined;
    if (!opened) throw stationNotFound();
    if (before) await closeStation(pool, clock(), before);
    sessions.forgetAll();
    stations.forgetAll();
    cookies.clear(reply);
    cookies.setStation(reply, opened.token);
    const station = await stations.check(opened.token, { changes: false });
    if (!station) throw notAStation();
    return shown(station, stations);
  },
});

const getStationSession = route({
  schema: {
    tags: ['Stations'],
    operationId: 'getStationSession',
    summary: 'Which station this browser is, and who is signed on',
    description: 'Asking is no activity: the station locks all the same.',
    security: [],
    response: { ...stationAnswer, ...openErrorAnswers('not_a_station') },
  },
  handler: async (options: StationSessionRouteOptions, request) =>
    shown(await requireStation(options, request), options.stations),
});

const deleteStationSession = route({
  schema: {
    tags: ['Stations'],
    operationId: 'closeStation',
    summary: 'Have this browser stop being a station',
    description: 'Idempotent: sending it again changes nothing.',
    security: [],
    response: { 204: emptyAnswer('It is none.'), ...openErrorAnswers('foreign_origin') },
  },
  handler: async (options: StationSessionRouteOptions, request, reply) => {
    const { pool, clock, config, cookies, stations } = options;
    if (cookies.readStation(request) !== undefined) {
      refuseForeignOrigin(request, config.BASE_URL, { needed: true });
      const station = await shownStation(options, request);
      if (station) await closeStation(pool, clock(), station);
      stations.forgetAll();
    }
    cookies.clearStation(reply);
    return reply.code(204).send();
  },
});

const postBadge = route({
  bodyLimit: SIGN_ON_BODY_BYTES_MAX,
  schema: {
    tags: ['Stations'],
    operationId: 'signOnByBadge',
    summary: 'Sign on with a badge',
    description:
      'In place of whoever was signed on. From then on, what is done at this station is done by them.',
    security: [],
    body: BadgeRequest,
    response: { ...stationAnswer, ...signOnErrors },
  },
  handler: (options: StationSessionRouteOptions, request) =>
    atStation(options, request, (station) => signOnByBadge(options, station, request.body.badge)),
});

const postPin = route({
  bodyLimit: SIGN_ON_BODY_BYTES_MAX,
  schema: {
    tags: ['Stations'],
    operationId: 'signOnByPin',
    summary: 'Sign on with a login and a PIN',
    description:
      'In place of whoever was signed on. After 5 wrong PINs in 15 minutes nothing more is tried for that account at that station (429); its badge still works.',
    security: [],
    body: PinRequest,
    response: { ...stationAnswer, ...signOnErrors },
  },
  handler: (options: StationSessionRouteOptions, request) =>
    atStation(options, request, (station) => signOnByPin(options, station, request.body)),
});

const postActivity = route({
  schema: {
    tags: ['Stations'],
    operationId: 'stayAtStation',
    summary: 'Say that somebody uses the station',
    description: 'For when somebody touches the screen and changes nothing: every change says so by itself.',
    security: [],
    response: { ...stationAnswer, ...openErrorAnswers('not_a_station', 'foreign_origin') },
  },
  handler: (options: StationSessionRouteOptions, request) => atStation(options, request, async () => {}),
});

const postSignOff = route({
  schema: {
    tags: ['Stations'],
    operationId: 'signOff',
    summary: 'Sign off',
    description: 'Idempotent: sending it again changes nothing.',
    security: [],
    response: {
      200: answer('The station.', StationSessionSchema, {}, OPENED_EXAMPLE),
      ...openErrorAnswers('not_a_station', 'foreign_origin'),
    },
  },
  handler: (options: StationSessionRouteOptions, request) =>
    atStation(options, request, (station) => signOff(options, station)),
});

/** Does something at the station, and answers what it is then. */
async function atStation(
  options: StationSessionRouteOptions,
  request: FastifyRequest,
  work: (station: StationNow) => Promise<void>,
) {
  const { config, cookies, stations } = options;
  // Before it counts as activity.
  if (cookies.readStation(request)) refuseForeignOrigin(request, config.BASE_URL, { needed: true });
  await work(await requireStation(options, request));
  stations.forgetAll();
  return shown(await requireStation(options, request), stations);
}

async function requireStation(
  options: StationSessionRouteOptions,
  request: FastifyRequest,
): Promise<StationNow> {
  const station = await shownStation(options, request);
  if (!station) throw notAStation();
  return station;
}

async function shownStation(
  { cookies, stations }: StationSessionRouteOptions,
  request: FastifyRequest,
): Promise<StationNow | undefined> {
  const token = cookies.readStation(request);
  return token === undefined ? undefined : stations.check(token, { changes: isChanging(request) });
}

function shown({ stationId, name, kinds, operator, locks }: StationNow, { idleMs }: StationRegistry) {
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

/** /operator/v1/station-session, for whoever may make a browser a station. */
export async function openingRoutes(
  app: FastifyInstance,
  options: StationSessionRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [['POST', STATION_SESSION, postStationSession, { verb: 'stations.open' }]]);
}

/** /operator/v1/station-session, at the station itself. */
export async function stationSessionRoutes(
  app: FastifyInstance,
  options: StationSessionRouteOptions,
): Promise<void> {
  registerRoutes(app, options, [
    ['GET', STATION_SESSION, getStationSession],
    ['DELETE', STATION_SESSION, deleteStationSession],
    ['POST', `${STATION_SESSION}/badge`, postBadge],
    ['POST', `${STATION_SESSION}/pin`, postPin],
    ['POST', `${STATION_SESSION}/activity`, postActivity],
    ['POST', `${STATION_SESSION}/sign-off`, postSignOff],
  ]);
}
