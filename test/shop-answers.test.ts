import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fetch as fetchWith } from 'undici';
import { DEFAULTS, type ShopKind } from '../connectors/mapping.ts';
import { openShop } from '../connectors/open-shop.ts';
import { type ShopApi, ShopRefused } from '../connectors/shop.ts';
import { safeAgent } from '../src/platform/network/safe-agent.ts';
import { problemOf } from '../src/shops/open-connection.ts';
import { type ShopCall, startFakeServer } from './support/fake-shop-server.ts';
import { startFakeShopify } from './support/fake-shopify.ts';
import { startFakeShopware } from './support/fake-shopware.ts';
import { startFakeWooCommerce } from './support/fake-woocommerce.ts';

function apiOf(shop: ShopKind, shopUrl: string, user = 'user', fetch?: typeof globalThis.fetch): ShopApi {
  const mapping = {
    ...DEFAULTS[shop],
    ...{ shop, shopUrl, platen: '', publicUrl: '', port: 0, host: '', skus: {} },
    ...{ notifyCustomer: true, takeTestOrders: false, currency: 'EUR' },
  };
  const calling = { fetch: fetch as never, onCost: () => {} };
  return openShop({ mapping, credentials: { user, secret: 'secret', webhookSecret: 's' }, ...calling }).api!;
}

const failureOf = async (work: Promise<unknown>) =>
  problemOf(
    await work.then(
      () => undefined,
      (error) => error,
    ),
  );

async function readAll<T>(pages: AsyncIterable<T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

const isTokenCall = ({ path }: ShopCall) => path.includes('token');

test('Shopify: a wrong client id or secret, and an app that is not installed, are told apart', async (t) => {
  const shopify = await startFakeShopify(t);
  const api = apiOf('shopify', shopify.url);
  const page = (title: string) => {
    shopify.fault = (call) =>
      isTokenCall(call) ? { status: 400, page: `<!DOCTYPE html><title>400 - ${title}</title><p>…</p>` } : undefined;
    return failureOf(api.test());
  };
  const words = 'POST /admin/oauth/access_token answered 400: 400 - ';
  for (const title of ['Oauth error invalid_request', 'Oauth error application_cannot_be_found'])
    assert.deepEqual(await page(title), { problem: 'shop_credentials_refused', words: words + title });
  for (const title of ['Oauth error app_not_installed', 'Oauth error shop_not_permitted: …'])
    assert.deepEqual(await page(title), { problem: 'shop_app_not_installed', words: words + title });
  const body = { error: 'shop_not_permitted', error_description: 'Client credentials cannot be performed here.' };
  shopify.fault = () => ({ status: 400, body });
  assert.equal((await failureOf(api.test())).problem, 'shop_app_not_installed');
});

test('Shopify: a token that the shop no longer accepts is replaced', async (t) => {
  const shopify = await startFakeShopify(t);
  const api = apiOf('shopify', shopify.url);
  await api.test();
  const errors = '[API] Invalid API key or access token (unrecognized login or wrong password)';
  shopify.fault = (call) => (isTokenCall(call) ? undefined : { status: 401, body: { errors } });
  const failure = await failureOf(api.test());
  assert.equal(failure.problem, 'shop_credentials_refused');
  assert.match(failure.words ?? '', /Invalid API key or access token/);
  shopify.fault = () => undefined;
  const before = shopify.calls.filter(isTokenCall).length;
  await api.test();
  assert.equal(shopify.calls.filter(isTokenCall).length, before + 1);
});

test('Shopify: a parcel with items of two locations becomes a fulfillment for each, also after a lost answer', async (t) => {
  const shopify = await startFakeShopify(t);
  const order = shopify.newOrder('7', [{ quantity: 2 }, {}]);
  const [first] = order.fulfillmentOrders;
  const [one, two] = first!.lines;
  order.fulfillmentOrders = [
    { id: 'FO-A', status: 'OPEN', location: '1', lines: [one!] },
    { id: 'FO-B', status: 'OPEN', location: '2', lines: [two!] },
  ];
  const api = apiOf('shopify', shopify.url, '');
  const parcel = {
    trackingNumber: 'T-1',
    items: [
      { id: '71', quantity: 1 },
      { id: '72', quantity: 1 },
    ],
  };
  const news = { parcel, shipmentId: '1', toldId: undefined, otherIds: new Set<string>(), all: [parcel] };
  const tell = (toldId?: string) => api.tellParcel('7', { ...news, toldId, ordered: parcel.items });
  shopify.failOnce('fulfillmentCreate', 'reset after');
  await assert.rejects(tell());
  const id = await tell();
  assert.equal(id, 'gid://shopify/Fulfillment/71 gid://shopify/Fulfillment/72');
  assert.equal(await tell(), id);
  const lines = order.fulfillments.map((fulfillment) => fulfillment.lines);
  assert.deepEqual(lines, [[{ item: '71', quantity: 1 }], [{ item: '72', quantity: 1 }]]);
  parcel.trackingNumber = 'T-2';
  await tell(id);
  assert.deepEqual(
    order.fulfillments.map(({ trackingInfo }) => trackingInfo[0]?.number),
    ['T-2', 'T-2'],
  );
  await api.withdrawParcel?.('7', id);
  assert.deepEqual(
    order.fulfillments.map(({ status }) => status),
    ['CANCELLED', 'CANCELLED'],
  );
});

test('Shopware: a text that is no access key is refused credentials, and a refusal has the words of the shop', async (t) => {
  const shopware = await startFakeShopware(t);
  const api = apiOf('shopware', shopware.url);
  const detail = 'Access key is invalid and could not be identified.';
  const errors = [{ status: '500', code: 'FRAMEWORK__API_INVALID_ACCESS_KEY', title: 'Internal Server Error', detail }];
  shopware.fault = () => ({ status: 500, body: { errors } });
  assert.deepEqual(await failureOf(api.test()), {
    problem: 'shop_credentials_refused',
    words: `POST /api/oauth/token answered 500 (${detail}).`,
  });
  shopware.fault = () => ({ status: 503, page: '<html><title>503 Service\n Unavailable</title></html>' });
  assert.deepEqual(await failureOf(api.test()), {
    problem: 'shop_busy',
    words: 'POST /api/oauth/token answered 503 (503 Service Unavailable).',
  });
});

test('Shopware: a discount of shipping is not taken for the delivery', async (t) => {
  const address = {
    firstName: 'Ada',
    lastName: 'Lovelace',
    street: 'Hauptstr. 1',
    city: 'Berlin',
    country: { iso: 'DE' },
  };
  const goods = {
    ...{ id: 'd'.repeat(32), trackingCodes: [], stateMachineState: { technicalName: 'open' } },
    ...{ shippingCosts: { totalPrice: 4.9 }, shippingMethod: { name: 'Standard' }, shippingOrderAddress: address },
  };
  const discount = {
    ...{ id: 'e'.repeat(32), trackingCodes: [], stateMachineState: { technicalName: 'open' } },
    ...{ shippingCosts: { totalPrice: -4.9 }, shippingMethod: null, shippingOrderAddress: null },
  };
  const order = { id: 'a'.repeat(32), lineItems: [], deliveries: [discount, goods] };
  const server = await startFakeServer(t, (call) => {
    if (isTokenCall(call)) return { access_token: 'a', expires_in: 600 };
    return call.path.includes('/search/') ? { data: [order] } : null;
  });
  const api = apiOf('shopware', server.url);
  const read = await api.order(order.id);
  assert.equal(read?.address.street, 'Hauptstr. 1');
  assert.deepEqual(read?.shippingMethods, ['Standard']);
  const parcel = { trackingNumber: 'T-1', items: [] };
  await api.tellParcel(order.id, {
    parcel,
    shipmentId: '1',
    toldId: undefined,
    otherIds: new Set(),
    all: [parcel],
    ordered: [],
  });
  assert.deepEqual(
    server.calls.filter(({ method }) => method === 'PATCH').map(({ path }) => path),
    [`/api/order-delivery/${goods.id}`],
  );
});

for (const [shop, code] of [
  ['woocommerce', 'shop_api_not_found'],
  ['orderdesk', 'shop_not_found'],
] as const)
  test(`${shop}: an address without the API is a problem, and no empty list of orders`, async (t) => {
    const server = await startFakeServer(t, () => undefined);
    const api = apiOf(shop, server.url);
    for (const list of [api.list(new Date(0), true), api.list(new Date(0)), api.products()])
      assert.equal((await failureOf(readAll(list as AsyncIterable<unknown[]>))).problem, code);
    server.fault = () => ({ status: 404, page: '<title>Page not found</title>' });
    assert.equal((await failureOf(api.test())).problem, code);
  });

test('WooCommerce: the states of orders are one parameter, and a read-only key is a missing permission', async (t) => {
  const server = await startFakeServer(t, () => []);
  const api = apiOf('woocommerce', server.url);
  assert.deepEqual(await readAll(api.list(undefined)), []);
  assert.equal(new URL(server.calls[0]!.path, server.url).searchParams.get('status'), 'processing');
  const message = 'The API key provided does not have write permissions.';
  server.fault = ({ method }) =>
    method === 'GET' ? undefined : { status: 401, body: { code: 'woocommerce_rest_authentication_error', message } };
  const failure = await failureOf(api.test());
  assert.equal(failure.problem, 'shop_permission_missing');
  assert.match(failure.words ?? '', /write permissions/);
});

test('WooCommerce: the stock of a variant whose product was deleted is a refusal', async (t) => {
  const woo = await startFakeWooCommerce(t);
  woo.fault = () => ({ status: 404, body: { code: 'woocommerce_rest_product_invalid_id', message: 'Invalid ID.' } });
  const told = apiOf('woocommerce', woo.url).tellStock([{ variant: '7/8', quantity: 1 }]);
  await assert.rejects(told, (error) => error instanceof ShopRefused);
});

test('Order Desk: an update of the stock has the whole item, and an error in an answer is a refusal', async (t) => {
  const items = Array.from({ length: 120 }, (_, index) => ({
    ...{ id: index + 1, name: `Tee ${index + 1}`, code: `T-${index + 1}`, price: 9.5, cost: 2, stock: 5 },
    ...{ location: 'A1', metadata: { upc: '' }, variation_list: [] },
  }));
  const updates: object[] = [];
  const server = await startFakeServer(t, ({ method, path, body }) => {
    if (method === 'PUT') return { status: 'success', updates: updates.push(...JSON.parse(body)) };
    const { searchParams } = new URL(path, 'http://shop');
    const offset = Number(searchParams.get('offset'));
    return { status: 'success', inventory_items: items.slice(offset, offset + Number(searchParams.get('limit'))) };
  });
  const api = apiOf('orderdesk', server.url);
  await api.tellStock([
    { variant: '3', quantity: 7 },
    { variant: '110', quantity: 0 },
    { variant: '999', quantity: 1 },
  ]);
  assert.deepEqual(updates, [
    { ...items[2], stock: 7 },
    { ...items[109], stock: 0 },
  ]);
  server.fault = () => ({ answer: { status: 'error', message: 'Invalid credentials' } });
  await assert.rejects(
    api.test(),
    (error) => error instanceof ShopRefused && /Invalid credentials/.test(error.message),
  );
});

test('a name that no server has is told apart from a private address', async (t) => {
  const problem = async (addresses: { address: string; family: number }[]) => {
    const agent = safeAgent({
      allow: [],
      lookup: (_name, _options, callback) => callback(null, addresses),
      refuseAfterMs: 0,
    });
    t.after(() => agent.destroy());
    const fetch = (url: string, init: RequestInit) => fetchWith(url, { ...init, dispatcher: agent } as never);
    return (await failureOf(apiOf('woocommerce', 'https://shop.exampel.com', 'ck', fetch as never).test())).problem;
  };
  assert.equal(await problem([]), 'shop_name_unknown');
  assert.equal(await problem([{ address: '10.0.0.1', family: 4 }]), 'shop_address_private');
});

test('a list goes on after a fault of the gateway, and a request that changes something is not repeated', async (t) => {
  const items = Array.from({ length: 101 }, (_, index) => ({ id: index, code: `T-${index}`, name: 'Tee' }));
  const server = await startFakeServer(t, ({ path }) => {
    const offset = Number(new URL(path, 'http://shop').searchParams.get('offset'));
    return { inventory_items: items.slice(offset, offset + 100) };
  });
  const faults = [502, 503];
  server.fault = ({ path }) => {
    const status = path.includes('offset=100') ? faults.pop() : undefined;
    return status ? { status, headers: status === 503 ? { 'retry-after': '0' } : {} } : undefined;
  };
  const api = apiOf('orderdesk', server.url);
  assert.equal((await readAll(api.products())).length, items.length);
  assert.equal(server.calls.length, 4);
  server.fault = () => ({ status: 503 });
  await assert.rejects(api.tellPeople('1', { tag: 'error', text: 'No.' }));
  assert.equal(server.calls.length, 5);
});

test('WooCommerce: a deleted order is among the changed ones', async (t) => {
  const woo = await startFakeWooCommerce(t);
  woo.newOrder('7', {}, 'trash');
  woo.newOrder('8', {});
  const listed = await readAll(apiOf('woocommerce', woo.url).list(new Date(0), true));
  assert.deepEqual(
    listed.map(({ id, isOpen }) => [id, isOpen]),
    [
      ['8', true],
      ['7', false],
    ],
  );
});

test('Order Desk: orders of a store west of UTC are found, and countries and refunds are read', async (t) => {
  const order = (id: string, date_updated: string, more = {}) => ({
    id,
    date_updated,
    payment_status: 'Approved',
    ...more,
  });
  const orders = [
    order('1', '2026-03-01 12:00:01', { shipping: { country: 'United States', state: 'TN' } }),
    order('2', '2026-03-01 10:59:59'),
    order('3', '2026-03-01 13:00:00', { payment_status: 'Fully Refunded' }),
    order('4', '2026-03-01 13:00:00', { payment_status: 'Partially Refunded' }),
    order('5', '2026-03-01 13:00:00', { payment_status: 'Rejected' }),
  ];
  const server = await startFakeServer(t, ({ path }) => {
    const { pathname, searchParams } = new URL(path, 'http://shop');
    const id = pathname.split('/').at(-1);
    if (id !== 'orders') return { status: 'success', order: orders.find((one) => one.id === id) };
    // Pago Pago is 11 hours behind UTC.
    const from = new Date(`${searchParams.get('modified_start_date')}Z`).getTime() + 11 * 3_600_000;
    const found = orders.filter(({ date_updated }) => new Date(`${date_updated}Z`).getTime() >= from);
    return { status: 'success', orders: found };
  });
  const api = apiOf('orderdesk', server.url);
  const listed = await readAll(api.list(new Date('2026-03-01T12:00:00Z'), true));
  assert.deepEqual(
    listed.map(({ id }) => id),
    ['1', '3', '4', '5'],
  );
  const [first, refunded, part, rejected] = await Promise.all(['1', '3', '4', '5'].map((id) => api.order(id)));
  assert.deepEqual([first?.address.country, first?.address.state], ['US', 'TN']);
  assert.deepEqual(
    [refunded, part, rejected].map((one) => one?.cancelled),
    ['Refunded in the shop.', '', 'The payment failed in the shop.'],
  );
  assert.equal(part?.isRefundedInPart, true);
});

test('a redirect names its address, and a byte order mark is no fault', async (t) => {
  const server = await startFakeServer(t, () => []);
  const api = apiOf('woocommerce', server.url);
  const headers = { location: 'https://www.shop.example.com/wp-json/wc/v3/orders?per_page=1' };
  server.fault = () => ({ status: 301, headers });
  const failure = { problem: 'shop_redirects', words: 'https://www.shop.example.com' };
  assert.deepEqual(await failureOf(api.test()), failure);
  server.fault = () => ({ page: '\uFEFF[]' });
  await api.test();
});
