import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import type { ConnectedShop } from './support/connected-shop.ts';
import { prepareShopify, prepareWooCommerce, WOO_ORDER } from './support/connected-shops.ts';
import type { Scope } from './support/scope.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const CHILD = join(import.meta.dirname, 'support/connect-and-be-killed.ts');
/** Walks of an order until no step is new. */
const WALKS_MAX = 60;

let server: TestServer;
before(async () => {
  server = await startTestServer({ WEBHOOK_RETRY_SECONDS: '5,5,5,5,5,5,5,5,5' });
});
after(() => server.close());

/** Runs the connector in its own process, again each time it was killed at one of the matching `steps`. */
async function keepRunning(
  t: Scope,
  { mapping, environment }: ConnectedShop,
  steps = '',
): Promise<() => Promise<string[]>> {
  const file = join(mapping, '../killed-at.txt');
  await writeFile(file, '');
  const { host, port, user, password, database } = server.pool.options;
  const given = { database: { host, port, user, password, database }, mapping, environment, file, steps };
  let isOver = false;
  let child: ReturnType<typeof spawn>;
  const run = async () => {
    while (!isOver) {
      child = spawn(process.execPath, [CHILD, JSON.stringify(given)], { stdio: 'inherit' });
      const [code] = await once(child, 'exit');
      assert.equal(code, null, 'it ends only by a kill');
    }
  };
  const running = run();
  t.after(() => {
    isOver = true;
    child.kill('SIGKILL');
    return running;
  });
  return async () => (await readFile(file, 'utf8')).split('\n').slice(0, -1);
}

/** Repeats the walk with new orders until the connector has been killed at every step of it. */
async function walkThrough(kills: () => Promise<string[]>, walk: (number: number) => Promise<void>): Promise<string[]> {
  for (let number = 1; number <= WALKS_MAX; number++) {
    const before = (await kills()).length;
    await walk(number);
    const now = await kills();
    if (now.length === before) return now;
  }
  throw new Error(`The connector meets new steps after ${WALKS_MAX} walks.`);
}

/** Sends a webhook as often as it takes. */
async function sendUntilStored(send: () => Promise<{ status: number }>): Promise<void> {
  await waitUntil(() =>
    send().then(
      ({ status }) => status === 200,
      () => false,
    ),
  );
}

const eventsOf = async ({ customer }: ConnectedShop, orderId: string): Promise<string[]> =>
  (await customer.get(`/v1/orders/${orderId}/events`)).json.map(({ type }: { type: string }) => type);

test('Shopify: a connector that is killed at every step takes each order once and tells each parcel once', async (t) => {
  const { shopify, shop } = await prepareShopify(t, server);
  const kills = await keepRunning(t, shop);
  const exists = (orderId: string) => waitUntil(async () => (await shop.customer.read(orderId)).status === 200);

  const killed = await walkThrough(kills, async (number) => {
    const id = String(1_000 + number);
    const orderId = `SHOPIFY-${id}`;
    const order = shopify.newOrder(id, [{ quantity: 3 }], 'ON_HOLD');
    await sendUntilStored(() => shopify.send(shop.url, order));
    order.fulfillmentOrders[0]!.status = 'OPEN';
    for (const _repeat of [1, 2]) await sendUntilStored(() => shopify.send(shop.url, order));
    await exists(orderId);
    await shop.accept(orderId);
    shopify.failOnce('fulfillmentCreate', 'reset after');
    await shop.ship(orderId, [{ items: [{ id: `${id}1`, quantity: 1 }] }]);
    await shop.deliver(() => order.fulfillments.length > 0);
    shopify.failOnce('fulfillmentCreate', { status: 500 });
    await shop.ship(orderId, [{ items: [{ id: `${id}1`, quantity: 2 }] }]);
    await shop.deliver(() => order.fulfillments.length > 1);
    await shop.settled(orderId, 'to_shop');
    await shop.withdraw(orderId, '2');
    await shop.deliver(() => order.fulfillments[1]?.status === 'CANCELLED');
    await shop.ship(orderId, [{ trackingNumber: `T-${id}` }]);
    await shop.deliver(() => order.fulfillments.length > 2);

    const refunded = shopify.newOrder(String(2_000 + number), [{ quantity: 2 }]);
    const refundedId = `SHOPIFY-${refunded.id}`;
    await sendUntilStored(() => shopify.send(shop.url, refunded));
    await exists(refundedId);
    await shop.accept(refundedId);
    refunded.financial = 'PARTIALLY_REFUNDED';
    refunded.lines[0]!.currentQuantity = 1;
    shopify.touch(refunded);
    await sendUntilStored(() => shopify.send(shop.url, refunded));
    await waitUntil(async () => (await shop.customer.read(refundedId)).json.cancellation !== undefined);
    refunded.financial = 'REFUNDED';
    const cancelled = shopify.newOrder(String(3_000 + number));
    await sendUntilStored(() => shopify.send(shop.url, cancelled));
    await exists(`SHOPIFY-${cancelled.id}`);
    cancelled.financial = 'REFUNDED';
    shopify.touch(cancelled);
    await sendUntilStored(() => shopify.send(shop.url, cancelled));
    await shop.deliver(() => cancelled.tags.length > 0);
    for (const one of [orderId, refundedId, `SHOPIFY-${cancelled.id}`]) await shop.settled(one, 'from_shop');
    for (const one of [orderId, `SHOPIFY-${cancelled.id}`]) await shop.settled(one, 'to_shop');

    assert.deepEqual(
      order.fulfillments.map(({ status, lines }) => [status, lines[0]?.quantity]),
      [
        ['SUCCESS', 1],
        ['CANCELLED', 2],
        ['SUCCESS', 2],
      ],
    );
    assert.deepEqual(
      shopify.mails.filter((mail) => mail.startsWith(id)),
      [`${id} without number`, `${id} without number`, `${id} T-${id}`],
    );
    const requests = (await eventsOf(shop, refundedId)).filter((type) => type === 'order.cancellation_requested');
    assert.equal(requests.length, 1);
    assert.equal((await eventsOf(shop, orderId)).filter((type) => type === 'order.created').length, 1);
    assert.deepEqual(cancelled.tags, ['platen-cancelled']);
  });
  for (const step of [
    'POST fulfillmentCreate',
    'POST fulfillmentCancel',
    'POST /v1/orders',
    'POST order',
    'insert shop_messages asked from_shop',
  ])
    for (const when of ['before', 'after']) assert.ok(killed.includes(`${when} ${step}`), `${when} ${step}`);
  assert.ok(killed.length > 50, String(killed.length));
});

test('WooCommerce: a connector that is killed at every request mails each parcel once', async (t) => {
  const { woo, shop } = await prepareWooCommerce(t, server);
  // Both shops have the same steps in the database.
  const kills = await keepRunning(t, shop, '/wp-json/|/v1/');
  const killed = await walkThrough(kills, async (number) => {
    const id = String(1_000 + number);
    const orderId = `WOO-${id}`;
    woo.newOrder(id, WOO_ORDER);
    // It sends each webhook once. A connector that is away finds the order by its comparison.
    await woo.send(shop.url, id).catch(() => {});
    await waitUntil(async () => (await shop.customer.read(orderId)).status === 200);
    await shop.accept(orderId);
    const mails = () => woo.mails.filter((mail) => mail.startsWith(id));
    const [item] = (await shop.customer.read(orderId)).json.items;
    woo.fault = ({ method, path }) => {
      if (method !== 'POST' || !path.includes(id)) return undefined;
      woo.fault = () => undefined;
      return 'reset after';
    };
    await shop.ship(orderId, [{ items: [{ id: item.id, quantity: 1 }], trackingNumber: 'T1001' }]);
    await shop.deliver(() => mails().length > 0);
    await shop.ship(orderId, [{ items: [{ id: item.id, quantity: 1 }], trackingNumber: 'T100' }]);
    await shop.deliver(() => mails().length > 1);
    await shop.ship(orderId, [{}]);
    await shop.deliver(() => woo.orders.get(id)?.status === 'completed');
    for (const direction of ['from_shop', 'to_shop'] as const) await shop.settled(orderId, direction);
    assert.deepEqual(mails(), [`${id}: Shipped as T1001.`, `${id}: Shipped as T100.`, `${id}: Shipped.`]);
    assert.equal((await eventsOf(shop, orderId)).filter((type) => type === 'order.created').length, 1);
  });
  assert.ok(killed.includes('after POST /wp-json/wc/v3/orders/N/notes'));
  assert.ok(killed.length > 8, String(killed.length));
});
