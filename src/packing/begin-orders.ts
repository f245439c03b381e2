import { type LockedOrder, lockOrders } from '../orders/rows/order-row-store.ts';
import { type Connection, inTransaction, type Work } from '../platform/database/transaction.ts';
import { type BeginContext, beginProduction, endProduction, prepareNumbers } from '../production/begin-production.ts';
import { deleteProductionDue, findOrdersToBegin } from '../production/production-order-store.ts';
import { prepareBatch, type Release, type ReleaseContext, type ReleaseRequest } from '../production/release-orders.ts';
import { closePackedParcels, dropParcels, emptyOpenParcels } from './parcel-store.ts';

/** Orders in one transaction. */
const BEGUN_AT_ONCE_MAX = 20;

/** Begins the production of the client's queued accepted orders, and ends it for orders that have ended. */
export async function beginDue(context: BeginContext, clientId: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const due = await findOrdersToBegin(context.pool, clientId, BEGUN_AT_ONCE_MAX);
    if (due.length === 0) return;
    await beginOrders(context, clientId, due);
  }
}

/**
 * Begins the production of these orders now, or ends it, for a request that needs their pieces. The parcels
 * of ended and of restarted orders end too.
 */
export async function beginOrders(context: BeginContext, clientId: string, orderIds: readonly string[]): Promise<void> {
  const keys = orderIds.map((orderId) => ({ clientId, orderId }));
  const making = await prepareNumbers(context, keys);
  await inTransaction(context.pool, async (connection) => {
    const locked = await lockOrders(connection, clientId, orderIds);
    const accepted = locked.flatMap(({ orderId, status, content, statusSince }) =>
      status === 'ACCEPTED' ? [{ orderId, content, accepted: statusSince }] : [],
    );
    const restarted = await beginProduction(connection, making, clientId, accepted, null);
    await restartParcels(connection, clientId, restarted);
    await endParcels(connection, clientId, locked);
    await endProduction(connection, clientId, locked);
    // Includes the orders that were not accepted.
    await deleteProductionDue(connection, clientId, orderIds);
  });
}

/** Prepares a release, as `prepareBatch` does. It also ends the parcels of the orders that it restarts. */
export async function prepareRelease(context: ReleaseContext, request: ReleaseRequest): Promise<Work<Release>> {
  const release = await prepareBatch(context, request);
  return async (connection, attempt) => {
    const { restarted, ...released } = await release(connection, attempt);
    for (const { clientId, orderIds } of restarted) await restartParcels(connection, clientId, orderIds);
    return released;
  };
}

/**
 * Empties the open parcels of orders whose pieces are made again, and drops their parcels that wait for
 * labels.
 */
async function restartParcels(connection: Connection, clientId: string, orderIds: readonly string[]): Promise<void> {
  if (orderIds.length === 0) return;
  await emptyOpenParcels(connection, clientId, orderIds);
  await dropParcels(connection, clientId, orderIds, ['PACKED']);
}

/** Ends the parcels of ended orders. Parcels that waited for labels have left with their shipped order. */
async function endParcels(connection: Connection, clientId: string, orders: readonly LockedOrder[]): Promise<void> {
  for (const { orderId, status, statusSince } of orders) {
    if (status !== 'SHIPPED' && status !== 'CANCELLED') continue;
    if (status === 'SHIPPED') await closePackedParcels(connection, clientId, orderId, statusSince);
    await dropParcels(connection, clientId, [orderId], ['OPEN', 'PACKED']);
  }
}
