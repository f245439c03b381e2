import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import { Connections } from './connections.ts';
import type { DiscardLimits } from './unread-body.ts';

const MAX = 20;
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

interface Served {
  connections: Connections;
  /** From an address of this machine. */
  connect(from?: string): Promise<Socket>;
  /** How many connections the server has. */
  count(): Promise<number>;
  crowded: number[];
}

async function serve(
  t: TestContext,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
  discard?: DiscardLimits,
): Promise<Served> {
  const crowded: number[] = [];
  const connections = new Connections((closed) => crowded.push(closed), MAX, discard);
  const server = connections.createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  t.after(() => {
    connections.closeAll();
    server.close();
  });
  return {
    connections,
    crowded,
    count: () => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))),
    async connect(from = '127.0.0.1') {
      const taken = once(server, 'connection');
      const socket = connect({ port, host: '127.0.0.1', localAddress: from }).on('error', () => {});
      t.after(() => socket.destroy());
      await Promise.all([once(socket, 'connect'), taken]);
      return socket;
    },
  };
}

/** However it ends. */
const closed = (socket: Socket) => new Promise((resolve) => socket.resume().once('close', resolve));

const answer = (_request: IncomingMessage, response: ServerResponse) => response.end('x');

/** Reads until the other side ends, or until enough bytes have arrived. */
async function read(socket: Socket, until = /\0/): Promise<string> {
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (until.test(text)) break;
  }
  return text;
}

async function ask(socket: Socket): Promise<string> {
  socket.write(GET);
  const [data] = (await once(socket, 'data')) as [Buffer];
  return data.toString();
}

test('however many connections say nothing, a new one is taken, and those that were answered stay', async (t) => {
  const server = await serve(t, answer);
  const customer = await server.connect();
  assert.match(await ask(customer), / 200 OK/);
  const strangers: Socket[] = [];
  for (let i = 0; i < 3 * MAX; i++) {
    const stranger = await server.connect();
    if (i % 2) stranger.write('GET / HTTP/1.1\r\nHost: x\r\nX-Half');
    strangers.push(stranger);
  }
  assert.ok((await server.count()) <= MAX + 1);
  assert.match(await ask(await server.connect()), / 200 OK/, 'a new one');
  assert.match(await ask(customer), / 200 OK/, 'the one that was there before');
  assert.ok(server.crowded.length > 0 && server.crowded.every((closed) => closed > 0));
});

test('it is the party with most connections that makes room, whatever it has asked for before', {
  skip: process.platform !== 'linux' && 'a machine has several addresses of its own only there',
}, async (t) => {
  const server = await serve(t, answer);
  const newcomer = await server.connect('127.0.0.2');
  for (let i = 0; i < 3 * MAX; i++) await ask(await server.connect('127.0.0.3'));
  assert.match(await ask(newcomer), / 200 OK/);
});

test('connections that do not read their answers make room, and those that are being answered do not', async (t) => {
  const large = Buffer.alloc(16 * 1_048_576);
  const held: ServerResponse[] = [];
  const server = await serve(t, (request, response) => {
    if (request.url === '/large') response.end(large);
    else if (request.url === '/held') held.push(response);
    else response.end('x');
  });
  const waiting = await server.connect();
  waiting.write(GET.replace('/', '/held'));
  for (let i = 0; i < MAX; i++) {
    const stranger = await server.connect();
    stranger.pause();
    stranger.write(GET.replace('/', '/large'));
    // The server has begun to answer when something can be read.
    await once(stranger, 'readable');
  }
  assert.match(await ask(await server.connect()), / 200 OK/);
  held[0]?.end('x');
  assert.match(String(await once(waiting, 'data')), / 200 OK/);
});

test('when all are being answered, a new one is refused, and nobody is cut off for it', async (t) => {
  const held: ServerResponse[] = [];
  const server = await serve(t, (_request, response) => held.push(response));
  const sockets: Socket[] = [];
  for (let i = 0; i < MAX; i++) {
    const socket = await server.connect();
    socket.write(GET);
    sockets.push(socket);
  }
  while (held.length < MAX) await new Promise(setImmediate);
  const refused = await server.connect();
  await closed(refused);
  for (const response of held) response.end('x');
  for (const socket of sockets) assert.match(String(await once(socket, 'data')), / 200 OK/);
});

test('requests in one piece are answered in order, one at a time', async (t) => {
  let underWay = 0;
  let most = 0;
  const server = await serve(t, (request, response) => {
    most = Math.max(most, ++underWay);
    setImmediate(() => {
      underWay--;
      response.end(`[${request.url}]`);
    });
  });
  const socket = await server.connect();
  const paths = Array.from({ length: 50 }, (_, i) => `/${i}`);
  socket.write(paths.map((path) => GET.replace('/', path)).join(''));
  const text = await read(socket, /\[\/49\]/);
  assert.deepEqual(text.match(/(?<=\[)\/\d+(?=\])/g), paths);
  assert.equal(most, 1);
});

test('a flood of requests in one piece is not begun, and the connection ends', async (t) => {
  let begun = 0;
  const server = await serve(t, (_request, response) => {
    begun++;
    setImmediate(() => response.end('x'));
  });
  const socket = await server.connect();
  socket.write(GET.repeat(2_000));
  await closed(socket);
  assert.ok(begun < 100, `${begun} were begun`);
  assert.match(await ask(await server.connect()), / 200 OK/);
});

test('an Upgrade is passed over: the request is answered, and the connection ends', async (t) => {
  const server = await serve(t, answer);
  const socket = await server.connect();
  const upgrade = GET.replace('\r\n\r\n', '\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n');
  socket.write(upgrade + upgrade);
  const text = await read(socket);
  assert.match(text, /^HTTP\/1\.1 200 OK/);
  assert.match(text, /^Connection: close$/m);
});

test('what is answered on the bare socket is closed, also when the other side keeps it open or goes on sending', async (t) => {
  const server = await serve(t, answer);
  for (const bytes of ['GARBAGE\r\n\r\n', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n']) {
    const socket = await server.connect();
    socket.allowHalfOpen = true;
    socket.write(bytes);
    let text = '';
    socket.on('data', (data) => {
      text += data;
      socket.write('x'.repeat(100_000));
    });
    await once(socket, 'end');
    assert.match(text, /^HTTP\/1\.1 400 /);
    while ((await server.count()) > 0) await new Promise(setImmediate);
    socket.destroy();
  }
});

test('what has asked for nothing is closed on demand, and what is being answered is not', async (t) => {
  const held: ServerResponse[] = [];
  const server = await serve(t, (_request, response) => held.push(response));
  const asking = await server.connect();
  asking.write(GET);
  const halfSent = await server.connect();
  halfSent.write('GET / HTTP/1.1\r\nHo');
  while (held.length === 0) await new Promise(setImmediate);
  server.connections.closeWaiting();
  await closed(halfSent);
  held[0]?.end('x');
  assert.match(String(await once(asking, 'data')), / 200 OK/);
});

test('the rest of a body is discarded after its answer up to a limit of bytes', async (t) => {
  const server = await serve(t, answer, { bytesMax: 100_000, pauseMs: 60_000 });
  const socket = await server.connect();
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 10000000\r\n\r\n');
  assert.match(String(await once(socket, 'data')), / 200 OK/);
  socket.write(Buffer.alloc(200_000));
  await closed(socket);
});

test('a connection that is to be closed stays open until the body has arrived', async (t) => {
  const server = await serve(t, answer, { bytesMax: 100_000, pauseMs: 60_000 });
  const socket = await server.connect();
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 100\r\n\r\n');
  assert.match(String(await once(socket, 'data')), / 200 OK/);
  assert.match(await ask(await server.connect()), / 200 OK/);
  assert.equal(await server.count(), 2);
  socket.write(Buffer.alloc(100));
  await closed(socket);
});

test('a sender that was answered and sends nothing more of its body is disconnected', async (t) => {
  const server = await serve(t, answer, { bytesMax: 100_000, pauseMs: 20 });
  const socket = await server.connect();
  socket.write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n');
  assert.match(String(await once(socket, 'data')), / 200 OK/);
  await closed(socket);
});
