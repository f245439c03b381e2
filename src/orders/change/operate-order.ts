import type { Actor } from '../../audit/actor.ts';
import type { Order } from '../document/order-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import { rejectWish } from './cancellation-rules.ts';
import { changeByStaff, type OperateContext, type OperateInput } from './change-by-staff.ts';
import type { ChangedOrder } from './change-order.ts';

interface Reasoned extends OperateInput {
  reason?: string | undefined;
}

/** Takes the order into production. Idempotent, as all verbs are; see `changeByStaff` for what they throw. */
export async function acceptOrder(
  context: OperateContext,
  key: OrderKey,
  input: OperateInput,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'accept', {
    isDone: ({ status }) => status === 'ACCEPTED',
    decide: () => ({ to: 'ACCEPTED', by: input.by, extras: { statusReason: null, cancellation: null } }),
  });
}

/** Begins the intake of an order in ERROR anew: every file that is not kept yet, and the stock. */
export async function reopenOrder(
  context: OperateContext,
  key: OrderKey,
  input: OperateInput,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'reopen', {
    isDone: ({ status }) => status === 'NEW',
    decide: (_, now) => ({
      to: 'NEW',
      by: input.by,
      reason: 'reopened',
      extras: { statusReason: null },
      workDue: now,
    }),
  });
}

/** Cancels the order, also from production; a cancellation that was requested is thereby accepted. */
export async function cancelByOperator(
  context: OperateContext,
  key: OrderKey,
  input: Reasoned,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'cancel', {
    isDone: ({ status }) => status === 'CANCELLED',
    decide: ({ content }) => cancellationBy(input.by, content.cancellation, input.reason),
  });
}

/** Grants the customer's wish to cancel. */
export async function acceptCancellation(
  context: OperateContext,
  key: OrderKey,
  input: OperateInput,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'cancellation/accept', {
    isDone: ({ status, content }) => status === 'CANCELLED' && content.cancellation?.status === 'ACCEPTED',
    decide: ({ content: { cancellation } }) => cancellationBy(input.by, cancellation, cancellation?.reason),
  });
}

/** Declines the customer's wish to cancel; production goes on. */
export async function rejectCancellation(
  context: OperateContext,
  key: OrderKey,
  { reason, ...input }: Reasoned,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'cancellation/reject', {
    isDone: ({ status, content }) => status === 'ACCEPTED' && content.cancellation?.status === 'REJECTED',
    decide: ({ content }) => rejectWish(content, input.by, reason),
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
