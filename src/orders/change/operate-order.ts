import type { Pool } from 'pg';
import { ApiError } from '../../errors.ts';
import type { CreateOrderContext } from '../create/create-order.ts';
import type { Actor } from '../document/order-actor.ts';
import type { Order } from '../document/order-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import { type ChangedOrder, changeOrder } from './change-order.ts';
import type { LockedOrder } from './order-change-store.ts';
import { requireTransition } from './order-states.ts';

export interface OperateContext extends Pick<CreateOrderContext, 'clock' | 'onWork'> {
  pool: Pool;
}

/** What every verb is told beside the order's key. */
export interface OperateInput {
  by: Actor;
}

/** Takes the order into production. Idempotent, as all verbs are. They throw `order_not_changeable` where the status forbids it. */
export async function acceptOrder(
  { pool, clock }: OperateContext,
  key: OrderKey,
  { by }: OperateInput,
): Promise<ChangedOrder> {
  return changeOrder(pool, key, clock(), ({ status }) => {
    if (status === 'ACCEPTED') return undefined;
    requireTransition(status, 'ACCEPTED', by.kind);
    return {
      to: 'ACCEPTED',
      by,
      extras: { statusReason: null, cancellation: null },
    };
  });
}

/** Begins the intake of an order in ERROR anew: every file that is not kept yet, and the stock. */
export async function reopenOrder(
  { pool, clock, onWork }: OperateContext,
  key: OrderKey,
  { by }: OperateInput,
): Promise<ChangedOrder> {
  const now = clock();
  let mode: LockedOrder['mode'] = 'live';
  const changed = await changeOrder(pool, key, now, (order) => {
    if (order.status === 'NEW') return undefined;
    requireTransition(order.status, 'NEW', by.kind);
    mode = order.mode;
    return {
      to: 'NEW',
      by,
      reason: 'reopened',
      extras: { statusReason: null },
      workDue: now,
    };
  });
  if (changed.changed) onWork(key.clientId, mode);
  return changed;
}

/** Cancels the order, also from production; a cancellation that was requested is thereby accepted. Idempotent. */
export async function cancelByOperator(
  { pool, clock, onWork }: OperateContext,
  key: OrderKey,
  { by, reason }: OperateInput & { reason?: string | undefined },
): Promise<ChangedOrder> {
  let inIntake: LockedOrder['mode'] | undefined;
  const changed = await changeOrder(pool, key, clock(), (order) => {
    if (order.status === 'CANCELLED') return undefined;
    requireTransition(order.status, 'CANCELLED', by.kind);
    inIntake = order.status === 'NEW' ? order.mode : undefined;
    return cancellationBy(by, order.content.cancellation, reason);
  });
  // Its files may be under way, and are no longer needed.
  if (inIntake) onWork(key.clientId, inIntake);
  return changed;
}

/** Grants the customer's wish to cancel. */
export async function acceptCancellation(
  { pool, clock }: OperateContext,
  key: OrderKey,
  { by }: OperateInput,
): Promise<ChangedOrder> {
  return changeOrder(pool, key, clock(), (order) => {
    const { cancellation } = order.content;
    if (order.status === 'CANCELLED' && cancellation?.status === 'ACCEPTED') return undefined;
    requireRequested(order, cancellation);
    requireTransition(order.status, 'CANCELLED', by.kind);
    return cancellationBy(by, cancellation, cancellation.reason);
  });
}

/** Declines the customer's wish to cancel; production goes on. */
export async function rejectCancellation(
  { pool, clock }: OperateContext,
  key: OrderKey,
  { by, reason }: OperateInput & { reason?: string | undefined },
): Promise<ChangedOrder> {
  return changeOrder(pool, key, clock(), (order) => {
    const { cancellation } = order.content;
    if (order.status === 'ACCEPTED' && cancellation?.status === 'REJECTED') return undefined;
    requireRequested(order, cancellation);
    return {
      event: 'order.cancellation_rejected',
      by,
      reason,
      extras: { cancellation: { ...cancellation, status: 'REJECTED' } },
    };
  });
}

function cancellationBy(by: Actor, cancellation: Order['cancellation'], reason: string | undefined) {
  return {
    to: 'CANCELLED' as const,
    by,
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
