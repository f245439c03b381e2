import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery } from '../../shared/api/query-client.ts';

export type Station = Schemas['Station'];
type StationKind = Station['kinds'][number];

/** In the order in which a piece passes them. */
export const KINDS: readonly StationKind[] = ['make', 'check', 'pack', 'hand_over'];
/** Prefix of all station queries, to reload them after a change. */
export const STATIONS_KEY = ['stations'];

export const stationsQuery = (cursor: string | undefined) =>
  listQuery([...STATIONS_KEY, 'list', cursor ?? ''], '/operator/v1/stations', { query: { cursor } });

export const stationQuery = (stationId: string) =>
  polledQuery([...STATIONS_KEY, 'one', stationId], '/operator/v1/stations/{stationId}', { path: { stationId } });

/** Lists the printers that a station can use. */
export const printersForStationsQuery = queryOptions({
  queryKey: ['printers', 'for-stations'],
  queryFn: () => api.GET('/operator/v1/printers'),
});

export const stationSessionsQuery = (stationId: string) =>
  polledQuery([...STATIONS_KEY, 'sessions', stationId], '/operator/v1/stations/{stationId}/sessions', {
    path: { stationId },
  });

export const WALL_BOARDS_KEY = ['wall-boards'];
export type WallBoard = Schemas['WallBoard'];

export const wallBoardsQuery = polledQuery(WALL_BOARDS_KEY, '/operator/v1/wall-boards');

/** Returns the link, which only this answer has. */
export const createWallBoard = async (name: string): Promise<string> =>
  (await api.POST('/operator/v1/wall-boards', { body: { name } })).link;

export const revokeWallBoard = (boardId: string) =>
  api.DELETE('/operator/v1/wall-boards/{boardId}', { params: { path: { boardId } } });

export const createStation = (body: Schemas['NewStationRequest']): Promise<Station> =>
  api.POST('/operator/v1/stations', { body });

export const changeStation = (stationId: string, body: Schemas['StationChangeRequest']): Promise<Station> =>
  api.PATCH('/operator/v1/stations/{stationId}', { params: { path: { stationId } }, body });

export const endStationSession = (stationId: string, sessionId: string) =>
  api.DELETE('/operator/v1/stations/{stationId}/sessions/{sessionId}', {
    params: { path: { stationId, sessionId } },
  });

/** Makes this browser the station. The person's own session ends. */
export const openStation = (stationId: string) => api.POST('/operator/v1/station-session', { body: { stationId } });
