import type { Pool } from 'pg';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { CreateOrderContext } from '../create/create-order.ts';
import type { OrderKey } from '../document/order-store.ts';
import { type ChangedOrder, changeOrder, type Decision } from './change-order.ts';
import type { LockedOrder } from './order-change-store.ts';
import { preconditionFailed, refuseSandbox, requireVerb, type StaffVerb } from './staff-verb-rules.ts';

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
