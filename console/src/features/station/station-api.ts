import { queryOptions } from '@tanstack/react-query';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import { RequestError } from '../../shared/api/request-error.ts';
import type { Scan } from '../../shared/scan/scanner-rules.ts';

export type StationSession = Schemas['StationSession'];

const STATION_KEY = ['station-session'];
const BADGE = /^W\d{12}$/i;

/** Whether it looks like the code of a badge. */
export const isBadge = (text: string): boolean => BADGE.test(text.trim());

/** GET /operator/v1/station-session; null where this browser is no station. */
export const stationSessionQuery = queryOptions({
  queryKey: STATION_KEY,
  queryFn: async (): Promise<StationSession | null> => {
    try {
      return await contentOf(operatorApi.GET('/operator/v1/station-session'));
    } catch (error) {
      if (error instanceof RequestError && error.status === 401) return null;
      throw error;
    }
  },
  refetchInterval: POLL_MS,
});

/** POST /operator/v1/station-session/badge, with what looks like one in whichever layout the scanner types. */
export const signOnByBadge = ({ typed, physical }: Scan): Promise<StationSession> => {
  const badge = isBadge(typed) ? typed : physical;
  return contentOf(operatorApi.POST('/operator/v1/station-session/badge', { body: { badge } }));
};

/** POST /operator/v1/station-session/pin */
export const signOnByPin = (body: Schemas['PinRequest']): Promise<StationSession> =>
  contentOf(operatorApi.POST('/operator/v1/station-session/pin', { body }));

/** POST /operator/v1/station-session/sign-off */
export const signOff = (): Promise<StationSession> =>
  contentOf(operatorApi.POST('/operator/v1/station-session/sign-off'));
