import type { Pool } from 'pg';
import type { Actor } from '../../platform/audit/actor.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import type { OrderKey } from '../document/order-store.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import { findTransition } from './order-states.ts';

/**
 * Cancels an order for its customer. Before production it is cancelled at once. In production this records a
 * request that staff decide (`requested`).
 * Idempotent. Throws `order_not_cancellable` for an order that has been shipped.
 */
export async function cancelOrder(
  { pool, clock }: { pool: Pool; clock: () => Date },
  key: OrderKey,
  { by, reason }: { by: Actor; reason?: string | undefined },
): Promise<ChangedOrder & { requested: boolean; leftIntake: boolean }> {
  const now = clock();
  let requested = false;
  let leftIntake = false;
  const changed = await changeOrder(pool, key, now, ({ status, content, mode }) => {
    requested = status === 'ACCEPTED';
    leftIntake = status === 'NEW';
    if (status === 'CANCELLED') return undefined;
    if (findTransition(status, 'CANCELLED', by.kind)) {
      return {
        to: 'CANCELLED',
        by,
        reason,
        // A request from an earlier time in production has lost its meaning.
        extras: { statusReason: null, cancellation: null },
      };
    }
    if (!requested) {
      throw new ApiError('order_not_cancellable', `The order is ${status} and can no longer be cancelled.`);
    }
    if (content.cancellation?.status === 'REQUESTED') return undefined;
    const cancellation = { status: 'REQUESTED' as const, ...(reason !== undefined && { reason }) };
    return {
      event: 'order.cancellation_requested',
      by,
      reason,
      extras: { cancellation },
      // No staff decide in the sandbox; the next simulated step does.
      ...(mode === 'sandbox' && { workDue: now }),
    };
  });
  return { ...changed, requested, leftIntake };
}
