import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { type TestContext, test } from 'node:test';
import ipaddr from 'ipaddr.js';
import { Connections } from './connections.ts';

const MAX = 20;
const GET = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

interface Served {
  connections: Connections;
  server: Server;
  /** From an address of this machine. */
  connect(from?: string): Promise<Socket>;
  /** How many connections the server has. */
  count(): Promise<number>;
  /** How many connections were closed for lack of room. */
  closedForRoom(): number;
}

async function serve(
  t: TestContext,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<Served> {
  let closedForRoom = 0;
  const connections = new Connections({ onClosed: () => closedForRoom++, max: MAX });
  const server = connections.createServer(handler).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  t.after(() => {
    connections.closeAll();
    server.close();
  });
  return {
    connections,
    server,
    closedForRoom: () => closedForRoom,
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
  assert.ok(server.closedForRoom() > 0);
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

for (const connection of ['close', 'keep-alive'])
  test(`a sender that is answered before its whole body is disconnected (${connection})`, async (t) => {
    const server = await serve(t, answer);
    const socket = await server.connect();
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nConnection: ${connection}\r\nContent-Length: 10000000\r\n\r\n`);
    let text = '';
    socket.on('data', (data) => {
      text += data;
      socket.write(Buffer.alloc(200_000));
    });
    await closed(socket);
    assert.match(text, / 200 OK/);
    while ((await server.count()) > 0) await new Promise(setImmediate);
  });

test('a request behind an answer that closes the connection is not begun', async (t) => {
  const server = await serve(t, answer);
  const socket = await server.connect();
  socket.write(`${GET.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n')}${GET}`);
  assert.equal((await read(socket)).match(/HTTP/g)?.length, 1);
});

test('a network has a share of the connections, and further ones are refused, except for known senders and proxies', {
  skip: process.platform !== 'linux' && 'a machine has several addresses of its own only there',
}, async (t) => {
  const connections = new Connections({ max: 5_000, trusted: [[ipaddr.parse('127.0.0.9'), 32]] });
  const server = connections.createServer((request, response) => {
    if (request.headers.authorization) connections.know(request.socket);
    response.end('x');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  t.after(() => {
    connections.closeAll();
    server.close();
  });
  const { port } = server.address() as { port: number };
  /** Returns the connections that were answered. */
  const askFrom = async (localAddress: string, count: number, headers = '') => {
    const sockets = Array.from({ length: count }, () => connect({ port, host: '127.0.0.1', localAddress }));
    t.after(() => {
      for (const socket of sockets) socket.destroy();
    });
    const answered: Socket[] = [];
    const ends = sockets.map(async (socket) => {
      socket.write(GET.replace('\r\n\r\n', `\r\n${headers}\r\n`));
      socket.on('error', () => {});
      const data = new Promise<void>((resolve) => socket.once('data', () => resolve(void answered.push(socket))));
      await Promise.race([data, closed(socket)]);
    });
    await Promise.all(ends);
    return answered;
  };
  const strangers = await askFrom('127.0.0.3', 300);
  assert.equal(strangers.length, 256);
  assert.equal((await askFrom('127.0.0.4', 10)).length, 10, 'another network');
  assert.equal((await askFrom('127.0.0.9', 300)).length, 300, 'a trusted proxy');
  assert.match(await ask(strangers[0] as Socket), / 200 OK/, 'an older one');
  strangers[0]?.destroy();
  strangers[1]?.destroy();
  while ((await askFrom('127.0.0.3', 1, 'Authorization: x\r\n')).length === 0);
  assert.equal((await askFrom('127.0.0.3', 20, 'Authorization: x\r\n')).length, 20, 'known senders');
});

test('however many requests are in one piece, the parser stops soon', async (t) => {
  let read = 0;
  const server = await serve(t, (_request, response) => void setImmediate(() => response.end('x')));
  server.server.on('request', () => read++);
  const socket = await server.connect();
  socket.write(GET.repeat(2_000));
  await closed(socket);
  assert.ok(read < 100, `${read} were read`);
});
