import { useLocation, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { OrderSearch } from './order-search.ts';
import type { ListedOrder } from './orders-api.ts';

/** A scan that finds one order opens it; one that finds none is tried once more as its keys lie (shared/scan). */
export function useOpenScanned({ q }: OrderSearch, orders: ListedOrder[] | undefined): void {
  const physical = useLocation({ select: ({ state }) => state.scanned });
  const navigate = useNavigate();
  const first = orders?.[0];
  const isFound = first !== undefined && (orders?.length === 1 || first.orderId === q);
  useEffect(() => {
    if (physical === undefined || orders === undefined) return;
    if (first && isFound) {
      const { clientId, orderId } = first;
      void navigate({ to: '/orders/$clientId/$orderId', params: { clientId, orderId }, replace: true });
    } else if (orders.length === 0 && physical !== q) {
      void navigate({ to: '/orders', search: { q: physical }, state: { scanned: physical }, replace: true });
    }
  }, [physical, orders, first, isFound, q, navigate]);
}
