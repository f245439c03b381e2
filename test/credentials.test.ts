import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { readDocument } from './support/documented-operations.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ TRUSTED_PROXIES: '127.0.0.1', RATE_LIMIT: '3000/60s' });
});
after(() => server.close());

type Credentials = { clientId: string; clientSecret: string };

function requestToken({ clientId, clientSecret }: Credentials, scope?: string, headers: Record<string, string> = {}) {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret, scope };
  return server.send('/oauth/token', { body, headers });
}

async function tokenOf(credentials: Credentials, scope?: string): Promise<string> {
  return (await requestToken(credentials, scope)).json.access_token;
}

test('a limited token reaches only the parts of its scopes', async () => {
  const client = await server.newClient();
  const answered = await requestToken(client, 'orders:read catalog:read');
  assert.equal(answered.json.scope, 'orders:read catalog:read');
  const token = answered.json.access_token;
  assert.equal((await server.send('/v1/orders', { token })).status, 200);
  assert.equal((await server.send('/v1/carriers', { token })).status, 200);
  assert.equal((await server.send('/v1/usage', { token })).status, 200);
  for (const [path, init] of [
    ['/v1/orders', { body: order() }],
    ['/v1/orders/X/cancel', { method: 'POST' }],
    ['/v1/webhook-endpoints', {}],
    ['/v1/credentials', {}],
  ] as const) {
    const refused = await server.send(path, { token, ...init });
    assert.equal(refused.json.error, 'insufficient_scope', path);
  }
  const refused = await server.send('/v1/orders', { token, body: order() });
  assert.match(refused.headers.get('www-authenticate') ?? '', /scope="orders:write"/);
});

test('a token has the whole scope without a request for scopes, and unknown scopes are refused', async () => {
  const client = await server.newClient();
  assert.equal((await requestToken(client)).json.scope, 'fulfillment');
  assert.equal((await requestToken(client, 'fulfillment')).json.scope, 'fulfillment');
  for (const scope of ['orders:read everything', 'operator'])
    assert.equal((await requestToken(client, scope)).json.error, 'invalid_scope');
  const staff = await server.newClient({ scope: 'operator' });
  assert.equal((await requestToken(staff, 'orders:read')).json.error, 'invalid_scope');
});

test('every operation of customers with a token names its scopes', () => {
  const { paths } = readDocument('openapi.json');
  const bare = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { security }]) =>
      path.startsWith('/v1/') && !security ? [`${method} ${path}`] : [],
    ),
  );
  assert.deepEqual(bare, []);
});

test('a client makes, rotates and revokes credentials by itself', async () => {
  const client = await server.newClient();
  const token = await tokenOf(client);
  const send = (path: string, init: object = {}) => server.send(`/v1/credentials${path}`, { token, ...init });
  const made = await send('', { body: { name: 'accounting', scopes: ['catalog:read', 'orders:read'] } });
  assert.deepEqual(made.json.scopes, ['orders:read', 'catalog:read']);
  const limited = await requestToken(made.json);
  assert.equal(limited.json.scope, 'orders:read catalog:read');
  assert.equal((await requestToken(made.json, 'orders:write')).json.error, 'invalid_scope');
  assert.equal((await requestToken(made.json, 'fulfillment')).json.error, 'invalid_scope');

  const second = await send('', { body: { name: 'accounting' } });
  assert.deepEqual(second.json.scopes, ['orders:read', 'catalog:read']);
  assert.equal((await requestToken(made.json)).status, 200);
  await send('', { body: { name: 'accounting' } });
  assert.equal((await requestToken(made.json)).json.error, 'invalid_client');
  assert.equal((await requestToken(second.json)).status, 200);

  const { json: listed } = await send('');
  assert.equal(listed.length, 3);
  assert.deepEqual(
    listed.map(({ name }: { name?: string }) => name),
    ['accounting', 'accounting', undefined],
  );
  assert.ok(listed[2].lastUsed);
  assert.equal((await send(`/${second.json.credentialId}`, { method: 'DELETE' })).json.revoked, true);
  assert.equal((await send(`/${second.json.credentialId}`, { method: 'DELETE' })).json.error, 'credential_not_found');
  assert.equal((await send(`/${listed[2].credentialId}`, { method: 'DELETE' })).json.error, 'credential_in_use');
  assert.equal((await send('/x', { method: 'DELETE' })).json.error, 'credential_not_found');
});

test('repeated rotations keep the secret that sends them, until revokePrevious ends it', async () => {
  const client = await server.newClient();
  const token = await tokenOf(client);
  const rotate = (body?: object) => server.send('/v1/credentials', { token, method: 'POST', ...(body && { body }) });
  await rotate();
  await rotate();
  const newest = await rotate();
  assert.equal((await requestToken(client)).status, 200);
  const last = await server.send('/v1/credentials', {
    token: await tokenOf(newest.json),
    body: { revokePrevious: true },
  });
  assert.equal((await requestToken(client)).json.error, 'invalid_client');
  assert.equal((await requestToken(last.json)).status, 200);
});

test('scopes without a name, an empty name and too many names are refused', async () => {
  const client = await server.newClient();
  const token = await tokenOf(client);
  const post = (body: object) => server.send('/v1/credentials', { token, body });
  assert.equal((await post({ scopes: ['orders:read'] })).json.violations[0].pointer, '/name');
  assert.equal((await post({ name: ' ' })).json.violations[0].code, 'required');
  assert.equal((await post({ name: 'x', scopes: ['all'] })).status, 400);
  for (let index = 0; index < 20; index++) assert.equal((await post({ name: `program ${index}` })).status, 200);
  assert.equal((await post({ name: 'one more' })).json.error, 'too_many_credentials');
  assert.equal((await post({ name: 'program 3' })).status, 200);
});

test('the name of a credential is visible text', async () => {
  const token = await tokenOf(await server.newClient());
  for (const [name, code] of [
    ['a\u202eb', 'invalid_characters'],
    ['\u200b', 'required'],
  ]) {
    const { status, json } = await server.send('/v1/credentials', { token, body: { name } });
    assert.deepEqual([status, json.violations?.[0].pointer, json.violations?.[0].code], [400, '/name', code]);
  }
});

test('requests from other networks than those of the list are refused', async () => {
  const client = await server.newClient();
  const token = await tokenOf(client);
  const put = (networks: unknown[], from = '203.0.113.7') =>
    server.send('/v1/networks', { token, method: 'PUT', body: { networks }, headers: { 'x-forwarded-for': from } });
  assert.equal((await put(['203.0.113.0/24', 'nothing'])).json.violations[0].code, 'invalid_network');
  assert.equal((await put(['0.0.0.0/0'])).json.violations[0].code, 'invalid_network');
  assert.equal((await put(['198.51.100.0/24'])).json.violations[0].code, 'own_network_missing');
  const mapped = await put(['198.51.100.0/24'], '::ffff:203.0.113.7');
  assert.match(mapped.json.message, /must contain 203\.0\.113\.7,/);
  assert.deepEqual((await put(['203.0.113.0/24', '2001:db8::/32'])).json.networks, ['203.0.113.0/24', '2001:db8::/32']);

  // The state of the client in memory may be a second old; a token request reads it.
  const from = (address: string) => ({ 'x-forwarded-for': address });
  assert.equal((await requestToken(client, undefined, from('198.51.100.1'))).json.error, 'network_not_allowed');
  const inside = (await requestToken(client, undefined, from('2001:db8::1'))).json.access_token;
  const listed = (address: string) => server.send('/v1/orders', { token: inside, headers: from(address) });
  assert.equal((await listed('203.0.113.200')).status, 200);
  assert.equal((await listed('198.51.100.1')).json.error, 'network_not_allowed');
  assert.deepEqual((await put([])).json.networks, []);
  assert.equal((await requestToken(client)).status, 200);
});

test('the usage has the quota and the limits', async () => {
  const customer = await newCustomer(server);
  const { json } = await customer.get('/v1/usage');
  assert.equal(json.quota.requests, 3000);
  assert.ok(json.quota.remaining < 3000 && json.quota.windowSeconds === 60);
  assert.deepEqual(json.webhookEndpoints, { used: 0, max: 20 });
  assert.equal(json.fileBytes.used, 0);
  assert.equal(json.limits.itemsPerOrder, 500);
  assert.equal(json.mode, 'live');
  const { token } = await server.token({ mode: 'sandbox' });
  assert.equal((await server.send('/v1/usage', { token })).json.mode, 'sandbox');
});
