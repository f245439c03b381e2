import type { Connection } from '../database/transaction.ts';

/** Whether nobody has used the database yet, but for a demo client that was left without its catalogue. */
export async function isUnused(connection: Connection, demoClientId: string): Promise<boolean> {
  const { rows } = await connection.query<{ unused: boolean }>({
    text: `select not exists (select from clients where client_id <> $1)
                  and not exists (select from articles) and not exists (select from products) as unused`,
    values: [demoClientId],
  });
  return rows[0]?.unused === true;
}

export async function deleteClientOrders(connection: Connection, clientId: string): Promise<void> {
  await connection.query({ text: 'delete from order_events where client_id = $1', values: [clientId] });
  await connection.query({ text: 'delete from orders where client_id = $1', values: [clientId] });
}
