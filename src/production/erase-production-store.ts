import type { Connection } from '../database/transaction.ts';

/** Forgets what people wrote about the pieces of the order (not the `codes`, by which they are counted), and how its parcels could be followed. */
export async function eraseProduction(
  connection: Connection,
  clientId: string,
  orderId: string,
  codes: readonly string[],
): Promise<void> {
  await connection.query({
    name: 'erase-pieces',
    text: 'update pieces set reason = null where client_id = $1 and order_id = $2 and reason <> all($3)',
    values: [clientId, orderId, codes],
  });
  await connection.query({
    name: 'erase-parcels',
    // A carrier that somebody typed stays only where it is one.
    text: `update parcels p
           set tracking_number = null, carrier_id = coalesce((select k.carrier_id from carriers k where k.carrier_id = p.carrier_id), '')
           where client_id = $1 and order_id = $2`,
    values: [clientId, orderId],
  });
}
