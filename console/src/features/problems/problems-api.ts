import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { ProblemsSearch } from './problems-search.ts';

export type Problem = Schemas['FloorProblem'];

const PROBLEMS_KEY = ['problems'];
const ROWS_PER_PAGE = 50;

/** GET /operator/v1/problems */
export const problemsQuery = (search: ProblemsSearch) =>
  queryOptions({
    queryKey: [...PROBLEMS_KEY, 'list', search],
    queryFn: async ({ signal }) => {
      const { data = [], response } = await operatorApi.GET('/operator/v1/problems', {
        params: { query: { ...search, limit: ROWS_PER_PAGE } as object },
        signal,
      });
      return { problems: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** GET /operator/v1/problems/counts */
export const problemCountsQuery = queryOptions({
  queryKey: [...PROBLEMS_KEY, 'counts'],
  queryFn: ({ signal }) => contentOf(operatorApi.GET('/operator/v1/problems/counts', { signal })),
  refetchInterval: POLL_MS,
});

/** POST /operator/v1/parcels/{code}/label */
export const printLabel = (code: string) =>
  contentOf(operatorApi.POST('/operator/v1/parcels/{code}/label', { params: { path: { code } }, body: {} }));

/** POST /operator/v1/parcels/{code}/ship; without a tracking number it has none. */
export const shipParcel = (code: string, trackingNumber: string) =>
  contentOf(
    operatorApi.POST('/operator/v1/parcels/{code}/ship', {
      params: { path: { code } },
      body: trackingNumber === '' ? {} : { trackingNumber },
    }),
  );

/** GET /operator/v1/parcels/{code} */
export const problemParcelQuery = (code: string) =>
  queryOptions({
    queryKey: [...PROBLEMS_KEY, 'parcel', code],
    queryFn: ({ signal }) =>
      contentOf(operatorApi.GET('/operator/v1/parcels/{code}', { params: { path: { code } }, signal })),
    refetchInterval: POLL_MS,
  });
