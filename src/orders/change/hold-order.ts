import type { Actor } from '../../platform/audit/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { preferInQueue, unpreferInQueue } from '../../stock/reserve-stock.ts';
import { stockNeeds } from '../../stock/stock-rules.ts';
import { ON_HOLD } from '../document/order-fields.ts';
import { updateRush } from '../rows/order-queue-store.ts';
import { type LockedOrder, lockOrders, type OrderKey } from '../rows/order-row-store.ts';
import { type ChangedOrder, type ChangeOrderContext, type OperateInput, staffVerb } from './change-order.ts';
import { HOLDABLE, isHeld, preconditionFailed, refuseSandbox, requireVerb } from './staff-verb-rules.ts';

const NO_REASON = 'The fulfillment center has put this order on hold. It is not processed until it is released.';

/** Stops everything for the order until staff release it. Its customer reads the reason. */
export const holdOrder = staffVerb<OperateInput & { reason?: string | undefined }>('hold', ({ by, reason }) => {
  const message = reason?.trim() ? reason : NO_REASON;
  return {
    isDone: ({ content }) => isHeld(content) && content.statusReason?.message === message,
    decide: () => ({
      event: 'order.updated',
      by,
      reason: ON_HOLD,
      extras: { statusReason: { code: ON_HOLD, message } },
      stopsWaiting: true,
    }),
  };
});

/** Ends the hold of the order. In NEW, intake starts again with the files that are kept. */
export const releaseOrder = staffVerb<OperateInput>('release', (input) => ({
  isDone: ({ status, content }) => HOLDABLE.includes(status) && !isHeld(content),
  decide: ({ status }, now) => ({
    event: 'order.updated',
    by: input.by,
    reason: 'released',
    extras: { statusReason: null },
    ...(status === 'NEW' && { workDue: now }),
  }),
}));

type ChangePlace = (context: ChangeOrderContext, key: OrderKey, input: OperateInput) => Promise<ChangedOrder>;

/** Puts the order before others in stock, release, production and packing. The customer is not informed. */
export const rushOrder: ChangePlace = (...of) => changePlace(...of, 'rush', true);

/** Returns the order to its place by due time. */
export const unrushOrder: ChangePlace = (...of) => changePlace(...of, 'unrush', false);

/** Does the same as `rushOrder`, for an order in NEW. */
export const preferOrder: ChangePlace = (...of) => changePlace(...of, 'prefer', true);

export const unpreferOrder: ChangePlace = (...of) => changePlace(...of, 'unprefer', false);

const ACTIONS = {
  rush: 'order.rushed',
  unrush: 'order.unrushed',
  prefer: 'order.preferred',
  unprefer: 'order.unpreferred',
} as const;

/** Records the change in the audit log. Safe to retry: a second run changes nothing. */
async function changePlace(
  { pool, clock, record }: ChangeOrderContext,
  { clientId, orderId }: OrderKey,
  { isExpected, by }: OperateInput,
  verb: keyof typeof ACTIONS,
  isFirst: boolean,
): Promise<ChangedOrder> {
  return inTransaction(pool, async (connection) => {
    const [order] = await lockOrders(connection, clientId, [orderId]);
    if (!order) throw new ApiError('order_not_found', 'There is no order with this key.');
    refuseSandbox(order);
    if (isExpected && !isExpected(order.version)) throw preconditionFailed(order);
    requireVerb(order, verb);
    await record?.(connection);
    const isNew = order.isRush !== isFirst;
    if (isNew) await updateRush(connection, clientId, orderId, isFirst);
    const isMoved = order.status === 'NEW' && (await moveInQueue(connection, clientId, order, isFirst, by, clock()));
    if (!isNew && !isMoved) return order;
    const subject = ['order', `${clientId}/${orderId}`] as const;
    await recordAudit(connection, by, clock(), { action: ACTIONS[verb], subject });
    return order;
  });
}

function moveInQueue(
  connection: Connection,
  clientId: string,
  { orderId, created, content }: LockedOrder,
  isFirst: boolean,
  by: Actor,
  now: Date,
): Promise<boolean> {
  if (!isFirst) return unpreferInQueue(connection, clientId, orderId);
  const needs = stockNeeds(content.items);
  return preferInQueue(connection, clientId, { orderId, created, needs }, { preferred: now, preferredBy: by.name });
}
