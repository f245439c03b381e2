import { type Connection, queryRow, queryRows } from '../../platform/database/transaction.ts';

type Mode = 'live' | 'sandbox';
type FileRole = 'artwork' | 'quality_control_image' | 'packing_slip' | 'label';
type StockOfOrder = { kind: 'ARTICLE' | 'PRODUCT'; code: string };

export interface FoundOrder {
  clientId: string;
  clientName: string;
  mode: Mode;
  version: number;
  document: string;
  /** Null if no carrier was chosen. */
  carrierId: string | null;
  carrierName: string | null;
  due: Date | null;
  rush: boolean;
}

export async function findOrderOfClient(connection: Connection, clientId: string, orderId: string) {
  return queryRow<FoundOrder>(connection, {
    name: 'find-order-of-client',
    text: `select client_id as "clientId", c.name as "clientName", c.mode, version, document,
                  o.carrier as "carrierId", k.name as "carrierName", o.due, o.rush
           from orders o join clients c using (client_id) left join carriers k on k.carrier_id = o.carrier
           where client_id = $1 and order_id = $2`,
    values: [clientId, orderId],
  });
}

export type FileOfOrder = { role: FileRole; mediaType: string; bytes: number };

/** Finds the order's file with that content; the first by pointer, if it is at several places. */
export async function findFileOfOrder(connection: Connection, clientId: string, orderId: string, sha256: string) {
  return queryRow<FileOfOrder>(connection, {
    name: 'find-file-of-order',
    text: `select role, media_type as "mediaType", bytes::float8 as bytes from order_files
           where client_id = $1 and order_id = $2 and sha256 = $3 order by pointer limit 1`,
    values: [clientId, orderId, sha256],
  });
}

export async function listReservations(connection: Connection, clientId: string, orderId: string) {
  return queryRows<StockOfOrder & { quantity: number }>(connection, {
    name: 'list-reservations',
    text: `select kind, code, quantity from stock_reservations
           where client_id = $1 and order_id = $2 order by kind, code`,
    values: [clientId, orderId],
  });
}

/** Lists what the order waits for, and how many older orders wait for it too, at most `limit`. */
export async function listWaits(
  connection: Connection,
  clientId: string,
  orderId: string,
  limit: number,
): Promise<(StockOfOrder & { quantity: number; ahead: number })[]> {
  const { rows: waits } = await connection.query<StockOfOrder & { quantity: number; created: Date }>({
    name: 'list-waits',
    text: `select kind, code, quantity, created from stock_waits where client_id = $1 and order_id = $2 order by kind, code`,
    values: [clientId, orderId],
  });
  if (waits.length === 0) return [];
  // One part of a statement for each wait, because a distributed database takes no limit for each row.
  const values: unknown[] = [clientId, orderId, limit];
  const parts = waits.map(({ kind, code, created }, place) => {
    const isOfCode = `kind = $${values.push(kind)} and code = $${values.push(code)}`;
    const isEarlier = `(created, client_id, order_id) < ($${values.push(created)}, $1, $2)`;
    return `select ${place} as place, count(*)::int as ahead
      from (select client_id from stock_waits where ${isOfCode} and ${isEarlier} limit $3) counted`;
  });
  const { rows } = await connection.query<{ place: number; ahead: number }>(parts.join(' union all '), values);
  const ahead = new Map(rows.map((row) => [row.place, row.ahead]));
  return waits.map(({ kind, code, quantity }, place) => ({ kind, code, quantity, ahead: ahead.get(place)! }));
}
