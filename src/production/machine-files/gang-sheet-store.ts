import type { DueQuery } from '../../platform/database/due-query.ts';
import { columnsOf, valuesOf } from '../../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryHasRow, queryRow, queryRows } from '../../platform/database/transaction.ts';
import type { PrintKind } from '../../platform/files/make-print-file.ts';
import type { PieceState } from '../piece-states.ts';
import type { PlacedPrint } from './gang-sheet-rules.ts';

/** A print that waits for a sheet, or is on one. */
export interface GangPrint {
  /** Code of the piece, number of its step, and version of the print file. */
  key: string;
  machineId: string;
  /** How often a person has sent the print again. */
  round: number;
  piece: string;
  clientId: string;
  orderId: string;
  position: number;
  /** Index in the item, from 0. */
  print: number;
  /** Number of the step of the piece, from 1. */
  step: number;
  location: string;
  technology: string;
  sha256: string;
  kind: PrintKind;
  bytes: number;
  widthMm: number;
  heightMm: number;
  isMirrored: boolean;
}

/** A print on a sheet, or one that waits, with everything that decides whether it is used. */
export interface StandingPrint extends GangPrint {
  /** Null: it waits. */
  sheet: string | null;
  leftMm: number | null;
  topMm: number | null;
  unwanted: 'REJECTED' | 'CORRECTED' | 'CANCELLED' | null;
  /** Null: the piece was deleted. */
  state: PieceState | null;
  stepsDone: number;
  status: string | null;
  /** Whether it is the present print file of its piece. Null: there is none at present. */
  isCurrent: boolean | null;
}

const FIELDS = [
  ...(['key', 'machineId', 'piece', 'clientId', 'orderId', 'position', 'print', 'step', 'location'] as const),
  ...(['technology', 'sha256', 'kind', 'bytes', 'widthMm', 'heightMm', 'isMirrored'] as const),
];
const COLUMNS = `g.print_key as key, g.machine_id as "machineId", g.round, g.piece, g.client_id as "clientId", g.order_id as "orderId", g.position, g.print,
  g.step, g.location, g.technology, g.sha256, g.kind, g.bytes::float8 as bytes, g.width_mm as "widthMm", g.height_mm as "heightMm", g.mirrored as "isMirrored"`;
const STANDING = `select ${COLUMNS}, g.sheet, g.left_mm as "leftMm", g.top_mm as "topMm", g.unwanted, p.state, coalesce(p.steps_done, 0) as "stepsDone",
         o.status, f.sha256 = g.sha256 as "isCurrent"
  from gang_prints g
  left join pieces p on p.client_id = g.client_id and p.order_id = g.order_id and p.code = g.piece
  left join orders o on o.client_id = g.client_id and o.order_id = g.order_id
  left join print_files f on f.client_id = g.client_id and f.order_id = g.order_id and f.position = g.position and f.print = g.print`;

/**
 * Lets a print wait for a sheet of the machine. Returns false if it waits already, or has a sheet; with
 * `again`, only if it waits.
 */
export async function insertGangPrint(
  connection: Connection,
  print: Omit<GangPrint, 'round'>,
  { again, now }: { again: boolean; now: Date },
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'insert-gang-print',
    text: `insert into gang_prints (print_key, machine_id, piece, client_id, order_id, position, print, step, location, technology, sha256, kind, bytes, width_mm,
                                    height_mm, mirrored, created, round)
           select $1, $2, $3, $4, $5, $6::int, $7::int, $8::int, $9, $10, $11, $12, $13::bigint, $14::float8, $15::float8, $16::boolean, $17::timestamptz,
                  (select count(*)::int from gang_prints where $18 and print_key = $1 and machine_id = $2)
           on conflict do nothing`,
    values: [...valuesOf(print, ...FIELDS), now, again],
  });
}

/** Locks the prints that wait for a sheet of the machine, oldest first, and reads how they stand. */
export async function lockWaitingPrints(
  connection: Connection,
  machineId: string,
  limit: number,
): Promise<StandingPrint[]> {
  await connection.query({
    name: 'lock-waiting-gang-prints',
    text: 'select 1 from gang_prints where machine_id = $1 and sheet is null order by created, print_key limit $2 for update',
    values: [machineId, limit],
  });
  return queryRows<StandingPrint>(connection, {
    name: 'list-waiting-gang-prints',
    text: `${STANDING} where g.machine_id = $1 and g.sheet is null order by g.created, g.print_key limit $2`,
    values: [machineId, limit],
  });
}

/** Deletes waiting prints of a machine. */
export async function deleteWaitingPrints(
  connection: Connection,
  machineId: string,
  keys: readonly string[],
): Promise<void> {
  await connection.query('delete from gang_prints where machine_id = $1 and print_key = any($2) and sheet is null', [
    machineId,
    keys,
  ]);
}

export interface GangSheet {
  sheet: string;
  machineId: string;
  created: Date;
  widthMm: number;
  lengthMm: number;
  gapMm: number;
  /** Null: it is still to be drawn. */
  drawn: Date | null;
  /** Blob name of its picture. */
  picture: string | null;
}

/** Inserts a sheet with its prints, which are on the sheet `from`. Null: they wait. */
export async function insertGangSheet(
  connection: Connection,
  sheet: Omit<GangSheet, 'drawn' | 'picture'>,
  { places, from }: { places: readonly PlacedPrint<GangPrint>[]; from: string | null },
): Promise<void> {
  await connection.query({
    name: 'insert-gang-sheet',
    text: `with made as (
             insert into gang_sheets (sheet, machine_id, created, width_mm, length_mm, gap_mm) values ($1, $2, $3, $4, $5, $6) returning sheet
           )
           update gang_prints g set sheet = made.sheet, left_mm = p.left_mm, top_mm = p.top_mm
           from made, unnest($7::text[], $8::float8[], $9::float8[]) as p (print_key, left_mm, top_mm)
           where g.machine_id = $2 and g.print_key = p.print_key and g.sheet is not distinct from $10`,
    values: [
      ...valuesOf(sheet, 'sheet', 'machineId', 'created', 'widthMm', 'lengthMm', 'gapMm'),
      ...columnsOf(
        places.map(({ print: { key }, leftMm, topMm }) => ({ key, leftMm, topMm })),
        ...(['key', 'leftMm', 'topMm'] as const),
      ),
      from,
    ],
  });
}

export function dueGangSheets(): DueQuery {
  return { text: 'select sheet as key from gang_sheets where drawn is null order by created limit 100', values: [] };
}

const SHEET = `select sheet, machine_id as "machineId", created, width_mm as "widthMm", length_mm as "lengthMm", gap_mm as "gapMm", drawn, picture
  from gang_sheets`;

export async function findGangSheet(connection: Connection, sheet: string): Promise<GangSheet | undefined> {
  return queryRow<GangSheet>(connection, {
    name: 'find-gang-sheet',
    text: `${SHEET} where sheet = $1`,
    values: [sheet],
  });
}

/** Locks the sheets with prints of the order. */
export async function lockSheetsOfOrder(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<GangSheet[]> {
  return queryRows<GangSheet>(connection, {
    name: 'lock-gang-sheets-of-order',
    text: `${SHEET} where sheet in (select sheet from gang_prints where client_id = $1 and order_id = $2) order by sheet for update`,
    values: [clientId, orderId],
  });
}

/** Deletes a sheet with the prints that are on it. */
export async function deleteGangSheet(connection: Connection, sheet: string): Promise<void> {
  await connection.query('delete from gang_sheets where sheet = $1', [sheet]);
}

export async function deleteWaitingPrintsOfOrder(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<void> {
  await connection.query('delete from gang_prints where client_id = $1 and order_id = $2 and sheet is null', [
    clientId,
    orderId,
  ]);
}

/** Records that the sheet was drawn. Returns false if another process has done it. */
export async function markSheetDrawn(
  connection: Connection,
  sheet: string,
  { picture, now }: { picture: string | null; now: Date },
): Promise<boolean> {
  return queryHasRow(connection, {
    text: 'update gang_sheets set drawn = $2, picture = $3 where sheet = $1 and drawn is null',
    values: [sheet, now, picture],
  });
}

/** Lists the prints of sheets from top to bottom, with everything that decides whether they are used. */
export async function listSheetPrints(connection: Connection, sheets: readonly string[]): Promise<StandingPrint[]> {
  return queryRows<StandingPrint>(connection, {
    name: 'list-gang-sheet-prints',
    text: `${STANDING} where g.sheet = any($1) order by g.sheet, g.top_mm, g.left_mm, g.print_key`,
    values: [sheets],
  });
}

/** Lists the piece's prints that wait for a sheet, or are on one and used, with the time of the sheet. */
export async function listGangKeys(
  connection: Connection,
  piece: string,
): Promise<{ key: string; machineId: string; placed: Date | null }[]> {
  return queryRows(connection, {
    name: 'list-gang-keys',
    text: `select g.print_key as key, g.machine_id as "machineId", s.created as placed
           from gang_prints g left join gang_sheets s on s.sheet = g.sheet where g.piece = $1 and g.unwanted is null`,
    values: [piece],
  });
}

type Unused = Pick<GangPrint, 'key' | 'machineId' | 'round'> & { reason: string };

/** Marks prints on sheets that are not used any more. */
export async function markPrintsUnwanted(connection: Connection, prints: readonly Unused[]): Promise<void> {
  await connection.query({
    name: 'mark-gang-prints-unwanted',
    text: `update gang_prints g set unwanted = u.reason
           from unnest($1::text[], $2::text[], $3::int[], $4::text[]) as u (print_key, machine_id, round, reason)
           where g.print_key = u.print_key and g.machine_id = u.machine_id and g.round = u.round and g.unwanted is null`,
    values: columnsOf(prints, 'key', 'machineId', 'round', 'reason'),
  });
}

/** Deletes the pictures of sheets. Returns their blobs. */
export async function eraseSheetPictures(connection: Connection, sheets: readonly string[]): Promise<string[]> {
  const rows = await queryRows<{ picture: string }>(connection, {
    name: 'erase-gang-sheet-pictures',
    text: `with erased as (select sheet, picture from gang_sheets where sheet = any($1) and picture is not null)
           update gang_sheets s set picture = null from erased where s.sheet = erased.sheet returning erased.picture`,
    values: [sheets],
  });
  return rows.map(({ picture }) => picture);
}

export function dueOldGangSheets(before: Date): DueQuery {
  return {
    text: `select 'old' as key where exists (select 1 from gang_sheets where created < $1)`,
    values: [before],
  };
}

/** Deletes at most `limit` sheets that were made before `before`, with their prints. Returns their number. */
export async function deleteGangSheets(connection: Connection, before: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    text: `delete from gang_sheets where sheet in (select sheet from gang_sheets where created < $1 order by created limit $2)`,
    values: [before, limit],
  });
}
