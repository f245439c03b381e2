import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, test } from 'node:test';
import { openSocket, portOf } from './support/raw-socket.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const QUOTA = 5;

let server: TestServer;
before(async () => {
  server = await startTestServer({ RATE_LIMIT: `${QUOTA}/3600s` });
});
after(() => server.close());

/** Sends a request as it is, and returns status and error of the answer. */
async function sendTo(target: string, headers = '', method = 'GET'): Promise<string> {
  const ends: (() => unknown)[] = [];
  const socket = await openSocket({ after: (end) => void ends.push(end) }, portOf(server.url));
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`);
  let answer = '';
  for await (const part of socket) answer += part;
  for (const end of ends) end();
  const [, status] = answer.split(' ', 2);
  return `${status} ${/"error":"(\w+)"/.exec(answer)?.[1] ?? ''}`.trim();
}

const list = (count: number, separator: string, make: (n: number) => string) =>
  Array.from({ length: count }, (_, n) => make(n)).join(separator);

test('a Cookie header above 4 KiB is refused on every path, and a smaller one is not decoded', async () => {
  const large = `Cookie: ${list(1_000, '; ', (n) => `c${n}=%zz`)}\r\n`;
  for (const target of ['/operator/v1/session', '/operator/v1/orders', '/v1/orders', '/docs/', '/health/live', '/none'])
    assert.equal(await sendTo(target, large), '431 headers_too_large', target);
  const several = Array.from({ length: 5 }, () => `Cookie: a=${'x'.repeat(1_000)}\r\n`).join('');
  assert.equal(await sendTo('/operator/v1/session', several), '431 headers_too_large');
  assert.equal(await sendTo('/operator/v1/session', 'Cookie: a=%zz; platen=%zz\r\n'), '401 not_signed_in');
  assert.equal(await sendTo('/operator/v1/orders', 'Cookie: xplaten=1\r\n'), '401 missing_token');
});

test('more than 100 header fields are refused', async () => {
  assert.equal(
    await sendTo(
      '/health/live',
      list(98, '', (n) => `a${n}: 1\r\n`),
    ),
    '200',
  );
  for (const count of [99, 2_000])
    assert.equal(
      await sendTo(
        '/health/live',
        list(count, '', (n) => `a${n}:\r\n`),
      ),
      '431 headers_too_large',
    );
});

test('more than 50 query parameters are refused with one violation', async () => {
  const { token } = await server.token();
  for (const query of [list(51, '&', (n) => `a${n}`), 'status=NEW&'.repeat(50), '&'.repeat(2_900)]) {
    const answer = await server.send(`/v1/orders?${query}`, { token });
    assert.equal(answer.status, 400, query);
    assert.deepEqual(
      answer.json.violations.map(({ code }: { code: string }) => code),
      ['too_many_parameters'],
    );
  }
  assert.equal(await sendTo(`/health/ready?${list(50, '&', (n) => `a${n}`)}`), '200');
});

test('a client over its quota is refused on every path and in every form', async () => {
  const { token } = await server.token();
  for (let sent = 0; sent <= QUOTA; sent++) await server.send('/v1/carriers', { token });
  const authorization = `Authorization: Bearer ${token}\r\n`;
  for (const target of [
    '/v1/orders',
    '/v1/orders?',
    'http://host/v1/orders',
    'HTTPS://user@host:1/v1/orders',
    'http://host',
    'http://host?x=1',
    '//v1/orders',
    '/%761/orders',
    '/v1/%6frders',
    '/operator/v1/orders',
    '/docs/',
    '/openapi.json',
    '/console/',
    '/images/x.png',
    '/none',
  ])
    for (const method of ['GET', 'OPTIONS', 'HEAD'])
      assert.match(await sendTo(target, authorization, method), /^429/, `${method} ${target}`);
});

test('a target in absolute form is answered, logged and counted as the same path', async () => {
  const { token } = await server.token();
  const authorization = `Authorization: Bearer ${token}\r\n`;
  assert.equal(await sendTo('http://elsewhere.test/v1/carriers?', authorization), '200');
  const line = JSON.parse(server.logged.at(-1) ?? '');
  assert.deepEqual([line.route, line.status], ['/v1/carriers', 200]);
  assert.equal(await sendTo('http://elsewhere.test/health/live'), '200');
});

test('a new connection is answered while a stranger floods with requests that are answered at once', async (t) => {
  const flood = await Promise.all(Array.from({ length: 200 }, () => openSocket(t, portOf(server.url))));
  let isOver = false;
  let refused = 0;
  for (const socket of flood) {
    const send = () => socket.write('GET /v1/orders HTTP/1.1\r\nHost: x\r\n\r\n');
    socket.on('data', () => {
      refused++;
      if (!isOver) send();
    });
    send();
  }
  const { token } = await server.token();
  const before = refused;
  for (let reads = 0; reads < QUOTA; reads++) assert.equal((await server.send('/v1/carriers', { token })).status, 200);
  // The requests of the flood take turns with those of the client.
  assert.ok(refused - before < QUOTA * flood.length * 2, `${refused - before} went before`);
  isOver = true;
  await once(flood[0] as NodeJS.EventEmitter, 'data');
});
