import type { OrderKey } from '../orders/rows/order-row-store.ts';
import { type Connection, queryHasRow, queryRow, queryRows } from '../platform/database/transaction.ts';

export interface Bin {
  bin: number;
  clientId: string | null;
  orderId: string | null;
  /** When its order took it. */
  taken: Date | null;
}

/** The bin that an order would take, or the one that is taken longest. */
export interface NextBin extends Pick<Bin, 'bin' | 'clientId' | 'orderId'> {
  /** A bin whose order was shipped without packing is free too. */
  isFree: boolean;
}

const COLUMNS = `bin, client_id as "clientId", order_id as "orderId", taken`;

export async function findBin(connection: Connection, bin: number): Promise<Bin | undefined> {
  return queryRow<Bin>(connection, {
    name: 'find-bin',
    text: `select ${COLUMNS} from bins where bin = $1`,
    values: [bin],
  });
}

/** Gives a free bin to a locked order that has none. Returns false if another order took it first. */
export async function takeBin(
  connection: Connection,
  free: NextBin,
  { clientId, orderId }: OrderKey,
  now: Date,
): Promise<boolean> {
  return queryHasRow(connection, {
    name: 'take-bin',
    text: `update bins set client_id = $1, order_id = $2, taken = $3
           where bin = $4 and client_id is not distinct from $5 and order_id is not distinct from $6`,
    values: [clientId, orderId, now, free.bin, free.clientId, free.orderId],
  });
}

export async function freeBin(connection: Connection, { clientId, orderId }: OrderKey): Promise<void> {
  await connection.query({
    name: 'free-bin',
    text: 'update bins set client_id = null, order_id = null, taken = null where client_id = $1 and order_id = $2',
    values: [clientId, orderId],
  });
}

export async function listBins(connection: Connection): Promise<Bin[]> {
  return queryRows<Bin>(connection, `select ${COLUMNS} from bins order by bin`);
}

/** Adds bins up to this number, and deletes free ones above it. Returns how many there are. */
export async function setBins(connection: Connection, count: number): Promise<number> {
  await connection.query('insert into bins (bin) select generate_series(1, $1::int) on conflict (bin) do nothing', [
    count,
  ]);
  await connection.query('delete from bins where bin > $1 and order_id is null', [count]);
  const { rows } = await connection.query<{ count: number }>('select count(*)::int as count from bins');
  return rows[0]?.count ?? 0;
}

/** A bin with the progress of its order. */
export interface BinContents {
  bin: number;
  clientId: string;
  clientName: string;
  orderId: string;
  taken: Date;
  status: string;
  /** Whether the client requested a cancellation. */
  cancellation: string | null;
  reasonCode: string | null;
  /** Pieces of the present run, without replaced, scrapped and cancelled ones. */
  pieces: number;
  checked: number;
  packed: number;
  /** The first pieces that are not checked yet. */
  missing: { code: string; state: string; attempt: number; sku: string; technology: string }[];
}

const MISSING_SHOWN_MAX = 10;

export async function listBinContents(connection: Connection): Promise<BinContents[]> {
  return queryRows<BinContents>(connection, {
    name: 'list-bin-contents',
    text: `select b.bin, b.client_id as "clientId", c.name as "clientName", b.order_id as "orderId", b.taken, o.status, o.cancellation,
             o.reason_code as "reasonCode", coalesce(s.pieces, 0) as pieces, coalesce(s.checked, 0) as checked, coalesce(s.packed, 0) as packed,
             coalesce(m.missing, '[]'::json) as missing
           from bins b
           join orders o on o.client_id = b.client_id and o.order_id = b.order_id
           join clients c on c.client_id = b.client_id
           left join production_orders q on q.client_id = o.client_id and q.order_id = o.order_id
           left join lateral (
             select count(*)::int as pieces, count(*) filter (where p.state = 'CHECKED')::int as checked,
                    count(*) filter (where p.state = 'PACKED')::int as packed
             from pieces p where p.client_id = o.client_id and p.order_id = o.order_id and p.run = q.run
               and p.state not in ('REPLACED', 'SCRAPPED', 'CANCELLED')
           ) s on true
           left join lateral (
             select json_agg(json_build_object('code', p.code, 'state', p.state, 'attempt', p.attempt, 'sku', p.sku, 'technology', p.technology)
                             order by p.position, p.copy) as missing
             from (
               select * from pieces p where p.client_id = o.client_id and p.order_id = o.order_id and p.run = q.run and p.state in ('TO_MAKE', 'MADE')
               order by p.position, p.copy limit ${MISSING_SHOWN_MAX}
             ) p
           ) m on true
           where b.order_id is not null
           order by b.bin`,
  });
}

export async function countBins(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ count: number }>({
    name: 'count-bins',
    text: 'select count(*)::int as count from bins',
  });
  return rows[0]?.count ?? 0;
}
