import type { Pool } from 'pg';
import { serveWaiting } from '../../stock/serve-waiting.ts';
import { assignInPieces } from './assign-in-pieces.ts';

/** Assigns those that wait for stock of which there is enough by now, the oldest first, in whatever clients they are. */
export async function assignWaitingOrders(pool: Pool, clock: () => Date, signal: AbortSignal): Promise<void> {
  await serveWaiting(
    pool,
    (clientId, orderIds) => {
      const orders = orderIds.map((orderId) => ({ orderId }));
      return assignInPieces(pool, clientId, orders, { clock, haveWaited: true });
    },
    signal,
  );
}
