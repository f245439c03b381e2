import type { OrderStatus } from '../document/order-fields.ts';
import { ON_HOLD, type Order } from '../document/order-schemas.ts';

/** Statuses in which something would happen to an order. */
export const HOLDABLE: readonly OrderStatus[] = ['NEW', 'ASSIGNED', 'ACCEPTED'];

/** Nothing happens to the order until staff release it. */
export function isHeld({ statusReason }: Pick<Order, 'statusReason'>): boolean {
  return statusReason?.code === ON_HOLD;
}
