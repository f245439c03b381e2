import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newAccount, newBrowser, PASSWORD, signedIn } from '../../../../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import type { Violation } from '../../../platform/errors/errors.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const OTHER_PASSWORD = 'yellow bicycles in the rain';

test('an admin creates an account, and its owner signs in with the link', async () => {
  const admin = await signedIn(server);
  const wanted = { name: 'Grace Hopper', login: 'Grace@example.com', role: 'office' };
  const made = await admin.send('POST', '/operators', wanted);
  assert.equal(made.status, 201);
  const { operator, link } = made.json;
  assert.deepEqual(
    [operator.name, operator.login, operator.role, operator.passwordSet],
    [...Object.values(wanted), false],
  );
  const again = await admin.send('POST', '/operators', { ...wanted, login: ' grace@EXAMPLE.com' });
  assert.deepEqual([again.status, again.json.error], [409, 'login_taken']);
  const grace = newBrowser(server);
  const token = new URL(link).hash.slice(1);
  assert.equal((await grace.send('POST', '/session/welcome', { token, password: PASSWORD })).status, 200);
  const read = await admin.send('GET', `/operators/${operator.operatorId}`);
  assert.equal(read.json.passwordSet, true);
  assert.ok(!('linkExpires' in read.json) && !/argon2|hash/.test(read.text));
  const listed = await admin.send('GET', '/operators');
  assert.ok(listed.json.some(({ login }: { login: string }) => login === 'Grace@example.com'));
});

test('a name must have a visible character and no hidden ones, in every route that sets one', async () => {
  const admin = await signedIn(server);
  const printer = {
    kind: 'raw',
    address: '127.0.0.1:9100',
    mediaWidthMm: 100,
    mediaHeightMm: 150,
    dotsPerInch: 203,
    mediaTypes: ['application/zpl'],
  };
  const own = `/operators/${admin.account.operatorId}`;
  const requests: [method: string, path: string, body: object][] = [
    ['POST', '/operators', { login: 'eve', role: 'office' }],
    ['PATCH', own, {}],
    ['PUT', '/me', {}],
    ['POST', '/clients', {}],
    ['POST', '/stations', { kinds: ['make'] }],
    ['POST', '/printers', printer],
    ['PUT', '/carriers/dhl', {}],
  ];
  const names = [
    ['Ada\u202Eecalevol', 'invalid_characters'],
    ['\u2066Ada\u2069', 'invalid_characters'],
    ['A\u200Bda', 'invalid_characters'],
    ['A\u00ADda\uFEFF', 'invalid_characters'],
    ['Ada\u{E0041}', 'invalid_characters'],
    ['\u200D Ada', 'invalid_characters'],
    ['\u200B', 'required'],
    ['\u3164\u2800', 'required'],
  ];
  for (const [method, path, body] of requests)
    for (const [name, code] of names) {
      const { status, json } = await admin.send(method, path, { ...body, name });
      const told = json.violations?.map((one: Violation) => [one.pointer, one.code]);
      assert.deepEqual([status, told], [400, [['/name', code]]], `${method} ${path} ${JSON.stringify(name)}`);
    }
  const login = await admin.send('POST', '/operators', { name: 'Eve', login: 'e\u200Bve', role: 'office' });
  assert.equal(login.json.violations[0].pointer, '/login');
  for (const name of ['می\u200Cخواهم', '👩\u200D🚒 Firehouse', 'Zoë Müller', '葛\u{E0100}城']) {
    assert.equal((await admin.send('PATCH', own, { name })).json.name, name);
  }
});

test('a stored name remains valid while other fields change', async () => {
  const admin = await signedIn(server);
  const { operatorId } = await newAccount(server, 'viewer');
  const name = 'Ada\u200B';
  await server.pool.query('update operators set name = $2 where operator_id = $1', [operatorId, name]);
  const changed = await admin.send('PATCH', `/operators/${operatorId}`, { role: 'office' });
  assert.deepEqual([changed.json.name, changed.json.role], [name, 'office']);
});

test('a new role applies at once, and disabling signs out at once until the account is enabled again', async () => {
  const admin = await signedIn(server);
  const person = await signedIn(server, 'viewer');
  const path = `/operators/${person.account.operatorId}`;
  assert.equal((await person.send('PUT', '/carriers/dhl', { name: 'DHL' })).status, 403);
  assert.equal((await admin.send('PATCH', path, { role: 'office', name: 'Ada King' })).json.role, 'office');
  assert.equal((await person.send('PUT', '/carriers/dhl', { name: 'DHL' })).status, 200);
  assert.equal((await admin.send('PATCH', path, { disabled: true })).json.disabled, true);
  assert.equal((await person.send('GET', '/orders')).json.error, 'not_signed_in');
  const signIn = { login: person.account.login, password: PASSWORD };
  assert.equal((await person.send('POST', '/session', signIn)).status, 401);
  await admin.send('PATCH', path, { disabled: false });
  assert.equal((await person.send('GET', '/orders')).status, 401, 'the session stays ended');
  assert.equal((await person.send('POST', '/session', signIn)).status, 200);
});

test('the last admin who can sign in remains admin', async () => {
  const alone = await startTestServer();
  try {
    const admin = await signedIn(alone);
    const { operatorId, login } = admin.account;
    const path = `/operators/${operatorId}`;
    const other = await newAccount(alone, 'admin');
    for (const change of [{ disabled: true }, { role: 'office' }]) {
      const { status, json } = await admin.send('PATCH', path, change);
      assert.deepEqual([status, json.error], [409, 'last_admin'], 'the other one has set no password');
    }
    const setIssuer = `update operators set openid_issuer = $2, openid_subject = $2 where operator_id = $1`;
    await alone.pool.query(setIssuer, [other.operatorId, 'https://login.example.com']);
    const { json } = await admin.send('PATCH', path, { role: 'office' });
    assert.equal(json.error, 'last_admin', 'no provider is set up at which the other one could sign in');
    await alone.pool.query(setIssuer, [other.operatorId, null]);

    const reset = await admin.send('POST', `${path}/reset`);
    assert.deepEqual([reset.status, reset.json.operator.passwordSet], [200, true]);
    assert.equal((await admin.send('GET', '/session')).status, 401, 'the sessions have ended');
    assert.equal((await admin.send('POST', '/session', { login, password: PASSWORD })).status, 200);

    const second = newBrowser(alone);
    await second.send('POST', '/session/welcome', { token: other.token, password: PASSWORD });
    assert.equal((await admin.send('PATCH', path, { role: 'office' })).status, 200);
    const ofOther = `/operators/${other.operatorId}`;
    assert.equal((await second.send('PATCH', ofOther, { disabled: true })).json.error, 'last_admin');
  } finally {
    await alone.close();
  }
});

test('concurrent demoting, disabling and resetting of admins leaves one who can sign in', async () => {
  const alone = await startTestServer();
  try {
    const admins = [];
    for (let count = 0; count < 6; count++) admins.push(await signedIn(alone));
    const { token } = await alone.token({ scope: 'operator' });
    const change = (index: number, operatorId: string) => {
      const path = `/operator/v1/operators/${operatorId}`;
      if (index % 3 === 0) return alone.send(`${path}/reset`, { method: 'POST', token });
      const body = index % 3 === 1 ? { role: 'office' } : { disabled: true };
      return alone.send(path, { method: 'PATCH', token, body });
    };
    const answers = await Promise.all(admins.map(({ account }, at) => change(at, account.operatorId)));
    assert.ok(answers.every(({ status }) => status === 200 || status === 409));
    const { rows } = await alone.pool.query(
      `select login from operators where role = 'admin' and status = 'active' and password_hash is not null`,
    );
    assert.equal(rows.length, 1);
    const [{ login }] = rows;
    const browser = newBrowser(alone);
    assert.equal((await browser.send('POST', '/session', { login, password: PASSWORD })).status, 200);
  } finally {
    await alone.close();
  }
});

test('a known phrase and each example of the API documents are refused as a password, three words are accepted', async () => {
  const examples = new Set<string>();
  const collect = (value: unknown, key = '') => {
    if (typeof value === 'string' && (key === 'password' || key === 'current')) examples.add(value);
    if (typeof value !== 'object' || value === null) return;
    const { examples: ofField = [] } = value as { examples?: unknown[] };
    if (['password', 'current'].includes(key) && Array.isArray(ofField)) for (const one of ofField) collect(one, key);
    for (const [name, one] of Object.entries(value)) collect(one, name);
  };
  for (const path of ['/openapi.json', '/operator/openapi.json']) collect((await server.send(path)).json);
  const passwords = [...examples].filter((text) => text.length >= 12);
  assert.ok(passwords.length >= 2, String(passwords));

  const { token } = await newAccount(server, 'office');
  const browser = newBrowser(server);
  for (const password of [...passwords, 'correct horse battery staple', 'CorrectHorseBatteryStaple1']) {
    const { status, json } = await browser.send('POST', '/session/welcome', { token, password });
    assert.deepEqual([status, json.violations?.[0]?.code], [400, 'common_password'], password);
    assert.match(json.violations[0].message, /Use at least three words/);
  }
  const accepted = await browser.send('POST', '/session/welcome', { token, password: 'seven violet teapots' });
  assert.equal(accepted.status, 200, accepted.text);
});

test('a reset ends the password, all sessions and the previous link', async () => {
  const admin = await signedIn(server);
  const person = await signedIn(server, 'office');
  const { operatorId, login, token } = person.account;
  const reset = await admin.send('POST', `/operators/${operatorId}/reset`);
  assert.equal(reset.status, 200);
  assert.equal((await person.send('GET', '/session')).status, 401);
  assert.equal((await person.send('POST', '/session', { login, password: PASSWORD })).status, 401);
  const second = await admin.send('POST', `/operators/${operatorId}/reset`);
  const use = (link: string) =>
    person.send('POST', '/session/welcome', { token: link.split('#').pop(), password: OTHER_PASSWORD });
  for (const old of [token, reset.json.link]) assert.equal((await use(old)).status, 410);
  assert.equal((await use(second.json.link)).status, 200);
});

test('changing the password needs the old one, and ends all other sessions', async () => {
  const one = await signedIn(server, 'floor');
  const { login } = one.account;
  const two = newBrowser(server);
  await two.send('POST', '/session', { login, password: PASSWORD });
  const change = (body: object) => one.send('POST', '/me/password', body);
  const wrong = await change({ current: 'wrong', password: OTHER_PASSWORD });
  assert.deepEqual([wrong.status, wrong.json.error], [403, 'wrong_password']);
  for (const guessable of ['P@ssw0rd1234', `${login} ${login}`]) {
    const { status, json } = await change({ current: PASSWORD, password: guessable });
    assert.deepEqual([status, json.violations[0].code], [400, 'common_password'], guessable);
  }
  assert.equal((await two.send('GET', '/session')).status, 200);
  assert.equal((await change({ current: PASSWORD, password: OTHER_PASSWORD })).status, 204);
  assert.equal((await one.send('GET', '/session')).status, 200);
  assert.equal((await two.send('GET', '/session')).status, 401);
  assert.equal((await two.send('POST', '/session', { login, password: PASSWORD })).status, 401);
  assert.equal((await two.send('POST', '/session', { login, password: OTHER_PASSWORD })).status, 200);
});

test('people list and end their own sessions only', async () => {
  const one = await signedIn(server, 'office');
  const other = await signedIn(server, 'office');
  const { login } = one.account;
  const phone = newBrowser(server);
  await phone.send('POST', '/session', { login, password: PASSWORD }, { 'user-agent': 'Phone' });
  const listed = (await one.send('GET', '/me/sessions')).json;
  assert.equal(listed.length, 2);
  const ofPhone = listed.find(({ userAgent }: { userAgent: string }) => userAgent === 'Phone');
  assert.deepEqual([ofPhone.current, listed.filter((l: object) => 'current' in l).length], [undefined, 1]);
  assert.equal((await other.send('DELETE', `/me/sessions/${ofPhone.sessionId}`)).status, 404);
  assert.equal((await phone.send('GET', '/session')).status, 200);
  assert.equal((await one.send('DELETE', `/me/sessions/${ofPhone.sessionId}`)).status, 204);
  assert.equal((await phone.send('GET', '/session')).status, 401);
  const admin = await signedIn(server);
  const path = `/operators/${one.account.operatorId}/sessions`;
  assert.equal((await admin.send('GET', path)).json.length, 1);
  assert.equal((await admin.send('DELETE', path)).status, 204);
  assert.equal((await one.send('GET', '/session')).status, 401);
});

test('people set their own name and language, and programs cannot', async () => {
  const one = await signedIn(server, 'floor');
  const changed = await one.send('PUT', '/me', { name: 'Ada King', language: 'de' });
  assert.deepEqual([changed.json.operator.name, changed.json.operator.language], ['Ada King', 'de']);
  assert.deepEqual((await one.send('GET', '/session')).json.operator, changed.json.operator);
  assert.equal((await one.send('PUT', '/me', { role: 'admin' })).status, 400);
  const { token } = await server.token({ scope: 'operator' });
  for (const [method, path] of [['GET', 'sessions'] as const, ['DELETE', 'sessions/x'] as const]) {
    const program = await server.send(`/operator/v1/me/${path}`, { method, token });
    assert.deepEqual([program.status, program.json.error], [403, 'people_only']);
  }
});

test('ten wrong passwords block an account for one address, except in browsers where it signed in before', async () => {
  const owner = await signedIn(server);
  const { login } = owner.account;
  const stranger = newBrowser(server);
  const guess = (password: string) => stranger.send('POST', '/session', { login, password });
  // Several at once count like one after the other. A stranger waits at most 4 s for a turn.
  const answers: Awaited<ReturnType<typeof guess>>[] = [];
  while (answers.length < 12) answers.push(...(await Promise.all(['guess 1', 'guess 2', 'guess 3'].map(guess))));
  const statuses = answers.map(({ status }) => status);
  assert.deepEqual(statuses.filter((status) => status === 401).length, 10);
  const throttled = answers.find(({ status }) => status === 429)!;
  assert.equal(throttled.json.error, 'rate_limited');
  assert.ok(Number(throttled.headers.get('retry-after')) <= 900);
  assert.equal((await guess(PASSWORD)).status, 429, 'also with the right one');
  assert.equal((await owner.send('POST', '/session', { login, password: PASSWORD })).status, 200);
  const { status } = await signedIn(server).then(({ account, send }) =>
    send('POST', '/session', { login: account.login, password: PASSWORD }),
  );
  assert.equal(status, 200, 'other accounts go on');
});
