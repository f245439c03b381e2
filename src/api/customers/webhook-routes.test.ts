import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { newWebhookShop } from '../../webhooks/test-support/webhook-shop.ts';

const BASE = '/v1/webhook-endpoints';
const URL = 'https://shop.example.com/hooks';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('an endpoint is created, read, listed, changed and deleted, and its secret is returned once and stored encrypted', async () => {
  const shop = await newWebhookShop(server);
  const made = await shop.send(BASE, {
    url: URL,
    types: ['order.shipped', 'order.shipped'],
    description: 'north',
  });
  assert.equal(made.status, 200);
  assert.equal(made.headers.get('cache-control'), 'no-store');
  const { secret, ...endpoint } = made.json;
  const { endpointId } = endpoint;
  assert.match(secret, /^whsec_[\w+/]{43}=$/);
  assert.equal(made.headers.get('location'), `http://platen.test${BASE}/${endpointId}`);
  assert.deepEqual(
    { ...endpoint, endpointId: '', created: '', updated: '' },
    {
      endpointId: '',
      url: URL,
      types: ['order.shipped'],
      description: 'north',
      status: 'active',
      created: '',
      updated: '',
    },
  );
  assert.deepEqual((await shop.send(BASE)).json, [endpoint]);
  assert.deepEqual((await shop.send(`${BASE}/${endpointId}`)).json, endpoint);

  const changed = await shop.send(`${BASE}/${endpointId}`, { types: [], description: '', status: 'disabled' }, 'PUT');
  assert.equal(changed.status, 200);
  assert.deepEqual(changed.json.types, []);
  assert.equal('description' in changed.json, false);
  assert.equal(changed.json.url, URL);
  assert.equal(changed.json.status, 'disabled');
  assert.equal(changed.json.disabledReason, 'requested');
  const enabled = await shop.send(`${BASE}/${endpointId}`, { status: 'active' }, 'PUT');
  assert.equal('disabledReason' in enabled.json, false);

  const { rows } = await server.pool.query('select * from webhook_endpoints where endpoint_id = $1', [endpointId]);
  const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64');
  assert.equal(rows[0].secret.includes(bytes), false);
  assert.equal(server.logged.join('').includes(secret), false);

  assert.deepEqual((await shop.send(`${BASE}/${endpointId}`, undefined, 'DELETE')).json, {
    endpointId,
    deleted: true,
  });
  assert.deepEqual((await shop.send(BASE)).json, []);
  for (const [path, method, body] of [
    ['', 'GET'],
    ['', 'DELETE'],
    ['', 'PUT', {}],
    ['/test', 'POST'],
    ['/rotate-secret', 'POST'],
    ['/deliveries', 'GET'],
  ] as const) {
    const gone = await shop.send(`${BASE}/${endpointId}${path}`, body, method);
    assert.equal(gone.status, 404, `${method} ${path}`);
    assert.equal(gone.json.error, 'webhook_endpoint_not_found');
  }
});

test('all violations of an endpoint are returned at once', async () => {
  const shop = await newWebhookShop(server);
  const refused = await shop.send(BASE, { url: 'ftp://x', types: ['order.sent'], colour: 'red' });
  assert.equal(refused.status, 400);
  const codes = refused.json.violations.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`);
  assert.deepEqual(codes.sort(), ['/colour unknown_property', '/types/0 not_allowed', '/url invalid_url']);
  const unknown = refused.json.violations.find(({ pointer }: { pointer: string }) => pointer === '/types/0');
  assert.ok(unknown.allowed.includes('order.shipped'));
  for (const [body, fault] of [
    [{}, '/url required'],
    [{ url: null }, '/url required'],
    [{ url: 7 }, '/url wrong_type'],
    [{ url: 'https://user:secret@shop.example.com' }, '/url invalid_url'],
    [{ url: `https://shop.example.com/${'x'.repeat(2048)}` }, '/url too_long'],
    ...['http://127.1/', 'https://[::1]:8443/', 'http://localhost/', 'http://db:5432/', 'http://a.internal/'].map(
      (url) => [{ url }, '/url private_address'] as const,
    ),
    [{ url: URL, description: 'x'.repeat(201) }, '/description too_long'],
    [[], ' wrong_type'],
  ] as const) {
    const { status, json } = await shop.send(BASE, body);
    assert.equal(status, 400);
    assert.deepEqual(
      json.violations.map(({ pointer, code }: Record<string, string>) => `${pointer} ${code}`),
      [fault],
    );
  }
  const { endpointId } = await shop.newEndpoint(URL);
  assert.equal((await shop.send(`${BASE}/${endpointId}`, { status: 'paused' }, 'PUT')).status, 400);
  assert.equal((await shop.send(`${BASE}/${endpointId}`, { url: 'nowhere' }, 'PUT')).status, 400);
  const inside = await shop.send(`${BASE}/${endpointId}`, { url: 'http://2130706433/' }, 'PUT');
  assert.deepEqual([inside.status, inside.json.violations[0].code], [400, 'private_address']);
  // Staff read of the setting in the log, and the shop does not.
  assert.ok(
    server.logged.some((line) => line.includes('a private webhook URL was refused') && line.includes('WEBHOOK_ALLOW')),
  );
  assert.ok(!inside.text.includes('ALLOW'));
  assert.equal((await shop.endpoint(endpointId)).url, URL);
  server.config.FILE_FETCH_ALLOW.push('127.0.0.1:8080');
  assert.equal((await shop.send(BASE, { url: 'http://2130706433:8080/hooks' })).status, 200);
  assert.equal((await shop.send(BASE, { url: 'http://2130706433:8081/hooks' })).status, 400);
  assert.equal((await shop.send(`${BASE}/${endpointId}/resend-failed`, { since: 'yesterday' })).status, 400);
  assert.equal((await shop.send(`${BASE}/${endpointId}/deliveries?state=lost`)).status, 400);
  assert.equal((await shop.send(`${BASE}/${endpointId}/deliveries?cursor=xyz`)).status, 400);
});

test('a client has at most 20 endpoints, also with concurrent requests', async () => {
  const shop = await newWebhookShop(server);
  const answers = await Promise.all(Array.from({ length: 25 }, () => shop.send(BASE, { url: URL })));
  assert.equal(answers.filter(({ status }) => status === 200).length, 20);
  const refused = answers.find(({ status }) => status !== 200);
  assert.equal(refused?.status, 409);
  assert.equal(refused?.json.error, 'too_many_webhook_endpoints');
  const [{ endpointId }] = (await shop.send(BASE)).json;
  await shop.send(`${BASE}/${endpointId}`, undefined, 'DELETE');
  assert.equal((await shop.send(BASE, { url: URL })).status, 200);
});

test("another client's endpoints and deliveries are not found", async () => {
  const shop = await newWebhookShop(server);
  const other = await newWebhookShop(server);
  const { endpointId } = await shop.newEndpoint(URL);
  await shop.newOrders('SHOP-1');
  const [{ deliveryId }] = await shop.deliveries(endpointId);
  for (const [path, method, body] of [
    ['', 'GET'],
    ['', 'PUT', { status: 'disabled' }],
    ['', 'DELETE'],
    ['/rotate-secret', 'POST'],
    ['/test', 'POST'],
    ['/deliveries', 'GET'],
    [`/deliveries/${deliveryId}`, 'GET'],
    [`/deliveries/${deliveryId}/resend`, 'POST'],
    ['/resend-failed', 'POST', { since: '2026-01-01T00:00:00Z' }],
  ] as const) {
    const answer = await other.send(`${BASE}/${endpointId}${path}`, body, method);
    assert.equal(answer.status, 404, `${method} ${path}`);
    assert.equal(answer.json.error, 'webhook_endpoint_not_found');
  }
  assert.deepEqual((await other.send(BASE)).json, []);
  await other.newOrders('SHOP-2');
  assert.equal((await shop.deliveries(endpointId)).length, 1);
  for (const id of [randomUUID(), 'not-an-id']) {
    const answer = await shop.send(`${BASE}/${endpointId}/deliveries/${id}`);
    assert.equal(answer.json.error, 'webhook_delivery_not_found');
    assert.equal((await shop.send(`${BASE}/${id}`)).json.error, 'webhook_endpoint_not_found');
  }
});

test('deliveries are listed newest first, page by page, by state', async () => {
  const shop = await newWebhookShop(server);
  const { endpointId } = await shop.newEndpoint(URL);
  await shop.newOrders('A', 'B', 'C', 'D', 'E');
  const orderIds: string[] = [];
  let path: string | undefined = `${BASE}/${endpointId}/deliveries?limit=2&state=pending`;
  while (path) {
    const page = await shop.send(path);
    for (const { deliveryId } of page.json) {
      const { json } = await shop.send(`${BASE}/${endpointId}/deliveries/${deliveryId}`);
      orderIds.push(JSON.parse(json.body).data.orderId);
    }
    path = /^<http:\/\/platen\.test([^>]+)>; rel="next"$/.exec(page.headers.get('link') ?? '')?.[1];
  }
  assert.deepEqual(orderIds, ['E', 'D', 'C', 'B', 'A']);
  assert.deepEqual(await shop.deliveries(endpointId, '?state=failed'), []);
});

test('deliveries and test events of a disabled endpoint have no next attempt', async () => {
  const shop = await newWebhookShop(server);
  const { endpointId } = await shop.newEndpoint(URL);
  await shop.newOrders('A');
  await shop.send(`${BASE}/${endpointId}`, { status: 'disabled' }, 'PUT');
  const tested = await shop.send(`${BASE}/${endpointId}/test`, undefined, 'POST');
  const path = `${BASE}/${endpointId}/deliveries/${tested.json.deliveryId}`;
  const resent = await shop.send(`${path}/resend`, undefined, 'POST');
  for (const { json } of [tested, resent, await shop.send(path)]) {
    assert.deepEqual([json.state, json.nextAttempt], ['pending', undefined]);
  }
  const nextAttempts = async () => (await shop.deliveries(endpointId)).map(({ nextAttempt }) => nextAttempt);
  assert.deepEqual(await nextAttempts(), [undefined, undefined]);
  await shop.send(`${BASE}/${endpointId}`, { status: 'active' }, 'PUT');
  for (const nextAttempt of await nextAttempts()) assert.ok(Date.parse(nextAttempt) <= Date.now());
});

test('with If-Match an endpoint is changed only in the version that was read', async () => {
  const { token } = await server.token();
  const send = (method: string, path: string, body?: unknown, headers = {}) =>
    server.send(path, { token, method, headers, ...(body !== undefined && { body }) });
  const { endpointId } = (await send('POST', BASE, { url: URL })).json;
  const path = `${BASE}/${endpointId}`;
  const etag = (await send('GET', path)).headers.get('etag')!;
  const changed = await send('PUT', path, { description: 'north' }, { 'if-match': etag });
  assert.equal(changed.status, 200);
  const refused = await send('PUT', path, { description: 'south' }, { 'if-match': etag });
  assert.deepEqual([refused.status, refused.json.error], [412, 'precondition_failed']);
  const read = await send('GET', path);
  assert.equal(read.json.description, 'north');
  assert.equal(read.headers.get('etag'), changed.headers.get('etag'));
});
