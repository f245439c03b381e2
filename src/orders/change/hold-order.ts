import { findContract } from '../../clients/contract-store.ts';
import type { Actor } from '../../platform/audit/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import { PROBLEM_MESSAGES } from '../../platform/errors/problem-messages.ts';
import { preferInQueue, unpreferInQueue } from '../../stock/reserve-stock.ts';
import { stockNeeds } from '../../stock/stock-rules.ts';
import { ON_HOLD, OPEN_STATUSES, type OrderStatus } from '../document/order-fields.ts';
import { updateRush } from '../rows/order-queue-store.ts';
import { type LockedOrder, lockOrders, type OrderKey } from '../rows/order-row-store.ts';
import {
  type ChangedOrder,
  type ChangeOrderContext,
  changeOrder,
  type OperateInput,
  staffVerb,
} from './change-order.ts';
import {
  HOLDABLE,
  isHeld,
  isHeldByClient,
  preconditionFailed,
  refuseSandbox,
  requireVerb,
} from './staff-verb-rules.ts';

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

const HOLDABLE_BY_CLIENT: readonly OrderStatus[] = ['NEW', 'ASSIGNED'];

/**
 * Stops an order for its client before production, until the client or staff release it. Idempotent. Throws
 * `order_not_changeable` in production, and if staff hold the order.
 */
export async function holdByClient(
  { pool, clock }: ChangeOrderContext,
  key: OrderKey,
  { by, reason }: Pick<OperateInput, 'by'> & { reason?: string | undefined },
): Promise<ChangedOrder> {
  return changeOrder(pool, key, clock(), ({ status, content }) => {
    if (isHeldByClient(content)) return undefined;
    if (isHeld(content)) throw heldByStaff();
    if (!HOLDABLE_BY_CLIENT.includes(status)) {
      const message = `The order is ${status}. It can be put on hold while it is ${HOLDABLE_BY_CLIENT.join(' or ')}.`;
      throw new ApiError('order_not_changeable', message);
    }
    const statusReason = { code: ON_HOLD, message: PROBLEM_MESSAGES.held_by_shop, heldBy: 'client' as const };
    const extras = { statusReason };
    return { event: 'order.updated', by, reason: ON_HOLD, correctionReason: reason, extras, stopsWaiting: true };
  });
}

/** Ends the hold of the client. Idempotent. Throws `order_not_changeable` if staff hold the order. */
export async function releaseByClient(
  { pool, clock, onWork }: ChangeOrderContext,
  key: OrderKey,
  { by }: Pick<OperateInput, 'by'>,
): Promise<ChangedOrder> {
  const now = clock();
  const released = await changeOrder(pool, key, now, ({ status, mode, content }) => {
    if (!isHeld(content)) return undefined;
    if (!isHeldByClient(content)) throw heldByStaff();
    const continues = status === 'NEW' || mode === 'sandbox';
    const change = { event: 'order.updated', by, reason: 'released', extras: { statusReason: null } } as const;
    return { ...change, ...(continues && { workDue: now }) };
  });
  if (released.changed) onWork(key.clientId, released.before.mode);
  return released;
}

function heldByStaff(): ApiError {
  const message = 'The center has put the order on hold, and releases it. `statusReason` has its reason.';
  return new ApiError('order_not_changeable', message);
}

/**
 * Gives an open order priority RUSH, as if it had been created with it. Idempotent. Throws `rush_not_allowed`
 * if the contract does not allow it, and `order_not_changeable` for an order that has ended.
 */
export async function rushByClient(
  { pool, clock, onWork }: ChangeOrderContext,
  key: OrderKey,
  { by }: Pick<OperateInput, 'by'>,
): Promise<ChangedOrder> {
  const now = clock();
  const rushed = await changeOrder(pool, key, now, async ({ status, mode, content }, connection) => {
    if (content.priority === 'RUSH') return undefined;
    const contract = await findContract(connection, key.clientId);
    if (!contract?.mayRush) throw new ApiError('rush_not_allowed', 'Your contract does not allow priority RUSH.');
    if (!OPEN_STATUSES.some((one) => one === status)) {
      throw new ApiError('order_not_changeable', `The order is ${status}. Nothing of it is left to be made earlier.`);
    }
    // Intake asks for stock again, now before other orders.
    const continues = (status === 'NEW' || mode === 'sandbox') && status !== 'ERROR' && !isHeld(content);
    return { event: 'order.updated', by, reason: 'rushed', isRushed: true, ...(continues && { workDue: now }) };
  });
  if (rushed.changed) onWork(key.clientId, rushed.before.mode);
  return rushed;
}

type ChangePrecedence = (context: ChangeOrderContext, key: OrderKey, input: OperateInput) => Promise<ChangedOrder>;

/** Puts the order before others in stock, release, production and packing. The customer is not informed. */
export const rushOrder: ChangePrecedence = (...of) => changePrecedence(...of, 'rush', true);

/** Returns the order to its place by due time. */
export const unrushOrder: ChangePrecedence = (...of) => changePrecedence(...of, 'unrush', false);

/** Does the same as `rushOrder`, for an order in NEW. */
export const preferOrder: ChangePrecedence = (...of) => changePrecedence(...of, 'prefer', true);

export const unpreferOrder: ChangePrecedence = (...of) => changePrecedence(...of, 'unprefer', false);

const ACTIONS = {
  rush: 'order.rushed',
  unrush: 'order.unrushed',
  prefer: 'order.preferred',
  unprefer: 'order.unpreferred',
} as const;

/** Records the change in the audit log. Safe to retry: a second run changes nothing. */
async function changePrecedence(
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
