import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { checkConnector } from '../connectors/connect.ts';
import { ConnectError, readMapping } from '../connectors/mapping.ts';
import { BLANK, EAN } from '../src/orders/test-support/sample-orders.ts';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { prepareShop, TRACKING } from './support/connected-shop.ts';
import { startFakeServer } from './support/fake-shop-server.ts';
import { startFakeWooCommerce, WOO_SECRET } from './support/fake-woocommerce.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const RECORDED = join(import.meta.dirname, '../connectors/recorded');
const readRecorded = (name: string) => readFile(join(RECORDED, `${name}.json`), 'utf8');
const SECRET = 'the secret of the webhook';
const SHOPIFY = {
  shop: 'shopify',
  skus: { IPOD2008PINK: { ean13: EAN } },
  carriers: { 'Generic Shipping': 'dhl-paket' },
};
const WOO_ENVIRONMENT = {
  SHOP_WEBHOOK_SECRET: WOO_SECRET,
  WOOCOMMERCE_CONSUMER_KEY: 'ck',
  WOOCOMMERCE_CONSUMER_SECRET: 'cs',
};

let server: TestServer;
let folder: string;
before(async () => {
  server = await startTestServer({ WEBHOOK_RETRY_SECONDS: '5,5,5,5' });
  folder = await mkdtemp(join(tmpdir(), 'platen-connect-'));
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

const hmac = (body: string, encoding: 'base64' | 'hex', key = SECRET) =>
  createHmac('sha256', key).update(body).digest(encoding);

async function post(url: string, body: string, headers: Record<string, string>) {
  const answer = await fetch(`${url}/shop`, { method: 'POST', body, headers });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}

test('without the API of the shop, orders of its webhooks are stored, taken, changed and cancelled', async (t) => {
  const sample = await readRecorded('shopify-order');
  const environment = { SHOP_WEBHOOK_SECRET: SECRET };
  const shop = await prepareShop(t, { server, mapping: SHOPIFY, environment });
  await shop.start();
  const orderId = 'SHOPIFY-820982911946154508';
  const at = (updated: string, change: Record<string, string> = {}) =>
    Object.entries(change).reduce(
      (text, [from, to]) => text.replaceAll(from, to),
      sample
        .replace(/"updated_at": "[^"]+"/, `"updated_at": "${updated}"`)
        .replace(/"cancelled_at": "[^"]+"/, '"cancelled_at": null')
        .replace('"voided"', '"paid"')
        .replace('"test": true', '"test": false'),
    );
  const send = (body: string, signed = body) =>
    post(shop.url, body, { 'x-shopify-topic': 'orders/create', 'x-shopify-hmac-sha256': hmac(signed, 'base64') });

  const paid = at('2026-01-01T00:00:00Z');
  assert.equal((await send(paid, sample)).status, 401);
  assert.equal((await send('x'.repeat(5_000_000))).status, 413);
  assert.equal((await send('no JSON')).status, 400);
  for (const _again of [1, 2]) assert.deepEqual(await send(paid), { status: 200, json: { stored: orderId } });
  assert.equal((await shop.settled(orderId, 'from_shop')).outcome, 'taken');
  const { json } = await shop.customer.read(orderId);
  assert.deepEqual(json.shipping, {
    address: {
      personName: 'Steve Shipper',
      company: 'Shipping Company',
      street: '123 Shipping Street',
      city: 'Shippington',
      postalCode: '40003',
      state: 'KY',
      phoneNumber: '555-555-SHIP',
      email: 'jon@example.com',
      country: 'US',
    },
    carrierId: 'dhl-paket',
  });
  assert.deepEqual(
    json.items.map(({ existingProduct, ...item }: { existingProduct: { ean13: string } }) => [
      item,
      existingProduct.ean13,
    ]),
    [
      [{ id: '866550311766439020', quantity: 1, unitPrice: 199 }, EAN],
      [{ id: '141249953214522974', quantity: 1, unitPrice: 194 }, EAN],
    ],
  );

  await send(at('2026-01-01T00:02:00Z', { '123 Shipping': '125 Shipping' }));
  await waitUntil(async () => (await shop.customer.read(orderId)).json.shipping.address.street.startsWith('125'));
  // A late webhook has an older version.
  await send(at('2026-01-01T00:01:00Z', { '123 Shipping': '124 Shipping' }));
  await send(at('2026-01-01T00:03:00Z', { '"cancelled_at": null': '"cancelled_at": "2026-01-01T00:03:00Z"' }));
  await waitUntil(async () => (await shop.customer.read(orderId)).json.status === 'CANCELLED');
  assert.match((await shop.customer.read(orderId)).json.shipping.address.street, /^125/);
  await waitUntil(async () => {
    const { rows } = await server.pool.query('select content from shop_messages where order_id = $1', [orderId]);
    return rows.length === 1 && rows[0].content === null;
  });
  assert.doesNotMatch(shop.logged.join(), /Steve|Shipping Street|jon@/);
});

test('a test order of Shopify is left out, unless the mapping takes test orders', async (t) => {
  const sample = (await readRecorded('shopify-order'))
    .replace(/"cancelled_at": "[^"]+"/, '"cancelled_at": null')
    .replace('"voided"', '"paid"');
  for (const [takeTestOrders, isTaken] of [
    [false, false],
    [true, true],
  ]) {
    const mapping = { ...SHOPIFY, takeTestOrders };
    const shop = await prepareShop(t, { server, mapping, environment: { SHOP_WEBHOOK_SECRET: SECRET } });
    await shop.start();
    await post(shop.url, sample, { 'x-shopify-topic': 'orders/paid', 'x-shopify-hmac-sha256': hmac(sample, 'base64') });
    const { outcome } = await shop.settled('SHOPIFY-820982911946154508', 'from_shop');
    assert.match(outcome ?? '', isTaken ? /^taken$/ : /test order/);
    assert.equal((await shop.customer.read('SHOPIFY-820982911946154508')).status, isTaken ? 200 : 404);
    shop.stop();
  }
});

test('a WooCommerce order with an incomplete mapping is refused, and taken after the correction', async (t) => {
  const sample = await readRecorded('woocommerce-order');
  const woo = await startFakeWooCommerce(t);
  woo.newOrder('727', JSON.parse(sample));
  const custom = {
    sku: BLANK,
    prints: [{ dataUrl: 'https://files.example.com/{item.values.size}.png', location: 'FRONT', technology: 'DTG' }],
  };
  const mapping = { shop: 'woocommerce', shopUrl: woo.url, skus: { Bar3: custom } };
  const shop = await prepareShop(t, { server, mapping, environment: WOO_ENVIRONMENT });
  await shop.start();
  const refused = await shop.settled('WOO-727', 'from_shop', 'refused');
  assert.match(refused.error ?? '', /Item 315 \("Woo Single #1"\) has no SKU in the shop; give its product one\./);
  const health = await (await fetch(`${shop.url}/health`)).json();
  assert.deepEqual(health, { refusedOrders: 1, refusedReports: 0, waitingOrders: 0, waitingReports: 0 });
  assert.equal((await post(shop.url, 'webhook_id=5', {})).status, 200);

  const skus = { Bar3: custom, '*': { ean13: EAN } };
  const corrected = { ...JSON.parse(await readFile(shop.mapping, 'utf8')), skus };
  const packingSlip = 'https://shop.example.com/{order.number}.pdf';
  await writeFile(shop.mapping, JSON.stringify({ ...corrected, packingSlip }));
  await shop.start();
  await shop.settled('WOO-727', 'from_shop');
  const { json } = await shop.customer.read('WOO-727');
  assert.equal(json.packingSlip, 'https://shop.example.com/727.pdf');
  assert.equal(json.items[0].unitPrice, 3.23);
  assert.equal(json.items[1].customProduct.prints[0].dataUrl, 'https://files.example.com/M%20Test.png');
  assert.equal(woo.calls[0]?.headers.authorization, `Basic ${Buffer.from('ck:cs').toString('base64')}`);
  woo.change('727', { shipping: { ...JSON.parse(sample).shipping, address_1: '970 Market' } });
  assert.deepEqual(await woo.send(shop.url, '727'), { status: 200, json: { stored: 'WOO-727' } });
  await waitUntil(async () => (await shop.customer.read('WOO-727')).json.shipping.address.street === '970 Market');
});

test('the reason of an order that Platen refuses begins with its sentence, and the place follows', async (t) => {
  const woo = await startFakeWooCommerce(t);
  woo.newOrder('728', JSON.parse(await readRecorded('woocommerce-order')));
  const mapping = { shop: 'woocommerce', shopUrl: woo.url, skus: { '*': { ean13: '4000000000006' } } };
  const shop = await prepareShop(t, { server, mapping, environment: WOO_ENVIRONMENT });
  await shop.start();
  const { error } = await shop.settled('WOO-728', 'from_shop', 'refused');
  const [first = ''] = (error ?? '').split('\n');
  assert.match(first, /^[A-Z].*\. \(Platen, at \/items\/0\/existingProduct\/ean13: unknown_product_variant\)$/);
});

test('an Order Desk order arrives as a form field signed with the API key, and its shipment is reported', async (t) => {
  const sample = await readRecorded('order-desk-order');
  const shipments: { tracking_number: string }[] = [];
  const api = await startFakeServer(t, ({ method, path, body }) => {
    if (method === 'POST' && path.endsWith('/shipments')) return shipments.push(JSON.parse(body)) && {};
    if (path.endsWith('/shipments')) return { status: 'success', shipments };
    return { status: 'success', order: JSON.parse(sample) };
  });
  const mapping = { shop: 'orderdesk', shopUrl: api.url, currency: 'USD', skus: { 126478: { ean13: EAN } } };
  const environment = { ORDERDESK_STORE_ID: '11', ORDERDESK_API_KEY: SECRET };
  const shop = await prepareShop(t, { server, mapping, environment });
  await shop.start();
  const send = (store: string, order = sample, signed = order) =>
    post(shop.url, String(new URLSearchParams({ order })), {
      'content-type': 'application/x-www-form-urlencoded',
      'x-order-desk-store-id': store,
      'x-order-desk-hash': hmac(signed, 'hex'),
    });
  assert.equal((await send('12')).status, 401);
  assert.equal((await send('11', sample, `${sample} `)).status, 401);
  assert.deepEqual((await send('11')).json, { stored: 'OD-925086' });
  await shop.settled('OD-925086', 'from_shop');
  const { json } = await shop.customer.read('OD-925086');
  assert.deepEqual([json.shipping.address.personName, json.items[0].unitPrice], ['Jimmy Dean', 19]);
  await shop.accept('OD-925086');
  await shop.ship('OD-925086');
  await shop.deliver(() => shipments.length > 0);
  assert.deepEqual(shipments, [
    { tracking_number: TRACKING.trackingNumber, carrier_code: TRACKING.trackingCarrier, tracking_url: '' },
  ]);
  assert.equal(api.calls.at(-1)?.headers['orderdesk-store-id'], '11');
  // Only Platen can send its events.
  const forged = await fetch(`${shop.url}/platen`, { method: 'POST', body: '{"type":"order.shipped"}' });
  assert.equal(forged.status, 401);
});

test('an invalid mapping is refused with every fault, and --check finds unmapped items of the open orders', async (t) => {
  const wrong = join(folder, 'wrong.json');
  await writeFile(wrong, JSON.stringify({ shop: 'etsy', platen: 'x', skus: { A: { ean: '1' } }, port: 'y' }));
  assert.throws(
    () => readMapping(wrong),
    (error: Error) => {
      assert.ok(error instanceof ConnectError);
      for (const part of ['publicUrl', 'shopify, woocommerce, shopware, orderdesk', '/platen', '/skus/A', '/port'])
        assert.ok(error.message.includes(part), part);
      return true;
    },
  );
  const woo = await startFakeWooCommerce(t);
  woo.newOrder('727', JSON.parse(await readRecorded('woocommerce-order')));
  const path = join(folder, 'right.json');
  const urls = { platen: server.url, publicUrl: server.url, shopUrl: woo.url };
  await writeFile(path, JSON.stringify({ shop: 'woocommerce', ...urls, skus: { Bar3: { ean13: EAN } } }));
  const environment = { ...WOO_ENVIRONMENT, WOOCOMMERCE_CONSUMER_SECRET: '' };
  await assert.rejects(checkConnector(path, environment), /Set WOOCOMMERCE_CONSUMER_SECRET/);
  const { orders, problems } = await checkConnector(path, WOO_ENVIRONMENT);
  assert.deepEqual(
    [orders, [...problems]],
    [1, [['727', ['Item 315 ("Woo Single #1") has no SKU in the shop; give its product one.']]]],
  );
});
