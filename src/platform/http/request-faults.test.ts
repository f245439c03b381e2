import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'QUERY'];
const ROUTES = {
  '/v1/orders': 'GET, HEAD, POST',
  '/v1/orders/x': 'GET, HEAD, PUT',
  '/v1/orders/x/cancel': 'POST',
  '/v1/orders/x/events': 'GET, HEAD',
  '/v1/products': 'GET, HEAD',
  '/v1/product-variants': 'GET, HEAD',
  '/v1/article-variants': 'GET, HEAD',
  '/v1/article-variants/x': 'GET, HEAD',
  '/v1/articles/x': 'GET, HEAD',
  '/v1/carriers': 'GET, HEAD',
  '/oauth/token': 'POST',
  '/.well-known/jwks.json': 'GET, HEAD',
  '/.well-known/oauth-authorization-server': 'GET, HEAD',
  '/.well-known/openid-configuration': 'GET, HEAD',
  '/openapi.json': 'GET, HEAD',
  '/docs/': 'GET, HEAD',
  '/health/live': 'GET, HEAD',
  '/health/ready': 'GET, HEAD',
  '/images/x': 'GET, HEAD',
};

let server: TestServer;
let token: string;
before(async () => {
  server = await startTestServer();
  ({ token } = await server.token());
});
after(() => server.close());

interface RawAnswer {
  status: number | undefined;
  headers: Record<string, unknown>;
  text: string;
}

/** Like `server.send`, with methods that `fetch` does not send. */
function send(method: string, path: string, body = '', type = 'application/json'): Promise<RawAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>();
  const headers = {
    authorization: `Bearer ${token}`,
    ...(body && { 'content-type': type, 'content-length': Buffer.byteLength(body) }),
  };
  request(server.url + path, { method, headers }, async (answer) => {
    let text = '';
    for await (const chunk of answer) text += chunk;
    resolve({ status: answer.statusCode, headers: answer.headers, text });
  })
    .on('error', reject)
    .end(body);
  return promise;
}

test('a route refuses the methods that it does not take, and lists those that it takes', async () => {
  for (const [path, allow] of Object.entries(ROUTES)) {
    for (const method of METHODS) {
      const where = `${method} ${path}`;
      const { status, headers, text } = await send(method, path);
      assert.ok(headers['x-request-id'], where);
      if (allow.split(', ').includes(method)) {
        assert.notEqual(status, 405, where);
        continue;
      }
      assert.equal(status, 405, where);
      assert.equal(headers.allow, allow, where);
      if (method !== 'HEAD') assert.equal(JSON.parse(text).error, 'method_not_allowed', where);
    }
  }
});

test('HEAD is answered like GET, without the body', async () => {
  for (const [path, allow] of Object.entries(ROUTES)) {
    if (!allow.startsWith('GET')) continue;
    const [get, head] = [await send('GET', path), await send('HEAD', path)];
    assert.equal(head.status, get.status, path);
    assert.equal(head.text, '', path);
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control']) {
      // A request id in the body has as many characters as the one after it, or one less.
      if (name === 'content-length' && get.status !== 200) continue;
      assert.equal(head.headers[name], get.headers[name], `${name} of ${path}`);
    }
  }
});

test('nobody reads the body where there is no route', async () => {
  for (const [path, error] of [
    ['/nowhere', 'not_found'],
    ['/v1/products', 'method_not_allowed'],
  ] as const) {
    for (const [body, type] of [
      ['{broken', 'application/json'],
      ['text', 'text/plain'],
      ['a'.repeat(2_000_000), 'application/json'],
    ]) {
      for (const method of ['POST', 'PUT', 'QUERY']) {
        const { text } = await send(method, path, body, type);
        assert.equal(JSON.parse(text).error, error, `${method} ${path} ${type}`);
      }
    }
  }
});

test('an unknown address is not found by any method', async () => {
  for (const method of METHODS) {
    const { status, headers, text } = await send(method, '/nowhere');
    assert.equal(status, 404, method);
    assert.equal(headers.allow, undefined);
    if (method === 'HEAD') continue;
    const body = JSON.parse(text);
    assert.deepEqual(Object.keys(body), ['error', 'message', 'detail', 'requestId']);
    assert.equal(body.error, 'not_found');
    assert.equal(body.requestId, headers['x-request-id']);
  }
});

test('the method stands in the request line only', async () => {
  const headers = { 'x-http-method-override': 'DELETE', 'x-method-override': 'PUT' };
  assert.equal((await server.send('/v1/orders', { token, headers })).status, 200);
});
