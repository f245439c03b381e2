import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { storeMessages } from '../connectors/message-store.ts';
import { EAN } from '../src/orders/test-support/sample-orders.ts';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { runShop } from '../src/shops/run-shop.ts';
import { deleteConnection, lockConnection } from '../src/shops/shop-connection-store.ts';
import { insertOrdered, upsertProducts } from '../src/shops/shop-product-store.ts';
import { connectByApi, newConsoleShop } from './support/console-shop.ts';
import { startFakeShopify } from './support/fake-shopify.ts';
import { startFakeWooCommerce } from './support/fake-woocommerce.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const LATER_MS = 61_000;
const hostOf = (url: string) => new URL(url).host;

test('all products of a large shop are read, and get their stock, although Shopify has too few points', async (t) => {
  const shopify = await startFakeShopify(t);
  shopify.points = 2_000;
  shopify.variants = Array.from({ length: 900 }, (_, index) => ({
    ...{ sku: `SKU-${index}`, name: `Product ${index}`, picture: '', barcode: EAN },
  }));
  const shop = await newConsoleShop(t, server, [hostOf(shopify.url)]);
  const path = await connectByApi(shop, {
    ...{ shop: 'shopify', shopUrl: shopify.url, credentials: { secret: 'shpat_1' } },
  });
  await shop.runAfter(0);
  assert.deepEqual((await shop.send(`${path}/products/accept-proposals`, undefined, 'POST')).json, { mapped: 900 });
  shopify.points = 5;
  await shop.runAfter(LATER_MS);
  assert.equal(shopify.stock.size, 900);
  const [{ problem }] = (await shop.send('/operator/v1/shop-connections')).json;
  assert.equal(problem, undefined);
});

test('a shop that answers 429 is asked again after the time that it names', async (t) => {
  const woo = await startFakeWooCommerce(t);
  woo.products = [{ id: 1, sku: 'TEE', name: 'Logo Tee', global_unique_id: EAN }];
  const shop = await newConsoleShop(t, server, [hostOf(woo.url)]);
  const path = await connectByApi(shop, {
    ...{ shop: 'woocommerce', shopUrl: woo.url, credentials: { user: 'ck', secret: 'cs' } },
  });
  const early = new Set<string>();
  woo.fault = ({ path: asked }) => {
    if (early.has(asked)) return undefined;
    early.add(asked);
    return { status: 429, headers: { 'retry-after': '0' } };
  };
  await shop.runAfter(0);
  assert.equal((await shop.send(`${path}/products`)).json.length, 1);
  woo.fault = () => ({ status: 429, headers: { 'retry-after': '3600' } });
  await shop.runAfter(LATER_MS);
  assert.equal((await shop.send('/operator/v1/shop-connections')).json[0].problem.code, 'shop_busy');
});

test('a process that stops does not wait for a shop that asks to wait', async (t) => {
  const woo = await startFakeWooCommerce(t);
  const shop = await newConsoleShop(t, server, [hostOf(woo.url)]);
  const path = await connectByApi(shop, {
    ...{ shop: 'woocommerce', shopUrl: woo.url, credentials: { user: 'ck', secret: 'cs' } },
  });
  const asked = Promise.withResolvers<void>();
  woo.fault = () => {
    asked.resolve();
    return { status: 429, headers: { 'retry-after': '10' } };
  };
  const stopping = new AbortController();
  const context = { ...shop.context, stopping: stopping.signal };
  const begun = performance.now();
  const running = runShop(context, `${shop.customer.clientId} ${path.replace(/^.*\//, '')}`, stopping.signal);
  await asked.promise;
  stopping.abort();
  await running;
  assert.ok(performance.now() - begun < 10_000, 'it ended before the wait');
  const [{ problem }] = (await shop.send('/operator/v1/shop-connections')).json;
  assert.equal(problem, undefined);
});

test('WooCommerce: the stock of a deleted product is refused alone', async (t) => {
  const woo = await startFakeWooCommerce(t);
  woo.products = ['GONE', 'TEE'].map((sku, index) => ({ id: index + 1, sku, name: sku, global_unique_id: EAN }));
  const shop = await newConsoleShop(t, server, [hostOf(woo.url)]);
  const path = await connectByApi(shop, {
    ...{ shop: 'woocommerce', shopUrl: woo.url, credentials: { user: 'ck', secret: 'cs' } },
  });
  await shop.runAfter(0);
  await shop.send(`${path}/products/accept-proposals`, undefined, 'POST');
  woo.fault = ({ path: asked, body }) => {
    if (!asked.endsWith('/products/batch') || !body.includes('"id":1,')) return undefined;
    return { after: { update: [{ id: 1, error: { code: 'invalid_id', message: 'Invalid ID.' } }] } };
  };
  await shop.runAfter(LATER_MS);
  const { rows } = await server.pool.query(
    'select sku, told_stock is not null as told from shop_products where client_id = $1 order by sku',
    [shop.customer.clientId],
  );
  assert.deepEqual(rows, [
    { sku: 'GONE', told: false },
    { sku: 'TEE', told: true },
  ]);
  const [{ problem }] = (await shop.send('/operator/v1/shop-connections')).json;
  assert.match(problem.message, /GONE: WooCommerce: Invalid ID\./);
});

test('an insert for a shop that is being deleted waits for the deletion', async (t) => {
  const shopify = await startFakeShopify(t);
  const shop = await newConsoleShop(t, server, [hostOf(shopify.url)]);
  const { clientId } = shop.customer;
  const path = await connectByApi(shop, {
    ...{ shop: 'shopify', shopUrl: shopify.url, credentials: { secret: 'shpat_1' } },
  });
  const { pool } = server;
  const prefix = path.slice(path.lastIndexOf('/') + 1);
  const products = [{ sku: 'TEE', name: 'Tee', variant: '1', barcode: '', pictureUrl: '' }];
  const key = { connection: prefix, direction: 'from_shop', versions: 'other' } as const;
  const inserts = [
    () => upsertProducts(pool, clientId, { prefix, products, now: new Date() }),
    () => insertOrdered(pool, clientId, { prefix, products, now: new Date() }),
    () => storeMessages(pool, clientId, { ...key, arrivals: [{ orderId: 'SHOPIFY-1' }] }),
  ];
  const deleting = await pool.connect();
  await deleting.query('begin');
  await lockConnection(deleting, clientId, prefix);
  await deleteConnection(deleting, clientId, prefix);
  let ended = 0;
  const running = inserts.map((insert) => insert().finally(() => ended++));
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  await waitUntil(async () => ended + ((await pool.query(waiting)).rowCount ?? 0) >= inserts.length);
  await deleting.query('commit');
  deleting.release();
  await Promise.all(running);
  for (const table of ['shop_messages', 'shop_products']) {
    const { rows } = await pool.query(`select * from ${table} where client_id = $1`, [clientId]);
    assert.deepEqual(rows, []);
  }
});
