import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { demoOrder, makeDataDir, platen, type Server, startPlaten, tokenOf } from './support/platen-process.ts';
import { openTestDatabase } from './support/test-database.ts';

const CATALOG = {
  products: [
    {
      productId: 'P-1',
      name: 'Tee',
      variants: [{ ean13: '4006381333931', name: 'Tee M', color: 'Black', size: 'M', stockLevelQuantity: 9 }],
    },
  ],
};

test('the log is JSON lines without secrets, tokens or addresses, also at level trace and when the database fails', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const settings = { DATABASE_URL: database.url, DATA_DIR: await makeDataDir(t), LOG_LEVEL: 'trace' };
  const created = await platen(t, ['client', 'create', '--name', 'Shop', '--json'], settings);
  const client = JSON.parse(created.stdout);
  const catalog = join(await mkdtemp(join(tmpdir(), 'platen-catalog-')), 'catalog.json');
  t.after(() => rm(dirname(catalog), { recursive: true }));
  await writeFile(catalog, JSON.stringify(CATALOG));
  await platen(t, ['catalog', 'import', catalog, '--client', client.clientId], settings);
  const server = await startPlaten(t, settings);
  const token = await tokenOf(server.url, client);

  const order = JSON.stringify(demoOrder('SHOP-1'));
  assert.equal(await post(server, token, '/v1/orders', order.slice(0, -1)), 400);
  assert.equal(await post(server, token, '/v1/orders?street=Musterweg', order), 400);
  assert.equal(await post(server, `${token}x`, '/v1/orders', order), 401);
  assert.equal(await post(server, token, `/v1/Lovelace/${token}`, order), 404);
  const wrong = JSON.stringify({
    ...client,
    grant_type: 'client_credentials',
    client_secret: 'platen_guess',
  });
  assert.notEqual(await post(server, token, '/oauth/token', wrong), 200);
  assert.equal(await post(server, token, '/v1/orders', order), 200);
  // PostgreSQL's error quotes the refused row.
  await database.pool.query("alter table orders add check (order_id <> 'SHOP-2')");
  assert.equal(await post(server, token, '/v1/orders', JSON.stringify(demoOrder('SHOP-2'))), 500);
  const { code, stdout } = await server.end('SIGTERM');
  assert.equal(code, 0);

  const lines = stdout.trimEnd().split('\n');
  for (const line of lines) assert.ok(JSON.parse(line).msg, line);
  const [failed] = lines.map((line) => JSON.parse(line)).filter((line) => line.msg === 'request failed');
  assert.deepEqual(Object.keys(failed.err), ['type', 'code', 'message', 'stack']);
  const password = decodeURIComponent(/:([^:@]+)@/.exec(database.url)![1]!);
  for (const secret of [client.clientSecret, token, password, 'platen_guess', 'Lovelace', 'Musterweg', '10115'])
    assert.ok(!stdout.includes(secret), `${secret} is in the log`);
});

async function post(server: Server, token: string, path: string, body: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(server.url + path, { method: 'POST', headers, body });
  await response.arrayBuffer();
  return response.status;
}
