import type { Pool } from 'pg';
import { ApiError } from '../../errors.ts';
import type { Order } from '../document/order-schemas.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import { findTransition } from './order-states.ts';

/**
 * Cancels the order at the customer's word: at once while production has not begun; then it is a request that staff
 * decide (`requested`). `leftIntake`: its files may be under way, and are no longer needed. Twice is as once. Throws `order_not_cancellable` for an order that has been shipped.
 */
export async function cancelOrder(
  pool: Pool,
  clientId: string,
  orderId: string,
  reason: string | undefined,
  now: Date,
): Promise<ChangedOrder & { requested: boolean; leftIntake: boolean }> {
  let requested = false;
  let leftIntake = false;
  const changed = await changeOrder(pool, clientId, orderId, now, ({ status, document, mode }) => {
    requested = status === 'ACCEPTED';
    leftIntake = status === 'NEW';
    if (status === 'CANCELLED') return undefined;
    if (findTransition(status, 'CANCELLED', 'client')) {
      return {
        to: 'CANCELLED',
        type: 'order.cancelled',
        actor: 'client',
        reason,
        extras: { statusReason: null },
      };
    }
    if (!requested) {
      throw new ApiError('order_not_cancellable', `The order is ${status} and can no longer be cancelled.`);
    }
    if ((JSON.parse(document) as Order).cancellation?.status === 'REQUESTED') return undefined;
    const cancellation = { status: 'REQUESTED' as const, ...(reason !== undefined && { reason }) };
    return {
      to: status,
      type: 'order.cancellation_requested',
      actor: 'client',
      reason,
      extras: { cancellation },
      // In the sandbox nobody decides: its next step does.
      ...(mode === 'sandbox' && { workDue: now }),
    };
  });
  return { ...changed, requested, leftIntake };
}
