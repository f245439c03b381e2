import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';
import type {
  ArticleType,
  ArticleVariant,
  DtgType,
  LocationTechnologies,
  Product,
  ProductVariant,
} from './catalog-schemas.ts';

/**
 * SQL of the locations of a row of article_variants, as JSON text. The areas of its article replace the areas
 * of the variant. An area of the same size comes first.
 */
export const LOCATIONS = `case when exists (select 1 from print_areas a where a.manufacturer_code = article_variants.manufacturer_code) then (
                    select json_agg(case when n.area is null then l.value else (l.value::jsonb || jsonb_build_object('printArea', n.area::jsonb))::json end order by l.nr)::text
                    from json_array_elements(allowed_locations::json) with ordinality as l (value, nr)
                    left join lateral (
                      select a.area from print_areas a where a.manufacturer_code = article_variants.manufacturer_code
                        and a.location = l.value ->> 'location' and a.size in ('', article_variants.size) order by a.size desc limit 1
                    ) n on true) else allowed_locations end`;

type Slice = { limit: number; offset: number };

interface ArticleVariantDetail extends ArticleVariant {
  type: ArticleType;
  dtgType: DtgType | null;
  isRetired: boolean;
  /** The client that owns the pieces, whose orders alone may name the variant. Null: the center. */
  ownerId: string | null;
  allowedLocations: LocationTechnologies[];
  isAllowedOnLocations: LocationTechnologies[];
}

/** Returns the catalogue version, which every change of the catalogue raises. */
export async function readCatalogVersion(connection: Connection): Promise<string> {
  const { rows } = await connection.query<{ version: string }>({
    name: 'read-catalog-version',
    text: 'select version from catalog_version',
  });
  return rows[0]?.version ?? '';
}

/** Returns the stored numbers of the client's unretired products and product variants. */
export async function readClientTotals(
  connection: Connection,
  clientId: string,
): Promise<{ products: number; productVariants: number }> {
  const { rows } = await connection.query<{ products: number; productVariants: number }>({
    name: 'read-client-totals',
    text: 'select products, product_variants as "productVariants" from client_catalogs where client_id = $1',
    values: [clientId],
  });
  return rows[0] ?? { products: 0, productVariants: 0 };
}

/** Lists the client's unretired products by name, then productId, after the product `after`. */
export async function listProducts(
  connection: Connection,
  clientId: string,
  after: { name: string; productId: string } | undefined,
  { limit, offset }: Slice,
): Promise<Product[]> {
  return queryRows<Product>(connection, {
    name: after ? 'list-products-after' : 'list-products',
    text: `select product_id as "productId", p.name, p.variants, p.preview_image_urls as "previewImageUrls"
           from (select product_id, name from client_products
                 where client_id = $1 and not is_retired ${after ? 'and (name, product_id) > ($4, $5)' : ''}
                 order by name, product_id limit $2 offset $3) c
           join products p using (product_id) order by c.name, product_id`,
    values: [clientId, limit, offset, ...(after ? [after.name, after.productId] : [])],
  });
}

/** Lists the client's product variants by descending EAN-13. `filter` can select a product or a variant. */
export async function listProductVariants(
  connection: Connection,
  clientId: string,
  filter: { productId?: string | undefined; ean13s?: readonly string[] | undefined; after?: string | undefined },
  { limit, offset }: Slice,
): Promise<ProductVariant[]> {
  const values: unknown[] = [clientId, limit, offset];
  const conditions = [
    filter.productId !== undefined && `and product_id = $${values.push(filter.productId)}`,
    filter.ean13s !== undefined && `and ean13 = any($${values.push(filter.ean13s)})`,
    filter.after !== undefined && `and ean13 < $${values.push(filter.after)}`,
  ];
  return queryRows<ProductVariant>(connection, {
    name: `list-product-variants ${conditions.map(Boolean)}`,
    text: `select ean13, v.name, case when owner_id is null or owner_id = $1 then greatest(stock_level_quantity - reserved, 0) else 0 end as "stockLevelQuantity",
                  v.product_id as "productId", v.color, v.size
           from (select ean13 from client_product_variants
                 where client_id = $1 ${conditions.filter(Boolean).join(' ')}
                 order by ean13 desc limit $2 offset $3) c
           join product_variants v using (ean13) order by ean13 desc`,
    values,
  });
}

/** Returns the number of the product's unretired variants; 0 if the client does not have the product. */
export async function countVariantsOfProduct(
  connection: Connection,
  clientId: string,
  productId: string,
): Promise<number> {
  const { rows } = await connection.query<{ variants: number }>({
    name: 'count-variants-of-product',
    text: `select p.variants from client_products c join products p using (product_id)
           where c.client_id = $1 and c.product_id = $2`,
    values: [clientId, productId],
  });
  return rows[0]?.variants ?? 0;
}

/** Whether the client `$1` may know a variant of an article. */
const MAY_KNOW = '(owner_id is null or owner_id = $1)';

/** Lists unretired article variants, of one article or of all, by SKU in code-point order. */
export async function listArticleVariants(
  connection: Connection,
  clientId: string,
  filter: { manufacturerCode?: string | undefined; after?: string | undefined },
  { limit, offset }: Slice,
): Promise<ArticleVariant[]> {
  const values: unknown[] = [clientId, limit, offset];
  const conditions = [
    filter.manufacturerCode !== undefined && `and manufacturer_code = $${values.push(filter.manufacturerCode)}`,
    filter.after !== undefined && `and sku > $${values.push(filter.after)}`,
  ];
  return queryRows<ArticleVariant>(connection, {
    name: `list-article-variants ${conditions.map(Boolean)}`,
    text: `select sku, title, manufacturer_code as "manufacturerCode", color, size, greatest(stock_level_quantity - reserved, 0) as "stockLevelQuantity"
           from article_variants join articles using (manufacturer_code)
           where retired is null and ${MAY_KNOW} ${conditions.filter(Boolean).join(' ')} order by sku limit $2 offset $3`,
    values,
  });
}

export async function findArticleVariants(
  connection: Connection,
  skus: readonly string[],
): Promise<ArticleVariantDetail[]> {
  const { rows } = await connection.query<
    Omit<ArticleVariantDetail, 'allowedLocations' | 'isAllowedOnLocations'> & { allowed: string; allowedOn: string }
  >({
    name: 'find-article-variants',
    text: `select sku, title, manufacturer_code as "manufacturerCode", color, size, greatest(stock_level_quantity - reserved, 0) as "stockLevelQuantity",
                  type, dtg_type as "dtgType", retired is not null as "isRetired", owner_id as "ownerId", ${LOCATIONS} as allowed, is_allowed_on_locations as "allowedOn"
           from article_variants join articles using (manufacturer_code) where sku = any($1)`,
    values: [skus],
  });
  return rows.map(({ allowed, allowedOn, ...row }) => ({
    ...row,
    allowedLocations: JSON.parse(allowed),
    isAllowedOnLocations: JSON.parse(allowedOn),
  }));
}

/** Lists the first unretired SKUs in code-point order. */
export async function listSkus(connection: Connection, limit: number): Promise<string[]> {
  const { rows } = await connection.query<{ sku: string }>({
    name: 'list-skus',
    text: 'select sku from article_variants where retired is null and owner_id is null order by sku limit $1',
    values: [limit],
  });
  return rows.map(({ sku }) => sku);
}

/** Lists, unsorted, the 50 unretired SKUs before and the 50 after each SKU and its upper-case form. */
export async function listSimilarSkus(connection: Connection, skus: readonly string[]): Promise<string[]> {
  const { rows } = await connection.query<{ sku: string }>({
    name: 'list-similar-skus',
    text: `select distinct near.sku from unnest($1::text[]) as given (sku) cross join lateral (
             (select sku from article_variants where sku > given.sku and retired is null and owner_id is null order by sku limit 50) union all
             (select sku from article_variants where sku < given.sku and retired is null and owner_id is null order by sku desc limit 50)
           ) near`,
    values: [[...skus, ...skus.map((sku) => sku.toUpperCase())]],
  });
  return rows.map(({ sku }) => sku);
}

export interface Article {
  manufacturerCode: string;
  title: string;
  type: ArticleType;
  variants: { sku: string; color: string; size: string }[];
}

/** Finds an article with the variants that the client may know. */
export async function findArticle(
  connection: Connection,
  clientId: string,
  manufacturerCode: string,
): Promise<Article | undefined> {
  return queryRow<Article>(connection, {
    name: 'find-article',
    text: `select manufacturer_code as "manufacturerCode", title, type,
                  array(select json_build_object('sku', sku, 'color', color, 'size', size)
                        from article_variants v
                        where v.manufacturer_code = a.manufacturer_code and v.retired is null and ${MAY_KNOW} order by sku) as variants
           from articles a where manufacturer_code = $2`,
    values: [clientId, manufacturerCode],
  });
}

export type AssignedVariant = { ean13: string; name: string; isRetired: boolean };

/** Finds the client's product variants, including retired ones. */
export async function findAssignedVariants(connection: Connection, clientId: string, ean13s: readonly string[]) {
  return queryRows<AssignedVariant>(connection, {
    name: 'find-assigned-variants',
    text: `select ean13, v.name, v.retired is not null as "isRetired"
           from product_variants v join client_products c using (product_id)
           where c.client_id = $1 and ean13 = any($2) and ${MAY_KNOW}`,
    values: [clientId, ean13s],
  });
}

/** Finds one of the EAN-13s: the first, else one that is not retired. */
export async function findEan13(connection: Connection, forms: readonly string[]): Promise<string | undefined> {
  const { rows } = await connection.query<{ ean13: string }>({
    name: 'find-ean13',
    text: `select ean13 from product_variants where ean13 = any($1)
           order by ean13 <> $2, retired is not null, ean13 limit 1`,
    values: [forms, forms[0]],
  });
  return rows[0]?.ean13;
}

interface VariantCustoms extends StoredCustoms {
  kind: 'ARTICLE' | 'PRODUCT';
  /** SKU or EAN-13. */
  code: string;
  /** The article's title, or the product variant's name. */
  title: string;
}

export async function findVariantCustoms(
  connection: Connection,
  skus: readonly string[],
  ean13s: readonly string[],
): Promise<VariantCustoms[]> {
  const customs = (parent: string) => `coalesce(v.hs_code, ${parent}.hs_code) as "hsCode",
            coalesce(v.country_of_origin, ${parent}.country_of_origin) as "countryOfOrigin",
            coalesce(v.weight_grams, ${parent}.weight_grams) as "weightGrams",
            coalesce(v.customs_description, ${parent}.customs_description) as "customsDescription"`;
  return queryRows<VariantCustoms>(connection, {
    name: 'find-variant-customs',
    text: `select 'ARTICLE' as kind, sku as code, title, ${customs('a')}
           from article_variants v join articles a using (manufacturer_code) where sku = any($1)
           union all
           select 'PRODUCT', ean13, v.name, ${customs('p')}
           from product_variants v join products p using (product_id) where ean13 = any($2)`,
    values: [skus, ean13s],
  });
}

/** The table and the key of each kind of record with customs data. */
const TABLE_OF = {
  article: ['articles', 'manufacturer_code'],
  articleVariant: ['article_variants', 'sku'],
  product: ['products', 'product_id'],
  productVariant: ['product_variants', 'ean13'],
} as const;

export type CustomsKind = keyof typeof TABLE_OF;

/** Null means unknown. */
interface StoredCustoms {
  hsCode: string | null;
  countryOfOrigin: string | null;
  weightGrams: number | null;
  customsDescription: string | null;
}

/** Reads a record's own customs data, without values that a variant inherits from its article or product. */
export async function findCustoms(
  connection: Connection,
  kind: CustomsKind,
  code: string,
): Promise<StoredCustoms | undefined> {
  return readCustoms(connection, kind, code, '');
}

/** Locks a record until the transaction ends, and returns the customs data as `findCustoms` does. */
export async function lockCustoms(
  connection: Connection,
  kind: CustomsKind,
  code: string,
): Promise<StoredCustoms | undefined> {
  return readCustoms(connection, kind, code, 'for update');
}

export async function updateCustoms(
  connection: Connection,
  kind: CustomsKind,
  code: string,
  customs: { [Field in keyof StoredCustoms]?: StoredCustoms[Field] | undefined },
): Promise<void> {
  const [table, key] = TABLE_OF[kind];
  await connection.query(
    `update ${table} set hs_code = $2, country_of_origin = $3, weight_grams = $4, customs_description = $5 where ${key} = $1`,
    [
      code,
      customs.hsCode ?? null,
      customs.countryOfOrigin ?? null,
      customs.weightGrams ?? null,
      customs.customsDescription ?? null,
    ],
  );
}

async function readCustoms(
  connection: Connection,
  kind: CustomsKind,
  code: string,
  lock: '' | 'for update',
): Promise<StoredCustoms | undefined> {
  const [table, key] = TABLE_OF[kind];
  return queryRow<StoredCustoms>(connection, {
    text: `select hs_code as "hsCode", country_of_origin as "countryOfOrigin", weight_grams as "weightGrams",
            customs_description as "customsDescription"
     from ${table} where ${key} = $1 ${lock}`,
    values: [code],
  });
}
