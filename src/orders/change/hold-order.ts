import { ON_HOLD } from '../document/order-schemas.ts';
import type { OrderKey } from '../document/order-store.ts';
import { changeByStaff, type OperateContext, type OperateInput } from './change-by-staff.ts';
import type { ChangedOrder } from './change-order.ts';
import { HOLDABLE, isHeld } from './hold-rules.ts';

/** The reason where staff give none. */
const NO_REASON =
  'The fulfillment center has put this order on hold; nothing happens to it until it is released.';

/** Nothing happens to the order until staff release it; its customer reads why. Another reason replaces the one before. */
export async function holdOrder(
  context: OperateContext,
  key: OrderKey,
  input: OperateInput & { reason?: string | undefined },
): Promise<ChangedOrder> {
  const message = input.reason?.trim() ? input.reason : NO_REASON;
  return changeByStaff(context, key, input, 'hold', {
    isDone: ({ content }) => isHeld(content) && content.statusReason?.message === message,
    decide: () => ({
      event: 'order.updated',
      by: input.by,
      reason: ON_HOLD,
      extras: { statusReason: { code: ON_HOLD, message } },
      stopsWaiting: true,
    }),
  });
}

/** The order continues in its status; one in NEW is taken in anew, with the files that it has. */
export async function releaseOrder(
  context: OperateContext,
  key: OrderKey,
  input: OperateInput,
): Promise<ChangedOrder> {
  return changeByStaff(context, key, input, 'release', {
    isDone: ({ status, content }) => HOLDABLE.includes(status) && !isHeld(content),
    decide: ({ status }, now) => ({
      event: 'order.updated',
      by: input.by,
      reason: 'released',
      extras: { statusReason: null },
      ...(status === 'NEW' && { workDue: now }),
    }),
  });
}
