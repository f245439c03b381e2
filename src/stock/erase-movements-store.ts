import type { Connection } from '../database/transaction.ts';

/** Forgets what people wrote where pieces of the order left the shelf. */
export async function eraseMovementNotes(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<void> {
  await connection.query({
    name: 'erase-movement-notes',
    text: 'update stock_movements set note = null where client_id = $1 and order_id = $2 and note is not null',
    values: [clientId, orderId],
  });
}
