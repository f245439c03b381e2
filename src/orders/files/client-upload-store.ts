import type { DueQuery } from '../../platform/database/due-query.ts';
import { type Connection, queryCount, queryHasRow, queryRow, queryRows } from '../../platform/database/transaction.ts';
import { ON_HOLD } from '../document/order-fields.ts';
import type { KnownContent } from './order-files.ts';

export interface ClientUpload {
  fileId: string;
  sha256: string;
  content: KnownContent;
  keptSince: Date;
}

const COLUMNS = 'file_id as "fileId", sha256, content, kept_since as "keptSince"';

/** Stores an upload. An upload with the same content keeps its id. */
export async function upsertUpload(
  connection: Connection,
  clientId: string,
  { fileId, sha256, content, keptSince }: ClientUpload,
): Promise<ClientUpload> {
  const stored = await queryRow<ClientUpload>(connection, {
    name: 'upsert-upload',
    text: `insert into client_uploads as u (client_id, file_id, sha256, bytes, content, kept_since) values ($1, $2, $3, $4, $5, $6)
           on conflict (client_id, sha256) do update set kept_since = excluded.kept_since returning ${COLUMNS}`,
    values: [clientId, fileId, sha256, content.bytes, content, keptSince],
  });
  return stored as ClientUpload;
}

export async function findUploads(
  connection: Connection,
  clientId: string,
  fileIds: readonly string[],
): Promise<ClientUpload[]> {
  return queryRows<ClientUpload>(connection, {
    name: 'find-uploads',
    text: `select ${COLUMNS} from client_uploads where client_id = $1 and file_id = any($2)`,
    values: [clientId, fileIds],
  });
}

/** Returns whether the client keeps an upload with this content. */
export async function hasUpload(connection: Connection, clientId: string, sha256: string): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'has-upload',
    text: 'select 1 from client_uploads where client_id = $1 and sha256 = $2',
    values: [clientId, sha256],
  });
}

/** Sums the uploads of a client that are not marked as used. Their limits keep them few. */
export async function sumUnusedUploads(
  connection: Connection,
  clientId: string,
): Promise<{ files: number; bytes: number }> {
  const sums = await queryRow<{ files: number; bytes: number }>(connection, {
    name: 'sum-unused-uploads',
    text: `select count(*)::int as files, coalesce(sum(bytes), 0)::float8 as bytes from client_uploads where client_id = $1 and not is_used`,
    values: [clientId],
  });
  return sums ?? { files: 0, bytes: 0 };
}

/** Marks the uploads of a client whose content an order names. */
export async function markUsedUploads(connection: Connection, clientId: string): Promise<void> {
  await connection.query({
    name: 'mark-used-uploads',
    text: `update client_uploads u set is_used = true where client_id = $1 and not is_used
             and exists (select 1 from order_files f where f.client_id = u.client_id and f.sha256 = u.sha256)`,
    values: [clientId],
  });
}

export function dueUploadsBefore(moment: Date): DueQuery {
  return { text: `select 'old' as key from client_uploads where kept_since < $1 limit 1`, values: [moment] };
}

/**
 * Renews old uploads whose content an order has, and all old uploads of clients with an order on hold. An
 * order that is held before its intake has no files yet. Returns their number.
 */
export async function renewUploads(connection: Connection, moment: Date, now: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    text: `update client_uploads u set kept_since = $3, is_used = u.is_used or old.is_used
           from (select o.client_id, o.file_id, o.is_used
                 from (select client_id, file_id,
                         exists (select 1 from order_files f where f.client_id = c.client_id and f.sha256 = c.sha256) as is_used,
                         exists (select 1 from orders h where h.client_id = c.client_id and h.reason_code = $4) as has_held
                       from client_uploads c where kept_since < $1) o
                 where o.is_used or o.has_held limit $2) old
           where u.client_id = old.client_id and u.file_id = old.file_id`,
    values: [moment, limit, now, ON_HOLD],
  });
}

/** Deletes old uploads. The sweep deletes their blobs. Returns their number. */
export async function deleteUploadsBefore(connection: Connection, moment: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    text: `delete from client_uploads u
           using (select client_id, file_id from client_uploads where kept_since < $1 order by kept_since limit $2) old
           where u.client_id = old.client_id and u.file_id = old.file_id and u.kept_since < $1`,
    values: [moment, limit],
  });
}
