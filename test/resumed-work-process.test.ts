import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type TestContext, test } from 'node:test';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../src/catalog/test-support/sample-catalog.ts';
import { createClient } from '../src/clients/manage-clients.ts';
import { customItem, order } from '../src/orders/test-support/sample-orders.ts';
import { makeDataDir, type Server, type Settings, startPlaten, tokenOf, until } from './support/platen-process.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

const BASE_URL = 'https://api.example.com';

/** A host of files and webhooks that never answers the first request. */
async function slowHost(t: TestContext) {
  const asked: ServerResponse[] = [];
  const host = createServer((_request, response) => {
    asked.push(response);
  }).listen(0, '127.0.0.1');
  await once(host, 'listening');
  t.after(() => {
    host.closeAllConnections();
    host.close();
  });
  return { asked, name: `127.0.0.1:${(host.address() as AddressInfo).port}` };
}

async function newShop(database: TestDatabase) {
  const shop = { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() } as const;
  const client = await createClient(database.pool, shop);
  await importCatalog(database.pool, sampleCatalog, { clientId: client.clientId });
  return client;
}

async function post(server: Server, token: string, path: string, body: object): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const sent = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  assert.equal(sent.status, 200, await sent.text());
}

for (const [next, who] of [
  ['another process', 'another process'],
  ['the same server', 'the same server, started again'],
] as const) {
  test(`the work of a killed process, files and webhooks, is continued by ${who}`, async (t) => {
    const database = await openTestDatabase();
    t.after(() => database.close());
    const files = await slowHost(t);
    const hooks = await slowHost(t);
    const settings: Settings = {
      BASE_URL,
      DATABASE_URL: database.url,
      FILE_FETCH_ALLOW: files.name,
      WEBHOOK_ALLOW: hooks.name,
      DATA_DIR: await makeDataDir(t),
    };
    const killed = await startPlaten(t, settings);
    const token = await tokenOf(killed.url, await newShop(database));
    await post(killed, token, '/v1/webhook-endpoints', { url: `http://${hooks.name}/hook` });
    const prints = [{ dataUrl: `http://${files.name}/art.png`, location: 'REGULAR', technology: 'DTG' }];
    await post(killed, token, '/v1/orders', order({ orderId: 'SLOW-1', items: [customItem({ prints })] }));
    await until(() => files.asked.length > 0 && hooks.asked.length > 0, 'both are under way');
    const other = next === 'another process' ? await startPlaten(t, settings) : undefined;
    await killed.end('SIGKILL');
    const heir = other ?? (await startPlaten(t, settings));
    await until(() => files.asked.length > 1 && hooks.asked.length > 1, 'both are taken up');
    await heir.end('SIGKILL');
  });
}
