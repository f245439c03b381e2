import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';

export type Station = Schemas['Station'];
export type StationKind = Station['kinds'][number];

/** In the order in which a piece passes them. */
export const KINDS: readonly StationKind[] = ['make', 'check', 'pack', 'hand_over'];
/** Every list and station, to have them read anew after a change. */
export const STATIONS_KEY = ['stations'];

const STATIONS_PER_PAGE = 50;

/** GET /operator/v1/stations */
export const stationsQuery = (cursor: string | undefined) =>
  queryOptions({
    queryKey: [...STATIONS_KEY, 'list', cursor ?? ''],
    queryFn: async ({ signal }) => {
      const query = { limit: STATIONS_PER_PAGE, ...(cursor && { cursor }) };
      const { data = [], response } = await operatorApi.GET('/operator/v1/stations', {
        params: { query },
        signal,
      });
      return { stations: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/stations/{stationId} */
export const stationQuery = (stationId: string) =>
  queryOptions({
    queryKey: [...STATIONS_KEY, 'one', stationId],
    queryFn: () =>
      contentOf(operatorApi.GET('/operator/v1/stations/{stationId}', { params: { path: { stationId } } })),
    refetchInterval: POLL_MS,
  });

/** GET /operator/v1/printers: those that may stand at a station. */
export const printersForStationsQuery = queryOptions({
  queryKey: ['printers', 'for-stations'],
  queryFn: () => contentOf(operatorApi.GET('/operator/v1/printers')),
});

/** GET /operator/v1/stations/{stationId}/sessions */
export const stationSessionsQuery = (stationId: string) =>
  queryOptions({
    queryKey: [...STATIONS_KEY, 'sessions', stationId],
    queryFn: () =>
      contentOf(
        operatorApi.GET('/operator/v1/stations/{stationId}/sessions', { params: { path: { stationId } } }),
      ),
    refetchInterval: POLL_MS,
  });

/** POST /operator/v1/stations */
export const createStation = (body: Schemas['NewStationRequest']): Promise<Station> =>
  contentOf(operatorApi.POST('/operator/v1/stations', { body }));

/** PATCH /operator/v1/stations/{stationId} */
export const changeStation = (stationId: string, body: Schemas['StationChangeRequest']): Promise<Station> =>
  contentOf(
    operatorApi.PATCH('/operator/v1/stations/{stationId}', { params: { path: { stationId } }, body }),
  );

/** DELETE /operator/v1/stations/{stationId}/sessions/{sessionId} */
export const endStationSession = (stationId: string, sessionId: string) =>
  contentOf(
    operatorApi.DELETE('/operator/v1/stations/{stationId}/sessions/{sessionId}', {
      params: { path: { stationId, sessionId } },
    }),
  );

/** POST /operator/v1/station-session: this browser is the station from then on, and nobody is signed in here. */
export const openStation = (stationId: string) =>
  contentOf(operatorApi.POST('/operator/v1/station-session', { body: { stationId } }));
