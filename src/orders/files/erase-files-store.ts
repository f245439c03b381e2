import type { Connection } from '../../database/transaction.ts';

/**
 * Forgets the order's files, and that they were fetched from their URLs. Answers the names of the blobs that it named, those of their pictures
 * too; others may name them still.
 */
export async function eraseOrderFiles(
  connection: Connection,
  clientId: string,
  orderId: string,
  urlHashes: readonly Buffer[],
): Promise<string[]> {
  const { rows } = await connection.query<{ sha256: string }>({
    name: 'erase-order-files',
    text: `with gone as (
             delete from order_files where client_id = $1 and order_id = $2 returning sha256
           ), fetched as (
             delete from client_files where client_id = $1 and url_hash = any($3) returning sha256
           ), files as (
             select sha256 from gone union select sha256 from fetched where sha256 is not null
           )
           select sha256 from files
           union select small from files join file_pictures using (sha256) where small is not null
           union select large from files join file_pictures using (sha256) where large is not null`,
    values: [clientId, orderId, urlHashes],
  });
  return rows.map(({ sha256 }) => sha256);
}
