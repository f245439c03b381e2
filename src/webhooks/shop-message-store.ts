import type { Connection } from '../platform/database/transaction.ts';

/** Erases an order of a shop and its words about errors from the messages of connectors. */
export async function eraseShopMessages(connection: Connection, clientId: string, orderId: string): Promise<void> {
  await connection.query({
    name: 'erase-shop-messages',
    text: 'update shop_messages set content = null, last_error = null where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
}
