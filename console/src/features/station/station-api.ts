import { queryOptions } from '@tanstack/react-query';
import { api, forgetAnswers, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import { RequestError } from '../../shared/api/request-error.ts';
import type { SentScan } from '../../shared/scan/queue-rules.ts';

export type StationSession = Schemas['StationSession'];
export type ScanAnswer = Schemas['ScanAnswer'];
export type PieceInHand = Schemas['PieceInHand'];
export type StepInHand = Schemas['StepInHand'];
export type ScannedOrder = Schemas['ScannedOrder'];
export type FoundPiece = Schemas['FoundPiece'];
export type ScanContext = Schemas['ScanContext'];
/** What is done at a station. */
export type Work = ScanContext['work'];

const STATION_KEY = ['station-session'];

/** GET /operator/v1/station-session; null where this browser is no station. */
export const stationSessionQuery = queryOptions({
  queryKey: STATION_KEY,
  queryFn: async (): Promise<StationSession | null> => {
    try {
      return await api.GET('/operator/v1/station-session');
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) return null;
      throw error;
    }
  },
  refetchInterval: POLL_MS,
});

export const signOnByBadge = (badge: string): Promise<StationSession> =>
  api.POST('/operator/v1/station-session/badge', { body: { badge } });

export const signOnByPin = (body: Schemas['PinRequest']): Promise<StationSession> =>
  api.POST('/operator/v1/station-session/pin', { body });

export const signOff = (): Promise<StationSession> =>
  api.POST('/operator/v1/station-session/sign-off').finally(forgetAnswers);

export const sayActivity = (): Promise<unknown> => api.POST('/operator/v1/station-session/activity');

/** What can be seen of a piece without its ticket. */
export type PieceSearch = { [Field in 'sku' | 'color' | 'size']?: string | undefined };

/** So many are looked through at most; whoever has more says more of what is seen. */
export const FOUND_MAX = 50;

export const foundPiecesQuery = (search: PieceSearch) =>
  queryOptions({
    queryKey: ['found-pieces', search],
    queryFn: (): Promise<FoundPiece[]> =>
      api.GET('/operator/v1/pieces', { params: { query: { ...search, limit: FOUND_MAX } as object } }),
  });

/** What the scans of somebody who is signed in for themselves are said to come from. */
export const NO_STATION = 'console';

/** POST /operator/v1/scans. A station is known by its session. */
export const sendScan = (
  { scan, context }: SentScan<ScanContext>,
  signal: AbortSignal,
): Promise<ScanAnswer> =>
  api.POST('/operator/v1/scans', {
    body: {
      id: scan.id,
      ...(scan.by.station === NO_STATION && { station: NO_STATION }),
      code: scan.text,
      context,
    },
    signal,
  });
