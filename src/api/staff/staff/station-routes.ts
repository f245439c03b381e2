import type { Pool } from 'pg';
import { Type } from 'typebox';
import { actorOf } from '../../../platform/audit/actor.ts';
import { withRetry } from '../../../platform/database/transaction.ts';
import { sessionNotFound, stationNotFound } from '../../../platform/errors/errors.ts';
import { changeAnswers, pageAnswers, readAnswers } from '../../../platform/http/api-document.ts';
import { sendJson } from '../../../platform/http/etag.ts';
import { cutPage } from '../../../platform/http/paging.ts';
import { routeTable, routeUnder } from '../../../platform/http/route-table.ts';
import { assignPrinters } from '../../../printing/manage-printers.ts';
import { findPrintersOfStations } from '../../../printing/printer-store.ts';
import { changeStation, createStation, endStationSession } from '../../../staff/manage-stations.ts';
import type { StationRegistry } from '../../../staff/session-registry.ts';
import { expiryOf, liveSince } from '../../../staff/session-rules.ts';
import { listSessions } from '../../../staff/session-store.ts';
import { findStation, listStationsAfter, type Station } from '../../../staff/station-store.ts';
import { createdAnswers, emptyAnswers, PageQuery, plainAnswers, readMomentCursor } from '../fields/operator-schemas.ts';
import { readById, refuseBadNames, type StaffContext } from '../fields/staff-requests.ts';
import {
  ListedStationSessionSchema,
  NewStationRequest,
  StationChangeRequest,
  StationParams,
  StationSchema,
  StationSessionParams,
} from './station-schemas.ts';

const route = routeUnder<StationRouteOptions>('Stations');
const STATIONS = '/operator/v1/stations';

interface StationRouteOptions extends StaffContext {
  stations: StationRegistry;
}

const getStations = route({
  operationId: 'listStations',
  summary: 'List the stations',
  description: 'Sorted by creation, oldest first.',
  querystring: PageQuery,
  response: pageAnswers('A page of stations.', Type.Array(StationSchema)),
  handler: async ({ config, pool }, request, reply) => {
    const { limit, cursor } = request.query;
    const last = readMomentCursor(cursor);
    const after = last && { created: last.at, stationId: last.id };
    const stations = await withRetry(() => listStationsAfter(pool, { after, limit: limit + 1 }));
    const page = cutPage(reply, stations, {
      url: `${config.BASE_URL}${STATIONS}`,
      query: request.query,
      keyOf: ({ created, stationId }) => [created.toISOString(), stationId],
    });
    return sendJson(request, reply, await showStations(pool, page));
  },
});

const postStation = route({
  config: refuseBadNames('name'),
  operationId: 'createStation',
  summary: 'Create a station',
  description: 'A browser becomes the station with `openStation`.',
  body: NewStationRequest,
  response: createdAnswers('The station.', StationSchema, 'Address of the station.', 'station_name_taken'),
  handler: async ({ config, pool, clock }, { body, caller }, reply) => {
    const created = await createStation({ pool, now: clock(), by: actorOf(caller) }, body);
    reply.code(201).header('location', `${config.BASE_URL}${STATIONS}/${created.stationId}`);
    return showStation(pool, created);
  },
});

const getStation = route({
  operationId: 'getStation',
  summary: 'Read one station',
  description: 'Returns the station without its browsers.',
  params: StationParams,
  response: readAnswers('The station.', StationSchema, 'station_not_found'),
  handler: async ({ pool }, request, reply) => {
    const station = await read(pool, request.params.stationId);
    return sendJson(request, reply, await showStation(pool, station));
  },
});

const patchStation = route({
  config: refuseBadNames('name'),
  operationId: 'changeStation',
  summary: 'Rename a station, change its work or its printers, disable or enable it',
  description:
    'Applies at once in this process, and within 5 seconds in others. Idempotent: repeating the request changes nothing.',
  params: StationParams,
  body: StationChangeRequest,
  response: changeAnswers(
    'The changed station.',
    StationSchema,
    'station_not_found',
    'printer_not_found',
    'station_name_taken',
  ),
  handler: async ({ pool, clock, stations }, { params, body, caller }) => {
    const { stationId } = await read(pool, params.stationId);
    const { disabled, printers, ...fields } = body;
    const status = disabled === undefined ? {} : ({ status: disabled ? 'disabled' : 'active' } as const);
    const context = { pool, now: clock(), by: actorOf(caller) };
    if (printers) await assignPrinters(pool, stationId, printers, context);
    const changed = await changeStation(context, stationId, { ...fields, ...status });
    stations.forgetAll();
    if (!changed) throw stationNotFound();
    return showStation(pool, changed);
  },
});

const getSessions = route({
  operationId: 'listStationSessions',
  summary: 'List the browsers that are a station',
  description: 'Sorted by creation, latest first.',
  params: StationParams,
  response: plainAnswers('The browsers.', Type.Array(ListedStationSessionSchema), 'station_not_found'),
  handler: async ({ pool, clock }, { params }) => {
    const { stationId } = await read(pool, params.stationId);
    const found = await withRetry(() => listSessions(pool, ['station', stationId], liveSince('station', clock())));
    return found.map((session) => {
      const { sessionId, created, lastSeen, userAgent } = session;
      const expires = expiryOf('station', session);
      return { sessionId, created, lastSeen, expires, ...(userAgent && { userAgent }) };
    });
  },
});

const deleteSession = route({
  operationId: 'endStationSession',
  summary: 'Stop a browser from being a station',
  description: 'Applies within 5 seconds in every process.',
  params: StationSessionParams,
  response: emptyAnswers('The browser is no longer a station.', 'station_not_found', 'session_not_found'),
  handler: async ({ pool, clock, stations }, { params, caller }, reply) => {
    const { stationId } = await read(pool, params.stationId);
    const { sessionId } = params;
    const context = { pool, now: clock(), by: actorOf(caller) };
    const ended = await endStationSession(context, stationId, sessionId);
    stations.forgetAll();
    if (!ended) throw sessionNotFound();
    return reply.code(204).send();
  },
});

function read(pool: Pool, stationId: string): Promise<Station> {
  return readById(stationId, (id) => findStation(pool, id), stationNotFound);
}

async function showStation(pool: Pool, station: Station) {
  const [answer] = await showStations(pool, [station]);
  return { ...answer };
}

async function showStations(pool: Pool, stations: readonly Station[]) {
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

export const stationRoutes = routeTable<StationRouteOptions>([
  ['GET', STATIONS, getStations, { verb: 'stations.read' }],
  ['POST', STATIONS, postStation, { verb: 'stations.change' }],
  ['GET', `${STATIONS}/:stationId`, getStation, { verb: 'stations.read' }],
  ['PATCH', `${STATIONS}/:stationId`, patchStation, { verb: 'stations.change' }],
  ['GET', `${STATIONS}/:stationId/sessions`, getSessions, { verb: 'stations.read' }],
  ['DELETE', `${STATIONS}/:stationId/sessions/:sessionId`, deleteSession, { verb: 'stations.change' }],
]);
