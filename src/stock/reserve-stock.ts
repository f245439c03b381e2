import { randomUUIDv7 } from 'node:crypto';
import { SYSTEM } from '../platform/audit/actor.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { endReservations, reserveStock } from './change-stock.ts';
import { decideReservations, type OrderNeeds } from './stock-change-rules.ts';
import { distinctCodes, type StockQuantity, stockKey, subtractQuantities } from './stock-rules.ts';
import { findReservations, lockStock } from './stock-store.ts';
import {
  deletePreferences,
  deleteWaits,
  findClaims,
  findPreferred,
  insertPreference,
  insertWaits,
  joinWakes,
  type StockPreference,
  unpreferWaits,
  wakeWaits,
} from './stock-waits-store.ts';

export interface ShortStock extends StockQuantity {
  isRetired: boolean;
}

/**
 * Reserves what each of a client's orders needs, all of it or nothing. An order that cannot have all of it
 * gives back what it held, and waits. Only orders with `haveWaited` may take pieces that have just arrived.
 * Returns the waiting orders by id, with what they lack.
 */
export async function reserveOrWait(
  connection: Connection,
  clientId: string,
  orders: readonly OrderNeeds[],
  { haveWaited, now }: { haveWaited: boolean; now: Date },
): Promise<Map<string, ShortStock[]>> {
  const orderIds = orders.map(({ orderId }) => orderId);
  const preferences = await findPreferred(connection, clientId, orderIds);
  const held = await findReservations(connection, clientId, orderIds);
  const codes = distinctCodes([...orders.flatMap(({ needs }) => needs), ...held]);
  const levels = await lockStock(connection, codes);
  const woken = haveWaited || codes.length === 0 ? [] : await joinWakes(connection, codes);
  const claims = codes.length === 0 ? [] : await findClaims(connection, codes, { clientId, orderIds });
  const { filled, waiting, reservations, waits } = decideReservations(clientId, orders, {
    held,
    levels,
    claims,
    woken: new Set(woken.map(stockKey)),
    preferred: new Set([...preferences.keys(), ...orders.flatMap((one) => (one.isPreferred ? [one.orderId] : []))]),
  });
  if (reservations.length > 0) await reserveStock(connection, clientId, reservations, { occurred: now, actor: SYSTEM });
  await deleteWaits(connection, clientId, orderIds);
  if (waits.length > 0) await insertWaits(connection, waits);
  await endFilledPreferences(
    connection,
    clientId,
    filled.filter(({ isPreferred }) => isPreferred),
  );
  // Comes after the waits: what one order gives back may be enough for another of them.
  const holders = new Set(held.map(({ orderId }) => orderId));
  const released = waiting
    .filter(({ orderId }) => holders.has(orderId))
    .map(({ orderId }) => ({ orderId, by: SYSTEM }));
  if (released.length > 0) await endReservations(connection, clientId, released, 'release', { held, occurred: now });
  const retired = new Set(levels.filter(({ isRetired }) => isRetired).map(stockKey));
  const withRetired = (one: StockQuantity) => ({ ...one, isRetired: retired.has(stockKey(one)) });
  return new Map(waiting.map(({ orderId, short }) => [orderId, short.map(withRetired)]));
}

/** Ends the preferences of filled orders. Stock that was kept for them becomes available to others. */
async function endFilledPreferences(
  connection: Connection,
  clientId: string,
  filled: readonly OrderNeeds[],
): Promise<void> {
  if (filled.length === 0) return;
  const orderIds = filled.map(({ orderId }) => orderId);
  await deletePreferences(connection, clientId, orderIds);
  await wakeWaits(connection, distinctCodes(filled.flatMap(({ needs }) => needs)), randomUUIDv7());
}

/** Keeps the stock that the locked order waits for, until it is filled. Returns whether this is new. */
export async function preferInQueue(
  connection: Connection,
  clientId: string,
  { orderId, created, needs }: OrderNeeds,
  preference: StockPreference,
): Promise<boolean> {
  if (!(await insertPreference(connection, clientId, orderId, preference))) return false;
  const waits = await deleteWaits(connection, clientId, [orderId]);
  // An order whose files are still fetched does not wait yet. It claims what it needs when it does.
  if (waits.length === 0) return true;
  await lockStock(connection, needs);
  const missing = subtractQuantities(needs, await findReservations(connection, clientId, [orderId]));
  const isPreferred = true;
  await insertWaits(
    connection,
    missing.map((one) => ({ ...one, clientId, orderId, created, isPreferred })),
  );
  await wakeWaits(connection, missing, randomUUIDv7());
  return true;
}

/** Ends the preference of the locked order. Returns whether this changed anything. */
export async function unpreferInQueue(connection: Connection, clientId: string, orderId: string): Promise<boolean> {
  const had = await deletePreferences(connection, clientId, [orderId]);
  const left = await unpreferWaits(connection, clientId, orderId);
  if (left.length === 0) return had;
  await lockStock(connection, left);
  await wakeWaits(connection, left, randomUUIDv7());
  return true;
}
