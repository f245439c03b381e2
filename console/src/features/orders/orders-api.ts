import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { OrderSearch } from './order-search.ts';

export type ListedOrder = Schemas['ListedOrder'];

export interface OrdersPage {
  orders: ListedOrder[];
  /** Of the next page; absent on the last. */
  next?: string;
}

export const ORDERS_PER_PAGE = 50;

/** Every list of orders, to have them all read anew after a change. */
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
  signal: AbortSignal,
): Promise<OrdersPage> {
  const { olderThanHours, ...rest } = search;
  const query = { ...rest, limit, ...(olderThanHours && { olderThanHours: Number(olderThanHours) }) };
  const { data = [], response } = await operatorApi.GET('/operator/v1/orders', {
    params: { query: query as object },
    signal,
  });
  const next = nextCursor(response.headers.get('link'));
  return { orders: data, ...(next !== undefined && { next }) };
}
