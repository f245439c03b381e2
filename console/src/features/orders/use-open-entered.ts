import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import type { OrderSearch } from './order-search.ts';
import type { ListedOrder } from './orders-api.ts';

/** Whoever ends a search by Enter, as a scanner in the field does, wants the order itself: one that is found alone, or by its very number, is opened. */
export function useOpenEntered(
  { q }: OrderSearch,
  orders: ListedOrder[] | undefined,
): (text: string) => void {
  const navigate = useNavigate();
  const [entered, setEntered] = useState<string>();
  useEffect(() => {
    if (entered === undefined || orders === undefined || q !== entered) return;
    setEntered(undefined);
    const first = orders[0];
    if (!first || (orders.length > 1 && first.orderId !== q)) return;
    const { clientId, orderId } = first;
    void navigate({ to: '/orders/$clientId/$orderId', params: { clientId, orderId } });
  }, [entered, orders, q, navigate]);
  return (text) => setEntered(text.trim() || undefined);
}
