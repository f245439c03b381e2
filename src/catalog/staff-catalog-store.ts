import { type Connection, queryRow, queryRows } from '../platform/database/transaction.ts';
import type { ArticleType, DtgType, LocationTechnologies } from './catalog-schemas.ts';
import { LOCATIONS } from './catalog-store.ts';

type ListedArticle = { manufacturerCode: string; title: string; type: ArticleType; variants: number };
export type ListedProduct = { productId: string; name: string; variants: number; previewImageUrls: string[] };

/** Customs data. Null means unknown; a null of a variant is completed from its article or product. */
export interface CustomsColumns {
  hsCode: string | null;
  countryOfOrigin: string | null;
  weightGrams: number | null;
  customsDescription: string | null;
}

interface VariantStock extends CustomsColumns {
  color: string;
  size: string;
  onHand: number;
  reserved: number;
  /** Pieces that may still be reserved, at least 0. */
  available: number;
  retired: Date | null;
}

interface StaffArticleVariant extends VariantStock {
  sku: string;
  dtgType: DtgType | null;
  allowedLocations: LocationTechnologies[];
  isAllowedOnLocations: LocationTechnologies[];
}

interface StaffProductVariant extends VariantStock {
  ean13: string;
  name: string;
}

type NamedClient = { clientId: string; name: string; mode: 'live' | 'sandbox'; status: 'active' | 'disabled' };
type Page<Position> = { after: Position | undefined; limit: number };

/**
 * Matches records whose identifier or name contains each word, and records of a variant with the code or a
 * form of its GTIN.
 */
type CatalogSearch = { words: readonly string[]; code: string; ean13s: readonly string[] };
const CUSTOMS = `hs_code as "hsCode", country_of_origin as "countryOfOrigin", weight_grams as "weightGrams", customs_description as "customsDescription"`;
const STOCK = `stock_level_quantity as "onHand", reserved, greatest(stock_level_quantity - reserved, 0) as available, retired, ${CUSTOMS}`;

export async function listArticles(
  connection: Connection,
  { type, search }: { type: ArticleType | undefined; search: CatalogSearch | undefined },
  { after, limit }: Page<string>,
): Promise<ListedArticle[]> {
  const values: unknown[] = [limit];
  const conditions = [
    type !== undefined && `type = $${values.push(type)}`,
    after !== undefined && `manufacturer_code > $${values.push(after)}`,
    search !== undefined &&
      `(${containsWords(search.words, "manufacturer_code || ' ' || title", values)}
        or manufacturer_code = (select manufacturer_code from article_variants where sku = $${values.push(search.code)}))`,
  ];
  return queryRows<ListedArticle>(connection, {
    text: `select manufacturer_code as "manufacturerCode", title, type, (select count(*)::int from article_variants v
             where v.manufacturer_code = a.manufacturer_code and retired is null) as variants
     from articles a ${where(conditions)} order by manufacturer_code limit $1`,
    values,
  });
}

export async function listAllProducts(
  connection: Connection,
  search: CatalogSearch | undefined,
  { after, limit }: Page<string>,
): Promise<ListedProduct[]> {
  const values: unknown[] = [limit];
  const conditions = [
    after !== undefined && `product_id > $${values.push(after)}`,
    search !== undefined && productMatches(search, values),
  ];
  return queryRows<ListedProduct>(connection, {
    text: `select product_id as "productId", name, variants, preview_image_urls as "previewImageUrls"
     from products p ${where(conditions)} order by product_id limit $1`,
    values,
  });
}

export async function listProductsOfClient(
  connection: Connection,
  clientId: string,
  search: CatalogSearch | undefined,
  { after, limit }: Page<{ name: string; productId: string }>,
): Promise<ListedProduct[]> {
  const values: unknown[] = [limit, clientId];
  const conditions = [
    'c.client_id = $2',
    after !== undefined && `(c.name, c.product_id) > ($${values.push(after.name)}, $${values.push(after.productId)})`,
    search !== undefined && productMatches(search, values),
  ];
  return queryRows<ListedProduct>(connection, {
    text: `select p.product_id as "productId", p.name, p.variants, p.preview_image_urls as "previewImageUrls"
     from client_products c join products p using (product_id) ${where(conditions)}
     order by c.name, c.product_id limit $1`,
    values,
  });
}

export async function findProduct(connection: Connection, productId: string) {
  return queryRow<ListedProduct & CustomsColumns>(connection, {
    text: `select product_id as "productId", name, variants, preview_image_urls as "previewImageUrls", ${CUSTOMS}
     from products where product_id = $1`,
    values: [productId],
  });
}

export async function findStaffArticle(connection: Connection, manufacturerCode: string) {
  return queryRow<Omit<ListedArticle, 'variants'> & CustomsColumns>(connection, {
    text: `select manufacturer_code as "manufacturerCode", title, type, ${CUSTOMS} from articles where manufacturer_code = $1`,
    values: [manufacturerCode],
  });
}

/** Finds the first variants of the article by SKU, with their stock. */
export async function findStaffArticleVariants(
  connection: Connection,
  manufacturerCode: string,
  limit: number,
): Promise<StaffArticleVariant[]> {
  type Row = Omit<StaffArticleVariant, 'allowedLocations' | 'isAllowedOnLocations'>;
  const { rows } = await connection.query<Row & { allowed: string; allowedOn: string }>(
    `select sku, color, size, dtg_type as "dtgType", ${STOCK},
            ${LOCATIONS} as allowed, is_allowed_on_locations as "allowedOn"
     from article_variants where manufacturer_code = $1 order by sku limit $2`,
    [manufacturerCode, limit],
  );
  return rows.map(({ allowed, allowedOn, ...row }) => ({
    ...row,
    allowedLocations: JSON.parse(allowed),
    isAllowedOnLocations: JSON.parse(allowedOn),
  }));
}

/** Finds the first variants of the product by EAN-13, with their stock. */
export async function findStaffProductVariants(connection: Connection, productId: string, limit: number) {
  return queryRows<StaffProductVariant>(connection, {
    text: `select ean13, name, color, size, ${STOCK}
     from product_variants where product_id = $1 order by ean13 limit $2`,
    values: [productId, limit],
  });
}

export async function listClientsOfProduct(connection: Connection, productId: string, { after, limit }: Page<string>) {
  return queryRows<NamedClient>(connection, {
    text: `select client_id as "clientId", c.name, c.mode, c.status
     from client_products p join clients c using (client_id)
     where p.product_id = $1 ${after === undefined ? '' : 'and client_id collate "C" > $3'}
     order by client_id collate "C" limit $2`,
    values: [productId, limit, ...(after === undefined ? [] : [after])],
  });
}

export async function listClientsOfCarrier(connection: Connection, carrierId: string, { after, limit }: Page<string>) {
  return queryRows<NamedClient & { default: boolean }>(connection, {
    text: `select client_id as "clientId", c.name, c.mode, c.status, k.is_default as "default"
     from client_carriers k join clients c using (client_id)
     where k.carrier_id = $1 ${after === undefined ? '' : 'and client_id collate "C" > $3'}
     order by client_id collate "C" limit $2`,
    values: [carrierId, limit, ...(after === undefined ? [] : [after])],
  });
}

function productMatches({ words, ean13s }: CatalogSearch, values: unknown[]): string {
  const ofVariant = `p.product_id in (select product_id from product_variants where ean13 = any($${values.push(ean13s)}))`;
  return `(${containsWords(words, "p.product_id || ' ' || p.name", values)} or ${ofVariant})`;
}

function containsWords(words: readonly string[], text: string, values: unknown[]): string {
  return (
    words.map((word) => `strpos(lower((${text}) collate "default"), lower($${values.push(word)})) > 0`).join(' and ') ||
    'true'
  );
}

function where(conditions: readonly (string | false)[]): string {
  const given = conditions.filter((condition) => condition !== false);
  return given.length === 0 ? '' : `where ${given.join(' and ')}`;
}
