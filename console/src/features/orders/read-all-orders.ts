import type { OrderSearch } from './order-search.ts';
import { type ListedOrder, listOrders } from './orders-api.ts';

const ORDERS_PER_REQUEST = 500;

/** The orders that the filters find, on whatever page, at most so many. */
export async function readAllOrders(
  search: OrderSearch,
  ordersMax: number,
  onRead: (orders: number) => void = () => {},
): Promise<ListedOrder[]> {
  const orders: ListedOrder[] = [];
  const { cursor: _, ...first } = search;
  let cursor: string | undefined;
  do {
    const page = { ...first, ...(cursor !== undefined && { cursor }) };
    const { rows: more, next } = await listOrders(page, ORDERS_PER_REQUEST);
    orders.push(...more);
    onRead(orders.length);
    cursor = next;
  } while (cursor !== undefined && orders.length < ordersMax);
  return orders.slice(0, ordersMax);
}
