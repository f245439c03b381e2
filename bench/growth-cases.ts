import { orderIdOf, requestOf, type Shop, shopOf } from './grown-orders.ts';
import { ean13, scattered, sku, word } from './grown-values.ts';

/** What the cases ask about. */
export interface GrownWorld {
  size: number;
  shops: readonly Shop[];
  /** Tokens of the first shop and of the second, where there is one. */
  tokens: readonly string[];
  /** Calls; throws for an answer that is no success, unless its status is the one given. */
  call: (token: string, method: string, path: string, body?: unknown, status?: number) => Promise<Headers>;
  operator: (method: string, path: string, body?: unknown) => Promise<unknown>;
}

export interface GrowthCase {
  name: string;
  /** It may cost more the more there is: what is far in by page numbers. */
  mayGrow?: true;
  /** Asks once; `round` is another number each time. */
  ask: (world: GrownWorld, round: number) => Promise<unknown>;
}

const FAR_PAGE = 400;
const LINKED_PAGES = 5;
/** The shop has so many orders in each status for what changes orders, and as many again for what staff change. */
export const ROUNDS_MAX = 40;

/** A number of an order of the shop at that place of its hundred, a different one each round, from the newest on. */
function numberOf({ size, shops }: GrownWorld, which: number, place: number, round: number): number {
  const shop = shops[which];
  let left = round;
  for (let n = size - 1; n >= 0; n--)
    if ((place < 0 || n % 100 === place) && shopOf(n, shops) === shop && left-- === 0) return n;
  throw new Error(`the shop has no more orders at ${place}`);
}

function customerCases(which: number, label: string): GrowthCase[] {
  const get = (name: string, path: string | ((world: GrownWorld, round: number) => string)): GrowthCase => ({
    name: `${label}: ${name}`,
    ask: (world, round) =>
      world.call(world.tokens[which] as string, 'GET', typeof path === 'string' ? path : path(world, round)),
  });
  const change = (
    name: string,
    request: (world: GrownWorld, round: number) => [string, string, unknown?],
  ): GrowthCase => ({
    name: `${label}: ${name}`,
    ask: (world, round) => {
      const [method, path, body] = request(world, round);
      return world.call(world.tokens[which] as string, method, path, body);
    },
  });
  const ago = (hours: number) => encodeURIComponent(new Date(Date.now() - hours * 3_600_000).toISOString());
  const some = (world: GrownWorld, round: number) => orderIdOf(numberOf(world, which, -1, round * 7));
  const made = (world: GrownWorld, round: number, prefix: string) => ({
    ...requestOf(world.size + 1 + 4 * round, world.shops[which] as Shop),
    orderId: `${prefix}-${which}-${round}`,
  });
  return [
    get('read an order', (world, round) => `/v1/orders/${some(world, round)}`),
    {
      name: `${label}: read one of nobody`,
      ask: (world, round) =>
        world.call(world.tokens[which] as string, 'GET', `/v1/orders/NONE-${round}`, undefined, 404),
    },
    get('events of an order', (world, round) => `/v1/orders/${some(world, round)}/events`),
    get('list orders', '/v1/orders'),
    get('list 500 orders', '/v1/orders?limit=500'),
    ...['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR'].map((status) =>
      get(`list ${status}`, `/v1/orders?status=${status}`),
    ),
    get('list createdTo half a year ago', `/v1/orders?createdTo=${ago(4_380)}`),
    get('list createdFrom half a year ago', `/v1/orders?createdFrom=${ago(4_380)}`),
    get('list updatedFrom an hour ago', `/v1/orders?updatedFrom=${ago(1)}`),
    get('list updatedFrom half a year ago', `/v1/orders?updatedFrom=${ago(4_380)}`),
    get('list updatedTo half a year ago', `/v1/orders?updatedTo=${ago(4_380)}`),
    get('list ERROR, updatedFrom a day ago', `/v1/orders?status=ERROR&updatedFrom=${ago(24)}`),
    {
      name: `${label}: list, ${LINKED_PAGES} pages by Link`,
      ask: async (world) => {
        let path = '/v1/orders?limit=5';
        for (let page = 0; page < LINKED_PAGES; page++) {
          const headers = await world.call(world.tokens[which] as string, 'GET', path);
          const next = /<[^>]*?(\/v1\/[^>]*)>;\s*rel="next"/.exec(headers.get('link') ?? '')?.[1];
          if (next === undefined) break;
          path = next;
        }
      },
    },
    { ...get(`list, page ${FAR_PAGE}`, `/v1/orders?page=${FAR_PAGE}`), mayGrow: true },
    get('products', '/v1/products'),
    get('products, page 5', '/v1/products?page=5&limit=4'),
    get('product variants', '/v1/product-variants'),
    get('product variants of a product', '/v1/product-variants?productId=P-7'),
    get('product variant', `/v1/product-variants?ean13=${ean13(7, 1)}`),
    get('article variants', '/v1/article-variants'),
    get('article variant', `/v1/article-variants/${sku(3, 'M')}`),
    get('article', '/v1/articles/GROW-3'),
    get('carriers', '/v1/carriers'),
    get('webhook endpoints', '/v1/webhook-endpoints'),
    change('create', (world, round) => ['POST', '/v1/orders', made(world, round, 'MADE')]),
    change('create, replayed', (world) => ['POST', '/v1/orders', made(world, 0, 'MADE')]),
    change('change', (world, round) => [
      'PUT',
      `/v1/orders/${orderIdOf(numberOf(world, which, 2 + which, round))}`,
      {
        ...requestOf(numberOf(world, which, 2 + which, round), world.shops[which] as Shop),
        shipping: {
          address: {
            personName: `Ada ${round}`,
            street: 'Am Markt 1',
            city: 'Bremen',
            postalCode: '28195',
            country: 'DE',
          },
        },
      },
    ]),
    change('cancel', (world, round) => [
      'POST',
      `/v1/orders/${orderIdOf(numberOf(world, which, 2 + which, round))}/cancel`,
    ]),
  ];
}

function staffCases(): GrowthCase[] {
  const get = (name: string, path: string | ((world: GrownWorld, round: number) => string)): GrowthCase => ({
    name: `staff: ${name}`,
    ask: (world, round) => world.operator('GET', typeof path === 'string' ? path : path(world, round)),
  });
  const large = ({ shops }: GrownWorld) => (shops[0] as Shop).clientId;
  const orders = (query: string) => `/orders?limit=50&${query}`;
  const named = (n: number) => word(n, 500);
  const order = (world: GrownWorld, round: number) =>
    `/orders/${large(world)}/${orderIdOf(numberOf(world, 0, -1, round * 5))}`;
  const list = (name: string, query: string) => get(`list ${name}`, orders(query));
  return [
    list('orders', ''),
    list('oldest', 'sort=oldest'),
    list('longest', 'sort=longest'),
    ...['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED', 'CANCELLED', 'ERROR'].map((status) =>
      list(status, `status=${status}`),
    ),
    list('ASSIGNED and ACCEPTED', 'status=ASSIGNED,ACCEPTED'),
    list('longest ASSIGNED', 'status=ASSIGNED&sort=longest'),
    list('with a reason', 'reason=file_not_found'),
    list('by a frequent country', 'country=AT'),
    list('by a rare country', 'country=LU'),
    list('by a country of none', 'country=JP'),
    list('by a frequent country, oldest', 'country=AT&sort=oldest'),
    list('by a carrier', 'carrier=dpd-classic'),
    list('by a carrier of none', 'carrier=nobody'),
    list('ASSIGNED by a country', 'status=ASSIGNED&country=FR'),
    list('SHIPPED by a country', 'status=SHIPPED&country=FR'),
    list('SHIPPED by a carrier', 'status=SHIPPED&carrier=dpd-classic'),
    list('by a SKU', `code=${sku(3, 'M')}`),
    list('by an EAN-13', `code=${ean13(7, 0)}`),
    list('by a code of none', 'code=NOTHING'),
    list('by a SKU, oldest', `code=${sku(3, 'M')}&sort=oldest`),
    list('held', 'held=true'),
    list('preferred', 'preferred=true'),
    list('asked to cancel', 'cancellation=requested'),
    list('older than a day, ASSIGNED', 'status=ASSIGNED&olderThanHours=24'),
    list(
      'updatedFrom an hour ago',
      `updatedFrom=${encodeURIComponent(new Date(Date.now() - 3_600_000).toISOString())}`,
    ),
    get("list a client's", (world) => orders(`clientId=${large(world)}`)),
    get("list a client's by a country", (world) => orders(`clientId=${large(world)}&country=AT`)),
    get("list a client's by a rare country", (world) => orders(`clientId=${large(world)}&country=LU`)),
    get("list a client's by a SKU", (world) => orders(`clientId=${large(world)}&code=${sku(3, 'M')}`)),
    get('list by orderIds', (world) =>
      orders(`orderIds=${orderIdOf(world.size - 3)}%0A${orderIdOf(5)}%0ANONE`),
    ),
    get('search an orderId', (world) => orders(`q=${orderIdOf(world.size >> 1)}`)),
    get('search a whole name', (world) => {
      const n = world.size >> 1;
      return orders(`q=${named(n)}+${word(n * 7 + 1, 20_011)}`);
    }),
    get('search a first name', (world) => orders(`q=${named(world.size >> 1)}`)),
    get('search a tracking number', (world) =>
      orders(`q=JD${String((world.size >> 1) + 7).padStart(18, '0')}`),
    ),
    get('search a SKU', orders(`q=${sku(3, 'M')}`)),
    get('search a word of no order', orders('q=nobodyatall')),
    get('search a word of each order', orders('q=shop')),
    get('search two that seldom meet', orders(`q=${sku(3, 'M')}+${sku(4, 'S')}`)),
    get('search a name in a status', (world) => orders(`q=${named(world.size >> 1)}&status=ASSIGNED`)),
    get('an order', order),
    get('its events', (world, round) => `${order(world, round)}/events`),
    get('its pieces', (world, round) => `${order(world, round)}/pieces`),
    get('counts of orders', '/orders/counts'),
    get("counts of a client's orders", (world) => `/orders/counts?clientId=${large(world)}`),
    get('overview', '/overview'),
    get('report of production', () => {
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
      return `/reports/production?from=${day(14)}&to=${day(1)}`;
    }),
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
    get('stock by code', `/stock?q=${ean13(7, 0)}`),
    get('movements of a SKU', `/stock/ARTICLE/${sku(3, 'M')}/movements`),
    get('orders to release', '/release-orders'),
    get('groups to release', '/release-groups'),
    get('counts of the floor', '/floor-counts'),
    get('problems', '/problems'),
    get('batches', '/batches'),
    get('hand-overs', '/hand-overs'),
    get('returns', '/returns'),
    get('print jobs', '/print-jobs'),
    get('record of who did what', '/audit'),
    ...staffChanges(large),
  ];
}

function staffChanges(large: (world: GrownWorld) => string): GrowthCase[] {
  const verb = (name: string, path: string, place: number, body: unknown): GrowthCase => ({
    name: `staff: ${name}`,
    ask: (world, round) => {
      // Those that customers' cases do not touch.
      const n = numberOf(world, 0, place, ROUNDS_MAX + round);
      return world.operator('POST', `/orders/${large(world)}/${orderIdOf(n)}/${path}`, body);
    },
  });
  return [
    verb('accept', 'accept', 2, undefined),
    verb('ship', 'ship', 4, { parcels: [{ trackingNumber: '00340434161094042557' }] }),
    {
      name: 'staff: adjust stock',
      ask: (world, round) =>
        world.operator('POST', `/stock/ARTICLE/${sku(scattered(round, 40), 'S')}/adjust`, { by: 1 }),
    },
  ];
}

/** Everything that customers and staff ask for; of the large shop, and of a small one where there are some. */
export function growthCases(clients: number): GrowthCase[] {
  return [
    ...customerCases(0, clients > 1 ? 'large shop' : 'shop'),
    ...(clients > 1 ? customerCases(1, 'small shop') : []),
    ...staffCases(),
  ];
}
