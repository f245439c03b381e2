import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import {
  demoClientOf,
  demoOrder,
  makeDataDir,
  startPlaten,
  tokenOf,
  until,
} from './support/platen-process.ts';

test('below the floor of free disk space orders are taken and those without files go on; what names a file waits', async (t) => {
  let asked = 0;
  const host = createServer((_request, response) => {
    asked++;
    response.end();
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  t.after(() => host.close());
  const files = `127.0.0.1:${(host.address() as AddressInfo).port}`;
  const server = await startPlaten(t, {
    FILE_FETCH_ALLOW: files,
    DATA_DIR: await makeDataDir(t),
    DISK_FREE_MIN_BYTES: String(1024 ** 5),
  });
  await server.said(/disk space is low/);
  await server.said(/unitPriceCurrency":"EUR"}'\n/);
  const token = await tokenOf(server.url, demoClientOf(server.stdout()));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const send = async (body: object) => {
    const response = await fetch(`${server.url}/v1/orders`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 200);
  };
  const statusOf = async (orderId: string) => {
    const response = await fetch(`${server.url}/v1/orders/${orderId}`, { headers });
    return ((await response.json()) as { status: string }).status;
  };
  await send({ ...demoOrder('WITH-FILE'), packingSlip: `http://${files}/slip.pdf` });
  await send(demoOrder('PLAIN'));
  await until(async () => (await statusOf('PLAIN')) === 'ASSIGNED', 'the order without files is assigned');
  assert.equal(await statusOf('WITH-FILE'), 'NEW');
  await server.end('SIGTERM');
  assert.equal(asked, 0);
  assert.equal(server.stdout().match(/disk space is low/g)?.length, 1);
});
