import { queryOptions } from '@tanstack/react-query';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';

export type BinContent = Schemas['BinContent'];

/** GET /operator/v1/bins/contents */
export const binsQuery = queryOptions({
  queryKey: ['bins'],
  queryFn: ({ signal }) => contentOf(operatorApi.GET('/operator/v1/bins/contents', { signal })),
  refetchInterval: POLL_MS,
});

/** PUT /operator/v1/bins */
export const setBins = (count: number) =>
  contentOf(operatorApi.PUT('/operator/v1/bins', { body: { count } }));
