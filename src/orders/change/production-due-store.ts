import type { Connection } from '../../platform/database/transaction.ts';

/** Notes that something is to be done with the pieces of the client's orders: they were accepted, or have ended. */
export async function insertProductionDue(
  connection: Connection,
  clientId: string,
  orders: readonly { orderId: string; updated: Date }[],
): Promise<void> {
  await connection.query({
    name: 'insert-production-due',
    text: `insert into production_due (client_id, order_id, accepted) select $1, * from unnest($2::text[], $3::timestamptz[])
           on conflict (client_id, order_id) do update set accepted = excluded.accepted`,
    values: [clientId, orders.map(({ orderId }) => orderId), orders.map(({ updated }) => updated)],
  });
}
