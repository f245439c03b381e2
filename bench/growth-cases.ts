import {
  type GrownShop,
  type GrownWorld,
  namesOf,
  orderIdOf,
  shopIndexOf,
  trackingNumberOf,
} from './grown-database.ts';
import { scanOrders } from './scan-cases.ts';
import { ean13Of, orderBody, skuOf } from './shop.ts';
import { nextOf, waitForPieces } from './world.ts';

export interface GrowthCase {
  name: string;
  /** True if the cost may grow with the number of orders, for example for a late page by its number. */
  mayGrow?: true;
  /** Sends one request. Rounds count from 0. */
  ask: (world: GrownWorld, round: number) => Promise<unknown>;
}

type Path = string | ((world: GrownWorld, round: number) => string);

/**
 * Maximum number of rounds. Each round changes another order, and staff and customers never change the same
 * one.
 */
export const ROUNDS_MAX = 19;
const FAR_PAGE = 400;
const LINKED_PAGES = 5;
const STATUSES = ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR'];
const HOUR_MS = 3_600_000;

const timeBefore = (hours: number) => encodeURIComponent(new Date(Date.now() - hours * HOUR_MS).toISOString());

/**
 * Returns the place of one of the shop's orders, counted from the newest. With `ending`, the place ends in
 * this digit.
 */
function findPlace(world: GrownWorld, shop: number, ending: number | undefined, which: number): number {
  let left = which;
  for (let place = 0; place < world.orders; place++) {
    const isOfShop = shopIndexOf(place, world.clients) === shop;
    if (isOfShop && (ending === undefined || place % 100 === ending) && left-- === 0) return place;
  }
  throw new Error(`the shop has only ${which - left} orders at ${ending}`);
}

function listCustomerCases(shop: number, label: string): GrowthCase[] {
  const tokenOf = ({ shops }: GrownWorld) => (shops[shop] as GrownShop).token;
  const send = (
    name: string,
    request: (
      world: GrownWorld,
      round: number,
    ) => [method: string, path: string, body?: unknown, status?: number | undefined],
  ): GrowthCase => ({
    name: `${label}: ${name}`,
    ask: (world, round) => {
      const [method, path, ...rest] = request(world, round);
      return world.server.call(tokenOf(world), method, `/v1${path}`, ...rest);
    },
  });
  const get = (name: string, path: Path, status?: number) =>
    send(name, (world, round) => ['GET', typeof path === 'string' ? path : path(world, round), undefined, status]);
  const some = (world: GrownWorld, round: number) => orderIdOf(findPlace(world, shop, undefined, round * 7));
  // Returns an ASSIGNED order of either shop. Places that end in 2 belong to the large shop, and in 3 to the
  // small one.
  const findAssigned = (world: GrownWorld, round: number) => orderIdOf(findPlace(world, shop, 2 + shop, round));
  const made = (round: number) => orderBody({ orderId: `MADE-${shop}-${round}` });
  return [
    get('read an order', (world, round) => `/orders/${some(world, round)}`),
    get('read an order of nobody', (_, round) => `/orders/NONE-${round}`, 404),
    get('events of an order', (world, round) => `/orders/${some(world, round)}/events`),
    get('list orders', '/orders'),
    get('list 500 orders', '/orders?limit=500'),
    ...STATUSES.map((status) => get(`list ${status}`, `/orders?status=${status}`)),
    get('list createdTo half a year ago', () => `/orders?createdTo=${timeBefore(4_380)}`),
    get('list createdFrom half a year ago', () => `/orders?createdFrom=${timeBefore(4_380)}`),
    get('list updatedFrom an hour ago', () => `/orders?updatedFrom=${timeBefore(1)}`),
    get('list updatedFrom half a year ago', () => `/orders?updatedFrom=${timeBefore(4_380)}`),
    get('list updatedTo half a year ago', () => `/orders?updatedTo=${timeBefore(4_380)}`),
    get('list ERROR, updatedFrom a day ago', () => `/orders?status=ERROR&updatedFrom=${timeBefore(24)}`),
    {
      name: `${label}: list, ${LINKED_PAGES} pages by Link`,
      ask: async (world) => {
        let path: string | undefined = '/v1/orders?limit=5';
        for (let page = 0; page < LINKED_PAGES && path !== undefined; page++)
          path = nextOf((await world.server.call(tokenOf(world), 'GET', path)).headers);
      },
    },
    { ...get(`list, page ${FAR_PAGE}`, `/orders?page=${FAR_PAGE}`), mayGrow: true },
    get('products', '/products'),
    get('products, page 5', '/products?page=5&limit=4'),
    get('product variants', '/product-variants'),
    get('product variants of a product', '/product-variants?productId=P-7'),
    get('product variant', `/product-variants?ean13=${ean13Of(7, 1)}`),
    get('article variants', '/article-variants'),
    get('article variant', `/article-variants/${skuOf(3, 'M')}`),
    get('article', '/articles/BENCH-3'),
    get('carriers', '/carriers'),
    get('webhook endpoints', '/webhook-endpoints'),
    send('create', (_, round) => ['POST', '/orders', made(round)]),
    send('create, replayed', () => ['POST', '/orders', made(0)]),
    send('change', (world, round) => {
      const orderId = findAssigned(world, round);
      return ['PUT', `/orders/${orderId}`, orderBody({ orderId, personName: `Ada ${round}` })];
    }),
    send('cancel', (world, round) => ['POST', `/orders/${findAssigned(world, round)}/cancel`]),
  ];
}

function listStaffCases(): GrowthCase[] {
  const get = (name: string, path: Path): GrowthCase => ({
    name: `staff: ${name}`,
    ask: ({ server, ...world }, round) =>
      server.operator('GET', typeof path === 'string' ? path : path({ server, ...world }, round)),
  });
  const list = (name: string, query: string | ((world: GrownWorld) => string)): GrowthCase =>
    get(name, (world) => `/orders?limit=50&${typeof query === 'string' ? query : query(world)}`);
  const large = ({ shops }: GrownWorld) => (shops[0] as GrownShop).clientId;
  const middle = ({ orders }: GrownWorld) => orders >> 1;
  const order = (world: GrownWorld, round: number) =>
    `/orders/${large(world)}/${orderIdOf(findPlace(world, 0, undefined, round * 5))}`;
  const day = (ago: number) => new Date(Date.now() - ago * 24 * HOUR_MS).toISOString().slice(0, 10);
  return [
    list('list orders', ''),
    list('list oldest', 'sort=oldest'),
    list('list longest', 'sort=longest'),
    ...STATUSES.map((status) => list(`list ${status}`, `status=${status}`)),
    list('list ASSIGNED and ACCEPTED', 'status=ASSIGNED,ACCEPTED'),
    list('list longest ASSIGNED', 'status=ASSIGNED&sort=longest'),
    list('list with a reason', 'reason=file_not_found'),
    list('list by a frequent country', 'country=AT'),
    list('list by a rare country', 'country=LU'),
    list('list by a country of none', 'country=JP'),
    list('list by a frequent country, oldest', 'country=AT&sort=oldest'),
    list('list by a carrier', 'carrier=dpd-classic'),
    list('list by a carrier of none', 'carrier=nobody'),
    list('list ASSIGNED by a country', 'status=ASSIGNED&country=FR'),
    list('list SHIPPED by a country', 'status=SHIPPED&country=FR'),
    list('list SHIPPED by a carrier', 'status=SHIPPED&carrier=dpd-classic'),
    list('list by a SKU', `code=${skuOf(3, 'M')}`),
    list('list by an EAN-13', `code=${ean13Of(0, 0)}`),
    list('list by a code of none', 'code=NOTHING'),
    list('list by a SKU, oldest', `code=${skuOf(3, 'M')}&sort=oldest`),
    list('list held', 'held=true'),
    list('list preferred', 'preferred=true'),
    list('list asked to cancel', 'cancellation=requested'),
    list('list older than a day, ASSIGNED', 'status=ASSIGNED&olderThanHours=24'),
    list('list updatedFrom an hour ago', () => `updatedFrom=${timeBefore(1)}`),
    list("list a client's", (world) => `clientId=${large(world)}`),
    list("list a client's by a country", (world) => `clientId=${large(world)}&country=AT`),
    list("list a client's by a rare country", (world) => `clientId=${large(world)}&country=LU`),
    list("list a client's by a SKU", (world) => `clientId=${large(world)}&code=${skuOf(3, 'M')}`),
    list('list by orderIds', ({ orders }) => `orderIds=${orderIdOf(orders - 3)}%0A${orderIdOf(5)}%0ANONE`),
    list('search an orderId', (world) => `q=${orderIdOf(middle(world))}`),
    list('search a whole name', (world) => `q=${namesOf(middle(world)).join('+')}`),
    list('search a first name', (world) => `q=${namesOf(middle(world))[0]}`),
    list('search a tracking number', (world) => `q=${trackingNumberOf(middle(world) - (middle(world) % 100) + 7)}`),
    list('search a SKU', `q=${skuOf(3, 'M')}`),
    list('search a word of no order', 'q=nobodyatall'),
    list('search a word of each order', 'q=shop'),
    list('search two that seldom meet', `q=${skuOf(1, 'M')}+${skuOf(3, 'M')}`),
    list('search an orderId in a status', (world) => `status=SHIPPED&q=${orderIdOf(middle(world))}`),
    list('search a first name in a status', (world) => `status=ASSIGNED&q=${namesOf(middle(world))[0]}`),
    get('an order', order),
    get('its events', (world, round) => `${order(world, round)}/events`),
    get('its pieces', (world, round) => `${order(world, round)}/pieces`),
    get('counts of orders', '/orders/counts'),
    get("counts of a client's orders", (world) => `/orders/counts?clientId=${large(world)}`),
    get('overview', '/overview'),
    get('report of production', () => `/reports/production?from=${day(14)}&to=${day(1)}`),
    get('clients', '/clients'),
    get('clients by name', '/clients?q=Shop+1'),
    get('a client', (world) => `/clients/${large(world)}`),
    get('webhook endpoints', '/webhook-endpoints'),
    get('articles', '/articles'),
    get('products', '/products'),
    get('products by name', '/products?q=Logo+Tee+1'),
    get("a client's products", (world) => `/clients/${large(world)}/products`),
    get('who sells a product', '/products/P-7/clients'),
    get('stock', '/stock'),
    get('stock by code', `/stock?q=${ean13Of(7, 0)}`),
    get('movements of a SKU', `/stock/ARTICLE/${skuOf(3, 'M')}/movements`),
    get('orders to release', '/release-orders'),
    get('groups to release', '/release-groups'),
    get('counts of the floor', '/floor-counts'),
    get('problems', '/problems'),
    get('batches', '/batches'),
    get('hand-overs', '/hand-overs'),
    get('returns', '/returns'),
    get('print jobs', '/print-jobs'),
    get('record of who did what', '/audit'),
    ...listStaffChanges(large),
  ];
}

function listStaffChanges(large: (world: GrownWorld) => string): GrowthCase[] {
  const change = (name: string, ending: number, body?: unknown): GrowthCase => ({
    name: `staff: ${name}`,
    ask: (world, round) => {
      const orderId = orderIdOf(findPlace(world, 0, ending, 2 * ROUNDS_MAX + round));
      return world.server.operator('POST', `/orders/${large(world)}/${orderId}/${name}`, body);
    },
  });
  return [
    change('accept', 2),
    change('ship', 4, { parcels: [{ trackingNumber: '00340434161094042557' }] }),
    {
      name: 'staff: adjust stock',
      ask: ({ server }, round) => server.operator('POST', `/stock/ARTICLE/${skuOf(round, 'S')}/adjust`, { by: 1 }),
    },
    ...listScans(large),
  ];
}

/** Takes one piece through all stations. The scans of each station are a case. */
function listScans(large: (world: GrownWorld) => string): GrowthCase[] {
  const scan = (name: string, work: string, command: string): GrowthCase => ({
    name: `staff: ${name}`,
    ask: async (world, round) => {
      // The newest orders that end in 4 and 5 are accepted, and have one printed piece.
      const orderId = orderIdOf(findPlace(world, 0, 4 + (round % 2), round >> 1));
      const pieces = await waitForPieces(world.server, { clientId: large(world), orderId });
      await Array.fromAsync(scanOrders(world.server, work, command, 'bench-1', [pieces.slice(0, 1)]));
    },
  });
  return [
    scan('scans that make a piece', 'MAKE', 'PASS'),
    scan('scans that check a piece', 'CHECK', 'PASS'),
    scan('scans that pack and ship an order', 'PACK', 'NO_TRACKING'),
  ];
}

/** Lists the measured requests of customers and staff: for the large shop, and for the small one if any. */
export function listGrowthCases(clients: number): GrowthCase[] {
  return [
    ...listCustomerCases(0, clients > 1 ? 'large shop' : 'shop'),
    ...(clients > 1 ? listCustomerCases(1, 'small shop') : []),
    ...listStaffCases(),
  ];
}
