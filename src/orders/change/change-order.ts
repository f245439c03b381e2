import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import type { Actor } from '../../platform/audit/actor.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import type { CreateOrderContext } from '../create/create-order.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import type { OrderKey } from '../document/order-store.ts';
import type { NextOrder, OrderChange } from './apply-change.ts';
import { hasOrderEvent, type LockedOrder, lockOrders } from './order-change-store.ts';
import { saveChanges } from './save-changes.ts';
import { preconditionFailed, refuseSandbox, requireVerb, type StaffVerb } from './staff-verb-rules.ts';

export interface ChangedOrder {
  document: string;
  version: number;
  status: OrderStatus;
}

/** What happens to an order: one change, or several in turn. */
export type Decision = OrderChange | readonly OrderChange[];

/**
 * Changes one order: locks it, lets `decide` say what happens (nothing, when it answers undefined; it throws to refuse), and saves
 * that, all in one transaction. Of several changes each has an event and a version of its own.
 */
export async function changeOrder(
  pool: Pool,
  { clientId, orderId }: OrderKey,
  now: Date,
  decide: (
    order: LockedOrder,
    connection: Connection,
  ) => Decision | undefined | Promise<Decision | undefined>,
): Promise<ChangedOrder & { changed: boolean }> {
  // Made once: when the transaction runs again after its commit was lost, it finds what it has recorded.
  const eventId = randomUUIDv7();
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const [order] = await lockOrders(connection, clientId, [orderId]);
    if (!order) throw new ApiError('order_not_found', 'You have no order with this orderId.');
    const { document, version, status } = order;
    if (mayBeDone && (await hasOrderEvent(connection, clientId, orderId, eventId)))
      return { document, version, status, changed: true };
    const changes = [(await decide(order, connection)) ?? []].flat();
    if (changes.length === 0) return { document, version, status, changed: false };
    const next = await saveInTurn(connection, clientId, order, changes, { eventId, now });
    return { document: next.document, version: next.version, status: next.status, changed: true };
  });
}

/** Saves changes of a locked order one after the other, each with an event and a version of its own; `eventId` is that of the last. */
export async function saveInTurn(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  changes: readonly OrderChange[],
  { eventId, now }: { eventId: string; now: Date },
): Promise<LockedOrder> {
  let next = order;
  for (const [index, change] of changes.entries()) {
    const ofThis = index === changes.length - 1 ? eventId : randomUUIDv7();
    const [saved] = await saveChanges(connection, clientId, [{ order: next, change, eventId: ofThis }], now);
    next = { ...next, ...(saved as NextOrder) };
  }
  return next;
}

export interface OperateContext extends Pick<CreateOrderContext, 'clock' | 'onWork'> {
  pool: Pool;
}

/** What every verb is told beside the order's key. */
export interface OperateInput {
  by: Actor;
  /** Whether the version is the one that `If-Match` names; absent: any is. */
  isExpected?: (version: number) => boolean;
}

/** A verb in two parts. */
export interface StaffChange {
  /** The verb has been done already, so sending it again changes nothing. */
  isDone: (order: LockedOrder) => boolean;
  /** What it does; throws to refuse. */
  decide: (order: LockedOrder, now: Date, connection: Connection) => Decision | Promise<Decision>;
}

/**
 * Changes an order at staff's word. What has been done already is answered as it is, so that a request can be sent again with the
 * `If-Match` of its first time; else an order that is no longer what staff have seen is refused (`precondition_failed`), and so is what its
 * status does not allow (`order_not_changeable`) and any order of a sandbox (`sandbox_order`).
 */
export async function changeByStaff(
  { pool, clock, onWork }: OperateContext,
  key: OrderKey,
  { isExpected }: OperateInput,
  verb: StaffVerb,
  { isDone, decide }: StaffChange,
): Promise<ChangedOrder> {
  const now = clock();
  let before: LockedOrder['status'] | undefined;
  let isDue = false;
  const changed = await changeOrder(pool, key, now, async (order, connection) => {
    refuseSandbox(order);
    if (isDone(order)) return undefined;
    if (isExpected && !isExpected(order.version)) throw preconditionFailed(order);
    requireVerb(order, verb);
    const change = await decide(order, now, connection);
    before = order.status;
    isDue = [change].flat().some(({ workDue }) => workDue !== undefined);
    return change;
  });
  // Its intake may be under way and no longer be needed, or begins.
  if (changed.changed && (before === 'NEW' || isDue)) onWork(key.clientId, 'live');
  return changed;
}
