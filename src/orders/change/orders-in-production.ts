import { randomUUIDv7 } from 'node:crypto';
import type { Actor } from '../../audit/actor.ts';
import type { Connection } from '../../database/transaction.ts';
import { saveInTurn } from './change-order.ts';
import { shipmentChanges } from './operate-order-ship.ts';
import { type LockedOrder, lockOrders } from './order-change-store.ts';
import { saveChanges } from './save-changes.ts';
import type { Parcel } from './shipment-rules.ts';
import { possibleVerbs } from './staff-verb-rules.ts';

/** The client's orders for whoever works on their pieces: locked until the transaction ends, so that nothing else happens to them meanwhile. */
export function lockForProduction(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<LockedOrder[]> {
  return lockOrders(connection, clientId, orderIds);
}

/** Whether the order can be taken into production now. */
export function mayBeAccepted(order: LockedOrder): boolean {
  return order.mode === 'live' && order.status === 'ASSIGNED' && possibleVerbs(order).includes('accept');
}

/** Takes locked orders of one client into production, all of which may be (`mayBeAccepted`); answers when each was. */
export async function acceptLocked(
  connection: Connection,
  clientId: string,
  orders: readonly LockedOrder[],
  by: Actor,
  now: Date,
): Promise<(Pick<LockedOrder, 'orderId' | 'content'> & { accepted: Date })[]> {
  const changes = orders.map((order) => ({
    order,
    change: { to: 'ACCEPTED' as const, by, extras: { statusReason: null, cancellation: null } },
    eventId: randomUUIDv7(),
  }));
  const saved = await saveChanges(connection, clientId, changes, now);
  return saved.map(({ orderId, content, updated }) => ({ orderId, content, accepted: updated }));
}

/**
 * Ships a parcel of a locked order in production, in the transaction of whoever packs it: with the last piece the order is shipped. Throws
 * `invalid_request` when the order does not have what the parcel holds, or it has left already.
 */
export async function shipLocked(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  parcel: Parcel,
  by: Actor,
  now: Date,
): Promise<LockedOrder> {
  const changes = shipmentChanges(order, [{ ...parcel, place: 0 }], { by });
  return saveInTurn(connection, clientId, order, changes, { eventId: randomUUIDv7(), now });
}
