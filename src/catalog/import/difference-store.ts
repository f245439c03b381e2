import type { Connection } from '../../database/transaction.ts';

/** A stored record by its identifier, with the fields that a file has. */
export type StoredRecord = Record<string, unknown> & { code: string; isRetired?: boolean };

export type RecordKind = 'article' | 'articleVariant' | 'product' | 'productVariant' | 'carrier';

const CUSTOMS = `hs_code as "hsCode", country_of_origin as "countryOfOrigin", weight_grams as "weightGrams", customs_description as "customsDescription"`;

const QUERIES: Readonly<Record<RecordKind, string>> = {
  article: `select manufacturer_code as code, title, type, ${CUSTOMS} from articles where manufacturer_code = any($1)`,
  articleVariant: `select sku as code, manufacturer_code as "manufacturerCode", color, size, stock_level_quantity as "stockLevelQuantity",
                          dtg_type as "dtgType", allowed_locations::json as "allowedLocations",
                          is_allowed_on_locations::json as "isAllowedOnLocations", ${CUSTOMS}, retired is not null as "isRetired"
                   from article_variants where sku = any($1)`,
  product: `select product_id as code, name, preview_image_urls as "previewImageUrls", ${CUSTOMS} from products where product_id = any($1)`,
  productVariant: `select ean13 as code, product_id as "productId", name, color, size, stock_level_quantity as "stockLevelQuantity",
                          ${CUSTOMS}, retired is not null as "isRetired"
                   from product_variants where ean13 = any($1)`,
  carrier: 'select carrier_id as code, name from carriers where carrier_id = any($1)',
};

/** What is stored under those identifiers. */
export async function findStored(
  connection: Connection,
  kind: RecordKind,
  codes: readonly string[],
): Promise<StoredRecord[]> {
  const { rows } = await connection.query<StoredRecord>(QUERIES[kind], [codes]);
  return rows;
}

/** The name, colour and size of variants, and what lies on the shelf of them. */
export async function describeVariants(
  connection: Connection,
  skus: readonly string[],
  ean13s: readonly string[],
): Promise<{ code: string; kind: RecordKind; name: string; color: string; size: string; onHand: number }[]> {
  const { rows } = await connection.query(
    `select sku as code, 'articleVariant' as kind, title as name, color, size, stock_level_quantity as "onHand"
     from article_variants join articles using (manufacturer_code) where sku = any($1)
     union all
     select ean13, 'productVariant', name, color, size, stock_level_quantity from product_variants where ean13 = any($2)
     order by kind, code`,
    [skus, ean13s],
  );
  return rows;
}

/**
 * How many orders that have not ended name each of the variants, sandbox orders aside: by their items, by what they have reserved and by
 * what they wait for, where customizations stand too. The work goes with the number of open orders, not with that of all.
 */
export async function countOpenOrders(
  connection: Connection,
  skus: readonly string[],
  ean13s: readonly string[],
): Promise<{ code: string; kind: RecordKind; openOrders: number }[]> {
  const isNamed = (row: string) =>
    `(${row}.kind = 'ARTICLE' and ${row}.code = any($1) or ${row}.kind = 'PRODUCT' and ${row}.code = any($2))`;
  const { rows } = await connection.query(
    `select code, case when kind = 'ARTICLE' then 'articleVariant' else 'productVariant' end as kind, count(*)::int as "openOrders"
     from (
       select o.client_id, o.order_id, i.kind, i.code
       from clients c
       join orders o on o.client_id = c.client_id and o.status in ('NEW', 'ASSIGNED', 'ACCEPTED', 'ERROR')
       cross join lateral (
         select kind, code from order_items i
         where i.client_id = o.client_id and i.order_id = o.order_id and ${isNamed('i')} offset 0
       ) i
       where c.mode = 'live'
       union
       select client_id, order_id, kind, code from stock_reservations r where ${isNamed('r')}
       union
       select client_id, order_id, kind, code from stock_waits w where ${isNamed('w')}
     ) named
     group by kind, code`,
    [skus, ean13s],
  );
  return rows;
}
