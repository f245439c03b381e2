import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { until } from '../../test/support/platen-process.ts';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { answerWith, startReceiver } from './test-support/receiver.ts';
import { newWebhookShop, openDeliverer } from './test-support/webhook-shop.ts';
import { recordAttempt } from './webhook-delivery-store.ts';

const BASE = '/v1/webhook-endpoints';
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
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

test('a failure after a quiet week is a first one, and does not disable', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, answerWith(500));
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [60] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  server.time.now = START;
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  assert.equal((await shop.endpoint(endpointId)).failingSince, START.toISOString());
  later(HOUR_MS);
  await deliver(shop, endpointId);
  assert.equal('failingSince' in (await shop.endpoint(endpointId)), false);

  later(7 * DAY_MS);
  await shop.newOrders('B');
  await deliver(shop, endpointId);
  const { status, failingSince } = await shop.endpoint(endpointId);
  assert.deepEqual([status, failingSince], ['active', server.time.now?.toISOString()]);
});

test('a delivery that is given up before others does not end the failing', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, answerWith(500));
  const { deliver } = openDeliverer(t, server, { allow: [receiver.host], retrySeconds: [60] });
  const { endpointId } = await shop.newEndpoint(receiver.url);
  server.time.now = START;
  await shop.newOrders('A', 'B');
  await deliver(shop, endpointId);
  later(HOUR_MS);
  await deliver(shop, endpointId);
  assert.deepEqual(
    (await shop.deliveries(endpointId)).map(({ state }) => state),
    ['pending', 'failed'],
  );
  assert.equal((await shop.endpoint(endpointId)).failingSince, START.toISOString());
  later(5 * DAY_MS);
  await deliver(shop, endpointId);
  const { status, disabledReason } = await shop.endpoint(endpointId);
  assert.deepEqual([status, disabledReason], ['disabled', 'failing']);
});

test('a delivery that fails at the old address while the endpoint moves is sent to the new one at once', async (t) => {
  const shop = await newWebhookShop(server);
  const fresh = await startReceiver(t);
  const old = await startReceiver(t, async (response) => {
    await shop.send(`${BASE}/${endpointId}`, { url: fresh.url }, 'PUT');
    response.writeHead(500).end();
  });
  const { deliver } = openDeliverer(t, server, { allow: [old.host, fresh.host] });
  const { endpointId } = await shop.newEndpoint(old.url);
  server.time.now = START;
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  assert.equal(old.received.length, 1);
  assert.equal(fresh.received.length, 1);
  const [{ state, attempts }] = await shop.deliveries(endpointId);
  assert.deepEqual([state, attempts], ['delivered', 1]);
});

test('a failure at an old address is not recorded for the new one', async (t) => {
  const shop = await newWebhookShop(server);
  const old = await startReceiver(t, async (response) => {
    await shop.send(`${BASE}/${endpointId}`, { url: old.url.replace('/hooks', '/elsewhere') }, 'PUT');
    await shop.send(`${BASE}/${endpointId}`, { status: 'disabled' }, 'PUT');
    response.writeHead(500).end();
  });
  const { deliver } = openDeliverer(t, server, { allow: [old.host], retrySeconds: [] });
  const { endpointId } = await shop.newEndpoint(old.url);
  await shop.newOrders('A');
  await deliver(shop, endpointId);
  const [{ state, attempts, lastError }] = await shop.deliveries(endpointId);
  assert.deepEqual([state, attempts, lastError], ['pending', 0, undefined]);
  assert.equal('failingSince' in (await shop.endpoint(endpointId)), false);
  assert.equal(
    server.logged.some((line) => line.includes('given up') && line.includes(endpointId)),
    false,
  );
});

test('a failure at the same moment as the move of the endpoint leaves the delivery due at the new address', async () => {
  const shop = await newWebhookShop(server);
  const url = 'https://shop.example.com/hooks';
  const { endpointId } = await shop.newEndpoint(url);
  server.time.now = START;
  await shop.newOrders('A');
  const [{ deliveryId }] = await shop.deliveries(endpointId);
  const connection = await server.pool.connect();
  try {
    await connection.query('begin');
    await recordAttempt(connection, { clientId: shop.clientId, endpointId }, url, {
      deliveryId,
      attempts: 0,
      state: 'pending',
      due: new Date(START.getTime() + HOUR_MS),
      at: START,
      status: 500,
      error: 'unexpected_status',
      excerpt: null,
    });
    const moved = shop.send(`${BASE}/${endpointId}`, { url: `${url}/new` }, 'PUT');
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await until(async () => (await server.pool.query(waiting)).rowCount === 1, 'the change waits');
    await connection.query('commit');
    assert.equal((await moved).status, 200);
  } finally {
    connection.release();
  }
  const [{ nextAttempt }] = await shop.deliveries(endpointId);
  assert.equal(nextAttempt, START.toISOString());
});
