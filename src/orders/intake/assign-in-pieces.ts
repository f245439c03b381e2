import type { Pool } from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { findOrderSizes } from '../change/order-change-store.ts';
import { assignOrders, type ReadyOrder } from './assign-orders.ts';

/** Of the documents of one transaction: large orders hold the locks of what they need no longer than many small ones. */
const BYTES_AT_ONCE_MAX = 1_048_576;

/** An order whose files are kept; without a version, in the one that it has. */
export type OrderToAssign = Omit<ReadyOrder, 'version'> & { orderId: string; version?: number };

/** Assigns the client's orders, in their order, in transactions of bounded size; see `assignOrders`. */
export async function assignInPieces(
  pool: Pool,
  clientId: string,
  orders: readonly OrderToAssign[],
  { clock, haveWaited }: { clock: () => Date; haveWaited: boolean },
): Promise<void> {
  const orderIds = orders.map(({ orderId }) => orderId);
  const sizes = await findOrderSizes(pool, clientId, orderIds);
  const sized = orders.flatMap((order) => {
    const size = sizes.get(order.orderId);
    return size ? [{ ...size, ...order }] : [];
  });
  for (const piece of inPieces(sized)) {
    const ready = new Map(piece.map((order) => [order.orderId, order]));
    await inTransaction(pool, (connection) => assignOrders(connection, clientId, ready, clock(), haveWaited));
  }
}

/** One order at least in each. */
function inPieces<T extends { bytes: number }>(orders: readonly T[]): T[][] {
  const pieces: T[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const order of orders) {
    bytes += order.bytes;
    if (bytes > BYTES_AT_ONCE_MAX) {
      pieces.push([]);
      bytes = order.bytes;
    }
    pieces.at(-1)?.push(order);
  }
  return pieces;
}
