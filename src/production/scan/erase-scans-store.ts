import type { Connection } from '../../database/transaction.ts';

/**
 * Forgets what people wrote about pieces of the order (not the `codes`, by which they are counted), and what scans of it were answered. Scans are kept for days and bear no key of an order, so
 * they are read only for an order that was in production since `scansSince`.
 */
export async function eraseScans(
  connection: Connection,
  clientId: string,
  orderId: string,
  { scansSince, codes }: { scansSince: Date; codes: readonly string[] },
): Promise<void> {
  await connection.query({
    name: 'erase-piece-events',
    text: 'update piece_events set reason = null where client_id = $1 and order_id = $2 and reason <> all($3)',
    values: [clientId, orderId, codes],
  });
  await connection.query({
    name: 'erase-scans',
    text: `delete from scans
           where occurred >= $3 and occurred >= (select min(begun) from production_orders where client_id = $1 and order_id = $2)
             and strpos(answer, to_json($2::text)::text) > 0 and strpos(answer, to_json($1::text)::text) > 0`,
    values: [clientId, orderId, scansSince],
  });
}
