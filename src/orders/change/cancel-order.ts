import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import type { LockedOrder, OrderKey } from '../rows/order-row-store.ts';
import { type ChangedOrder, type ChangeOrderContext, changeOrder, type Decision } from './change-order.ts';
import { findTransition, mayRequest } from './order-states.ts';

type Cancellation = { by: Actor; reason?: string | undefined };

/**
 * Cancels an order for its customer. Before production it is cancelled at once. In production this records a
 * request that staff decide, and the order stays ACCEPTED.
 * Idempotent. Throws `order_not_cancellable` for an order that has been shipped.
 */
export async function cancelOrder(
  { pool, clock, onWork }: ChangeOrderContext,
  key: OrderKey,
  cancellation: Cancellation,
): Promise<ChangedOrder> {
  const now = clock();
  const cancelled = await changeOrder(pool, key, now, (order) => decideCancellation(order, cancellation, now));
  const { status, mode } = cancelled.before;
  // Its intake may still be running.
  if (status === 'NEW') onWork(key.clientId, mode);
  return cancelled;
}

/** Returns the cancellation, or the request that staff decide on; undefined if it was sent before. */
function decideCancellation(
  { status, content, mode }: LockedOrder,
  { by, reason }: Cancellation,
  now: Date,
): Decision | undefined {
  if (status === 'CANCELLED') return undefined;
  if (findTransition(status, 'CANCELLED', by.kind)) {
    // A request from an earlier time in production has lost its meaning.
    return { to: 'CANCELLED', by, reason, extras: { statusReason: null, cancellation: null } };
  }
  if (!mayRequest(status, 'CANCELLED', by.kind))
    throw new ApiError('order_not_cancellable', `The order is ${status} and can no longer be cancelled.`);
  if (content.cancellation?.status === 'REQUESTED') return undefined;
  return {
    event: 'order.cancellation_requested',
    by,
    reason,
    extras: { cancellation: { status: 'REQUESTED', ...(reason !== undefined && { reason }) } },
    // No staff decide in the sandbox; the next simulated step does.
    ...(mode === 'sandbox' && { workDue: now }),
  };
}
