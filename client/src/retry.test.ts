import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import test from 'node:test';
import { retryAfterMs } from './exchange.ts';
import {
  PlatenClient,
  PlatenConnectionError,
  PlatenServerError,
  PlatenTimeoutError,
  type RetryNotice,
} from './platen-client.ts';
import { type Fault, IDEMPOTENT_RETRIED, RETRY_TOTAL_MS, sleep } from './retry.ts';
import { failure, type ScriptedAnswer, scriptedServer } from './test-support/scripted-server.ts';

const ORDER = {
  orderId: 'A',
  items: [{ quantity: 1, existingProduct: { ean13: '1' } }],
  shipping: { shippingLabelUrl: 'https://files.example.com/1.pdf' },
};

/** Each call with its request, and whether the request is idempotent. */
const CALLS: [request: string, isIdempotent: boolean, call: (client: PlatenClient) => Promise<unknown>][] = [
  ['POST /v1/orders', true, ({ orders }) => orders.create(ORDER)],
  ['GET /v1/orders/A', true, ({ orders }) => orders.get('A')],
  ['PUT /v1/orders/A', true, ({ orders }) => orders.replace(ORDER, { ifMatch: '"1"' })],
  ['POST /v1/orders/A/cancel', true, ({ orders }) => orders.cancel('A', { reason: 'No longer wanted.' })],
  ['GET /v1/orders/A/events', true, ({ orders }) => orders.events('A').page()],
  ['POST /v1/orders/A/simulate', true, ({ orders }) => orders.simulate('A', 'SHIPPED')],
  [
    'POST /v1/webhook-endpoints',
    false,
    ({ webhookEndpoints }) => webhookEndpoints.create({ url: 'https://shop.example.com' }),
  ],
  ['GET /v1/webhook-endpoints/E', true, ({ webhookEndpoints }) => webhookEndpoints.get('E')],
  ['GET /v1/webhook-endpoints', true, ({ webhookEndpoints }) => webhookEndpoints.list().page()],
  ['PUT /v1/webhook-endpoints/E', true, ({ webhookEndpoints }) => webhookEndpoints.update('E', { status: 'active' })],
  ['DELETE /v1/webhook-endpoints/E', true, ({ webhookEndpoints }) => webhookEndpoints.delete('E')],
  ['POST /v1/webhook-endpoints/E/rotate-secret', false, ({ webhookEndpoints }) => webhookEndpoints.rotateSecret('E')],
  ['POST /v1/webhook-endpoints/E/test', false, ({ webhookEndpoints }) => webhookEndpoints.sendTest('E')],
  ['GET /v1/webhook-endpoints/E/deliveries', true, ({ webhookEndpoints }) => webhookEndpoints.deliveries('E').page()],
  ['GET /v1/webhook-endpoints/E/deliveries/D', true, ({ webhookEndpoints }) => webhookEndpoints.getDelivery('E', 'D')],
  [
    'POST /v1/webhook-endpoints/E/deliveries/D/resend',
    true,
    ({ webhookEndpoints }) => webhookEndpoints.resendDelivery('E', 'D'),
  ],
  [
    'POST /v1/webhook-endpoints/E/resend-failed',
    true,
    ({ webhookEndpoints }) => webhookEndpoints.resendFailed('E', new Date(0)),
  ],
];

test('idempotent requests are retried after 408, 429, 500, 502, 503, 504 and a broken connection', async (t) => {
  for (const [request, , call] of CALLS.filter(([, isIdempotent]) => isIdempotent)) {
    for (const fault of IDEMPOTENT_RETRIED) {
      const { client, requests, waits } = await scriptedServer(t, { api: [faulty(fault), { json: [] }] });
      await call(client);
      const [first, second] = requests;
      assert.deepEqual([`${first?.method} ${first?.url}`, waits], [request, [375]], `${fault}`);
      assert.deepEqual(second, first);
    }
  }
});

test('other requests are retried only after 408 and 429, which precede execution', async (t) => {
  for (const [request, , call] of CALLS.filter(([, isIdempotent]) => !isIdempotent)) {
    for (const fault of IDEMPOTENT_RETRIED) {
      const { client, requests } = await scriptedServer(t, { api: [faulty(fault), { json: [] }] });
      const isRetried = fault === 408 || fault === 429;
      await (isRetried
        ? call(client)
        : assert.rejects(call(client), fault === 'no_answer' ? PlatenConnectionError : { status: fault }));
      assert.equal(requests.length, isRetried ? 2 : 1, `${request} after ${fault}`);
    }
  }
});

test('other requests are repeated with a new token when the old one is refused', async (t) => {
  const { client, requests } = await scriptedServer(t, { api: [failure(401, 'invalid_token'), {}] });
  await client.webhookEndpoints.sendTest('E');
  assert.deepEqual(
    requests.map(({ authorization }) => authorization),
    ['Bearer token-1', 'Bearer token-2'],
  );
});

test('other errors are not retried', async (t) => {
  for (const status of [400, 401, 403, 404, 405, 409, 412, 413, 415, 431, 501, 505]) {
    const { client, requests } = await scriptedServer(t, { api: [failure(status, 'some_error')] });
    await assert.rejects(client.orders.create(ORDER), { status, error: 'some_error' });
    assert.equal(requests.length, 1);
  }
});

test('retries use exponential backoff with jitter and stop at maxRetries', async (t) => {
  const api = [failure(503, 'temporarily_unavailable')];
  const byDefault = await scriptedServer(t, { api });
  await assert.rejects(byDefault.client.orders.get('A'), { status: 503 });
  assert.deepEqual(byDefault.waits, [375, 750, 1_500, 3_000, 6_000, 6_000, 6_000, 6_000]);

  const { client, waits } = await scriptedServer(t, { api }, { maxRetries: 7, random: () => 1 });
  await assert.rejects(client.orders.get('A'), { status: 503 });
  assert.deepEqual(waits, [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000]);

  const none = await scriptedServer(t, { api }, { maxRetries: 0 });
  await assert.rejects(none.client.orders.get('A'), { status: 503 });
  assert.deepEqual([none.requests.length, none.waits], [1, []]);
});

test('Retry-After in seconds or as a date is respected, and jitter is added', async (t) => {
  const { client, waits } = await scriptedServer(t, {
    api: [
      failure(429, 'rate_limited', { 'retry-after': '3' }),
      failure(503, 'temporarily_unavailable', { 'retry-after': 'Sat, 31 Jan 2026 12:00:13 GMT' }),
      {},
    ],
  });
  await client.orders.get('A');
  assert.deepEqual(waits, [3_375, 13_000 - 3_375 + 750]);
});

test('every call outlasts a restart of the server, by default and with the shortest delays', async () => {
  for (const stopMs of [5_000, 10_000, 19_000]) {
    for (const random of [0, 0.5, 0.999]) {
      for (const [request, isIdempotent, call] of CALLS) {
        // While the server starts, its proxy answers 503. Only idempotent requests are repeated after that.
        for (const isBehindProxy of isIdempotent ? [false, true] : [false]) {
          let nowMs = 0;
          const client = new PlatenClient({
            baseUrl: 'https://fulfillment.example.com',
            clientId: 'shop',
            clientSecret: 'secret',
            now: () => nowMs,
            random: () => random,
            sleep: async (delayMs) => {
              nowMs += delayMs;
            },
            fetch: async (url) => {
              if (nowMs >= stopMs) return Response.json({ access_token: 'a', expires_in: 3_600 });
              if (isBehindProxy) return Response.json({}, { status: url.endsWith('/oauth/token') ? 502 : 503 });
              const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
              throw new TypeError('fetch failed', { cause: refused });
            },
          });
          await assert.doesNotReject(call(client), `${request}, ${stopMs} ms, ${random}`);
          assert.ok(nowMs >= stopMs && nowMs < RETRY_TOTAL_MS);
        }
      }
    }
  }
});

test('a request that is not idempotent is repeated on a refused connection', async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  const retries: number[] = [];
  const client = new PlatenClient({
    baseUrl: `http://127.0.0.1:${port}`,
    clientId: 'shop',
    clientSecret: 'secret',
    sleep: async () => {},
    onRetry: ({ retry }) => retries.push(retry),
  });
  await assert.rejects(client.webhookEndpoints.sendTest('E'), PlatenConnectionError);
  assert.deepEqual(retries, [1, 2, 3, 4, 5, 6, 7, 8]);
});

test('a retry that would start too late is skipped', async (t) => {
  const { client, requests, waits } = await scriptedServer(t, {
    api: [failure(429, 'rate_limited', { 'retry-after': String(RETRY_TOTAL_MS / 1_000) })],
  });
  await assert.rejects(client.orders.get('A'), { error: 'rate_limited', retryAfterMs: RETRY_TOTAL_MS });
  assert.deepEqual([requests.length, waits], [1, []]);
});

test('onRetry receives the failure and the delay', async (t) => {
  const notices: RetryNotice[] = [];
  const { client } = await scriptedServer(
    t,
    { api: [failure(503, 'temporarily_unavailable'), { fault: 'break' }, {}] },
    { onRetry: (notice) => notices.push(notice) },
  );
  await client.orders.get('A');
  assert.deepEqual(
    notices.map(({ retry, delayMs, error }) => [retry, delayMs, error.constructor]),
    [
      [1, 375, PlatenServerError],
      [2, 750, PlatenConnectionError],
    ],
  );
});

test('each attempt has its own timeout', async (t) => {
  const { client, requests } = await scriptedServer(
    t,
    { api: [{ fault: 'silence' }, { fault: 'silence' }, { json: { orderId: 'A' } }] },
    { timeoutMs: 300 },
  );
  assert.deepEqual(await client.orders.get('A'), { orderId: 'A' });
  assert.ok(requests.length >= 3);
});

test('a silent server is a PlatenTimeoutError after all retries', async (t) => {
  const { client } = await scriptedServer(t, { api: [{ fault: 'silence' }] }, { timeoutMs: 300, maxRetries: 1 });
  await assert.rejects(client.orders.get('A'), (error) => {
    assert.ok(error instanceof PlatenTimeoutError && error instanceof PlatenConnectionError);
    assert.match(error.message, /^GET http:\/\/127\.0\.0\.1:\d+\/v1\/orders\/A: no complete answer within 300 ms\.$/);
    return true;
  });
});

test('an unreachable server is a PlatenConnectionError with its cause', async (t) => {
  const closed = createServer();
  await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
  const { port } = closed.address() as { port: number };
  await new Promise((resolve) => closed.close(resolve));
  const { client, waits } = await scriptedServer(t, {}, { baseUrl: `http://127.0.0.1:${port}` });
  await assert.rejects(client.orders.get('A'), (error) => {
    assert.ok(error instanceof PlatenConnectionError && error.cause);
    return true;
  });
  assert.equal(waits.length, 8);
});

test("aborting a running request rejects with the signal's reason", async (t) => {
  const controller = new AbortController();
  const { client, requests } = await scriptedServer(t, {
    api: [
      () => {
        controller.abort(new Error('enough'));
        return { fault: 'silence' };
      },
    ],
  });
  await assert.rejects(client.orders.get('A', { signal: controller.signal }), { message: 'enough' });
  assert.equal(requests.length, 1);
});

test('aborting during the wait for a retry rejects at once', { timeout: 10_000 }, async (t) => {
  const controller = new AbortController();
  const { client, requests } = await scriptedServer(
    t,
    { api: [failure(503, 'temporarily_unavailable', { 'retry-after': '100' })] },
    { sleep, onRetry: () => setImmediate(() => controller.abort(new Error('enough'))) },
  );
  await assert.rejects(client.orders.get('A', { signal: controller.signal }), { message: 'enough' });
  assert.equal(requests.length, 1);
});

test('a call with an aborted signal sends no request', async (t) => {
  const { client, requests, tokenRequests } = await scriptedServer(t, {});
  await assert.rejects(client.orders.get('A', { signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.deepEqual([requests.length, tokenRequests.length], [0, 0]);
});

test('an invalid Retry-After is ignored, and a past one means no wait', () => {
  const now = Date.parse('2026-01-31T12:00:00Z');
  assert.equal(retryAfterMs(null, now), undefined);
  assert.equal(retryAfterMs('soon', now), undefined);
  assert.equal(retryAfterMs('0', now), 0);
  assert.equal(retryAfterMs('Sat, 31 Jan 2026 11:00:00 GMT', now), 0);
  assert.equal(retryAfterMs('Sat, 31 Jan 2026 12:00:01 GMT', now), 1_000);
});

function faulty(fault: Fault): ScriptedAnswer {
  return fault === 'no_answer' ? { fault: 'break' } : failure(fault, 'some_error');
}
