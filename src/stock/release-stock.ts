import type { Connection } from '../database/transaction.ts';
import { coverShortfall } from './cover-shortfall.ts';
import { without } from './stock-needs.ts';
import {
  changeStock,
  deleteReservations,
  deleteWaits,
  findReservations,
  findWaitedCodes,
  insertMovements,
  lockStock,
  reduceReservations,
  type StockQuantity,
  wakeFirstWaits,
} from './stock-store.ts';

/** Of those who wait for a code, so many are looked at again when there may be more of it. */
export const WOKEN_MAX = 20;

/**
 * Locks all stock that the orders hold or wait for, at once and so in the order that everybody keeps. The orders must be locked;
 * what is done for each of them afterwards finds its locks taken.
 */
export async function lockStockOf(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<void> {
  const waited = await findWaitedCodes(connection, clientId, orderIds);
  const held = await findReservations(connection, clientId, orderIds);
  if (waited.length + held.length > 0) await lockStock(connection, [...waited, ...held]);
}

/** Gives back what the order has reserved, or takes it off the shelf for good. */
export async function settleReservations(
  connection: Connection,
  clientId: string,
  orderId: string,
  effect: 'release' | 'consume',
  occurred: Date,
): Promise<void> {
  const held = await findReservations(connection, clientId, [orderId]);
  if (held.length === 0) return;
  const locked = await lockStock(connection, held);
  const settled = await deleteReservations(connection, clientId, orderId);
  if (effect === 'consume') await coverShortfall(connection, locked, settled, occurred);
  const changes = settled.map(({ kind, code, quantity }) => ({
    kind,
    code,
    onHandChange: effect === 'consume' ? -quantity : 0,
    reservedChange: -quantity,
  }));
  await changeStock(connection, changes);
  const reason = effect === 'consume' ? 'shipped' : 'released';
  await insertMovements(
    connection,
    changes.map((change) => ({ ...change, reason, clientId, orderId, occurred })),
  );
  if (effect === 'release') await wakeFirstWaits(connection, settled, WOKEN_MAX);
}

/** Gives back what the order has reserved and no longer needs. The rest stays its own. */
export async function trimReservations(
  connection: Connection,
  clientId: string,
  orderId: string,
  needs: readonly StockQuantity[],
  occurred: Date,
): Promise<void> {
  const surplus = without(await findReservations(connection, clientId, [orderId]), needs);
  if (surplus.length === 0) return;
  await lockStock(connection, surplus);
  await reduceReservations(connection, clientId, orderId, surplus);
  const changes = surplus.map(({ kind, code, quantity }) => {
    return { kind, code, onHandChange: 0, reservedChange: -quantity };
  });
  await changeStock(connection, changes);
  const movements = changes.map((change) => {
    return { ...change, reason: 'released' as const, clientId, orderId, occurred };
  });
  await insertMovements(connection, movements);
  await wakeFirstWaits(connection, surplus, WOKEN_MAX);
}

/** Ends the waiting of an order that changes otherwise, and lets those behind it have their turn. */
export async function stopWaiting(connection: Connection, clientId: string, orderId: string): Promise<void> {
  const codes = await findWaitedCodes(connection, clientId, [orderId]);
  if (codes.length === 0) return;
  // Whoever begins to wait behind it meanwhile holds these locks, and must see that it has gone, or be seen.
  await lockStock(connection, codes);
  await deleteWaits(connection, clientId, [orderId]);
  await wakeFirstWaits(connection, codes, WOKEN_MAX);
}
