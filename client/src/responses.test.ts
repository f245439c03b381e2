import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import test from 'node:test';
import {
  PlatenApiError,
  PlatenAuthenticationError,
  PlatenClient,
  PlatenConflictError,
  PlatenConnectionError,
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
import { failure, SECRET, scriptedServer } from './test-support/scripted-server.ts';
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

test('every object that a call returns has the response', async (t) => {
  const headers = { ...HEADERS, etag: '"1"' };
  const answer = { json: { orderId: 'A', results: [] }, headers };
  const { client } = await scriptedServer(t, { api: [answer] });
  for (const result of [
    await client.orders.createBatch([]),
    await client.orders.getWithEtag('A'),
    await client.orders.cancel('A'),
    await client.stock.exportCsv(),
    await client.request({ method: 'GET', path: '/v1/news' }),
  ])
    assert.equal(responseOf(result)?.requestId, 'req-7');
});

test('a new secret is not asked for again after a lost response, because that would end another one', async (t) => {
  const { client, requests } = await scriptedServer(t, { api: [{ fault: 'break' }] });
  await assert.rejects(client.account.createCredential({ name: 'shop' }), PlatenConnectionError);
  assert.equal(requests.length, 1);
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
  await assert.rejects(client.carriers.list().toArray({ limit: Number('ten') }), /limit must be a number/);
  await assert.rejects(client.carriers.list().toArray({ limit: -1 }), /limit must be a number from 0/);
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

test('a raw request reads files, empty answers and 304, and sends the headers of the caller', async (t) => {
  const seen: Headers[] = [];
  const { client } = await scriptedServer(
    t,
    {
      api: [
        { text: 'a;b', headers: { 'content-type': 'text/csv' } },
        { status: 204, text: '' },
        { status: 304, text: '' },
        { text: '<p>Sign in</p>', headers: { 'content-type': 'text/html' } },
      ],
    },
    {
      maxRetries: 0,
      fetch: (url, init) => {
        seen.push(new Headers(init.headers));
        return fetch(url, init);
      },
    },
  );
  const headers = { Accept: 'text/csv', 'Content-Type': 'image/png', Authorization: 'Bearer other' };
  const read = () => client.request({ method: 'POST', path: '/v1/x', headers, body: new Blob(['1']) });
  const file = await read();
  assert.equal(Buffer.from(file.body as Uint8Array).toString(), 'a;b');
  assert.deepEqual(
    ['accept', 'content-type', 'authorization'].map((name) => seen.at(-1)?.get(name)),
    ['text/csv', 'image/png', 'Bearer token-1'],
  );
  for (const expected of [204, 304]) {
    const { status, body } = await read();
    assert.deepEqual([status, body], [expected, undefined]);
  }
  await assert.rejects(read(), { error: 'unexpected_answer' });
});

test('an error has the quota of its response', async (t) => {
  const { client } = await scriptedServer(t, { api: [{ ...failure(404, 'order_not_found'), headers: HEADERS }] });
  const error = await client.orders.get('A').catch((one: PlatenApiError) => one);
  assert.equal(responseOf(error)?.quota?.remaining, 2_998);
});

test('an upload has time for 2 Mbit/s beyond the limit of the client', async (t) => {
  const limits: number[] = [];
  const limit = AbortSignal.timeout;
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    limits.push(ms);
    return limit(ms);
  });
  const { client } = await scriptedServer(t, { api: [{ json: { url: 'x' } }] });
  await client.files.upload(Buffer.alloc(500_000, '1'));
  await client.files.upload(new Blob(['1'.repeat(250_000)]));
  await client.files.upload(Buffer.alloc(500_000, '1'), { timeoutMs: 900 });
  assert.deepEqual(limits.slice(-3), [32_000, 31_000, 900]);
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
  for (const agent of agents) assert.match(agent ?? '', new RegExp(`^platen-client/${VERSION} Node\\S+$`));
  assert.equal(JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8')).version, VERSION);
});

test('appInfo names the program in the User-Agent of every request', async () => {
  const good = { baseUrl: 'https://fulfillment.example.com', clientId: 'shop', clientSecret: SECRET };
  const agents: string[] = [];
  const send = async (url: string, init: RequestInit) => {
    agents.push(new Headers(init.headers).get('user-agent')?.replace(/^.*? Node\S+ ?/, '') ?? '');
    return Response.json(url.endsWith('/oauth/token') ? { access_token: 'a', expires_in: 60 } : {});
  };
  for (const appInfo of [
    { name: 'Acme Shop', version: '1.2.0', url: 'https://acme.example.com' },
    { name: 'Acme', version: '2' },
    { name: 'Acme', url: 'mailto:it@acme.example.com' },
    { name: 'Acme' },
  ])
    await new PlatenClient({ ...good, appInfo, fetch: send }).orders.get('A');
  const expected = [
    'Acme Shop/1.2.0 (https://acme.example.com)',
    'Acme/2',
    'Acme (mailto:it@acme.example.com)',
    'Acme',
  ];
  assert.deepEqual(
    agents,
    expected.flatMap((agent) => [agent, agent]),
  );
  for (const bad of [{ name: '' }, { name: 'Häuser' }, { version: '1\r\nx-a: b' }, { url: 'https://ä.example.com' }]) {
    const appInfo = { name: 'Acme', ...bad };
    const message = `appInfo.${Object.keys(bad)[0]} must be printable ASCII characters.`;
    assert.throws(() => new PlatenClient({ ...good, appInfo }), { name: 'TypeError', message });
  }
});

test('onRequest and onResponse receive each request and its response, without secrets and bodies', async (t) => {
  const notices: object[] = [];
  const controller = new AbortController();
  const { client } = await scriptedServer(
    t,
    {
      api: [
        failure(503, 'temporarily_unavailable', { 'x-request-id': 'req-1' }),
        { fault: 'break' },
        failure(401, 'invalid_token'),
        { json: [], headers: { 'x-request-id': 'req-2' } },
        () => {
          controller.abort(new Error('enough'));
          return { fault: 'silence' };
        },
      ],
    },
    {
      onRequest: (notice) => notices.push(notice),
      onResponse: ({ elapsedMs, ...notice }) => {
        assert.ok(Number.isInteger(elapsedMs) && elapsedMs >= 0);
        notices.push(notice);
      },
    },
  );
  await client.orders.list({ reference: 'secret' }).page();
  await assert.rejects(client.orders.cancel('A', {}, { signal: controller.signal }), { message: 'enough' });
  const pair = (method: string, path: string, attempt: number, status?: number, requestId?: string) => [
    { method, path, attempt },
    { method, path, attempt, status, requestId },
  ];
  assert.deepEqual(notices, [
    ...pair('POST', '/oauth/token', 1, 200),
    ...pair('GET', '/v1/orders', 1, 503, 'req-1'),
    ...pair('GET', '/v1/orders', 2),
    ...pair('GET', '/v1/orders', 3, 401),
    ...pair('POST', '/oauth/token', 1, 200),
    ...pair('GET', '/v1/orders', 4, 200, 'req-2'),
    ...pair('POST', '/v1/orders/A/cancel', 1),
  ]);
});

test('a test webhook is signed as the server signs', async () => {
  const secret = `whsec_${btoa('0123456789abcdef0123456789abcdef')}`;
  const event = { type: 'order.shipped', timestamp: '2026-01-31T12:00:00.000Z', data: { orderId: 'A' } };
  const signed = await signTestWebhook({ event, secret, id: 'msg-1' });
  assert.deepEqual(await verifyWebhook({ ...signed, secret }), { id: 'msg-1', ...event });
  await assert.rejects(verifyWebhook({ ...signed, body: `${signed.body} `, secret }), /No signature/);
  await assert.rejects(signTestWebhook({ event, secret: 'x' }), TypeError);
});
