import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';

const SCRIPT = `console.log(${JSON.stringify('x'.repeat(2_000))})`;

let server: TestServer;
let built: string;
before(async () => {
  built = await mkdtemp(join(tmpdir(), 'platen-console-'));
  await mkdir(join(built, 'assets'));
  // The real page, because the server replaces parts of it.
  const page = await readFile(join(import.meta.dirname, '../../../console/index.html'));
  await writeFile(join(built, 'index.html'), page);
  await writeFile(join(built, 'assets/main-abc123.js'), SCRIPT);
  await writeFile(join(built, 'assets/main-abc123.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(built, 'color-scheme.js'), '{}');
  const settings = { IMAGE_BASE_URL: 'https://images.example.com/shop', TIME_ZONE: 'Asia/Kathmandu' };
  server = await startTestServer(settings, { console: built });
});
after(async () => {
  await server.close();
  await rm(built, { recursive: true });
});

const read = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers, redirect: 'manual' });

test('every address below the console returns the page, which finds its files by relative addresses', async () => {
  for (const [path, base] of [
    ['/console/', './'],
    ['/console/orders', './'],
    ['/console/orders/shop-1/SHOP%2F1', '../../'],
    ['/console/orders/a/b.js', '../../'],
    ['/console/orders?status=ERROR&q=a/b', './'],
  ] as const) {
    const answer = await read(path);
    assert.equal(answer.status, 200, path);
    assert.match(answer.headers.get('content-type') ?? '', /^text\/html/, path);
    const page = await answer.text();
    assert.ok(page.includes(`<base href="${base}"`), path);
    assert.ok(page.includes('<html data-time-zone="Asia/Kathmandu"'), path);
    // The browser resolves the page's addresses against the console's folder.
    assert.equal(new URL(base, server.url + path).pathname, '/console/', path);
  }
  const bare = await read('/console');
  assert.deepEqual([bare.status, bare.headers.get('location')], [302, 'console/']);
  assert.equal((await fetch(`${server.url}/console/orders`, { method: 'HEAD' })).status, 200);
  assert.equal((await fetch(`${server.url}/console/orders`, { method: 'POST' })).status, 405);
});

test('the page runs only scripts of this host and styles with its nonce, and cannot be framed', async () => {
  const nonces = new Set<string>();
  for (const path of ['/console/', '/console/']) {
    const answer = await read(path);
    const policy = answer.headers.get('content-security-policy') ?? '';
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? '';
    assert.ok((await answer.text()).includes(`nonce="${nonce}"`));
    nonces.add(nonce);
    assert.match(policy, /default-src 'none'; script-src 'self';/);
    assert.match(policy, /img-src 'self' data: blob: https: https:\/\/images\.example\.com;/);
    assert.match(policy, /frame-ancestors 'none'/);
    assert.doesNotMatch(policy, /unsafe/);
    assert.equal(answer.headers.get('cache-control'), 'no-cache');
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  }
  assert.equal(nonces.size, 2);
});

test('files are sent with the compression of the build, and cached for ever if their name has a hash', async () => {
  const packed = await server.send('/console/assets/main-abc123.js', {
    headers: { 'accept-encoding': 'br' },
  });
  assert.equal(packed.headers.get('content-encoding'), 'br');
  assert.equal(packed.text, SCRIPT);
  assert.match(packed.headers.get('vary') ?? '', /accept-encoding/i);
  assert.equal(packed.headers.get('cache-control'), 'public, max-age=31536000, immutable');
  assert.match(packed.headers.get('content-type') ?? '', /javascript/);
  const plain = await read('/console/assets/main-abc123.js', { 'accept-encoding': 'identity' });
  assert.equal(plain.headers.get('content-encoding'), null);
  assert.equal(await plain.text(), SCRIPT);
  const named = await read('/console/color-scheme.js');
  assert.equal(named.headers.get('cache-control'), 'no-cache');
});

test('a file that is not in the present console is not found', async () => {
  for (const path of ['/console/assets/main-old.js', '/console/assets/', '/console/assets/main-abc123.js.br']) {
    const answer = await read(path);
    assert.equal(answer.status, 404, path);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/, path);
  }
});

test('without a built console the answer says how to build it, and the API works', async (t) => {
  const bare = await startTestServer({}, { console: join(built, 'absent') });
  t.after(() => bare.close());
  const answer = await bare.send('/console/orders');
  assert.equal(answer.status, 503);
  assert.match(answer.json.message, /npm run build -w console/);
  assert.ok(bare.logged.some((line) => line.includes('The console is not built')));
  assert.equal((await bare.send('/health/ready')).status, 200);
});
