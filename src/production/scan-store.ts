import type { Actor } from '../platform/audit/actor.ts';
import type { DueQuery } from '../platform/database/due-query.ts';
import { risingId } from '../platform/database/rising-ids.ts';
import { valuesOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryHasRow } from '../platform/database/transaction.ts';
import type { Piece } from './piece-store.ts';

/** A repeated scan is recognized for this time. */
export const SCAN_MS = 7 * 86_400_000;

interface RecordedScan {
  askedHash: Buffer;
  /** JSON of a `ScanAnswer`. */
  answer: string;
}

/** Key of the latest scan of a station. */
export interface ScanPlace {
  /** Id of the station, or the name of one that staff have not set up. */
  station: string;
  work: string;
}

/** Finds the record of a scan that was sent before, and the latest accepted scan of its station. */
export async function findScan(
  connection: Connection,
  scanId: string,
  { station, work }: ScanPlace,
): Promise<{ known: RecordedScan | undefined; latest: string | undefined }> {
  const { rows } = await connection.query<Partial<RecordedScan> & { latest: string | null }>({
    name: 'find-scan',
    text: `select s.asked_hash as "askedHash", s.answer, l.scan_id as latest from (select $1::text as id) sent
           left join scans s on s.scan_id = sent.id left join latest_scans l on l.station = $2 and l.work = $3`,
    values: [scanId, station, work],
  });
  const [{ askedHash, answer, latest = null } = {}] = rows;
  return { known: askedHash && answer ? { askedHash, answer } : undefined, latest: latest ?? undefined };
}

export async function findLatestAnswer(
  connection: Connection,
  { station, work }: ScanPlace,
): Promise<string | undefined> {
  const { rows } = await connection.query<{ answer: string }>({
    name: 'find-latest-answer',
    text: 'select answer from latest_scans join scans using (scan_id) where station = $1 and work = $2',
    values: [station, work],
  });
  return rows[0]?.answer;
}

/**
 * Records the answer of a scan, and makes an accepted one the latest of its station. Returns false if it is
 * recorded already, or if the latest scan is another one than `after`.
 */
export async function insertScan(
  connection: Connection,
  scan: RecordedScan & { scanId: string; occurred: Date },
  { station, work, after, isAccepted }: ScanPlace & { after: string | undefined; isAccepted: boolean },
): Promise<boolean> {
  const { rows } = await connection.query<{ isRecorded: boolean; isLatest: boolean }>({
    name: 'insert-scan',
    text: `with recorded as (
             insert into scans (scan_id, asked_hash, occurred, answer) values ($1, $2, $3, $4) on conflict (scan_id) do nothing returning scan_id
           ), latest as (
             insert into latest_scans (station, work, scan_id) select $5, $6, scan_id from recorded where $8
             on conflict (station, work) do update set scan_id = excluded.scan_id where $7::text is null or latest_scans.scan_id = $7
             returning scan_id
           )
           select exists (select 1 from recorded) as "isRecorded",
                  case when $8 then exists (select 1 from latest)
                       else not exists (select 1 from latest_scans where station = $5 and work = $6 and scan_id <> $7) end as "isLatest"`,
    values: [...valuesOf(scan, 'scanId', 'askedHash', 'occurred', 'answer'), station, work, after ?? null, isAccepted],
  });
  return rows[0]?.isRecorded === true && rows[0].isLatest;
}

/** Returns the query for scans to delete. The sorting makes the planner use the index in every case. */
export function dueScansBefore(moment: Date): DueQuery {
  return {
    text: `select 'old' as key from scans where occurred < $1 order by occurred limit 1`,
    values: [moment],
  };
}

/** Deletes the oldest scans before this moment. Returns how many. */
export async function deleteScansBefore(connection: Connection, moment: Date, limit: number): Promise<number> {
  return queryCount(
    connection,
    `delete from scans s using (select scan_id from scans where occurred < $1 order by occurred limit $2) old
     where s.scan_id = old.scan_id`,
    [moment, limit],
  );
}

export function duePieceEventsBefore(moment: Date): DueQuery {
  return {
    text: `select 'old' as key from piece_events where occurred < $1 order by occurred limit 1`,
    values: [moment],
  };
}

/** Deletes the oldest events of pieces before this moment. Returns how many. */
export async function deletePieceEventsBefore(connection: Connection, moment: Date, limit: number): Promise<number> {
  return queryCount(connection, {
    name: 'delete-piece-events-before',
    text: `delete from piece_events e
           using (select client_id, order_id, event_id from piece_events where occurred < $1 order by occurred limit $2) old
           where e.client_id = old.client_id and e.order_id = old.order_id and e.event_id = old.event_id`,
    values: [moment, limit],
  });
}

/**
 * Deletes what people wrote about pieces of the order (every reason except `codes`), and the answers of its
 * scans. Scans have no key of an order, so they are searched only if the order was in production since
 * `scansSince`.
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

/**
 * Saves the rejection of a piece of a locked order, with its event, inserts the successor, and opens an ended
 * batch again. Returns false if the piece is not as it was read: the caller then rolls back.
 */
export async function replacePiece(
  connection: Connection,
  { before, piece: { reason }, successor }: { before: Piece; piece: Piece; successor: Piece },
  { station, stationId, by, now }: { station: string; stationId: string | null; by: Actor; now: Date },
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'replace-piece',
    text: `with replaced as (
             update pieces set state = 'REPLACED', state_since = $7, reason = $8, replaced_by = $9
             where client_id = $1 and order_id = $2 and run = $3 and position = $4 and copy = $5 and attempt = $6
               and state = $16 and steps_done = $17 and has_blank = $18
             returning *
           ), successor as (
             insert into pieces (client_id, order_id, run, position, copy, attempt, code, item_id, quantity, sku, steps, steps_done, state, state_since,
                                 technology, batch_id, has_blank, batch_place)
             select client_id, order_id, run, position, copy, attempt + 1, $9, item_id, quantity, sku, steps, 0, 'TO_MAKE', $7,
                    technology, batch_id, $10, batch_place from replaced
           ), reopened as (
             update batches set ended = null where batch_id = $19 and ended is not null
           )
           insert into piece_events (client_id, order_id, event_id, code, type, occurred, station, station_id, actor_id, actor_name, reason)
           select client_id, order_id, $11, code, 'piece.rejected', $7, $12, $13, $14, $15, $8 from replaced`,
    values: [
      ...valuesOf(before, 'clientId', 'orderId', 'run', 'position', 'copy', 'attempt'),
      ...[now, reason, successor.code, successor.hasBlank, risingId(), station, stationId, by.id, by.name],
      ...valuesOf(before, 'state', 'stepsDone', 'hasBlank', 'batchId'),
    ],
  });
}

export type NumberedKind = 'piece' | 'order' | 'parcel' | 'batch' | 'handover' | 'person' | 'sheet';

/** Takes numbers that nobody has. Returns the number after the last one. */
export async function takeScanNumbers(connection: Connection, kind: NumberedKind, count: number): Promise<number> {
  const { rows } = await connection.query<{ end: string }>({
    name: 'take-scan-numbers',
    text: 'update scan_numbers set next_number = next_number + $2 where kind = $1 returning next_number as "end"',
    values: [kind, count],
  });
  return Number(rows[0]?.end);
}
