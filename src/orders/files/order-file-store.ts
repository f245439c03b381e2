import type { Connection } from '../../platform/database/transaction.ts';
import type { OrderFile } from './order-files.ts';

export interface KeptFile extends OrderFile {
  /** Lower-case hexadecimal; names the content in the blob store. */
  sha256: string;
  mediaType: string;
  bytes: number;
  /** Pixels, of an image. */
  width: number | null;
  height: number | null;
  /** Pixels per inch that an image says of itself. */
  dpi: number | null;
  /** Whether an image may have transparent pixels. */
  hasAlpha: boolean | null;
  /** Of a PDF. */
  pages: number | null;
  /** Of the first page of a PDF. */
  widthMm: number | null;
  heightMm: number | null;
  fetched: Date;
}

interface OrderKey {
  clientId: string;
  orderId: string;
}

export async function findKeptFiles(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<KeptFile[]> {
  const { rows } = await connection.query<KeptFile>({
    name: 'find-kept-files',
    text: `select pointer, role, url, sha256, media_type as "mediaType", bytes::float8 as bytes, width, height,
                  dpi, has_alpha as "hasAlpha", pages, width_mm as "widthMm", height_mm as "heightMm", fetched
           from order_files where client_id = $1 and order_id = $2 order by pointer`,
    values: [clientId, orderId],
  });
  return rows;
}

/** The files of several orders, order by order as they are given. */
export async function findKeptFilesOfOrders(
  connection: Connection,
  orders: readonly { clientId: string; orderId: string }[],
): Promise<(Pick<KeptFile, 'role' | 'sha256' | 'mediaType' | 'bytes' | 'fetched'> & OrderKey)[]> {
  const { rows } = await connection.query({
    name: 'find-kept-files-of-orders',
    text: `select client_id as "clientId", order_id as "orderId", role, sha256, media_type as "mediaType",
                  bytes::float8 as bytes, fetched
           from (select client_id, order_id, min(place) as place
                 from unnest($1::text[], $2::text[]) with ordinality as given (client_id, order_id, place)
                 group by client_id, order_id) wanted
           join order_files using (client_id, order_id) order by place, pointer`,
    values: [orders.map(({ clientId }) => clientId), orders.map(({ orderId }) => orderId)],
  });
  return rows;
}

/**
 * Links the files to their places in the order, in place of what stood there before. False when the order is no longer in that version, or
 * a file was deleted since it was put, as one that nobody named.
 */
export async function upsertKeptFiles(
  connection: Connection,
  clientId: string,
  orderId: string,
  version: number,
  files: readonly KeptFile[],
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `with current as (
       select 1 from orders where client_id = $1 and order_id = $2 and version = $17 for share
     ), there as (
       select sha256 from blobs where sha256 = any($6) for key share
     )
     insert into order_files (client_id, order_id, pointer, role, url, sha256, media_type, bytes, width, height, dpi, has_alpha,
                              pages, width_mm, height_mm, fetched, picture_due)
     select $1, $2, *, true from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::int[], $10::int[],
                                  $11::float8[], $12::boolean[], $13::int[], $14::float8[], $15::float8[], $16::timestamptz[])
     where exists (select 1 from current)
       and not exists (select 1 from unnest($6::text[]) as named where named not in (select sha256 from there))
     on conflict (client_id, order_id, pointer) do update set
       role = excluded.role, url = excluded.url, sha256 = excluded.sha256, media_type = excluded.media_type,
       bytes = excluded.bytes, width = excluded.width, height = excluded.height, dpi = excluded.dpi,
       has_alpha = excluded.has_alpha, pages = excluded.pages, width_mm = excluded.width_mm,
       height_mm = excluded.height_mm, fetched = excluded.fetched, picture_due = true`,
    [
      clientId,
      orderId,
      files.map((file) => file.pointer),
      files.map((file) => file.role),
      files.map((file) => file.url),
      files.map((file) => file.sha256),
      files.map((file) => file.mediaType),
      files.map((file) => file.bytes),
      files.map((file) => file.width),
      files.map((file) => file.height),
      files.map((file) => file.dpi),
      files.map((file) => file.hasAlpha),
      files.map((file) => file.pages),
      files.map((file) => file.widthMm),
      files.map((file) => file.heightMm),
      files.map((file) => file.fetched),
      version,
    ],
  );
  return rowCount === files.length;
}

/** Forgets what is kept for the order at the places. */
export async function deleteKeptFiles(
  connection: Connection,
  clientId: string,
  orderId: string,
  pointers: readonly string[],
): Promise<void> {
  await connection.query(
    'delete from order_files where client_id = $1 and order_id = $2 and pointer = any($3)',
    [clientId, orderId, pointers],
  );
}

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
