import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, type TestContext, test } from 'node:test';
import { verifyWebhook, type WebhookEvent } from '../client/src/platen-client.ts';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { sampleCatalog } from '../src/catalog/test-support/sample-catalog.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { COMMAND, run, type Settings, until } from './support/platen-process.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

let server: TestServer;
let folder: string;
let client: { clientId: string; clientSecret: string };
let token: string;
before(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), 'platen-listen-'));
  const made = await server.token();
  ({ client, token } = made);
  await importCatalog(server.pool, sampleCatalog, { clientId: client.clientId });
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Starts a receiver that verifies each webhook. The first `refusals` connections are closed. */
async function startReceiver(t: TestContext, secret: () => string, refusals = 0) {
  const events: WebhookEvent[] = [];
  let left = refusals;
  const receiver = createServer(async (request, response) => {
    if (left-- > 0) return request.socket.destroy();
    events.push(await verifyWebhook({ headers: request.headers, body: await text(request), secret: secret() }));
    return response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  t.after(() => receiver.close());
  return { events, url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook` };
}

function listen(t: TestContext, forwardTo: string, more: readonly string[] = [], settings: Settings = {}) {
  const given = {
    PLATEN_URL: server.url,
    PLATEN_CLIENT_ID: client.clientId,
    PLATEN_CLIENT_SECRET: client.clientSecret,
    PLATEN_WEBHOOK_SECRET: SECRET,
    ...settings,
  };
  return run(t, 'node', [COMMAND, 'listen', '--forward-to', forwardTo, ...more], given);
}

const place = async (orderId: string) =>
  assert.equal((await server.send('/v1/orders', { token, body: order({ orderId }) })).status, 200);

test('each event is forwarded once, signed, and a stopped listener continues where it was', async (t) => {
  const receiver = await startReceiver(t, () => SECRET, 1);
  const positionFile = join(folder, 'position');
  const first = listen(t, receiver.url, ['--position-file', positionFile]);
  await first.waitForOutput(/Position: latest/);
  await until(async () => existsSync(positionFile), 'the listener has its position');
  const begin = await readFile(positionFile, 'utf8');
  await place('SHOP-1');
  await first.waitForOutput(/order\.created .* "SHOP-1" -> 204/);
  assert.match(first.stdout(), /no answer, next attempt in 1 s/);
  assert.ok(!first.stdout().includes(client.clientSecret));
  await until(async () => (await readFile(positionFile, 'utf8')) !== begin, 'the listener has saved its position');
  first.process.kill('SIGTERM');
  await first.ended;
  await place('SHOP-2');
  const second = listen(t, receiver.url, ['--position-file', positionFile]);
  await second.waitForOutput(/order\.created .* "SHOP-2" -> 204/);
  assert.deepEqual(
    receiver.events.map(({ type, data }) => [type, (data as { orderId: string }).orderId]),
    [
      ['order.created', 'SHOP-1'],
      ['order.created', 'SHOP-2'],
    ],
  );
});

test('a killed listener repeats only the event that it was sending', async (t) => {
  const position = (await server.send('/v1/events?after=latest', { token })).json.next;
  for (const orderId of ['KILL-1', 'KILL-2', 'KILL-3']) await place(orderId);
  await until(
    async () => (await server.send(`/v1/events?after=${position}`, { token })).json.data.length === 3,
    'the feed has the events',
  );
  const positionFile = join(folder, 'position-of-kill');
  await writeFile(positionFile, position);
  const forwarded: string[] = [];
  const receiver = createServer(async (request, response) => {
    const { orderId } = JSON.parse(await text(request)).data;
    forwarded.push(orderId);
    if (forwarded.length === 2) return first.process.kill('SIGKILL');
    return response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  t.after(() => receiver.close());
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const first = listen(t, url, ['--position-file', positionFile]);
  await first.ended;
  const second = listen(t, url, ['--position-file', positionFile]);
  await second.waitForOutput(/"KILL-3" -> 204/);
  assert.deepEqual(forwarded, ['KILL-1', 'KILL-2', 'KILL-2', 'KILL-3']);
});

test('a lost API is tried again, and the secret may come from a file', async (t) => {
  const secretFile = join(folder, 'secret');
  await writeFile(secretFile, `${client.clientSecret}\n`);
  const receiver = await startReceiver(t, () => printed);
  let printed = '';
  const proxy = createServer((request, response) => {
    if (down) return request.socket.destroy();
    if (request.url?.includes('/v1/events?after=W')) reads += 1;
    return void fetch(server.url + request.url, {
      method: request.method ?? 'GET',
      headers: request.headers as Record<string, string>,
      ...(request.method === 'POST' && { body: request as never, duplex: 'half' }),
    }).then(async (answer) =>
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text()),
    );
  });
  let down = false;
  let reads = 0;
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  t.after(() => proxy.close());
  const settings = { PLATEN_CLIENT_SECRET: undefined, PLATEN_WEBHOOK_SECRET: undefined };
  const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const listener = listen(t, receiver.url, ['--url', address, '--secret-file', secretFile], settings);
  [, printed = ''] = await listener.waitForOutput(/Your signing secret: (whsec_\S+)/);
  await until(async () => reads > 0, 'the listener has its position');
  down = true;
  await listener.waitForOutput(/the connection failed\. Next attempt in/);
  await place('SHOP-3');
  down = false;
  await listener.waitForOutput(/"SHOP-3" -> 204/);
});

test('only chosen types are forwarded, to an address without a scheme, signed with the same secret in each run', async (t) => {
  let printed = '';
  const receiver = await startReceiver(t, () => printed);
  const { host, pathname } = new URL(receiver.url);
  const positionFile = join(folder, 'position-of-types');
  const flags = ['--position-file', positionFile, '--events', 'order.cancelled,order.error'];
  const first = listen(t, host + pathname, flags, { PLATEN_WEBHOOK_SECRET: undefined });
  [, printed = ''] = await first.waitForOutput(/Your signing secret: (whsec_\S+)/);
  await until(async () => existsSync(positionFile), 'the listener has its position');
  await place('SHOP-4');
  assert.equal((await server.send('/v1/orders/SHOP-4/cancel', { token, body: {} })).status, 200);
  await first.waitForOutput(/order\.cancelled .* "SHOP-4" -> 204/);
  first.process.kill('SIGINT');
  await first.ended;
  const second = listen(t, host + pathname, flags, { PLATEN_WEBHOOK_SECRET: undefined });
  const [, again] = await second.waitForOutput(/Your signing secret: (whsec_\S+)/);
  assert.equal(again, printed);
  assert.deepEqual(
    receiver.events.map(({ type }) => type),
    ['order.cancelled'],
  );
});

test('an unknown type, a broken signing secret and a broken address are refused at the start', async (t) => {
  for (const [flags, settings, message] of [
    [['--events', 'order.shiped'], {}, /"order\.shiped" is no event type\. The types are order\.created,/],
    [[], { PLATEN_WEBHOOK_SECRET: 'whsec_' }, /PLATEN_WEBHOOK_SECRET must be whsec_ followed by base64/],
    [['--url', 'ftp://shop.test'], {}, /--url must be an http or https address/],
  ] as const) {
    const { code, stderr } = await listen(t, 'http://127.0.0.1:1/', flags, settings).ended;
    assert.equal(code, 1);
    assert.match(stderr, message);
  }
});

test('a wrong secret ends the command with a sentence, without the secret', async (t) => {
  const ended = await listen(t, 'http://127.0.0.1:1/', [], { PLATEN_CLIENT_SECRET: 'platen_wrong' }).ended;
  assert.equal(ended.code, 1);
  assert.match(ended.stderr, /client id|secret/i);
  assert.ok(!ended.stderr.includes('platen_wrong'));
  const missing = await listen(t, 'http://127.0.0.1:1/', [], { PLATEN_CLIENT_SECRET: undefined }).ended;
  assert.match(missing.stderr, /PLATEN_CLIENT_SECRET/);
});
