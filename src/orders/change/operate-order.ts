import type { Pool } from 'pg';
import { ApiError } from '../../errors.ts';
import type { CreateOrderContext } from '../create/create-order.ts';
import type { Order } from '../document/order-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import type { LockedOrder } from './order-change-store.ts';
import { requireTransition } from './order-states.ts';

export interface OperateContext extends Pick<CreateOrderContext, 'clock' | 'onWork'> {
  pool: Pool;
}

/** Takes the order into production. Twice is as once. All verbs throw `order_not_changeable` where the status forbids it. */
export async function acceptOrder(
  { pool, clock }: OperateContext,
  { clientId, orderId }: OrderKey,
): Promise<ChangedOrder> {
  return changeOrder(pool, clientId, orderId, clock(), ({ status }) => {
    if (status === 'ACCEPTED') return undefined;
    requireTransition(status, 'ACCEPTED', 'operator');
    return {
      to: 'ACCEPTED',
      type: 'order.accepted',
      actor: 'operator',
      extras: { statusReason: null, cancellation: null },
    };
  });
}

/** Begins the intake of an order in ERROR anew: every file that is not kept yet, and the stock. */
export async function reopenOrder(
  { pool, clock, onWork }: OperateContext,
  { clientId, orderId }: OrderKey,
): Promise<ChangedOrder> {
  const now = clock();
  let mode: LockedOrder['mode'] = 'live';
  const changed = await changeOrder(pool, clientId, orderId, now, (order) => {
    if (order.status === 'NEW') return undefined;
    requireTransition(order.status, 'NEW', 'operator');
    mode = order.mode;
    return {
      to: 'NEW',
      type: 'order.updated',
      actor: 'operator',
      reason: 'reopened',
      extras: { statusReason: null },
      workDue: now,
    };
  });
  if (changed.changed) onWork(clientId, mode);
  return changed;
}

/** Cancels the order, also from production; a cancellation that was requested is thereby accepted. Twice is as once. */
export async function cancelByOperator(
  { pool, clock, onWork }: OperateContext,
  { clientId, orderId }: OrderKey,
  reason: string | undefined,
): Promise<ChangedOrder> {
  let inIntake: LockedOrder['mode'] | undefined;
  const changed = await changeOrder(pool, clientId, orderId, clock(), (order) => {
    if (order.status === 'CANCELLED') return undefined;
    requireTransition(order.status, 'CANCELLED', 'operator');
    inIntake = order.status === 'NEW' ? order.mode : undefined;
    return cancellationBy(cancellationOf(order), reason);
  });
  // Its files may be under way, and are no longer needed.
  if (inIntake) onWork(clientId, inIntake);
  return changed;
}

/** Grants the customer's wish to cancel. */
export async function acceptCancellation(
  { pool, clock }: OperateContext,
  { clientId, orderId }: OrderKey,
): Promise<ChangedOrder> {
  return changeOrder(pool, clientId, orderId, clock(), (order) => {
    const cancellation = cancellationOf(order);
    if (order.status === 'CANCELLED' && cancellation?.status === 'ACCEPTED') return undefined;
    requireRequested(order, cancellation);
    requireTransition(order.status, 'CANCELLED', 'operator');
    return cancellationBy(cancellation, cancellation.reason);
  });
}

/** Declines the customer's wish to cancel; production goes on. */
export async function rejectCancellation(
  { pool, clock }: OperateContext,
  { clientId, orderId }: OrderKey,
  reason: string | undefined,
): Promise<ChangedOrder> {
  return changeOrder(pool, clientId, orderId, clock(), (order) => {
    const cancellation = cancellationOf(order);
    if (order.status === 'ACCEPTED' && cancellation?.status === 'REJECTED') return undefined;
    requireRequested(order, cancellation);
    return {
      to: order.status,
      type: 'order.cancellation_rejected',
      actor: 'operator',
      reason,
      extras: { cancellation: { ...cancellation, status: 'REJECTED' } },
    };
  });
}

/** The customer's wish to cancel; it stands only while the order is in production. */
export function cancellationOf({ document }: Pick<LockedOrder, 'document'>): Order['cancellation'] {
  return (JSON.parse(document) as Order).cancellation;
}

function cancellationBy(cancellation: Order['cancellation'], reason: string | undefined) {
  return {
    to: 'CANCELLED' as const,
    type: 'order.cancelled',
    actor: 'operator' as const,
    reason,
    extras: {
      statusReason: null,
      ...(cancellation?.status === 'REQUESTED' && {
        cancellation: { ...cancellation, status: 'ACCEPTED' as const },
      }),
    },
  };
}

function requireRequested(
  { status }: LockedOrder,
  cancellation: Order['cancellation'],
): asserts cancellation is NonNullable<Order['cancellation']> {
  if (status === 'ACCEPTED' && cancellation?.status === 'REQUESTED') return;
  throw new ApiError(
    'order_not_changeable',
    `The order is ${status}, and its customer has not asked for a cancellation that is still to be decided.`,
  );
}
