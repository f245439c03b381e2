import type { Request } from 'autocannon';
import { ID_MARK } from './load.ts';
import { getRequest, orderBody, PRODUCTS, postRequest } from './shop.ts';
import type { World } from './world.ts';

/** Orders that are read in turn, because concurrent reads of one order would share one query. */
export const ORDERS_READ = 200;
/** Number of open screens. */
const STAFF_CONNECTIONS = 8;

export interface LoadCase {
  name: string;
  /** Minimum ratio to the handmade server, with 64 connections and with one. */
  goals?: { many: number; one: number };
  /** True for a create. It is compared with the handmade server's create, and other cases with its read. */
  isCreate?: boolean;
  /** 64 by default. */
  connections?: number;
  /** Number of requests per run, for requests that store much data. */
  amount?: number;
  status: number;
  requests: (world: World) => Request[];
}

const read = (path: string) => ({
  status: 200,
  requests: ({ token }: World) => [getRequest(token, path)],
});

const staffReads = (path: string) => ({
  status: 200,
  connections: STAFF_CONNECTIONS,
  requests: ({ operatorToken }: World) => [getRequest(operatorToken, `/operator/v1${path}`)],
});

const readOrders = ({ token, orderIds }: World, headers: Record<string, string> = {}) =>
  orderIds.slice(0, ORDERS_READ).map((id) => getRequest(token, `/v1/orders/${id}`, headers));

/** Creates of orders of one product each, in turn of all products, so that they do not wait for one level. */
export const createEach = (token: string) =>
  Array.from({ length: PRODUCTS }, (_, first) => postRequest(token, '/v1/orders', orderBody({ first })));

const creates = (items: number) => ({
  status: 200,
  isCreate: true,
  requests: ({ token, filesUrl }: World) =>
    items === 1
      ? createEach(token)
      : [postRequest(token, '/v1/orders', orderBody({ items, filesUrl: `${filesUrl}/artwork.png` }))],
});

export const LOAD_CASES: readonly LoadCase[] = [
  {
    name: 'read order',
    goals: { many: 1.35, one: 0.64 },
    status: 200,
    requests: (world) => readOrders(world),
  },
  { name: 'read order, 304', status: 304, requests: (world) => readOrders(world, { 'if-none-match': '*' }) },
  { name: 'read order, 404', ...read(`/v1/orders/NONE-${ID_MARK}`), status: 404 },
  { name: 'list 20 orders', ...read('/v1/orders') },
  { name: 'list 20, filtered', ...read('/v1/orders?status=ASSIGNED&createdFrom=2026-01-01T00:00:00Z') },
  {
    name: 'list 20, page 100 by Link',
    status: 200,
    requests: ({ token, pageByLink }) => [getRequest(token, pageByLink)],
  },
  { name: 'list 20, page=200', ...read('/v1/orders?page=200') },
  { name: 'list 50 products', ...read('/v1/products') },
  { name: 'list 50 product variants', ...read('/v1/product-variants') },
  { name: 'list 50 article variants', ...read('/v1/article-variants') },
  { name: 'article', ...read('/v1/articles/BENCH-1') },
  {
    name: 'token',
    status: 200,
    requests: ({ clientId, clientSecret }) => {
      const form = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      return [{ method: 'POST', path: '/oauth/token', headers, body: String(new URLSearchParams(form)) }];
    },
  },
  { name: 'staff: list 50 orders', ...staffReads('/orders') },
  { name: 'staff: list ASSIGNED', ...staffReads('/orders?status=ASSIGNED') },
  { name: 'staff: search a name', ...staffReads('/orders?q=lovelace') },
  { name: 'staff: search an orderId', ...staffReads('/orders?q=O-0000') },
  {
    name: 'staff: scan',
    status: 200,
    connections: STAFF_CONNECTIONS,
    requests: ({ operatorToken, pieces }) =>
      pieces.map((code) => {
        const scan = { id: `scan-${ID_MARK}`, station: 'bench-1', code, context: { work: 'FIND' } };
        return postRequest(operatorToken, '/operator/v1/scans', scan);
      }),
  },
  {
    name: 'create, replayed',
    status: 200,
    requests: ({ dayTokens: [token = ''] }) => [
      postRequest(token, '/v1/orders', orderBody({ items: 2, orderId: 'MINE-0' })),
    ],
  },
  { name: 'create, 1 item', goals: { many: 1.1, one: 0.48 }, ...creates(1) },
  { name: 'create, 10 items', ...creates(10), amount: 600 },
  { name: 'create, 100 items', ...creates(100), connections: 16, amount: 60 },
  { name: 'a mixed day of 50 clients', isCreate: true, status: 200, requests: mixedDay },
];

/**
 * Returns the usual requests of a customer: 40 % reads of an order, 20 % lists, 15 % changed orders, 15 %
 * creates, 10 % products.
 */
function mixedDay({ dayTokens }: World): Request[] {
  return dayTokens.flatMap((token, index) => {
    const get = (count: number, path: string) => Array.from({ length: count }, () => getRequest(token, path));
    const create = () => postRequest(token, '/v1/orders', orderBody({ items: 2 }));
    return [
      ...get(4, `/v1/orders/MINE-${index}`),
      ...get(2, '/v1/orders'),
      create(),
      ...get(3, '/v1/orders?updatedFrom=2026-01-01T00%3A00%3A00Z&limit=50'),
      ...get(4, `/v1/orders/MINE-${index}`),
      create(),
      ...get(2, '/v1/products'),
      ...get(2, '/v1/orders'),
      create(),
    ];
  });
}
