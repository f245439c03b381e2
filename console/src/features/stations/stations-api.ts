import { queryOptions } from '@tanstack/react-query';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, pageAt, polledQuery } from '../../shared/api/query-client.ts';

export type Station = Schemas['Station'];
type StationKind = Station['kinds'][number];

/** In the order in which a piece passes them. */
export const KINDS: readonly StationKind[] = ['make', 'check', 'pack', 'hand_over'];
/** Every list and station, to have them read anew after a change. */
export const STATIONS_KEY = ['stations'];

export const stationsQuery = (cursor: string | undefined) =>
  listQuery([...STATIONS_KEY, 'list', cursor ?? ''], (signal) =>
    operatorApi.GET('/operator/v1/stations', { params: { query: pageAt(cursor) }, signal }),
  );

export const stationQuery = (stationId: string) =>
  polledQuery([...STATIONS_KEY, 'one', stationId], () =>
    api.GET('/operator/v1/stations/{stationId}', { params: { path: { stationId } } }),
  );

/** GET /operator/v1/printers: those that may stand at a station. */
export const printersForStationsQuery = queryOptions({
  queryKey: ['printers', 'for-stations'],
  queryFn: () => api.GET('/operator/v1/printers'),
});

export const stationSessionsQuery = (stationId: string) =>
  polledQuery([...STATIONS_KEY, 'sessions', stationId], () =>
    api.GET('/operator/v1/stations/{stationId}/sessions', { params: { path: { stationId } } }),
  );

export const createStation = (body: Schemas['NewStationRequest']): Promise<Station> =>
  api.POST('/operator/v1/stations', { body });

export const changeStation = (stationId: string, body: Schemas['StationChangeRequest']): Promise<Station> =>
  api.PATCH('/operator/v1/stations/{stationId}', { params: { path: { stationId } }, body });

export const endStationSession = (stationId: string, sessionId: string) =>
  api.DELETE('/operator/v1/stations/{stationId}/sessions/{sessionId}', {
    params: { path: { stationId, sessionId } },
  });

/** POST /operator/v1/station-session: this browser is the station from then on, and nobody is signed in here. */
export const openStation = (stationId: string) =>
  api.POST('/operator/v1/station-session', { body: { stationId } });
