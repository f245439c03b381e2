import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Registry } from 'prom-client';
import { newAccount, newBrowser, PASSWORD, signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const registry = new Registry();
let server: TestServer;
let admin: Awaited<ReturnType<typeof signedIn>>;
before(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.0/8, 10.0.0.0/8' }, { registry });
  admin = await signedIn(server);
});
after(() => server.close());

interface Entry {
  actor: { kind: string; id?: string };
  action: string;
  subject: { kind: string; id?: string };
  detail?: Record<string, unknown>;
}

const signInAs = (login: string, password: string, headers: Record<string, string> = {}) =>
  newBrowser(server).send('POST', '/session', { login, password }, headers);
const auditOf = async (query: string): Promise<Entry[]> => (await admin.send('GET', `/audit?limit=500&${query}`)).json;

async function attempts(way: string, outcome: string): Promise<number> {
  const { values } = await registry.getSingleMetric('platen_sign_ins_total')!.get();
  return values.find(({ labels }) => labels.way === way && labels.outcome === outcome)!.value;
}

test('a failed sign-in is recorded with account, address and reason, and without the typed text', async () => {
  const { account } = await signedIn(server);
  const before = await attempts('password', 'refused');
  const from = { 'x-forwarded-for': '192.0.2.1' };
  assert.equal((await signInAs(account.login, 'a typed password', from)).status, 401);
  const nobody = 'my password, in the wrong field';
  assert.equal((await signInAs(nobody, 'another typed one', from)).status, 401);
  await admin.send('PATCH', `/operators/${account.operatorId}`, { disabled: true });
  assert.equal((await signInAs(account.login, PASSWORD, from)).status, 401);
  const fresh = await newAccount(server);
  assert.equal((await signInAs(fresh.login, PASSWORD, from)).status, 401);

  const failed = (await auditOf('subject=operator')).filter(({ action }) => action === 'operator.sign_in_failed');
  const told = failed.map(({ actor, subject, detail }) => [actor.kind, subject.id, detail]).reverse();
  const where = { way: 'password', network: '192.0.2.1' };
  assert.deepEqual(told, [
    ['system', account.operatorId, { ...where, reason: 'wrong_password', login: account.login }],
    ['system', undefined, { ...where, reason: 'unknown' }],
    ['system', account.operatorId, { ...where, reason: 'account_disabled', login: account.login }],
    ['system', fresh.operatorId, { ...where, reason: 'no_password', login: fresh.login }],
  ]);
  const of = await auditOf(`subject=operator:${account.operatorId}`);
  assert.equal(of.filter(({ action }) => action === 'operator.sign_in_failed').length, 2);
  const everywhere = JSON.stringify(await auditOf('')) + server.logged.join('');
  assert.ok(!/typed|wrong field/.test(everywhere));
  assert.ok(!(await registry.metrics()).includes(account.login));
  assert.equal((await attempts('password', 'refused')) - before, 4);
});

test('a wrong current password and an invalid link are recorded too', async () => {
  const person = await signedIn(server, 'office');
  const wrong = { current: 'a typed password', password: 'quite another harbour' };
  assert.equal((await person.send('POST', '/me/password', wrong)).status, 403);
  const [last] = await auditOf(`person=${person.account.operatorId}`);
  assert.equal(last?.action, 'operator.password_mistaken');
  const before = await attempts('link', 'refused');
  const welcome = { token: 'A'.repeat(43), password: PASSWORD };
  assert.equal((await newBrowser(server).send('POST', '/session/welcome', welcome)).status, 410);
  assert.equal((await attempts('link', 'refused')) - before, 1);
  assert.ok((await attempts('link', 'signed_in')) > 0);
});

test('attempts beyond the limit are counted but not tried or recorded, and trusted proxies do not merge visitors', async () => {
  const { login, operatorId } = await newAccount(server);
  const throttledBefore = await attempts('password', 'throttled');
  const guess = (address: string) => signInAs(login, 'wrong', { 'x-forwarded-for': address });
  for (let at = 0; at < 10; at++) assert.equal((await guess('203.0.113.7')).status, 401);
  const refused = await guess('203.0.113.7');
  assert.deepEqual([refused.status, refused.json.error], [429, 'rate_limited']);
  assert.ok(Number(refused.headers.get('retry-after')) > 800);
  // Addresses that a visitor puts before the proxies' are ignored.
  assert.equal((await guess('198.51.100.1, 203.0.113.7')).status, 429);
  assert.equal((await guess('10.1.2.3, 203.0.113.7, 10.0.0.2')).status, 429);
  assert.equal((await guess('203.0.113.8')).status, 401);
  assert.equal((await guess('203.0.113.9, 10.0.0.2')).status, 401);
  assert.equal((await attempts('password', 'throttled')) - throttledBefore, 3);
  const failed = (await auditOf(`subject=operator:${operatorId}`)).filter(
    ({ action }) => action === 'operator.sign_in_failed',
  );
  assert.equal(failed.length, 12);
});

test('without a trusted proxy the address that a visitor sends is ignored', async () => {
  const plain = await startTestServer();
  try {
    const { login } = await newAccount(plain);
    const guess = (at: number) =>
      newBrowser(plain).send(
        'POST',
        '/session',
        { login, password: 'wrong' },
        {
          'x-forwarded-for': `203.0.113.${at}`,
          forwarded: `for=203.0.113.${at}`,
          'x-real-ip': `203.0.113.${at}`,
        },
      );
    for (let at = 0; at < 10; at++) assert.equal((await guess(at)).status, 401);
    assert.equal((await guess(10)).status, 429);
  } finally {
    await plain.close();
  }
});
