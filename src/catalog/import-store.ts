import { ON_ALL_NODES } from '../platform/database/distribution.ts';
import { tableOf } from '../platform/database/statement-parts.ts';
import { type Connection, queryCount, queryHasRow, queryRows } from '../platform/database/transaction.ts';
import type { StockKind } from '../stock/stock-rules.ts';
import type {
  CatalogArticle,
  CatalogArticleVariant,
  CatalogCarrier,
  CatalogProduct,
  CatalogProductVariant,
} from './catalog-file.ts';
import type { ArticleType } from './catalog-schemas.ts';

/** The customs columns of the four tables. Values that a file leaves out stay as they are. */
const CUSTOMS = 'hs_code, country_of_origin, weight_grams, customs_description';
const CUSTOMS_GIVEN = '"hsCode" text, "countryOfOrigin" text, "weightGrams" integer, "customsDescription" text';
const STORED_CUSTOMS = 'stored.hs_code, stored.country_of_origin, stored.weight_grams, stored.customs_description';
const COMING_CUSTOMS = `coalesce(excluded.hs_code, stored.hs_code), coalesce(excluded.country_of_origin, stored.country_of_origin),
       coalesce(excluded.weight_grams, stored.weight_grams), coalesce(excluded.customs_description, stored.customs_description)`;
const SET_CUSTOMS = `(${CUSTOMS}) = (${COMING_CUSTOMS})`;

/**
 * Locks the catalogue against other changes until the transaction ends. Readers are not blocked. Also sets
 * the timeout of each statement of the transaction.
 */
export async function lockCatalog(connection: Connection, statementTimeoutMs: number): Promise<void> {
  await connection.query(`${ON_ALL_NODES} set local statement_timeout = ${statementTimeoutMs}`);
  await connection.query('select version from catalog_version for update');
}

export async function raiseCatalogVersion(connection: Connection): Promise<void> {
  await connection.query('update catalog_version set version = version + 1');
}

export async function clientExists(connection: Connection, clientId: string): Promise<boolean> {
  return queryHasRow(connection, 'select 1 from clients where client_id = $1', [clientId]);
}

export async function findArticleTypes(connection: Connection, manufacturerCodes: readonly string[]) {
  return queryRows<{ manufacturerCode: string; type: ArticleType }>(connection, {
    text: `select manufacturer_code as "manufacturerCode", type from articles where manufacturer_code = any($1)`,
    values: [manufacturerCodes],
  });
}

export async function findProductNames(connection: Connection, productIds: readonly string[]) {
  return queryRows<{ productId: string; name: string }>(connection, {
    text: `select product_id as "productId", name from products where product_id = any($1)`,
    values: [productIds],
  });
}

export async function findProductsOfVariants(connection: Connection, ean13s: readonly string[]) {
  return queryRows<{ ean13: string; productId: string; isRetired: boolean }>(connection, {
    text: `select ean13, product_id as "productId", retired is not null as "isRetired" from product_variants where ean13 = any($1)`,
    values: [ean13s],
  });
}

/** Inserts new articles and updates changed ones. Returns the number of written rows. */
export async function upsertArticles(connection: Connection, articles: readonly Omit<CatalogArticle, 'variants'>[]) {
  // `returning`, as in all upserts here: Citus would otherwise count all rows of the select as inserted.
  return queryCount(connection, {
    text: `insert into articles as stored (manufacturer_code, title, type, preview_image_urls, ${CUSTOMS})
     select * from json_to_recordset($1::json) as given ("manufacturerCode" text, title text, type text, "previewImageUrls" text[], ${CUSTOMS_GIVEN})
     on conflict (manufacturer_code) do update set title = excluded.title, type = excluded.type,
       preview_image_urls = coalesce(excluded.preview_image_urls, stored.preview_image_urls), ${SET_CUSTOMS}
     where (stored.title, stored.type, stored.preview_image_urls, ${STORED_CUSTOMS})
       is distinct from (excluded.title, excluded.type, coalesce(excluded.preview_image_urls, stored.preview_image_urls), ${COMING_CUSTOMS})
     returning 1`,
    values: [JSON.stringify(articles)],
  });
}

/** Inserts new variants, updates changed ones, and ends their retirement. Stores locations as JSON text. */
export async function upsertArticleVariants(
  connection: Connection,
  variants: readonly (CatalogArticleVariant & { manufacturerCode: string })[],
): Promise<number> {
  return queryCount(connection, {
    text: `insert into article_variants as stored (sku, manufacturer_code, color, size, stock_level_quantity, dtg_type,
                                             allowed_locations, is_allowed_on_locations, ${CUSTOMS})
     select * from json_to_recordset($1::json) as given (sku text, "manufacturerCode" text, color text, size text,
       "stockLevelQuantity" integer, "dtgType" text, "allowedLocations" text, "isAllowedOnLocations" text, ${CUSTOMS_GIVEN})
     on conflict (sku) do update set
       manufacturer_code = excluded.manufacturer_code, color = excluded.color, size = excluded.size,
       stock_level_quantity = excluded.stock_level_quantity, dtg_type = excluded.dtg_type,
       allowed_locations = excluded.allowed_locations, is_allowed_on_locations = excluded.is_allowed_on_locations,
       retired = null, ${SET_CUSTOMS}
     where stored.retired is not null or (stored.manufacturer_code, stored.color, stored.size, stored.stock_level_quantity, stored.dtg_type,
            stored.allowed_locations, stored.is_allowed_on_locations, ${STORED_CUSTOMS})
       is distinct from (excluded.manufacturer_code, excluded.color, excluded.size, excluded.stock_level_quantity,
            excluded.dtg_type, excluded.allowed_locations, excluded.is_allowed_on_locations, ${COMING_CUSTOMS})
     returning 1`,
    values: [JSON.stringify(variants)],
  });
}

/** Finds variants, except retired ones, whose locations do not fit the type of their article. */
export async function findMisplacedVariants(
  connection: Connection,
  manufacturerCodes: readonly string[],
  limit: number,
) {
  return queryRows<{ sku: string; manufacturerCode: string; type: ArticleType }>(connection, {
    text: `select sku, manufacturer_code as "manufacturerCode", type
     from article_variants join articles using (manufacturer_code)
     where manufacturer_code = any($1) and retired is null
       and (type <> 'BLANK' and allowed_locations <> '[]' or type <> 'CUSTOMIZATION' and is_allowed_on_locations <> '[]')
     order by sku limit $2`,
    values: [manufacturerCodes, limit],
  });
}

/** Inserts new products, with 0 variants until `recountVariants`, and updates changed ones. */
export async function upsertProducts(connection: Connection, products: readonly Omit<CatalogProduct, 'variants'>[]) {
  return queryCount(connection, {
    text: `insert into products as stored (product_id, name, preview_image_urls, ${CUSTOMS}, variants)
     select *, 0 from json_to_recordset($1::json) as given ("productId" text, name text, "previewImageUrls" text[], ${CUSTOMS_GIVEN})
     on conflict (product_id) do update set name = excluded.name, preview_image_urls = excluded.preview_image_urls, ${SET_CUSTOMS}
     where (stored.name, stored.preview_image_urls, ${STORED_CUSTOMS})
       is distinct from (excluded.name, excluded.preview_image_urls, ${COMING_CUSTOMS})
     returning 1`,
    values: [JSON.stringify(products)],
  });
}

export async function upsertProductVariants(
  connection: Connection,
  variants: readonly (CatalogProductVariant & { productId: string })[],
): Promise<number> {
  return queryCount(connection, {
    text: `insert into product_variants as stored (ean13, product_id, name, color, size, stock_level_quantity, ${CUSTOMS})
     select * from json_to_recordset($1::json)
       as given (ean13 text, "productId" text, name text, color text, size text, "stockLevelQuantity" integer, ${CUSTOMS_GIVEN})
     on conflict (ean13) do update set
       product_id = excluded.product_id, name = excluded.name, color = excluded.color, size = excluded.size,
       stock_level_quantity = excluded.stock_level_quantity, retired = null, ${SET_CUSTOMS}
     where stored.retired is not null or (stored.product_id, stored.name, stored.color, stored.size, stored.stock_level_quantity, ${STORED_CUSTOMS})
       is distinct from (excluded.product_id, excluded.name, excluded.color, excluded.size,
                         excluded.stock_level_quantity, ${COMING_CUSTOMS}) returning 1`,
    values: [JSON.stringify(variants)],
  });
}

export async function upsertCarriers(connection: Connection, carriers: readonly CatalogCarrier[]): Promise<number> {
  return queryCount(connection, {
    text: `insert into carriers as stored (carrier_id, name)
     select * from json_to_recordset($1::json) as given ("carrierId" text, name text)
     on conflict (carrier_id) do update set name = excluded.name where stored.name <> excluded.name
     returning 1`,
    values: [JSON.stringify(carriers)],
  });
}

/** Changes the given settings of a carrier. Returns 1, or 0 if nothing changes or the carrier is unknown. */
export async function updateCarrier(
  connection: Connection,
  carrierId: string,
  { customsForm, trackingUrlPattern }: { customsForm?: string | undefined; trackingUrlPattern?: string | undefined },
): Promise<number> {
  return queryCount(connection, {
    text: `update carriers set customs_form = coalesce($2, customs_form), tracking_url_pattern = coalesce($3, tracking_url_pattern)
     where carrier_id = $1 and (customs_form <> $2 or tracking_url_pattern is distinct from coalesce($3, tracking_url_pattern))`,
    values: [carrierId, customsForm, trackingUrlPattern],
  });
}

/** Updates the number of unretired variants. Only products whose variants are all retired become retired. */
export async function recountVariants(connection: Connection, productIds: readonly string[], now: Date): Promise<void> {
  const counted = await queryRows<{ productId: string; stored: number; present: number }>(connection, {
    text: `select given.product_id as "productId", count(v.ean13)::int as stored,
                  (count(v.ean13) filter (where v.retired is null))::int as present
           from unnest($1::text[]) as given (product_id) left join product_variants v using (product_id)
           group by given.product_id`,
    values: [productIds],
  });
  const values: unknown[] = [now];
  const types = { productId: 'text', stored: 'int', present: 'int' };
  await connection.query(
    `update products p set variants = counted.present,
         retired = case when counted.present = 0 and counted.stored > 0 then coalesce(p.retired, $1) end
     from ${tableOf('counted', counted, types, values)} where p.product_id = counted.product_id`,
    values,
  );
}

export async function sumVariants(connection: Connection, productIds: readonly string[]): Promise<number> {
  const { rows } = await connection.query<{ sum: number }>(
    `select coalesce(sum(variants), 0)::integer as sum from products where product_id = any($1)`,
    [productIds],
  );
  return rows[0]!.sum;
}

const VARIANT_TABLES = { ARTICLE: ['article_variants', 'sku'], PRODUCT: ['product_variants', 'ean13'] } as const;

/** Lists unretired SKUs (ARTICLE) or EAN-13s (PRODUCT) after the code `after`, in code-point order. */
export async function listVariantCodes(
  connection: Connection,
  kind: StockKind,
  after: string,
  limit: number,
): Promise<string[]> {
  const [table, key] = VARIANT_TABLES[kind];
  const { rows } = await connection.query<{ code: string }>(
    `select ${key} as code from ${table} where retired is null and ${key} > $1 order by ${key} limit $2`,
    [after, limit],
  );
  return rows.map(({ code }) => code);
}

export async function listEan13sOfClient(
  connection: Connection,
  clientId: string,
  after: string,
  limit: number,
): Promise<string[]> {
  const { rows } = await connection.query<{ ean13: string }>(
    'select ean13 from client_product_variants where client_id = $1 and ean13 > $2 order by ean13 limit $3',
    [clientId, after, limit],
  );
  return rows.map(({ ean13 }) => ean13);
}

export async function findEan13sOfProducts(connection: Connection, productIds: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ ean13: string }>(
    'select ean13 from product_variants where retired is null and product_id = any($1)',
    [productIds],
  );
  return rows.map(({ ean13 }) => ean13);
}

/** Retires variants. Returns how many of them were not retired before. */
export async function updateRetired(
  connection: Connection,
  kind: StockKind,
  codes: readonly string[],
  now: Date,
): Promise<number> {
  const [table, key] = VARIANT_TABLES[kind];
  return queryCount(connection, {
    text: `update ${table} set retired = $2 where ${key} = any($1) and retired is null`,
    values: [codes, now],
  });
}

export type StoredRecord = Record<string, unknown> & { code: string; isRetired?: boolean };
export type RecordKind = 'article' | 'articleVariant' | 'product' | 'productVariant' | 'carrier';
const CUSTOMS_READ = `hs_code as "hsCode", country_of_origin as "countryOfOrigin", weight_grams as "weightGrams", customs_description as "customsDescription"`;

const QUERIES: Readonly<Record<RecordKind, string>> = {
  article: `select manufacturer_code as code, title, type, preview_image_urls as "previewImageUrls", ${CUSTOMS_READ} from articles where manufacturer_code = any($1)`,
  articleVariant: `select sku as code, manufacturer_code as "manufacturerCode", color, size, stock_level_quantity as "stockLevelQuantity",
                          dtg_type as "dtgType", allowed_locations::json as "allowedLocations",
                          is_allowed_on_locations::json as "isAllowedOnLocations", ${CUSTOMS_READ}, retired is not null as "isRetired"
                   from article_variants where sku = any($1)`,
  product: `select product_id as code, name, preview_image_urls as "previewImageUrls", ${CUSTOMS_READ} from products where product_id = any($1)`,
  productVariant: `select ean13 as code, product_id as "productId", name, color, size, stock_level_quantity as "stockLevelQuantity",
                          ${CUSTOMS_READ}, retired is not null as "isRetired"
                   from product_variants where ean13 = any($1)`,
  carrier: 'select carrier_id as code, name from carriers where carrier_id = any($1)',
};

export async function findStored(connection: Connection, kind: RecordKind, codes: readonly string[]) {
  return queryRows<StoredRecord>(connection, { text: QUERIES[kind], values: [codes] });
}

export async function describeVariants(
  connection: Connection,
  skus: readonly string[],
  ean13s: readonly string[],
): Promise<{ code: string; kind: RecordKind; name: string; color: string; size: string; onHand: number }[]> {
  return queryRows(connection, {
    text: `select sku as code, 'articleVariant' as kind, title as name, color, size, stock_level_quantity as "onHand"
     from article_variants join articles using (manufacturer_code) where sku = any($1)
     union all
     select ean13, 'productVariant', name, color, size, stock_level_quantity from product_variants where ean13 = any($2)
     order by kind, code`,
    values: [skus, ean13s],
  });
}

/** Counts the open live orders that name each variant, or that hold or wait for its stock. */
export async function countOpenOrders(
  connection: Connection,
  skus: readonly string[],
  ean13s: readonly string[],
): Promise<{ code: string; kind: RecordKind; openOrders: number }[]> {
  const isNamed = (row: string) =>
    `(${row}.kind = 'ARTICLE' and ${row}.code = any($1) or ${row}.kind = 'PRODUCT' and ${row}.code = any($2))`;
  return queryRows(connection, {
    text: `select code, case when kind = 'ARTICLE' then 'articleVariant' else 'productVariant' end as kind, count(*)::int as "openOrders"
     from (
       select o.client_id, o.order_id, i.kind, i.code from clients c
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
    values: [skus, ean13s],
  });
}
