import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery, ROWS_PER_PAGE } from '../../shared/api/query-client.ts';
import type { ProblemsSearch } from './problems-search.ts';

export type Problem = Schemas['FloorProblem'];

const PROBLEMS_KEY = ['problems'];

export const problemsQuery = (search: ProblemsSearch) =>
  listQuery([...PROBLEMS_KEY, 'list', search], (signal) =>
    operatorApi.GET('/operator/v1/problems', {
      params: { query: { ...search, limit: ROWS_PER_PAGE } as object },
      signal,
    }),
  );

export const problemCountsQuery = polledQuery([...PROBLEMS_KEY, 'counts'], (signal) =>
  api.GET('/operator/v1/problems/counts', { signal }),
);

export const printLabel = (code: string) =>
  api.POST('/operator/v1/parcels/{code}/label', { params: { path: { code } }, body: {} });

/** Ships a parcel. The tracking number may be empty. */
export const shipParcel = (code: string, trackingNumber: string) =>
  api.POST('/operator/v1/parcels/{code}/ship', {
    params: { path: { code } },
    body: trackingNumber === '' ? {} : { trackingNumber },
  });

export const problemParcelQuery = (code: string) =>
  polledQuery([...PROBLEMS_KEY, 'parcel', code], (signal) =>
    api.GET('/operator/v1/parcels/{code}', { params: { path: { code } }, signal }),
  );
