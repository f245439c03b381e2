import type { Connection } from '../../platform/database/transaction.ts';

/** A bin that an order has, and how its pieces are. */
export interface BinContents {
  bin: number;
  clientId: string;
  clientName: string;
  orderId: string;
  taken: Date;
  status: string;
  /** Its client asks to cancel it. */
  cancellation: string | null;
  reasonCode: string | null;
  /** Pieces of its present run that count. */
  pieces: number;
  checked: number;
  packed: number;
  /** Those that are still to come, the first ones: JSON. */
  missing: { code: string; state: string; attempt: number; sku: string; technology: string }[];
}

/** Of an order, the pieces that are named. */
const MISSING_SHOWN_MAX = 10;

/** What lies in the bins, by their numbers. */
export async function listBinContents(connection: Connection): Promise<BinContents[]> {
  const { rows } = await connection.query<BinContents>({
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
  return rows;
}

/** How many bins there are. */
export async function countBins(connection: Connection): Promise<number> {
  const { rows } = await connection.query<{ count: number }>({
    name: 'count-bins',
    text: 'select count(*)::int as count from bins',
  });
  return rows[0]?.count ?? 0;
}
