import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { isStorable } from '../../../platform/database/statement-parts.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { sessionNotFound, stationNotFound } from '../../../platform/errors/errors.ts';
import {
  answer,
  emptyAnswer,
  errorAnswers,
  pageAnswers,
  rateLimitHeaders,
  readAnswers,
  WITH_BODY,
} from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { parseMoment } from '../../../platform/http/moments.ts';
import { cutPage, decodeCursor, invalidCursor } from '../../../platform/http/paging.ts';
import { registerRoutes, route } from '../../../platform/http/route-table.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { assignPrinters } from '../../../printing/printers-of-station.ts';
import { findPrintersOfStations } from '../../../printing/station-printer-store.ts';
import { changeStation, createStation, endStationSession } from '../../../staff/stations/manage-stations.ts';
import type { StationRegistry } from '../../../staff/stations/station-registry.ts';
import { stationExpiryOf, stationsAliveAfter } from '../../../staff/stations/station-rules.ts';
import { listStationSessions } from '../../../staff/stations/station-session-store.ts';
import { findStation, listStationsAfter, type Station } from '../../../staff/stations/station-store.ts';
import { nameFaults } from '../fields/field-faults.ts';
import { staffPaging } from '../fields/operator-schemas.ts';
import {
  ListedStationSessionSchema,
  NewStationRequest,
  StationChangeRequest,
  StationParams,
  StationSchema,
  StationSessionParams,
} from './station-schemas.ts';

const STATIONS = '/operator/v1/stations';
const ListQuery = Type.Object(staffPaging);

export interface StationRouteOptions {
  config: Pick<Config, 'BASE_URL'>;
  pool: Pool;
  clock: () => Date;
  stations: StationRegistry;
}

const getStations = route({
  schema: {
    tags: ['Stations'],
    operationId: 'listStations',
    summary: 'List the stations',
    description: 'In the order of their creation.',
    querystring: ListQuery,
    response: pageAnswers('A page of stations.', Type.Array(StationSchema)),
  },
  handler: async ({ config, pool }: StationRouteOptions, request, reply) => {
    const { limit, cursor } = request.query;
    const after = readCursor(cursor);
    const stations = await withRetry(() => listStationsAfter(pool, { after, limit: limit + 1 }));
    const page = cutPage(reply, stations, {
      url: `${config.BASE_URL}${STATIONS}`,
      query: request.query,
      keyOf: (last) => [last.created.toISOString(), last.stationId],
    });
    return sendJson(request, reply, JSON.stringify(await shown(pool, page)));
  },
});

const postStation = route({
  config: { moreFaults: ({ body }) => nameFaults({ '/name': Object(body).name }) },
  schema: {
    tags: ['Stations'],
    operationId: 'createStation',
    summary: 'Make a station',
    description: 'A browser becomes one when somebody who may opens it there.',
    body: NewStationRequest,
    response: {
      201: answer('The station.', StationSchema, {
        ...rateLimitHeaders,
        Location: { schema: Type.String(), description: 'Address of the station.' },
      }),
      ...errorAnswers('station_name_taken', ...WITH_BODY),
    },
  },
  handler: async ({ config, pool, clock }: StationRouteOptions, { body, caller }, reply) => {
    const made = await createStation({ pool, now: clock(), by: actorOf(caller) }, body);
    reply.code(201).header('location', `${config.BASE_URL}${STATIONS}/${made.stationId}`);
    return (await shown(pool, [made]))[0];
  },
});

const getStation = route({
  schema: {
    tags: ['Stations'],
    operationId: 'getStation',
    summary: 'Read one station',
    description: 'Without its browsers.',
    params: StationParams,
    response: readAnswers('The station.', StationSchema, 'station_not_found'),
  },
  handler: async ({ pool }: StationRouteOptions, request, reply) =>
    sendJson(
      request,
      reply,
      JSON.stringify((await shown(pool, [await read(pool, request.params.stationId)]))[0]),
    ),
});

const patchStation = route({
  config: { moreFaults: ({ body }) => nameFaults({ '/name': Object(body).name }) },
  schema: {
    tags: ['Stations'],
    operationId: 'changeStation',
    summary: 'Rename a station, change what is done there or its printers, disable or enable it',
    description:
      'Takes effect at once in this process and within 5 seconds in others. Idempotent: sending it again changes nothing.',
    params: StationParams,
    body: StationChangeRequest,
    response: {
      200: answer('The station as it is now.', StationSchema, rateLimitHeaders),
      ...errorAnswers('station_not_found', 'printer_not_found', 'station_name_taken', ...WITH_BODY),
    },
  },
  handler: async ({ pool, clock, stations }: StationRouteOptions, { params, body, caller }) => {
    const { stationId } = await read(pool, params.stationId);
    const { disabled, printers, ...fields } = body;
    const status = disabled === undefined ? {} : ({ status: disabled ? 'disabled' : 'active' } as const);
    const context = { pool, now: clock(), by: actorOf(caller) };
    if (printers) await assignPrinters(pool, stationId, printers, context);
    const changed = await changeStation(context, stationId, { ...fields, ...status });
    stations.forgetAll();
    if (!changed) throw stationNotFound();
    return (await shown(pool, [changed]))[0];
  },
});

const getSessions = route({
  schema: {
    tags: ['Stations'],
    operationId: 'listStationSessions',
    summary: 'List the browsers that are a station',
    description: 'Latest first.',
    params: StationParams,
    response: {
      200: answer('The browsers.', Type.Array(ListedStationSessionSchema), rateLimitHeaders),
      ...errorAnswers('station_not_found'),
    },
  },
  handler: async ({ pool, clock }: StationRouteOptions, { params }) => {
    const { stationId } = await read(pool, params.stationId);
    const found = await withRetry(() => listStationSessions(pool, stationId, stationsAliveAfter(clock())));
    return found.map((session) => {
      const { sessionId, created, lastSeen, userAgent } = session;
      const expires = stationExpiryOf(session);
      return { sessionId, created, lastSeen, expires, ...(userAgent && { userAgent }) };
    });
  },
});

const deleteSession = route({
  schema: {
    tags: ['Stations'],
    operationId: 'endStationSession',
    summary: 'Have a browser stop being a station',
    description: 'Within 5 seconds on every process.',
    params: StationSessionParams,
    response: {
      204: emptyAnswer('It is none any more.', rateLimitHeaders),
      ...errorAnswers('station_not_found', 'session_not_found'),
    },
  },
  handler: async ({ pool, clock, stations }: StationRouteOptions, { params, caller }, reply) => {
    const { stationId } = await read(pool, params.stationId);
    const { sessionId } = params;
    const context = { pool, now: clock(), by: actorOf(caller) };
    const ended = isStorable(sessionId) && (await endStationSession(context, stationId, sessionId));
    stations.forgetAll();
    if (!ended) throw sessionNotFound();
    return reply.code(204).send();
  },
});

async function read(pool: Pool, stationId: string): Promise<Station> {
  const found = isStorable(stationId) ? await withRetry(() => findStation(pool, stationId)) : undefined;
  if (!found) throw stationNotFound();
  return found;
}

/** The stations with the printers of each. */
async function shown(pool: Pool, stations: readonly Station[]) {
  const ids = stations.map(({ stationId }) => stationId);
  const printers = await withRetry(() => findPrintersOfStations(pool, ids));
  return stations.map(({ stationId, name, kinds, status, created }) => ({
    stationId,
    name,
    kinds,
    disabled: status === 'disabled',
    printers: printers
      .filter((one) => one.stationId === stationId)
      .map((one) => ({ printerId: one.printerId, name: one.name })),
    created,
  }));
}

function readCursor(cursor: string | undefined): Pick<Station, 'created' | 'stationId'> | undefined {
  const key = decodeCursor(cursor, 2);
  if (!key) return undefined;
  const [at = '', stationId = ''] = key;
  const created = parseMoment(at);
  if (!created) throw invalidCursor();
  return { created, stationId };
}

/** /operator/v1/stations: the shared devices of the shop. */
export async function stationRoutes(app: FastifyInstance, options: StationRouteOptions): Promise<void> {
  registerRoutes(app, options, [
    ['GET', STATIONS, getStations, { verb: 'stations.read' }],
    ['POST', STATIONS, postStation, { verb: 'stations.change' }],
    ['GET', `${STATIONS}/:stationId`, getStation, { verb: 'stations.read' }],
    ['PATCH', `${STATIONS}/:stationId`, patchStation, { verb: 'stations.change' }],
    ['GET', `${STATIONS}/:stationId/sessions`, getSessions, { verb: 'stations.read' }],
    ['DELETE', `${STATIONS}/:stationId/sessions/:sessionId`, deleteSession, { verb: 'stations.change' }],
  ]);
}
