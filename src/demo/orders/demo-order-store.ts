import type { Connection } from '../../database/transaction.ts';

interface OrderKey {
  clientId: string;
  orderId: string;
}

/** Whether there is the client, but not its order. */
export async function lacksOrder(connection: Connection, { clientId, orderId }: OrderKey): Promise<boolean> {
  const { rows } = await connection.query<{ lacks: boolean }>({
    name: 'demo-lacks-order',
    text: `select exists (select 1 from clients where client_id = $1)
                  and not exists (select 1 from orders where client_id = $1 and order_id = $2) as lacks`,
    values: [clientId, orderId],
  });
  return rows[0]?.lacks === true;
}

/** When the order was made and last changed; undefined when there is none. */
export async function findOrderTimes(
  connection: Connection,
  { clientId, orderId }: OrderKey,
): Promise<{ created: Date; updated: Date } | undefined> {
  const { rows } = await connection.query<{ created: Date; updated: Date }>({
    name: 'demo-order-times',
    text: 'select created, updated from orders where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
  return rows[0];
}

/** Whether somebody has written the note about the order. */
export async function hasNote(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  text: string,
): Promise<boolean> {
  const { rows } = await connection.query<{ has: boolean }>({
    text: `select exists (select 1 from order_notes where client_id = $1 and order_id = $2 and text = $3) as has`,
    values: [clientId, orderId, text],
  });
  return rows[0]?.has === true;
}
