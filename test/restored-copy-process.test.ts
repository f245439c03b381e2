import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { startReceiver } from '../src/webhooks/test-support/receiver.ts';
import { freePort } from './support/free-ports.ts';
import {
  type DemoClient,
  demoOrder,
  makeDataDir,
  makeUsedDataDir,
  platen,
  type Server,
  startPlaten,
  tokenOf,
  until,
} from './support/platen-process.ts';

const orderIdsOf = (received: readonly { json: { data: { orderId: string } } }[]) =>
  received.map(({ json }) => json.data.orderId);

/** Calls the server as the demo shop. */
async function shopOf({ url }: Server, demo: DemoClient) {
  const token = await tokenOf(url, demo);
  const send = async (path: string, body?: object) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const posted = body && { method: 'POST', body: JSON.stringify(body) };
    const answer = await fetch(`${url}/v1${path}`, { headers, ...posted });
    assert.equal(answer.ok, true, `${path}: ${answer.status}`);
    // biome-ignore lint/suspicious/noExplicitAny: the test reads expected fields and fails without them.
    return (await answer.json()) as any;
  };
  return { send, order: (orderId: string) => send('/orders', demoOrder(orderId)) };
}

test('a restored copy sends no webhooks until it is resumed, and then all of them or only the new ones', async (t) => {
  const receiver = await startReceiver(t);
  const { dataDir, demo } = await makeUsedDataDir(t);
  const settings = { FILE_FETCH_ALLOW: receiver.host };
  // This server records webhooks and sends none.
  const source = await startPlaten(t, { ...settings, DATA_DIR: dataDir, RUN: 'api' });
  const shop = await shopOf(source, demo);
  const endpoint = { url: receiver.url, types: ['order.created'] };
  const { endpointId } = await shop.send('/webhook-endpoints', endpoint);
  for (const orderId of ['OLD-1', 'OLD-2']) await shop.order(orderId);
  const dir = join(dataDir, '..', 'backups');
  assert.equal((await platen(t, ['backup', dir], { DATA_DIR: dataDir })).code, 0);
  await source.end('SIGTERM');

  const copy = await makeDataDir(t);
  const restored = await platen(t, ['restore', dir], { DATA_DIR: copy });
  assert.match(restored.stdout, /Paused +webhooks, connectors, printers and sandbox steps/, restored.stderr);
  const metrics = await freePort();
  const paused = await startPlaten(t, { ...settings, DATA_DIR: copy, METRICS_PORT: String(metrics) });
  assert.match(paused.stdout(), /"restoredTo":.*this database was restored: webhooks, .* are paused/);
  const copyShop = await shopOf(paused, demo);
  await copyShop.order('NEW-1');
  const isAssigned = async () => (await copyShop.send('/orders/NEW-1')).status === 'ASSIGNED';
  await until(isAssigned, 'orders go on');
  const assignedAt = Date.now();
  const hasLooked = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text();
    const age = /^platen_jobs_look_age_seconds\{job_name="deliver"\} (\S+)/m.exec(text)?.[1];
    return Date.now() - Number(age) * 1_000 > assignedAt;
  };
  await until(hasLooked, 'the server looked for due webhooks');
  const waiting = await copyShop.send(`/webhook-endpoints/${endpointId}/deliveries`);
  const statesOf = (deliveries: { state: string; attempts: number }[]) =>
    deliveries.map(({ state, attempts }) => `${state} ${attempts}`);
  assert.deepEqual(statesOf(waiting), ['pending 0', 'pending 0', 'pending 0']);
  assert.deepEqual(receiver.received, []);

  const resume = async (folder: string, ...flags: string[]) => {
    const ended = await platen(t, ['resume', '--json', ...flags], { DATA_DIR: folder });
    return JSON.parse(ended.stdout);
  };
  assert.deepEqual(await resume(copy), { wasPaused: true, skippedWebhooks: 0 });
  assert.deepEqual(orderIdsOf(await receiver.arrived(3)), ['OLD-1', 'OLD-2', 'NEW-1']);
  assert.deepEqual(await resume(copy), { wasPaused: false, skippedWebhooks: 0 });
  await paused.end('SIGTERM');

  const second = await makeDataDir(t);
  const again = await platen(t, ['restore', dir], { DATA_DIR: second });
  assert.equal(again.code, 0, again.stderr);
  const server = await startPlaten(t, { ...settings, DATA_DIR: second });
  assert.match(server.stdout(), /this database was restored/);
  assert.deepEqual(await resume(second, '--skip-old-webhooks'), { wasPaused: true, skippedWebhooks: 2 });
  const secondShop = await shopOf(server, demo);
  await secondShop.order('NEW-2');
  assert.deepEqual(orderIdsOf(await receiver.arrived(4)).slice(3), ['NEW-2']);
  const isDelivered = async () =>
    statesOf(await secondShop.send(`/webhook-endpoints/${endpointId}/deliveries`)).join() ===
    'delivered 1,skipped 0,skipped 0';
  await until(isDelivered, 'the delivery log has all three');
  assert.equal(receiver.received.length, 4);
  await server.end('SIGTERM');
});
