import type { DueQuery } from '../platform/database/due-query.ts';
import type { Connection } from '../platform/database/transaction.ts';

/** A scan is known by its id for this time. */
export const SCAN_MS = 7 * 86_400_000;

export interface RecordedScan {
  askedHash: Buffer;
  /** JSON. */
  answer: string;
}

/** The scan that was answered under the id. */
export async function findScan(connection: Connection, scanId: string): Promise<RecordedScan | undefined> {
  const { rows } = await connection.query<RecordedScan>({
    name: 'find-scan',
    text: 'select asked_hash as "askedHash", answer from scans where scan_id = $1',
    values: [scanId],
  });
  return rows[0];
}

/** Records what the scan was answered; false: it was recorded before, and somebody who is recording it is waited for. */
export async function insertScan(
  connection: Connection,
  scan: RecordedScan & { scanId: string; occurred: Date },
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'insert-scan',
    text: `insert into scans (scan_id, asked_hash, occurred, answer) values ($1, $2, $3, $4) on conflict (scan_id) do nothing`,
    values: [scan.scanId, scan.askedHash, scan.occurred, scan.answer],
  });
  return rowCount === 1;
}

/** The order makes the planner use the index also where no scan is old. */
export function dueScansBefore(moment: Date): DueQuery {
  return {
    text: `select 'old' as key from scans where occurred < $1 order by occurred limit 1`,
    values: [moment],
  };
}

/** Deletes the oldest scans from before the moment given; answers how many. */
export async function deleteScansBefore(
  connection: Connection,
  moment: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await connection.query(
    `delete from scans s using (select scan_id from scans where occurred < $1 order by occurred limit $2) old
     where s.scan_id = old.scan_id`,
    [moment, limit],
  );
  return rowCount ?? 0;
}

export function duePieceEventsBefore(moment: Date): DueQuery {
  return {
    text: `select 'old' as key from piece_events where occurred < $1 order by occurred limit 1`,
    values: [moment],
  };
}

/** Deletes the oldest events of pieces from before the moment given; answers how many. */
export async function deletePieceEventsBefore(
  connection: Connection,
  moment: Date,
  limit: number,
): Promise<number> {
  const { rowCount } = await connection.query({
    name: 'delete-piece-events-before',
    text: `delete from piece_events e
           using (select client_id, order_id, event_id from piece_events where occurred < $1 order by occurred limit $2) old
           where e.client_id = old.client_id and e.order_id = old.order_id and e.event_id = old.event_id`,
    values: [moment, limit],
  });
  return rowCount ?? 0;
}

/**
 * Forgets what people wrote about pieces of the order (not the `codes`, by which they are counted), and what scans of it were answered. Scans are kept for days and bear no key of an order, so
 * they are read only for an order that was in production since `scansSince`.
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

export type NumberedKind = 'piece' | 'order' | 'parcel' | 'batch' | 'handover' | 'person';

/** Takes so many numbers that nobody has; answers the one behind the last. */
export async function takeScanNumbers(
  connection: Connection,
  kind: NumberedKind,
  count: number,
): Promise<number> {
  const { rows } = await connection.query<{ end: string }>({
    name: 'take-scan-numbers',
    text: 'update scan_numbers set next_number = next_number + $2 where kind = $1 returning next_number as "end"',
    values: [kind, count],
  });
  return Number(rows[0]?.end);
}
