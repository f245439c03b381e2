import assert from 'node:assert/strict';
import { test } from 'node:test';
import { freePort } from './support/free-ports.ts';
import { COMMAND, makeDataDir, platen, run, type Server, tokenOf, waitForServer } from './support/platen-process.ts';

test('the first start creates demo orders for staff, also after a killed start, and a reset creates them again', async (t) => {
  const settings = { DATA_DIR: await makeDataDir(t), PORT: String(await freePort()), DEMO_ORDERS: 'on' };
  const killed = run(t, process.execPath, [COMMAND, 'start'], settings);
  await killed.waitForOutput(/Filling the empty database with the demo/);
  killed.process.kill('SIGKILL');
  await killed.ended;

  const server = await waitForServer(run(t, process.execPath, [COMMAND, 'start'], settings));
  await server.waitForOutput(/Platen is ready at .*\n/);
  const client = await platen(t, ['client', 'create', '--name', 'Office', '--scope', 'operator', '--json'], settings);
  const token = await tokenOf(server.url, JSON.parse(client.stdout));
  const made = await listOrders(server, token);
  assert.ok(made.length >= 60);
  assert.equal(new Set(made.map(({ clientId }) => clientId)).size, 3);
  const statuses = new Set(made.map(({ status }) => status));
  assert.deepEqual([...statuses].sort(), ['ACCEPTED', 'ASSIGNED', 'CANCELLED', 'ERROR', 'NEW', 'SHIPPED']);

  const reset = await platen(t, ['demo', 'reset'], settings);
  assert.match(reset.stdout, /Client secret/);
  const again = await listOrders(server, token);
  assert.deepEqual(again.map(({ orderId }) => orderId).sort(), made.map(({ orderId }) => orderId).sort());
  assert.equal((await server.end('SIGTERM')).code, 0);
});

async function listOrders(
  { url }: Server,
  token: string,
): Promise<{ clientId: string; orderId: string; status: string }[]> {
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(`${url}/operator/v1/orders?limit=200`, { headers });
  assert.equal(response.status, 200);
  return (await response.json()) as Awaited<ReturnType<typeof listOrders>>;
}
