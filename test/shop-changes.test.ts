import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { BLANK, EAN } from '../src/orders/test-support/sample-orders.ts';
import { WOO_ORDER } from './support/connected-shops.ts';
import { type ConsoleShop, connectByApi, newConsoleShop } from './support/console-shop.ts';
import { startFakeServer } from './support/fake-shop-server.ts';
import { startFakeShopify } from './support/fake-shopify.ts';
import { SHOPWARE_KEYS, startFakeShopware } from './support/fake-shopware.ts';
import { startFakeWooCommerce } from './support/fake-woocommerce.ts';
import type { Scope } from './support/scope.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

/** Edits, refunds and bundles of shops that are connected in the console. */
let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const LATER_MS = 61_000;
const RECORDED = join(import.meta.dirname, '../connectors/recorded');

/** Connects a shop, and maps SKUs. */
async function openShop(t: Scope, url: string, body: object, targets: Readonly<Record<string, object>>) {
  const shop = await newConsoleShop(t, server, [new URL(url).host]);
  const path = await connectByApi(shop, { ...body, shopUrl: url });
  const prefix = path.replace(/^.*\//, '');
  for (const [sku, target] of Object.entries(targets))
    await server.pool.query(
      `insert into shop_products (client_id, connection, sku, name, target, seen) values ($1, $2, $3, $3, $4, now())`,
      [shop.customer.clientId, prefix, sku, target],
    );
  return shop;
}

async function readOrder({ customer }: ConsoleShop, orderId: string) {
  const { json } = await customer.read(orderId);
  return { ...json, quantities: json.items?.map(({ quantity }: { quantity: number }) => quantity) };
}

test('Shopify: edits change an order until its production, and a refund then asks to cancel', async (t) => {
  const shopify = await startFakeShopify(t);
  const credentials = { shop: 'shopify', credentials: { secret: 'shpat_1' } };
  const shop = await openShop(t, shopify.url, credentials, { TEE: { ean13: EAN } });
  const order = shopify.newOrder('1', [{ sku: 'TEE', quantity: 1 }, { sku: 'TEE' }]);
  await shop.runAfter(LATER_MS);
  assert.deepEqual((await readOrder(shop, 'SHOPIFY-1')).quantities, [1, 1]);
  order.lines[0]!.quantity = 3;
  order.lines[0]!.currentQuantity = 3;
  order.street = 'Neue Straße 5';
  shopify.touch(order);
  await shop.runAfter(LATER_MS);
  const edited = await readOrder(shop, 'SHOPIFY-1');
  assert.deepEqual([edited.quantities, edited.shipping.address.street], [[3, 1], 'Neue Straße 5']);
  order.lines.push({ id: '19', sku: 'NEW', quantity: 1, currentQuantity: 1 });
  shopify.touch(order);
  await shop.runAfter(LATER_MS);
  const [{ messages }] = (await shop.send(shop.path)).json;
  assert.match(messages[0].reason, /The product "NEW" \(SKU "NEW"\) is not mapped yet/);
  order.lines.pop();
  shopify.touch(order);
  await shop.runAfter(LATER_MS);
  await shop.accept('SHOPIFY-1');
  order.lines[0]!.currentQuantity = 2;
  order.financial = 'PARTIALLY_REFUNDED';
  shopify.touch(order);
  await shop.runAfter(LATER_MS);
  const late = await readOrder(shop, 'SHOPIFY-1');
  assert.deepEqual(late.quantities, [3, 1]);
  assert.deepEqual(late.cancellation, { status: 'REQUESTED', reason: `Refunded in the shop: 1 of item 11.` });
});

test('WooCommerce: edits and refunded pieces change an order, and the refund of all cancels it', async (t) => {
  const woo = await startFakeWooCommerce(t);
  const body = { shop: 'woocommerce', credentials: { user: 'ck', secret: 'cs' } };
  const [line] = WOO_ORDER.line_items.filter(({ sku }: { sku: string }) => sku);
  const shop = await openShop(t, woo.url, body, { [line.sku]: { ean13: EAN } });
  const lines = (quantity: number) => ({ line_items: [{ ...line, id: 315, quantity }] });
  woo.newOrder('500', { ...WOO_ORDER, ...lines(4) });
  await shop.runAfter(LATER_MS);
  assert.deepEqual((await readOrder(shop, 'WOO-500')).quantities, [4]);
  woo.change('500', { ...lines(5), shipping: { ...WOO_ORDER.shipping, address_1: '1 New Street' } });
  await shop.runAfter(LATER_MS);
  const edited = await readOrder(shop, 'WOO-500');
  assert.deepEqual([edited.quantities, edited.shipping.address.street], [[5], '1 New Street']);
  woo.refund('500', [{ item: 315, quantity: 2 }]);
  await shop.runAfter(LATER_MS);
  assert.deepEqual((await readOrder(shop, 'WOO-500')).quantities, [3]);
  woo.change('500', { status: 'refunded' });
  await shop.runAfter(LATER_MS);
  assert.equal((await readOrder(shop, 'WOO-500')).status, 'CANCELLED');
});

test('Shopware: edits and the refund of a payment reach the order', async (t) => {
  const shopware = await startFakeShopware(t);
  const id = (number: number) => `0191f0d6a9b070d2b9a8f3c1e7d2a${String(number).padStart(3, '0')}`;
  const body = { shop: 'shopware', credentials: SHOPWARE_KEYS };
  const shop = await openShop(t, shopware.url, body, { SW1: { ean13: EAN } });
  const order = shopware.newOrder(id(100), [{ sku: 'SW1', quantity: 2 }]);
  const orderId = `SW-${order.id}`;
  await shop.runAfter(LATER_MS);
  order.lines[0]!.quantity = 1;
  shopware.touch(order);
  await shop.runAfter(LATER_MS);
  assert.deepEqual((await readOrder(shop, orderId)).quantities, [1]);
  order.states.payment = 'refunded_partially';
  shopware.touch(order);
  await shop.runAfter(LATER_MS);
  assert.notEqual((await readOrder(shop, orderId)).status, 'CANCELLED');
  order.states.payment = 'refunded';
  shopware.touch(order);
  await shop.runAfter(LATER_MS);
  assert.equal((await readOrder(shop, orderId)).status, 'CANCELLED');
});

test('Order Desk: an edit changes the order, and a refund cancels it', async (t) => {
  const sample = JSON.parse(await readFile(join(RECORDED, 'order-desk-order.json'), 'utf8'));
  Object.assign(sample, { payment_status: 'Captured', order_shipments: [] });
  const api = await startFakeServer(t, ({ path }) => {
    if (path.startsWith('/api/v2/inventory-items')) return { inventory_items: [] };
    return path.includes('?') ? { orders: [sample] } : { order: sample };
  });
  const body = { shop: 'orderdesk', credentials: { user: '11', secret: 'key' } };
  const [line] = sample.order_items;
  const shop = await openShop(t, api.url, body, { [line.code]: { ean13: EAN } });
  await shop.runAfter(LATER_MS);
  const orderId = `OD-${sample.id}`;
  line.quantity = 7;
  sample.date_updated = '2030-01-01 00:00:00';
  await shop.runAfter(LATER_MS);
  assert.ok((await readOrder(shop, orderId)).quantities.includes(7));
  sample.payment_status = 'Refunded';
  await shop.runAfter(LATER_MS);
  assert.equal((await readOrder(shop, orderId)).status, 'CANCELLED');
});

test('a bundle is made by its parts, and a refunded part is not made', async (t) => {
  const shopify = await startFakeShopify(t);
  const credentials = { shop: 'shopify', credentials: { secret: 'shpat_1' } };
  const print = { location: 'FRONT', technology: 'DTG', dataUrl: 'https://cdn.example.com/logo.png' };
  const targets = { SET: { ignore: true }, TEE: { ean13: EAN }, OWN: { sku: BLANK, prints: [print] } };
  const shop = await openShop(t, shopify.url, credentials, targets);
  const order = shopify.newOrder('1', [{ sku: 'SET' }, { sku: 'TEE', quantity: 2 }, { sku: 'OWN' }]);
  await shop.runAfter(LATER_MS);
  const made = await readOrder(shop, 'SHOPIFY-1');
  assert.deepEqual(
    made.items.map(({ id, quantity }: { id: string; quantity: number }) => [id, quantity]),
    [
      ['12', 2],
      ['13', 1],
    ],
  );
  order.lines[2]!.currentQuantity = 0;
  order.financial = 'PARTIALLY_REFUNDED';
  shopify.touch(order);
  await shop.runAfter(LATER_MS);
  assert.deepEqual((await readOrder(shop, 'SHOPIFY-1')).quantities, [2]);
  order.lines[1]!.currentQuantity = 0;
  shopify.touch(order);
  await shop.runAfter(LATER_MS);
  assert.equal((await readOrder(shop, 'SHOPIFY-1')).status, 'CANCELLED');
});
