import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import {
  demoOrder,
  makeDataDir,
  platen,
  type Server,
  type Settings,
  startPlaten,
  tokenOf,
  until,
} from './support/platen-process.ts';
import { openTestDatabase } from './support/test-database.ts';

const BASE_URL = 'https://api.example.com';
/** docs/operating.md promises five seconds. The rest is reserve for a busy test machine. */
const DISABLED_WITHIN_MS = 20_000;

test('three servers started together on an empty database all serve, and a disabled client is refused by each', async (t) => {
  const settings = { BASE_URL, DATABASE_URL: await emptyDatabase(t), DEMO: 'on' };
  const servers = await Promise.all([1, 2, 3].map(() => startOn(t, settings)));
  for (const server of servers) assert.doesNotMatch(server.stdout(), /demo-shop|platen_/);
  const logs = servers.map((server) => server.stdout()).join('');
  assert.equal(logs.match(/"msg":"database migrated"/g)?.length, 1);

  const client = await command(t, settings, 'client', 'create', '--name', 'Shop');
  const [first] = servers;
  const token = await tokenOf(first!.url, client);
  for (const server of servers) {
    const { status, body } = await send(server, token, '/v1/orders', demoOrder('SHOP-1'));
    assert.deepEqual([status, body.violations?.[0]?.code], [400, 'unknown_product_variant']);
    assert.equal((await send(server, token, '/v1/orders')).status, 200);
  }

  await command(t, settings, 'client', 'disable', client.clientId);
  const disabled = performance.now();
  await Promise.all(
    servers.map((server) =>
      until(async () => (await send(server, token, '/v1/orders')).status === 401, 'the token is refused'),
    ),
  );
  assert.ok(performance.now() - disabled < DISABLED_WITHIN_MS);
  for (const server of servers) assert.equal((await server.end('SIGTERM')).code, 0);
});

test("servers with different encryption keys accept each other's tokens and log which setting to correct", async (t) => {
  const settings = { BASE_URL, DATABASE_URL: await emptyDatabase(t) };
  const alone = await startOn(t, settings);
  const other = await startOn(t, settings);
  assert.doesNotMatch(alone.stdout(), /ENCRYPTION_KEY/);
  const warnings = (await other.waitForOutput(/.*ENCRYPTION_KEY.*\n/))[0].trim().split('\n');
  assert.deepEqual([warnings.length, JSON.parse(warnings[0]!).level], [1, 40]);

  const client = await command(t, settings, 'client', 'create', '--name', 'Shop');
  for (const [issuer, taker] of [
    [alone, other],
    [other, alone],
  ] as const) {
    const token = await tokenOf(issuer.url, client);
    assert.equal((await send(taker, token, '/v1/orders')).status, 200);
  }
});

test('the demo is refused on an external database', async (t) => {
  const refused = await platen(t, ['demo', 'reset'], { DATABASE_URL: await emptyDatabase(t) });
  assert.deepEqual(
    [refused.code, refused.stderr],
    [1, 'platen: The demo is for the embedded database only; unset DATABASE_URL.\n'],
  );
});

/** Returns the address of a database without tables. */
async function emptyDatabase(t: TestContext): Promise<string> {
  const { url, close } = await openTestDatabase();
  t.after(close);
  const client = new Client(url);
  await client.connect();
  await client.query('drop schema public cascade');
  await client.query('create schema public');
  await client.end();
  return url;
}

/** Starts a server with a separate DATA_DIR, as on another machine. */
async function startOn(t: TestContext, settings: Settings): Promise<Server> {
  return startPlaten(t, { DATA_DIR: await makeDataDir(t), ...settings });
}

async function command(t: TestContext, settings: Settings, ...args: string[]) {
  const { code, stdout, stderr } = await platen(t, [...args, '--json'], settings);
  assert.deepEqual([code, stderr], [0, '']);
  return JSON.parse(stdout);
}

async function send(server: Server, token: string, path: string, body?: object) {
  const response = await fetch(server.url + path, {
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as { violations?: { code: string }[] };
  return { status: response.status, body: answer };
}
