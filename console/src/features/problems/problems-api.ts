import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery } from '../../shared/api/query-client.ts';
import type { ProblemsSearch } from './problems-search.ts';

export type Problem = Schemas['FloorProblem'];

const PROBLEMS_KEY = ['problems'];

export const problemsQuery = (search: ProblemsSearch) =>
  listQuery([...PROBLEMS_KEY, 'list', search], '/operator/v1/problems', { query: search });

export const problemCountsQuery = polledQuery([...PROBLEMS_KEY, 'counts'], '/operator/v1/problems/counts');

export const printLabel = (code: string) =>
  api.POST('/operator/v1/parcels/{code}/label', { params: { path: { code } }, body: {} });

/** Ships a parcel. The tracking number may be empty. */
export const shipParcel = (code: string, trackingNumber: string) =>
  api.POST('/operator/v1/parcels/{code}/ship', {
    params: { path: { code } },
    body: trackingNumber === '' ? {} : { trackingNumber },
  });

export const problemParcelQuery = (code: string) =>
  polledQuery([...PROBLEMS_KEY, 'parcel', code], '/operator/v1/parcels/{code}', { path: { code } });
