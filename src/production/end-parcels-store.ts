import type { Connection } from '../database/transaction.ts';

/** Nobody packs or labels these parcels of the client's orders any more. */
export async function dropParcels(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
  states: readonly ('OPEN' | 'PACKED')[],
): Promise<void> {
  await connection.query({
    name: 'drop-parcels',
    text: `update parcels set state = 'DROPPED', packed = null, problem = null, problem_details = null, problem_sentences = null
           where client_id = $1 and order_id = any($2) and state = any($3)`,
    values: [clientId, orderIds, states],
  });
}

/** The parcels of the order that wait for their labels have left: it was shipped elsewhere, whole. */
export async function closePackedParcels(
  connection: Connection,
  clientId: string,
  orderId: string,
  closed: Date,
): Promise<void> {
  await connection.query({
    name: 'close-packed-parcels',
    text: `update parcels set state = 'SHIPPED', closed = $3, packed = null, problem = null, problem_details = null, problem_sentences = null
           where client_id = $1 and order_id = $2 and state = 'PACKED'`,
    values: [clientId, orderId, closed],
  });
}

/** Nothing counted is any more in the parcels of the client's orders that are being packed. */
export async function emptyOpenParcels(
  connection: Connection,
  clientId: string,
  orderIds: readonly string[],
): Promise<void> {
  await connection.query({
    text: `delete from parcel_lines l using parcels p
           where p.client_id = $1 and p.order_id = any($2) and p.state = 'OPEN'
             and l.client_id = p.client_id and l.order_id = p.order_id and l.parcel = p.parcel`,
    values: [clientId, orderIds],
  });
}
