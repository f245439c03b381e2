import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { decodeJwt } from 'jose';
import { type Answer, startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { DISABLED_WITHIN_MS } from '../../clients/client-registry.ts';
import { updateClientStatus } from '../../clients/client-store.ts';
import { type NewSecret, rotateSecret } from '../../clients/manage-clients.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const show = (token: string) => server.send('/v1/orders', { token });
const withHeader = (authorization: string) => server.send('/v1/orders', { headers: { authorization } });

async function tokenOf({ clientId, clientSecret }: NewSecret): Promise<string> {
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  const answer = await server.send('/oauth/token', { body });
  assert.equal(answer.status, 200, answer.text);
  return answer.json.access_token;
}

/** Asks again and again until the token is refused. */
async function assertCutOff(token: string): Promise<void> {
  const deadline = Date.now() + DISABLED_WITHIN_MS;
  let answer: Answer;
  do answer = await show(token);
  while (answer.status === 200 && Date.now() < deadline);
  assert.equal(answer.status, 401, 'still let in after 5 s');
  assert.equal(answer.json.error, 'invalid_token');
}

async function rotate({ clientId }: NewSecret, revokeOthers = false): Promise<NewSecret> {
  const rotated = await rotateSecret(server.pool, clientId, { revokeOthers, now: new Date() });
  assert.ok(rotated);
  return rotated;
}

test('a token of another server is refused with the address that it names', async () => {
  const partOf = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const messageOf = async (claims: object) => {
    const { status, json } = await show(`${partOf({ alg: 'ES256', kid: 'x' })}.${partOf(claims)}.c2ln`);
    assert.deepEqual([status, json.error], [401, 'invalid_token']);
    return json.message;
  };
  const other = await messageOf({ aud: 'https://test.example.com' });
  assert.equal(other, 'The access token is for https://test.example.com, not for this API. Request a new one here.');
  const { aud } = decodeJwt((await server.token()).token);
  for (const claims of [{ aud }, { aud: ['https://test.example.com'] }, {}])
    assert.equal(await messageOf(claims), 'The access token is invalid or has expired. Request a new one.');
});

test('without credentials the answer names the scheme and no error', async () => {
  const { token } = await server.token();
  const answers = [
    await server.send('/v1/orders'),
    await withHeader(''),
    await withHeader('Basic YTpi'),
    await withHeader(`Digest ${token}`),
    await withHeader(token),
    await withHeader(`Bearer${token}`),
    await withHeader(`Bearer:${token}`),
    await server.send(`/v1/orders?access_token=${token}`),
    await server.send('/v1/orders', { headers: { cookie: `access_token=${token}` } }),
    await server.send('/v1/orders', { body: {} }),
  ];
  for (const { status, headers, json } of answers) {
    assert.equal(status, 401);
    assert.equal(json.error, 'missing_token');
    assert.equal(headers.get('www-authenticate'), 'Bearer');
  }
});

test('the name of the scheme may be in any case, and spaces may follow it', async () => {
  const { token } = await server.token();
  for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
    assert.equal((await withHeader(`${scheme} ${token}`)).status, 200);
  }
  assert.equal((await withHeader(`Bearer   ${token} `)).status, 200);
});

test('an empty, split or garbled token is invalid_token, and costs no time', async () => {
  const { token } = await server.token();
  const before = process.threadCpuUsage();
  for (const shown of ['', 'garbage', `${token} x`, `a${' '.repeat(15_000)}b`, `${' '.repeat(15_000)}a b`, '\u00ff']) {
    const answer = await withHeader(`Bearer ${shown}`);
    assert.equal(answer.status, 401);
    assert.equal(answer.json.error, 'invalid_token');
    assert.match(answer.headers.get('www-authenticate') ?? '', /^Bearer error="invalid_token"/);
  }
  const { user, system } = process.threadCpuUsage(before);
  assert.ok(user + system < 2_000_000, `${user + system} microseconds`);
});

test('a token with the operator scope is refused by the customers’ API', async () => {
  const { token } = await server.token({ scope: 'operator' });
  for (const path of ['/v1/orders', '/v1/orders/x', '/v1/products', '/v1/product-variants', '/v1/carriers']) {
    const answer = await server.send(path, { token });
    assert.equal(answer.status, 403);
    assert.equal(answer.json.error, 'insufficient_scope');
    assert.equal(answer.headers.get('www-authenticate'), 'Bearer error="insufficient_scope", scope="fulfillment"');
  }
});

test('a sandbox client is admitted like a live one', async () => {
  const { token } = await server.token({ mode: 'sandbox' });
  assert.equal((await show(token)).status, 200);
});

test('disabling a client ends its tokens within 5 seconds, and no others', async () => {
  const { token, client } = await server.token();
  const other = await server.token();
  assert.equal((await show(token)).status, 200);
  await updateClientStatus(server.pool, client.clientId, 'disabled');
  await assertCutOff(token);
  assert.equal((await show(other.token)).status, 200);
});

test('a client that is enabled again is admitted at once with a new token', async () => {
  const { token, client } = await server.token();
  await updateClientStatus(server.pool, client.clientId, 'disabled');
  await assertCutOff(token);
  await updateClientStatus(server.pool, client.clientId, 'active');
  assert.equal((await show(token)).status, 401);
  assert.equal((await show(await tokenOf(client))).status, 200);
});

test('a token of a new secret is valid at once, also right after an earlier call', async () => {
  const { token, client } = await server.token();
  assert.equal((await show(token)).status, 200);
  const fresh = await tokenOf(await rotate(client));
  assert.equal((await show(fresh)).status, 200);
});

test('a secret and its tokens stay valid for one rotation, and end with the next', async () => {
  const first = await server.newClient();
  const tokens = [await tokenOf(first)];
  const second = await rotate(first);
  tokens.push(await tokenOf(second), await tokenOf(first));
  for (const token of tokens) assert.equal((await show(token)).status, 200);
  await tokenOf(await rotate(first));
  await assertCutOff(tokens[0] ?? '');
  await assertCutOff(tokens[2] ?? '');
  assert.equal((await show(tokens[1] ?? '')).status, 200);
  const { clientId, clientSecret } = first;
  const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  assert.equal((await server.send('/oauth/token', { body })).status, 401);
});

test('a rotation that revokes the others ends all secrets but the new one, and their tokens', async () => {
  const first = await server.newClient();
  const second = await rotate(first);
  const tokens = [await tokenOf(first), await tokenOf(second)];
  for (const token of tokens) assert.equal((await show(token)).status, 200);
  const third = await tokenOf(await rotate(first, true));
  for (const token of tokens) await assertCutOff(token);
  assert.equal((await show(third)).status, 200);
});

test('twenty concurrent first requests are all admitted', async () => {
  const { token } = await server.token();
  const answers = await Promise.all(Array.from({ length: 20 }, () => show(token)));
  for (const { status } of answers) assert.equal(status, 200);
});
