import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery } from '../../shared/api/query-client.ts';
import type { ProblemsSearch } from './problems-search.ts';

export type Problem = Schemas['FloorProblem'];

export type OpenLabel = Schemas['OpenLabel'];

export const PROBLEMS_KEY = ['problems'];

const OPEN_LABELS_MAX = 200;

export const problemsQuery = (search: ProblemsSearch) =>
  listQuery([...PROBLEMS_KEY, 'list', search], '/operator/v1/problems', { query: search });

export const problemCountsQuery = polledQuery([...PROBLEMS_KEY, 'counts'], '/operator/v1/problems/counts');

export const printLabel = (code: string) =>
  api.POST('/operator/v1/parcels/{code}/label', { params: { path: { code } }, body: {} });

/** Buys the label with this service. */
export const buyLabel = (code: string, body: { providerId: string; service: string }) =>
  api.POST('/operator/v1/parcels/{code}/label', { params: { path: { code } }, body });

/** The first labels that are not on a parcel, or are still to be voided. */
export const openLabelsQuery = listQuery([...PROBLEMS_KEY, 'labels'], '/operator/v1/open-labels', {
  query: { limit: OPEN_LABELS_MAX },
});

export const retryLabels = (problem: NonNullable<OpenLabel['problem']>) =>
  api.POST('/operator/v1/label-retries', { body: { problem } });

export const providersQuery = polledQuery([...PROBLEMS_KEY, 'providers'], '/operator/v1/label-providers');

/** Ships a parcel. The tracking number may be empty. */
export const shipParcel = (code: string, trackingNumber: string) =>
  api.POST('/operator/v1/parcels/{code}/ship', {
    params: { path: { code } },
    body: trackingNumber === '' ? {} : { trackingNumber },
  });

export const problemParcelQuery = (code: string) =>
  polledQuery([...PROBLEMS_KEY, 'parcel', code], '/operator/v1/parcels/{code}', { path: { code } });
