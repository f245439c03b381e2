import assert from 'node:assert/strict';
import { test } from 'node:test';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { makeDataDir, platen, startPlaten, tokenOf } from './support/platen-process.ts';

const DONE = /.*the demo's orders are there.*\n/;

test('a fresh start shows a living shop to staff, also when it is killed while the orders are made', async (t) => {
  const settings = { DATA_DIR: await makeDataDir(t), DEMO_ORDERS: 'on' };
  const killed = await startPlaten(t, settings);
  const created = await platen(
    t,
    ['client', 'create', '--name', 'Office', '--scope', 'operator', '--json'],
    settings,
  );
  const listAt = async (url: string, token: string) => {
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(`${url}/operator/v1/orders?limit=200`, { headers });
    assert.equal(response.status, 200);
    return (await response.json()) as { clientId: string; orderId: string; status: string }[];
  };
  const before = await tokenOf(killed.url, JSON.parse(created.stdout));
  await waitUntil(async () => (await listAt(killed.url, before)).length > 5);
  await killed.end('SIGKILL');

  const server = await startPlaten(t, settings);
  // However busy the machine is: it gives way to all else.
  await waitUntil(() => DONE.test(server.stdout()) || server.process.exitCode !== null);
  const [line = 'null'] = DONE.exec(server.stdout()) ?? [];
  assert.equal(JSON.parse(line)?.refused, 0);
  const token = await tokenOf(server.url, JSON.parse(created.stdout));
  const listed = await listAt(server.url, token);
  assert.ok(listed.length >= 60);
  assert.equal(new Set(listed.map(({ clientId }) => clientId)).size, 3);
  const statuses = new Set(listed.map(({ status }) => status));
  assert.deepEqual([...statuses].sort(), ['ACCEPTED', 'ASSIGNED', 'CANCELLED', 'ERROR', 'NEW', 'SHIPPED']);
  assert.equal((await server.end('SIGTERM')).code, 0);
});
