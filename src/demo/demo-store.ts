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

/** Deletes the client's orders with all that belongs to them; what they had reserved is available again. */
export async function deleteClientOrders(connection: Connection, clientId: string): Promise<void> {
  for (const [kind, table, key] of [
    ['ARTICLE', 'article_variants', 'sku'],
    ['PRODUCT', 'product_variants', 'ean13'],
  ]) {
    await connection.query({
      text: `update ${table} set reserved = reserved - held.quantity
             from (select code, sum(quantity)::int as quantity from stock_reservations
                   where client_id = $1 and kind = $2 group by code) held
             where ${key} = held.code`,
      values: [clientId, kind],
    });
  }
  for (const table of ['stock_reservations', 'stock_waits', 'order_files']) {
    await connection.query({ text: `delete from ${table} where client_id = $1`, values: [clientId] });
  }
  await connection.query({ text: 'delete from order_events where client_id = $1', values: [clientId] });
  await connection.query({ text: 'delete from order_search where client_id = $1', values: [clientId] });
  await connection.query({ text: 'delete from orders where client_id = $1', values: [clientId] });
}
