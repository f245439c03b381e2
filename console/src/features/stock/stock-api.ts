import { type Seen, seenOf } from '../../shared/api/answers.ts';
import { SERVER_URL } from '../../shared/api/api-base.ts';
import { api, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { listQuery, seenQuery, steadyQuery } from '../../shared/api/query-client.ts';
import { oneOf, readText, searchReader, withoutEmpty } from '../../shared/list/text-search.ts';

export type ListedStock = Schemas['ListedStock'];
export type StockLevel = Schemas['StockLevel'];
export type Movement = Schemas['StockMovement'];

export type StockKey = { kind: Kind; code: string };
export type SeenStock = Seen<StockLevel>;

export const STOCK_KEY = ['stock'];
/** The owner of pieces that no client owns. */
export const CENTER = 'center';
const STOCK = '/operator/v1/stock/{kind}/{code}';

export const stockListQuery = (search: StockSearch) =>
  listQuery([...STOCK_KEY, 'list', search], '/operator/v1/stock', {
    query: { ...search, low: search.low === undefined ? undefined : Number(search.low) },
  });

/** Finds the variants with exactly this code. */
export const findCode = (code: string): Promise<ListedStock[]> =>
  api.GET('/operator/v1/stock', { params: { query: { code } } });

export const stockQuery = (key: StockKey) => seenQuery([...STOCK_KEY, 'one', key.kind, key.code], STOCK, { path: key });

export const readStock = (key: StockKey): Promise<SeenStock> =>
  seenOf(operatorApi.GET(STOCK, { params: { path: key } }));

export const movementsQuery = (key: StockKey, cursor: string | undefined) =>
  listQuery([...STOCK_KEY, 'movements', key.kind, key.code, cursor ?? ''], `${STOCK}/movements`, {
    path: key,
    query: { cursor },
  });

interface Once {
  /** Requests with the same key take effect once. */
  idempotencyKey: string;
}

/** Sets the stock if it has not changed since it was seen. */
export const countStock = (
  key: StockKey,
  body: Schemas['SetStockRequest'],
  { idempotencyKey, seen }: Once & { seen: SeenStock },
) =>
  api.POST(`${STOCK}/set`, {
    params: { path: key, header: { 'idempotency-key': idempotencyKey, 'if-match': seen.etag } },
    body,
  });

/** Changes the stock by a number, regardless of other changes. */
export const adjustStock = (key: StockKey, body: Schemas['AdjustStockRequest'], { idempotencyKey }: Once) =>
  api.POST(`${STOCK}/adjust`, { params: { path: key, header: { 'idempotency-key': idempotencyKey } }, body });

export type PlanChange = Schemas['StockPlanChange'];
export type PlanResult = Schemas['StockPlanResult'];

/** Sets minimums, targets, places and owners, all or none. */
export const planStock = (variants: PlanChange[]): Promise<PlanResult> =>
  api.PUT('/operator/v1/stock-plans', { body: { variants } });

/** Reads a file of the list. As a preview it changes nothing. */
export const importStock = (file: File, preview: 'true' | 'false'): Promise<PlanResult> =>
  api.PUT('/operator/v1/stock.csv', {
    params: { query: { preview } },
    headers: { 'content-type': 'text/csv' },
    body: file as unknown as string,
    bodySerializer: () => file,
  });

/** The address of the file with the variants of a search, now or at the end of a day. */
export function stockFile({ sort: _, cursor: __, ...filter }: StockSearch, day: string): string {
  const query = new URLSearchParams(withoutEmpty({ ...filter, ...(day && { day }) }) as Record<string, string>);
  return `${SERVER_URL}/operator/v1/stock.csv?${query}`;
}

export const dayQuery = (key: StockKey, day: string) =>
  steadyQuery([...STOCK_KEY, 'day', key.kind, key.code, day], (signal) =>
    api.GET(`${STOCK}/days/{day}`, { params: { path: { ...key, day } }, signal }),
  );

export const KINDS = ['ARTICLE', 'PRODUCT'] as const;
export type Kind = (typeof KINDS)[number];

export const SORTS = ['name', 'place', 'available', 'cover', 'value', 'waiting'] as const;

export const readStockSearch = searchReader({
  q: readText,
  kind: oneOf(KINDS),
  /** Shows variants with at most this many available pieces. */
  low: (value) => (/^\d{1,9}$/.test(readText(value) ?? '') ? readText(value) : undefined),
  short: oneOf(['true']),
  belowMinimum: oneOf(['true']),
  waiting: oneOf(['true']),
  place: readText,
  /** A clientId, or `center`. */
  owner: readText,
  sort: oneOf(SORTS),
  cursor: readText,
});
export type StockSearch = ReturnType<typeof readStockSearch>;
