import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import {
  PlatenApiError,
  PlatenAuthenticationError,
  PlatenConflictError,
  PlatenInvalidRequestError,
  PlatenNotFoundError,
  PlatenPermissionError,
  PlatenRateLimitError,
  PlatenServerError,
  PlatenTimeoutError,
  responseOf,
  signTestWebhook,
  verifyWebhook,
} from './platen-client.ts';
import { failure, scriptedServer } from './test-support/scripted-server.ts';
import { VERSION } from './user-agent.ts';

const HEADERS = {
  'x-request-id': 'req-7',
  'idempotent-replayed': 'true',
  ratelimit: '"api";r=2998;t=41',
  'ratelimit-policy': '"api";q=3000;w=60',
};

test('a result has the request id, the replay and the quota of its response', async (t) => {
  const { client } = await scriptedServer(t, { api: [{ json: { orderId: 'A' }, headers: HEADERS }, { json: [] }] });
  const order = await client.orders.get('A');
  const { headers, ...info } = responseOf(order)!;
  assert.deepEqual(info, {
    status: 200,
    requestId: 'req-7',
    isReplayed: true,
    quota: { remaining: 2_998, resetSeconds: 41, limit: 3_000 },
  });
  assert.equal(headers.get('x-request-id'), 'req-7');
  assert.deepEqual(Object.keys(order), ['orderId']);
  const page = await client.carriers.list().page();
  assert.deepEqual([responseOf(page)?.isReplayed, responseOf(page)?.quota], [false, undefined]);
  assert.equal(responseOf({}), undefined);
});

test('each kind of error has its class', async (t) => {
  const kinds = [
    [400, PlatenInvalidRequestError],
    [403, PlatenPermissionError],
    [404, PlatenNotFoundError],
    [409, PlatenConflictError],
    [412, PlatenConflictError],
    [418, PlatenApiError],
    [429, PlatenRateLimitError],
    [503, PlatenServerError],
  ] as const;
  for (const [status, kind] of kinds) {
    const { client } = await scriptedServer(t, { api: [failure(status, 'x')] }, { maxRetries: 0 });
    const error = await client.orders.get('A').catch((one: unknown) => one);
    assert.ok(error instanceof kind && error instanceof PlatenApiError, String(status));
    assert.equal(error.name, kind.name);
  }
  const { client } = await scriptedServer(t, { token: [failure(401, 'invalid_client')] });
  await assert.rejects(client.orders.get('A'), PlatenAuthenticationError);
});

test('a call can have its own time limit and retries', async (t) => {
  const { client, requests, waits } = await scriptedServer(t, { api: [failure(503, 'x')] });
  await assert.rejects(client.orders.get('A', { maxRetries: 1 }), PlatenServerError);
  assert.deepEqual([requests.length, waits.length], [2, 1]);
  const slow = await scriptedServer(t, { api: [{ fault: 'silence' }] });
  await assert.rejects(slow.client.orders.get('A', { timeoutMs: 20, maxRetries: 0 }), PlatenTimeoutError);
  await assert.rejects(slow.client.orders.get('A', { maxRetries: 21 }), TypeError);
});

test('a list is read up to a number of elements', async (t) => {
  const link = { link: '</v1/carriers?cursor=c>; rel="next"' };
  const api = [{ json: [{ carrierId: 'a' }, { carrierId: 'b' }], headers: link }, { json: [{ carrierId: 'c' }] }];
  const { client, requests } = await scriptedServer(t, { api });
  assert.equal((await client.carriers.list().toArray({ limit: 2 })).length, 2);
  assert.equal(requests.length, 1);
  assert.deepEqual(await client.carriers.list().toArray({ limit: 0 }), []);
});

test('a raw request reaches a path that the client does not know, and a POST with a key is retried', async (t) => {
  const { client, requests } = await scriptedServer(t, {
    api: [{ json: { new: 1 } }, failure(502, 'x'), { json: {} }],
  });
  const { status, body } = await client.request<{ new: number }>({ method: 'GET', path: '/v1/news', query: { a: 1 } });
  assert.deepEqual([status, body.new, requests[0]?.url], [200, 1, '/v1/news?a=1']);
  await client.request({ method: 'POST', path: '/v1/news', body: {}, idempotencyKey: 'k' });
  assert.equal(requests.length, 3);
  await assert.rejects(async () => client.request({ method: 'GET', path: '//elsewhere.example' }), /single slash/);
});

test('requests name the version of the client, and packages have the same version', async (t) => {
  const agents: (string | null)[] = [];
  const { client } = await scriptedServer(
    t,
    {},
    {
      fetch: (url, init) => {
        agents.push(new Headers(init.headers).get('user-agent'));
        return fetch(url, init);
      },
    },
  );
  await client.orders.get('A');
  assert.equal(agents.length, 2);
  for (const agent of agents) assert.match(agent ?? '', new RegExp(`^platen-client/${VERSION} Node`));
  assert.equal(JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')).version, VERSION);
});

test('a test webhook is signed as the server signs', async () => {
  const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
  const event = { type: 'order.shipped', timestamp: '2026-01-31T12:00:00.000Z', data: { orderId: 'A' } };
  const signed = await signTestWebhook({ event, secret, id: 'msg-1' });
  assert.deepEqual(await verifyWebhook({ ...signed, secret }), { id: 'msg-1', ...event });
  await assert.rejects(verifyWebhook({ ...signed, body: `${signed.body} `, secret }), /No signature/);
  await assert.rejects(signTestWebhook({ event, secret: 'x' }), TypeError);
});
