import { NUMBER_MARK, requestText } from './load-job.ts';
import { orderBody, postOf, type World } from './world.ts';

/** Different orders that are read: reading one again and again would be joined into one. */
const ORDERS_READ = 200;

/** Some screens that are open at once; a search that finds thousands is no request for 64 at a time. */
const STAFF_CONNECTIONS = 8;

/** What a ratio to the bare server is to reach at least. */
interface Goals {
  /** With 64 connections. */
  many?: number;
  /** With one. */
  one?: number;
}

export interface LoadCase {
  name: string;
  goals?: Goals;
  /** Each makes something: what it leaves behind is waited for before the next is measured. */
  isChange?: boolean;
  /** Fewer than the others, where a request is large or its callers are few. */
  connections?: number;
  /** So many in one run at most, where each leaves much behind. */
  requestsMax?: number;
  status: number;
  requests: (world: World) => string[];
}

const read = (path: string, headers: Record<string, string> = {}) => ({
  status: 200,
  requests: ({ token }: World) => [
    requestText('GET', path, { authorization: `Bearer ${token}`, ...headers }),
  ],
});

const staffReads = (path: string) => ({
  status: 200,
  connections: STAFF_CONNECTIONS,
  requests: ({ operatorToken }: World) => [
    requestText('GET', `/operator/v1${path}`, { authorization: `Bearer ${operatorToken}` }),
  ],
});

const getOrders = ({ token, orderIds }: World, headers: Record<string, string> = {}) =>
  orderIds
    .slice(0, ORDERS_READ)
    .map((id) => requestText('GET', `/v1/orders/${id}`, { authorization: `Bearer ${token}`, ...headers }));

const creates = (items: number, orderId?: string) => ({
  status: 200,
  isChange: orderId === undefined,
  requests: ({ token, filesUrl }: World) => [
    postOf(token, '/v1/orders', orderBody(items, orderId, items > 1 ? filesUrl : undefined)),
  ],
});

export const REPLAYED_ORDER = 'REPLAYED';
export const REPLAYED_ITEMS = 1;

/** What is measured by load, in the order of its tables. */
export const LOAD_CASES: readonly LoadCase[] = [
  {
    name: 'token',
    status: 200,
    requests: ({ clientId, clientSecret }) => {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return [requestText('POST', '/oauth/token', headers, String(new URLSearchParams(form)))];
    },
  },
  { name: 'GET order', goals: { many: 0.65, one: 0.35 }, status: 200, requests: (world) => getOrders(world) },
  {
    name: 'GET order, 304',
    goals: { many: 0.75 },
    status: 304,
    requests: (world) => getOrders(world, { 'if-none-match': '*' }),
  },
  { name: 'GET order, 404', ...read(`/v1/orders/NONE-${NUMBER_MARK}`), status: 404 },
  { name: 'list 20 orders', goals: { many: 0.45 }, ...read('/v1/orders') },
  { name: 'list 20, filtered', ...read('/v1/orders?status=ASSIGNED&createdFrom=2026-01-01T00:00:00Z') },
  {
    name: 'list 20, page 100 by Link',
    status: 200,
    requests: ({ token, pageByLink }) => [
      requestText('GET', pageByLink, { authorization: `Bearer ${token}` }),
    ],
  },
  { name: 'list 20, page=200', ...read('/v1/orders?page=200') },
  { name: 'list 50 products', goals: { many: 0.75 }, ...read('/v1/products') },
  { name: 'list 50 product variants', ...read('/v1/product-variants') },
  { name: 'list 50 article variants', ...read('/v1/article-variants') },
  { name: 'article', ...read('/v1/articles/BENCH-1') },
  { name: 'staff: list 50 orders', ...staffReads('/orders') },
  { name: 'staff: list ASSIGNED', ...staffReads('/orders?status=ASSIGNED') },
  { name: 'staff: search a name', ...staffReads('/orders?q=lovelace') },
  { name: 'staff: search an orderId', ...staffReads('/orders?q=O-0000') },
  {
    name: 'staff: scan',
    status: 200,
    connections: STAFF_CONNECTIONS,
    requests: ({ operatorToken, pieces }) =>
      pieces.map((code) =>
        postOf(operatorToken, '/operator/v1/scans', {
          id: `scan-${NUMBER_MARK}`,
          station: 'bench-1',
          code,
          context: { work: 'FIND' },
        }),
      ),
  },
  {
    name: 'create, replayed',
    ...creates(REPLAYED_ITEMS, REPLAYED_ORDER),
  },
  { name: 'create, 1 item', goals: { many: 0.35, one: 0.15 }, ...creates(1) },
  { name: 'create, 10 items', ...creates(10), requestsMax: 600 },
  { name: 'create, 100 items', ...creates(100), connections: 16, requestsMax: 60 },
  { name: 'a mixed day of 50 clients', isChange: true, status: 200, requests: mixedDay },
];

/** Of a customer's hundred requests: 40 reads of an order, 20 lists, 15 of what is new, 15 new orders, 10 of products. */
function mixedDay({ dayTokens }: World): string[] {
  return dayTokens.flatMap((token, index) => {
    const headers = { authorization: `Bearer ${token}` };
    const get = (path: string) => requestText('GET', path, headers);
    const mine = `MINE-${index}`;
    const since = encodeURIComponent('2026-01-01T00:00:00Z');
    const reads = Array.from({ length: 8 }, () => get(`/v1/orders/${mine}`));
    const lists = Array.from({ length: 4 }, () => get('/v1/orders'));
    const news = Array.from({ length: 3 }, () => get(`/v1/orders?updatedFrom=${since}&limit=50`));
    const makes = Array.from({ length: 3 }, () => postOf(token, '/v1/orders', orderBody(2)));
    const products = Array.from({ length: 2 }, () => get('/v1/products'));
    return shuffled([...reads, ...lists, ...news, ...makes, ...products], index);
  });
}

/** The same order at each run. */
function shuffled<T>(list: readonly T[], seed: number): T[] {
  return list
    .map((one, index) => ({ one, at: ((index + 1) * 7919 + seed * 104_729) % 1_009 }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
