import type { Pool } from 'pg';
import { inTransaction } from '../../database/transaction.ts';
import { serveWaiting } from '../../stock/serve-waiting.ts';
import { findOrderSizes } from '../change/order-change-store.ts';
import { assignOrders } from './assign-orders.ts';

/** Of the documents of one transaction: large orders hold the locks of what they need no longer than many small ones. */
const BYTES_AT_ONCE_MAX = 1_048_576;

/** Assigns those that wait for stock of which there is enough by now, the oldest first, in whatever clients they are. */
export async function assignWaitingOrders(pool: Pool, clock: () => Date, signal: AbortSignal): Promise<void> {
  await serveWaiting(
    pool,
    async (clientId, orderIds) => {
      const sizes = await findOrderSizes(pool, clientId, orderIds);
      for (const orders of inPieces(orderIds.flatMap((orderId) => sizes.get(orderId) ?? []))) {
        const ready = new Map(orders.map((order) => [order.orderId, order]));
        await inTransaction(pool, (connection) => assignOrders(connection, clientId, ready, clock(), true));
      }
    },
    signal,
  );
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
