import { api, type Schemas } from '../api/operator-client.ts';
import { polledQuery, steadyQuery } from '../api/query-client.ts';

export type OrderView = Schemas['OrderView'];

export const VIEWS_KEY = ['order-views'];

export const viewsQuery = polledQuery(VIEWS_KEY, '/operator/v1/order-views');

/** Counting costs more than the list, so it is asked less often. */
const COUNTS_MS = 15_000;

export const viewCountsQuery = {
  ...steadyQuery([...VIEWS_KEY, 'counts'], (signal) => api.GET('/operator/v1/order-views/counts', { signal })),
  refetchInterval: COUNTS_MS,
};

/** The values that the API assumes, which the address leaves out. */
const USUAL: Readonly<Record<string, string>> = { mode: 'live', sort: 'newest', limit: '50' };

/** Returns the address parameters that open the list of orders with the view. */
export function searchOfView({ viewId, query, columns }: OrderView): Record<string, string> {
  const parameters = Object.entries(query)
    .map(([name, value]) => [name, String(value)] as const)
    .filter(([name, value]) => USUAL[name] !== value);
  return { ...Object.fromEntries(parameters), ...(columns.length > 0 && { columns: columns.join(',') }), view: viewId };
}
