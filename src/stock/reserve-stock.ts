import type { Connection } from '../database/transaction.ts';
import { settleReservations } from './release-stock.ts';
import { distinctCodes, shareStock, stockKey } from './stock-rules.ts';
import { findReservations, lockStock, reserveStock, type StockQuantity } from './stock-store.ts';
import { deleteWaits, insertWaits, joinWakes } from './stock-waits-store.ts';

/** An order and what it needs. */
export interface OrderNeeds {
  orderId: string;
  /** The oldest come first. */
  created: Date;
  /** What it may have reserved of that already is not reserved again. */
  needs: readonly StockQuantity[];
}

/**
 * Reserves what each of a client's orders needs, the oldest first, all of it or nothing. One that cannot have everything waits for what
 * it is short of; it gives back what it held, and holds up nobody. `haveWaited`: it is their turn; others leave what has come for those
 * who wait to them. Answers those that have to wait, by their ids, with what they are short of.
 */
export async function reserveOrWait(
  connection: Connection,
  clientId: string,
  orders: readonly OrderNeeds[],
  { haveWaited, now }: { haveWaited: boolean; now: Date },
): Promise<Map<string, StockQuantity[]>> {
  const oldestFirst = orders.toSorted(byAge);
  const orderIds = oldestFirst.map(({ orderId }) => orderId);
  const reserved = await findReservations(connection, clientId, orderIds);
  const heldBy = Map.groupBy(reserved, ({ orderId }) => orderId);
  const codes = distinctCodes([...orders.flatMap(({ needs }) => needs), ...reserved]);
  const locked = await lockStock(connection, codes);
  const forOthers = new Set(
    haveWaited || codes.length === 0 ? [] : (await joinWakes(connection, codes)).map(stockKey),
  );
  const available = new Map(locked.map((stock) => [stockKey(stock), stock.onHand - stock.reserved]));
  const requests = oldestFirst.map(({ orderId, needs }) => ({ needs, held: heldBy.get(orderId) ?? [] }));
  const shares = shareStock(available, requests, (key) => forOthers.has(key));
  const plans = oldestFirst.map((order, index) => ({
    ...order,
    ...(shares[index] as (typeof shares)[number]),
  }));
  const waiting = plans.filter(({ short }) => short.length > 0);
  const reservations = plans
    .filter(({ short }) => short.length === 0)
    .flatMap(({ orderId, missing }) => missing.map((one) => ({ ...one, orderId })));
  if (reservations.length > 0) await reserveStock(connection, clientId, reservations, now);
  await deleteWaits(connection, clientId, orderIds);
  const waits = waiting.flatMap(({ orderId, created, short }) =>
    short.map((one) => ({ ...one, clientId, orderId, created })),
  );
  if (waits.length > 0) await insertWaits(connection, waits);
  // After their waits are noted: what one gives back may be enough for another of them.
  const giveBack = waiting.map(({ orderId }) => orderId).filter((orderId) => heldBy.has(orderId));
  if (giveBack.length > 0) await settleReservations(connection, clientId, giveBack, 'release', now);
  return new Map(waiting.map(({ orderId, short }) => [orderId, short]));
}

function byAge(one: OrderNeeds, other: OrderNeeds): number {
  return one.created.getTime() - other.created.getTime() || (one.orderId < other.orderId ? -1 : 1);
}
