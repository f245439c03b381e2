import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { isOld, removeAllOld } from '../../../../test/support/remove-old.ts';
import { newAccount, newBrowser, PASSWORD, signedIn } from '../../../../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('a one-time link sets a password once and signs in, and later the password does', async () => {
  const account = await newAccount(server);
  assert.match(account.link, /^http:\/\/platen\.test\/console\/welcome#[\w-]{43}$/);
  const browser = newBrowser(server);
  const weak = await browser.send('POST', '/session/welcome', { token: account.token, password: 'short' });
  assert.deepEqual([weak.status, weak.json.violations[0].code], [400, 'too_short']);
  const welcome = { token: account.token, password: PASSWORD };
  const first = await browser.send('POST', '/session/welcome', welcome);
  assert.equal(first.status, 200);
  const { operatorId, login } = account;
  assert.deepEqual(first.json.operator, { operatorId, name: 'Ada Lovelace', login, role: 'admin' });
  assert.ok(first.json.verbs.includes('orders.accept'));
  assert.deepEqual((await browser.send('GET', '/session')).json, first.json);
  assert.equal((await browser.send('GET', '/orders')).status, 200);

  const again = await newBrowser(server).send('POST', '/session/welcome', welcome);
  assert.deepEqual([again.status, again.json.error], [410, 'link_not_valid']);
  const other = newBrowser(server);
  const signIn = await other.send('POST', '/session', { login: login.toUpperCase(), password: PASSWORD });
  assert.equal(signIn.status, 200);
  assert.equal((await other.send('DELETE', '/session')).status, 204);
  assert.equal((await other.send('GET', '/session')).json.error, 'not_signed_in');
  assert.equal((await browser.send('GET', '/session')).status, 200);
});

test('a link ends after three days', async (t) => {
  const account = await newAccount(server);
  t.after(() => {
    server.time.now = undefined;
  });
  server.time.now = new Date(Date.now() + 3 * 24 * HOUR_MS + 1_000);
  const late = await newBrowser(server).send('POST', '/session/welcome', {
    token: account.token,
    password: PASSWORD,
  });
  assert.equal(late.json.error, 'link_not_valid');
});

test('an unknown login and a wrong password get the same answer', async () => {
  const { account } = await signedIn(server);
  const answers = [];
  for (const login of [account.login, 'nobody', (await newAccount(server)).login]) {
    const { status, json } = await newBrowser(server).send('POST', '/session', { login, password: 'wrong' });
    answers.push([status, json.error, json.message, json.detail]);
  }
  assert.equal(new Set(answers.map(String)).size, 1);
  assert.deepEqual(answers[0]?.slice(0, 2), [401, 'sign_in_refused']);
});

test('a session ends after 12 hours without use, and after 7 days in any case', async (t) => {
  t.after(() => {
    server.time.now = undefined;
  });
  const begin = Date.now();
  const at = (hours: number) => {
    server.time.now = new Date(begin + hours * HOUR_MS);
  };
  at(0);
  const used = await signedIn(server);
  const idle = await signedIn(server);
  for (let hour = 11; hour < 7 * 24; hour += 11) {
    at(hour);
    assert.equal((await used.send('GET', '/session')).status, 200, `after ${hour} h`);
  }
  assert.equal((await idle.send('GET', '/session')).status, 401);
  at(7 * 24);
  assert.equal((await used.send('GET', '/session')).status, 401);
});

test('an ended session is deleted, even when its owner never signs in again', async (t) => {
  t.after(() => {
    server.time.now = undefined;
  });
  const sessionsOf = async (operatorId: string) => {
    const sql = 'select from operator_sessions where operator_id = $1';
    return (await server.pool.query(sql, [operatorId])).rowCount;
  };
  const remove = () => removeAllOld(server.pool, 'remove-sessions', server.time.now!);
  server.time.now = new Date();
  const gone = await signedIn(server);
  server.time.now = new Date(server.time.now.getTime() + 12 * HOUR_MS - 1);
  const stays = await signedIn(server);
  await remove();
  assert.equal(await sessionsOf(gone.account.operatorId), 1);
  server.time.now = new Date(server.time.now.getTime() + 1);
  assert.ok(await isOld(server.pool, 'remove-sessions', server.time.now));
  await remove();
  assert.equal(await sessionsOf(gone.account.operatorId), 0);
  assert.equal(await sessionsOf(stays.account.operatorId), 1);
  assert.ok(!(await isOld(server.pool, 'remove-sessions', server.time.now)));
});

test('counts of wrong passwords are deleted after their window', async (t) => {
  t.after(() => {
    server.time.now = undefined;
  });
  server.time.now = new Date();
  await newBrowser(server).send('POST', '/session', { login: 'nobody', password: 'wrong' });
  const counts = async () => (await server.pool.query('select from sign_in_attempts')).rowCount ?? 0;
  const remove = () => removeAllOld(server.pool, 'remove-sessions', server.time.now!);
  await remove();
  assert.ok((await counts()) > 0);
  server.time.now = new Date(server.time.now.getTime() + 900_000);
  assert.ok(await isOld(server.pool, 'remove-sessions', server.time.now));
  await remove();
  assert.equal(await counts(), 0);
});

test('signing in starts a new session and ends the one of the request', async () => {
  const browser = await signedIn(server);
  const before = browser.cookies.get('platen')!;
  const { login } = browser.account;
  assert.equal((await browser.send('POST', '/session', { login, password: PASSWORD })).status, 200);
  assert.notEqual(browser.cookies.get('platen'), before);
  const old = newBrowser(server);
  old.cookies.set('platen', before);
  assert.equal((await old.send('GET', '/session')).status, 401);

  // One that somebody else has chosen is not taken over.
  const chosen = newBrowser(server);
  chosen.cookies.set('platen', 'A'.repeat(43));
  await chosen.send('POST', '/session', { login, password: PASSWORD });
  assert.notEqual(chosen.cookies.get('platen'), 'A'.repeat(43));
});

test('only the hash of a session is stored', async () => {
  const browser = await signedIn(server);
  const { rows } = await server.pool.query('select * from operator_sessions');
  assert.ok(rows.length > 0);
  assert.ok(!JSON.stringify(rows).includes(browser.cookies.get('platen')!));
  assert.ok(!server.logged.join('').includes(browser.cookies.get('platen')!));
  assert.ok(!server.logged.join('').includes(PASSWORD));
});

test('a change needs the origin of the console', async () => {
  const browser = await signedIn(server);
  const prefer = (headers: Record<string, string | undefined>) =>
    browser.send('PUT', '/carriers/dhl', { name: 'DHL' }, headers as Record<string, string>);
  const own = 'http://platen.test';
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${own}.evil.example` },
    { origin: 'https://platen.test' },
    { origin: own, 'sec-fetch-site': 'cross-site' },
    { origin: own, 'sec-fetch-site': 'same-site' },
  ]) {
    const { status, json } = await prefer(headers);
    assert.deepEqual([status, json.error], [403, 'foreign_origin'], JSON.stringify(headers));
  }
  const cookie = `platen=${browser.cookies.get('platen')}`;
  const bare = (headers: Record<string, string>) =>
    server.send('/operator/v1/carriers/dhl', {
      method: 'PUT',
      body: { name: 'DHL' },
      headers: { cookie, ...headers },
    });
  assert.equal((await bare({})).json.error, 'foreign_origin');
  assert.equal((await bare({ 'sec-fetch-site': 'same-origin' })).status, 200);
  assert.equal((await prefer({ 'sec-fetch-site': 'same-origin' })).status, 200);
  // The page may be opened by another address of this machine than BASE_URL.
  assert.equal((await prefer({ origin: server.url })).status, 200);
  const foreign = await newBrowser(server).send(
    'POST',
    '/session',
    { login: 'a', password: 'b' },
    { origin: 'https://evil.example' },
  );
  assert.equal(foreign.json.error, 'foreign_origin');
});

test('with https the cookie is __Host-, Secure, HttpOnly and SameSite, even when BASE_URL has a path', async () => {
  const secure = await startTestServer({ BASE_URL: 'https://shop.example/platen' });
  try {
    const { token, link } = await newAccount(secure);
    assert.ok(link.startsWith('https://shop.example/platen/console/welcome#'));
    const answer = await newBrowser(secure).send('POST', '/session/welcome', { token, password: PASSWORD });
    const [session = '', device = ''] = answer.headers.getSetCookie();
    assert.match(session, /^__Host-platen=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
    assert.match(device, /^__Host-platen-device=.*; Path=\/; HttpOnly; Secure; SameSite=Strict$/);
  } finally {
    await secure.close();
  }
  const [plain = ''] = (await signedInCookies()).getSetCookie();
  assert.match(plain, /^platen=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/);
});

async function signedInCookies(): Promise<Headers> {
  const { token } = await newAccount(server);
  return (await newBrowser(server).send('POST', '/session/welcome', { token, password: PASSWORD })).headers;
}
