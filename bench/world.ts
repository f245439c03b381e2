import { setTimeout as sleep } from 'node:timers/promises';
import type { LoadGenerators } from './child-processes.ts';
import { NUMBER_MARK, requestText } from './load-job.ts';
import type { PlatenServer } from './platen-server.ts';

/** Orders before anything is measured: page 200 of 20 needs as many. */
const ORDERS_BEFORE = 4_200;
const PRODUCTS = 200;
const VARIANTS_OF_PRODUCT = 3;
const ARTICLES = 40;
const STOCK = 1_000_000;
const PAGE_BY_LINK = 100;
const PIECES = 40;
const CLIENTS_OF_A_DAY = 50;
/** One page of the list. */
const PRODUCTS_OF_A_DAY = 50;
const SEED_CONNECTIONS = 16;
const SETTLE_TIMEOUT_MS = 120_000;
const SETTLE_POLL_MS = 250;
/** So many orders may wait for their files when it counts as settled. */
const UNSETTLED_MAX = 0;

/** What the cases ask about. */
export interface World {
  clientId: string;
  clientSecret: string;
  token: string;
  operatorToken: string;
  /** Of orders that exist; the tag of the first. */
  orderIds: string[];
  /** The address of page 100, as the Link header gives it. */
  pageByLink: string;
  /** Codes of pieces. */
  pieces: string[];
  /** Tokens of the customers of a day. */
  dayTokens: string[];
  /** Where files are: `http://host:port`. */
  filesUrl: string;
}

/** An order of so many items: existing products and, each second one, a print of its own. */
export function orderBody(items: number, orderId = `O-${NUMBER_MARK}`, filesUrl?: string) {
  return {
    orderId,
    items: Array.from({ length: items }, (_, index) =>
      index % 2 === 0 || filesUrl === undefined
        ? { quantity: 1, unitPrice: 24.9, existingProduct: { ean13: ean13(index % PRODUCTS, 0) } }
        : {
            quantity: 1,
            unitPrice: 34.5,
            customProduct: {
              sku: sku(index % ARTICLES, 'M'),
              prints: [{ dataUrl: `${filesUrl}/artwork.png`, location: 'REGULAR', technology: 'DTG' }],
            },
          },
    ),
    shipping: {
      address: {
        personName: 'Ada Lovelace',
        street: 'Musterstraße 1',
        postalCode: '10115',
        city: 'Berlin',
        country: 'DE',
        email: 'ada@example.com',
      },
    },
    unitPriceCurrency: 'EUR',
  };
}

export function postOf(token: string, path: string, body: unknown): string {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return requestText('POST', path, headers, JSON.stringify(body));
}

/** Makes the catalogue, the clients and the orders that the cases need. */
export async function makeWorld(
  server: PlatenServer,
  load: LoadGenerators,
  filesUrl: string,
): Promise<World> {
  const client = await server.makeClient('Bench Shop');
  await server.operator('POST', `/catalog/import?clientId=${client.clientId}`, catalogue());
  const dayTokens: string[] = [];
  for (let number = 1; number <= CLIENTS_OF_A_DAY; number++) {
    const one = await server.makeClient(`Day ${number}`);
    dayTokens.push(one.token);
    await server.operator('POST', `/catalog/import?clientId=${one.clientId}`, {
      products: products(PRODUCTS_OF_A_DAY),
    });
  }
  // Few at a time, as they come in the course of a day.
  const requests = [postOf(client.token, '/v1/orders', orderBody(2))];
  const seed = { port: server.port, requests, status: 200, seconds: 600, requestsMax: ORDERS_BEFORE };
  await load.run({ ...seed, connections: SEED_CONNECTIONS });
  await settle(server);
  const { body: newest } = await server.call<{ orderId: string }[]>(
    client.token,
    'GET',
    '/v1/orders?limit=500',
  );
  return {
    ...client,
    operatorToken: server.operatorToken,
    orderIds: newest.map(({ orderId }) => orderId),
    pageByLink: await followLinks(server, client.token),
    pieces: await makePieces(server, client, filesUrl),
    dayTokens,
    filesUrl,
  };
}

/** Waits until the background has taken all orders in; answers whether it has. */
export async function settle(server: PlatenServer, timeoutMs = SETTLE_TIMEOUT_MS): Promise<boolean> {
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    const { body } = await server.operator<{ statuses: { NEW: number } }>('GET', '/orders/counts');
    if (body.statuses.NEW <= UNSETTLED_MAX) return true;
    await sleep(SETTLE_POLL_MS);
  }
  return false;
}

async function followLinks(server: PlatenServer, token: string): Promise<string> {
  let path = '/v1/orders';
  for (let page = 1; page < PAGE_BY_LINK; page++) {
    const { headers } = await server.call(token, 'GET', path);
    const next = /<[^>]*?(\/v1\/[^>]*)>/.exec(headers.get('link') ?? '')?.[1];
    if (next === undefined) throw new Error(`there is no page ${page + 1}`);
    path = next;
  }
  return path;
}

/** Pieces of orders that are in production: what is printed, since products of the shelf have none. */
async function makePieces(
  server: PlatenServer,
  { clientId, token }: { clientId: string; token: string },
  filesUrl: string,
): Promise<string[]> {
  const orders = Array.from({ length: PIECES }, (_, index) => ({ clientId, orderId: `PIECES-${index}` }));
  for (const { orderId } of orders)
    await server.call(token, 'POST', '/v1/orders', orderBody(2, orderId, filesUrl));
  await settle(server);
  await server.operator('POST', '/orders/bulk-accept', { orders });
  const codes: string[] = [];
  const until = Date.now() + SETTLE_TIMEOUT_MS;
  for (const { orderId } of orders) {
    const path = `/orders/${clientId}/${orderId}/pieces`;
    while (Date.now() < until) {
      const { body: pieces } = await server.operator<{ code: string }[]>('GET', path);
      codes.push(...pieces.map(({ code }) => code));
      if (pieces.length > 0) break;
      await sleep(SETTLE_POLL_MS);
    }
  }
  if (codes.length === 0) throw new Error('the orders have no pieces');
  return codes;
}

function catalogue(): unknown {
  const allowedLocations = [{ location: 'REGULAR', printTechnologies: ['DTG'] }];
  const articles = Array.from({ length: ARTICLES }, (_, article) => ({
    manufacturerCode: `BENCH-${article}`,
    title: `Bench Tee ${article}`,
    type: 'BLANK',
    variants: ['S', 'M', 'L'].map((size) => ({
      sku: sku(article, size),
      color: 'Black',
      size,
      stockLevelQuantity: STOCK,
      dtgType: 'WHITE_UNDERBASE',
      allowedLocations,
      isAllowedOnLocations: [],
    })),
  }));
  return {
    articles,
    products: products(PRODUCTS),
    carriers: [{ carrierId: 'dhl-paket', name: 'DHL Paket' }],
  };
}

export function products(count: number): unknown[] {
  return Array.from({ length: count }, (_, product) => ({
    productId: `P-${product}`,
    name: `Logo Tee ${product}`,
    previewImageUrls: [`p-${product}/front.png`],
    variants: Array.from({ length: VARIANTS_OF_PRODUCT }, (_, variant) => ({
      ean13: ean13(product, variant),
      name: `Logo Tee ${product} Black ${variant}`,
      color: 'Black',
      size: 'SML'[variant],
      stockLevelQuantity: STOCK,
    })),
  }));
}

function sku(article: number, size: string): string {
  return `BENCH-${article}-BLK-${size}`;
}

/** One of the numbers that are free for use inside of a company. */
function ean13(product: number, variant: number): string {
  const digits = `2${String(product * VARIANTS_OF_PRODUCT + variant).padStart(11, '0')}`;
  const sum = [...digits].reduce(
    (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
