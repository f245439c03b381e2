import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { EAN } from '../src/orders/test-support/sample-orders.ts';
import { connectByApi, newConsoleShop } from './support/console-shop.ts';
import { type FakeOrder, startFakeShopify } from './support/fake-shopify.ts';
import { makeDataDir, type Settings, startPlaten, until } from './support/platen-process.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const KILL = join(import.meta.dirname, 'support/kill-at-shop.ts');
/** More statements than the way of an order from the shop and back has. */
const STATEMENTS_MAX = 60;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('a process that is killed before each statement about a shop takes each order once and tells each parcel once', async (t) => {
  const shopify = await startFakeShopify(t);
  const { host: shopHost } = new URL(shopify.url);
  shopify.variants = [{ sku: 'TEE', name: 'Logo Tee', barcode: EAN, picture: '' }];
  const shop = await newConsoleShop(t, server, [shopHost]);
  const { clientId } = shop.customer;
  const path = await connectByApi(shop, {
    ...{ shop: 'shopify', shopUrl: shopify.url, credentials: { secret: 'shpat_1' } },
  });
  await shop.runAfter(0);
  await shop.send(`${path}/products/accept-proposals`, undefined, 'POST');
  const [{ newsUrl }] = (await shop.send('/operator/v1/shop-connections')).json;
  const tellNews = () => fetch(server.url + new URL(newsUrl).pathname, { method: 'POST', body: '{}' });
  const { host, port, user, password, database } = server.pool.options;
  const settings: Settings = {
    DATA_DIR: await makeDataDir(t),
    DATABASE_URL: `postgresql://${user}:${encodeURIComponent(String(password))}@/${database}?host=${encodeURIComponent(host ?? '')}&port=${port}`,
    ENCRYPTION_KEY: Buffer.from(server.encryptionKey).toString('base64url'),
    WEBHOOK_ALLOW: shopHost,
    DEMO: 'off',
  };
  await server.pool.query('update product_variants set stock_level_quantity = 1000 where ean13 = $1', [EAN]);
  const orders: FakeOrder[] = [];
  const read = async (id: string) => shop.customer.read(`SHOPIFY-${id}`);
  /** Makes and ships an order that Platen has. Returns whether the shop knows its parcel. */
  const walk = async ({ id, fulfillments }: FakeOrder): Promise<boolean> => {
    const { status, json } = await read(id);
    if (status === 404) return false;
    if (json.status === 'NEW' || json.status === 'ASSIGNED') await shop.accept(`SHOPIFY-${id}`).catch(() => {});
    if (json.status === 'ACCEPTED') await shop.ship(`SHOPIFY-${id}`, [{ trackingNumber: `T-${id}` }]);
    return fulfillments.length > 0;
  };
  for (let at = 1; at <= STATEMENTS_MAX; at++) {
    const order = shopify.newOrder(String(1_000 + at), [{ quantity: 1 }]);
    orders.push(order);
    const { NODE_OPTIONS = '' } = process.env;
    const child = startPlaten(t, {
      ...settings,
      NODE_OPTIONS: `${NODE_OPTIONS} --import=${KILL}`,
      KILL_AT: String(at),
    });
    await tellNews();
    const killed = child.then(
      ({ ended }) => ended.then(({ signal }) => signal === 'SIGKILL'),
      () => true,
    );
    let isKilled = false;
    const done = until(async () => isKilled || (await walk(order)), `${order.id} told`).then(() => false);
    isKilled = await Promise.race([killed, done]);
    // The orders of killed processes are walked at the end, by one walker each.
    await done;
    if (isKilled) continue;
    await (await child).end('SIGTERM');
    break;
  }
  assert.ok(orders.length > 8, `only ${orders.length} statements`);
  // Two processes finish what the killed ones began.
  const both = await Promise.all([startPlaten(t, settings), startPlaten(t, settings)]);
  await tellNews();
  await until(async () => (await Promise.all(orders.map(walk))).every(Boolean), 'all orders told');
  for (const one of both) await one.end('SIGTERM');
  for (const { id, fulfillments } of orders) {
    const numbers = fulfillments.map(({ trackingInfo }) => trackingInfo[0]?.number);
    assert.deepEqual(numbers, [`T-${id}`], id);
    assert.equal(shopify.mails.filter((mail) => mail.startsWith(id)).length, 1, id);
  }
  const { rows } = await server.pool.query(
    `select count(*)::int as orders, count(distinct order_id)::int as ids from order_events
     where client_id = $1 and type = 'order.created'`,
    [clientId],
  );
  assert.deepEqual(rows, [{ orders: orders.length, ids: orders.length }]);
});
