import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS, polledQuery } from '../../shared/api/query-client.ts';

export type Overview = Schemas['Overview'];
export type OrderDay = Schemas['OrderDay'];

export const floorCountsQuery = polledQuery(['floor-counts'], '/operator/v1/floor-counts');

/** Counts all problems, and parcels packed without a label. */
export const problemCountsQuery = queryOptions({
  queryKey: ['problems', 'sums'],
  queryFn: async ({ signal }) => {
    const counts = await api.GET('/operator/v1/problems/counts', { signal });
    const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
    return { all, noLabel: counts.NO_LABEL };
  },
  refetchInterval: POLL_MS,
});

/** Polls the overview every five seconds while the page is visible. An unchanged overview is a 304. */
export const overviewQuery = polledQuery(['overview'], '/operator/v1/overview');

export const resumeAfterRestore = (skipOldWebhooks: boolean) =>
  api.POST('/operator/v1/resume', { body: { skipOldWebhooks } });
