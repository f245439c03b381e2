import { randomUUIDv7 } from 'node:crypto';
import type { Connection } from '../platform/database/transaction.ts';
import type { OrderNeeds } from './reserve-stock.ts';
import { deletePreferences, insertPreference, type StockPreference } from './stock-preferences-store.ts';
import { without } from './stock-rules.ts';
import { findReservations, lockStock } from './stock-store.ts';
import { deleteWaits, insertWaits, leaveQueue, unpreferWaits, wakeWaits } from './stock-waits-store.ts';

/** From now on nobody takes what the order waits for, until it is filled. The order must be locked. Doing it again changes nothing; answers whether this did. */
export async function preferOrderInLine(
  connection: Connection,
  clientId: string,
  { orderId, created, needs }: OrderNeeds,
  preference: StockPreference,
): Promise<boolean> {
  if (!(await insertPreference(connection, clientId, orderId, preference))) return false;
  const waits = await deleteWaits(connection, clientId, [orderId]);
  // One that does not wait yet, since its files are fetched, claims what it needs when it does.
  if (waits.length === 0) return true;
  await lockStock(connection, needs);
  const missing = without(needs, await findReservations(connection, clientId, [orderId]));
  const isPreferred = true;
  await insertWaits(
    connection,
    missing.map((one) => ({ ...one, clientId, orderId, created, isPreferred })),
  );
  await wakeWaits(connection, missing, randomUUIDv7());
  return true;
}

/** The order waits like the others again. It must be locked. Doing it again changes nothing; answers whether this did. */
export async function unpreferOrderInLine(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<boolean> {
  if (!(await deletePreferences(connection, clientId, [orderId]))) return false;
  const left = await unpreferWaits(connection, clientId, orderId);
  if (left.length === 0) return true;
  await lockStock(connection, left);
  await wakeWaits(connection, left, randomUUIDv7());
  return true;
}

/**
 * Removes orders from the queue for stock, and the preference of those in `endedIds`. Stock that was left to
 * preferred orders becomes available to others. Returns the orders that still have reservations.
 */
export async function endWaiting(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
  endedIds: readonly string[],
): Promise<Set<string>> {
  const { waits, reservedIds } = await leaveQueue(connection, clientId, orderIds, endedIds);
  const left = waits.filter(({ isPreferred }) => isPreferred);
  if (left.length > 0) {
    await lockStock(connection, left);
    await wakeWaits(connection, left, randomUUIDv7());
  }
  return new Set(reservedIds);
}
