import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { BODY_BYTES_MAX } from '../platform/http/json-body.ts';
import { BYTES_PER_POINT } from './body-quota.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer({ RATE_LIMIT: '100/60s' });
});
after(() => server.close());

const left = (headers: Headers) => Number(/;r=(\d+);/.exec(headers.get('ratelimit') ?? '')?.[1]);

/** Sends a chunked body of the given size, without a Content-Length. */
async function sendChunked(token: string, bytes: number): Promise<Response> {
  const body = new ReadableStream({
    start(stream) {
      for (let sent = 0; sent < bytes; sent += 8_192)
        stream.enqueue(new Uint8Array(Math.min(8_192, bytes - sent)).fill(32));
      stream.close();
    },
  });
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  // `duplex` is not yet among the types.
  const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
  return fetch(`${server.url}/v1/orders`, init);
}

test('each full 16 KiB of a body counts as one request more', async () => {
  const { token } = await server.token();
  const send = async (bytes: number) => (await server.send('/v1/orders', { token, body: ' '.repeat(bytes) })).headers;
  assert.equal(left(await send(BYTES_PER_POINT - 1)), 99);
  assert.equal(left(await send(BYTES_PER_POINT)), 97);
  assert.equal(left(await send(10 * BYTES_PER_POINT + 1)), 86);
  // One that is too large is refused unread.
  assert.equal(left(await send(BODY_BYTES_MAX + 1)), 85);
});

test('a body in chunks is charged as it is read, and read no further past the quota', async () => {
  const { token } = await server.token();
  const first = await sendChunked(token, 30 * BYTES_PER_POINT);
  assert.equal(first.status, 400);
  assert.equal(left(first.headers), 69);
  assert.equal((await sendChunked(token, 60 * BYTES_PER_POINT)).status, 400);
  const refused = await sendChunked(token, 60 * BYTES_PER_POINT);
  assert.equal(refused.status, 429);
  assert.equal(((await refused.json()) as { error: string }).error, 'rate_limited');
  assert.ok(Number(refused.headers.get('retry-after')) >= 1);
});

test('a body that is refused because of the quota leaves the rest of the quota to smaller ones', async () => {
  const { token } = await server.token();
  const send = (bytes: number) => server.send('/v1/orders', { token, body: ' '.repeat(bytes) });
  assert.equal((await send(60 * BYTES_PER_POINT)).status, 400);
  const refused = await send(60 * BYTES_PER_POINT);
  assert.equal(refused.status, 429);
  assert.equal(left(refused.headers), 39);
  const small = await send(1);
  assert.equal(small.status, 400);
  assert.equal(left(small.headers), 38);
});

test('a body that costs more than the whole quota uses all of it', async () => {
  const tight = await startTestServer({ RATE_LIMIT: '10/60s' });
  try {
    const { token } = await tight.token();
    const large = await tight.send('/v1/orders', { token, body: ' '.repeat(BODY_BYTES_MAX) });
    assert.equal(large.status, 400);
    assert.equal(left(large.headers), 0);
    assert.equal((await tight.send('/v1/orders', { token })).status, 429);
  } finally {
    await tight.close();
  }
});
