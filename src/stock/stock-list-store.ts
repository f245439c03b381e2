import type { Connection } from '../platform/database/transaction.ts';
import type { StockCode, StockKind } from './stock-store.ts';

/** A variant in staff's list of stock. */
export interface ListedStock extends StockCode {
  /** Of the product variant, or the article's title. */
  name: string;
  color: string;
  size: string;
  /** manufacturerCode of the article, or productId of the product. */
  parent: string;
  onHand: number;
  reserved: number;
  /** Pieces that may still be reserved; never below 0. */
  available: number;
  /** Since when it is retired. */
  retired: Date | null;
}

export interface StockFilter {
  kind: StockKind | undefined;
  /** Each must stand in the code, name, colour, size or parent; case does not count. */
  words: readonly string[];
  /** Just this code. */
  code: string | undefined;
  /** So few pieces, or fewer, may still be reserved. */
  low: number | undefined;
  /** Less is on hand than is reserved. */
  isShort: boolean;
}

/** What each kind is read from. The columns have the names that the list gives them. */
const VARIANTS = {
  ARTICLE: `select 'ARTICLE' as kind, sku as code, title as name, color, size, manufacturer_code as parent, stock_level_quantity as on_hand, reserved, retired
            from article_variants join articles using (manufacturer_code)`,
  PRODUCT: `select 'PRODUCT' as kind, ean13 as code, name, color, size, product_id as parent, stock_level_quantity as on_hand, reserved, retired
            from product_variants`,
} as const;
const KINDS = ['ARTICLE', 'PRODUCT'] as const;
const EAN13 = /^\d{13}$/;

/**
 * Variants by code, then kind, after the one that is given. What they are filtered by has no index: these rows change with each reservation,
 * which stays cheap as long as no index holds their quantities.
 */
export async function listStock(
  connection: Connection,
  filter: StockFilter,
  page: { after: StockCode | undefined; limit: number },
): Promise<ListedStock[]> {
  // Who types a whole EAN-13 means the variant that has it, which its key finds.
  const ean13 = filter.words.find((word) => EAN13.test(word));
  const found =
    ean13 === undefined || filter.code !== undefined
      ? []
      : await findStock(connection, { ...filter, code: ean13 }, page);
  return found.length > 0 ? found : findStock(connection, filter, page);
}

async function findStock(
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
  const { rows } = await connection.query<ListedStock>(
    `select kind, code, name, color, size, parent, on_hand as "onHand", reserved, greatest(on_hand - reserved, 0) as available, retired
     from (${parts.join(' union all ')}) both_kinds
     order by code, kind limit $1`,
    values,
  );
  return rows;
}
