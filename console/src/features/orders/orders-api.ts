import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import { type OrderSearch, withoutEmpty } from './order-search.ts';

export type ListedOrder = Schemas['ListedOrder'];
export type BulkResult = Schemas['BulkResult'];

export interface OrdersPage {
  orders: ListedOrder[];
  /** Of the next page; absent on the last. */
  next?: string;
}

export const ORDERS_PER_PAGE = 50;
const CLIENTS_MAX = 500;
const CLIENTS_FRESH_MS = 60_000;

/** Every list of orders and every order, to have them all read anew after a change. */
export const ORDERS_KEY = ['orders'];

/** GET /operator/v1/orders, looked at again every five seconds while the page is seen; a page that did not change is a 304. */
export const ordersQuery = (search: OrderSearch, limit = ORDERS_PER_PAGE) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'list', search, limit],
    queryFn: ({ signal }) => listOrders(search, limit, signal),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

export async function listOrders(
  search: OrderSearch,
  limit: number,
  signal?: AbortSignal,
): Promise<OrdersPage> {
  const { olderThanHours, ...rest } = search;
  const hours = olderThanHours === undefined ? {} : { olderThanHours: Number(olderThanHours) };
  const query = { ...withoutEmpty(rest), ...hours, limit };
  const { data = [], response } = await operatorApi.GET('/operator/v1/orders', {
    params: { query },
    ...(signal && { signal }),
  });
  const next = nextCursor(response.headers.get('link'));
  return { orders: data, ...(next !== undefined && { next }) };
}

/** GET /operator/v1/clients, for their names. */
export const clientsQuery = queryOptions({
  queryKey: ['clients', 'names'],
  queryFn: ({ signal }) =>
    contentOf(operatorApi.GET('/operator/v1/clients', { params: { query: { limit: CLIENTS_MAX } }, signal })),
  staleTime: CLIENTS_FRESH_MS,
});

/** GET /operator/v1/orders/counts */
export const countsQuery = (mode: 'sandbox' | undefined, clientId: string | undefined) =>
  queryOptions({
    queryKey: [...ORDERS_KEY, 'counts', mode, clientId],
    queryFn: ({ signal }) =>
      contentOf(
        operatorApi.GET('/operator/v1/orders/counts', {
          params: { query: { ...(mode && { mode }), ...(clientId !== undefined && { clientId }) } },
          signal,
        }),
      ),
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

export type BulkAction =
  | { name: 'accept' | 'retry' | 'release'; orders: ListedOrder[] }
  | { name: 'hold' | 'cancel'; orders: ListedOrder[]; reason: string };

/** One request for all; each order is settled for itself, and has a result of its own. */
function actOnAll(action: BulkAction): Promise<{ data?: BulkResult }> {
  const orders = action.orders.map(({ clientId, orderId }) => ({ clientId, orderId }));
  switch (action.name) {
    case 'accept':
      return operatorApi.POST('/operator/v1/orders/bulk-accept', { body: { orders } });
    case 'retry':
      return operatorApi.POST('/operator/v1/orders/bulk-retry', { body: { orders } });
    case 'release':
      return operatorApi.POST('/operator/v1/orders/bulk-release', { body: { orders } });
    case 'hold':
      return operatorApi.POST('/operator/v1/orders/bulk-hold', { body: { orders, ...reasonOf(action) } });
    case 'cancel':
      return operatorApi.POST('/operator/v1/orders/bulk-cancel', { body: { orders, ...reasonOf(action) } });
  }
}

const reasonOf = ({ reason }: { reason: string }) => (reason.trim() === '' ? {} : { reason: reason.trim() });

export function useBulkAction() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (action: BulkAction) => contentOf(actOnAll(action)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ORDERS_KEY }),
  });
}
