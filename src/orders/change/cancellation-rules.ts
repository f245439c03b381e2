import type { Actor } from '../../audit/actor.ts';
import type { Order } from '../document/order-schemas.ts';
import type { Occurrence } from './apply-change.ts';

/** What the customer is told when something else has ended the wish to cancel. */
export const REJECTED_BY = { shipped: 'order_shipped', failed: 'order_failed' } as const;

/** The change that ends a wish to cancel which is still to be decided, with what its customer is told; none where there is no such wish. */
export function rejectWish(
  { cancellation }: Pick<Order, 'cancellation'>,
  by: Actor,
  reason: string | undefined,
): Occurrence[] {
  if (cancellation?.status !== 'REQUESTED') return [];
  const rejected = {
    ...cancellation,
    status: 'REJECTED' as const,
    ...(reason && { rejectionReason: reason }),
  };
  return [{ event: 'order.cancellation_rejected', by, reason, extras: { cancellation: rejected } }];
}
