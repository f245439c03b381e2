import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import Provider from 'oidc-provider';
import { newKey, PlainIssuer } from './support/plain-issuer.ts';
import { newAccount, newBrowser, PASSWORD, signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const BASE_URL = 'http://platen.test/shop';
const CALLBACK = `${BASE_URL}/operator/v1/session/openid/callback`;
const CLIENT_SECRET = 'what-platen-shows-the-provider';
const HOPS_MAX = 12;

/** The people at the provider, with their claims. */
const people: Record<string, { name?: string; preferred_username?: string; groups?: string[] }> = {};
/** The person who signs in next. */
let atProvider = '';
let server: TestServer;
let provider: { server: Server; issuer: string };
/** A server that trusts a provider whose keys and claims the test chooses. */
let plain: TestServer;
const issuer = new PlainIssuer();
const settingsFor = (OPENID_ISSUER: string) => ({
  BASE_URL,
  OPENID_ISSUER,
  OPENID_CLIENT_ID: 'platen',
  OPENID_CLIENT_SECRET: CLIENT_SECRET,
  OPENID_ROLE_CLAIM: 'groups',
  OPENID_ROLES: 'print-admins=admin,print-office=office',
  OPENID_LABEL: 'Company account',
});
before(async () => {
  provider = await startProvider();
  server = await startTestServer(settingsFor(provider.issuer));
  await issuer.start();
  const key = await newKey('first');
  Object.assign(issuer, { published: [key], signsWith: key });
  plain = await startTestServer(settingsFor(issuer.issuer));
});
after(async () => {
  await plain.close();
  issuer.close();
  await server.close();
  provider.server.close();
  provider.server.closeAllConnections();
});

async function startProvider(): Promise<{ server: Server; issuer: string }> {
  const http = createServer();
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  const issuer = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  const oidc = new Provider(issuer, {
    clients: [{ client_id: 'platen', client_secret: CLIENT_SECRET, redirect_uris: [CALLBACK] }],
    claims: { openid: ['sub'], profile: ['name', 'preferred_username', 'groups'], email: ['email'] },
    cookies: { keys: ['of this test'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    findAccount: (_context, id) => ({ accountId: id, claims: async () => ({ sub: id, ...people[id] }) }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client!.clientId,
        accountId: context.oidc.session!.accountId!,
      });
      grant.addOIDCScope('openid profile email');
      await grant.save();
      return grant;
    },
  });
  const answer = oidc.callback();
  http.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return answer(request, response);
    const login = { login: { accountId: atProvider } };
    return oidc.interactionFinished(request, response, login, { mergeWithLastSubmission: false });
  });
  return { server: http, issuer };
}

/** A browser that follows redirects between both servers and keeps the cookies of each. */
function newTraveller(of: TestServer = server) {
  const jars = { platen: new Map<string, string>(), provider: new Map<string, string>() };
  const get = async (address: string): Promise<Response> => {
    const isOurs = address.startsWith(BASE_URL);
    const jar = isOurs ? jars.platen : jars.provider;
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const url = isOurs ? address.replace(BASE_URL, of.url) : address;
    const response = await fetch(url, { redirect: 'manual', headers: { cookie, accept: 'text/html' } });
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      if (value === '') jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  };
  /** Follows redirects until an answer has none, or leads into the console. */
  const travel = async (from: string): Promise<{ address: string; response: Response | undefined }> => {
    let address = from;
    for (let hop = 0; hop < HOPS_MAX; hop++) {
      if (address.startsWith(`${BASE_URL}/console/`)) return { address, response: undefined };
      const response = await get(address);
      const location = response.headers.get('location');
      if (!location) return { address, response };
      address = new URL(location, address).href;
    }
    throw new Error(`too many redirects, the last one to ${address}`);
  };
  const signIn = (who: string, query = '') => {
    atProvider = who;
    return travel(`${BASE_URL}/operator/v1/session/openid${query}`);
  };
  const session = async () => {
    const browser = newBrowser(of);
    for (const [name, value] of jars.platen) browser.cookies.set(name, value);
    return browser.send('GET', '/session');
  };
  return { jars, get, travel, signIn, session };
}

test('a person whom the provider confirms is signed in with the role mapped from their claim', async () => {
  const options = (await server.send('/operator/v1/sign-in-options')).json;
  assert.deepEqual(options, { password: true, openIdConnect: { label: 'Company account' } });
  people.grace = { name: 'Grace Hopper', preferred_username: 'grace', groups: ['staff', 'print-office'] };
  const first = newTraveller();
  assert.equal((await first.signIn('grace')).address, `${BASE_URL}/console/`);
  const { operator } = (await first.session()).json;
  assert.deepEqual([operator.name, operator.login, operator.role], ['Grace Hopper', 'grace', 'office']);
  assert.ok(!first.jars.platen.has('platen-openid'));

  people.grace = {
    name: 'Admiral Hopper',
    preferred_username: 'grace',
    groups: ['print-office', 'print-admins'],
  };
  const second = newTraveller();
  await second.signIn('grace');
  const again = (await second.session()).json.operator;
  assert.deepEqual(again, { ...operator, name: 'Admiral Hopper', role: 'admin' });
});

test("a sign-in ends the browser's earlier session, also when the browser withholds its cookie from a redirect", async () => {
  people.alan = { name: 'Alan', preferred_username: 'alan', groups: ['print-office'] };
  const traveller = newTraveller();
  await traveller.signIn('alan');
  for (const isStrict of [false, true]) {
    const earlier = newBrowser(server);
    for (const [name, value] of traveller.jars.platen) earlier.cookies.set(name, value);
    assert.equal((await earlier.send('GET', '/session')).status, 200);
    atProvider = 'alan';
    if (isStrict) {
      const begun = await traveller.get(`${BASE_URL}/operator/v1/session/openid`);
      // Browsers do not send a cookie with SameSite=Strict when another site leads to the page.
      traveller.jars.platen.delete('platen');
      await traveller.travel(begun.headers.get('location')!);
    } else await traveller.signIn('alan');
    assert.equal((await traveller.session()).status, 200);
    assert.equal((await earlier.send('GET', '/session')).status, 401, `strict: ${isStrict}`);
  }
});

test('a person without a role or with a disabled account is refused with an explanation', async () => {
  people.mallory = { name: 'Mallory', preferred_username: 'mallory', groups: ['admin', 'constructor'] };
  const { response } = await newTraveller().signIn('mallory');
  assert.equal(response?.status, 403);
  const page = await response.text();
  assert.match(page, /no role for Platen/);
  assert.ok(!page.includes('<script'));
  people.eve = { preferred_username: 'eve', groups: ['print-office'] };
  const eve = newTraveller();
  await eve.signIn('eve');
  const { operatorId } = (await eve.session()).json.operator;
  await server.pool.query(`update operators set status = 'disabled' where operator_id = $1`, [operatorId]);
  const { response: refused } = await newTraveller().signIn('eve');
  assert.match((await refused?.text()) ?? '', /is disabled/);
});

test('a local account is not taken over by a name at the provider', async () => {
  const account = await newAccount(server, 'admin', 'boss');
  people.impostor = { preferred_username: 'BOSS', groups: ['print-office'] };
  const { response } = await newTraveller().signIn('impostor');
  assert.equal(response?.status, 403);
  const browser = newBrowser(server);
  await browser.send('POST', '/session/welcome', { token: account.token, password: PASSWORD });
  assert.equal((await browser.send('GET', '/session')).json.operator.role, 'admin');
});

test("a provider's answer counts once and only in the browser that started the sign-in", async () => {
  people.linus = { preferred_username: 'linus', groups: ['print-office'] };
  const traveller = newTraveller();
  atProvider = 'linus';
  let address = `${BASE_URL}/operator/v1/session/openid`;
  while (!address.startsWith(CALLBACK)) {
    const location: string = (await traveller.get(address)).headers.get('location')!;
    address = new URL(location, address).href;
  }
  const elsewhere = await newTraveller().get(address);
  assert.equal(elsewhere.status, 403);
  const forged = new URL(address);
  forged.searchParams.set('state', 'other');
  const kept = traveller.jars.platen.get('platen-openid')!;
  assert.equal((await traveller.get(forged.href)).status, 403);
  traveller.jars.platen.set('platen-openid', kept);
  assert.equal((await traveller.get(address)).status, 303);
  traveller.jars.platen.set('platen-openid', kept);
  assert.equal((await traveller.get(address)).status, 403, 'the code was used');
  const told = server.logged.join('');
  for (const secret of [CLIENT_SECRET, kept, new URL(address).searchParams.get('code')!]) {
    assert.ok(!told.includes(secret));
  }
});

test('the redirect after a sign-in leads only into the console', async () => {
  people.ken = { preferred_username: 'ken', groups: ['print-office'] };
  const home = `${BASE_URL}/console/`;
  const ways: [returnTo: string, expected: string][] = [
    [`${home}orders?status=ERROR`, `${home}orders?status=ERROR`],
    ['/shop/console/orders', `${home}orders`],
    ['https://evil.example/console/', home],
    ['//evil.example/shop/console/', home],
    ['\\\\evil.example', home],
    ['/shop/console/../operator/v1/session', home],
    ['javascript:alert(1)', home],
    ['http://platen.test@evil.example/shop/console/', home],
  ];
  for (const [returnTo, expected] of ways) {
    const { address } = await newTraveller().signIn('ken', `?returnTo=${encodeURIComponent(returnTo)}`);
    assert.equal(address, expected, returnTo);
  }
});

test('without a provider the routes do not exist, and an unreachable provider is 503', async () => {
  const plain = await startTestServer();
  const gone = await startTestServer({
    OPENID_ISSUER: 'http://127.0.0.1:9',
    OPENID_CLIENT_ID: 'platen',
    OPENID_CLIENT_SECRET: CLIENT_SECRET,
    OPENID_ROLES: 'a=admin',
  });
  try {
    assert.deepEqual((await plain.send('/operator/v1/sign-in-options')).json, { password: true });
    assert.equal((await plain.send('/operator/v1/session/openid')).status, 404);
    const answer = await gone.send('/operator/v1/session/openid');
    assert.deepEqual([answer.status, answer.json.error], [503, 'temporarily_unavailable']);
  } finally {
    await plain.close();
    await gone.close();
  }
});

/** Signs in at the issuer with these claims. */
async function signInWith(claims: Record<string, unknown>) {
  issuer.claims = claims;
  const traveller = newTraveller(plain);
  const { address, response } = await traveller.signIn('anybody');
  const isIn = address === `${BASE_URL}/console/`;
  return { isIn, status: response?.status, page: (await response?.text()) ?? '', traveller };
}

test('a token with a wrong signature signs nobody in and is not logged', async () => {
  const good = issuer.signsWith!;
  const secret = { header: { alg: 'HS256', kid: 'first' }, key: new TextEncoder().encode(CLIENT_SECRET) };
  const strange = await newKey('first');
  for (const [key, says] of [
    [strange, /does not publish/],
    [await newKey('strange'), /does not publish/],
    [{ ...secret, published: undefined }, /answer was invalid/],
  ] as const) {
    issuer.signsWith = key;
    const { status, page } = await signInWith({ sub: 'mallory', name: 'Mallory', groups: ['print-admins'] });
    assert.equal(status, 403);
    assert.match(page, says);
  }
  issuer.signsWith = good;
  assert.deepEqual((await plain.pool.query('select 1 from operators')).rows, []);
  const logged = plain.logged.join('');
  assert.match(logged, /"reason":"signature_refused"/);
  for (const part of issuer.tokens.flatMap((token) => token.split('.'))) assert.ok(!logged.includes(part));
  assert.ok(!/mallory/i.test(logged));
});

test('after a provider changes its key at most one sign-in fails', async () => {
  const office = { sub: 'grace', name: 'Grace', groups: ['print-office'] };
  assert.ok((await signInWith(office)).isIn);
  const next = await newKey('second');
  Object.assign(issuer, { published: [next], signsWith: next });
  await signInWith(office);
  assert.ok((await signInWith(office)).isIn);
});

test('an identifier that cannot be stored is refused with an explanation, and hidden characters of a name are removed', async () => {
  for (const sub of ['a\0b', '\u200B', '\uD800', 'x'.repeat(256)]) {
    const { status, page } = await signInWith({ sub, name: 'Eve', groups: ['print-office'] });
    assert.equal(status, 403, JSON.stringify(sub));
    assert.match(page, /identifier for you \("sub"\)/);
  }
  const told = { sub: 'rtl', preferred_username: '\u200Brtl\uFEFF', name: '\u202EtrebmuN\u202C One' };
  const { traveller } = await signInWith({ ...told, groups: ['print-office'] });
  const { operator } = (await traveller.session()).json;
  assert.deepEqual([operator.login, operator.name], ['rtl', 'trebmuN One']);
});

test('removing the role of the last admin who can sign in keeps the role and logs a warning', async () => {
  const ada = { sub: 'ada', name: 'Ada Lovelace' };
  const signInWithGroup = async (group: string) => {
    const { traveller } = await signInWith({ ...ada, groups: [group] });
    return (await traveller.session()).json.operator;
  };
  const { operatorId, role } = await signInWithGroup('print-admins');
  assert.equal(role, 'admin');
  const other = await newAccount(plain);
  assert.equal((await signInWithGroup('print-office')).role, 'admin', 'the other admin has no password');
  const { rows } = await plain.pool.query(
    `select subject_id as "subjectId", detail from audit where action = 'operator.kept_admin'`,
  );
  assert.deepEqual(rows, [{ subjectId: operatorId, detail: '{"role":"office","way":"openid"}' }]);
  const warnings = plain.logged.filter((line) => line.includes('keeps the role admin'));
  assert.deepEqual(
    warnings.map((line) => JSON.parse(line).operatorId),
    [operatorId],
  );
  const welcome = { token: other.token, password: PASSWORD };
  assert.equal((await newBrowser(plain).send('POST', '/session/welcome', welcome)).status, 200);
  assert.equal((await signInWithGroup('print-office')).role, 'office');
});

test('an admin at the provider counts as able to sign in, and of two who lose their role together one keeps it', async () => {
  const admin = await signedIn(plain);
  for (const sub of ['first', 'second']) await signInWith({ sub, name: sub, groups: ['print-admins'] });
  const { rows: others } = await plain.pool.query(
    `select operator_id as "operatorId" from operators
     where role = 'admin' and status = 'active' and operator_id <> $1 and openid_subject is null`,
    [admin.account.operatorId],
  );
  for (const { operatorId } of others) {
    assert.equal((await admin.send('PATCH', `/operators/${operatorId}`, { disabled: true })).status, 200);
  }
  const own = `/operators/${admin.account.operatorId}`;
  assert.equal((await admin.send('PATCH', own, { role: 'viewer' })).status, 200);
  const lose = (sub: string) => signInWith({ sub, name: sub, groups: ['print-office'] });
  const both = await Promise.all(['first', 'second'].map(lose));
  assert.deepEqual(
    both.map(({ isIn }) => isIn),
    [true, true],
  );
  const left = await plain.pool.query(`select 1 from operators where role = 'admin' and status = 'active'`);
  assert.equal(left.rowCount, 1);
});
