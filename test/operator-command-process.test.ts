import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeDataDir, platen, startPlaten } from './support/platen-process.ts';
import { openTestDatabase } from './support/test-database.ts';

test('accounts are created, listed, reset, disabled and enabled by command, and their links work', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const server = await startPlaten(t, { DATABASE_URL: database.url, DATA_DIR: await makeDataDir(t) });
  const settings = { DATABASE_URL: database.url, BASE_URL: server.url, DATA_DIR: await makeDataDir(t) };
  const run = async (...args: string[]) => {
    const { stdout, stderr, code } = await platen(t, ['operator', ...args, '--json'], settings);
    return { code, json: JSON.parse(stdout || stderr) };
  };
  const wanted = ['--name', 'Ada Lovelace', '--login', 'ada@example.com', '--role', 'office'];
  const created = (await run('create', ...wanted)).json;
  assert.deepEqual(Object.keys(created), ['operatorId', 'login', 'role', 'link']);
  assert.deepEqual([created.login, created.role], ['ada@example.com', 'office']);
  const taken = await run('create', ...wanted);
  assert.deepEqual([taken.code, taken.json.error], [1, 'login_taken']);

  const send = (path: string, body: object) =>
    fetch(`${server.url}/operator/v1/session${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const setPassword = (link: string) =>
    send('/welcome', { token: new URL(link).hash.slice(1), password: 'seven lilac kettles' });
  assert.ok(created.link.startsWith(`${server.url}/console/welcome#`));
  assert.equal((await setPassword(created.link)).status, 200);
  const signIn = async () => (await send('', { login: 'ada@example.com', password: 'seven lilac kettles' })).status;
  assert.equal(await signIn(), 200);

  assert.equal((await run('disable', 'ADA@example.com')).json.status, 'disabled');
  assert.equal(await signIn(), 401);
  assert.equal((await run('enable', created.operatorId)).json.status, 'active');
  assert.equal(await signIn(), 200);
  const reset = (await run('reset', 'ada@example.com')).json;
  assert.equal(await signIn(), 401);
  assert.equal((await setPassword(created.link)).status, 410);
  assert.equal((await setPassword(reset.link)).status, 200);
  const listed = (await run('list')).json;
  assert.deepEqual(
    listed.map(({ name, role, status }: Record<string, string>) => [name, role, status]),
    [['Ada Lovelace', 'office', 'active']],
  );
  assert.equal((await run('reset', 'nobody')).code, 1);
});

test('no command removes the only admin who can sign in', async (t) => {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const server = await startPlaten(t, { DATABASE_URL: database.url, DATA_DIR: await makeDataDir(t) });
  const settings = { DATABASE_URL: database.url, BASE_URL: server.url, DATA_DIR: await makeDataDir(t) };
  const run = (...args: string[]) => platen(t, ['operator', ...args], settings);
  const create = async (login: string) => {
    const made = await run('create', '--name', 'Ada', '--login', login, '--role', 'admin', '--json');
    return JSON.parse(made.stdout).link as string;
  };
  const send = async (path: string, body: object) => {
    const headers = { 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await fetch(`${server.url}/operator/v1/session${path}`, init)).status;
  };
  const linkOfBoss = await create('boss');
  await create('never-signed-in');
  const welcome = { token: new URL(linkOfBoss).hash.slice(1), password: 'seven lilac kettles' };
  assert.equal(await send('/welcome', welcome), 200);

  const refused = await run('disable', 'boss');
  assert.deepEqual([refused.code, refused.stdout], [1, '']);
  assert.match(refused.stderr, /^platen: This is the only admin who can sign in\. .+\n$/);
  const reset = await run('reset', 'boss');
  assert.match(reset.stdout, /the present password works until the link is used/);
  assert.equal(await send('', { login: 'boss', password: 'seven lilac kettles' }), 200);
  const token = /#(\S+)/.exec(reset.stdout)?.[1];
  assert.equal(await send('/welcome', { token, password: 'yellow bicycles in the rain' }), 200);
  assert.equal(await send('', { login: 'boss', password: 'seven lilac kettles' }), 401);
});
