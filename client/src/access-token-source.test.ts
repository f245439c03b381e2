import assert from 'node:assert/strict';
import test from 'node:test';
import { EXPIRY_SKEW_MS } from './access-token-source.ts';
import { PlatenApiError, PlatenError } from './platen-client.ts';
import { failure, numberedToken, SECRET, scriptedServer } from './test-support/scripted-server.ts';

test('calls that start together share one token request', async (t) => {
  const { client, requests, tokenRequests } = await scriptedServer(t, {});
  await Promise.all(Array.from({ length: 100 }, (_, index) => client.orders.get(`A-${index}`)));
  assert.equal(requests.length, 100);
  assert.deepEqual(
    tokenRequests.map(({ method, url, body }) => ({ method, url, body })),
    [
      {
        method: 'POST',
        url: '/oauth/token',
        body: { grant_type: 'client_credentials', client_id: 'shop', client_secret: SECRET },
      },
    ],
  );
  assert.ok(requests.every(({ authorization }) => authorization === 'Bearer token-1'));
});

test('a token is used until 30 seconds before it expires', async (t) => {
  const { client, requests, clock } = await scriptedServer(t, {});
  await client.orders.get('A');
  clock.ms += 3_600_000 - EXPIRY_SKEW_MS - 1;
  await client.orders.get('A');
  clock.ms += 1;
  await client.orders.get('A');
  assert.deepEqual(
    requests.map(({ authorization }) => authorization),
    ['Bearer token-1', 'Bearer token-1', 'Bearer token-2'],
  );
});

test('a token that lives less than a minute is used for half its lifetime', async (t) => {
  const { client, tokenRequests, clock } = await scriptedServer(t, { token: [numberedToken(1, 10)] });
  await client.orders.get('A');
  clock.ms += 4_999;
  await client.orders.get('A');
  assert.equal(tokenRequests.length, 1);
  clock.ms += 1;
  await client.orders.get('A');
  assert.equal(tokenRequests.length, 2);
});

test('a failed token request fails all waiting calls, and the next call requests a token again', async (t) => {
  const { client, requests, tokenRequests, waits } = await scriptedServer(t, {
    token: [failure(401, 'invalid_client'), numberedToken(2)],
  });
  const results = await Promise.allSettled([client.orders.get('A'), client.orders.get('B')]);
  for (const result of results) {
    assert.ok(result.status === 'rejected' && result.reason instanceof PlatenApiError);
    assert.equal(result.reason.error, 'invalid_client');
  }
  assert.deepEqual([tokenRequests.length, requests.length, waits.length], [1, 0, 0]);
  await client.orders.get('A');
  assert.equal(requests[0]?.authorization, 'Bearer token-2');
});

test('a token request is retried after 429 with Retry-After, but not after 500', async (t) => {
  const { client, tokenRequests, waits } = await scriptedServer(
    t,
    { token: [failure(429, 'rate_limited', { 'retry-after': '7' }), failure(500, 'internal_error')] },
    { random: () => 0 },
  );
  await assert.rejects(client.orders.get('A'), { error: 'internal_error' });
  assert.deepEqual([waits, tokenRequests.length], [[7_250], 2]);
});

test('the client replaces a token that the API refuses, once, and repeats the calls', async (t) => {
  const { client, requests, tokenRequests } = await scriptedServer(t, {
    api: [
      ({ authorization }) =>
        authorization === 'Bearer token-1' ? failure(401, 'invalid_token') : { json: { orderId: 'A' } },
    ],
  });
  await Promise.all([client.orders.get('A'), client.orders.get('A'), client.orders.get('A')]);
  assert.deepEqual([tokenRequests.length, requests.length], [2, 6]);
});

test('a call fails when the new token is refused too', async (t) => {
  const { client, requests, tokenRequests } = await scriptedServer(t, {
    api: [failure(401, 'invalid_token')],
  });
  await assert.rejects(client.orders.get('A'), { status: 401, error: 'invalid_token' });
  assert.deepEqual([tokenRequests.length, requests.length], [2, 2]);
});

test('aborting one call does not abort the token request that other calls share', async (t) => {
  const asked = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  const { client, requests, tokenRequests } = await scriptedServer(t, {
    token: [
      async () => {
        asked.resolve();
        await answered.promise;
        return numberedToken(1);
      },
    ],
  });
  const controller = new AbortController();
  const aborted = client.orders.get('A', { signal: controller.signal });
  const other = client.orders.get('B');
  await asked.promise;
  controller.abort(new Error('enough'));
  await assert.rejects(aborted, { message: 'enough' });
  answered.resolve();
  await other;
  assert.deepEqual([tokenRequests.length, requests.map(({ url }) => url)], [1, ['/v1/orders/B']]);
});

test('an unusable token response is an error that does not quote the response', async (t) => {
  const { client } = await scriptedServer(t, {
    token: [{ json: { access_token: 'päss\nwörd', expires_in: 60 } }, { json: { access_token: 'abc' } }],
  });
  for (let call = 0; call < 2; call++) {
    await assert.rejects(client.orders.get('A'), (error) => {
      assert.ok(error instanceof PlatenError);
      assert.match(error.message, /without a usable token/);
      assert.doesNotMatch(error.message, /päss|abc/);
      return true;
    });
  }
});

test('tokens come from authUrl if it is set', async (t) => {
  const issuer = await scriptedServer(t, {});
  const api = await scriptedServer(t, {}, { authUrl: `${issuer.baseUrl}/auth/` });
  await api.client.orders.get('A');
  assert.deepEqual([api.tokenRequests.length, api.requests.length], [0, 1]);
  assert.equal(issuer.tokenRequests[0]?.url, '/auth/oauth/token');
});
