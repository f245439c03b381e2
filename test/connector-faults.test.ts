import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { TRACKING } from './support/connected-shop.ts';
import { connectShopify, prepareWooCommerce, WOO_ORDER } from './support/connected-shops.ts';
import { costOf } from './support/fake-shopify.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ WEBHOOK_RETRY_SECONDS: '5,5,5,5' });
});
after(() => server.close());

test('a refund before production amends or cancels the order', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('100', [{ quantity: 2 }, {}]);
  assert.equal((await take(order)).outcome, 'taken');
  const quantities = async () =>
    (await shop.customer.read('SHOPIFY-100')).json.items.map(({ quantity }: { quantity: number }) => quantity);
  assert.deepEqual(await quantities(), [2, 1]);
  const { version } = (await shop.customer.read('SHOPIFY-100')).json;

  order.financial = 'PARTIALLY_REFUNDED';
  await take(order);
  assert.deepEqual(await quantities(), [2, 1]);
  assert.equal((await shop.customer.read('SHOPIFY-100')).json.version, version, 'money alone changes nothing');
  order.lines[0]!.currentQuantity = 1;
  order.lines[1]!.currentQuantity = 0;
  assert.equal((await take(order)).outcome, 'changed');
  assert.deepEqual(await quantities(), [1]);
  order.lines[0]!.currentQuantity = 0;
  assert.equal((await take(order)).outcome, 'cancelled');
  assert.equal((await shop.customer.read('SHOPIFY-100')).json.status, 'CANCELLED');

  const repaid = shopify.newOrder('200');
  await take(repaid);
  repaid.financial = 'REFUNDED';
  assert.equal((await take(repaid)).outcome, 'cancelled');
  // A partly refunded order that was never taken is taken without its refunded items.
  const late = shopify.newOrder('300', [{ quantity: 3, currentQuantity: 1 }]);
  late.financial = 'PARTIALLY_REFUNDED';
  assert.equal((await take(late)).outcome, 'taken');
  assert.equal((await shop.customer.read('SHOPIFY-300')).json.items[0].quantity, 1);
});

test('a refund in production requests the cancellation once, with the refunded items', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('110', [{ quantity: 2 }, {}]);
  await take(order);
  await shop.accept('SHOPIFY-110');
  order.financial = 'PARTIALLY_REFUNDED';
  assert.equal((await take(order)).outcome, 'taken');
  assert.equal((await shop.customer.read('SHOPIFY-110')).json.cancellation, undefined, 'money alone');
  order.lines[0]!.currentQuantity = 1;
  assert.equal((await take(order)).outcome, 'cancellation requested');
  const { cancellation } = (await shop.customer.read('SHOPIFY-110')).json;
  assert.deepEqual(cancellation, { status: 'REQUESTED', reason: 'Refunded in the shop: 1 of item 1101.' });
  assert.match((await take(order)).outcome ?? '', /already sent/);

  const whole = shopify.newOrder('120');
  await take(whole);
  await shop.accept('SHOPIFY-120');
  whole.financial = 'REFUNDED';
  assert.equal((await take(whole)).outcome, 'cancellation requested');
  const shipped = shopify.newOrder('130');
  await take(shipped);
  await shop.accept('SHOPIFY-130');
  await shop.ship('SHOPIFY-130');
  shipped.financial = 'REFUNDED';
  assert.match((await take(shipped)).outcome ?? '', /already been shipped/);
});

test('an order on hold is neither taken nor reported as shipped until its release', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('140', [{}], 'ON_HOLD');
  assert.equal((await take(order, 'waiting')).outcome, 'The order is on hold in the shop.');
  assert.equal((await shop.customer.read('SHOPIFY-140')).status, 404);
  order.fulfillmentOrders[0]!.status = 'OPEN';
  // Shopify changes no time of the order at a release. The next comparison finds it.
  await shop.start();
  assert.equal((await shop.settled('SHOPIFY-140', 'from_shop')).outcome, 'taken');

  await shop.accept('SHOPIFY-140');
  order.fulfillmentOrders[0]!.status = 'ON_HOLD';
  await shop.ship('SHOPIFY-140');
  await shop.deliver(async () => {
    const message = await shop.readMessage('SHOPIFY-140', 'to_shop');
    return /on hold/.test(message?.outcome ?? '');
  });
  assert.deepEqual([order.fulfillments, shopify.mails], [[], []]);
  assert.doesNotMatch(shop.logged.join('\n'), /reported to the shop/);
  order.fulfillmentOrders[0]!.status = 'OPEN';
  await shop.start();
  await shop.settled('SHOPIFY-140', 'to_shop');
  assert.deepEqual(shopify.mails, [`140 ${TRACKING.trackingNumber}`]);
  assert.match(shop.logged.join('\n'), /SHOPIFY-140: reported to the shop \(1 parcel\)/);
});

test('errors of the shop are retried, and a lost answer creates no second fulfillment', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('150', [{ quantity: 3 }]);
  const error = (code: string) => ({ answer: { errors: [{ message: 'No.', extensions: { code } }] } });
  for (const code of ['INTERNAL_SERVER_ERROR', 'TIMEOUT', 'THROTTLED']) shopify.failOnce('order', error(code));
  assert.equal((await take(order)).outcome, 'taken');
  await shop.accept('SHOPIFY-150');
  shopify.failOnce('fulfillmentCreate', 'reset after');
  shopify.failOnce('fulfillmentCreate', { status: 502 });
  shopify.failOnce('fulfillmentCreate', 'reset');
  await shop.ship('SHOPIFY-150', [{ items: [{ id: '1501', quantity: 1 }] }]);
  await shop.deliver(() => order.fulfillments.length > 0);
  await shop.settled('SHOPIFY-150', 'to_shop');
  // The answer is an error although the work is done, and the parcel has no number to recognize it by.
  shopify.failOnce('fulfillmentCreate', { after: error('INTERNAL_SERVER_ERROR').answer });
  await shop.ship('SHOPIFY-150', [{ items: [{ id: '1501', quantity: 2 }] }]);
  await shop.deliver(() => order.fulfillments.length > 1);
  const message = await shop.settled('SHOPIFY-150', 'to_shop');
  assert.deepEqual(
    order.fulfillments.map(({ lines }) => lines),
    [[{ item: '1501', quantity: 1 }], [{ item: '1501', quantity: 2 }]],
  );
  assert.deepEqual(shopify.mails, ['150 without number', '150 without number']);
  assert.deepEqual([message.error, message.attempts], [null, 0]);
  assert.match(shop.logged.join('\n'), /SHOPIFY-150: failed, next attempt in 0.02 s\. Shopify had an internal error\./);

  const refused = shopify.newOrder('160');
  await take(refused);
  await shop.accept('SHOPIFY-160');
  const userErrors = [{ field: null, message: 'Tracking is not possible.' }];
  shopify.failOnce('fulfillmentCreate', {
    answer: { data: { fulfillmentCreate: { fulfillment: null, userErrors } } },
  });
  await shop.ship('SHOPIFY-160');
  await shop.deliver(() => shop.logged.some((line) => line.includes('refused')));
  const { error: why } = await shop.settled('SHOPIFY-160', 'to_shop', 'refused');
  assert.equal(why, 'Shopify refused fulfillmentCreate: Tracking is not possible.');
  assert.match(shop.logged.join('\n'), /SHOPIFY-160: refused\. Shopify refused fulfillmentCreate: Tracking is not/);

  const { token } = await server.token({ scope: 'operator' });
  const path = `/operator/v1/clients/${shop.customer.clientId}/shop-connections`;
  const [shown] = (await server.send(path, { token })).json;
  assert.deepEqual(
    [shown.shop, shown.waiting, shown.refused, shown.lastOrder.orderId, shown.lastReport.orderId],
    ['shopify', 0, 1, 'SHOPIFY-160', 'SHOPIFY-150'],
  );
  assert.deepEqual(shown.messages, [
    { orderId: 'SHOPIFY-160', direction: 'to_shop', state: 'refused', attempts: 0, reason: why },
  ]);
  const resend = async (body?: object) =>
    (await server.send(`${path}/SHOPIFY-/resend`, { token, method: 'POST', ...(body && { body }) })).json;
  assert.deepEqual(await resend({ orderId: 'SHOPIFY-150' }), { resent: 0 });
  assert.deepEqual(await resend({ orderId: 'SHOPIFY-160' }), { resent: 1 });
  assert.equal((await shop.settled('SHOPIFY-160', 'to_shop')).outcome, '1 parcel');
});

test('a corrected tracking number changes the fulfillment once', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('170');
  await take(order);
  await shop.accept('SHOPIFY-170');
  await shop.ship('SHOPIFY-170');
  await shop.deliver(() => order.fulfillments.length > 0);
  await shop.settled('SHOPIFY-170', 'to_shop');
  const { token } = await server.token({ scope: 'operator' });
  const path = `/operator/v1/orders/${shop.customer.clientId}/SHOPIFY-170/shipments/1/tracking`;
  const body = { trackingNumber: 'T-2' };
  const corrected = await server.send(path, { token, method: 'POST', body });
  assert.equal(corrected.status, 200, corrected.text);
  shopify.failOnce('fulfillmentTrackingInfoUpdate', 'reset after');
  await shop.deliver(() => order.fulfillments[0]?.trackingInfo[0]?.number === 'T-2');
  await shop.settled('SHOPIFY-170', 'to_shop');
  const updates = shopify.calls.filter(({ body: asked }) => asked.includes('fulfillmentTrackingInfoUpdate(')).length;
  assert.deepEqual([updates, order.fulfillments.length], [1, 1]);
});

test('no query costs more than Shopify allows, and a refused query is asked again for less', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder(
    '180',
    Array.from({ length: 60 }, () => ({})),
  );
  await take(order);
  assert.equal((await shop.customer.read('SHOPIFY-180')).json.items.length, 60);
  assert.ok(Math.max(...shopify.costs) > 500, 'the fake counts as Shopify does');

  shopify.costMax = 120;
  shopify.costs.length = 0;
  const other = shopify.newOrder(
    '190',
    Array.from({ length: 30 }, () => ({})),
  );
  assert.equal((await take(other)).outcome, 'taken');
  assert.equal((await shop.customer.read('SHOPIFY-190')).json.items.length, 30);
  assert.ok(Math.max(...shopify.costs) <= 120);
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  assert.match(
    metrics,
    /platen_connector_query_points_count\{connection="SHOPIFY-",query="order",kind="requested"\} \d/,
  );
  assert.match(metrics, /platen_connector_query_points_sum\{connection="SHOPIFY-",query="order",kind="actual"\} \d/);
  // The queries of the release before, by the same rule.
  const before = `query { order(id: $id) { fulfillments(first: 100) { id trackingInfo { number } }
    fulfillmentOrders(first: 50) { nodes { id lineItems(first: 100) { nodes { id lineItem { id } } } } } } }`;
  assert.equal(costOf(before, {}), 10_251);
});

test('the news of a disabled endpoint reach the shop, and the endpoint is enabled with an alert', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('210');
  await take(order);
  await shop.accept('SHOPIFY-210');
  const endpoint = async () => (await shop.customer.get('/v1/webhook-endpoints')).json[0];
  await waitUntil(async () => (await endpoint()) !== undefined);
  shop.stop();
  const { clientId } = shop.customer;
  const disable = (reason: string) =>
    server.pool.query(`update webhook_endpoints set status = 'disabled', disabled_reason = $2 where client_id = $1`, [
      clientId,
      reason,
    ]);
  await disable('failing');
  await shop.ship('SHOPIFY-210');

  await shop.start();
  await shop.settled('SHOPIFY-210', 'to_shop');
  assert.deepEqual(shopify.mails, [`210 ${TRACKING.trackingNumber}`]);
  assert.equal((await endpoint()).status, 'active');
  assert.match(shop.logged.join('\n'), /alert: Platen had disabled the webhook endpoint/);
  const { rows } = await server.pool.query('select alert from shop_connections where client_id = $1', [clientId]);
  assert.match(rows[0].alert, /It is enabled again/);
  const metrics = await (await fetch(`${shop.url}/metrics`)).text();
  assert.match(metrics, /platen_connector_endpoint_enabled_total\{connection="SHOPIFY-"\} 1/);
  const rules = await readFile(join(import.meta.dirname, '../deploy/prometheus/connector-alerts.yaml'), 'utf8');
  for (const [name] of rules.matchAll(/platen_connector_\w+/g)) assert.ok(metrics.includes(`# TYPE ${name} `), name);

  // Staff who disable it have a reason.
  await disable('by_staff');
  await shop.start();
  await waitUntil(() => shop.logged.some((line) => line.includes('disabled on purpose')));
  assert.equal((await endpoint()).status, 'disabled');
});

test('a restored copy of the database sends nothing to the shop until staff resume', async (t) => {
  const { shopify, shop, take } = await connectShopify(t, server);
  const order = shopify.newOrder('220');
  await take(order);
  await shop.accept('SHOPIFY-220');
  shop.stop();
  await shop.ship('SHOPIFY-220');
  await server.pool.query('insert into restore_pause (since) values (now())');
  t.after(() => server.pool.query('delete from restore_pause'));
  await shop.start();
  await waitUntil(async () => (await shop.readMessage('SHOPIFY-220', 'to_shop')) !== undefined);
  // Orders of the shop are taken meanwhile.
  await take(shopify.newOrder('221'));
  assert.deepEqual([order.fulfillments, (await shop.readMessage('SHOPIFY-220', 'to_shop'))?.state], [[], 'waiting']);
  await server.pool.query('delete from restore_pause');
  await shop.start();
  await shop.settled('SHOPIFY-220', 'to_shop');
  assert.equal(order.fulfillments.length, 1);
});

test('WooCommerce mails each parcel once, also parcels without number and numbers that contain others', async (t) => {
  const { woo, shop } = await prepareWooCommerce(t, server);
  woo.newOrder('500', WOO_ORDER);
  await shop.start();
  await shop.settled('WOO-500', 'from_shop');
  await shop.accept('WOO-500');
  const items = (await shop.customer.read('WOO-500')).json.items.map(({ id }: { id: string }) => id);
  const parcel = (item: string, quantity: number, number?: string) => ({
    items: [{ id: item, quantity }],
    ...(number && { trackingNumber: number, trackingUrl: `https://track.example/?a=1&n=${number}` }),
  });
  await shop.ship('WOO-500', [parcel(items[0], 1, 'T1001')]);
  await shop.deliver(() => woo.mails.length === 1);
  await shop.settled('WOO-500', 'to_shop');
  await shop.ship('WOO-500', [parcel(items[0], 1, 'T100')]);
  await shop.deliver(() => woo.mails.length === 2);
  await shop.settled('WOO-500', 'to_shop');
  woo.fault = ({ method }) => {
    woo.fault = () => undefined;
    return method === 'POST' ? 'reset after' : undefined;
  };
  await shop.ship('WOO-500', [{}]);
  await shop.deliver(() => woo.orders.get('500')?.status === 'completed');
  await shop.settled('WOO-500', 'to_shop');
  const endpoint = (await shop.customer.get('/v1/webhook-endpoints')).json[0];
  const path = `/v1/webhook-endpoints/${endpoint.endpointId}/deliveries`;
  for (const { deliveryId } of (await shop.customer.get(path)).json)
    await shop.customer.send(`${path}/${deliveryId}/resend`, {});
  const reports = () => shop.logged.filter((line) => line.endsWith('nothing to report')).length;
  await shop.deliver(() => reports() > 0);
  await shop.start();
  await shop.settled('WOO-500', 'to_shop');
  assert.deepEqual(woo.mails, [
    '500: Shipped as T1001. https://track.example/?a=1&n=T1001',
    '500: Shipped as T100. https://track.example/?a=1&n=T100',
    '500: Shipped.',
  ]);
});

test('WooCommerce gets 200 while Platen is away, and a lost webhook is found by the comparison', async (t) => {
  const { woo, shop } = await prepareWooCommerce(t, server);
  await shop.start();
  woo.newOrder('600', WOO_ORDER);
  woo.fault = () => ({ status: 503 });
  assert.equal((await woo.send(shop.url, '600')).status, 200);
  await waitUntil(() => shop.logged.some((line) => /WOO-600: failed/.test(line)));
  woo.fault = () => undefined;
  assert.equal((await shop.settled('WOO-600', 'from_shop')).outcome, 'taken');
  shop.stop();
  // WooCommerce sends each webhook once.
  woo.newOrder('601', WOO_ORDER);
  woo.change('600', { status: 'cancelled' });
  await shop.start();
  assert.equal((await shop.settled('WOO-601', 'from_shop')).outcome, 'taken');
  await waitUntil(async () => (await shop.customer.read('WOO-600')).json.status === 'CANCELLED');
  woo.orders.delete('601');
  assert.equal((await woo.send(shop.url, '601', 'deleted')).status, 200);
  await waitUntil(async () => (await shop.customer.read('WOO-601')).json.status === 'CANCELLED');
});

test('a second process of a connection takes it over, and the first one stops', async (t) => {
  const { shopify, shop } = await connectShopify(t, server);
  const { rows } = await server.pool.query('select run_id from shop_connections where client_id = $1', [
    shop.customer.clientId,
  ]);
  await server.pool.query('update shop_connections set run_id = gen_random_uuid() where run_id = $1', [rows[0].run_id]);
  await shopify.send(shop.url, shopify.newOrder('700'));
  await waitUntil(() => shop.logged.some((line) => line.includes('another process has taken over')));
  assert.equal((await shop.customer.read('SHOPIFY-700')).status, 404);
});
