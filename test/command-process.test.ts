import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  demoClientOf,
  demoOrder,
  makeUsedDataDir,
  platen,
  postmasterPid,
  ROOT,
  run,
  startPlaten,
  tokenOf,
} from './support/platen-process.ts';

const { dataDir, demo } = await makeUsedDataDir({ after });
const settings = { DATA_DIR: dataDir };

test('client create prints one line of JSON with and without a running server, and leaves PostgreSQL as it was', async (t) => {
  for (const serverRuns of [false, true]) {
    const server = serverRuns ? await startPlaten(t, settings) : undefined;
    const shop = [[], 'live', 'fulfillment'] as const;
    const others = [
      [['--sandbox'], 'sandbox', 'fulfillment'],
      [['--scope', 'operator'], 'live', 'operator'],
    ] as const;
    // Without the server each command starts its own PostgreSQL.
    for (const [flags, mode, scope] of serverRuns ? [shop, ...others] : [shop]) {
      const args = ['client', 'create', '--name', 'Größe & Söhne', ...flags, '--json'];
      const { code, stdout, stderr } = await platen(t, args, settings);
      assert.deepEqual([code, stderr], [0, '']);
      assert.match(stdout, /^\{.*\}\n$/);
      const created = JSON.parse(stdout);
      const fields = ['clientId', 'clientSecret', 'mode', 'scope'];
      assert.deepEqual(Object.keys(created), scope === 'operator' ? [...fields, 'role'] : fields);
      assert.deepEqual([created.mode, created.scope], [mode, scope]);
      if (server) await tokenOf(server.url, created);
    }
    assert.equal((await postmasterPid(dataDir)) !== undefined, serverRuns);
    if (server) assert.equal((await server.end('SIGTERM')).code, 0);
  }
});

test('with --json every failure is printed as one JSON text', async (t) => {
  for (const [args, error, message] of [
    [['client', 'disable', 'nobody'], 'command_failed', /^No client has the id "nobody"/],
    [['client', 'create'], 'invalid_command', /^required option '--name <name>' not specified/],
    [['client', 'frob'], 'invalid_command', /^unknown command 'frob'/],
  ] as const) {
    const { code, stdout, stderr } = await platen(t, [...args, '--json'], settings);
    assert.deepEqual([code, stdout], [1, '']);
    const failure = JSON.parse(stderr);
    assert.equal(failure.error, error);
    assert.match(failure.message, message);
  }
});

test('a client is listed, gets a new secret, is disabled and enabled, and keys are listed and rotated', async (t) => {
  const server = await startPlaten(t, settings);
  const { clientId } = await json(t, 'client', 'create', '--name', 'Shop');
  const rotated = await json(t, 'client', 'rotate-secret', clientId);
  assert.deepEqual(Object.keys(rotated), ['clientId', 'clientSecret']);
  await tokenOf(server.url, rotated);
  assert.equal((await json(t, 'client', 'disable', clientId)).status, 'disabled');
  await assert.rejects(tokenOf(server.url, rotated), /invalid_client/);
  assert.equal((await json(t, 'client', 'enable', clientId)).status, 'active');
  await tokenOf(server.url, rotated);
  const clients: { clientId: string }[] = await json(t, 'client', 'list');
  assert.ok(clients.some((client) => client.clientId === clientId));

  const before = await json(t, 'keys', 'list');
  const { keyId } = await json(t, 'keys', 'rotate');
  const keys: { keyId: string }[] = await json(t, 'keys', 'list');
  assert.equal(keys.length, before.length + 1);
  assert.ok(keys.some((key) => key.keyId === keyId));
  assert.doesNotMatch(JSON.stringify(keys), /private|encrypted/i);
});

test('demo reset deletes the demo orders and creates a new secret, with and without a running server', async (t) => {
  const server = await startPlaten(t, settings);
  const token = await tokenOf(server.url, demo);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = JSON.stringify(demoOrder('SHOP-1'));
  assert.equal((await fetch(`${server.url}/v1/orders`, { method: 'POST', headers, body })).status, 200);

  const beside = demoClientOf((await platen(t, ['demo', 'reset'], settings)).stdout);
  await assert.rejects(tokenOf(server.url, demo), /invalid_client/);
  const newToken = await tokenOf(server.url, beside);
  const orders = await fetch(`${server.url}/v1/orders`, { headers: { authorization: `Bearer ${newToken}` } });
  assert.deepEqual(await orders.json(), []);
  await server.end('SIGTERM');

  const without = await platen(t, ['demo', 'reset'], settings);
  assert.notEqual(demoClientOf(without.stdout).clientSecret, beside.clientSecret);
  assert.equal(await postmasterPid(dataDir), undefined);
});

test('a failing command explains itself on standard error and exits with code 1', async (t) => {
  for (const [args, says] of [
    [['clients'], /^error: unknown command 'clients'\n\(Did you mean client\?\)/],
    [['client', 'crate'], /^error: unknown command 'crate'\n\(Did you mean create\?\)/],
    [['client', 'create'], /^error: required option '--name <name>' not specified/],
    [['client', 'create', '--name'], /^error: option '--name <name>' argument missing/],
    [['client', 'create', '--name', ' '], /^platen: --name takes 1 to 200 characters, at least one of them/],
    [['client', 'create', '--name', 'Shop\u202E'], /^platen: --name must not have invisible characters/],
    [
      ['operator', 'create', '--name', 'Eve', '--login', 'e\u200Bve', '--role', 'admin'],
      /^platen: --login must not have invisible characters/,
    ],
    [['client', 'create', '--name', 'x', '--jsn'], /^error: unknown option '--jsn'\n\(Did you mean --json\?\)/],
    [['client', 'create', '--name', 'x', '--scope', 'all'], /Allowed choices are fulfillment, operator/],
    [
      ['client', 'disable', 'nobody'],
      /^platen: No client has the id "nobody"; "platen client list" lists all clients\.\n$/,
    ],
    [['start', 'now'], /^error: too many arguments for 'start'/],
    [[], /^Usage: platen /],
  ] as const) {
    const { code, stdout, stderr } = await platen(t, args, settings);
    assert.deepEqual([code, stdout], [1, ''], args.join(' '));
    assert.match(stderr, says);
  }
});

test('commands work from any folder, and a closed output pipe is not a failure', async (t) => {
  const elsewhere = await platen(t, ['migrate'], settings, { cwd: tmpdir() });
  assert.deepEqual([elsewhere.code, elsewhere.stdout], [0, 'The database is up to date.\n']);
  const script = `node ${join(ROOT, 'bin/platen.js')} client list --json | true; echo "\${PIPESTATUS[0]}"`;
  const piped = await run(t, 'bash', ['-c', script], settings).ended;
  assert.deepEqual([piped.stdout, piped.stderr], ['0\n', '']);
});

// biome-ignore lint/suspicious/noExplicitAny: the test reads expected fields and fails without them.
async function json(t: Parameters<typeof platen>[0], ...args: string[]): Promise<any> {
  const { code, stdout, stderr } = await platen(t, [...args, '--json'], settings);
  assert.deepEqual([code, stderr], [0, '']);
  return JSON.parse(stdout);
}
