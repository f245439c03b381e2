import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { wooCommerce } from '../connectors/woocommerce.ts';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { TRACKING } from './support/connected-shop.ts';
import { connectShopify, prepareShopify, prepareWooCommerce, WOO_ORDER } from './support/connected-shops.ts';
import { startFakeWooCommerce } from './support/fake-woocommerce.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ WEBHOOK_RETRY_SECONDS: '5,5,5,5' });
});
after(() => server.close());

test('a burst of webhooks is stored, and none is refused', async (t) => {
  const { woo, shop } = await prepareWooCommerce(t, server);
  await shop.start();
  const ids = Array.from({ length: 120 }, (_, index) => String(10_000 + index));
  // They are not ready, so nothing follows the storing.
  for (const id of ids) woo.newOrder(id, WOO_ORDER, 'pending');
  const answers = await Promise.all(ids.map((id) => woo.send(shop.url, id)));
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
});

test('orders whose requests hang delay no other orders', async (t) => {
  const { woo, shop } = await prepareWooCommerce(t, server);
  await shop.start();
  woo.fault = ({ path }) => (/\/4\d\d$/.test(path) ? 'hang' : undefined);
  for (let id = 400; id < 407; id++) {
    woo.newOrder(String(id), WOO_ORDER);
    assert.equal((await woo.send(shop.url, String(id))).status, 200);
  }
  await waitUntil(() => woo.calls.filter(({ path }) => /\/4\d\d$/.test(path)).length === 7);
  for (const id of ['510', '511', '512']) {
    woo.newOrder(id, WOO_ORDER);
    assert.equal((await woo.send(shop.url, id)).status, 200);
    assert.equal((await shop.settled(`WOO-${id}`, 'from_shop')).outcome, 'taken');
  }
  assert.equal((await shop.readMessage('WOO-400', 'from_shop'))?.state, 'waiting');
  woo.fault = () => undefined;
  woo.closeCalls();
});

test('a shop that allows only cheap queries gets every report', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('310', [{ quantity: 2 }, {}]);
  shopify.costMax = 70;
  await take(order);
  await shop.accept('SHOPIFY-310');
  await shop.ship('SHOPIFY-310', [{ items: [{ id: '3101', quantity: 1 }] }]);
  await shop.deliver(() => order.fulfillments.length === 1);
  await shop.ship('SHOPIFY-310', [TRACKING]);
  await shop.deliver(() => order.fulfillments.length === 2);
  await shop.settled('SHOPIFY-310', 'to_shop');
  assert.deepEqual(shopify.mails, ['310 without number', `310 ${TRACKING.trackingNumber}`]);
  assert.ok(Math.max(...shopify.costs) <= 70);
});

test('parcels of unknown contents share a fulfillment with all numbers, and ignored items are left alone', async (t) => {
  const { shopify, shop } = await prepareShopify(t, server);
  const mapping = JSON.parse(await readFile(shop.mapping, 'utf8'));
  await writeFile(shop.mapping, JSON.stringify({ ...mapping, skus: { ...mapping.skus, GIFT: { ignore: true } } }));
  const order = shopify.newOrder('315', [{ quantity: 2 }, { sku: 'GIFT' }]);
  await shop.start();
  await shop.settled('SHOPIFY-315', 'from_shop');
  await shop.accept('SHOPIFY-315');
  await shop.ship('SHOPIFY-315', [{ trackingNumber: 'T-1' }, { trackingNumber: 'T-2' }]);
  await shop.deliver(() => order.fulfillments.length > 0);
  assert.equal((await shop.settled('SHOPIFY-315', 'to_shop')).outcome, '2 parcels');
  assert.deepEqual(
    order.fulfillments.map(({ lines, trackingInfo }) => [lines, trackingInfo.map(({ number }) => number)]),
    [[[{ item: '3151', quantity: 2 }], ['T-1', 'T-2']]],
  );
  assert.deepEqual(shopify.mails, ['315 T-1 T-2']);
});

test('an order that was taken before its hold follows a refund during the hold', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('317', [{ quantity: 2 }]);
  await take(order);
  order.fulfillmentOrders[0]!.status = 'ON_HOLD';
  order.financial = 'PARTIALLY_REFUNDED';
  order.lines[0]!.currentQuantity = 1;
  assert.equal((await take(order)).outcome, 'changed');
  assert.equal((await shop.customer.read('SHOPIFY-317')).json.items[0].quantity, 1);
  const held = shopify.newOrder('318', [{ sku: 'UNKNOWN' }], 'ON_HOLD');
  assert.equal((await take(held, 'waiting')).outcome, 'The order is on hold in the shop.');
});

test('a withdrawn parcel is cancelled in Shopify once, and the next parcel is fulfilled', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('320', [{ quantity: 2 }]);
  await take(order);
  await shop.accept('SHOPIFY-320');
  await shop.ship('SHOPIFY-320', [{ trackingNumber: 'T-1' }]);
  await shop.deliver(() => order.fulfillments.length === 1);
  await shop.settled('SHOPIFY-320', 'to_shop');
  shopify.failOnce('fulfillmentCancel', 'reset after');
  await shop.withdraw('SHOPIFY-320', '1');
  await shop.deliver(() => order.fulfillments[0]?.status === 'CANCELLED');
  assert.equal((await shop.settled('SHOPIFY-320', 'to_shop')).outcome, '1 withdrawn');
  await shop.ship('SHOPIFY-320', [{ trackingNumber: 'T-2' }]);
  await shop.deliver(() => order.fulfillments.length === 2);
  await shop.settled('SHOPIFY-320', 'to_shop');
  assert.deepEqual(
    order.fulfillments.map(({ status, trackingInfo }) => [status, trackingInfo[0]?.number]),
    [
      ['CANCELLED', 'T-1'],
      ['SUCCESS', 'T-2'],
    ],
  );
  const cancels = shopify.calls.filter(({ body }) => body.includes('fulfillmentCancel(')).length;
  assert.deepEqual([cancels, shopify.mails], [1, ['320 T-1', '320 T-2']]);
});

test('the staff of a shop in WooCommerce read that a parcel was withdrawn', async (t) => {
  const { woo, shop } = await prepareWooCommerce(t, server);
  woo.newOrder('330', WOO_ORDER);
  await shop.start();
  await shop.settled('WOO-330', 'from_shop');
  await shop.accept('WOO-330');
  await shop.ship('WOO-330', [{ trackingNumber: 'T-1' }]);
  await shop.deliver(() => woo.orders.get('330')?.status === 'completed');
  await shop.settled('WOO-330', 'to_shop');
  await shop.withdraw('WOO-330', '1');
  await shop.deliver(() => woo.notes.get('330')?.length === 2);
  await shop.settled('WOO-330', 'to_shop');
  await shop.ship('WOO-330', [{ trackingNumber: 'T-2' }]);
  await shop.deliver(() => woo.mails.length === 2);
  await shop.settled('WOO-330', 'to_shop');
  assert.deepEqual(
    woo.notes.get('330')?.map(({ note }) => note),
    ['Shipped as T-1.', 'The print shop has withdrawn parcel 1, which has not left.', 'Shipped as T-2.'],
  );
  assert.deepEqual(woo.mails, ['330: Shipped as T-1.', '330: Shipped as T-2.']);
});

test('WooCommerce: refunded pieces are not made, and money alone changes nothing', async (t) => {
  const { woo, shop } = await prepareWooCommerce(t, server);
  await shop.start();
  const [first, second] = WOO_ORDER.line_items as { id: number; quantity: number }[];
  const items = async (id: string) =>
    (await shop.customer.read(`WOO-${id}`)).json.items.map((item: { id: string; quantity: number }) => item.quantity);
  const send = async (id: string, outcome: RegExp) => {
    await woo.send(shop.url, id);
    await waitUntil(async () => outcome.test((await shop.settled(`WOO-${id}`, 'from_shop')).outcome ?? ''));
  };
  woo.newOrder('340', WOO_ORDER);
  await send('340', /^taken$/);
  const { version } = (await shop.customer.read('WOO-340')).json;
  woo.refund('340', []);
  await send('340', /^taken$/);
  assert.equal((await shop.customer.read('WOO-340')).json.version, version);
  woo.refund('340', [{ item: first!.id, quantity: 1 }]);
  await send('340', /^changed$/);
  assert.deepEqual(await items('340'), [first!.quantity - 1, second!.quantity]);

  await shop.accept('WOO-340');
  woo.refund('340', [{ item: second!.id, quantity: second!.quantity }]);
  await send('340', /^cancellation requested$/);
  const { cancellation } = (await shop.customer.read('WOO-340')).json;
  assert.equal(cancellation.reason, `Refunded in the shop: ${second!.quantity} of item ${second!.id}.`);

  woo.newOrder('341', WOO_ORDER);
  await send('341', /^taken$/);
  woo.refund('341', [
    { item: first!.id, quantity: first!.quantity },
    { item: second!.id, quantity: second!.quantity },
  ]);
  await send('341', /^cancelled$/);
});

test('a list of orders is read to its end, however long', async (t) => {
  const woo = await startFakeWooCommerce(t);
  for (let id = 1; id <= 2_150; id++) woo.newOrder(String(id), {});
  const access = { url: woo.url, consumerKey: 'ck', consumerSecret: 'cs' };
  const { api } = wooCommerce('secret', { ...access, takeWhen: ['processing'], notifyCustomer: true });
  const ids = new Set<string>();
  for await (const listed of api!.list(undefined)) for (const { id } of listed) ids.add(id);
  assert.equal(ids.size, 2_150);
});

test('a list in Shopify that repeats its page ends with an error', async (t) => {
  const { shopify, shop } = await connectShopify(t, server);
  shopify.fault = ({ body }) =>
    JSON.parse(body).query.includes('orders(first')
      ? { answer: { data: { orders: { nodes: [], pageInfo: { hasNextPage: true, endCursor: 'same' } } } } }
      : undefined;
  await shop.start();
  await waitUntil(() => shop.logged.some((line) => line.includes('The pages of orders in Shopify have no end.')));
});

test('a page of maintenance instead of JSON is no refusal', async (t) => {
  const { woo, shop } = await prepareWooCommerce(t, server);
  await shop.start();
  woo.newOrder('370', WOO_ORDER);
  woo.fault = ({ path }) => {
    if (!path.endsWith('/370')) return undefined;
    woo.fault = () => undefined;
    return { page: '<h1>Back in a minute</h1>' };
  };
  await woo.send(shop.url, '370');
  assert.equal((await shop.settled('WOO-370', 'from_shop')).outcome, 'taken');
  assert.match(shop.logged.join('\n'), /WOO-370: failed, next attempt .* answered 200 without JSON/);
});

test('a shop gets news although Platen refuses the webhook endpoint', async (t) => {
  const { shopify, shop } = await prepareShopify(t, server);
  const mapping = JSON.parse(await readFile(shop.mapping, 'utf8'));
  await writeFile(shop.mapping, JSON.stringify({ ...mapping, publicUrl: 'http://10.0.0.1' }));
  await shop.start();
  const order = shopify.newOrder('380');
  await shopify.send(shop.url, order);
  await shop.settled('SHOPIFY-380', 'from_shop');
  await shop.accept('SHOPIFY-380');
  await shop.ship('SHOPIFY-380');
  await shop.start();
  await shop.settled('SHOPIFY-380', 'to_shop');
  assert.deepEqual(shopify.mails, [`380 ${TRACKING.trackingNumber}`]);
  assert.match(shop.logged.join('\n'), /the comparison with Platen failed: The URL must lead to the public internet/);
});

test('a change that Shopify did not confirm is tried again', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('350');
  await take(order);
  shopify.failOnce('tagsAdd', { answer: { data: { tagsAdd: null } } });
  order.financial = 'REFUNDED';
  await take(order);
  await shop.deliver(() => order.tags.length > 0);
  assert.equal((await shop.settled('SHOPIFY-350', 'to_shop')).outcome, 'cancelled');
  assert.match(shop.logged.join('\n'), /Shopify did not confirm tagsAdd\./);
});

test('a new hold is looked at again within seconds, and an old one every ten minutes', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('360', [{}], 'ON_HOLD');
  await take(order, 'waiting');
  const nextAttempt = async () => {
    const { rows } = await server.pool.query(
      `select extract(epoch from next_at - now())::float8 as seconds from shop_messages where order_id = 'SHOPIFY-360'`,
    );
    return rows[0].seconds;
  };
  const first = await nextAttempt();
  assert.ok(first > 0 && first <= 15, String(first));
  await server.pool.query(
    `update shop_messages set received = now() - interval '1 day', next_at = now() where order_id = 'SHOPIFY-360'`,
  );
  await shop.start();
  await waitUntil(async () => (await nextAttempt()) > 500);
  assert.ok((await nextAttempt()) <= 600);
});
