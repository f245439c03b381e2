import { columnsOf } from '../platform/database/statement-parts.ts';
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
  /** The client that owns the pieces. Null: the center. */
  ownerId: string | null;
  ownerName: string | null;
  /** Available pieces to buy up to. */
  target: number | null;
  /** The main place. */
  place: string | null;
  reserves: { place: string; quantity: number }[];
}

/** A variant in the list, as it is stored. `stock-figures` computes the rest. */
export interface StoredStock extends PlacedItem {
  /** manufacturerCode of the article, or productId of the product. */
  parent: string;
  available: number;
  /** Pieces that orders wait for. */
  waiting: number;
  /** Pieces shipped or scrapped in the last 28 full days. */
  used: number;
  /** Moving average of the price of a piece, in the currency of the center. */
  cost: number | null;
  /** Days that its supplier needs. Null: unknown. */
  leadDays: number | null;
  /** The value that the list is sorted by. */
  sortKey: string;
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
  /** Orders wait for it. */
  isWaiting?: boolean;
  /** The beginning of the key of a place, as in `stock_places`. */
  placeKey?: string | undefined;
  /** A client, or null for the center. */
  ownerId?: string | null | undefined;
}

const PLACES = `(select place from stock_places s where s.kind = v.kind and s.code = v.code and quantity is null) as place,
  coalesce((select json_agg(json_build_object('place', place, 'quantity', quantity) order by place_key)
            from stock_places s where s.kind = v.kind and s.code = v.code and quantity > 0), '[]') as reserves`;
const FIELDS = `kind, code, name, color, size, on_hand as "onHand", reserved, retired, minimum, owner_id as "ownerId",
  (select name from clients where client_id = owner_id) as "ownerName",
  (select target from stock_plans p where p.kind = v.kind and p.code = v.code) as target, picture, ${PLACES}`;

const VARIANTS = {
  ARTICLE: `select 'ARTICLE' as kind, sku as code, title as name, color, size, manufacturer_code as parent, stock_level_quantity as on_hand, reserved, retired, minimum,
                   owner_id, preview_image_urls[1] as picture
            from article_variants join articles using (manufacturer_code)`,
  PRODUCT: `select 'PRODUCT' as kind, ean13 as code, v.name, color, size, product_id as parent, stock_level_quantity as on_hand, reserved, v.retired, minimum,
                   owner_id, preview_image_urls[1] as picture
            from product_variants v join products using (product_id)`,
} as const;
const KINDS = ['ARTICLE', 'PRODUCT'] as const;
const AVAILABLE = 'greatest(on_hand - reserved, 0)';
const PLANNED = 'left join stock_plans using (kind, code)';
const WAITING =
  'left join (select kind, code, sum(quantity) as pieces from stock_waits group by kind, code) w using (kind, code)';

interface SortOrder {
  /** SQL of the value to sort by, ascending. */
  key: string;
  type: 'text' | 'float8';
  join?: string;
}

/** The sort orders of the list. Variants without a value come last. */
const SORT_ORDERS = {
  name: { key: `lower(v.name)`, type: 'text' },
  place: {
    key: `coalesce(place_key, chr(1114109))`,
    type: 'text',
    join: 'left join (select kind, code, place_key from stock_places where quantity is null) m using (kind, code)',
  },
  available: { key: 'v.on_hand - v.reserved', type: 'float8' },
  cover: { key: `coalesce(${AVAILABLE} / nullif(used, 0)::float8, 'Infinity')`, type: 'float8', join: PLANNED },
  value: {
    key: `coalesce(-case when owner_id is null then on_hand * cost end, 'Infinity'::float8)`,
    type: 'float8',
    join: PLANNED,
  },
  waiting: { key: 'coalesce(-pieces, 0)', type: 'float8', join: WAITING },
} as const satisfies Record<string, SortOrder>;
type StockSort = 'code' | keyof typeof SORT_ORDERS;
export const STOCK_SORTS = ['code', ...(Object.keys(SORT_ORDERS) as (keyof typeof SORT_ORDERS)[])] as const;

/** The last variant of the page before, with its sort key. */
export type StockPosition = StockCode & { sortKey: string };
interface StockPage {
  sort?: StockSort;
  after: StockPosition | undefined;
  limit: number;
}

/**
 * Lists variants. The default order is variants of articles, then variants of products, by code. No index
 * serves the filters and the other orders. Each reservation changes these rows, and an index on their
 * quantities would make that slow.
 */
export async function listStock(connection: Connection, filter: StockFilter, page: StockPage): Promise<StoredStock[]> {
  // A GTIN is found by its key, without reading the table.
  const { gtin, codes } = filter;
  const found = gtin && codes === undefined ? await findStockBy(connection, { ...filter, ...gtin }, page) : [];
  return found.length > 0 ? found : findStockBy(connection, filter, page);
}

async function findStockBy(
  connection: Connection,
  { kind, words, codes, low, isShort, isBelowMinimum, isWaiting, placeKey, ownerId }: StockFilter,
  { sort = 'code', after, limit }: StockPage,
): Promise<StoredStock[]> {
  const values: unknown[] = [limit];
  const value = (one: unknown) => `$${values.push(one)}`;
  const conditions = [
    codes !== undefined && `code = any(${value(codes)})`,
    low !== undefined && `on_hand - reserved <= ${value(low)}`,
    isShort && 'on_hand < reserved',
    isBelowMinimum && 'on_hand - reserved < minimum and retired is null',
    isWaiting && 'exists (select 1 from stock_waits w where w.kind = v.kind and w.code = v.code)',
    placeKey !== undefined &&
      `exists (select 1 from stock_places s where s.kind = v.kind and s.code = v.code and starts_with(s.place_key, ${value(placeKey)}))`,
    ownerId === null && 'owner_id is null',
    typeof ownerId === 'string' && `owner_id = ${value(ownerId)}`,
    ...words.map(
      (word) =>
        `strpos(lower(concat_ws(' ', code, name, color, size, parent) collate "default"), lower(${value(word)})) > 0`,
    ),
  ].filter((condition) => typeof condition === 'string');
  const order: SortOrder | undefined = sort === 'code' ? undefined : SORT_ORDERS[sort];
  // In the sort by code, kinds before the kind of the position are already listed.
  const kinds = KINDS.filter(
    (one) => (kind === undefined || one === kind) && (order !== undefined || !after || one >= after.kind),
  );
  if (kinds.length === 0) return [];
  const parts = kinds.map((one) => {
    const behind = order
      ? after &&
        `(${order.key}, v.kind, code) > (${value(after.sortKey)}::${order.type}, ${value(after.kind)}, ${value(after.code)})`
      : after?.kind === one && `code > ${value(after.code)}`;
    const all = [...conditions, ...(behind ? [behind] : [])];
    const key = order ? `(${order.key})::${order.type}` : `''::text`;
    return `(select v.*, ${key} as sort_key from (${VARIANTS[one]}) v ${order?.join ?? ''} ${all.length === 0 ? '' : `where ${all.join(' and ')}`}
             order by ${order ? 'sort_key, code' : 'code'} limit $1)`;
  });
  return queryRows<StoredStock>(connection, {
    text: `select ${FIELDS}, parent, ${AVAILABLE} as available, coalesce(used, 0) as used, cost::float8, sort_key::text as "sortKey",
             (select lead_days from supplier_items i join suppliers using (supplier_id) where i.kind = v.kind and i.code = v.code) as "leadDays",
             coalesce((select sum(quantity) from stock_waits w where w.kind = v.kind and w.code = v.code), 0)::int as waiting
           from (${parts.join(' union all ')}) v ${PLANNED}
           order by ${order ? 'sort_key, ' : ''}kind, code limit $1`,
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
    text: `select ${FIELDS}
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

export async function findClientIds(connection: Connection, clientIds: readonly string[]): Promise<Set<string>> {
  if (clientIds.length === 0) return new Set();
  const rows = await queryRows<{ clientId: string }>(connection, {
    name: 'find-owners',
    text: `select client_id as "clientId" from clients where client_id = any($1)`,
    values: [clientIds],
  });
  return new Set(rows.map(({ clientId }) => clientId));
}

/** Finds the codes for which orders wait. */
export async function findWaited(connection: Connection, codes: readonly StockCode[]): Promise<StockCode[]> {
  if (codes.length === 0) return [];
  return queryRows<StockCode>(connection, {
    name: 'find-waited',
    text: `select distinct kind, code from unnest($1::text[], $2::text[]) as given (kind, code) join stock_waits using (kind, code)`,
    values: columnsOf(codes, 'kind', 'code'),
  });
}
