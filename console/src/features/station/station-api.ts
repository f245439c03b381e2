import { queryOptions } from '@tanstack/react-query';
import { api, forgetAnswers, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import { RequestError } from '../../shared/api/request-error.ts';
import type { Identity, SentScan } from '../../shared/scan/queue-rules.ts';

export type StationSession = Schemas['StationSession'];
export type ScanAnswer = Schemas['ScanAnswer'];
export type PieceInHand = Schemas['PieceInHand'];
export type StepInHand = Schemas['StepInHand'];
export type ScannedOrder = Schemas['ScannedOrder'];
export type FoundPiece = Schemas['FoundPiece'];
export type ScanContext = Schemas['ScanContext'];
export type Work = ScanContext['work'];

const STATION_KEY = ['station-session'];

/** Reads the session of this station; null if this browser is not a station. */
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

export const reportActivity = (): Promise<unknown> => api.POST('/operator/v1/station-session/activity');

/** Search parameters for a piece without a ticket. */
export type PieceSearch = { [Field in 'sku' | 'color' | 'size']?: string | undefined };

/** Matches shown at most. With more matches, the person narrows the search. */
export const FOUND_MAX = 50;

export const foundPiecesQuery = (search: PieceSearch) =>
  queryOptions({
    queryKey: ['found-pieces', search],
    queryFn: (): Promise<FoundPiece[]> =>
      api.GET('/operator/v1/pieces', { params: { query: { ...search, limit: FOUND_MAX } as object } }),
  });

/** Tickets that the server counts at most. */
export const QUEUE_MAX = 1_000;
const QUEUE_MS = 15_000;

/** Reads the work that waits at stations of this kind. */
export const stationQueueQuery = (work: 'MAKE' | 'CHECK' | 'PACK') =>
  queryOptions({
    queryKey: ['station-queue', work],
    queryFn: ({ signal }) => api.GET('/operator/v1/station-queue', { params: { query: { work } }, signal }),
    refetchInterval: QUEUE_MS,
    // It was read before the piece in hand was finished.
    refetchOnMount: 'always',
  });

/** Begins the station name for scans of a person who signed in at a browser that is not a station. */
export const NO_STATION = 'console';

/** Identifies a station by its session cookie, and another browser by its person. */
const stationOf = ({ station, stationName }: Identity) => station.startsWith(NO_STATION) && { station: stationName };

/** Reads the latest accepted answer of this station. */
export const readLatestScan = (work: Work, by: Identity, signal: AbortSignal): Promise<ScanAnswer | undefined> =>
  api.GET('/operator/v1/scans/latest', { params: { query: { work, ...stationOf(by) } }, signal }) as Promise<
    ScanAnswer | undefined
  >;

/** Sends a scan. A station is identified by its session cookie. */
export const sendScan = ({ scan, context }: SentScan<ScanContext>, signal: AbortSignal): Promise<ScanAnswer> =>
  api.POST('/operator/v1/scans', { body: { id: scan.id, ...stationOf(scan.by), code: scan.text, context }, signal });
