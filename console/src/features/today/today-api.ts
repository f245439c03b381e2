import { queryOptions } from '@tanstack/react-query';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';

export type Overview = Schemas['Overview'];
export type OrderDay = Schemas['OrderDay'];

/** GET /operator/v1/floor-counts */
export const floorCountsQuery = queryOptions({
  queryKey: ['floor-counts'],
  queryFn: ({ signal }) => contentOf(operatorApi.GET('/operator/v1/floor-counts', { signal })),
  refetchInterval: POLL_MS,
});

/** GET /operator/v1/problems/counts: all of them, and those of parcels that were packed without a label. */
export const problemCountsQuery = queryOptions({
  queryKey: ['problems', 'sums'],
  queryFn: async ({ signal }) => {
    const counts = await contentOf(operatorApi.GET('/operator/v1/problems/counts', { signal }));
    const all = Object.values(counts).reduce((sum, number) => sum + number, 0);
    return { all, noLabel: counts.NO_LABEL };
  },
  refetchInterval: POLL_MS,
});

/** GET /operator/v1/overview, looked at again every five seconds while the page is seen; one that did not change is a 304. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => contentOf(operatorApi.GET('/operator/v1/overview', { signal })),
  refetchInterval: POLL_MS,
});

/** POST /operator/v1/resume */
export const resumeAfterRestore = (skipOldWebhooks: boolean) =>
  contentOf(operatorApi.POST('/operator/v1/resume', { body: { skipOldWebhooks } }));
