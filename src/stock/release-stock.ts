import type { Connection } from '../database/transaction.ts';
import { coverShortfall } from './cover-shortfall.ts';
import {
  changeStock,
  deleteReservations,
  deleteWaits,
  findReservedCodes,
  insertMovements,
  lockStock,
  wakeFirstWaits,
} from './stock-store.ts';

/** Of those who wait for a code, so many are looked at again when there may be more of it. */
export const WOKEN_MAX = 20;

/** Gives back what the order has reserved, or takes it off the shelf for good. */
export async function settleReservations(
  connection: Connection,
  clientId: string,
  orderId: string,
  effect: 'release' | 'consume',
  occurred: Date,
): Promise<void> {
  const locked = await lockStock(connection, await findReservedCodes(connection, clientId, orderId));
  const settled = await deleteReservations(connection, clientId, orderId);
  // Only where more is reserved than is on hand can an order's own pieces be missing.
  if (effect === 'consume' && locked.some(({ quantity }) => quantity < 0)) {
    await coverShortfall(connection, settled, occurred);
  }
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

/** Ends the waiting of an order that changes otherwise, and lets those behind it have their turn. */
export async function stopWaiting(connection: Connection, clientId: string, orderId: string): Promise<void> {
  const codes = await deleteWaits(connection, clientId, [orderId]);
  if (codes.length > 0) await wakeFirstWaits(connection, codes, WOKEN_MAX);
}
