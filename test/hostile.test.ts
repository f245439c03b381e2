import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { ERRORS, type ErrorName } from '../src/platform/errors/errors.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

/** Replaces personal data. No answer and no log line may contain it. */
const SECRET = 'ada.lovelace';
const ANSWER_TIMEOUT_MS = 10_000;

let server: TestServer;
let token: string;
before(async () => {
  server = await startTestServer();
  ({ token } = await server.token());
  const images = join(server.config.DATA_DIR, 'images');
  await mkdir(join(images, 'folder'), { recursive: true });
  await writeFile(join(images, 'front.svg'), '<svg/>');
  await writeFile(join(server.config.DATA_DIR, 'private'), SECRET);
});
after(() => server.close());

interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Sends raw bytes and returns the answers until the server closes the connection. */
function sendRaw(bytes: string | Buffer, { end = false } = {}): Promise<RawAnswer[]> {
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer[]>();
  let received = '';
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy(new Error(`no answer in time: ${received}`)));
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  socket.on('error', reject);
  socket.on('close', () => resolve(readAnswers(received)));
  if (end) socket.end(bytes);
  else socket.write(bytes);
  return promise;
}

function readAnswers(text: string): RawAnswer[] {
  const answers: RawAnswer[] = [];
  for (let rest = text; rest !== ''; ) {
    const headEnd = rest.indexOf('\r\n\r\n');
    const [statusLine = '', ...lines] = rest.slice(0, headEnd).split('\r\n');
    const headers = new Map(
      lines.map((line) => {
        const [name = '', ...value] = line.split(':');
        return [name.toLowerCase(), value.join(':').trim()];
      }),
    );
    const bodyEnd = headEnd + 4 + Number(headers.get('content-length') ?? 0);
    answers.push({
      status: Number(statusLine.split(' ')[1]),
      headers,
      body: rest.slice(headEnd + 4, bodyEnd),
    });
    rest = rest.slice(bodyEnd);
  }
  return answers;
}

const request = (method: string, target: string, headers = '', body = '') =>
  `${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n${headers}\r\n${body}`;
const post = (headers: string, body: string) =>
  request('POST', '/v1/orders', `Content-Type: application/json\r\n${headers}`, body);
const get = (target: string, headers = '') => request('GET', target, headers);

/** Asserts one answer in the form of docs/errors.md. */
async function assertRefused(sent: string | Buffer, error: ErrorName, options = {}): Promise<RawAnswer> {
  const where = sent.toString('latin1').slice(0, 100);
  const [answer, ...more] = await sendRaw(sent, options);
  assert.ok(answer && more.length === 0, `${where}: ${more.length} more answers`);
  assert.equal(answer.status, ERRORS[error][0], `${where}: ${answer.body}`);
  assert.equal(answer.headers.get('content-type'), 'application/json; charset=utf-8', where);
  const body = JSON.parse(answer.body);
  assert.equal(body.error, error, where);
  assert.ok(body.message.length > 10 && body.detail.length > 10, where);
  assert.match(body.requestId, /^[\w.-]{1,64}$/, where);
  assert.equal(body.requestId, answer.headers.get('x-request-id'), where);
  assert.ok(!answer.body.includes(SECRET), where);
  return answer;
}

test('anything but HTTP/1.1 is refused', async () => {
  for (const sent of [
    'GARBAGE\r\n\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'GET / HTTP/9.9\r\nHost: x\r\n\r\n',
    'GET /health/live HTTP/2.0\r\nHost: x\r\n\r\n',
    'GET /health/live HTTP/0.9\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nConnection: close\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n',
    'GET /health/live HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: x y\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: x/y\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: user@x\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: x:80a\r\n\r\n',
    'GET /health/live HTTP/1.1\r\nHost: x, y\r\n\r\n',
    get('/health/live', 'X-Folded: 1\r\n 2\r\n'),
    'GET /health/live HTTP/1.1\nHost: x\n\n',
    request('NOSUCHMETHOD', '/v1/orders'),
    get('/v1/orders', 'No colon here\r\n'),
    get('/v1/orders', 'Bad name : 1\r\n'),
    get(`/v1/orders/${SECRET} x`),
    get('/v1/orders/a\0b'),
    get('/v1/orders?status=\0'),
    Buffer.from(get('/v1/orders/ä'), 'utf8'),
    'CONNECT elsewhere.test:443 HTTP/1.1\r\nHost: x\r\n\r\n',
  ]) {
    await assertRefused(sent, 'bad_request');
  }
});

test('oversized headers and addresses are refused', async () => {
  await assertRefused(get('/v1/orders', `X-Large: ${'a'.repeat(20_000)}\r\n`), 'headers_too_large');
  await assertRefused(get(`/v1/orders/${'a'.repeat(20_000)}`), 'headers_too_large');
  await assertRefused(get(`/v1/orders/${'a'.repeat(10_000)}`), 'not_found');
  await assertRefused(get(`/v1/orders/${'a'.repeat(1_500)}`), 'order_not_found');
  await assertRefused(get(`/v1/orders?${'a'.repeat(10_000)}=1`), 'invalid_request');
});

test('a body with a wrong length is refused', async () => {
  for (const length of ['abc', '-1', '2\r\nContent-Length: 3', '3\r\nTransfer-Encoding: chunked']) {
    await assertRefused(post(`Content-Length: ${length}\r\n`, '{}'), 'bad_request');
  }
  await assertRefused(post('Content-Length: 50\r\n', `{"orderId":"${SECRET}"`), 'bad_request', { end: true });
  await assertRefused(post('Content-Length: 5\r\n', '{"orderId":"x"}'), 'invalid_json');
  await assertRefused(post('Transfer-Encoding: chunked\r\n', 'ZZ\r\n{}\r\n'), 'bad_request');
  await assertRefused(post('Transfer-Encoding: gzip\r\n', '{}'), 'bad_request');
});

test('bytes after a complete request do not change its answer', async () => {
  const keepAlive = get('/v1/carriers').replace('close', 'keep-alive');
  const answers = await sendRaw(`${keepAlive}GARBAGE\r\n\r\n`);
  assert.deepEqual(
    answers.map(({ status, body }) => [status, body]),
    [[200, '[]']],
  );
});

test('a path with invalid percent-encoding is refused', async () => {
  for (const path of [
    '/v1/orders/%ff',
    '/v1/orders/%',
    '/v1/orders/%zz',
    '/v1/orders/%ed%a0%80',
    '/%',
    '/images/%ff',
  ]) {
    await assertRefused(get(path), 'invalid_url');
  }
});

test('unknown addresses are not found', async () => {
  for (const path of [
    '/',
    '/v1',
    '/v2/orders',
    '/V1/orders',
    '//v1/orders',
    '/v1/orders/a/b',
    '/v1/orders;x=1',
    '/oauth',
  ]) {
    await assertRefused(get(path), 'not_found');
  }
  for (const id of ['..', '.', '__proto__', 'a%2Fb', '%F0%9F%98%80', "';select", SECRET]) {
    await assertRefused(get(`/v1/orders/${id}`), 'order_not_found');
  }
  const { body } = await assertRefused(get('/v1/orders/'), 'not_found');
  assert.match(JSON.parse(body).message, /Remove the trailing slash: \/v1\/orders\./);
  for (const path of ['orders', 'articles', 'article-variants'])
    await assertRefused(get(`/v1/${path}/%00`), 'invalid_request');
});

test('no path escapes from the images', async () => {
  const [image] = await sendRaw(get('/images/front.svg'));
  assert.equal(image?.body, '<svg/>');
  for (const path of [
    '../private',
    '..%2fprivate',
    '%2e%2e/private',
    '%2e%2e%2fprivate',
    '..%5cprivate',
    'folder/../../private',
    'folder/%2e%2e/%2e%2e/private',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    'front.svg/',
    'folder',
    'folder/',
    '',
    'absent.svg',
    'a'.repeat(5_000),
  ]) {
    await assertRefused(get(`/images/${path}`), 'not_found');
  }
});

test('repeated, unknown and out-of-range query parameters are reported by name', async () => {
  for (const query of [
    'page=1&page=2',
    'reference=a&reference=a',
    'status=new',
    'page=0',
    'page=1e3',
    'page=',
    'limit=501',
    'limit=-1',
    'createdFrom=%00',
    'createdFrom=x&createdFrom=y',
    'cursor=%ff',
    '__proto__=1',
    'constructor=1',
    `email=${SECRET}`,
    'page[]=1',
    '=1',
  ]) {
    const { body } = await assertRefused(get(`/v1/orders?${query}`), 'invalid_request');
    const [name = ''] = decodeURIComponent(query.replace('%ff', '')).split('=');
    assert.equal(JSON.parse(body).violations[0].pointer, name);
  }
  const [beyond] = await sendRaw(get(`/v1/orders?page=${'9'.repeat(400)}`));
  assert.deepEqual([beyond?.status, beyond?.body], [200, '[]']);
  for (const path of [
    '/v1/carriers?x=1',
    '/v1/orders/x?x=1',
    '/v1/products?x=1',
    '/v1/product-variants?productId=%00',
  ]) {
    await assertRefused(get(path), 'invalid_request');
  }
});

test('the first of several Authorization headers counts', async () => {
  const wrong = 'Authorization: Bearer wrong\r\n';
  const [answer] = await sendRaw(get('/v1/carriers', wrong));
  assert.equal(answer?.status, 200);
  await assertRefused(
    `GET /v1/carriers HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${wrong}${wrong}\r\n`,
    'invalid_token',
  );
});

test('an unknown expectation is ignored, and HTTP/1.0 is understood', async () => {
  const [expected] = await sendRaw(get('/health/live', 'Expect: something\r\n'));
  assert.equal(expected?.status, 200);
  const [old] = await sendRaw('GET /health/live HTTP/1.0\r\n\r\n');
  assert.equal(old?.status, 200);
  // A client of HTTP/1.0 would take "100 Continue" for the answer.
  const [told] = await sendRaw('GET /health/live HTTP/1.0\r\nExpect: 100-continue\r\n\r\n');
  assert.equal(told?.status, 200);
});

test('a Host may be empty, have a port or be an address, and the request line may have a full address', async () => {
  for (const host of ['', 'localhost', 'a-b.example.com:8080', '127.0.0.1:1', '[::1]', '[::1]:8080', 'x:']) {
    const [answer] = await sendRaw(`GET /health/live HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
    assert.equal(answer?.status, 200, host);
  }
  const [absolute] = await sendRaw(get('http://elsewhere.test/health/live'));
  assert.equal(absolute?.status, 200);
});

test('an Upgrade is ignored, also with a body', async () => {
  const upgrade = 'Connection: Upgrade\r\nUpgrade: h2c\r\n';
  const [read] = await sendRaw(`GET /health/live HTTP/1.1\r\nHost: x\r\n${upgrade}\r\n`);
  assert.equal(read?.status, 200);
  const body = 'grant_type=password';
  const form = `Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${body.length}\r\n`;
  const [sent] = await sendRaw(`POST /oauth/token HTTP/1.1\r\nHost: x\r\n${upgrade}${form}\r\n${body}`);
  assert.equal(JSON.parse(sent?.body ?? '{}').error, 'unsupported_grant_type');
});

test('a valid X-Request-Id names the request, and an invalid one is replaced', async () => {
  for (const id of ['a', 'shop-1.2_3', 'x'.repeat(64)]) {
    const answer = await server.send('/v1/orders/absent', { token, headers: { 'x-request-id': id } });
    assert.equal(answer.headers.get('x-request-id'), id);
    assert.equal(answer.json.requestId, id);
    assert.ok(server.logged.some((line) => JSON.parse(line).requestId === id));
  }
  for (const id of ['', 'x'.repeat(65), 'a b', 'a"b', '{{7*7}}', '<b>', 'ä', 'a, b', '../x']) {
    const answer = await server.send('/v1/orders/absent', { token, headers: { 'x-request-id': id } });
    assert.match(answer.headers.get('x-request-id') ?? '', /^[\w.-]{1,64}$/);
    assert.notEqual(answer.headers.get('x-request-id'), id);
  }
  const twice = get('/v1/orders/absent', 'X-Request-Id: one\r\nX-Request-Id: two\r\n');
  assert.notEqual((await assertRefused(twice, 'order_not_found')).headers.get('x-request-id'), 'one');
});

test('no sent value is in the log, and no request caused a server error', () => {
  assert.ok(server.logged.length > 50);
  for (const line of server.logged) {
    assert.ok(JSON.parse(line).level < 50, line);
    assert.ok(!line.includes(SECRET) && !line.includes(token), line);
  }
});
