import { type Connection, queryRows } from '../platform/database/transaction.ts';
import type { StockCode, StockKind, StockLevel } from './stock-rules.ts';

export interface StockItem extends StockCode, StockLevel {
  /** The product variant's name, or the article's title. */
  name: string;
  color: string;
  size: string;
  retired: Date | null;
}

/** With the first picture of its article or product, which may be relative to IMAGE_BASE_URL. */
type PicturedStock = StockItem & { picture: string | null };

export interface ListedStock extends StockItem {
  /** manufacturerCode of the article, or productId of the product. */
  parent: string;
  available: number;
}

export interface StockFilter {
  kind: StockKind | undefined;
  /** Each must occur in the code, name, colour, size or parent, in any case. */
  words: readonly string[];
  code: string | undefined;
  /** At most this many pieces may still be reserved. */
  low: number | undefined;
  isShort: boolean;
}

const VARIANTS = {
  ARTICLE: `select 'ARTICLE' as kind, sku as code, title as name, color, size, manufacturer_code as parent, stock_level_quantity as on_hand, reserved, retired
            from article_variants join articles using (manufacturer_code)`,
  PRODUCT: `select 'PRODUCT' as kind, ean13 as code, name, color, size, product_id as parent, stock_level_quantity as on_hand, reserved, retired
            from product_variants`,
} as const;
const KINDS = ['ARTICLE', 'PRODUCT'] as const;
const EAN13 = /^\d{13}$/;

/**
 * Lists variants by code, then kind, after the given one. No index serves the filters, because each
 * reservation changes these rows, which is cheap only without an index on their quantities.
 */
export async function listStock(
  connection: Connection,
  filter: StockFilter,
  page: { after: StockCode | undefined; limit: number },
): Promise<ListedStock[]> {
  // A whole EAN-13 is found by its key, without reading the table.
  const ean13 = filter.words.find((word) => EAN13.test(word));
  const found =
    ean13 === undefined || filter.code !== undefined
      ? []
      : await findStockBy(connection, { ...filter, code: ean13 }, page);
  return found.length > 0 ? found : findStockBy(connection, filter, page);
}

async function findStockBy(
  connection: Connection,
  { kind, words, code, low, isShort }: StockFilter,
  { after, limit }: { after: StockCode | undefined; limit: number },
): Promise<ListedStock[]> {
  const values: unknown[] = [limit];
  const conditions = [
    code !== undefined && `code = $${values.push(code)}`,
    low !== undefined && `on_hand - reserved <= $${values.push(low)}`,
    isShort && 'on_hand < reserved',
    ...words.map(
      (word) =>
        `strpos(lower(concat_ws(' ', code, name, color, size, parent) collate "default"), lower($${values.push(word)})) > 0`,
    ),
    after !== undefined && `code >= $${values.push(after.code)}`,
    after !== undefined && `(code, kind) > ($${values.push(after.code)}, $${values.push(after.kind)})`,
  ].filter((condition) => condition !== false);
  const where = conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`;
  const parts = KINDS.filter((one) => kind === undefined || one === kind).map(
    (one) => `(select * from (${VARIANTS[one]}) v ${where} order by code limit $1)`,
  );
  return queryRows<ListedStock>(connection, {
    text: `select kind, code, name, color, size, parent, on_hand as "onHand", reserved, greatest(on_hand - reserved, 0) as available, retired
     from (${parts.join(' union all ')}) both_kinds order by code, kind limit $1`,
    values,
  });
}

/** Finds the variants that have the code, at most one of each kind. */
export async function findStockItems(connection: Connection, code: string): Promise<PicturedStock[]> {
  return queryRows<PicturedStock>(connection, {
    name: 'find-stock-items',
    text: `select 'ARTICLE' as kind, sku as code, title as name, color, size, stock_level_quantity as "onHand", reserved, retired, preview_image_urls[1] as picture
           from article_variants join articles using (manufacturer_code) where sku = $1
           union all
           select 'PRODUCT', ean13, v.name, color, size, stock_level_quantity, reserved, v.retired, preview_image_urls[1]
           from product_variants v join products using (product_id) where ean13 = $1`,
    values: [code],
  });
}

export async function countWaits(connection: Connection, { kind, code }: StockCode, limit: number): Promise<number> {
  const { rows } = await connection.query<{ count: number }>({
    name: 'count-waits',
    text: `select count(*)::int as count
           from (select 1 from stock_waits where kind = $1 and code = $2 limit $3) counted`,
    values: [kind, code, limit],
  });
  return rows[0]?.count ?? 0;
}
