import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { preferOrderInLine, unpreferOrderInLine } from '../../stock/prefer-stock.ts';
import { stockNeeds } from '../../stock/stock-needs.ts';
import { ON_HOLD } from '../document/order-fields.ts';
import type { OrderKey } from '../document/order-store.ts';
import type { ChangedOrder } from './change-order.ts';
import { changeByStaff, type OperateContext, type OperateInput } from './change-order.ts';
import { type LockedOrder, lockOrders } from './order-change-store.ts';
import { HOLDABLE, isHeld, preconditionFailed, refuseSandbox, requireVerb } from './staff-verb-rules.ts';

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

/** Nobody takes what the order waits for until it is filled. Only the center sees it: its customer is told nothing. */
export async function preferOrder(
  context: OperateContext,
  key: OrderKey,
  input: OperateInput,
): Promise<ChangedOrder> {
  const preference = { preferred: context.clock(), preferredBy: input.by.name };
  return inLine(context, key, input, 'prefer', (connection, { orderId, created, content }) => {
    const needs = stockNeeds(content.items);
    return preferOrderInLine(connection, key.clientId, { orderId, created, needs }, preference);
  });
}

/** The order waits like the others again. */
export async function unpreferOrder(
  context: OperateContext,
  key: OrderKey,
  input: OperateInput,
): Promise<ChangedOrder> {
  return inLine(context, key, input, 'unprefer', (connection, { orderId }) =>
    unpreferOrderInLine(connection, key.clientId, orderId),
  );
}

/** Doing it again changes nothing and is not recorded, so it may run again after its commit was lost. `work` answers whether it changed anything. */
async function inLine(
  { pool, clock }: OperateContext,
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
