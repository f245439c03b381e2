import type { Connection } from '../database/transaction.ts';

/** Whether nobody has used the database yet, but for clients of the demo that were left without its catalogue. */
export async function isUnused(connection: Connection, demoClientIds: readonly string[]): Promise<boolean> {
  const { rows } = await connection.query<{ unused: boolean }>({
    text: `select not exists (select 1 from clients where client_id <> all($1))
                  and not exists (select 1 from articles) and not exists (select 1 from products) as unused`,
    values: [demoClientIds],
  });
  return rows[0]?.unused === true;
}

/** Locks the client's orders until the transaction ends. Answers those that have something reserved or wait for it. */
export async function lockOrdersWithStock(connection: Connection, clientId: string): Promise<string[]> {
  await connection.query({
    text: 'select 1 from orders where client_id = $1 order by created, order_id for update',
    values: [clientId],
  });
  const { rows } = await connection.query<{ orderId: string }>({
    text: `select order_id as "orderId" from stock_reservations where client_id = $1
           union select order_id from stock_waits where client_id = $1`,
    values: [clientId],
  });
  return rows.map(({ orderId }) => orderId);
}

const DELETED = [
  'production_due',
  'piece_events',
  'parcel_papers',
  'paper_runs',
  'return_lines',
  'returns',
  'parcel_lines',
  'parcels',
  'pieces',
  'production_orders',
  'order_notes',
  'order_files',
  'order_events',
  'order_search',
  'order_items',
  'order_counts',
  'order_count_changes',
  'order_days',
  'order_day_durations',
  'backlog_technologies',
  'backlog_technology_changes',
  'orders',
];

/** Deletes the client's orders, which have nothing reserved, with all that belongs to them. */
export async function deleteClientOrders(connection: Connection, clientId: string): Promise<void> {
  for (const table of DELETED) {
    await connection.query({ text: `delete from ${table} where client_id = $1`, values: [clientId] });
  }
}
