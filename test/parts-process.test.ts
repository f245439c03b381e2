import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../src/catalog/test-support/sample-catalog.ts';
import { createClient } from '../src/clients/manage-clients.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { freePort } from './support/free-ports.ts';
import { makeDataDir, ROOT, run, tokenOf, until, waitForServer } from './support/platen-process.ts';
import { openTestDatabase } from './support/test-database.ts';

const COMMAND = join(ROOT, 'bin/platen.js');

test('one server only answers requests, and another only does the background work', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const dataDir = await makeDataDir(t);
  const metricsPort = await freePort();
  const start = async (part: string) =>
    run(t, process.execPath, [COMMAND, 'start', '--only', part], {
      METRICS_PORT: part === 'jobs' ? String(metricsPort) : 'off',
      DATABASE_URL: database.url,
      DATA_DIR: dataDir,
      PORT: String(await freePort()),
    });
  const api = await waitForServer(await start('api'));
  const shop = { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() } as const;
  const client = await createClient(database.pool, shop);
  await importCatalog(database.pool, sampleCatalog, { clientId: client.clientId });
  const authorization = `Bearer ${await tokenOf(api.url, client)}`;
  const sent = await fetch(`${api.url}/v1/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(order()),
  });
  assert.equal(sent.status, 200);
  const { rows } = await database.pool.query('select status from orders');
  assert.deepEqual(rows, [{ status: 'NEW' }], 'nothing works in the background yet');

  const jobs = await start('jobs');
  await jobs.waitForOutput(/Platen is ready, for background work only/);
  const statusOf = async () => {
    const read = await fetch(`${api.url}/v1/orders/SHOP-1`, { headers: { authorization } });
    return ((await read.json()) as { status: string }).status;
  };
  await until(async () => (await statusOf()) === 'ASSIGNED', 'the order is assigned');
  assert.doesNotMatch(jobs.stdout(), /Server listening/);
  for (const probe of ['live', 'ready'])
    assert.equal((await fetch(`http://127.0.0.1:${metricsPort}/health/${probe}`)).status, 200);
  jobs.process.kill('SIGTERM');
  assert.equal((await jobs.ended).code, 0);
  assert.equal((await api.end('SIGTERM')).code, 0);
});

test('an unknown value of RUN is refused by name', async (t) => {
  const refused = await run(t, process.execPath, [COMMAND, 'start', '--only', 'nothing'], {}).ended;
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /--only.*api, jobs/);
});
