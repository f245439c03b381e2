import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import { inflateRawSync } from 'node:zlib';
import sharp from 'sharp';
import { newOperator, type Operator } from '../../../../test/support/operator.ts';
import { signedIn } from '../../../../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { archiveFiles } from '../../../orders/files/archive-files.ts';
import { PictureDrawer } from '../../../orders/files/draw-pictures.ts';
import { orderBlobNames } from '../../../orders/files/order-blob-names.ts';
import { duePictures, findPictures } from '../../../orders/files/order-file-store.ts';
import { takeInOrders } from '../../../orders/intake/intake-orders.ts';
import { newCustomer } from '../../../orders/test-support/customer.ts';
import { newIntakeContext } from '../../../orders/test-support/intake-context.ts';
import { BLANK, customItem, order } from '../../../orders/test-support/sample-orders.ts';
import { waitUntil } from '../../../orders/test-support/wait-until.ts';
import { findDue } from '../../../platform/database/due-query.ts';
import type { BlobStore } from '../../../platform/files/blobs.ts';
import { BlobMissingError } from '../../../platform/files/blobs.ts';
import { openBlobs } from '../../../platform/files/open-blobs.ts';
import { TaskPool } from '../../../platform/files/task-pool.ts';
import { startFileServer } from '../../../platform/files/test-support/file-server.ts';
import { makeJpeg, makePdf, makePng } from '../../../platform/files/test-support/sample-files.ts';

const FILES: Record<string, Buffer> = {
  '/art.png': makePng({ width: 2_000, height: 1_000 }),
  '/check.jpg': makeJpeg(),
  '/slip.pdf': makePdf(),
  '/label.zpl': Buffer.from('^XA^PW812^LL1218^FO50,50^ADN,36,20^FDZoe^FS^BY3^FO50,200^BCN,100,Y,N,N^FD123456^FS^XZ'),
};

let server: TestServer;
let operator: Operator;
let token: string;
let clientId: string;
let drawing: TaskPool;
let blobs: BlobStore;
const signal = new AbortController().signal;

before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  ({ token } = await server.token({ scope: 'operator' }));
  drawing = new TaskPool({ processes: 1 });
  blobs = openBlobs(server.config);
  const customer = await newCustomer(server);
  clientId = customer.clientId;
  const host = await startFileServer(server, ({ url }, response) => response.end(FILES[url!]));
  for (const orderId of ['A/1', 'a-1']) {
    const print = { location: 'FRONT', technology: 'DTG', qualityControlImageUrl: `${host.url}/check.jpg` };
    const items = [customItem({ sku: BLANK, prints: [{ dataUrl: `${host.url}/art.png`, ...print }] })];
    const shipping = { shippingLabelUrl: `${host.url}/label.zpl` };
    const made = await customer.post(order({ orderId, items, shipping, packingSlip: `${host.url}/slip.pdf` } as never));
    assert.equal(made.status, 200, made.text);
  }
  const intake = await newIntakeContext(server, server, { blobs, allow: [host.host], retrySeconds: [] });
  await takeInOrders(intake, clientId, signal);
});
after(async () => {
  await drawing.close();
  await blobs.close();
  await server.close();
});

const read = (url: string, headers = {}) =>
  fetch(url.replace('http://platen.test', server.url), {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
const filesOf = async () => (await operator.get(`/orders/${clientId}/A%2F1/files`)).json.files;

test('staff read a picture of every kind of file, in two sizes', async () => {
  const files = await filesOf();
  assert.deepEqual(
    files.map(({ mediaType }: { mediaType: string }) => mediaType),
    ['image/png', 'image/jpeg', 'application/pdf', 'application/zpl'],
  );
  for (const { thumbnails, mediaType, role } of files) {
    for (const [size, pixels] of [
      ['small', 320],
      ['large', 1_280],
    ] as const) {
      const answer = await read(thumbnails[size]);
      assert.equal(answer.status, 200, `${mediaType} ${size} ${answer.status === 500 ? server.logged.at(-2) : ''}`);
      assert.equal(answer.headers.get('content-type'), 'image/webp');
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.match(answer.headers.get('content-security-policy')!, /default-src 'none'.*sandbox/);
      const isPersonal = ['label', 'packing_slip'].includes(role);
      assert.match(answer.headers.get('cache-control')!, isPersonal ? /^private, no-cache$/ : /immutable$/);
      const picture = Buffer.from(await answer.arrayBuffer());
      // Judging, which these tests do in this process, lets JPEG be read alone.
      sharp.unblock({ operation: ['VipsForeignLoadWebpBuffer'] });
      const { format, width, height } = await sharp(picture).metadata();
      const longest = Math.max(width, height);
      assert.equal(format, 'webp');
      // An image is never drawn larger than it is.
      if (mediaType === 'image/jpeg') assert.ok(longest <= pixels);
      else assert.equal(longest, mediaType === 'application/zpl' ? Math.min(pixels, 1_218) : pixels);
      if (mediaType === 'application/zpl') {
        const { channels } = await sharp(picture).stats();
        assert.ok(channels[0]!.min < 50 && channels[0]!.max > 200, 'the label is blank');
      }
      const etag = answer.headers.get('etag')!;
      assert.equal((await read(thumbnails[size], { 'if-none-match': etag })).status, 304);
    }
  }
});

test('an answer to a session is not cached, and has the ETag that a program gets', async () => {
  const person = await signedIn(server, 'office');
  const files: { url: string; thumbnails: { small: string; large: string } }[] = await filesOf();
  const order = `/operator/v1/orders/${clientId}/A%2F1`;
  const addresses = files.flatMap(({ url, thumbnails }) => [url, thumbnails.small, thumbnails.large]);
  const paths = ['/operator/v1/orders', '/operator/v1/clients', order, `${order}/events`];
  for (const path of [...paths, ...addresses.map((address) => new URL(address).pathname)]) {
    const cookie = [...person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const ask = (headers: Record<string, string>) => fetch(server.url + path, { headers });
    const [bySession, byToken] = [await ask({ cookie }), await ask({ authorization: `Bearer ${token}` })];
    await Promise.all([bySession.arrayBuffer(), byToken.arrayBuffer()]);
    assert.deepEqual([bySession.status, bySession.headers.get('cache-control')], [200, 'no-store'], path);
    assert.match(byToken.headers.get('cache-control') ?? '', /^private, (no-cache|max-age=\d+, immutable)$/, path);
    const etag = bySession.headers.get('etag') ?? '';
    assert.equal(etag, byToken.headers.get('etag'), path);
    const known = await ask({ cookie, 'if-none-match': etag });
    assert.deepEqual([known.status, known.headers.get('cache-control')], [304, 'no-store'], path);
  }
});

test('a picture that the store has lost is drawn again', async () => {
  const [{ sha256, thumbnails }] = await filesOf();
  await read(thumbnails.small);
  const { small } = (await findPictures(server.pool, sha256))!;
  await blobs.delete(small!);
  assert.equal((await read(thumbnails.small)).status, 200);
});

test('pictures of new order files are drawn in the background once, and kept while the order names the file', async () => {
  await server.pool.query('delete from file_pictures');
  let drawn = 0;
  const counted: Pick<TaskPool, 'run'> = {
    run: (...given) => {
      drawn += 1;
      return drawing.run(...given);
    },
  };
  const drawer = new PictureDrawer({ pool: server.pool, blobs, drawing: counted, clock: () => new Date() });
  assert.deepEqual(await findDue(server.pool, duePictures()), [clientId]);
  // A busy machine draws one file and no more in a client's turn.
  while ((await findDue(server.pool, duePictures())).length > 0) await drawer.drawDue(clientId, signal);
  assert.equal(drawn, 4, 'two orders name the same four files');
  assert.deepEqual(await findDue(server.pool, duePictures()), []);

  const [{ sha256 }] = await filesOf();
  const { small, large } = (await findPictures(server.pool, sha256))!;
  const names = orderBlobNames(30, () => new Date());
  assert.deepEqual(await names.find(server.pool, [small!, large!], false), new Set([small, large]));
  const { rowCount } = await server.pool.query('select from blobs where sha256 = any($1)', [[small, large]]);
  assert.equal(rowCount, 2);
  await server.pool.query("update order_files set sha256 = repeat('0', 64) where sha256 = $1", [sha256]);
  assert.deepEqual(await names.find(server.pool, [small!, large!], false), new Set());
  await names.release(server.pool, [small!]);
  assert.equal(await findPictures(server.pool, sha256), undefined);
  await server.pool.query("update order_files set sha256 = $1 where sha256 = repeat('0', 64)", [sha256]);
});

test('a client with slow drawings ends its turn when others may wait', async (t) => {
  await server.pool.query('delete from file_pictures');
  await server.pool.query('update order_files set picture_due = true');
  let passed = 0;
  const now = performance.now.bind(performance);
  t.mock.method(performance, 'now', () => now() + passed);
  const slow: Pick<TaskPool, 'run'> = {
    run: async () => {
      passed += 3_600_000;
      return undefined;
    },
  };
  const drawer = new PictureDrawer({ pool: server.pool, blobs, drawing: slow, clock: () => new Date() });
  await drawer.drawDue(clientId, signal);
  const { rows } = await server.pool.query('select distinct sha256 from order_files where picture_due');
  assert.equal(rows.length, 3, 'one of four was drawn');
  assert.deepEqual(await findDue(server.pool, duePictures()), [clientId]);
  await server.pool.query('delete from file_pictures');
  await server.pool.query('update order_files set picture_due = null');
});

test('a file that exceeds the limits of drawing has no picture, and is not tried again', async (t) => {
  const files = await filesOf();
  const { sha256, mediaType } = files.at(-1);
  await server.pool.query('delete from file_pictures');
  const strict = new TaskPool({ processes: 1, limits: { cpuMs: 50 } });
  t.after(() => strict.close());
  const drawer = new PictureDrawer({ pool: server.pool, blobs, drawing: strict, clock: () => new Date() });
  const names = await drawer.picturesOf('staff', { sha256, mediaType }, signal);
  assert.deepEqual(names, { small: null, large: null });
  const answer = await read(files.at(-1).thumbnails.small);
  const body = (await answer.json()) as { error: string; message: string };
  assert.deepEqual([answer.status, body.error], [404, 'not_found']);
  assert.match(body.message, /No picture of this file can be drawn/);
  await server.pool.query('delete from file_pictures');
});

test('pictures of a file that no order keeps are not found', async () => {
  const [{ sha256 }] = await filesOf();
  for (const [path = '', error] of [
    [`${clientId}/A%2F1/files/${'0'.repeat(64)}/thumbnails/small`, 'not_found'],
    [`nobody/A%2F1/files/${sha256}/thumbnails/small`, 'order_not_found'],
    [`${clientId}/nothing/files`, 'order_not_found'],
    [`${clientId}/nothing/files.zip`, 'order_not_found'],
  ]) {
    const { status, json } = await operator.get(`/orders/${path}`);
    assert.deepEqual([status, json.error], [404, error], path);
  }
});

test('all files of one order, or of several, are returned as an archive', async () => {
  const one = await read(`${server.url}/operator/v1/orders/${clientId}/A%2F1/files.zip`);
  assert.equal(one.headers.get('content-type'), 'application/zip');
  assert.equal(one.headers.get('content-disposition'), 'attachment; filename="A-1.zip"');
  const archive = readZip(Buffer.from(await one.arrayBuffer()));
  assert.deepEqual(
    [...archive.keys()],
    ['A-1/001_artwork.png', 'A-1/002_quality_control_image.jpg', 'A-1/003_packing_slip.pdf', 'A-1/004_label.zpl'],
  );
  assert.ok(archive.get('A-1/001_artwork.png')!.equals(FILES['/art.png']!));
  assert.ok(archive.get('A-1/004_label.zpl')!.equals(FILES['/label.zpl']!));

  const several = await fetch(`${server.url}/operator/v1/orders/files.zip`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      orders: [
        { clientId, orderId: 'a-1' },
        { clientId, orderId: 'A/1' },
        { clientId, orderId: 'absent' },
        { clientId, orderId: 'a-1' },
      ],
    }),
  });
  const paths = [...readZip(Buffer.from(await several.arrayBuffer())).keys()];
  assert.deepEqual([...new Set(paths.map((path) => path.split('/')[0]))], ['a-1', 'A-1_2']);
  assert.equal(paths.length, 8);
});

const keptFile = (orderId: string, sha256 = 'x', bytes = 1) => ({
  clientId: 'c',
  orderId,
  role: 'artwork' as const,
  mediaType: 'image/png',
  sha256,
  bytes,
  fetched: new Date(),
});

test('the folders of an archive have safe names that differ on every file system', async () => {
  const long = 'long'.repeat(50);
  const orderIds = ['../../etc', '..', 'CON', 'a\\b', 'A/B', long, 'ä', 'ö', '-', '\u202egnp.exe'];
  const archive = archiveFiles(
    orderIds.map((orderId) => keptFile(orderId)),
    { read: async () => Readable.from(['x']) },
  );
  const paths = [...readZip(Buffer.concat(await archive.toArray())).keys()];
  const folders = paths.map((path) => path.split('/')[0]!);
  assert.equal(new Set(folders.map((name) => name.toLowerCase())).size, orderIds.length);
  for (const name of folders) assert.match(name, /^[\w-]{1,64}$/);
  assert.ok(!folders.includes('CON'));
});

test('an archive opens files only as fast as it is read, and none after its reader disconnects', async () => {
  let opened = 0;
  const content = Buffer.alloc(1_000_000);
  const store: Pick<BlobStore, 'read'> = {
    read: async (sha256) => {
      if (sha256 === 'lost') throw new BlobMissingError(sha256);
      opened += 1;
      return Readable.from([content]);
    },
  };
  const file = (sha256 = 'x') => keptFile('o', sha256, content.length);
  const slow = archiveFiles(
    Array.from({ length: 1_000 }, () => file()),
    store,
  );
  await once(slow, 'readable');
  slow.read(1);
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(opened < 10, `${opened} files are open`);
  slow.destroy();
  await once(slow, 'close');

  const whole = archiveFiles([file(), file('lost'), file()], store);
  const archive = readZip(Buffer.concat(await whole.toArray()));
  assert.deepEqual([...archive.keys()], ['o/001_artwork.png', 'o/003_artwork.png', 'MISSING.txt']);
  assert.match(archive.get('MISSING.txt')!.toString(), /^o\/002_artwork\.png$/m);
});

test('a file that is being opened when the reader disconnects is closed', async () => {
  const opening = Promise.withResolvers<Readable>();
  const archive = archiveFiles([keptFile('o')], { read: () => opening.promise });
  archive.destroy();
  await once(archive, 'close');
  const file = new Readable({ read() {} });
  const closed = once(file, 'close');
  opening.resolve(file);
  await closed;
});

test('an operator reads two archives at a time, and a further one after one ends', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'platen-large-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  // More than the connection takes before anybody reads.
  const large = Buffer.alloc(64_000_000);
  const sha256 = createHash('sha256').update(large).digest('hex');
  await writeFile(join(folder, sha256), large);
  await blobs.put(sha256, join(folder, sha256));
  const { rows } = await server.pool.query<{ pointer: string }>(
    `update order_files set sha256 = $1, bytes = $2 where order_id = 'a-1' and role = 'artwork' returning pointer`,
    [sha256, large.length],
  );
  assert.equal(rows.length, 1);
  const open = async () => {
    const abort = new AbortController();
    const answer = await fetch(`${server.url}/operator/v1/orders/${clientId}/a-1/files.zip`, {
      headers: { authorization: `Bearer ${token}` },
      signal: abort.signal,
    });
    return { status: answer.status, headers: answer.headers, abort };
  };
  const [first, second] = [await open(), await open()];
  assert.deepEqual([first.status, second.status], [200, 200]);
  const third = await open();
  assert.deepEqual([third.status, third.headers.get('retry-after')], [429, '10']);
  first.abort.abort();
  await waitUntil(async () => {
    const next = await open();
    next.abort.abort();
    return next.status === 200;
  });
  second.abort.abort();
});

/** Returns the content of each file by its path, from an archive without compression. */
function readZip(bytes: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>();
  const end = bytes.lastIndexOf(Buffer.from('PK\x05\x06'));
  let at = bytes.readUInt32LE(end + 16);
  for (let count = bytes.readUInt16LE(end + 10); count > 0; count -= 1) {
    const [size, name, extra, comment] = [
      bytes.readUInt32LE(at + 20),
      bytes.readUInt16LE(at + 28),
      bytes.readUInt16LE(at + 30),
      bytes.readUInt16LE(at + 32),
    ];
    const local = bytes.readUInt32LE(at + 42);
    const start = local + 30 + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    const path = bytes.toString('utf8', at + 46, at + 46 + name);
    const stored = bytes.subarray(start, start + size);
    files.set(path, path === 'MISSING.txt' ? inflateRawSync(stored) : stored);
    at += 46 + name + extra + comment;
  }
  return files;
}
