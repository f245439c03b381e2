import { queryOptions } from '@tanstack/react-query';
import { api, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS, polledQuery } from '../../shared/api/query-client.ts';

export type Overview = Schemas['Overview'];
export type OrderDay = Schemas['OrderDay'];

export const floorCountsQuery = polledQuery(['floor-counts'], '/operator/v1/floor-counts');

export type StuckOrder = Schemas['ListedOrder'];

const STUCK_SHOWN_MAX = 5;
/** The orders that wait for a decision of a person. */
const STUCK = [{ status: 'ERROR' }, { cancellation: 'requested' }, { held: 'true' }] as const;

/** Reads the oldest orders that wait for a person. */
export const stuckOrdersQuery = queryOptions({
  queryKey: ['orders', 'stuck'],
  queryFn: async ({ signal }) => {
    const query = { sort: 'oldest', limit: STUCK_SHOWN_MAX } as const;
    const lists = await Promise.all(
      STUCK.map((filter) => api.GET('/operator/v1/orders', { params: { query: { ...query, ...filter } }, signal })),
    );
    const orders = new Map(lists.flat().map((order) => [`${order.clientId} ${order.orderId}`, order]));
    return [...orders.values()]
      .sort((one, other) => Date.parse(one.created) - Date.parse(other.created))
      .slice(0, STUCK_SHOWN_MAX);
  },
  refetchInterval: POLL_MS,
});

/** The machines that get print files. */
export const machinesQuery = polledQuery(['machines', 'list'], '/operator/v1/machines');

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

export type Checklist = Schemas['Checklist'];

const CHECKLIST = '/operator/v1/settings/checklist';

export const checklistQuery = queryOptions({
  queryKey: ['settings', 'checklist'],
  queryFn: ({ signal }) => api.GET(CHECKLIST, { signal }),
});

export const dismissChecklist = () => api.PUT(CHECKLIST, { body: { dismissed: true } });

export const resumeAfterRestore = (skipOldWebhooks: boolean) =>
  api.POST('/operator/v1/resume', { body: { skipOldWebhooks } });
