import { randomUUIDv7 } from 'node:crypto';
import { type Actor, SYSTEM } from '../platform/audit/actor.ts';
import type { Connection } from '../platform/database/transaction.ts';
import { stockKey, sumByCode, without } from './stock-rules.ts';
import {
  changeStock,
  deleteReservations,
  findReservations,
  insertMovements,
  lockStock,
  reduceReservations,
  type StockCode,
  type StockLevel,
  type StockQuantity,
} from './stock-store.ts';
import { deleteWaits, wakeWaits } from './stock-waits-store.ts';

/**
 * Locks all stock that the orders hold, at once and so in the order that everybody keeps. The orders must be locked; what is
 * done for each of them afterwards finds its locks taken.
 */
export async function lockStockOf(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<void> {
  const held = await findReservations(connection, clientId, orderIds);
  if (held.length > 0) await lockStock(connection, held);
}

/** An order whose stock changes, and who changes it. */
export interface OrderBy {
  orderId: string;
  by: Actor;
}

/** Gives back what the client's orders have reserved, or takes it off the shelf for good. */
export async function settleReservations(
  connection: Connection,
  clientId: string,
  orders: readonly OrderBy[],
  effect: 'release' | 'consume',
  occurred: Date,
): Promise<void> {
  const orderIds = orders.map(({ orderId }) => orderId);
  const held = await findReservations(connection, clientId, orderIds);
  if (held.length === 0) return;
  const locked = await lockStock(connection, held);
  const settled = await deleteReservations(connection, clientId, orderIds);
  const together = sumByCode(settled);
  const [{ by: actor = SYSTEM } = {}] = orders;
  if (effect === 'consume') await coverShortfall(connection, locked, together, { occurred, actor });
  const changeOf = <T extends StockQuantity>({ quantity, ...stock }: T) => ({
    ...stock,
    onHandChange: effect === 'consume' ? -quantity : 0,
    reservedChange: -quantity,
  });
  await changeStock(connection, together.map(changeOf));
  const reason = effect === 'consume' ? 'shipped' : 'released';
  await insertMovements(
    connection,
    settled.map((one) => ({ ...changeOf(one), reason, clientId, occurred, actor: whoOf(orders, one) })),
  );
  if (effect === 'release') await wakeWaits(connection, together, randomUUIDv7());
}

/** Gives back what the client's orders have reserved and no longer need. The rest stays their own. */
export async function trimReservations(
  connection: Connection,
  clientId: string,
  orders: readonly (OrderBy & { needs: readonly StockQuantity[] })[],
  occurred: Date,
): Promise<void> {
  const orderIds = orders.map(({ orderId }) => orderId);
  const reserved = await findReservations(connection, clientId, orderIds);
  const heldBy = Map.groupBy(reserved, ({ orderId }) => orderId);
  const surplus = orders.flatMap(({ orderId, needs }) =>
    without(heldBy.get(orderId) ?? [], needs).map((one) => ({ ...one, orderId })),
  );
  if (surplus.length === 0) return;
  await lockStock(connection, surplus);
  await reduceReservations(connection, clientId, surplus);
  const together = sumByCode(surplus);
  const changeOf = <T extends StockQuantity>({ quantity, ...stock }: T) => ({
    ...stock,
    onHandChange: 0,
    reservedChange: -quantity,
  });
  await changeStock(connection, together.map(changeOf));
  const movements = surplus.map((one) => {
    return { ...changeOf(one), reason: 'released' as const, clientId, occurred, actor: whoOf(orders, one) };
  });
  await insertMovements(connection, movements);
  await wakeWaits(connection, together, randomUUIDv7());
}

/** Ends the waiting of orders that change otherwise. What was left to those that are preferred is there for others. */
export async function stopWaiting(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<void> {
  const left = (await deleteWaits(connection, clientId, orderIds)).filter(({ isPreferred }) => isPreferred);
  if (left.length === 0) return;
  await lockStock(connection, left);
  await wakeWaits(connection, left, randomUUIDv7());
}

function whoOf(orders: readonly OrderBy[], { orderId }: { orderId: string }): Actor {
  return orders.find((order) => order.orderId === orderId)?.by ?? SYSTEM;
}

const NOTE = 'Left the shelf, though fewer were counted.';

/**
 * Adds to the quantity on hand, with a movement, what is shipped or scrapped but was not counted: it was there. Happens where
 * less was counted than orders had reserved. `levels` are those of what leaves, locked.
 */
export async function coverShortfall(
  connection: Connection,
  levels: readonly (StockCode & StockLevel)[],
  leaving: readonly StockQuantity[],
  { occurred, actor }: { occurred: Date; actor: Actor },
): Promise<void> {
  const onHand = new Map(levels.map((level) => [stockKey(level), level.onHand]));
  const changes = leaving
    .map(({ kind, code, quantity }) => {
      const onHandChange = quantity - (onHand.get(stockKey({ kind, code })) ?? 0);
      return { kind, code, onHandChange, reservedChange: 0 };
    })
    .filter(({ onHandChange }) => onHandChange > 0);
  if (changes.length === 0) return;
  await changeStock(connection, changes);
  const found = changes.map((change) => ({
    ...change,
    reason: 'adjusted' as const,
    note: NOTE,
    occurred,
    actor,
  }));
  await insertMovements(connection, found);
}
