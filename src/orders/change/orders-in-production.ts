import type { Actor } from '../../platform/audit/actor.ts';
import { risingId } from '../../platform/database/rising-ids.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { LockedOrder } from '../rows/order-row-store.ts';
import { saveInTurn } from './change-order.ts';
import { acceptance, type Failure, failureVerb } from './operate-order.ts';
import { saveChanges } from './save-changes.ts';
import { shipmentChanges } from './ship-order.ts';
import { type Parcel, withTrackingUrl } from './shipment-rules.ts';
import { listPossibleVerbs } from './staff-verb-rules.ts';

export function mayBeAccepted(order: LockedOrder): boolean {
  return order.mode === 'live' && order.status === 'ASSIGNED' && listPossibleVerbs(order).includes('accept');
}

/** Takes locked orders of one client into production; each must satisfy `mayBeAccepted`. */
export async function acceptLocked(
  connection: Connection,
  clientId: string,
  orders: readonly LockedOrder[],
  by: Actor,
  now: Date,
): Promise<(Pick<LockedOrder, 'orderId' | 'content'> & { accepted: Date })[]> {
  const changes = orders.map((order) => ({ order, change: acceptance(by), eventId: risingId() }));
  const saved = await saveChanges(connection, clientId, changes, now);
  return saved.map(({ orderId, content, updated }) => ({ orderId, content, accepted: updated }));
}

/** Returns whether an order can be put into ERROR: it is in production, and no part of it has left. */
export function mayFail(order: LockedOrder): boolean {
  return order.status === 'ACCEPTED' && listPossibleVerbs(order).includes('error');
}

/** Puts a locked order that satisfies `mayFail` into ERROR, for its customer to mend or cancel. */
export async function failLocked(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  failure: Failure,
  now: Date,
): Promise<LockedOrder> {
  const changes = [await failureVerb(clientId, failure).decide(order, now, connection)].flat();
  return saveInTurn(connection, clientId, order, changes, { eventId: risingId(), now });
}

/**
 * Ships a parcel of a locked order in production. The last piece makes the order SHIPPED.
 * Throws `invalid_request` if the parcel holds pieces that the order does not have, or that have left
 * already.
 */
export async function shipLocked(
  connection: Connection,
  clientId: string,
  order: LockedOrder,
  parcel: Parcel,
  by: Actor,
  now: Date,
): Promise<LockedOrder> {
  const changes = shipmentChanges(order, [{ ...withTrackingUrl(order, [], parcel), place: 0 }], { by });
  return saveInTurn(connection, clientId, order, changes, { eventId: risingId(), now });
}
