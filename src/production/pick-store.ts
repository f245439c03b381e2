import { type Connection, queryRows } from '../platform/database/transaction.ts';

/** Goods to take from the shelves for a batch. */
export interface PickLine {
  /** MATERIAL: customizations, counted beside the pieces. PRODUCT: finished products. */
  kind: 'ARTICLE' | 'MATERIAL' | 'PRODUCT';
  title: string;
  sku: string;
  color: string;
  size: string;
  picture: string | null;
  place: string | null;
  reserves: { place: string; quantity: number }[];
  /** Pieces that are not made yet. */
  needed: number;
  /** All pieces that the batch has ever needed, with made and rejected ones. */
  total: number;
  picked: number;
  onShelf: number;
}

/**
 * Lists the goods to pick for a batch: blanks of unmade pieces, products, material of customizations. Sorted
 * by place, those without a place last. Material comes at the end.
 */
export async function listPickLines(connection: Connection, batchId: string): Promise<PickLine[]> {
  return queryRows<PickLine>(connection, {
    name: 'list-pick-lines',
    text: `with batch_pieces as (
             select p.sku, p.quantity, p.steps, p.state from pieces p join orders o using (client_id, order_id)
             where p.batch_id = $1 and p.state <> 'CANCELLED' and o.status = 'ACCEPTED'
           ), needed as (
             select 'ARTICLE' as kind, sku as code, sum(quantity) filter (where state = 'TO_MAKE') as needed, sum(quantity) as total
             from batch_pieces group by sku
             union all
             select 'MATERIAL', step ->> 'sku', sum(quantity), sum(quantity) from batch_pieces, jsonb_array_elements(steps::jsonb) step
             where step ->> 'sku' is not null and state = 'TO_MAKE' group by 2
             union all
             select 'PRODUCT', i.code, sum(i.quantity), sum(i.quantity)
             from production_orders q join orders o using (client_id, order_id) join order_items i using (client_id, order_id)
             where q.batch_id = $1 and o.status = 'ACCEPTED' and i.kind = 'PRODUCT' group by i.code
           )
           select n.kind, coalesce(a.title, d.name, n.code) as title, n.code as sku, coalesce(v.color, d.color, '') as color,
                  coalesce(v.size, d.size, '') as size, coalesce(a.preview_image_urls[1], f.preview_image_urls[1]) as picture, s.place,
                  coalesce((select json_agg(json_build_object('place', r.place, 'quantity', r.quantity) order by r.place_key)
                            from stock_places r where r.kind = k.kind and r.code = n.code and r.quantity > 0), '[]') as reserves,
                  n.needed::int, n.total::int, coalesce(b.picked, 0) as picked,
                  coalesce(v.stock_level_quantity, d.stock_level_quantity, 0) as "onShelf"
           from needed n cross join lateral (select case n.kind when 'PRODUCT' then 'PRODUCT' else 'ARTICLE' end as kind) k
           left join article_variants v on n.kind <> 'PRODUCT' and v.sku = n.code
           left join articles a on a.manufacturer_code = v.manufacturer_code
           left join product_variants d on n.kind = 'PRODUCT' and d.ean13 = n.code
           left join products f on f.product_id = d.product_id
           left join stock_places s on s.kind = k.kind and s.code = n.code and s.quantity is null
           left join batch_picks b on b.batch_id = $1 and b.kind = n.kind and b.code = n.code
           where n.needed > 0
           order by n.kind = 'MATERIAL', s.place_key nulls last, n.kind, n.code`,
    values: [batchId],
  });
}

type Pick = { batchId: string; kind: string; code: string; picked: number };

/** Replaces the number of pieces that were taken from the shelves. */
export async function savePick(
  connection: Connection,
  { batchId, kind, code, picked }: Pick,
  { by, now }: { by: { id: string | null; name: string | null }; now: Date },
): Promise<void> {
  await connection.query({
    name: 'save-pick',
    text: `insert into batch_picks (batch_id, kind, code, picked, changed, changed_by_id, changed_by_name)
           values ($1, $2, $3, $4, $5, $6, $7)
           on conflict (batch_id, kind, code) do update
             set picked = excluded.picked, changed = excluded.changed, changed_by_id = excluded.changed_by_id,
                 changed_by_name = excluded.changed_by_name`,
    values: [batchId, kind, code, picked, now, by.id, by.name],
  });
}
