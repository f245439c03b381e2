import type { Connection } from '../../database/transaction.ts';

/** Forgets which papers of the order's parcels and pieces there were: what they were made of, and why one was printed again. */
export async function erasePapers(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'erase-parcel-papers',
    text: 'delete from parcel_papers where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
  await connection.query({
    name: 'erase-paper-runs',
    text: 'delete from paper_runs where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
}
