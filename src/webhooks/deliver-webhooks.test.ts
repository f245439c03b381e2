import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import type { LookupFunction } from 'node:net';
import { after, afterEach, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { fullOrder } from '../orders/test-support/sample-orders.ts';
import { findDue } from '../platform/database/due-query.ts';
import { answerWith, type Received, startReceiver } from './test-support/receiver.ts';
import { newWebhookShop, openDeliverer } from './test-support/webhook-shop.ts';
import { dueDeliveries } from './webhook-delivery-store.ts';

const BASE = '/v1/webhook-endpoints';
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
const START = new Date('2026-03-01T12:00:00.000Z');

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());
afterEach(() => {
  server.time.now = undefined;
});

function later(ms: number): void {
  server.time.now = new Date((server.time.now ?? START).getTime() + ms);
}

function sign({ headers, body }: Received, secret: string): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64');
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}

test('order events arrive in sequence, signed and without personal data', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId, secret } = await shop.newEndpoint(receiver.url);
  await shop.send('/v1/orders', fullOrder('SHOP-1'));
  await shop.change('SHOP-1', 'ERROR', {
    statusReason: { code: 'file_not_found', message: 'The file is not there.', pointer: '/packingSlip' },
  });
  await shop.change('SHOP-1', 'NEW', { statusReason: null });
  const shipment = { trackingNumber: 'T-1', trackingCarrier: 'DHL', trackingUrl: 'https://t.example.com/1' };
  await shop.change('SHOP-1', 'NEW', {
    shipments: [{ ...shipment, items: [], shipped: START.toISOString() }],
  });
  await deliver(shop, endpointId);

  const { received } = receiver;
  assert.deepEqual(
    received.map(({ json }) => ({ type: json.type, data: json.data })),
    [
      { type: 'order.created', data: { orderId: 'SHOP-1', status: 'NEW', version: 1 } },
      {
        type: 'order.error',
        data: {
          orderId: 'SHOP-1',
          status: 'ERROR',
          previousStatus: 'NEW',
          version: 2,
          statusReason: {
            code: 'file_not_found',
            message: 'The file is not there.',
            pointer: '/packingSlip',
          },
        },
      },
      {
        type: 'order.updated',
        data: { orderId: 'SHOP-1', status: 'NEW', previousStatus: 'ERROR', version: 3 },
      },
      {
        type: 'order.updated',
        data: {
          orderId: 'SHOP-1',
          status: 'NEW',
          previousStatus: 'NEW',
          version: 4,
          ...shipment,
          shipments: [{ ...shipment, shipped: START.toISOString() }],
        },
      },
    ],
  );
  for (const one of received) {
    assert.equal(one.path, '/hooks');
    assert.equal(one.headers['content-type'], 'application/json');
    assert.equal(one.headers['webhook-signature'], sign(one, secret));
    assert.match(one.json.timestamp, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.match(String(one.headers['webhook-timestamp']), /^\d{10}$/);
  }
  assert.equal(new Set(received.map(({ headers }) => headers['webhook-id'])).size, 4);
  const told = received.map(({ body }) => body).join() + server.logged.join();
  // Whole words: ids and times may have the digits of the postal code.
  assert.doesNotMatch(told, /\b(?:Ada|Lovelace|10115|1234567)\b|Musterstraße|ada@example\.com/);
  const log = await shop.deliveries(endpointId);
  assert.deepEqual(
    log.map(({ state, attempts, lastStatus }) => ({ state, attempts, lastStatus })),
    Array.from({ length: 4 }, () => ({ state: 'delivered', attempts: 1, lastStatus: 204 })),
  );
  assert.deepEqual(
    log.map(({ deliveryId }) => deliveryId).reverse(),
    received.map(({ headers }) => headers['webhook-id']),
  );
});

test('each endpoint gets the types that it wants, one event under one id', async (t) => {
  const shop = await newWebhookShop(server);
  const [all, some, none] = [await startReceiver(t), await startReceiver(t), await startReceiver(t)];
  const { deliver } = openDeliverer(t, server, { allow: [all.host, some.host, none.host] });
  const ofAll = await shop.newEndpoint(all.url);
  const ofSome = await shop.newEndpoint(some.url, ['order.error', 'order.shipped']);
  const ofNone = await shop.newEndpoint(none.url);
  await shop.send(`${BASE}/${ofNone.endpointId}`, { status: 'disabled' }, 'PUT');
  await shop.newOrders('A');
  await shop.change('A', 'ERROR');
  await shop.send('/v1/orders/A/cancel', {});
  for (const { endpointId } of [ofAll, ofSome, ofNone]) await deliver(shop, endpointId);
  assert.deepEqual(
    all.received.map(({ json }) => json.type),
    ['order.created', 'order.error', 'order.cancelled'],
  );
  assert.deepEqual(
    some.received.map(({ json }) => json.type),
    ['order.error'],
  );
  assert.equal(some.received[0]?.headers['webhook-id'], all.received[1]?.headers['webhook-id']);
  assert.equal(some.received[0]?.body, all.received[1]?.body);
  assert.deepEqual(none.received, []);
  assert.deepEqual(await shop.deliveries(ofNone.endpointId), []);
});

test('an order that is replayed or refused tells nothing', async () => {
  const shop = await newWebhookShop(server);
  const { endpointId } = await shop.newEndpoint('https://shop.example.com/hooks');
  await shop.newOrders('A', 'A');
  await shop.send('/v1/orders', { ...fullOrder('A') });
  await shop.send('/v1/orders', { orderId: 'B' });
  await shop.send('/v1/orders/A/cancel', {});
  await shop.send('/v1/orders/A/cancel', {});
  assert.deepEqual(
    (await shop.deliveries(endpointId)).map(({ type }) => type),
    ['order.cancelled', 'order.created'],
  );
});

test('a delivery is tried at growing intervals under the same id, holds back the later ones, and is given up at last', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, answerWith(500));
  const { context, deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  server.time.now = START;
  await shop.newOrders('A', 'B');
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 9; attempt++) {
    await deliver(shop, endpointId);
    // It is not due yet, so nothing more happens.
    await deliver(shop, endpointId);
    assert.equal(receiver.received.length, attempt);
    const [second, first] = await shop.deliveries(endpointId);
    assert.deepEqual([first.state, first.attempts, second.attempts], ['pending', attempt, 0]);
    assert.equal(first.lastError, 'unexpected_status');
    const wait = Date.parse(first.nextAttempt) - (server.time.now as Date).getTime();
    waits.push(wait);
    assert.equal(
      (await findDue(context.pool, dueDeliveries('orders', context.clock()))).some((key) => key.endsWith(endpointId)),
      false,
    );
    later(wait);
    assert.equal(
      (await findDue(context.pool, dueDeliveries('orders', context.clock()))).some((key) => key.endsWith(endpointId)),
      true,
    );
  }
  const expected = [5, 300, 1800, 7200, 18000, 36000, 50400, 72000, 86400];
  for (const [index, seconds] of expected.entries()) {
    const wait = waits[index] as number;
    assert.ok(wait >= seconds * SECOND_MS && wait <= seconds * SECOND_MS * 1.1 + 1, `${seconds} s: ${wait} ms`);
  }
  receiver.answer = answerWith(500, 200);
  await deliver(shop, endpointId);
  const [second, first] = await shop.deliveries(endpointId);
  assert.deepEqual([first.state, first.attempts, first.lastStatus], ['failed', 10, 500]);
  assert.deepEqual([second.state, second.attempts], ['delivered', 1]);
  assert.equal(new Set(receiver.received.slice(0, 10).map(({ headers }) => headers['webhook-id'])).size, 1);
  assert.equal(receiver.received.at(-1)?.json.data.orderId, 'B');
  const signatures = receiver.received.map(({ headers }) => headers['webhook-signature']);
  assert.equal(new Set(signatures).size, 11, 'each attempt is signed with its own time');
});

test('each attempt is counted by its outcome', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const counted: string[] = [];
  const onAttempt = (outcome: string) => void counted.push(outcome);
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [], onAttempt });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  receiver.answer = (response) => response.destroy();
  await shop.newOrders('B');
  await deliver(shop, endpointId);
  assert.deepEqual(counted, ['delivered', 'failed']);
});

test('a redirect, a late answer, a broken connection and a private address are failures', async (t) => {
  const shop = await newWebhookShop(server);
  const elsewhere = await startReceiver(t);
  const receiver = await startReceiver(t);
  const allow = [receiver.host, elsewhere.host];
  const { context, deliver } = openDeliverer(t, server, { allow, retrySeconds: [] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  receiver.answer = (response) => response.writeHead(302, { location: elsewhere.url }).end();
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  assert.deepEqual(await outcome(), ['failed', 'redirect', 302]);
  assert.equal(elsewhere.received.length, 0);

  receiver.answer = () => {};
  context.timeoutMs = 200;
  await shop.newOrders('B');
  await deliver(shop, endpointId);
  assert.deepEqual(await outcome(), ['failed', 'timeout', undefined]);
  context.timeoutMs = undefined;

  receiver.answer = (response) => response.destroy();
  await shop.newOrders('C');
  await deliver(shop, endpointId);
  assert.deepEqual(await outcome(), ['failed', 'unreachable', undefined]);

  const before = receiver.received.length;
  const port = receiver.host.split(':')[1];
  // Receivers cannot distinguish a private address from an unknown host.
  const strict = openDeliverer(t, server, { allow: [], retrySeconds: [], lookup: oneInside, timeoutMs: 20_000 });
  for (const url of [
    ...['127.0.0.1', 'localhost', '[::ffff:127.0.0.1]'].map((host) => `http://${host}:${port}/`),
    `http://inside.test:${port}/`,
    'http://nowhere.test/',
  ]) {
    // As from before such addresses were refused.
    await server.pool.query('update webhook_endpoints set url = $2 where endpoint_id = $1', [endpointId, url]);
    await shop.newOrders(`D ${url}`);
    await strict.deliver(shop, endpointId);
    assert.deepEqual(await outcome(), ['failed', 'address_refused', undefined], url);
  }
  assert.equal(receiver.received.length, before);

  async function outcome() {
    const [{ state, lastError, lastStatus }] = await shop.deliveries(endpointId);
    return [state, lastError, lastStatus];
  }
});

test('the first 500 characters of an answer are kept, and an endless one is a success all the same', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, (response) => {
    response.writeHead(200);
    response.write(`\0${'ä'.repeat(600)}`);
    const more = setInterval(() => response.write('x'.repeat(10_000)), 1);
    response.on('close', () => clearInterval(more));
  });
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  const [{ deliveryId, state }] = await shop.deliveries(endpointId);
  assert.equal(state, 'delivered');
  const { json } = await shop.send(`${BASE}/${endpointId}/deliveries/${deliveryId}`);
  assert.equal(json.responseExcerpt, 'ä'.repeat(500));
  assert.equal(json.body, receiver.received[0]?.body);
});

test('410 disables the endpoint at once; enabling it goes on where it stopped', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, answerWith(410, 200));
  const { context, deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  await shop.newOrders('A', 'B');
  await deliver(shop, endpointId);
  await shop.newOrders('C');
  const disabled = await shop.endpoint(endpointId);
  assert.deepEqual([disabled.status, disabled.disabledReason], ['disabled', 'gone']);
  assert.ok(server.logged.some((line) => line.includes('webhook endpoint was disabled') && line.includes(endpointId)));
  later(HOUR_MS);
  await deliver(shop, endpointId);
  assert.equal(
    (await findDue(context.pool, dueDeliveries('orders', context.clock()))).some((key) => key.endsWith(endpointId)),
    false,
  );
  assert.equal(receiver.received.length, 1);

  await shop.send(`${BASE}/${endpointId}`, { status: 'active' }, 'PUT');
  await deliver(shop, endpointId);
  // Events during the disabled time were not recorded.
  assert.deepEqual(
    receiver.received.map(({ json }) => json.data.orderId),
    ['A', 'A', 'B'],
  );
});

test('five days of nothing but failure disable the endpoint; one success in between starts them anew', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, answerWith(500));
  const { deliver } = openDeliverer(t, server, {
    allow: [receiver.host],
    retrySeconds: Array(99).fill(3600),
  });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  server.time.now = START;
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  assert.equal((await shop.endpoint(endpointId)).failingSince, START.toISOString());
  later(4 * 24 * HOUR_MS);
  receiver.answer = answerWith(200);
  await deliver(shop, endpointId);
  assert.equal('failingSince' in (await shop.endpoint(endpointId)), false);

  receiver.answer = answerWith(500);
  await shop.newOrders('B', 'C');
  await deliver(shop, endpointId);
  later(5 * 24 * HOUR_MS - 1);
  await deliver(shop, endpointId);
  assert.equal((await shop.endpoint(endpointId)).status, 'active');
  later(2 * HOUR_MS);
  await deliver(shop, endpointId);
  const { status, disabledReason } = await shop.endpoint(endpointId);
  assert.deepEqual([status, disabledReason], ['disabled', 'failing']);
  const sent = receiver.received.length;
  later(24 * HOUR_MS);
  await deliver(shop, endpointId);
  assert.equal(receiver.received.length, sent);
});

test('Retry-After is honoured up to an hour', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [5, 5, 5, 5] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  server.time.now = START;
  await shop.newOrders('A');
  for (const [status, retryAfter, waitedMs] of [
    [429, '120', 120 * SECOND_MS],
    [503, '999999', HOUR_MS],
    [500, '120', 5 * SECOND_MS],
    [429, 'soon', 5 * SECOND_MS],
  ] as const) {
    receiver.answer = (response) => response.writeHead(status, { 'retry-after': retryAfter }).end();
    await deliver(shop, endpointId);
    const [{ nextAttempt }] = await shop.deliveries(endpointId);
    const wait: number = Date.parse(nextAttempt) - (server.time.now as Date).getTime();
    assert.ok(wait >= waitedMs && wait <= Math.max(waitedMs, 5.5 * SECOND_MS), `${status}: ${wait}`);
    later(wait);
  }
});

test('after a rotation everything is signed with both secrets for a day', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId, secret: old } = await shop.newEndpoint(receiver.url);
  server.time.now = START;
  const rotated = (await shop.send(`${BASE}/${endpointId}/rotate-secret`, undefined, 'POST')).json;
  assert.notEqual(rotated.secret, old);
  assert.equal(rotated.previousSecretValidUntil, new Date(START.getTime() + 24 * HOUR_MS).toISOString());
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  later(24 * HOUR_MS + 1);
  await shop.newOrders('B');
  await deliver(shop, endpointId);
  const [both, one] = receiver.received as [Received, Received];
  assert.equal(both.headers['webhook-signature'], `${sign(both, rotated.secret)} ${sign(both, old)}`);
  assert.equal(one.headers['webhook-signature'], sign(one, rotated.secret));
});

test('another rotation on the same day ends no secret early, and a revoking one ends all at once', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const { endpointId, secret: first } = await shop.newEndpoint(receiver.url);
  const rotate = async (body?: object) =>
    (await shop.send(`${BASE}/${endpointId}/rotate-secret`, body, 'POST')).json as Record<string, string>;
  let orders = 0;
  const signatures = async (...secrets: (string | undefined)[]) => {
    await shop.newOrders(`A-${++orders}`);
    await deliver(shop, endpointId);
    const received = receiver.received.at(-1)!;
    assert.equal(received.headers['webhook-signature'], secrets.map((one) => sign(received, one!)).join(' '));
  };
  server.time.now = START;
  const { secret: second } = await rotate();
  later(HOUR_MS);
  const { secret: third } = await rotate({});
  await signatures(third, second, first);
  // Each secret ends a day after the rotation that replaced it.
  later(23 * HOUR_MS + 1);
  await signatures(third, second);
  later(HOUR_MS);
  await signatures(third);
  const { secret: fourth } = await rotate({ revokePrevious: false });
  await signatures(fourth, third);
  const { secret: fifth, previousSecretValidUntil } = await rotate({ revokePrevious: true });
  assert.equal(previousSecretValidUntil, undefined);
  await signatures(fifth);
  // More rotations than secrets that are kept.
  const made: (string | undefined)[] = [fifth];
  for (let i = 0; i < 5; i++) made.unshift((await rotate()).secret);
  await signatures(...made.slice(0, 5));
});

test('a test event is sent whatever the endpoint wants; a delivery and all failed ones can be sent again', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, answerWith(500));
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [] });
  const { endpointId } = await shop.newEndpoint(receiver.url, ['order.created']);
  server.time.now = START;
  await shop.newOrders('A');
  later(HOUR_MS);
  await shop.newOrders('B', 'C');
  const tested = await shop.send(`${BASE}/${endpointId}/test`, undefined, 'POST');
  assert.deepEqual([tested.status, tested.json.state, tested.json.type], [200, 'pending', 'webhook.test']);
  await deliver(shop, endpointId);
  assert.equal((await shop.deliveries(endpointId, '?state=failed')).length, 4);
  assert.deepEqual(receiver.received.at(-1)?.json.data, { endpointId });

  receiver.answer = answerWith(200);
  receiver.received.length = 0;
  const since = new Date(START.getTime() + 1).toISOString();
  const resent = await shop.send(`${BASE}/${endpointId}/resend-failed`, { since });
  assert.deepEqual(resent.json, { resent: 3 });
  await deliver(shop, endpointId);
  const [failed] = await shop.deliveries(endpointId, '?state=failed');
  const path = `${BASE}/${endpointId}/deliveries/${failed.deliveryId}/resend`;
  assert.deepEqual([(await shop.send(path, undefined, 'POST')).json.state], ['pending']);
  await deliver(shop, endpointId);
  // A delivered event can also be sent again.
  await shop.send(path, undefined, 'POST');
  await deliver(shop, endpointId);
  assert.deepEqual(
    receiver.received.map(({ json }) => json.data.orderId),
    ['B', 'C', undefined, 'A', 'A'],
  );
  assert.equal((await shop.deliveries(endpointId, '?state=delivered')).length, 4);
});

test('another address is tried at once, and the failures of the old one do not count', async (t) => {
  const shop = await newWebhookShop(server);
  const [old, fresh] = [await startReceiver(t, answerWith(500)), await startReceiver(t)];
  const { deliver } = openDeliverer(t, server, { allow: [old.host, fresh.host] });
  const { endpointId } = await shop.newEndpoint(old.url);
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  const changed = await shop.send(`${BASE}/${endpointId}`, { url: fresh.url }, 'PUT');
  assert.equal('failingSince' in changed.json, false);
  await deliver(shop, endpointId);
  assert.equal(fresh.received[0]?.headers['webhook-id'], old.received[0]?.headers['webhook-id']);
});

test('an internal error ends a delivery and is logged, and does not count against the receiver', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const { deliver, context } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [60] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  const { rows } = await server.pool.query('select secret from webhook_endpoints where endpoint_id = $1', [endpointId]);
  const setSecret = (secret: Buffer) =>
    server.pool.query('update webhook_endpoints set secret = $2 where endpoint_id = $1', [endpointId, secret]);
  await setSecret(Buffer.of(0));
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  const [{ lastError, state, deliveryId }] = await shop.deliveries(endpointId);
  assert.deepEqual([lastError, state], ['internal_problem', 'pending']);
  const logged = server.logged.map((line) => JSON.parse(line)).filter((line) => line.deliveryId === deliveryId);
  assert.deepEqual([logged[0].clientId, logged[0].endpointId], [shop.clientId, endpointId]);
  const { json } = await shop.send(`${BASE}/${endpointId}`);
  assert.deepEqual([json.status, 'failingSince' in json], ['active', false]);
  context.retrySeconds = [];
  server.time.now = new Date(Date.now() + 120 * SECOND_MS);
  await deliver(shop, endpointId);
  assert.equal((await shop.deliveries(endpointId))[0].state, 'failed');
  await setSecret(rows[0].secret);
  await shop.newOrders('B');
  await deliver(shop, endpointId);
  assert.equal(receiver.received.length, 1);
});

test('an unreadable secret is reported, and rotating it repairs deliveries', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t);
  const { deliver, context } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [0, 0] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  await server.pool.query('update webhook_endpoints set secret = $2 where endpoint_id = $1', [
    endpointId,
    Buffer.alloc(60),
  ]);
  await shop.newOrders('A');
  context.retrySeconds = [3600];
  await deliver(shop, endpointId);
  const [{ lastError, deliveryId }] = await shop.deliveries(endpointId);
  assert.equal(lastError, 'secret_unreadable');
  assert.equal(receiver.received.length, 0);
  const { secret } = (await shop.send(`${BASE}/${endpointId}/rotate-secret`, undefined, 'POST')).json;
  await shop.send(`${BASE}/${endpointId}/deliveries/${deliveryId}/resend`, undefined, 'POST');
  await deliver(shop, endpointId);
  const [one] = receiver.received as [Received];
  assert.equal(one.headers['webhook-signature'], sign(one, secret));
});

/** Knows one name, which leads inside. */
const oneInside: LookupFunction = (name, _options, callback) =>
  name === 'inside.test'
    ? callback(null, [{ address: '127.0.0.1', family: 4 }])
    : callback(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), '');

test('a stock event that fails delays no order event, and the other way round', async (t) => {
  const shop = await newWebhookShop(server);
  for (const failing of ['product.stock_changed', 'order.created']) {
    const receiver = await startReceiver(t, (response, { json }) =>
      response.writeHead(json.type === failing ? 500 : 204).end(),
    );
    const { deliver } = openDeliverer(t, server, { allow: [receiver.host] });
    const { endpointId } = await shop.newEndpoint(receiver.url);
    server.time.now = START;
    const recordStock = (ean13: string) => {
      const type = 'product.stock_changed';
      const data = { ean13, productId: 'P-1', stockLevelQuantity: 3 };
      return server.pool.query(
        `insert into webhook_deliveries (client_id, endpoint_id, delivery_id, type, body, due, created)
         values ($1, $2, gen_random_uuid(), $3, $4, $5, $5)`,
        [shop.clientId, endpointId, type, JSON.stringify({ type, timestamp: START, data }), START],
      );
    };
    await recordStock('4006381333931');
    await shop.newOrders(`${failing}-1`, `${failing}-2`);
    await recordStock('4006381333948');
    await deliver(shop, endpointId);
    const types = receiver.received.map(({ json }) => json.type);
    const [one, other] = ['product.stock_changed', 'order.created'].map(
      (type) => types.filter((each) => each === type).length,
    );
    assert.deepEqual([one, other], failing === 'order.created' ? [2, 1] : [1, 2]);
  }
});
