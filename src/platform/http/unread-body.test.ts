import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { openSocket, portOf } from '../../../test/support/raw-socket.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';

const MIB = 1_048_576;
const PART = Buffer.alloc(65_536, 'x');
/** Requests of a client in a day. A refused body in chunks counts as 65 of them. */
const QUOTA = 300;

let server: TestServer;
before(async () => {
  server = await startTestServer({ RATE_LIMIT: `${QUOTA}/86400s` });
});
after(() => server.close());

interface Sending {
  method?: string;
  path?: string;
  headers?: Record<string, string>;
  bytes: number;
  isChunked: boolean;
}

type Send = (sending: Sending) => Promise<{ status: number; error: string }>;

const JSON_BODY = { 'content-type': 'application/json' };

/** Sends the whole body, waiting for room in between, before it looks at the answer. */
const sendByNode =
  (keepAlive: boolean): Send =>
  async ({ method = 'POST', path = '/v1/orders', headers = {}, bytes, isChunked }) => {
    const agent = new Agent({ keepAlive });
    const length = isChunked ? { 'transfer-encoding': 'chunked' } : { 'content-length': bytes };
    const sent = request(`${server.url}${path}`, { method, agent, headers: { ...headers, ...length } });
    const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
    for (let left = bytes; left > 0; left -= PART.length) if (!sent.write(PART)) await once(sent, 'drain');
    sent.end();
    const [response] = await answered;
    const { error } = JSON.parse(await text(response));
    agent.destroy();
    return { status: response.statusCode ?? 0, error };
  };

const sendRaw =
  (connection: 'close' | 'keep-alive'): Send =>
  async ({ method = 'POST', path = '/v1/orders', headers = {}, bytes, isChunked }) => {
    const socket = connect(portOf(server.url), '127.0.0.1').pause();
    await once(socket, 'connect');
    const lines = Object.entries({ host: 'x', connection, ...headers }).map(([name, value]) => `${name}: ${value}`);
    const length = isChunked ? 'transfer-encoding: chunked' : `content-length: ${bytes}`;
    socket.write(`${method} ${path} HTTP/1.1\r\n${[...lines, length].join('\r\n')}\r\n\r\n`);
    for (let left = bytes; left > 0; left -= PART.length) {
      if (isChunked) socket.write(`${PART.length.toString(16)}\r\n`);
      if (!socket.write(PART)) await once(socket, 'drain');
      if (isChunked) socket.write('\r\n');
    }
    if (isChunked) socket.write('0\r\n\r\n');
    let answer = '';
    for await (const part of socket) {
      answer += part;
      if (answer.endsWith('}')) break;
    }
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    return { status: Number(head.split(' ')[1]), error: JSON.parse(body).error };
  };

const SENDERS = {
  'node:http': sendByNode(true),
  'node:http that closes': sendByNode(false),
  'a socket': sendRaw('keep-alive'),
  'a socket that closes': sendRaw('close'),
};

for (const [sender, send] of Object.entries(SENDERS)) {
  test(`${sender} that sends a body of 10, 20 or 60 MiB before it reads gets the 413`, async () => {
    const { token } = await server.token();
    const headers = { ...JSON_BODY, authorization: `Bearer ${token}` };
    for (const mib of [10, 20, 60]) {
      for (const isChunked of [false, true]) {
        const answer = await send({ headers, bytes: mib * MIB, isChunked });
        assert.deepEqual(answer, { status: 413, error: 'body_too_large' }, `${mib} MiB, chunked: ${isChunked}`);
      }
    }
  });
}

test('every refusal of a request reaches a sender that sends the whole body before it reads', async () => {
  const { token } = await server.token();
  const { token: exhausted } = await server.token();
  const authorized = { ...JSON_BODY, authorization: `Bearer ${token}` };
  while ((await server.send('/v1/carriers', { token: exhausted })).status !== 429);
  const refusals: Record<string, Partial<Sending>> = {
    '401 missing_token': { headers: JSON_BODY },
    '401 invalid_token': { headers: { ...JSON_BODY, authorization: 'Bearer wrong' } },
    '404 not_found': { path: '/v1/nothing', headers: authorized },
    '405 method_not_allowed': { method: 'PUT', headers: authorized },
    '415 unsupported_media_type': { headers: { ...authorized, 'content-type': 'text/plain' } },
    '429 rate_limited': { headers: { ...JSON_BODY, authorization: `Bearer ${exhausted}` } },
  };
  for (const [refusal, sending] of Object.entries(refusals)) {
    for (const sender of ['node:http', 'a socket that closes'] as const) {
      for (const isChunked of [false, true]) {
        const { status, error } = await SENDERS[sender]({ bytes: 10 * MIB, isChunked, ...sending });
        assert.equal(`${status} ${error}`, refusal, `${sender}, chunked: ${isChunked}`);
      }
    }
  }
});

test('a connection whose body was discarded answers the next request', async (t) => {
  const socket = await openSocket(t, portOf(server.url));
  socket.write(`POST /v1/orders HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 * MIB}\r\n\r\n`);
  socket.write(Buffer.alloc(2 * MIB, 'x'));
  assert.match(await readAnswer(socket), /^HTTP\/1\.1 401 /);
  socket.write('GET /health/live HTTP/1.1\r\nhost: x\r\n\r\n');
  assert.match(await readAnswer(socket), /^HTTP\/1\.1 200 /);
});

test('a sender that pauses within its body is answered', async (t) => {
  const socket = await openSocket(t, portOf(server.url));
  socket.write(`POST /v1/orders HTTP/1.1\r\nhost: x\r\ncontent-length: ${2 * MIB}\r\n\r\nxxx`);
  assert.match(await readAnswer(socket), /^HTTP\/1\.1 401 /);
});

test('a sender that breaks off within its body disturbs no other', async (t) => {
  const { token } = await server.token();
  const framings = ['transfer-encoding: chunked', `content-length: ${20 * MIB}`];
  for (const [framing, isAnswered] of framings.flatMap(
    (one) =>
      [
        [one, true],
        [one, false],
      ] as const,
  )) {
    const socket = await openSocket(t, portOf(server.url));
    const head = `host: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\n${framing}`;
    socket.write(`POST /v1/orders HTTP/1.1\r\n${head}\r\n\r\n`);
    if (framing.endsWith('chunked')) socket.write(`${(20 * MIB).toString(16)}\r\n`);
    for (let sent = 0; sent < 2 * MIB; sent += PART.length) socket.write(PART);
    if (isAnswered) await readAnswer(socket);
    else for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    socket.resetAndDestroy();
    for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
    assert.equal((await server.send('/health/live')).status, 200);
  }
});

test('a sender that waits for a 100 gets its refusal instead, and the 100 where its body is read', async (t) => {
  const { token } = await server.token();
  const ask = async (lines: string[]) => {
    const socket = await openSocket(t, portOf(server.url));
    const head = ['host: x', 'expect: 100-continue', 'content-type: application/json', ...lines].join('\r\n');
    socket.write(`POST /v1/orders HTTP/1.1\r\n${head}\r\n\r\n`);
    return (await readAnswer(socket)).split('\r\n', 1)[0];
  };
  const authorization = `authorization: Bearer ${token}`;
  assert.equal(await ask(['content-length: 9']), 'HTTP/1.1 401 Unauthorized');
  assert.equal(await ask([authorization, `content-length: ${2 * MIB}`]), 'HTTP/1.1 413 Payload Too Large');
  assert.equal(await ask([authorization, 'content-length: 9']), 'HTTP/1.1 100 Continue');
  assert.equal(await ask([authorization, 'transfer-encoding: chunked']), 'HTTP/1.1 100 Continue');
});

async function readAnswer(socket: Socket): Promise<string> {
  const [part] = (await once(socket, 'data')) as [Buffer];
  return part.toString();
}
