import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { after, test } from 'node:test';
import {
  type DemoClient,
  demoOrder,
  makeUsedDataDir,
  postmasterPid,
  type Server,
  startPlaten,
  tokenOf,
  until,
} from './support/platen-process.ts';
import { openSocket, portOf } from './support/raw-socket.ts';
import type { Scope } from './support/scope.ts';

const ATTEMPTS = 60;
/** docs/operating.md promises ten seconds. The rest is reserve for a busy test machine. */
const STOP_MS_MAX = 20_000;

const { dataDir, demo } = await makeUsedDataDir({ after });

const HEAD = 'Host: x\r\n';
const UPGRADE = `GET /health/live HTTP/1.1\r\n${HEAD}Connection: Upgrade\r\nUpgrade: websocket\r\n\r\n`;
const HOSTILE = {
  'a CONNECT': `CONNECT x:1 HTTP/1.1\r\n${HEAD}\r\n`,
  'an Upgrade': UPGRADE,
  'an Upgrade with more behind it': UPGRADE + UPGRADE,
  'what is no HTTP': 'GARBAGE\r\n\r\n',
  'a TLS greeting': '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'half a header': `GET /health/live HTTP/1.1\r\n${HEAD}X-Half`,
  'half a body': `POST /oauth/token HTTP/1.1\r\n${HEAD}Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{`,
  'a thousand requests in one piece': `GET /openapi.json HTTP/1.1\r\n${HEAD}\r\n`.repeat(1_000),
  'a body that is not asked for': `POST /v1/orders HTTP/1.1\r\n${HEAD}Content-Length: 100000\r\n\r\n${'x'.repeat(1_000)}`,
  'an expectation': `POST /v1/orders HTTP/1.1\r\n${HEAD}Expect: 100-continue\r\nContent-Length: 5\r\n\r\n`,
};

test('whatever bytes a client sends before it disconnects, the process continues and answers others', async (t) => {
  const server = await startPlaten(t, { DATA_DIR: dataDir });
  const token = await tokenOf(server.url, demo);
  const port = portOf(server.url);
  for (const [what, bytes] of Object.entries(HOSTILE)) {
    const attack = Promise.all(
      Array.from({ length: ATTEMPTS }, async () => {
        const socket = await openSocket(t, port);
        socket.write(bytes);
        socket.resetAndDestroy();
      }),
    );
    assert.equal(await statusOf(server, token), 200, what);
    await attack;
    assert.equal(await statusOf(server, token), 200, what);
  }
  const ended = await server.end('SIGTERM');
  assert.deepEqual([ended.code, ended.stderr, await postmasterPid(dataDir)], [0, '', undefined]);
});

test('with any open connections and running work, the server and its PostgreSQL end in order within ten seconds', async (t) => {
  const silent = await listenAndSayNothing(t);
  const server = await startPlaten(t, { DATA_DIR: dataDir, FILE_FETCH_ALLOW: `127.0.0.1:${silent.port}` });
  const port = portOf(server.url);
  await askForWork(server, demo, `http://127.0.0.1:${silent.port}`);
  for (const bytes of Object.values(HOSTILE)) (await openSocket(t, port)).write(bytes);
  const reading = await openSocket(t, port);
  const page = await (await fetch(`${server.url}/docs/reference`)).text();
  const [script] = /assets\/scalar[^"]+/.exec(page) as RegExpExecArray;
  reading.write(`GET /docs/${script} HTTP/1.1\r\n${HEAD}\r\n`);
  await once(reading, 'readable');
  await until(() => silent.connections() >= 2, 'a file is being fetched and a webhook delivered');
  const start = performance.now();
  const { code, stdout, stderr } = await server.end('SIGTERM');
  const tookMs = performance.now() - start;
  assert.deepEqual([code, stderr, await postmasterPid(dataDir)], [0, '', undefined]);
  assert.match(stdout, /"msg":"stopped"/);
  assert.ok(tookMs < STOP_MS_MAX, `it took ${tookMs} ms`);
});

test("a hanging PostgreSQL does not prevent the server's end, and ends too", {
  skip: process.platform !== 'linux' && 'only there its processes are listed',
}, async (t) => {
  const server = await startPlaten(t, { DATA_DIR: dataDir });
  const pid = (await postmasterPid(dataDir)) as number;
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim().split(' ').map(Number);
  for (const one of [pid, ...children]) process.kill(one, 'SIGSTOP');
  const start = performance.now();
  const { code, stderr } = await server.end('SIGTERM');
  const tookMs = performance.now() - start;
  assert.deepEqual([code, stderr], [0, '']);
  // It was killed. The system may need a moment to remove the process.
  await until(() => hasEnded(pid), 'PostgreSQL has ended');
  assert.ok(tookMs < STOP_MS_MAX, `it took ${tookMs} ms`);
  // Committed changes are kept.
  const again = await startPlaten(t, { DATA_DIR: dataDir });
  await tokenOf(again.url, demo);
  assert.equal((await again.end('SIGTERM')).code, 0);
});

/** Returns true if the process is gone, or is a zombie that its new parent has not removed yet. */
async function hasEnded(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => 'State:\tX');
  return /^State:\t[XZ]/m.test(status);
}

async function statusOf(server: Server, token: string): Promise<number> {
  const response = await fetch(`${server.url}/v1/orders`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
}

/** Creates an order with a file and a webhook endpoint, both on this host. */
async function askForWork(server: Server, client: DemoClient, host: string): Promise<void> {
  const headers = {
    authorization: `Bearer ${await tokenOf(server.url, client)}`,
    'content-type': 'application/json',
  };
  for (const [path, body] of [
    ['/v1/webhook-endpoints', { url: `${host}/hook` }],
    ['/v1/orders', { ...demoOrder('SLOW-FILE'), packingSlip: `${host}/slip.pdf` }],
  ] as const) {
    const response = await fetch(server.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    assert.ok(response.ok, await response.text());
  }
}

/** Accepts connections and never answers. */
async function listenAndSayNothing(t: Scope): Promise<{ port: number; connections: () => number }> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as { port: number }).port, connections: () => sockets.length };
}
