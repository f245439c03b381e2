import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer({ TOKEN_RATE_LIMIT: 'off' });
  operator = await newOperator(server);
});
after(() => server.close());

const tokenOf = (client_id: string, client_secret: string) =>
  server.send('/oauth/token', { body: { grant_type: 'client_credentials', client_id, client_secret } });
const create = async (body: object = {}) =>
  (await operator.send('POST', '/clients', { name: 'New Shop', ...body })).json;
const deedsOf = async (clientId: string) =>
  (await operator.send('GET', `/audit?subject=client:${clientId}`)).json.map(
    ({ action, detail }: { action: string; detail: object }) => [action, detail],
  );
/** Waits until a request with the token has this status. */
async function becomes(status: number, token: string, path = '/v1/orders'): Promise<void> {
  const until = performance.now() + 5_000;
  while ((await server.send(path, { token })).status !== status)
    assert.ok(performance.now() < until, `it is not ${status} within 5 seconds`);
}

test('secrets are listed without their values, and each is revoked separately with its tokens', async () => {
  const { clientId, clientSecret: first } = await create();
  const path = `/clients/${clientId}/secrets`;
  const { clientSecret: second } = (await operator.send('POST', `/clients/${clientId}/rotate-secret`)).json;
  const listed = await operator.send('GET', path);
  assert.deepEqual(
    listed.json.map((one: object) => Object.keys(one)),
    [
      ['secretId', 'created'],
      ['secretId', 'created'],
    ],
  );
  const [newer, older] = listed.json;
  assert.ok(newer.created >= older.created);
  const [old, young] = [await tokenOf(clientId, first), await tokenOf(clientId, second)];
  const seen = (await operator.send('GET', `/clients/${clientId}`)).headers.get('etag') ?? '';

  const revoke = (secretId: string, headers = {}) => operator.send('DELETE', `${path}/${secretId}`, undefined, headers);
  assert.equal((await revoke(older.secretId, { 'if-match': seen })).status, 204);
  assert.deepEqual((await operator.send('GET', path)).json, [newer]);
  assert.equal((await operator.send('GET', `/clients/${clientId}`)).json.secrets, 1);
  assert.equal((await tokenOf(clientId, first)).status, 401);
  await becomes(401, old.json.access_token);
  assert.equal((await server.send('/v1/orders', { token: young.json.access_token })).status, 200);

  const late = await revoke(newer.secretId, { 'if-match': seen });
  assert.deepEqual([late.status, late.json.error], [412, 'precondition_failed']);
  for (const wrong of [older.secretId, 'nothing']) {
    const { status, json } = await revoke(wrong);
    assert.deepEqual([status, json.error], [404, 'secret_not_found'], wrong);
  }
  const foreign = await operator.send('DELETE', `/clients/nobody/secrets/${newer.secretId}`);
  assert.deepEqual([foreign.status, foreign.json.error], [404, 'client_not_found']);
  // The last secret can be revoked too, so a leaked one ends at once.
  assert.equal((await revoke(newer.secretId)).status, 204);
  await becomes(401, young.json.access_token);
  const { clientSecret: third } = (await operator.send('POST', `/clients/${clientId}/rotate-secret`)).json;
  assert.equal((await tokenOf(clientId, third)).status, 200);

  const deeds = await deedsOf(clientId);
  assert.deepEqual(deeds[2], ['client.secret_revoked', { secretId: older.secretId, made: older.created }]);
  assert.ok(!JSON.stringify(deeds).includes('platen_'));
});

test('only permitted roles list or revoke secrets', async () => {
  const { clientId } = await create();
  const office = await server.token({ scope: 'operator', role: 'office' });
  for (const method of ['GET', 'DELETE']) {
    const path = `/operator/v1/clients/${clientId}/secrets${method === 'GET' ? '' : '/x'}`;
    const { status, json } = await server.send(path, { method, token: office.token });
    assert.deepEqual([status, json.error], [403, 'not_permitted']);
  }
});

test('a changed role of a program applies to its tokens and is recorded, and a customer has no role', async () => {
  const { clientId, clientSecret } = await create({ scope: 'operator', role: 'admin' });
  const token = (await tokenOf(clientId, clientSecret)).json.access_token;
  await becomes(200, token, '/operator/v1/audit');
  const path = `/clients/${clientId}`;
  const changed = await operator.send('PATCH', path, { role: 'viewer' });
  assert.deepEqual([changed.status, changed.json.role, changed.json.name], [200, 'viewer', 'New Shop']);
  await becomes(403, token, '/operator/v1/audit');
  assert.equal((await operator.send('PATCH', path, { role: 'viewer' })).status, 200);
  const both = await operator.send('PATCH', path, { role: 'office', name: 'Robot' });
  assert.deepEqual([both.json.role, both.json.name], ['office', 'Robot']);
  assert.equal((await operator.send('PATCH', path, {})).status, 200);
  assert.equal((await operator.send('PATCH', path, { role: 'owner' })).status, 400);
  const deeds = (await deedsOf(clientId)).slice(0, -1);
  assert.deepEqual(deeds.map(([action]: [string]) => action).sort(), [
    'client.renamed',
    'client.role_changed',
    'client.role_changed',
  ]);
  assert.deepEqual(deeds.at(-1), ['client.role_changed', { before: 'admin', role: 'viewer' }]);

  const customer = await create();
  const refused = await operator.send('PATCH', `/clients/${customer.clientId}`, { role: 'viewer' });
  assert.deepEqual(
    [refused.status, refused.json.violations[0].pointer, refused.json.violations[0].code],
    [400, '/role', 'not_allowed'],
  );
});
