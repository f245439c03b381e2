import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { type Order, PlatenApiError, PlatenClient, PlatenConnectionError, PlatenError } from './platen-client.ts';
import { failure, SECRET, scriptedServer } from './test-support/scripted-server.ts';

test('every API route has a client method whose comment names it', () => {
  const document = readFileSync(join(import.meta.dirname, '../../openapi.json'), 'utf8');
  const routes = Object.entries(JSON.parse(document).paths as Record<string, object>)
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`));
  assert.ok(routes.length > 20);
  const source = readdirSync(import.meta.dirname)
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
    .join();
  assert.deepEqual(
    routes.filter((route) => !new RegExp(`\\* ${RegExp.escape(route)} [a-z]+s `).test(source)),
    [],
  );
});

test('identifiers are percent-encoded in the path', async (t) => {
  const { client, requests } = await scriptedServer(t, {});
  await client.orders.get('A/1 #ü?%');
  await client.articleVariants.get('ST/1');
  await client.articles.get('../orders');
  assert.deepEqual(
    requests.map(({ url }) => url),
    ['/v1/orders/A%2F1%20%23%C3%BC%3F%25', '/v1/article-variants/ST%2F1', '/v1/articles/..%2Forders'],
  );
});

test('any identifier arrives unchanged or is refused before a request', async (t) => {
  const { client, requests } = await scriptedServer(t, {});
  await client.orders.get('A');
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 128 }), async (orderId) => {
      fc.pre(orderId !== '.' && orderId !== '..');
      await client.orders.get(orderId);
      const last = requests.at(-1)?.url ?? '';
      assert.equal(decodeURIComponent(last.replace('/v1/orders/', '')), orderId);
    }),
  );
  const sent = requests.length;
  for (const orderId of ['', '.', '..', '\ud800']) await assert.rejects(client.orders.get(orderId), PlatenError);
  assert.equal(requests.length, sent);
});

test('baseUrl may have a path prefix and a trailing slash', async (t) => {
  const server = await scriptedServer(t, {});
  for (const path of ['/shop/api', '/shop/api/', '', '/']) {
    const client = new PlatenClient({
      baseUrl: new URL(`${server.baseUrl}${path}`),
      clientId: 'shop',
      clientSecret: SECRET,
    });
    await client.orders.get('A');
  }
  assert.deepEqual(
    [...server.requests, ...server.tokenRequests].map(({ url }) => url),
    [
      '/shop/api/v1/orders/A',
      '/shop/api/v1/orders/A',
      '/v1/orders/A',
      '/v1/orders/A',
      '/shop/api/oauth/token',
      '/shop/api/oauth/token',
      '/oauth/token',
      '/oauth/token',
    ],
  );
});

test('an order that was read can be sent again', async (t) => {
  const order: Order = {
    orderId: 'A',
    status: 'NEW',
    items: [{ id: '1', quantity: 2, existingProduct: { ean13: '4006381333931', name: 'Logo Tee Black M' } }],
    shipping: { shippingLabelUrl: 'https://files.example.com/labels/10001.pdf' },
    created: '2026-01-31T12:00:00.000Z',
    updated: '2026-01-31T12:00:00.000Z',
  };
  const { client, requests } = await scriptedServer(t, { api: [{ json: order }] });
  assert.deepEqual(await client.orders.create(await client.orders.get('A')), order);
  assert.deepEqual(requests[1]?.body, order);
});

test('an API error has all fields of its body', async (t) => {
  const violations = [{ pointer: '/items/0/quantity', code: 'too_small', message: 'At least 1.' }];
  const { client } = await scriptedServer(t, { api: [failure(400, 'invalid_request', {}, { violations })] });
  await assert.rejects(client.orders.get('A'), (error) => {
    assert.ok(error instanceof PlatenApiError && error instanceof PlatenError);
    assert.equal(error.name, 'PlatenInvalidRequestError');
    assert.deepEqual(
      { ...error, message: error.message },
      {
        status: 400,
        error: 'invalid_request',
        message: 'It is invalid_request.',
        detail: 'In general.',
        requestId: 'req-1',
        violations,
        retryAfterMs: undefined,
      },
    );
    return true;
  });
});

test('a response from another server is an unexpected_answer', async (t) => {
  const answers = [
    { status: 404, headers: { 'x-request-id': 'req-2' }, text: '<html>' },
    { status: 404, text: '"gone"' },
    { status: 400, json: { message: 'No route' } },
    { text: '<html>' },
    { text: '' },
    { text: 'null' },
  ];
  for (const answer of answers) {
    const { client, requests } = await scriptedServer(t, { api: [answer] });
    await assert.rejects(client.orders.get('A'), {
      name: 'PlatenApiError',
      status: answer.status ?? 200,
      error: 'unexpected_answer',
      requestId: answer.headers?.['x-request-id'],
      violations: [],
    });
    assert.equal(requests.length, 1);
  }
});

test('redirects are not followed, for token requests and API requests', async (t) => {
  const other = await scriptedServer(t, {});
  const redirect = { status: 307, headers: { location: `${other.baseUrl}/oauth/token` } };
  for (const scripts of [{ token: [redirect] }, { api: [redirect] }]) {
    const { client } = await scriptedServer(t, scripts);
    await assert.rejects(client.orders.get('A'), { status: 307, message: /was redirected/ });
  }
  assert.deepEqual([other.requests.length, other.tokenRequests.length], [0, 0]);
});

test('the client and its errors never contain the secret or a token', async (t) => {
  const show = (value: unknown) => inspect(value, { depth: 20, showHidden: true }) + JSON.stringify(value);
  const { client } = await scriptedServer(
    t,
    { api: [{ fault: 'break' }, failure(400, 'invalid_request')] },
    { maxRetries: 0 },
  );
  const cut = await scriptedServer(t, { token: [{ text: '{"access_token":"token-1", oops' }] });
  const shown = [show(client)];
  for (const one of [client, client, cut.client]) {
    shown.push(show(await one.orders.get('A').catch((error: unknown) => error)));
  }
  shown.push(show(client), show(client.orders.list()));
  assert.match(shown.join(), /PlatenConnectionError.*PlatenApiError/s);
  for (const text of shown) assert.doesNotMatch(text, new RegExp(`${SECRET}|token-1`));
});

test('an invalid option is named without its value', () => {
  const good = { baseUrl: 'http://127.0.0.1', clientId: 'shop', clientSecret: SECRET };
  const bad: [option: string, value: unknown][] = [
    ['baseUrl', 'fulfillment.example.com'],
    ['baseUrl', 'ftp://fulfillment.example.com'],
    ['baseUrl', `https://shop:${SECRET}@fulfillment.example.com`],
    ['authUrl', 'https://auth.example.com?tenant=1'],
    ['clientId', ''],
    ['clientSecret', undefined],
    ['timeoutMs', 0],
    ['timeoutMs', 2 ** 31],
    ['maxRetries', 1.5],
    ['maxRetries', 21],
  ];
  for (const [option, value] of bad) {
    assert.throws(
      () => new PlatenClient({ ...good, [option]: value }),
      (error) => {
        assert.ok(error instanceof TypeError && error.message.startsWith(`${option} must be`));
        assert.ok(!inspect(error).includes(SECRET));
        return true;
      },
    );
  }
});

test('a request that cannot be sent is refused at once, and each call rejects instead of throwing', async (t) => {
  const { client, requests, waits } = await scriptedServer(t, {});
  const refused: [call: () => Promise<unknown>, error: { name: string; message: string | RegExp }][] = [
    [() => client.orders.get(undefined as never), { name: 'PlatenError', message: 'orderId is missing.' }],
    [() => client.files.get(''), { name: 'PlatenError', message: /this fileId/ }],
    [() => client.returns.label('..'), { name: 'PlatenError', message: /this returnId/ }],
    [() => client.files.upload('text' as never), { name: 'TypeError', message: /^content must be/ }],
    [
      () => client.orders.cancel('A', {}, { idempotencyKey: 'Ω' }),
      { name: 'PlatenError', message: 'The header idempotency-key contains a character that a header cannot carry.' },
    ],
    [
      () => client.orders.replace({ orderId: 'A' } as never, { ifMatch: '"1"\n"2"' }),
      { name: 'PlatenError', message: /^The header if-match/ },
    ],
    [
      () => client.request({ method: 'GET', path: '/v1/orders', body: {} }),
      { name: 'PlatenError', message: 'A GET request cannot carry a body.' },
    ],
  ];
  for (const [call, error] of refused) {
    const promise = call();
    await assert.rejects(promise, error);
  }
  assert.deepEqual([requests, waits], [[], []]);
});

test("the caller's fetch is called as a plain function", async () => {
  const urls: string[] = [];
  const client = new PlatenClient({
    baseUrl: 'https://fulfillment.example.com',
    clientId: 'shop',
    clientSecret: SECRET,
    maxRetries: 0,
    async fetch(this: unknown, url) {
      assert.equal(this, undefined);
      urls.push(url);
      throw new TypeError('no network here');
    },
  });
  await assert.rejects(client.orders.get('A'), PlatenConnectionError);
  assert.deepEqual(urls, ['https://fulfillment.example.com/oauth/token']);
});
