import { isDistributed } from '../../database/is-distributed.ts';
import type { Connection } from '../../database/transaction.ts';

type Mode = 'live' | 'sandbox';
type FileRole = 'artwork' | 'quality_control_image' | 'packing_slip' | 'label';

interface StockOfOrder {
  kind: 'ARTICLE' | 'PRODUCT';
  code: string;
}

export interface FoundOrder {
  clientId: string;
  clientName: string;
  mode: Mode;
  version: number;
  document: string;
  /** Who is to carry it, or did; null where nobody was chosen. */
  carrierId: string | null;
  carrierName: string | null;
}

export async function findOrderOfClient(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<FoundOrder | undefined> {
  const { rows } = await connection.query<FoundOrder>({
    name: 'find-order-of-client',
    text: `select client_id as "clientId", c.name as "clientName", c.mode, version, document,
                  o.carrier as "carrierId", k.name as "carrierName"
           from orders o join clients c using (client_id) left join carriers k on k.carrier_id = o.carrier
           where client_id = $1 and order_id = $2`,
    values: [clientId, orderId],
  });
  return rows[0];
}

export interface FileOfOrder {
  role: FileRole;
  mediaType: string;
  bytes: number;
}

/** The file of that content that the order keeps; the first by pointer, where it has it at several places. */
export async function findFileOfOrder(
  connection: Connection,
  clientId: string,
  orderId: string,
  sha256: string,
): Promise<FileOfOrder | undefined> {
  const { rows } = await connection.query<FileOfOrder>({
    name: 'find-file-of-order',
    text: `select role, media_type as "mediaType", bytes::float8 as bytes from order_files
           where client_id = $1 and order_id = $2 and sha256 = $3 order by pointer limit 1`,
    values: [clientId, orderId, sha256],
  });
  return rows[0];
}

/** What is reserved for the order. */
export async function listReservations(
  connection: Connection,
  clientId: string,
  orderId: string,
): Promise<(StockOfOrder & { quantity: number })[]> {
  const { rows } = await connection.query<StockOfOrder & { quantity: number }>({
    name: 'list-reservations',
    text: `select kind, code, quantity from stock_reservations
           where client_id = $1 and order_id = $2 order by kind, code`,
    values: [clientId, orderId],
  });
  return rows;
}

/** What the order waits for, with the number of older orders that wait for it too; at most `limit` of them are counted. */
export async function listWaits(
  connection: Connection,
  clientId: string,
  orderId: string,
  limit: number,
): Promise<(StockOfOrder & { quantity: number; ahead: number })[]> {
  if (isDistributed()) return listWaitsOneByOne(connection, clientId, orderId, limit);
  const { rows } = await connection.query<StockOfOrder & { quantity: number; ahead: number }>({
    name: 'list-waits',
    text: `select kind, code, quantity,
                  (select count(*)::int from (
                     select 1 from stock_waits earlier
                     where earlier.kind = w.kind and earlier.code = w.code
                       and (earlier.created, earlier.client_id, earlier.order_id) < (w.created, w.client_id, w.order_id)
                     limit $3) counted) as ahead
           from stock_waits w where client_id = $1 and order_id = $2 order by kind, code`,
    values: [clientId, orderId, limit],
  });
  return rows;
}

/** The same where those who wait before the order are on several nodes: nothing asks them all for each row. */
async function listWaitsOneByOne(
  connection: Connection,
  clientId: string,
  orderId: string,
  limit: number,
): Promise<(StockOfOrder & { quantity: number; ahead: number })[]> {
  const { rows: waits } = await connection.query<StockOfOrder & { quantity: number; created: Date }>(
    `select kind, code, quantity, created from stock_waits where client_id = $1 and order_id = $2 order by kind, code`,
    [clientId, orderId],
  );
  const ahead = async ({ kind, code, created }: (typeof waits)[number]): Promise<number> => {
    const { rows } = await connection.query<{ count: number }>(
      `select count(*)::int as count from (
         select client_id from stock_waits
         where kind = $1 and code = $2 and (created, client_id, order_id) < ($3, $4, $5) limit $6
       ) counted`,
      [kind, code, created, clientId, orderId, limit],
    );
    return rows[0]?.count ?? 0;
  };
  return Promise.all(
    waits.map(async (wait) => ({
      kind: wait.kind,
      code: wait.code,
      quantity: wait.quantity,
      ahead: await ahead(wait),
    })),
  );
}
