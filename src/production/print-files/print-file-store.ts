import type { OrderKey } from '../../orders/rows/order-row-store.ts';
import { type DueQuery, ofAnyClient } from '../../platform/database/due-query.ts';
import { type ColumnTypes, namesOf, tableOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { PrintKind } from '../../platform/files/make-print-file.ts';

/** The print-ready file of one print of an item. All pieces of the item share it. */
export interface PrintFile {
  clientId: string;
  orderId: string;
  /** Position of the item in the order, from 1. */
  position: number;
  /** Index of the print in the item, from 0. */
  print: number;
  itemId: string;
  location: string;
  technology: string;
  state: 'waiting' | 'ready' | 'failed';
  /** Grows with each change of the artwork, of its print area or of a rule, from 1. */
  version: number;
  /** SHA-256 of everything that determines the file. */
  inputs: string;
  kind: PrintKind | null;
  /** The name in the blob store. Null: not ready. */
  sha256: string | null;
  /** Blob name of the WebP picture of the print in its area. */
  picture: string | null;
  bytes: number | null;
  widthMm: number | null;
  heightMm: number | null;
  /** From the edges of the print area to the print. */
  leftMm: number | null;
  topMm: number | null;
  /** Null: a PDF. */
  dpi: number | null;
  mirrored: boolean | null;
  errorCode: string | null;
  /** Values for the message of `errorCode`. */
  errorData: Record<string, string | number> | null;
  updated: Date;
}

const COLUMNS = `client_id as "clientId", order_id as "orderId", position, print, item_id as "itemId", location, technology, state, version, inputs,
                  kind, sha256, picture, bytes::float8 as bytes, width_mm as "widthMm", height_mm as "heightMm", left_mm as "leftMm", top_mm as "topMm",
                  dpi, mirrored, error_code as "errorCode", error_data::json as "errorData", updated`;

/** Finds the file of a print. If an item has several prints at the location, the first is found. */
export async function findPrintFile(
  connection: Connection,
  clientId: string,
  orderId: string,
  itemId: string,
  location: string,
): Promise<PrintFile | undefined> {
  return queryRow<PrintFile>(connection, {
    name: 'find-print-file',
    text: `select ${COLUMNS} from print_files
           where client_id = $1 and order_id = $2 and item_id = $3 and location = $4 order by position, print limit 1`,
    values: [clientId, orderId, itemId, location],
  });
}

/** Lists the files of an order, by item and print. */
export async function listPrintFiles(connection: Connection, { clientId, orderId }: OrderKey): Promise<PrintFile[]> {
  return queryRows<PrintFile>(connection, {
    name: 'list-print-files',
    text: `select ${COLUMNS} from print_files where client_id = $1 and order_id = $2 order by position, print`,
    values: [clientId, orderId],
  });
}

type PrintFileRow = Omit<PrintFile, 'clientId' | 'orderId' | 'errorData'> & { errorData: string | null };

const ROW: ColumnTypes<PrintFileRow> = {
  position: 'int',
  print: 'int',
  itemId: 'text',
  location: 'text',
  technology: 'text',
  state: 'text',
  version: 'int',
  inputs: 'text',
  kind: 'text',
  sha256: 'text',
  picture: 'text',
  bytes: 'bigint',
  widthMm: 'float8',
  heightMm: 'float8',
  leftMm: 'float8',
  topMm: 'float8',
  dpi: 'float8',
  mirrored: 'bool',
  errorCode: 'text',
  errorData: 'text',
  updated: 'timestamptz',
};

/** Inserts or replaces files of an order, unless it was erased. A file with a later version stays. */
export async function upsertPrintFiles(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  files: readonly PrintFile[],
): Promise<void> {
  const values: unknown[] = [clientId, orderId];
  const rows = files.map((file) => ({ ...file, errorData: file.errorData && JSON.stringify(file.errorData) }));
  await connection.query(
    `insert into print_files as f (client_id, order_id, ${namesOf(ROW)})
     select $1, $2, ${namesOf(ROW)} from ${tableOf('given', rows, ROW, values)}
     where exists (select 1 from orders where client_id = $1 and order_id = $2 and personal_data_erased is null)
     on conflict (client_id, order_id, position, print) do update set
       item_id = excluded.item_id, location = excluded.location, technology = excluded.technology, state = excluded.state, version = excluded.version,
       inputs = excluded.inputs, kind = excluded.kind, sha256 = excluded.sha256, picture = excluded.picture, bytes = excluded.bytes,
       width_mm = excluded.width_mm, height_mm = excluded.height_mm, left_mm = excluded.left_mm, top_mm = excluded.top_mm, dpi = excluded.dpi,
       mirrored = excluded.mirrored, error_code = excluded.error_code, error_data = excluded.error_data, updated = excluded.updated
     where f.version <= excluded.version`,
    values,
  );
}

/** Lets the files of an order be made again, also files that failed. */
export async function resetPrintFiles(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  now: Date,
): Promise<void> {
  await connection.query({
    name: 'reset-print-files',
    text: `update print_files set state = 'waiting', updated = $3 where client_id = $1 and order_id = $2`,
    values: [clientId, orderId, now],
  });
}

/** Finds a file of the client that was made from the same inputs, which another order may have. */
export async function findMadePrint(
  connection: Connection,
  clientId: string,
  inputs: string,
): Promise<PrintFile | undefined> {
  return queryRow<PrintFile>(connection, {
    name: 'find-made-print',
    text: `select ${COLUMNS} from print_files where client_id = $1 and inputs = $2 and state = 'ready' limit 1`,
    values: [clientId, inputs],
  });
}

/** Deletes the files of an order whose prints are not among these. */
export async function deleteOtherPrintFiles(
  connection: Connection,
  { clientId, orderId }: OrderKey,
  kept: readonly Pick<PrintFile, 'position' | 'print'>[],
): Promise<void> {
  await connection.query({
    name: 'delete-other-print-files',
    text: `delete from print_files where client_id = $1 and order_id = $2
             and (position, print) not in (select * from unnest($3::int[], $4::int[]))`,
    values: [clientId, orderId, kept.map(({ position }) => position), kept.map(({ print }) => print)],
  });
}

/** Returns the query for clients with orders whose print files must be made or compared. */
export function duePrintFiles(now: Date): DueQuery {
  const text = `select distinct client_id as key from print_files_due
                where ${ofAnyClient()} and (retry_at is null or retry_at <= $1)`;
  return { text, values: [now] };
}

export interface DuePrint {
  orderId: string;
  since: Date;
  failures: number;
  document: string;
  status: string;
}

/** Finds the order of the client that has waited longest, except for those whose next attempt is later. */
export async function findDuePrint(connection: Connection, clientId: string, now: Date): Promise<DuePrint | undefined> {
  return queryRow<DuePrint>(connection, {
    name: 'find-due-print',
    text: `select order_id as "orderId", since, failures, document, status
           from print_files_due d join orders o using (client_id, order_id)
           where client_id = $1 and (retry_at is null or retry_at <= $2) order by since, order_id limit 1`,
    values: [clientId, now],
  });
}

/** Ends the work on an order, unless it has changed since. */
export async function endDuePrint(
  connection: Connection,
  clientId: string,
  { orderId, since }: Pick<DuePrint, 'orderId' | 'since'>,
): Promise<void> {
  await connection.query({
    name: 'end-due-print',
    text: 'delete from print_files_due where client_id = $1 and order_id = $2 and since = $3',
    values: [clientId, orderId, since],
  });
}

/** Counts a failed attempt and sets the time of the next one, unless the order has changed since. */
export async function postponePrint(
  connection: Connection,
  clientId: string,
  { orderId, since, failures }: Pick<DuePrint, 'orderId' | 'since' | 'failures'>,
  retryAt: Date,
): Promise<void> {
  await connection.query({
    name: 'postpone-due-print',
    text: `update print_files_due set failures = $4::int + 1, retry_at = $5 where client_id = $1 and order_id = $2 and since = $3`,
    values: [clientId, orderId, since, failures, retryAt],
  });
}
