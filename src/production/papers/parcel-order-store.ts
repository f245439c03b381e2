import type { Connection } from '../../database/transaction.ts';
import type { ClientFile } from './parcel-paper-rules.ts';

/** The order of a parcel as it is now. */
export async function findOrderDocument(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<{ document: string; status: string; carrier: string | null } | undefined> {
  const { rows } = await connection.query<{ document: string; status: string; carrier: string | null }>({
    name: 'find-order-of-parcel',
    text: 'select document, status, carrier from orders where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
  return rows[0];
}

/** What is kept of the order's files at some places. */
export async function findClientFiles(
  connection: Connection,
  clientId: string,
  orderId: string,
  pointers: readonly string[],
): Promise<(ClientFile & { pointer: string })[]> {
  const { rows } = await connection.query<ClientFile & { pointer: string }>({
    name: 'find-client-files-of-parcel',
    text: `select pointer, sha256, media_type as "mediaType", width_mm as "widthMm" from order_files
           where client_id = $1 and order_id = $2 and pointer = any($3)`,
    values: [clientId, orderId, pointers],
  });
  return rows;
}
