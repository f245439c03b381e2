import { isConnectionLost } from '../../platform/observability/database-faults.ts';
import { type ServeOrders, serveWaiting, updateWaitReasons } from '../../stock/serve-waiting.ts';
import { findOrderSizes } from '../change/order-change-store.ts';
import { noteOwnFailure, type OwnFailureContext } from '../change/own-failures.ts';
import { assignInPieces } from './assign-orders.ts';

/**
 * Assigns those that wait for stock of which there is enough by now, the oldest first, in whatever clients they are. One that fails for a
 * reason of our own is handed to the intake, which tries it later.
 */
export async function assignWaitingOrders(context: OwnFailureContext, signal: AbortSignal): Promise<void> {
  await serveWaiting(context.pool, assigning(context, true), signal);
}

/** Has the client's orders say why they wait that wait for what was retired, or came back, since they said so; those that can be filled go on. */
export async function tellWaitingOrders(
  context: OwnFailureContext,
  clientId: string,
  signal: AbortSignal,
): Promise<void> {
  const assign = assigning(context, false);
  const assignAll: ServeOrders = async (_, orderIds) => {
    try {
      await assign(clientId, orderIds);
    } catch (error) {
      if (isConnectionLost(error)) throw error;
      for (const orderId of orderIds) await assign(clientId, [orderId]);
    }
  };
  await updateWaitReasons(context.pool, clientId, assignAll, signal);
}

function assigning(context: OwnFailureContext, haveWaited: boolean): ServeOrders {
  const { pool, clock } = context;
  return async (clientId, orderIds) => {
    const orders = orderIds.map((orderId) => ({ orderId }));
    try {
      await assignInPieces(pool, clientId, orders, { clock, haveWaited });
    } catch (error) {
      // Those of several that fail together are tried again one by one.
      if (orderIds.length > 1 || isConnectionLost(error)) throw error;
      for (const order of (await findOrderSizes(pool, clientId, orderIds)).values()) {
        await noteOwnFailure(context, clientId, order, error);
      }
    }
  };
}
