import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  demoClientOf,
  makeDataDir,
  platen,
  ROOT,
  startPlaten,
  tokenOf,
  until,
} from './support/platen-process.ts';

const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
const bodies = [...readme.matchAll(/-d '(\{[\s\S]*?\})'/g)].map(([, body = '']) => body);

test('the first order of the README goes its whole way: files kept, assigned, accepted, shipped', async (t) => {
  const settings = { DATA_DIR: await makeDataDir(t), PORT: '0', METRICS_PORT: 'off' };
  const server = await startPlaten(t, settings);
  const send = async (token: string, path: string, body?: string) => {
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) };
    const method = body === undefined ? 'GET' : 'POST';
    const response = await fetch(server.url + path, { method, headers, ...(body && { body }) });
    const json = await response.json();
    assert.equal(response.status, 200, JSON.stringify(json));
    return json;
  };
  await server.said(/unitPriceCurrency":"EUR"}'\n/);
  const shop = await tokenOf(server.url, demoClientOf(server.stdout()));
  const [order = '', parcels = ''] = bodies;
  await send(shop, '/v1/orders', order.replaceAll('localhost:8080', `localhost:${new URL(server.url).port}`));
  const read = () => send(shop, '/v1/orders/SHOP-10002');
  await until(async () => (await read()).status === 'ASSIGNED', 'the order is assigned');
  assert.equal((await read()).warnings, undefined);
  const staff = JSON.parse(
    (await platen(t, ['client', 'create', '--name', 'Warehouse', '--scope', 'operator', '--json'], settings))
      .stdout,
  );
  const operator = await tokenOf(server.url, staff);
  const path = '/operator/v1/orders/demo-shop/SHOP-10002';
  await send(operator, `${path}/accept`, '{}');
  await send(operator, `${path}/ship`, parcels);
  const { status, shipping } = await read();
  assert.deepEqual([status, shipping.trackingNumber], ['SHIPPED', '00340434161094042557']);
  await server.end('SIGTERM');
});
