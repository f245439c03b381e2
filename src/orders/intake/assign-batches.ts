import type { Pool } from 'pg';
import { batching } from '../../database/batching.ts';
import { isConnectionLost } from '../../database/transaction.ts';
import { assignInPieces } from './assign-in-pieces.ts';
import { ASSIGNED_AT_ONCE_MAX, type ReadyOrder } from './assign-orders.ts';

/** Has an order assigned whose files are kept. Rejects when that could not be done for a reason of our own. */
export type AssignOrder = (order: ReadyOrder & { orderId: string }) => Promise<void>;

/**
 * Joins the client's orders that are ready at once into one transaction, one at a time: many orders of one client for the same
 * piece hold its lock as one does, and others have their turn in between.
 */
export function openAssignBatches(pool: Pool, clientId: string, clock: () => Date): AssignOrder {
  const assign = (orders: readonly (ReadyOrder & { orderId: string })[]) =>
    assignInPieces(pool, clientId, orders, { clock, haveWaited: false });
  return batching(
    async (orders) => {
      try {
        await assign(orders);
        return orders.map(() => undefined);
      } catch (error) {
        if (orders.length === 1 || isConnectionLost(error)) return orders.map(() => error as Error);
        // One of them cannot be assigned, and must not take the others with it.
        const outcomes: (Error | undefined)[] = [];
        for (const order of orders) {
          outcomes.push(
            await assign([order]).then(
              () => undefined,
              (reason: Error) => reason,
            ),
          );
        }
        return outcomes;
      }
    },
    { maxBatchSize: ASSIGNED_AT_ONCE_MAX, maxInFlight: 1, name: 'orders to assign' },
  );
}
