import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { Registry } from 'prom-client';
import { makeMetricsServer } from '../src/operations/metrics/metrics-server.ts';
import { readDocument } from './support/documented-operations.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let tokens: (string | undefined)[];
before(async () => {
  server = await startTestServer();
  const customer = await server.token();
  const operator = await server.token({ scope: 'operator' });
  tokens = [undefined, customer.token, operator.token];
  const images = join(server.config.DATA_DIR, 'images');
  await mkdir(images, { recursive: true });
  await writeFile(join(images, 'front.svg'), '<svg/>');
});
after(() => server.close());

/** Asserts headers that let a browser do nothing with the answer, and that no cache keeps a refusal. */
function assertNoPage(headers: Headers, what: string, status = 200): void {
  const caching = headers.get('cache-control');
  assert.ok(status >= 400 ? caching === 'no-store' : caching, `${what}: ${caching}`);
  assert.equal(headers.get('x-content-type-options'), 'nosniff', what);
  const policy = directives(headers);
  for (const [name, value] of [
    ['default-src', "'none'"],
    ['base-uri', "'none'"],
    ['form-action', "'none'"],
    ['frame-ancestors', "'none'"],
    ['sandbox', ''],
  ] as const) {
    assert.equal(policy.get(name), value, `${what}: ${name}`);
  }
  for (const name of policy.keys()) assert.ok(!/^(script|connect|object|frame)-src/.test(name), `${what}: ${name}`);
}

function directives(headers: Headers): Map<string, string> {
  const policy = headers.get('content-security-policy') ?? '';
  return new Map(
    policy.split(';').map((directive) => {
      const [name = '', ...values] = directive.trim().split(' ');
      return [name, values.join(' ')];
    }),
  );
}

test('no answer of a documented route is rendered as a page, each has cache rules, and no refusal is kept', async () => {
  const statuses = new Set<number>();
  const ask = async (method: string, path: string, token: string | undefined) => {
    const url = server.url + path.replaceAll(/\{\w+\}/g, 'x');
    const headers = { ...(token && { authorization: `Bearer ${token}` }) };
    const response = await fetch(url, { method: method.toUpperCase(), headers });
    assertNoPage(response.headers, `${method} ${path} ${response.status}`, response.status);
    statuses.add(response.status);
    await response.arrayBuffer();
  };
  for (const file of ['openapi.json', 'operator-openapi.json'] as const) {
    const { paths } = readDocument(file);
    for (const [index, [path, methods]] of Object.entries(paths).entries()) {
      for (const method of Object.keys(methods)) for (const token of tokens) await ask(method, path, token);
      for (const method of ['delete', 'head']) await ask(method, path, tokens[index % tokens.length]);
    }
  }
  for (const status of [200, 400, 401, 403, 404, 405, 415]) assert.ok(statuses.has(status), `no ${status}`);
});

test('no other answer is rendered as a page either', async () => {
  const { etag } = Object.fromEntries((await server.send('/openapi.json')).headers);
  for (const [path, status, init] of [
    ['/', 404, {}],
    ['/nowhere', 404, {}],
    ['/%zz', 400, {}],
    ['/openapi.json', 200, {}],
    ['/openapi.json', 304, { headers: { 'if-none-match': etag as string } }],
    ['/operator/openapi.json', 200, {}],
    ['/v1/orders/%ff', 400, {}],
    [`/v1/orders/${'a'.repeat(5_000)}`, 404, {}],
    ['/images/front.svg', 200, {}],
    ['/images/absent.svg', 404, {}],
    ['/images/%ff', 400, {}],
    ['/oauth/token', 413, { method: 'POST', body: new URLSearchParams({ scope: 'x'.repeat(1_048_577) }) }],
    ['/docs/absent', 404, {}],
  ] as const) {
    const response = await fetch(server.url + path, init);
    assert.equal(response.status, status, path);
    assertNoPage(response.headers, path, status);
    await response.arrayBuffer();
  }
  const image = await fetch(`${server.url}/images/front.svg`);
  // fetch would always request the image again.
  const headers = { 'if-none-match': image.headers.get('etag') as string };
  const [known] = await once(request(image.url, { headers, agent: false }).end(), 'response');
  assert.equal(known.statusCode, 304);
  assertNoPage(new Headers(known.headers), 'an image that is known');
});

test('a public https address adds Strict-Transport-Security of one year to every answer, and http does not', async (t) => {
  const secure = await startTestServer({ BASE_URL: 'https://platen.test' });
  t.after(() => secure.close());
  const paths = ['/openapi.json', '/console/', '/docs/', '/health/live', '/v1/orders', '/images/absent.svg'];
  for (const path of [...paths, '/operator/v1/session', '/v1/orders/%ff', '/absent']) {
    const { headers } = await fetch(secure.url + path);
    assert.equal(headers.get('strict-transport-security'), 'max-age=31536000', path);
    assert.equal((await fetch(server.url + path)).headers.get('strict-transport-security'), null, path);
  }
});

test('answers written directly to the socket are not rendered as a page', async () => {
  for (const bytes of [
    'GARBAGE\r\n\r\n',
    'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`,
  ]) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    socket.write(bytes);
    const answer = await text(socket);
    const lines = answer.slice(0, answer.indexOf('\r\n\r\n')).split('\r\n').slice(1);
    const headers = new Headers(lines.map((line) => line.split(': ', 2) as [string, string]));
    assertNoPage(headers, bytes.slice(0, 20));
  }
});

test('the reference pages run scripts of this host only and cannot be framed', async () => {
  for (const path of ['/docs/reference', '/docs/operator-reference']) {
    const { headers } = await fetch(server.url + path, { redirect: 'manual' });
    assert.equal(headers.get('x-content-type-options'), 'nosniff', path);
    const policy = directives(headers);
    assert.equal(policy.get('default-src'), "'none'", path);
    assert.equal(policy.get('script-src'), "'self'", path);
    assert.equal(policy.get('connect-src'), "'self'", path);
    assert.equal(policy.get('frame-ancestors'), "'none'", path);
  }
});

test('the reference script is served completely in many chunks, and HEAD returns its length', async () => {
  const page = await (await fetch(`${server.url}/docs/reference`)).text();
  const [, path] = /src="(assets\/scalar[^"]+)"/.exec(page) ?? [];
  const address = `${server.url}/docs/${path}`;
  const headers = { 'accept-encoding': 'identity' };
  const script = await fetch(address, { headers });
  const length = Number(script.headers.get('content-length'));
  assert.ok(length > 1_000_000);
  assert.equal(Buffer.byteLength(await script.text()), length);
  const head = await fetch(address, { method: 'HEAD', headers });
  assert.equal(Number(head.headers.get('content-length')), length);
});

test('the metrics and the other answers of their port are not rendered as a page', async (t) => {
  const registry = new Registry();
  const { server: metrics, closeAll } = makeMetricsServer(() => registry.metrics());
  metrics.listen(0, '127.0.0.1');
  await once(metrics, 'listening');
  t.after(() => {
    closeAll();
    metrics.close();
  });
  const { port } = metrics.address() as { port: number };
  const ask = async (path: string) => {
    const [response] = await once(request({ port, path, agent: false }).end(), 'response');
    const headers = new Headers(response.headers);
    assertNoPage(headers, path);
    return { status: response.statusCode, text: await text(response) };
  };
  assert.equal((await ask('/metrics')).status, 200);
  const { status, text: body } = await ask('/');
  assert.deepEqual([status, JSON.parse(body).error], [404, 'not_found']);
  registry.metrics = () => Promise.reject(new Error('broken'));
  const broken = await ask('/metrics');
  assert.deepEqual([broken.status, JSON.parse(broken.text).error], [500, 'internal_error']);
});
