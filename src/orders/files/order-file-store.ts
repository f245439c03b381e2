import { type DueQuery, ofAnyClient } from '../../platform/database/due-query.ts';
import { columnsOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { OrderKey } from '../rows/order-row-store.ts';
import type { FileRole } from './content-rules.ts';

export type OrderFile = { pointer: string; role: FileRole; url: string };

export interface KeptFile extends OrderFile {
  /** Lower-case hexadecimal; the name of the blob. */
  sha256: string;
  mediaType: string;
  bytes: number;
  width: number | null;
  height: number | null;
  /** Pixels per inch, from the metadata of an image. */
  dpi: number | null;
  hasAlpha: boolean | null;
  pages: number | null;
  widthMm: number | null;
  heightMm: number | null;
  /** See FileContent. */
  visibleShare: number | null;
  isOpaque: boolean | null;
  fetched: Date;
}

export async function findKeptFiles(connection: Connection, clientId: string, orderId: string): Promise<KeptFile[]> {
  return queryRows<KeptFile>(connection, {
    name: 'find-kept-files',
    text: `select pointer, role, url, sha256, media_type as "mediaType", bytes::float8 as bytes, width, height,
                  dpi, has_alpha as "hasAlpha", pages, width_mm as "widthMm", height_mm as "heightMm",
                  visible_share as "visibleShare", is_opaque as "isOpaque", fetched
           from order_files where client_id = $1 and order_id = $2 order by pointer`,
    values: [clientId, orderId],
  });
}

export async function findKeptFilesOfOrders(
  connection: Connection,
  orders: readonly { clientId: string; orderId: string }[],
): Promise<(Pick<KeptFile, 'role' | 'sha256' | 'mediaType' | 'bytes' | 'fetched'> & OrderKey)[]> {
  return queryRows(connection, {
    name: 'find-kept-files-of-orders',
    text: `select client_id as "clientId", order_id as "orderId", role, sha256, media_type as "mediaType",
                  bytes::float8 as bytes, fetched
           from (select client_id, order_id, min(place) as place
                 from unnest($1::text[], $2::text[]) with ordinality as given (client_id, order_id, place)
                 group by client_id, order_id) wanted
           join order_files using (client_id, order_id) order by place, pointer`,
    values: [orders.map(({ clientId }) => clientId), orders.map(({ orderId }) => orderId)],
  });
}

/** Replaces the links of files to the order. False if its version differs or a blob was just deleted. */
export async function upsertKeptFiles(
  connection: Connection,
  clientId: string,
  orderId: string,
  version: number,
  files: readonly KeptFile[],
): Promise<boolean> {
  const { rowCount } = await connection.query(
    `with current as (
       select 1 from orders where client_id = $1 and order_id = $2 and version = $19 for share
     ), there as (
       select sha256 from blobs where sha256 = any($6) for key share
     )
     insert into order_files (client_id, order_id, pointer, role, url, sha256, media_type, bytes, width, height, dpi, has_alpha,
                              pages, width_mm, height_mm, visible_share, is_opaque, fetched, picture_due)
     select $1, $2, *, true from unnest($3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::bigint[], $9::int[], $10::int[],
                                  $11::float8[], $12::boolean[], $13::int[], $14::float8[], $15::float8[], $16::float8[], $17::boolean[], $18::timestamptz[])
     where exists (select 1 from current)
       and not exists (select 1 from unnest($6::text[]) as named where named not in (select sha256 from there))
     on conflict (client_id, order_id, pointer) do update set
       role = excluded.role, url = excluded.url, sha256 = excluded.sha256, media_type = excluded.media_type,
       bytes = excluded.bytes, width = excluded.width, height = excluded.height, dpi = excluded.dpi,
       has_alpha = excluded.has_alpha, pages = excluded.pages, width_mm = excluded.width_mm,
       height_mm = excluded.height_mm, visible_share = excluded.visible_share, is_opaque = excluded.is_opaque,
       fetched = excluded.fetched, picture_due = true`,
    [
      clientId,
      orderId,
      ...columnsOf(files, 'pointer', 'role', 'url', 'sha256', 'mediaType', 'bytes', 'width', 'height'),
      ...columnsOf(files, 'dpi', 'hasAlpha', 'pages', 'widthMm', 'heightMm', 'visibleShare', 'isOpaque', 'fetched'),
      version,
    ],
  );
  return rowCount === files.length;
}

export async function deleteKeptFiles(
  connection: Connection,
  clientId: string,
  orderId: string,
  pointers: readonly string[],
): Promise<void> {
  await connection.query('delete from order_files where client_id = $1 and order_id = $2 and pointer = any($3)', [
    clientId,
    orderId,
    pointers,
  ]);
}

/** Deletes files, print files and records of URLs. Returns their blobs, which others may still use. */
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
           ), printed as (
             delete from print_files where client_id = $1 and order_id = $2 returning sha256, picture
           ), uploaded as (
             delete from client_uploads u where client_id = $1 and sha256 in (select sha256 from gone) and not exists (
               select 1 from order_files f where f.client_id = $1 and f.sha256 = u.sha256 and f.order_id <> $2)
           ), files as (
             select sha256 from gone union select sha256 from fetched where sha256 is not null
             union select sha256 from printed where sha256 is not null union select picture from printed where picture is not null
           )
           select sha256 from files
           union select small from files join file_pictures using (sha256) where small is not null
           union select large from files join file_pictures using (sha256) where large is not null`,
    values: [clientId, orderId, urlHashes],
  });
  return rows.map(({ sha256 }) => sha256);
}

/** Blob names of the two pictures of a file; null if the file cannot be drawn. */
export type PictureNames = { small: string | null; large: string | null };
type DueFile = { sha256: string; mediaType: string };

export async function findPictures(connection: Connection, sha256: string): Promise<PictureNames | undefined> {
  return queryRow<PictureNames>(connection, {
    name: 'find-pictures',
    text: 'select small, large from file_pictures where sha256 = $1',
    values: [sha256],
  });
}

export async function listPictures(
  connection: Connection,
  sha256s: readonly string[],
): Promise<(PictureNames & { sha256: string })[]> {
  return queryRows(connection, {
    name: 'list-pictures',
    text: 'select sha256, small, large from file_pictures where sha256 = any($1)',
    values: [sha256s],
  });
}

export async function savePictures(
  connection: Connection,
  sha256: string,
  { small, large }: PictureNames,
  made: Date,
): Promise<void> {
  await connection.query({
    name: 'save-pictures',
    text: `insert into file_pictures (sha256, small, large, made) values ($1, $2, $3, $4)
           on conflict (sha256) do update set small = excluded.small, large = excluded.large, made = excluded.made`,
    values: [sha256, small, large, made],
  });
}

export function duePictures(): DueQuery {
  return {
    text: `select distinct client_id as key from order_files where picture_due and ${ofAnyClient()}`,
    values: [],
  };
}

export async function findDuePicture(connection: Connection, clientId: string): Promise<DueFile | undefined> {
  return queryRow<DueFile>(connection, {
    name: 'find-due-picture',
    text: `select sha256, media_type as "mediaType" from order_files
           where client_id = $1 and picture_due order by fetched limit 1`,
    values: [clientId],
  });
}

export async function endDuePicture(connection: Connection, clientId: string, sha256: string): Promise<void> {
  await connection.query({
    name: 'end-due-picture',
    text: 'update order_files set picture_due = null where client_id = $1 and sha256 = $2 and picture_due',
    values: [clientId, sha256],
  });
}

const FORGOTTEN_AT_ONCE_MAX = 500;

/**
 * Returns the hashes that an order needs, for a file, its pictures or print files. Leaves out orders
 * cancelled before `cancelledBefore`. An order has its print files as long as their artwork. This function
 * knows every table with blob hashes, except for the records of the blobs themselves.
 */
export async function findNamedBlobs(
  connection: Connection,
  sha256s: readonly string[],
  cancelledBefore: Date | null,
): Promise<Set<string>> {
  const { rows } = await connection.query<{ sha256: string }>(
    `with files as materialized (
       select named, named as sha256 from unnest($1::text[]) as wanted (named)
       union all select small, sha256 from file_pictures where small = any($1)
       union all select large, sha256 from file_pictures where large = any($1)
     )
     select distinct files.named as sha256 from order_files f
     join orders o on o.client_id = f.client_id and o.order_id = f.order_id join files on files.sha256 = f.sha256
     where $2::timestamptz is null or o.status <> 'CANCELLED' or o.updated >= $2
     union
     select wanted.named from unnest($1::text[]) as wanted (named)
     join print_files p on p.sha256 = wanted.named or p.picture = wanted.named
     join order_files f on f.client_id = p.client_id and f.order_id = p.order_id
       and f.pointer = '/items/' || (p.position - 1) || '/customProduct/prints/' || p.print || '/dataUrl'
     join orders o on o.client_id = p.client_id and o.order_id = p.order_id
     where $2::timestamptz is null or o.status <> 'CANCELLED' or o.updated >= $2
     union
     select sha256 from machine_jobs where sha256 = any($1)
     union
     select sha256 from gang_prints where sha256 = any($1) and unwanted is null
     union
     select picture from gang_sheets where picture = any($1)
     union
     select files.named from client_uploads u join files on files.sha256 = u.sha256`,
    [sha256s, cancelledBefore],
  );
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Deletes the records of fetched files, pictures and print files. A later order makes them again. */
export async function releaseBlobs(connection: Connection, sha256s: readonly string[]): Promise<void> {
  await connection.query({
    name: 'release-pictures',
    text: 'delete from file_pictures where sha256 = any($1) or small = any($1) or large = any($1)',
    values: [sha256s],
  });
  await connection.query({
    name: 'release-print-files',
    text: 'delete from print_files where sha256 = any($1) or picture = any($1)',
    values: [sha256s],
  });
  await connection.query({
    name: 'release-uploads',
    text: 'delete from client_uploads where sha256 = any($1)',
    values: [sha256s],
  });
  await connection.query({
    name: 'release-blobs',
    text: 'delete from client_files where sha256 = any($1)',
    values: [sha256s],
  });
}

/**
 * Deletes the files of the next orders that were cancelled before `before`. `after` is '' at first, then the
 * returned cursor; undefined at the end.
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
