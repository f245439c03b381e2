import { isDistributed } from '../../platform/database/distribution.ts';
import type { Connection } from '../../platform/database/transaction.ts';

/** Cancelled orders whose files are forgotten by one statement. */
const FORGOTTEN_AT_ONCE_MAX = 500;

/**
 * Those of the hashes that an order names, or whose picture they are; orders that were cancelled before the time given do not count. With `releaseBlobs` this is
 * the one place that knows every table with hashes of blobs in it, but the records of the blobs themselves.
 */
export async function findNamedBlobs(
  connection: Connection,
  sha256s: readonly string[],
  cancelledBefore: Date | null,
): Promise<Set<string>> {
  const keeps = `($2::timestamptz is null or o.status <> 'CANCELLED' or o.updated >= $2)`;
  const { rows } = await connection.query<{ sha256: string }>(
    isDistributed()
      ? `with files as materialized (
           select named, named as sha256 from unnest($1::text[]) as wanted (named)
           union all select small, sha256 from file_pictures where small = any($1)
           union all select large, sha256 from file_pictures where large = any($1)
         )
         select distinct files.named as sha256 from order_files f
         join orders o on o.client_id = f.client_id and o.order_id = f.order_id join files on files.sha256 = f.sha256
         where ${keeps}`
      : `select sha256 from unnest($1::text[]) as wanted (sha256)
         where exists (
           select 1 from (
             select wanted.sha256 union all select p.sha256 from file_pictures p where wanted.sha256 in (p.small, p.large)
           ) file join order_files f using (sha256) join orders o using (client_id, order_id)
           where ${keeps}
         )`,
    [sha256s, cancelledBefore],
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}

/**
 * Forgets that clients have fetched these: what is known of a URL keeps no blob, and is fetched anew when an order names it again. So it is
 * with pictures, which are drawn anew.
 */
export async function releaseBlobs(connection: Connection, sha256s: readonly string[]): Promise<void> {
  await connection.query({
    name: 'release-pictures',
    text: 'delete from file_pictures where sha256 = any($1) or small = any($1) or large = any($1)',
    values: [sha256s],
  });
  await connection.query({
    name: 'release-blobs',
    text: 'delete from client_files where sha256 = any($1)',
    values: [sha256s],
  });
}

/**
 * Forgets the files of orders that were cancelled before the time given: of some that come after `after`, '' at first. Answers where to
 * go on, or undefined at the end.
 */
export async function forgetFilesOfCancelledOrders(
  connection: Connection,
  before: Date,
  after: string,
): Promise<string | undefined> {
  const [updated, clientId, orderId] = after === '' ? [null, '', ''] : (JSON.parse(after) as string[]);
  const { rows } = await connection.query<{ updated: Date; clientId: string; orderId: string }>({
    name: 'forget-files-of-cancelled-orders',
    text: `with cancelled as (
             select updated, client_id, order_id from orders
             where status = 'CANCELLED' and updated < $1
               and ($2::timestamptz is null or (updated, client_id, order_id) > ($2, $3::text, $4::text))
             order by updated, client_id, order_id limit ${FORGOTTEN_AT_ONCE_MAX}
           ), forgotten as (
             delete from order_files where (client_id, order_id) in (select client_id, order_id from cancelled)
           )
           select updated, client_id as "clientId", order_id as "orderId" from cancelled order by 1, 2, 3`,
    values: [before, updated, clientId, orderId],
  });
  const last = rows.at(-1);
  if (rows.length < FORGOTTEN_AT_ONCE_MAX || !last) return undefined;
  return JSON.stringify([last.updated, last.clientId, last.orderId]);
}
