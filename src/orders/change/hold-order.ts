import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { preferInQueue, unpreferInQueue } from '../../stock/reserve-stock.ts';
import { stockNeeds } from '../../stock/stock-rules.ts';
import { ON_HOLD } from '../document/order-fields.ts';
import type { OrderKey } from '../rows/order-row-store.ts';
import { type LockedOrder, lockOrders } from '../rows/order-row-store.ts';
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

/** Reserves incoming stock for this order before all others. The customer is not informed. */
export async function preferOrder(
  context: ChangeOrderContext,
  key: OrderKey,
  input: OperateInput,
): Promise<ChangedOrder> {
  const preference = { preferred: context.clock(), preferredBy: input.by.name };
  return changePreference(context, key, input, 'prefer', (connection, { orderId, created, content }) => {
    const needs = stockNeeds(content.items);
    return preferInQueue(connection, key.clientId, { orderId, created, needs }, preference);
  });
}

/** Returns the order to its place in the queue for stock. */
export async function unpreferOrder(
  context: ChangeOrderContext,
  key: OrderKey,
  input: OperateInput,
): Promise<ChangedOrder> {
  return changePreference(context, key, input, 'unprefer', (connection, { orderId }) =>
    unpreferInQueue(connection, key.clientId, orderId),
  );
}

/**
 * Runs `work`, which returns whether it changed anything, and records the change in the audit log. Safe to
 * retry: a second run changes nothing.
 */
async function changePreference(
  { pool, clock }: ChangeOrderContext,
  { clientId, orderId }: OrderKey,
  { isExpected, by }: OperateInput,
  verb: 'prefer' | 'unprefer',
  work: (connection: Connection, order: LockedOrder) => Promise<boolean>,
): Promise<ChangedOrder> {
  return inTransaction(pool, async (connection) => {
    const [order] = await lockOrders(connection, clientId, [orderId]);
    if (!order) throw new ApiError('order_not_found', 'There is no order with this key.');
    refuseSandbox(order);
    if (isExpected && !isExpected(order.version)) throw preconditionFailed(order);
    requireVerb(order, verb);
    if (!(await work(connection, order))) return order;
    await recordAudit(connection, by, clock(), {
      action: verb === 'prefer' ? 'order.preferred' : 'order.unpreferred',
      subject: ['order', `${clientId}/${orderId}`],
    });
    return order;
  });
}
