import type { Connection } from '../platform/database/transaction.ts';
import { coverShortfall, type OrderBy } from './release-stock.ts';
import { stockKey, sumByCode } from './stock-rules.ts';
import {
  changeStock,
  findReservations,
  insertMovements,
  lockStock,
  type OrderStock,
  reduceReservations,
  reserveStock,
  type StockQuantity,
} from './stock-store.ts';

/** Pieces that an order has reserved and that leave the shelf for good. */
export interface LeavingStock extends StockQuantity {
  reason: 'shipped' | 'scrapped';
  /** Why, in words. */
  note?: string | undefined;
}

/**
 * Takes pieces of what the client's orders have reserved off the shelf, with a movement in the ledger for each; what else they have reserved stays
 * their own. No more leaves than is reserved. The orders must be locked.
 */
export async function takeReserved(
  connection: Connection,
  clientId: string,
  orders: readonly (OrderBy & { leaving: readonly LeavingStock[] })[],
  occurred: Date,
): Promise<void> {
  const orderIds = orders.map(({ orderId }) => orderId);
  const held = Map.groupBy(await findReservations(connection, clientId, orderIds), ({ orderId }) => orderId);
  const taken = orders.flatMap(({ orderId, by: actor, leaving }) =>
    noMoreThan(held.get(orderId) ?? [], leaving).map((one) => ({ ...one, orderId, actor })),
  );
  const [first] = taken;
  if (!first) return;
  // Also what stays or is given back right after, for locks are taken in one order.
  const locked = await lockStock(connection, [...held.values()].flat());
  await reduceReservations(connection, clientId, sumByOrder(taken));
  const together = sumByCode(taken);
  await coverShortfall(connection, locked, together, { occurred, actor: first.actor });
  const changeOf = <T extends StockQuantity>({ quantity, ...stock }: T) => ({
    ...stock,
    onHandChange: -quantity,
    reservedChange: -quantity,
  });
  await changeStock(connection, together.map(changeOf));
  await insertMovements(
    connection,
    taken.map((one) => ({ ...changeOf(one), clientId, occurred })),
  );
}

/** Of what is to leave, as much as is held, in the order given. */
function noMoreThan(held: readonly StockQuantity[], leaving: readonly LeavingStock[]): LeavingStock[] {
  const left = new Map(held.map((one) => [stockKey(one), one.quantity]));
  const taken: LeavingStock[] = [];
  for (const one of leaving) {
    const key = stockKey(one);
    const has = left.get(key) ?? 0;
    const quantity = Math.min(has, one.quantity);
    left.set(key, has - quantity);
    if (quantity > 0) taken.push({ ...one, quantity });
  }
  return taken;
}

/** Each code of an order once. */
function sumByOrder(taken: readonly OrderStock[]): OrderStock[] {
  return [...Map.groupBy(taken, ({ orderId }) => orderId)].flatMap(([orderId, ofOrder]) =>
    sumByCode(ofOrder).map((one) => ({ ...one, orderId })),
  );
}

/**
 * Takes spoiled pieces off the shelf and out of the reservation of the order, and reserves as many for their successors.
 * Orders that have waited longer keep their reservations. Returns false, and reserves nothing, when too few are left.
 * The order must be locked.
 */
export async function replaceSpoiled(
  connection: Connection,
  clientId: string,
  { orderId, by }: OrderBy,
  spoiled: readonly StockQuantity[],
  { reason, occurred }: { reason: string; occurred: Date },
): Promise<boolean> {
  const leaving = spoiled.map((one) => ({ ...one, reason: 'scrapped' as const, note: reason }));
  await takeReserved(connection, clientId, [{ orderId, by, leaving }], occurred);
  return reserveMore(connection, clientId, { orderId, by }, spoiled, occurred);
}

/** Reserves more for an order in production, all of it or nothing; answers whether it did. The order must be locked. */
export async function reserveMore(
  connection: Connection,
  clientId: string,
  { orderId, by: actor }: OrderBy,
  needs: readonly StockQuantity[],
  occurred: Date,
): Promise<boolean> {
  const levels = new Map((await lockStock(connection, needs)).map((one) => [stockKey(one), one]));
  const isThere = needs.every((need) => {
    const level = levels.get(stockKey(need));
    return level !== undefined && level.onHand - level.reserved >= need.quantity;
  });
  if (isThere)
    await reserveStock(
      connection,
      clientId,
      needs.map((need) => ({ ...need, orderId })),
      { occurred, actor },
    );
  return isThere;
}
