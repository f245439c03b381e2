import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { JobQueue } from '../jobs/job-queue.ts';
import { webhookJobs } from '../jobs/webhook-jobs.ts';
import { findDue } from '../platform/database/due-query.ts';
import { dueRemovals, removeWebhooks } from './deliver-webhooks.ts';
import { answerWith, startReceiver } from './test-support/receiver.ts';
import { newWebhookShop, openDeliverer } from './test-support/webhook-shop.ts';
import { dueDeliveries } from './webhook-delivery-store.ts';

const BASE = '/v1/webhook-endpoints';
/** The test ends before an attempt at a hanging receiver does. */
const PATIENT_MS = 600_000;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());
afterEach(() => {
  server.time.now = undefined;
});

test('an endpoint that is dead or slow delays no other, not even of the same client', async (t) => {
  const shop = await newWebhookShop(server);
  const other = await newWebhookShop(server);
  const hanging = await startReceiver(t, () => {});
  const failing = await startReceiver(t, answerWith(500));
  const good = await startReceiver(t);
  const allow = [hanging.host, failing.host, good.host];
  const { context } = openDeliverer(t, server, { allow, retrySeconds: [0, 0], timeoutMs: PATIENT_MS });
  for (const { url } of [hanging, failing, hanging, good]) await shop.newEndpoint(url, ['order.created']);
  await other.newEndpoint(good.url, ['order.created']);
  const jobs = new JobQueue(server.pool, webhookJobs(context), server);
  await jobs.start({ alone: false });
  t.after(() => jobs.stop());

  await shop.newOrders('A', 'B', 'C');
  await hanging.arrived(2);
  await other.newOrders('D', 'E');
  const received = await good.arrived(5);
  assert.deepEqual(
    received.map(({ json }) => json.data.orderId).filter((orderId) => orderId < 'D'),
    ['A', 'B', 'C'],
  );
  // Three attempts for each; what fails for good makes place for the next.
  const failed = await failing.arrived(9);
  assert.equal(failed.map(({ json }) => json.data.orderId).join(''), 'AAABBBCCC');
  assert.equal(hanging.received.length, 2);
});

test('an endpoint with a delivery that just became due is found beside endpoints with a backlog', async (t) => {
  const shop = await newWebhookShop(server);
  const { context } = openDeliverer(t, server, { allow: [] });
  const backlog = await shop.newEndpoint('https://shop.example.com/slow', ['order.created']);
  await shop.newOrders('A', 'B');
  const fresh = await shop.newEndpoint('https://shop.example.com/hooks', ['order.created']);
  await shop.newOrders('C');
  const found = new Set<string>();
  for (let look = 0; look < 1_000 && found.size < 2; look++) {
    for (const key of await findDue(context.pool, dueDeliveries('orders', context.clock()), 1))
      if (key.startsWith(shop.clientId)) found.add(key);
  }
  assert.deepEqual(found, new Set([backlog, fresh].map(({ endpointId }) => `${shop.clientId} ${endpointId}`)));
});

test('a delivery of a process that was killed before recording it is sent again with the same id', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, () => {});
  server.config.FILE_FETCH_ALLOW.push(receiver.host);
  const { endpointId, secret } = await shop.newEndpoint(receiver.url);
  assert.ok(secret);
  await shop.newOrders('A', 'B');
  const { host, port, user, password, database } = server.pool.options;
  const child: ChildProcess = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'test-support/deliver-and-be-killed.ts'),
      JSON.stringify({
        database: { host, port, user, password, database },
        encryptionKey: Buffer.from(server.encryptionKey).toString('base64'),
        allow: [receiver.host],
        key: `${shop.clientId} ${endpointId}`,
      }),
    ],
    { stdio: 'inherit' },
  );
  await receiver.arrived(1);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const [, first] = await shop.deliveries(endpointId);
  assert.deepEqual([first.state, first.attempts], ['pending', 0]);

  receiver.answer = answerWith(200);
  await openDeliverer(t, server, { allow: [receiver.host] }).deliver(shop, endpointId);
  assert.deepEqual(
    receiver.received.map(({ json }) => json.data.orderId),
    ['A', 'A', 'B'],
  );
  assert.equal(receiver.received[0]?.headers['webhook-id'], receiver.received[1]?.headers['webhook-id']);
  assert.equal(receiver.received[0]?.body, receiver.received[1]?.body);
});

test('a deleted endpoint is removed with all its deliveries, also later ones', async (t) => {
  const shop = await newWebhookShop(server);
  const { context } = openDeliverer(t, server, { allow: [] });
  const { endpointId } = await shop.newEndpoint('https://shop.example.com/hooks');
  await shop.newOrders('A', 'B');
  server.time.now = new Date();
  await shop.send(`${BASE}/${endpointId}`, undefined, 'DELETE');
  assert.deepEqual(await findDue(context.pool, dueRemovals(context)), []);
  server.time.now = new Date(server.time.now.getTime() + 60_001);
  const keys = await findDue(context.pool, dueRemovals(context));
  assert.deepEqual(keys, [`${shop.clientId} ${endpointId}`]);
  await removeWebhooks(context, keys[0] as string, new AbortController().signal);
  for (const table of ['webhook_endpoints', 'webhook_deliveries']) {
    const { rows } = await server.pool.query(`select 1 from ${table} where endpoint_id = $1`, [endpointId]);
    assert.equal(rows.length, 0);
  }
});

test('deliveries that have ended are kept for 30 days, also where nothing is delivered any more', async (t) => {
  const shop = await newWebhookShop(server);
  const receiver = await startReceiver(t, answerWith(200, 200, 410));
  const { context, deliver } = openDeliverer(t, server, { allow: [receiver.host] });
  const [idle, disabled] = [await shop.newEndpoint(receiver.url), await shop.newEndpoint(receiver.url)];
  const start = new Date('2026-03-01T12:00:00.000Z');
  server.time.now = start;
  await shop.newOrders('A');
  for (const { endpointId } of [idle, disabled]) await deliver(shop, endpointId);
  await shop.send(`${BASE}/${idle.endpointId}`, { types: ['order.shipped'] }, 'PUT');
  server.time.now = new Date(start.getTime() + 1);
  await shop.newOrders('B');
  await deliver(shop, disabled.endpointId);
  assert.equal((await shop.endpoint(disabled.endpointId)).status, 'disabled');

  server.time.now = new Date(start.getTime() + 30 * 24 * 3_600_000);
  assert.deepEqual(await findDue(context.pool, dueRemovals(context)), []);
  server.time.now = new Date(server.time.now.getTime() + 1);
  const [key] = await findDue(context.pool, dueRemovals(context));
  await removeWebhooks(context, key as string, new AbortController().signal);
  assert.deepEqual(await findDue(context.pool, dueRemovals(context)), []);
  assert.deepEqual(await shop.deliveries(idle.endpointId), []);
  // Pending deliveries are kept at any age.
  server.time.now = new Date(start.getTime() + 31 * 24 * 3_600_000);
  assert.deepEqual(await findDue(context.pool, dueRemovals(context)), []);
  const [waiting, ...others] = await shop.deliveries(disabled.endpointId);
  assert.deepEqual([waiting.state, others], ['pending', []]);
});
