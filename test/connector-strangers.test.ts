import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { after, before, type TestContext, test } from 'node:test';
import type { ConnectedShop } from './support/connected-shop.ts';
import { prepareWooCommerce, WOO_ORDER } from './support/connected-shops.ts';
import type { FakeWooCommerce } from './support/fake-woocommerce.ts';
import { portOf } from './support/raw-socket.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const MIB = 1_048_576;
const HEAD = 'POST /shop HTTP/1.1\r\nHost: x\r\n';
const CHUNKED = `${HEAD}Transfer-Encoding: chunked\r\n\r\n`;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

interface Stranger {
  socket: Socket;
  /** The bytes that have arrived until now. */
  answer: string;
  /** Resolves with the answer when the connection has ended. */
  ended: Promise<string>;
}

async function startShop(t: TestContext) {
  const { woo, shop } = await prepareWooCommerce(t, server);
  await shop.start();
  return { woo, shop, strangers: (count: number) => Promise.all(Array.from({ length: count }, () => open(t, shop))) };
}

async function open(t: TestContext, shop: ConnectedShop, localAddress = '127.0.0.1'): Promise<Stranger> {
  const socket = connect({ port: portOf(shop.url), host: '127.0.0.1', localAddress });
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  const stranger: Stranger = {
    socket,
    answer: '',
    ended: new Promise((resolve) => socket.once('close', () => resolve(stranger.answer))),
  };
  socket.on('error', () => {});
  socket.on('data', (part) => {
    stranger.answer += part;
  });
  return stranger;
}

async function sendSigned(woo: FakeWooCommerce, shop: ConnectedShop, id: string) {
  // It is not ready, so nothing follows the storing.
  woo.newOrder(id, WOO_ORDER, 'pending');
  assert.deepEqual(await woo.send(shop.url, id), { status: 200, json: { stored: `WOO-${id}` } });
}

const hasEnded = ({ socket, answer }: Stranger) => answer !== '' || socket.destroyed;
const writeTo = (socket: Socket, text: string) => new Promise((done) => socket.write(text, done));

test('a signed webhook is stored before any of 200 slow senders is disconnected, and each of them is', async (t) => {
  const { woo, shop, strangers } = await startShop(t);
  const slow = await strangers(200);
  await Promise.all(
    slow.map(({ socket }, n) => writeTo(socket, n % 2 === 0 ? `${HEAD}Content-Length: 9\r\n\r\nx` : `${HEAD}X-Slow: `)),
  );
  for (const id of ['800', '801']) await sendSigned(woo, shop, id);
  assert.equal(slow.filter(hasEnded).length, 0);
  // They send a byte now and then until the end.
  const dripping = setInterval(() => {
    for (const { socket } of slow) if (socket.writable) socket.write('x');
  }, 1_000);
  t.after(() => clearInterval(dripping));
  for (const { ended } of slow) assert.match(await ended, /^HTTP\/1\.1 408 /);
  assert.deepEqual(
    shop.logged.filter((line) => line.includes('could not be stored')),
    [],
  );
});

test('above 256 arriving bodies of an address its oldest one makes room, and other addresses keep theirs', async (t) => {
  const { woo, shop, strangers } = await startShop(t);
  const other = await open(t, shop, '127.0.0.2');
  await writeTo(other.socket, `${HEAD}Content-Length: 2\r\n\r\n{`);
  const slow = await strangers(300);
  for (const { socket } of slow) await writeTo(socket, `${HEAD}Content-Length: 9\r\n\r\nx`);
  await sendSigned(woo, shop, '810');
  const [oldest] = slow as [Stranger];
  assert.match(await oldest.ended, /^HTTP\/1\.1 503 [\s\S]*retry-after: 5[\s\S]*"busy"/i);
  assert.ok(slow.filter(hasEnded).length <= 60, 'only as many as needed');
  other.socket.write('}');
  await once(other.socket, 'data');
  assert.match(other.answer, /^HTTP\/1\.1 401 /);
});

test('unfinished bodies of an address hold at most 16 MiB, also in chunks of one byte', async (t) => {
  const { woo, shop, strangers } = await startShop(t);
  const [other, ...large] = (await strangers(6)) as [Stranger, ...Stranger[]];
  for (const { socket } of large) socket.write(`${HEAD}Content-Length: ${4 * MIB}\r\n\r\n${'x'.repeat(3.9 * MIB)}`);
  assert.match(await Promise.race(large.map(({ ended }) => ended)), /^HTTP\/1\.1 503 /);
  assert.ok(large.some((one) => !hasEnded(one)));
  await sendSigned(woo, shop, '820');
  other.socket.write(`${CHUNKED}${'1\r\nx\r\n'.repeat(70_000)}`);
  assert.match(await other.ended, /^HTTP\/1\.1 503 /);
  await sendSigned(woo, shop, '821');
});

test('a body without end gets 413, and the connection ends', async (t) => {
  const { woo, shop, strangers } = await startShop(t);
  const [endless, large] = (await strangers(2)) as [Stranger, Stranger];
  endless.socket.write(`${CHUNKED}${`100000\r\n${'x'.repeat(MIB)}\r\n`.repeat(17)}`);
  assert.match(await endless.ended, /^HTTP\/1\.1 413 [\s\S]*"body_too_large"/);
  large.socket.write(`${HEAD}Content-Length: ${5 * MIB}\r\n\r\n${'x'.repeat(5 * MIB)}`);
  assert.match(await large.ended, /^HTTP\/1\.1 413 [\s\S]*"body_too_large"/);
  await sendSigned(woo, shop, '830');
});

test('any other target than the known paths gets 404, and neither it nor a broken request writes a log line', async (t) => {
  const { shop, strangers } = await startShop(t);
  const before = shop.logged.length;
  const ask = async (target: string, method = 'GET') => {
    const [one] = (await strangers(1)) as [Stranger];
    one.socket.write(`${method} ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    return (await one.ended).split(' ')[1];
  };
  for (const target of [
    ...['/', '//', '//x:99999/shop', '///', '//shop', '/shop/', '//[', '/%zz', '/shop%00', '*', '?', '/?//', '/shop;x'],
    ...['http://', 'http:///', 'http://[', 'http://[::1/shop', 'http://x:99999/', 'http://x', 'https://x//'],
  ])
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      // Node's parser refuses some targets.
      assert.match(String(await ask(target, method)), /^40[04]$/, `${method} ${target}`);
    }
  assert.equal(await ask('//'), '404');
  assert.equal(await ask('http://[::1', 'POST'), '404');
  assert.equal(await ask('/shop?x=//'), '405');
  assert.equal(await ask('http://elsewhere.test/health?x'), '200');
  const [aborted, next] = (await strangers(2)) as [Stranger, Stranger];
  await writeTo(aborted.socket, `${HEAD}Content-Length: 9\r\n\r\nx`);
  aborted.socket.destroy();
  next.socket.write(`${HEAD}Content-Length: 1\r\n\r\nx`);
  await once(next.socket, 'data');
  const noise = shop.logged.slice(before).filter((line) => /URL|aborted|could not be stored/.test(line));
  assert.deepEqual(noise, []);
});
