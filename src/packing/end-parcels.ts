import type { Connection } from '../platform/database/transaction.ts';
import type { ParcelEnd } from '../production/begin-production.ts';
import { closePackedParcels, dropParcels, emptyOpenParcels } from './parcel-store.ts';

/**
 * Ends the parcels of locked orders. Those of a shipped order that waited for their labels left with it.
 * An order whose pieces are made again keeps its open parcel, which is emptied.
 */
export async function endParcels(
  connection: Connection,
  clientId: string,
  ends: readonly ParcelEnd[],
): Promise<void> {
  const restarted = ends.flatMap(({ orderId, reason }) => (reason === 'RESTARTED' ? [orderId] : []));
  if (restarted.length > 0) {
    await emptyOpenParcels(connection, clientId, restarted);
    await dropParcels(connection, clientId, restarted, ['PACKED']);
  }
  for (const { orderId, reason, since } of ends) {
    if (reason === 'RESTARTED') continue;
    if (reason === 'SHIPPED') await closePackedParcels(connection, clientId, orderId, since);
    await dropParcels(connection, clientId, [orderId], ['OPEN', 'PACKED']);
  }
}
