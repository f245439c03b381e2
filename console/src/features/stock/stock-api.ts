import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { nextCursor } from '../../shared/api/next-cursor.ts';
import { contentOf, operatorApi, type Schemas } from '../../shared/api/operator-client.ts';
import { POLL_MS } from '../../shared/api/query-client.ts';
import type { Kind, StockSearch } from './stock-search.ts';

export type ListedStock = Schemas['ListedStock'];
export type StockLevel = Schemas['StockLevel'];
export type Movement = Schemas['StockMovement'];

export interface StockKey {
  kind: Kind;
  code: string;
}
/** What is shown, and the tag that tells the server what was seen. */
export interface SeenStock {
  level: StockLevel;
  etag: string;
}

/** Every list and ledger, to have them read anew after a change. */
export const STOCK_KEY = ['stock'];
const ROWS_PER_PAGE = 50;
const STOCK = '/operator/v1/stock/{kind}/{code}';

/** GET /operator/v1/stock */
export const stockListQuery = (search: StockSearch) =>
  queryOptions({
    queryKey: [...STOCK_KEY, 'list', search],
    queryFn: async ({ signal }) => {
      const { low, ...rest } = search;
      const query = { ...rest, limit: ROWS_PER_PAGE, ...(low !== undefined && { low: Number(low) }) };
      const { data = [], response } = await operatorApi.GET('/operator/v1/stock', {
        params: { query: query as object },
        signal,
      });
      return { stock: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

/** What has just this code, as a scanner reads it. */
export const findCode = (code: string): Promise<ListedStock[]> =>
  contentOf(operatorApi.GET('/operator/v1/stock', { params: { query: { code } } }));

/** GET /operator/v1/stock/{kind}/{code} */
export const stockQuery = (key: StockKey) =>
  queryOptions({
    queryKey: [...STOCK_KEY, 'one', key.kind, key.code],
    queryFn: ({ signal }) => readStock(key, signal),
    refetchInterval: POLL_MS,
  });

export async function readStock(key: StockKey, signal?: AbortSignal): Promise<SeenStock> {
  const { data, response } = await operatorApi.GET(STOCK, {
    params: { path: key },
    ...(signal && { signal }),
  });
  return { level: data as StockLevel, etag: response.headers.get('etag') ?? '' };
}

/** GET …/movements */
export const movementsQuery = (key: StockKey, cursor: string | undefined) =>
  queryOptions({
    queryKey: [...STOCK_KEY, 'movements', key.kind, key.code, cursor ?? ''],
    queryFn: async ({ signal }) => {
      const { data = [], response } = await operatorApi.GET(`${STOCK}/movements`, {
        params: { path: key, query: { limit: ROWS_PER_PAGE, ...(cursor && { cursor }) } },
        signal,
      });
      return { movements: data, next: nextCursor(response.headers.get('link')) };
    },
    refetchInterval: POLL_MS,
    placeholderData: keepPreviousData,
  });

interface Once {
  /** Names this change: sent twice, it counts once. */
  idempotencyKey: string;
}

/** POST …/set: only where the stock is as it was seen. */
export const countStock = (
  key: StockKey,
  body: Schemas['SetStockRequest'],
  { idempotencyKey, seen }: Once & { seen: SeenStock },
) =>
  contentOf(
    operatorApi.POST(`${STOCK}/set`, {
      params: { path: key, header: { 'idempotency-key': idempotencyKey, 'if-match': seen.etag } },
      body,
    }),
  );

/** POST …/adjust: adds up with what others do meanwhile. */
export const adjustStock = (key: StockKey, body: Schemas['AdjustStockRequest'], { idempotencyKey }: Once) =>
  contentOf(
    operatorApi.POST(`${STOCK}/adjust`, {
      params: { path: key, header: { 'idempotency-key': idempotencyKey } },
      body,
    }),
  );
