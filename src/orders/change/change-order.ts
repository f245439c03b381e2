import { randomUUIDv7 } from 'node:crypto';
import type { Pool } from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { ApiError } from '../../errors.ts';
import type { OrderKey } from '../document/order-store.ts';
import type { OrderChange } from './apply-change.ts';
import { hasOrderEvent, type LockedOrder, lockOrders } from './order-change-store.ts';
import { saveChanges } from './save-changes.ts';

export interface ChangedOrder {
  document: string;
  version: number;
}

/**
 * Changes one order: locks it, lets `decide` say what happens (nothing, when it answers undefined; it throws to refuse), and saves
 * that, all in one transaction.
 */
export async function changeOrder(
  pool: Pool,
  { clientId, orderId }: OrderKey,
  now: Date,
  decide: (order: LockedOrder) => OrderChange | undefined,
): Promise<ChangedOrder & { changed: boolean }> {
  // Made once: when the transaction runs again after its commit was lost, it finds what it has recorded.
  const eventId = randomUUIDv7();
  return inTransaction(pool, async (connection, { mayBeDone }) => {
    const [order] = await lockOrders(connection, clientId, [orderId]);
    if (!order) throw new ApiError('order_not_found', 'You have no order with this orderId.');
    const { document, version } = order;
    if (mayBeDone && (await hasOrderEvent(connection, clientId, orderId, eventId)))
      return { document, version, changed: true };
    const change = decide(order);
    if (!change) return { document, version, changed: false };
    const [next] = await saveChanges(connection, clientId, [{ order, change, eventId }], now);
    return { ...(next as ChangedOrder), changed: true };
  });
}
