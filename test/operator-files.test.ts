import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import S3rver from '@20minutes/s3rver';
import { upsertKeptFiles } from '../src/orders/files/order-file-store.ts';
import { takeInOrders } from '../src/orders/intake/intake-orders.ts';
import { newCustomer } from '../src/orders/test-support/customer.ts';
import { newIntakeContext } from '../src/orders/test-support/intake-context.ts';
import { BLANK, customItem, order } from '../src/orders/test-support/sample-orders.ts';
import { claimBlob } from '../src/platform/files/blob-record-store.ts';
import { openBlobs } from '../src/platform/files/open-blobs.ts';
import { startFileServer } from '../src/platform/files/test-support/file-server.ts';
import { makePdf, makePng, pngChunk, pngDensity } from '../src/platform/files/test-support/sample-files.ts';
import { newOperator } from './support/operator.ts';
import { startTestServer } from './support/test-server.ts';

/** Larger than a stream's buffer. */
const LARGE_BYTES = 3_000_000;
const ART = makePng({
  width: 40,
  height: 30,
  extra: [pngDensity(11_811, 5_906), pngChunk('tEXt', Buffer.alloc(LARGE_BYTES, 7))],
});
const SLIP = makePdf();

const LOST = 'ab'.repeat(32);
/** An address where no server listens. */
const DOWN = {
  S3_BUCKET_URL: 'http://127.0.0.1:1/files',
  S3_ACCESS_KEY_ID: 'ACCESS-KEY',
  S3_SECRET_ACCESS_KEY: 'SECRET-KEY',
};

const STORES: readonly (readonly [name: string, settings: (t: TestContext) => Promise<Record<string, string>>])[] = [
  ['folder', async () => ({})],
  ['S3', startS3],
];

for (const [name, settingsOf] of STORES) {
  test(`${name}: staff read the files of an order unchanged`, async (t) => {
    const { order: shown, get } = await createTakenInOrder(t, await settingsOf(t));
    const [art, slip] = shown.files;
    assert.deepEqual(
      [art.pointer, art.width, art.height, art.dpi, art.hasAlpha],
      ['/items/0/customProduct/prints/0/dataUrl', 40, 30, 150, true],
    );
    assert.deepEqual(
      ['pages', 'widthMm', 'heightMm'].filter((name) => name in art),
      [],
    );
    assert.deepEqual([slip.pointer, 'dpi' in slip, 'hasAlpha' in slip], ['/packingSlip', false, false]);
    assert.deepEqual([slip.pages, slip.widthMm, slip.heightMm], [1, 101.6, 152.4]);
    for (const [file, content, type, fileName] of [
      [art, ART, 'image/png', `A-1_artwork_${art.sha256.slice(0, 8)}.png`],
      [slip, SLIP, 'application/pdf', `A-1_packing_slip_${slip.sha256.slice(0, 8)}.pdf`],
    ]) {
      assert.match(file.url, /^http:\/\/platen\.test\/operator\/v1\/orders\/[^/]+\/A%2F%C3%BC%201\/files\//);
      const answer = await get(file.url);
      assert.equal(answer.status, 200);
      assert.ok(Buffer.from(await answer.arrayBuffer()).equals(content));
      assert.equal(answer.headers.get('content-type'), type);
      assert.equal(answer.headers.get('content-length'), String(content.length));
      assert.equal(answer.headers.get('content-disposition'), `attachment; filename="${fileName}"`);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      const etag = answer.headers.get('etag')!;
      assert.equal(etag, `"${file.sha256}"`);
      assert.equal((await get(file.url, { 'if-none-match': etag })).status, 304);
    }
  });
}

test('a file that the order does not keep is not found, and so is any file of an unknown order', async (t) => {
  const { order: shown, operator, clientId } = await createTakenInOrder(t, {});
  const other = await operator.get(`/orders/nobody/A%2F%C3%BC%201/files/${shown.files[0].sha256}`);
  assert.deepEqual([other.status, other.json.error], [404, 'order_not_found']);
  for (const sha256 of ['0'.repeat(64), 'x', shown.files[0].sha256.toUpperCase()]) {
    const { status, json } = await operator.get(`/orders/${clientId}/A%2F%C3%BC%201/files/${sha256}`);
    assert.deepEqual([status, json.error], [404, 'not_found'], sha256);
    assert.match(json.message, /read the order for the "files"/);
  }
});

for (const [what, settings, status, error, message, logged] of [
  ['that has lost it', {}, 500, 'internal_error', /The file store has lost this file/, `There is no blob ${LOST}.`],
  ['that is down', DOWN, 503, 'temporarily_unavailable', /cannot be read right now/, 'did not answer GET'],
] as const) {
  test(`a file of a store ${what} is an error without secrets, and its cause is in the log`, async (t) => {
    const server = await startTestServer(settings);
    t.after(() => server.close());
    const operator = await newOperator(server);
    const { clientId, post } = await newCustomer(server);
    await post(order({ orderId: 'LOST' }));
    await claimBlob(server.pool, LOST, 7);
    await upsertKeptFiles(server.pool, clientId, 'LOST', 1, [
      {
        pointer: '/packingSlip',
        role: 'packing_slip',
        url: 'https://files.example.com/slip.pdf',
        sha256: LOST,
        mediaType: 'application/pdf',
        bytes: 7,
        width: null,
        height: null,
        dpi: null,
        hasAlpha: null,
        visibleShare: null,
        isOpaque: null,
        pages: null,
        widthMm: null,
        heightMm: null,
        fetched: new Date(),
      },
    ]);
    const answer = await operator.get(`/orders/${clientId}/LOST/files/${LOST}`);
    assert.deepEqual([answer.status, answer.json.error], [status, error]);
    assert.match(answer.json.message, message);
    assert.doesNotMatch(answer.text, /KEY|127\.0\.0\.1/);
    assert.deepEqual(
      ['content-disposition', 'etag'].map((name) => answer.headers.get(name)),
      [null, null],
    );
    assert.ok(server.logged.some((line) => line.includes(logged)));
    assert.doesNotMatch(server.logged.join(''), /SECRET-KEY/);
  });
}

/** Creates a server and an order whose artwork and packing slip are stored. */
async function createTakenInOrder(t: TestContext, settings: Record<string, string>) {
  const server = await startTestServer(settings);
  t.after(() => server.close());
  const operator = await newOperator(server);
  const { clientId, post } = await newCustomer(server);
  const host = await startFileServer(t, ({ url }, response) => {
    response.end(url === '/slip.pdf' ? SLIP : ART);
  });
  const prints = [{ dataUrl: `${host.url}/art.png`, location: 'FRONT', technology: 'DTG' }];
  const items = [customItem({ sku: BLANK, prints })];
  const { status } = await post(order({ orderId: 'A/ü 1', items, packingSlip: `${host.url}/slip.pdf` }));
  assert.equal(status, 200);
  const blobs = openBlobs(server.config);
  t.after(() => blobs.close());
  const context = await newIntakeContext(t, server, { blobs, allow: [host.host], retrySeconds: [] });
  await takeInOrders(context, clientId, new AbortController().signal);
  const { json } = await operator.get(`/orders/${clientId}/A%2F%C3%BC%201`);
  const { token } = await server.token({ scope: 'operator' });
  /** Skips the check against the API document, which expects JSON. */
  const get = (url: string, headers = {}) =>
    fetch(url.replace('http://platen.test', server.url), {
      headers: { authorization: `Bearer ${token}`, ...headers },
    });
  return { operator, clientId, order: json, get };
}

/** Starts a server that speaks S3, checks signatures and has one bucket. Returns its settings. */
async function startS3(t: TestContext): Promise<Record<string, string>> {
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: await newFolder(t),
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port }: AddressInfo = await server.run();
  t.after(() => server.close());
  return {
    S3_BUCKET_URL: `http://127.0.0.1:${port}/files`,
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  };
}

async function newFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'platen-files-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
