import { hash } from 'node:crypto';
import { type Connection, queryCount } from '../../platform/database/transaction.ts';
import type { KnownContent } from './order-files.ts';

/** An older file is not reused for another order, even if its host says that it is unchanged. */
export const CLIENT_FILE_USABLE_MS = 7 * 24 * 3_600_000;
/** Fetched files are forgotten a day after their last possible use, or earlier with their blob. */
export const CLIENT_FILE_KEPT_MS = CLIENT_FILE_USABLE_MS + 24 * 3_600_000;

export interface ClientFile {
  sha256: string;
  content: KnownContent;
  etag: string | null;
  lastModified: string | null;
  /** Start of the fetch that downloaded the file or found it unchanged. */
  fetched: Date;
}

export function urlHash(url: string): Buffer {
  return hash('sha256', url, 'buffer');
}

/** Finds the client's files that were fetched since `usableFrom` and not refused since, by URL. */
export async function findClientFiles(
  connection: Connection,
  clientId: string,
  urls: readonly string[],
  usableFrom: Date,
): Promise<Map<string, ClientFile>> {
  const byHash = new Map(urls.map((url) => [urlHash(url).toString('hex'), url]));
  const { rows } = await connection.query<ClientFile & { hash: string }>({
    name: 'find-client-files',
    text: `select encode(url_hash, 'hex') as hash, sha256, content, etag, last_modified as "lastModified", fetched
           from client_files where client_id = $1 and url_hash = any($2)
             and fetched >= $3 and (refused_before is null or fetched > refused_before)`,
    values: [clientId, urls.map(urlHash), usableFrom],
  });
  return new Map(rows.map(({ hash: key, ...file }) => [byHash.get(key) as string, file]));
}

/** Stores the file, unless it is older or its URL was refused. False if the order was erased. */
export async function upsertClientFile(
  connection: Connection,
  { clientId, orderId }: { clientId: string; orderId: string },
  url: string,
  { sha256, content, etag, lastModified, fetched }: ClientFile,
): Promise<boolean> {
  const { rows } = await connection.query<{ isErased: boolean }>({
    name: 'upsert-client-file',
    text: `with erased as (
             select 1 from orders where client_id = $1 and order_id = $8 and personal_data_erased is not null
           ), kept as (
             insert into client_files as f (client_id, url_hash, sha256, content, etag, last_modified, fetched)
             select $1, $2, $3, $4, $5, $6, $7 where not exists (select 1 from erased)
             on conflict (client_id, url_hash) do update
             set sha256 = excluded.sha256, content = excluded.content, etag = excluded.etag,
                 last_modified = excluded.last_modified, fetched = excluded.fetched
             where coalesce(f.fetched <= excluded.fetched, true)
           )
           select exists (select 1 from erased) as "isErased"`,
    values: [clientId, urlHash(url), sha256, content, etag, lastModified, fetched, orderId],
  });
  return rows[0]?.isErased === false;
}

/** Refuses everything that was fetched from the URLs before `now`, including running fetches. */
export async function refuseClientFiles(
  connection: Connection,
  clientId: string,
  urls: Iterable<string>,
  now: Date,
): Promise<void> {
  // Sorted, so that two transactions that refuse the same URLs cannot deadlock.
  const hashes = [...urls].map(urlHash).sort(Buffer.compare);
  if (hashes.length === 0) return;
  await connection.query(
    `insert into client_files (client_id, url_hash, refused_before)
     select $1, one, $3 from unnest($2::bytea[]) as one
     on conflict (client_id, url_hash) do update set refused_before = excluded.refused_before`,
    [clientId, hashes, now],
  );
}

/** Deletes at most `limit` files older than `before` (see CLIENT_FILE_KEPT_MS). Returns their number. */
export async function deleteOldClientFiles(connection: Connection, before: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    text: `delete from client_files where (client_id, url_hash) in (
       select client_id, url_hash from client_files where coalesce(fetched, refused_before) < $1 limit $2)`,
    values: [before, limit],
  });
}

export async function findFetchedBytes(connection: Connection, clientId: string, day: string): Promise<number> {
  const { rows } = await connection.query<{ bytes: number }>({
    name: 'find-fetched-bytes',
    text: 'select bytes::float8 as bytes from client_file_bytes where client_id = $1 and day = $2',
    values: [clientId, day],
  });
  return rows[0]?.bytes ?? 0;
}

/** Adds to the bytes of the client on the day (UTC), and deletes its earlier days. */
export async function addFetchedBytes(
  connection: Connection,
  clientId: string,
  day: string,
  bytes: number,
): Promise<void> {
  await connection.query({
    name: 'add-fetched-bytes',
    text: `with forgotten as (delete from client_file_bytes where client_id = $1 and day < $2)
           insert into client_file_bytes as b (client_id, day, bytes) values ($1, $2, $3)
           on conflict (client_id, day) do update set bytes = b.bytes + excluded.bytes`,
    values: [clientId, day, bytes],
  });
}
