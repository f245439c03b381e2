import type { Connection } from '../database/transaction.ts';

/** Whether nobody has used the database yet. */
export async function isEmpty(connection: Connection): Promise<boolean> {
  const { rows } = await connection.query<{ empty: boolean }>(
    `select not exists (select from clients) and not exists (select from articles) and not exists (select from products) as empty`,
  );
  return rows[0]?.empty === true;
}

export async function deleteClientOrders(connection: Connection, clientId: string): Promise<void> {
  await connection.query({ text: 'delete from order_events where client_id = $1', values: [clientId] });
  await connection.query({ text: 'delete from orders where client_id = $1', values: [clientId] });
}
