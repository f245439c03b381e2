import { SERVER_URL } from '../../shared/api/api-base.ts';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, polledQuery } from '../../shared/api/query-client.ts';
import { oneOf, readText, searchReader } from '../../shared/list/text-search.ts';
import type { Verb } from '../../shared/session/session-api.ts';

export type OrderJob = Schemas['OrderJob'];
export type OrderJobRow = Schemas['OrderJobRow'];

export const ROW_STATES = ['REFUSED', 'WAITING', 'DONE'] as const;
export const readJobSearch = searchReader({ state: oneOf(ROW_STATES), cursor: readText });

/** Time between two reads of the progress. */
const PROGRESS_MS = 1_000;
const KEY = ['order-jobs'];

export const jobsQuery = polledQuery(KEY, '/operator/v1/order-jobs');

const readJob = (jobId: string) => polledQuery([...KEY, jobId], '/operator/v1/order-jobs/{jobId}', { path: { jobId } });

/** Reads the progress every second while it runs. */
export const jobQuery = (jobId: string) => ({
  ...readJob(jobId),
  refetchInterval: ({ state }: { state: { data?: OrderJob | undefined } }) =>
    state.data?.ended === undefined ? PROGRESS_MS : (false as const),
});

export const jobRowsQuery = (jobId: string, state: OrderJobRow['state'], cursor: string | undefined) =>
  listQuery([...KEY, jobId, 'orders', state, cursor], '/operator/v1/order-jobs/{jobId}/orders', {
    path: { jobId },
    query: { state, ...(cursor !== undefined && { cursor }) },
  });

export const stopJob = (jobId: string) =>
  api.POST('/operator/v1/order-jobs/{jobId}/stop', { params: { path: { jobId } } });

/** Returns the address of the results as CSV. */
export const fileOf = (jobId: string, state?: OrderJobRow['state']) =>
  `${SERVER_URL}/operator/v1/order-jobs/${encodeURIComponent(jobId)}/file${state === undefined ? '' : `?state=${state}`}`;

/** The permission that each action needs, also to stop it. */
export const VERBS: Readonly<Record<OrderJob['action'], Verb>> = {
  accept: 'orders.accept',
  batch: 'production.release',
  cancel: 'orders.cancel',
  hold: 'orders.hold',
  mark: 'orders.note',
  prefer: 'orders.prefer',
  release: 'orders.hold',
  retry: 'orders.mend',
  rush: 'orders.prefer',
  ship: 'orders.ship',
  unprefer: 'orders.prefer',
  unrush: 'orders.prefer',
};
