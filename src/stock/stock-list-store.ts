import { type Connection, queryRows } from '../platform/database/transaction.ts';
import type { StockCode, StockKind, StockLevel } from './stock-rules.ts';

export interface StockItem extends StockCode, StockLevel {
  /** The product variant's name, or the article's title. */
  name: string;
  color: string;
  size: string;
  retired: Date | null;
  /** Staff are alerted when fewer pieces are available. */
  minimum: number | null;
}

export interface PlacedItem extends StockItem {
  /** The first picture of its article or product, which may be relative to IMAGE_BASE_URL. */
  picture: string | null;
  /** The main place. */
  place: string | null;
  reserves: { place: string; quantity: number }[];
}

export interface ListedStock extends PlacedItem {
  /** manufacturerCode of the article, or productId of the product. */
  parent: string;
  available: number;
}

export interface StockFilter {
  kind: StockKind | undefined;
  /** Each must occur in the code, name, colour, size or parent, in any case. */
  words: readonly string[];
  /** One of these codes, such as the forms of a GTIN. */
  codes: readonly string[] | undefined;
  /** The forms of a GTIN among the words, and the other words. */
  gtin?: { codes: readonly string[]; words: readonly string[] } | undefined;
  /** At most this many pieces may still be reserved. */
  low: number | undefined;
  isShort: boolean;
  isBelowMinimum: boolean;
}

const PLACES = `(select place from stock_places s where s.kind = v.kind and s.code = v.code and quantity is null) as place,
  coalesce((select json_agg(json_build_object('place', place, 'quantity', quantity) order by place_key)
            from stock_places s where s.kind = v.kind and s.code = v.code and quantity > 0), '[]') as reserves`;

const VARIANTS = {
  ARTICLE: `select 'ARTICLE' as kind, sku as code, title as name, color, size, manufacturer_code as parent, stock_level_quantity as on_hand, reserved, retired, minimum, preview_image_urls[1] as picture
            from article_variants join articles using (manufacturer_code)`,
  PRODUCT: `select 'PRODUCT' as kind, ean13 as code, v.name, color, size, product_id as parent, stock_level_quantity as on_hand, reserved, v.retired, minimum,
                   preview_image_urls[1] as picture
            from product_variants v join products using (product_id)`,
} as const;
const KINDS = ['ARTICLE', 'PRODUCT'] as const;

/**
 * Lists variants of articles, then of products, by code, after the given one. No index serves the filters,
 * because each reservation changes these rows, which is cheap only without an index on their quantities.
 */
export async function listStock(
  connection: Connection,
  filter: StockFilter,
  page: { after: StockCode | undefined; limit: number },
): Promise<ListedStock[]> {
  // A GTIN is found by its key, without reading the table.
  const { gtin, codes } = filter;
  const found = gtin && codes === undefined ? await findStockBy(connection, { ...filter, ...gtin }, page) : [];
  return found.length > 0 ? found : findStockBy(connection, filter, page);
}

async function findStockBy(
  connection: Connection,
  { kind, words, codes, low, isShort, isBelowMinimum }: StockFilter,
  { after, limit }: { after: StockCode | undefined; limit: number },
): Promise<ListedStock[]> {
  const values: unknown[] = [limit];
  const conditions = [
    codes !== undefined && `code = any($${values.push(codes)})`,
    low !== undefined && `on_hand - reserved <= $${values.push(low)}`,
    isShort && 'on_hand < reserved',
    isBelowMinimum && 'on_hand - reserved < minimum and retired is null',
    ...words.map(
      (word) =>
        `strpos(lower(concat_ws(' ', code, name, color, size, parent) collate "default"), lower($${values.push(word)})) > 0`,
    ),
  ].filter((condition) => condition !== false);
  // A kind before the one of the position is listed already.
  const kinds = KINDS.filter((one) => (kind === undefined || one === kind) && (!after || one >= after.kind));
  if (kinds.length === 0) return [];
  const parts = kinds.map((one) => {
    const behind = after?.kind === one ? [`code > $${values.push(after.code)}`] : [];
    const all = [...conditions, ...behind];
    return `(select * from (${VARIANTS[one]}) v ${all.length === 0 ? '' : `where ${all.join(' and ')}`} order by code limit $1)`;
  });
  return queryRows<ListedStock>(connection, {
    text: `select kind, code, name, color, size, parent, on_hand as "onHand", reserved, greatest(on_hand - reserved, 0) as available, retired, minimum, picture, ${PLACES}
     from (${parts.join(' union all ')}) v order by kind, code limit $1`,
    values,
  });
}

/** Finds the variants that have the code, at most one of each kind. */
export async function findStockItems(connection: Connection, code: string): Promise<PlacedItem[]> {
  return findStockByCodes(connection, [
    { kind: 'ARTICLE', code },
    { kind: 'PRODUCT', code },
  ]);
}

/** Finds the variants, by kind and code. */
export async function findStockByCodes(connection: Connection, stock: readonly StockCode[]): Promise<PlacedItem[]> {
  const codesOf = (kind: StockKind) => stock.filter((one) => one.kind === kind).map(({ code }) => code);
  return queryRows<PlacedItem>(connection, {
    name: 'find-stock-items',
    text: `select kind, code, name, color, size, on_hand as "onHand", reserved, retired, minimum, picture, ${PLACES}
           from (select * from (${VARIANTS.ARTICLE}) a where code = any($1)
                 union all select * from (${VARIANTS.PRODUCT}) p where code = any($2)) v order by kind, code`,
    values: [codesOf('ARTICLE'), codesOf('PRODUCT')],
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
