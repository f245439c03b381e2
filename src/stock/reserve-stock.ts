import { randomUUIDv7 } from 'node:crypto';
import { SYSTEM } from '../platform/audit/actor.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { settleReservations } from './release-stock.ts';
import { deletePreferences, findClaims, findPreferred } from './stock-preferences-store.ts';
import { distinctCodes, isForOthers, shareStock, stockKey } from './stock-rules.ts';
import { findReservations, lockStock, reserveStock, type StockQuantity } from './stock-store.ts';
import { deleteWaits, insertWaits, joinWakes, wakeWaits } from './stock-waits-store.ts';

/** What an order is short of. */
export interface ShortStock extends StockQuantity {
  /** No more of it is expected. */
  isRetired: boolean;
}

/** An order and what it needs. */
export interface OrderNeeds {
  orderId: string;
  /** The oldest come first. */
  created: Date;
  /** What it may have reserved of that already is not reserved again. */
  needs: readonly StockQuantity[];
}

/**
 * Reserves what each of a client's orders needs, those that staff prefer and then the oldest first, all of it or nothing. One that cannot have everything waits for what
 * it is short of; it gives back what it held, and holds up nobody, but a preferred one those who want the same. `haveWaited`: it is their turn; others leave what has come for those
 * who wait to them. Answers those that have to wait, by their ids, with what they are short of.
 */
export async function reserveOrWait(
  connection: Connection,
  clientId: string,
  orders: readonly OrderNeeds[],
  { haveWaited, now }: { haveWaited: boolean; now: Date },
): Promise<Map<string, ShortStock[]>> {
  const preferred = await findPreferred(
    connection,
    clientId,
    orders.map(({ orderId }) => orderId),
  );
  const inTurn = orders
    .map((order) => ({ ...order, clientId, isPreferred: preferred.has(order.orderId) }))
    .sort((one, other) => Number(other.isPreferred) - Number(one.isPreferred) || byAge(one, other));
  const orderIds = inTurn.map(({ orderId }) => orderId);
  const reserved = await findReservations(connection, clientId, orderIds);
  const heldBy = Map.groupBy(reserved, ({ orderId }) => orderId);
  const codes = distinctCodes([...orders.flatMap(({ needs }) => needs), ...reserved]);
  const locked = await lockStock(connection, codes);
  const woken = new Set(
    haveWaited || codes.length === 0 ? [] : (await joinWakes(connection, codes)).map(stockKey),
  );
  const claims = codes.length === 0 ? [] : await findClaims(connection, codes, { clientId, orderIds });
  const available = new Map(locked.map((stock) => [stockKey(stock), stock.onHand - stock.reserved]));
  const requests = inTurn.map((order) => ({ ...order, held: heldBy.get(order.orderId) ?? [] }));
  const claimOf = new Map(claims.map((claim) => [stockKey(claim), claim]));
  const shares = shareStock(available, requests, isForOthers(claimOf, woken));
  const plans = inTurn.map((order, index) => ({ ...order, ...(shares[index] as (typeof shares)[number]) }));
  const [waiting, filled] = [
    plans.filter(({ short }) => short.length > 0),
    plans.filter(({ short }) => short.length === 0),
  ];
  const reservations = filled.flatMap(({ orderId, missing }) => missing.map((one) => ({ ...one, orderId })));
  if (reservations.length > 0)
    await reserveStock(connection, clientId, reservations, { occurred: now, actor: SYSTEM });
  await deleteWaits(connection, clientId, orderIds);
  const waits = waiting.flatMap(({ orderId, created, needs, short, isPreferred }) =>
    // All that a preferred one needs is left to it, not only what there is too little of now.
    (isPreferred ? needs : short).map((one) => ({ ...one, clientId, orderId, created, isPreferred })),
  );
  if (waits.length > 0) await insertWaits(connection, waits);
  await endPreferences(
    connection,
    clientId,
    filled.filter(({ isPreferred }) => isPreferred),
  );
  // After their waits are noted: what one gives back may be enough for another of them.
  const giveBack = waiting
    .filter(({ orderId }) => heldBy.has(orderId))
    .map(({ orderId }) => ({ orderId, by: SYSTEM }));
  if (giveBack.length > 0) await settleReservations(connection, clientId, giveBack, 'release', now);
  const retired = new Set(locked.filter(({ isRetired }) => isRetired).map(stockKey));
  const told = (one: StockQuantity) => ({ ...one, isRetired: retired.has(stockKey(one)) });
  return new Map(waiting.map(({ orderId, short }) => [orderId, short.map(told)]));
}

/** What they have not taken is no longer left to them. */
async function endPreferences(
  connection: Connection,
  clientId: string,
  filled: readonly OrderNeeds[],
): Promise<void> {
  if (filled.length === 0) return;
  await deletePreferences(
    connection,
    clientId,
    filled.map(({ orderId }) => orderId),
  );
  await wakeWaits(connection, distinctCodes(filled.flatMap(({ needs }) => needs)), randomUUIDv7());
}

function byAge(one: OrderNeeds, other: OrderNeeds): number {
  return one.created.getTime() - other.created.getTime() || (one.orderId < other.orderId ? -1 : 1);
}
