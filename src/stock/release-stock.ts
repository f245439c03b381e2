import { randomUUIDv7 } from 'node:crypto';
import type { Connection } from '../database/transaction.ts';
import { coverShortfall } from './cover-shortfall.ts';
import { without } from './stock-rules.ts';
import {
  changeStock,
  deleteReservations,
  findReservations,
  insertMovements,
  lockStock,
  reduceReservations,
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
  if (effect === 'release') await wakeWaits(connection, settled, randomUUIDv7());
}

/** Gives back what the order has reserved and no longer needs. The rest stays its own. */
export async function trimReservations(
  connection: Connection,
  clientId: string,
  orderId: string,
  needs: readonly StockQuantity[],
  occurred: Date,
): Promise<void> {
  const reserved = await findReservations(connection, clientId, [orderId]);
  const surplus = without(reserved, needs);
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
  await wakeWaits(connection, surplus, randomUUIDv7());
}

/** Ends the waiting of an order that changes otherwise. It held up nobody, so nobody is told. */
export async function stopWaiting(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await deleteWaits(connection, clientId, [orderId]);
}
