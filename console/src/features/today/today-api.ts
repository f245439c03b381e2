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

/** GET /operator/v1/overview, looked at again every five seconds while the page is seen; one that did not change is a 304. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => contentOf(operatorApi.GET('/operator/v1/overview', { signal })),
  refetchInterval: POLL_MS,
});
