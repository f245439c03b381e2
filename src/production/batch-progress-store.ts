import type { Connection } from '../platform/database/transaction.ts';
import type { PieceKey } from './piece-store.ts';

/** Where the pieces of a batch are; those of orders that are no longer in production apart. */
export const BATCH_STATES = ['TO_MAKE', 'MADE', 'CHECKED', 'PACKED', 'STOPPED', 'SHIPPED', 'ENDED'] as const;
export type BatchState = (typeof BATCH_STATES)[number];

/** Pieces of a batch that are made alike. */
export interface BatchLine {
  /** Null: existing products, which are only packed. */
  technology: string | null;
  manufacturerCode: string | null;
  title: string;
  code: string;
  color: string;
  size: string;
  onHand: number;
  reserved: number;
  /** Those that were not replaced, scrapped or cancelled: so many are picked. */
  pieces: number;
  toMake: number;
  made: number;
  checked: number;
  packed: number;
  stopped: number;
  /** Pieces that were rejected, and made again. */
  replaced: number;
}

/**
 * How a piece `p` of an order `o` stands. STOPPED: its order is in error or cancelled, and it lies on the floor. SHIPPED: its order left without its being
 * packed here.
 */
export const STATE_IN_BATCH = `case when p.state in ('REPLACED', 'SCRAPPED', 'CANCELLED') then 'ENDED'
  when p.state = 'PACKED' then 'PACKED' when o.status = 'SHIPPED' then 'SHIPPED' when o.status <> 'ACCEPTED' then 'STOPPED' else p.state end`;

/** What a batch is made of, and how far it is: by technology, article and variant, as blanks are picked. */
export async function listBatchLines(connection: Connection, batchId: string): Promise<BatchLine[]> {
  const { rows } = await connection.query<BatchLine>({
    name: 'list-batch-lines',
    text: `with made as (
             select p.technology, p.sku, p.quantity, p.state = 'REPLACED' as replaced, ${STATE_IN_BATCH} as stands
             from pieces p join orders o on o.client_id = p.client_id and o.order_id = p.order_id
             where p.batch_id = $1
           ),
           lines as (
             select 'ARTICLE' as kind, technology, sku as code,
                    coalesce(sum(quantity) filter (where stands <> 'ENDED'), 0)::int as pieces,
                    coalesce(sum(quantity) filter (where stands = 'TO_MAKE'), 0)::int as to_make,
                    coalesce(sum(quantity) filter (where stands = 'MADE'), 0)::int as made,
                    coalesce(sum(quantity) filter (where stands = 'CHECKED'), 0)::int as checked,
                    coalesce(sum(quantity) filter (where stands in ('PACKED', 'SHIPPED')), 0)::int as packed,
                    coalesce(sum(quantity) filter (where stands = 'STOPPED'), 0)::int as stopped,
                    coalesce(sum(quantity) filter (where replaced), 0)::int as replaced
             from made group by technology, sku
             union all
             select 'PRODUCT', null, i.code, sum(i.quantity)::int, 0, 0, 0, 0, 0, 0
             from production_orders b join order_items i on i.client_id = b.client_id and i.order_id = b.order_id
             where b.batch_id = $1 and i.kind = 'PRODUCT' group by i.code
           )
           select l.technology, v.manufacturer_code as "manufacturerCode", coalesce(a.title, n.name, l.code) as title, l.code,
                  coalesce(v.color, n.color, '') as color, coalesce(v.size, n.size, '') as size, l.pieces, l.to_make as "toMake", l.made, l.checked,
                  l.packed, l.stopped, l.replaced, coalesce(v.stock_level_quantity, n.stock_level_quantity, 0) as "onHand",
                  coalesce(v.reserved, n.reserved, 0) as reserved
           from lines l
           left join article_variants v on l.kind = 'ARTICLE' and v.sku = l.code
           left join articles a using (manufacturer_code)
           left join product_variants n on l.kind = 'PRODUCT' and n.ean13 = l.code
           order by l.technology nulls last, title, color, l.code`,
    values: [batchId],
  });
  return rows;
}

/** What is applied to the pieces of a batch beside its prints, and how often. */
export async function sumCustomizations(
  connection: Connection,
  batchId: string,
): Promise<{ code: string; pieces: number }[]> {
  const { rows } = await connection.query<{ code: string; pieces: number }>({
    name: 'sum-customizations',
    text: `select step ->> 'sku' as code, sum(p.quantity)::int as pieces
           from pieces p cross join lateral jsonb_array_elements(p.steps::jsonb) step
           where p.batch_id = $1 and p.state not in ('REPLACED', 'SCRAPPED', 'CANCELLED') and step ->> 'sku' is not null
           group by 1 order by 1`,
    values: [batchId],
  });
  return rows;
}

/** A page of the codes of a batch's pieces, by order and place in it; `state` as a batch counts them. */
export async function listBatchPieceCodes(
  connection: Connection,
  batchId: string,
  {
    state,
    sku,
    after,
    limit,
  }: { state?: BatchState | undefined; sku?: string | undefined; after: PieceKey | undefined; limit: number },
): Promise<string[]> {
  const values: unknown[] = [batchId, limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const where = ['p.batch_id = $1'];
  if (sku !== undefined) where.push(`p.sku = ${value(sku)}`);
  if (state !== undefined) where.push(`${STATE_IN_BATCH} = ${value(state)}`);
  if (after) {
    const { clientId, orderId, run, position, copy, attempt } = after;
    const key = [clientId, orderId, run, position, copy, attempt].map(value).join(', ');
    where.push(`(p.client_id, p.order_id, p.run, p.position, p.copy, p.attempt) > (${key})`);
  }
  const { rows } = await connection.query<{ code: string }>(
    `select p.code from pieces p join orders o on o.client_id = p.client_id and o.order_id = p.order_id
     where ${where.join(' and ')} order by p.client_id, p.order_id, p.run, p.position, p.copy, p.attempt limit $2`,
    values,
  );
  return rows.map(({ code }) => code);
}
