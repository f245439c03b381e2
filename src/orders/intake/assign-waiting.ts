import { isConnectionLost } from '../../database/transaction.ts';
import { serveWaiting } from '../../stock/serve-waiting.ts';
import { findOrderSizes } from '../change/order-change-store.ts';
import { noteOwnFailure, type OwnFailureContext } from '../change/own-failures.ts';
import { assignInPieces } from './assign-in-pieces.ts';

/**
 * Assigns those that wait for stock of which there is enough by now, the oldest first, in whatever clients they are. One that fails for a
 * reason of our own is handed to the intake, which tries it later.
 */
export async function assignWaitingOrders(context: OwnFailureContext, signal: AbortSignal): Promise<void> {
  const { pool, clock } = context;
  await serveWaiting(
    pool,
    async (clientId, orderIds) => {
      const orders = orderIds.map((orderId) => ({ orderId }));
      try {
        await assignInPieces(pool, clientId, orders, { clock, haveWaited: true });
      } catch (error) {
        // Those of several that fail together are tried again one by one.
        if (orderIds.length > 1 || isConnectionLost(error)) throw error;
        for (const order of (await findOrderSizes(pool, clientId, orderIds)).values()) {
          await noteOwnFailure(context, clientId, order, error);
        }
      }
    },
    signal,
  );
}
