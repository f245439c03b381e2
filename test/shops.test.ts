import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { isOfConsole, keepPrefix, shopKeyOf, upsertConnection } from '../connectors/message-store.ts';
import { JobQueue } from '../src/jobs/job-queue.ts';
import { shopJobs } from '../src/jobs/webhook-jobs.ts';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, EAN, order } from '../src/orders/test-support/sample-orders.ts';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { safeAgent } from '../src/platform/network/safe-agent.ts';
import { testConnection } from '../src/shops/manage-shops.ts';
import { dueConnections, dueShopProducts } from '../src/shops/shop-connection-store.ts';
import { TRACKING } from './support/connected-shop.ts';
import { WOO_ORDER } from './support/connected-shops.ts';
import { connectByApi, newConsoleShop } from './support/console-shop.ts';
import { startFakeServer } from './support/fake-shop-server.ts';
import { startFakeShopify } from './support/fake-shopify.ts';
import { SHOPWARE_KEYS, startFakeShopware } from './support/fake-shopware.ts';
import { startFakeWooCommerce } from './support/fake-woocommerce.ts';
import type { Scope } from './support/scope.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const WEBHOOK_ALLOW = '127.0.0.1:1';
let server: TestServer;
before(async () => {
  server = await startTestServer({ WEBHOOK_ALLOW });
});
after(() => server.close());

const hostOf = (url: string) => new URL(url).host;
const LATER_MS = 61_000;
const RECORDED = join(import.meta.dirname, '../connectors/recorded');

async function openShopify(t: Scope) {
  const shopify = await startFakeShopify(t);
  const shop = await newConsoleShop(t, server, [hostOf(shopify.url)]);
  const body = { shop: 'shopify', shopUrl: shopify.url, credentials: { secret: 'shpat_1' } };
  return { shopify, shop, body };
}

test('an order of Shopify comes, stops at an unmapped product, and goes on after the mapping', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  shopify.variants = [
    { sku: 'TEE', name: 'Logo Tee - M', barcode: EAN, picture: 'https://cdn.example.com/tee.png' },
    { sku: BLANK, name: 'Own Tee - M', barcode: '', picture: '' },
    { sku: 'MUG', name: 'A mug - Default Title', barcode: '', picture: '' },
    { sku: '', name: 'Without SKU', barcode: '', picture: '' },
  ];
  const path = await connectByApi(shop, body);
  const order = shopify.newOrder('1001', [{ sku: 'TEE' }, { sku: 'MUG', quantity: 2 }]);
  await shop.run(async () => (await shop.send('/operator/v1/shop-connections')).json[0].refused === 1);

  const [connection] = (await shop.send(shop.path)).json;
  assert.match(connection.messages[0].reason, /The product "TEE" \(SKU "TEE"\) is not mapped yet/);
  const listed = (await shop.send(`${path}/products`)).json;
  assert.deepEqual(
    listed.map(({ sku, proposal }: { sku: string; proposal: object }) => [sku, proposal]),
    [
      ['MUG', undefined],
      [BLANK, { sku: BLANK }],
      ['TEE', { ean13: EAN }],
    ],
  );
  assert.deepEqual((await shop.send(`${path}/products/accept-proposals`, undefined, 'POST')).json, { mapped: 2 });
  const wrong = await shop.send(`${path}/products`, { sku: 'MUG', target: { ean13: '4006381333999' } }, 'PUT');
  assert.deepEqual(wrong.json.violations[0].pointer, '/target/ean13');
  assert.equal((await shop.send(`${path}/products`, { sku: 'MUG', target: { ignore: true } }, 'PUT')).status, 200);
  await shop.run(async () => (await shop.customer.read('SHOPIFY-1001')).status === 200);
  assert.deepEqual(
    (await shop.customer.read('SHOPIFY-1001')).json.items.map(({ quantity }: { quantity: number }) => quantity),
    [1],
  );

  await shop.accept('SHOPIFY-1001');
  await shop.ship('SHOPIFY-1001', [TRACKING]);
  await shop.run(() => order.fulfillments.length > 0);
  assert.equal(order.fulfillments[0]?.trackingInfo[0]?.number, TRACKING.trackingNumber);

  const refunded = shopify.newOrder('1002', [{ sku: 'TEE', quantity: 3 }]);
  await shop.runAfter(LATER_MS);
  refunded.financial = 'PARTIALLY_REFUNDED';
  refunded.lines[0]!.currentQuantity = 1;
  shopify.touch(refunded);
  await shop.runAfter(LATER_MS);
  assert.equal((await shop.customer.read('SHOPIFY-1002')).json.items[0].quantity, 1);
  refunded.financial = 'REFUNDED';
  shopify.touch(refunded);
  await shop.runAfter(LATER_MS);
  assert.equal((await shop.customer.read('SHOPIFY-1002')).json.status, 'CANCELLED');
});

test('the shop gets the stock of its mapped products, once for each change', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  shopify.variants = [{ sku: 'TEE', name: 'Logo Tee', barcode: EAN, picture: '' }];
  const path = await connectByApi(shop, body);
  await shop.runAfter(0);
  await shop.send(`${path}/products/accept-proposals`, undefined, 'POST');
  await shop.runAfter(LATER_MS);
  const { rows } = await server.pool.query<{ free: number }>(
    'select stock_level_quantity - reserved as free from product_variants where ean13 = $1',
    [EAN],
  );
  assert.deepEqual([...shopify.stock], [['1', rows[0]!.free]]);
  const count = () => shopify.calls.filter((call) => call.body.includes('inventorySetQuantities')).length;
  assert.equal(count(), 1);
  await shop.runAfter(LATER_MS);
  assert.equal(count(), 1);
  await shop.send(path, { settings: { sendsStock: false } }, 'PATCH');
  await server.pool.query('update shop_products set told_stock = null');
  await shop.runAfter(LATER_MS);
  assert.equal(count(), 1);
});

test("options of the shop's order become the picture and the name of a print", async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  const path = await connectByApi(shop, body);
  shopify.variants = [{ sku: 'OWN', name: 'Own Tee', barcode: '', picture: '' }];
  await shop.runAfter(0);
  const print = {
    location: 'FRONT',
    technology: 'DTG',
    dataUrl: '{item.values.Upload}',
    designName: '{item.values.Name}',
  };
  const target = { sku: BLANK, prints: [print] };
  assert.equal((await shop.send(`${path}/products`, { sku: 'OWN', target }, 'PUT')).status, 200);
  const attributes = [
    { key: 'Upload', value: 'https://cdn.example.com/cat.png' },
    { key: 'Name', value: 'Ada' },
  ];
  shopify.newOrder('31', [{ sku: 'OWN', attributes }]);
  shopify.newOrder('32', [{ sku: 'OWN' }]);
  await shop.runAfter(LATER_MS);
  const [made] = (await shop.customer.read('SHOPIFY-31')).json.items;
  assert.equal(made.customProduct.prints[0].dataUrl, 'https://cdn.example.com/cat.png');
  assert.equal(made.customProduct.prints[0].designName, 'Ada');
  const [connection] = (await shop.send(shop.path)).json;
  assert.match(connection.messages[0].reason, /has no option Upload in the order/);
});

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

test('a webhook of the shop brings the next look forward, whatever it sends', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  await connectByApi(shop, body);
  await shop.runAfter(0);
  const [{ newsUrl }] = (await shop.send('/operator/v1/shop-connections')).json;
  shopify.newOrder('77', [{ sku: 'TEE' }]);
  const path = new URL(newsUrl).pathname;
  for (const [url, sent, status] of [
    [`${path}x`, 'webhook_id=1', 404],
    [path.replace(/[^/]+$/, 'zzzzzzzzzzzzzzzz.x'), 'webhook_id=1', 404],
    [path, 'webhook_id=1', 204],
    [path, 'x'.repeat(6 * 1_048_576), 204],
  ] as const)
    assert.equal((await fetch(server.url + url, { method: 'POST', body: sent, headers: FORM })).status, status);
  await shop.run(async () => (await shop.send('/operator/v1/shop-connections')).json[0].refused === 1);
});

test('a webhook with a wrong secret is refused before its body is read', async (t) => {
  const { shop, body } = await openShopify(t);
  await connectByApi(shop, body);
  const [{ newsUrl }] = (await shop.send('/operator/v1/shop-connections')).json;
  const { hostname, port } = new URL(server.url);
  const firstLineOf = async (path: string) => {
    const socket = connect(Number(port), hostname);
    t.after(() => socket.destroy());
    const headers = ['host: x', 'content-type: text/plain', 'content-length: 4000000', 'expect: 100-continue'];
    socket.write(`POST ${path} HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    return String((await once(socket, 'data'))[0]).split('\r\n', 1)[0];
  };
  const { pathname } = new URL(newsUrl);
  assert.equal(await firstLineOf(`${pathname}x`), 'HTTP/1.1 404 Not Found');
  assert.equal(await firstLineOf(pathname), 'HTTP/1.1 100 Continue');
});

test('a shop that is deleted and added again has another address for webhooks', async (t) => {
  const { shop, body } = await openShopify(t);
  const path = await connectByApi(shop, body);
  const pathOfNews = async () => {
    const [{ newsUrl }] = (await shop.send('/operator/v1/shop-connections')).json;
    return new URL(newsUrl).pathname;
  };
  const statusOf = async (url: string) => (await fetch(server.url + url, { method: 'POST' })).status;
  const old = await pathOfNews();
  assert.equal(await statusOf(old), 204);
  assert.equal((await shop.send(path, undefined, 'DELETE')).status, 204);
  assert.equal(await statusOf(old), 404);
  assert.equal(await connectByApi(shop, body), path);
  assert.deepEqual([await statusOf(old), await statusOf(await pathOfNews())], [404, 204]);
});

test('the test of a shop says in a sentence what is wrong', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  const made = await shop.send(shop.path, body);
  const path = `${shop.path}/${made.json.connection}`;
  const codeOf = async () => (await shop.send(`${path}/test`, undefined, 'POST')).json.sentence?.code;
  // The API may call public addresses only.
  assert.equal(await codeOf(), 'shop_address_private');
  const agent = safeAgent({ allow: [hostOf(shopify.url), '127.0.0.1:1'] });
  t.after(() => agent.destroy());
  const { pool, encryptionKey } = server;
  const problem = (key = encryptionKey) =>
    testConnection(
      { pool, encryptionKey: key, agent, platenUrl: server.url },
      shop.customer.clientId,
      made.json.connection,
    );
  assert.equal(await problem(), undefined);
  shopify.scopes = ['write_orders', 'write_inventory'];
  assert.deepEqual(await problem(), {
    problem: 'shop_permission_missing',
    words:
      'read_merchant_managed_fulfillment_orders, write_merchant_managed_fulfillment_orders, read_products, read_locations',
  });
  shopify.fault = () => ({ status: 401 });
  assert.equal((await problem())?.problem, 'shop_credentials_refused');
  shopify.fault = () => ({ status: 500 });
  assert.equal((await problem())?.problem, 'shop_busy');
  shopify.fault = () => ({ page: '<html>' });
  assert.equal((await problem())?.problem, 'shop_answer_unusable');
  shopify.fault = () => ({ status: 404 });
  assert.equal((await problem())?.problem, 'shop_not_found');
  assert.equal((await problem(new Uint8Array(32)))?.problem, 'shop_credentials_lost');
  const elsewhere = { shopUrl: 'http://127.0.0.1:1' };
  const refused = await shop.send(path, elsewhere, 'PATCH');
  assert.equal(refused.json.violations[0].pointer, '/credentials/secret');
  assert.equal((await shop.send(path, { ...elsewhere, credentials: body.credentials }, 'PATCH')).status, 200);
  assert.equal((await problem())?.problem, 'shop_unreachable');
});

test('a part that fails stops no other part, and waits longer each time', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  shopify.variants = [
    { sku: 'GONE', name: 'Deleted in the shop', barcode: EAN, picture: '' },
    { sku: 'TEE', name: 'Logo Tee', barcode: EAN, picture: '' },
  ];
  const path = await connectByApi(shop, body);
  await shop.runAfter(0);
  await shop.send(`${path}/products/accept-proposals`, undefined, 'POST');
  const order = shopify.newOrder('1', [{ sku: 'TEE' }]);
  await shop.runAfter(LATER_MS);
  await shop.accept('SHOPIFY-1');
  await server.pool.query('update shop_products set told_stock = null');
  shopify.stock.clear();
  shopify.fault = ({ body: sent }) => {
    if (sent.includes('orders(first')) return { status: 403 };
    const isGone = sent.includes('inventorySetQuantities') && sent.includes('"gid://shopify/InventoryItem/1"');
    return isGone ? { status: 422 } : undefined;
  };
  await shop.ship('SHOPIFY-1', [TRACKING]);
  await shop.runAfter(LATER_MS);
  assert.equal(order.fulfillments.length, 1);
  assert.deepEqual([...shopify.stock.keys()], ['2']);
  const read = async () => (await shop.send('/operator/v1/shop-connections')).json[0];
  assert.equal((await read()).problem.code, 'shop_permission_missing');
  await shop.runAfter(LATER_MS);
  const { rows } = await server.pool.query('select faults from shop_connections where client_id = $1', [
    shop.customer.clientId,
  ]);
  assert.deepEqual([rows[0].faults.look.failures, rows[0].faults.stock.failures], [2, 2]);
  assert.match(rows[0].faults.stock.words, /^GONE: /);
  shopify.fault = () => undefined;
  await shop.runAfter(10 * LATER_MS);
  assert.equal((await read()).problem, undefined);
});

test('an order of a shop that has no id is a problem of the shop', async (t) => {
  const woo = await startFakeWooCommerce(t);
  const shop = await newConsoleShop(t, server, [hostOf(woo.url)]);
  woo.orders.set('', { status: 'processing', date_modified_gmt: '2026-01-01T00:00:00' });
  await connectByApi(shop, { shop: 'woocommerce', shopUrl: woo.url, credentials: { user: 'ck', secret: 'cs' } });
  await shop.runAfter(0);
  assert.equal((await shop.send('/operator/v1/shop-connections')).json[0].problem.code, 'shop_answer_unusable');
});

test('barcodes of other lengths and with spaces are read as EANs', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  const barcodes = [EAN.replace(/(.{7})/, '$1 '), '036000291452', '00036000291452', 'A-1 2'];
  shopify.variants = barcodes.map((barcode, index) => ({ sku: `TEE-${index}`, name: 'Tee', barcode, picture: '' }));
  const path = await connectByApi(shop, body);
  await shop.runAfter(0);
  const { json } = await shop.send(`${path}/products`);
  assert.deepEqual(
    json.map(({ barcode }: { barcode: string }) => barcode),
    [EAN, '0036000291452', '0036000291452', 'A-1 2'],
  );
  assert.deepEqual(json[0].proposal, { ean13: EAN });
});

test('after a restore, no stock is told', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  shopify.variants = [{ sku: 'TEE', name: 'Logo Tee', barcode: EAN, picture: '' }];
  const path = await connectByApi(shop, body);
  await shop.runAfter(0);
  await shop.send(`${path}/products/accept-proposals`, undefined, 'POST');
  await server.pool.query('insert into restore_pause (since) values (now())');
  t.after(() => server.pool.query('delete from restore_pause'));
  await shop.runAfter(LATER_MS);
  assert.equal(shopify.stock.size, 0);
});

test('a shop gets no stock that belongs to another client', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  shopify.variants = [
    { sku: 'TEE', name: 'Logo Tee', barcode: EAN, picture: '' },
    { sku: BLANK, name: 'A blank', barcode: '', picture: '' },
  ];
  const path = await connectByApi(shop, body);
  await shop.runAfter(0);
  await shop.send(`${path}/products/accept-proposals`, undefined, 'POST');
  const own = (ownerId: string | null) =>
    Promise.all(
      ['article_variants', 'product_variants'].map((table) =>
        server.pool.query(`update ${table} set owner_id = $1`, [ownerId]),
      ),
    );
  t.after(() => own(null));
  await own((await newCustomer(server)).clientId);
  await shop.runAfter(LATER_MS);
  assert.deepEqual([...shopify.stock.values()], [0, 0]);
  await shop.send(`${path}/products`, { sku: BLANK, target: null }, 'PUT');
  const blank = (await shop.send(`${path}/products?q=${BLANK}`)).json[0];
  assert.equal(blank.proposal, undefined);
  const mapped = await shop.send(`${path}/products`, { sku: BLANK, target: { sku: BLANK } }, 'PUT');
  assert.equal(mapped.status, 400);
});

test('all variants with one SKU get its stock, and those without SKU are counted', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  const variant = (sku: string) => ({ sku, name: `Tee ${sku}`, barcode: EAN, picture: '' });
  shopify.variants = Array.from({ length: 120 }, (_, index) => variant(`SKU-${index}`));
  for (const place of [3, 60, 110]) shopify.variants[place] = variant('SAME');
  for (const place of [4, 111]) shopify.variants[place] = variant('');
  const path = await connectByApi(shop, body);
  await shop.runAfter(0);
  const [{ products, withoutSku }] = (await shop.send('/operator/v1/shop-connections')).json;
  assert.deepEqual([products, withoutSku], [116, 2]);
  await shop.send(`${path}/products/accept-proposals`, undefined, 'POST');
  await shop.runAfter(LATER_MS);
  for (const place of [3, 60, 110]) assert.ok(shopify.stock.get(String(place + 1)));
  assert.equal(shopify.stock.size, 118);
  const count = () => shopify.calls.filter((call) => call.body.includes('inventorySetQuantities')).length;
  const before = count();
  await shop.runAfter(7 * 3_600_000);
  assert.equal(count(), before);
  shopify.variants[60] = variant('SKU-60');
  shopify.variants[111] = variant('SAME');
  await shop.runAfter(7 * 3_600_000);
  await shop.runAfter(LATER_MS);
  assert.ok(shopify.stock.get('112'));
  assert.equal((await shop.send('/operator/v1/shop-connections')).json[0].withoutSku, 1);
});

test('a product that only a refused order has stays, and a long SKU is left out', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  shopify.variants = [{ sku: 'S'.repeat(256), name: 'Long', barcode: '', picture: '' }];
  const path = await connectByApi(shop, body);
  shopify.newOrder('5', [{ sku: 'OLD' }]);
  await shop.run(async () => (await shop.send('/operator/v1/shop-connections')).json[0].refused === 1);
  shopify.variants[0] = { sku: 'NEW', name: 'N'.repeat(1_000), barcode: '', picture: '' };
  await shop.runAfter(7 * 3_600_000);
  const listed = (await shop.send(`${path}/products`)).json;
  assert.deepEqual(
    listed.map(({ sku, name }: { sku: string; name: string }) => [sku, name.length]),
    [
      ['NEW', 300],
      ['OLD', 0],
    ],
  );
  assert.equal((await shop.send(`${path}/products`, { sku: 'OLD', target: { ean13: EAN } }, 'PUT')).status, 200);
  await shop.run(async () => (await shop.customer.read('SHOPIFY-5')).status === 200);
});

test('the shops of a disabled client are not due', async (t) => {
  const { shop, body } = await openShopify(t);
  await connectByApi(shop, body);
  const { clientId } = shop.customer;
  const isDue = async () => {
    const due = [dueConnections, dueShopProducts].map((find) => findDue(server.pool, find(new Date())));
    return (await Promise.all(due)).flat().some((key) => key.startsWith(clientId));
  };
  assert.ok(await isDue());
  await server.pool.query(`update clients set status = 'disabled' where client_id = $1`, [clientId]);
  assert.equal(await isDue(), false);
});

test('a running look of a deleted shop inserts nothing', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  shopify.variants = [{ sku: 'TEE', name: 'Logo Tee', barcode: EAN, picture: '' }];
  const path = await connectByApi(shop, body);
  shopify.newOrder('9');
  let deleted: Promise<unknown> | undefined;
  shopify.fault = ({ body: sent }) => {
    if (/productVariants|orders.first/.test(sent)) deleted ??= shop.send(path, undefined, 'DELETE');
    return undefined;
  };
  await shop.runAfter(0);
  await deleted;
  for (const table of ['shop_messages', 'shop_products']) {
    const text = `select 1 from ${table} where client_id = $1`;
    assert.equal((await server.pool.query(text, [shop.customer.clientId])).rowCount, 0);
  }
});

test('a shop that hangs delays no other shop', async (t) => {
  const slow = await openShopify(t);
  const quick = await openShopify(t);
  slow.shopify.fault = () => 'hang';
  await connectByApi(slow.shop, slow.body);
  await connectByApi(quick.shop, quick.body);
  const agent = safeAgent({ allow: [hostOf(slow.shopify.url), hostOf(quick.shopify.url)] });
  const jobs = new JobQueue(server.pool, shopJobs({ ...quick.shop.context, agent }), server);
  await jobs.start({ alone: false });
  quick.shopify.newOrder('61', [{ sku: 'TEE' }]);
  await waitUntil(async () => (await quick.shop.send(quick.shop.path)).json[0].refused === 1);
  assert.ok(slow.shopify.calls.length > 0);
  slow.shopify.closeCalls();
  await jobs.stop();
  await agent.destroy();
});

test('a shop that fails is asked again later, and says why', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  shopify.fault = () => ({ status: 401 });
  await connectByApi(shop, body);
  await shop.runAfter(0);
  const read = async () => (await shop.send('/operator/v1/shop-connections')).json[0];
  assert.equal((await read()).problem.code, 'shop_credentials_refused');
  const asked = shopify.calls.length;
  await shop.runAfter(1_000);
  assert.equal(shopify.calls.length, asked);
  shopify.fault = () => undefined;
  await shop.runAfter(LATER_MS);
  assert.equal((await read()).problem, undefined);
});

test('credentials are encrypted and never shown, and a deleted shop leaves its orders', async (t) => {
  const { shopify, shop, body } = await openShopify(t);
  const path = await connectByApi(shop, { ...body, credentials: { user: 'client-1', secret: 'very-secret' } });
  const { rows } = await server.pool.query('select * from shop_connections where client_id = $1', [
    shop.customer.clientId,
  ]);
  for (const text of [JSON.stringify(rows), rows[0].credentials_encrypted.toString('latin1'), server.logged.join()])
    assert.ok(!text.includes('very-secret'));
  assert.ok(!(await shop.send('/operator/v1/shop-connections')).text.includes('very-secret'));
  shopify.token = 'of-a-day';
  await shop.runAfter(0);
  assert.equal(
    shopify.calls.find(({ path: called }) => called.includes('graphql'))?.headers['x-shopify-access-token'],
    'of-a-day',
  );
  // The next run uses the same token.
  await shop.runAfter(LATER_MS);
  const asked = shopify.calls.filter(({ path: called }) => called.endsWith('/oauth/access_token'));
  assert.equal(asked.length, 1);
  assert.equal((await shop.send(path, undefined, 'DELETE')).status, 204);
  assert.equal((await shop.send(path, undefined, 'DELETE')).json.error, 'shop_connection_not_found');
});

test('a client has a shop once, and a deleted shop keeps its prefix', async (t) => {
  const { shop, body } = await openShopify(t);
  const path = await connectByApi(shop, body);
  const again = await shop.send(shop.path, { ...body, shopUrl: `${body.shopUrl}/` });
  assert.deepEqual([again.status, again.json.error], [409, 'shop_already_connected']);
  const other = { ...body, shopUrl: 'https://other.myshopify.com' };
  assert.equal((await shop.send(shop.path, other)).json.connection, 'SHOPIFY2-');
  const moved = { shopUrl: 'https://www.OTHER.myshopify.com/', credentials: body.credentials };
  assert.equal((await shop.send(path, moved, 'PATCH')).json.error, 'shop_already_connected');
  await shop.customer.post(order({ orderId: 'SHOPIFY-1' }));
  const third = { shopUrl: 'https://third.myshopify.com', credentials: body.credentials };
  assert.equal((await shop.send(path, third, 'PATCH')).json.error, 'shop_is_another');
  await shop.send(path, undefined, 'DELETE');
  assert.equal((await shop.send(shop.path, { ...body, ...third })).json.connection, 'SHOPIFY3-');
  assert.equal((await shop.send(shop.path, body)).json.connection, 'SHOPIFY-');
});

test('platen connect and the console do not share a shop', async (t) => {
  const { shop, body } = await openShopify(t);
  const { clientId } = shop.customer;
  const { pool } = server;
  const runId = randomUUID();
  const shopKey = shopKeyOf('shopify', body.shopUrl, '');
  const fields = { connection: 'MINE-', shop: 'shopify', shopUrl: body.shopUrl, runId };
  assert.ok(await upsertConnection(pool, clientId, fields));
  await keepPrefix(pool, clientId, { shopKey, prefix: 'MINE-' });
  assert.equal((await shop.send(shop.path, body)).json.error, 'shop_already_connected');
  await pool.query(`update shop_connections set seen = now() - interval '11 minutes' where client_id = $1`, [clientId]);
  assert.equal((await shop.send(shop.path, body)).json.connection, 'MINE-');
  assert.equal(await upsertConnection(pool, clientId, fields), false);
  assert.ok(await isOfConsole(pool, clientId, { shopKey, prefix: 'OTHER-' }));
});

test('an address without https is refused', async (t) => {
  const { shop, body } = await openShopify(t);
  const answer = await shop.send(shop.path, { ...body, shopUrl: 'http://shop.example.com' });
  assert.deepEqual(
    answer.json.violations.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [['/shopUrl', 'invalid_url']],
  );
});

test('a missing field is named by its pointer', async (t) => {
  const { shop } = await openShopify(t);
  const answer = await shop.send(shop.path, { shop: 'woocommerce', credentials: { secret: 'cs' } });
  assert.deepEqual(
    answer.json.violations.map(({ pointer }: { pointer: string }) => pointer),
    ['/shopUrl', '/credentials/user'],
  );
});

test('WooCommerce: an order comes, and stock and tracking go back', async (t) => {
  const woo = await startFakeWooCommerce(t);
  const shop = await newConsoleShop(t, server, [hostOf(woo.url)]);
  woo.products = WOO_ORDER.line_items.map(({ sku, name }: { sku: string; name: string }, index: number) => ({
    ...{ id: index + 1, sku, name, global_unique_id: EAN },
  }));
  const credentials = { user: 'ck', secret: 'cs' };
  const path = await connectByApi(shop, { shop: 'woocommerce', shopUrl: woo.url, credentials });
  await shop.runAfter(0);
  await shop.send(`${path}/products/accept-proposals`, undefined, 'POST');
  woo.newOrder('500', { ...WOO_ORDER, line_items: WOO_ORDER.line_items.filter(({ sku }: { sku: string }) => sku) });
  await shop.runAfter(LATER_MS);
  assert.equal((await shop.customer.read('WOO-500')).status, 200);
  assert.ok(woo.products.some(({ stock_quantity }) => stock_quantity !== undefined));
  await shop.accept('WOO-500');
  await shop.ship('WOO-500', [TRACKING]);
  await shop.run(() => woo.orders.get('500')?.status === 'completed');
  assert.equal(woo.mails.length, 1);
});

test('Order Desk: a paid order comes, and stock and tracking go back', async (t) => {
  const sample = JSON.parse(await readFile(join(RECORDED, 'order-desk-order.json'), 'utf8'));
  const shipments: { tracking_number: string }[] = [];
  const stock: object[] = [];
  const api = await startFakeServer(t, ({ method, path, body }) => {
    if (path.startsWith('/api/v2/inventory-items'))
      return { inventory_items: [{ id: '7', code: sample.order_items[0].code, name: 'Tee', metadata: { upc: EAN } }] };
    if (path.startsWith('/api/v2/batch-inventory-items')) return stock.push(...JSON.parse(body)) && {};
    if (method === 'POST' && path.endsWith('/shipments')) return shipments.push(JSON.parse(body)) && {};
    if (path.endsWith('/shipments')) return { shipments };
    if (path.includes('?')) return { orders: [sample] };
    return { order: sample };
  });
  const shop = await newConsoleShop(t, server, [hostOf(api.url)]);
  const credentials = { user: '11', secret: 'key' };
  const path = await connectByApi(shop, { shop: 'orderdesk', shopUrl: api.url, credentials });
  await shop.send(path, { settings: { currency: 'USD' } }, 'PATCH');
  sample.payment_status = 'Pending';
  await shop.runAfter(0);
  await shop.send(`${path}/products/accept-proposals`, undefined, 'POST');
  await shop.runAfter(LATER_MS);
  const orderId = `OD-${sample.id}`;
  assert.equal((await shop.customer.read(orderId)).status, 404);
  sample.payment_status = 'Approved';
  await shop.runAfter(LATER_MS);
  assert.equal((await shop.customer.read(orderId)).json.unitPriceCurrency, 'USD');
  assert.equal(stock.length, 1);
  await shop.accept(orderId);
  await shop.ship(orderId, [TRACKING]);
  await shop.run(() => shipments.length > 0);
  assert.equal(shipments[0]?.tracking_number, TRACKING.trackingNumber);
});

test('Shopware: an order comes, stock and tracking go back, and a cancellation goes forward', async (t) => {
  const shopware = await startFakeShopware(t);
  const shop = await newConsoleShop(t, server, [hostOf(shopware.url)]);
  const id = (number: number) => `0191f0d6a9b070d2b9a8f3c1e7d2a${String(number).padStart(3, '0')}`;
  shopware.products = [{ id: id(900), sku: 'SW10001', name: 'Logo Tee', ean: EAN, stock: 0 }];
  const path = await connectByApi(shop, { shop: 'shopware', shopUrl: shopware.url, credentials: SHOPWARE_KEYS });
  await shop.runAfter(0);
  await shop.send(`${path}/products/accept-proposals`, undefined, 'POST');
  const order = shopware.newOrder(id(100), [{ sku: 'SW10001', quantity: 2 }]);
  const orderId = `SW-${order.id}`;
  await shop.runAfter(LATER_MS);
  assert.equal((await shop.customer.read(orderId)).json.items[0].quantity, 2);
  assert.ok(shopware.products[0]!.stock > 0);
  await shop.accept(orderId);
  const part = (number: number) => [
    { items: [{ id: order.lines[0]!.id, quantity: 1 }], trackingNumber: `T-${number}` },
  ];
  await shop.ship(orderId, part(1));
  await shop.run(() => order.trackingCodes.length === 1);
  await shop.ship(orderId, part(2));
  await shop.run(() => order.states.delivery === 'shipped');
  assert.deepEqual(order.trackingCodes, ['T-1', 'T-2']);
  assert.deepEqual(shopware.transitions, [`${order.id} ship_partially`, `${order.id} ship`]);

  const cancelled = shopware.newOrder(id(200), [{ sku: 'SW10001', quantity: 1 }]);
  await shop.runAfter(LATER_MS);
  cancelled.states.order = 'cancelled';
  shopware.touch(cancelled);
  await shop.runAfter(LATER_MS);
  assert.equal((await shop.customer.read(`SW-${cancelled.id}`)).json.status, 'CANCELLED');
  await shop.run(() => cancelled.internalComment?.includes('has cancelled'));
});
