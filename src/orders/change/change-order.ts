import type { Pool } from 'pg';
import type { Actor } from '../../platform/audit/actor.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import { type Connection, inTransaction, type Work } from '../../platform/database/transaction.ts';
import { ApiError } from '../../platform/errors/errors.ts';
import type { CreateOrderContext } from '../create/create-order.ts';
import type { OrderStatus } from '../document/order-fields.ts';
import { hasOrderEvent } from '../rows/order-event-store.ts';
import type { OrderKey } from '../rows/order-row-store.ts';
import { type LockedOrder, lockOrders } from '../rows/order-row-store.ts';
import type { NextOrder, OrderChange } from './apply-change.ts';
import { saveChanges } from './save-changes.ts';
import { preconditionFailed, refuseSandbox, requireVerb, type StaffVerb } from './staff-verb-rules.ts';

export type ChangedOrder = { document: string; version: number; status: OrderStatus };

/** One change, or several in turn. */
export type Decision = OrderChange | readonly OrderChange[];

type Decide = (order: LockedOrder, connection: Connection) => Decision | undefined | Promise<Decision | undefined>;
type Change = ChangedOrder & { changed: boolean; before: LockedOrder };

/**
 * Changes one order in one transaction: loads and locks it, calls `decide`, and saves the result.
 * `decide` returns undefined to change nothing, and throws to refuse. Each change has its own event and
 * version.
 */
export async function changeOrder(pool: Pool, key: OrderKey, now: Date, decide: Decide): Promise<Change> {
  return inTransaction(pool, prepareChange(key, now, decide));
}

/** Returns the work of `changeOrder`, for a transaction with further changes. */
export function prepareChange({ clientId, orderId }: OrderKey, now: Date, decide: Decide): Work<Change> {
  // After a lost commit, the retry finds the first event that was recorded.
  let eventId = '';
  let before: LockedOrder | undefined;
  return async (connection, { mayBeDone }) => {
    const [order] = await lockOrders(connection, clientId, [orderId]);
    if (!order) throw new ApiError('order_not_found', 'You have no order with this orderId.');
    if (before && mayBeDone && (await hasOrderEvent(connection, clientId, orderId, eventId)))
      return { ...answerOf(order), changed: true, before };
    before = order;
    // Created here, not before the transaction, so that a later change in it has a higher id.
    eventId = risingId();
    const changes = [(await decide(order, connection)) ?? []].flat();
    if (changes.length === 0) return { ...answerOf(order), changed: false, before };
    const next = await saveInTurn(connection, clientId, order, changes, { eventId, now });
    return { ...answerOf(next), changed: true, before };
  };
}

function answerOf({ document, version, status }: LockedOrder): ChangedOrder {
  return { document, version, status };
}

/** Saves several changes of one locked order in turn. `eventId` is the event of the first one. */
export async function saveInTurn(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  changes: readonly OrderChange[],
  { eventId, now }: { eventId: string; now: Date },
): Promise<LockedOrder> {
  let next = order;
  for (const [index, change] of changes.entries()) {
    const ofThis = index === 0 ? eventId : risingId();
    const [saved] = await saveChanges(connection, clientId, [{ order: next, change, eventId: ofThis }], now);
    next = { ...next, ...(saved as NextOrder) };
  }
  return next;
}

export interface ChangeOrderContext extends Pick<CreateOrderContext, 'clock' | 'onWork'> {
  pool: Pool;
  /** Runs in the transaction of each change that is not refused: a bulk change records its progress. */
  record?: (connection: Connection) => Promise<void>;
}

export interface OperateInput {
  by: Actor;
  /** Whether the version matches `If-Match`; absent: every version does. */
  isExpected?: (version: number) => boolean;
}

export interface StaffChange {
  /** Whether the order already is as the verb would leave it, so that a repeated request changes nothing. */
  isDone: (order: LockedOrder) => boolean;
  /** Returns the changes, or throws to refuse. */
  decide: (order: LockedOrder, now: Date, connection: Connection) => Decision | Promise<Decision>;
}

/**
 * Returns the function that applies a verb of staff to one order. `describe` returns the change for its
 * input. A repeated request returns the order unchanged, even if its `If-Match` is outdated. Throws
 * `precondition_failed` for an unexpected version, `order_not_changeable` if the status does not allow the
 * verb, and `sandbox_order` for a sandbox order.
 */
export function staffVerb<Input extends OperateInput>(
  verb: StaffVerb,
  describe: (input: Input, key: OrderKey) => StaffChange,
) {
  return async (context: ChangeOrderContext, key: OrderKey, input: Input): Promise<ChangedOrder> => {
    const { pool, clock, onWork, record } = context;
    const { isDone, decide } = describe(input, key);
    const now = clock();
    let isDue = false;
    const changed = await changeOrder(pool, key, now, async (order, connection) => {
      refuseSandbox(order);
      if (isDone(order)) {
        await record?.(connection);
        return undefined;
      }
      if (input.isExpected && !input.isExpected(order.version)) throw preconditionFailed(order);
      requireVerb(order, verb);
      const change = await decide(order, now, connection);
      await record?.(connection);
      isDue = [change].flat().some(({ workDue }) => workDue !== undefined);
      return change;
    });
    // Its intake may be running and no longer needed, or has to start.
    if (changed.changed && (changed.before.status === 'NEW' || isDue)) onWork(key.clientId, 'live');
    return changed;
  };
}
