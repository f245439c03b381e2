import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, type TestContext, test } from 'node:test';
import sharp from 'sharp';
import { newOperator } from '../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { importCatalog } from '../../catalog/import-catalog.ts';
import { sampleCatalog } from '../../catalog/test-support/sample-catalog.ts';
import { PictureDrawer } from '../../orders/files/draw-pictures.ts';
import { type FileAnswer, newIntakeHost, serve } from '../../orders/test-support/intake-context.ts';
import { BLANK, customItem, order } from '../../orders/test-support/sample-orders.ts';
import { findDue } from '../../platform/database/due-query.ts';
import { TaskPool } from '../../platform/files/task-pool.ts';
import { makePrintFiles, openMaking } from './make-print-files.ts';
import { duePrintFiles, findPrintFile, type PrintFile } from './print-file-store.ts';

let server: TestServer;
const making = openMaking();
const drawing = new TaskPool({ processes: 1 });
before(async () => {
  server = await startTestServer();
});
after(() => Promise.all([server.close(), making.close(), drawing.close()]));

async function newShop(t: TestContext, answers: Record<string, FileAnswer>) {
  const host = await newIntakeHost(t, server, answers);
  const { token, client } = await server.token();
  const { clientId } = client;
  await importCatalog(server.pool, sampleCatalog, { clientId });
  const { blobs, pool, clock } = host.context;
  const pictures = new PictureDrawer({ pool, blobs, drawing, clock });
  const disk = { mayFetch: () => true, claim: () => true };
  const signal = new AbortController().signal;
  const { log, faults } = server;
  const context = { pool, clock, log, faults, blobs, pictures, making, disk, imageFolder: undefined };
  return {
    clientId,
    host,
    make: () => makePrintFiles(context, clientId, signal),
    submit: async (prints: { path: string; location?: string; technology?: string }[], method = 'POST') => {
      const items = [
        customItem({
          sku: BLANK,
          prints: prints.map(({ path, location = 'FRONT', technology = 'DTG' }) => ({
            ...{ dataUrl: `${host.files.url}${path}`, location, technology },
          })),
        }),
      ];
      const body = order({ items: items.map((item) => ({ ...item, id: 'one' })) });
      const path = method === 'POST' ? '/v1/orders' : '/v1/orders/SHOP-1';
      const { status, json } = await server.send(path, { token, method, body });
      assert.equal(status < 300, true, JSON.stringify(json));
      await host.takeIn(clientId);
      await makePrintFiles(context, clientId, signal);
    },
    find: async (location = 'FRONT') => {
      const found = await findPrintFile(pool, clientId, 'SHOP-1', 'one', location);
      assert.ok(found);
      return found;
    },
    read: async ({ sha256 }: PrintFile) => buffer(await blobs.read(sha256 ?? '')),
    readPicture: async ({ picture }: PrintFile) => buffer(await blobs.read(picture ?? '')),
  };
}

/** Red on the left and clear on the right, in the colors of Display P3. */
function artwork(width = 700, height = 400) {
  const red = { create: { width: width / 2, height, channels: 4, background: '#f00' } } as const;
  return sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([{ input: red, left: 0, top: 0 }])
    .withIccProfile('p3')
    .png()
    .toBuffer();
}

const pixelAt = async (image: Buffer, left: number, top: number) => [
  ...(await sharp(image, { ignoreIcc: true }).extract({ left, top, width: 1, height: 1 }).raw().toBuffer()),
];
/** Resolution of pHYs, in pixels per meter. */
const perMeter = (png: Buffer) => png.readUInt32BE(png.indexOf('pHYs') + 4);

test('a picture keeps its pixels, alpha and profile, and gets the resolution of its printed size', async (t) => {
  const source = await artwork();
  const shop = await newShop(t, { '/art.png': serve(source) });
  await shop.submit([{ path: '/art.png' }]);
  const file = await shop.find();
  assert.partialDeepStrictEqual(file, {
    ...{ state: 'ready', kind: 'PNG', version: 1, widthMm: 355.6, heightMm: 203.2, leftMm: 0, topMm: 0 },
    ...{ mirrored: false, technology: 'DTG', position: 1, print: 0 },
  });
  const png = await shop.read(file);
  assert.equal(perMeter(png), Math.round((700 / 355.6) * 1_000));
  const { width, height, hasAlpha, icc, density } = await sharp(png).metadata();
  assert.deepEqual([width, height, hasAlpha, density], [700, 400, true, 50]);
  assert.deepEqual(icc, (await sharp(source).metadata()).icc);
  const raw = (bytes: Buffer) => sharp(bytes, { ignoreIcc: true }).raw().toBuffer();
  assert.deepEqual(await raw(png), await raw(source));
  const picture = await sharp(await shop.readPicture(file)).metadata();
  assert.deepEqual([picture.format, picture.width, picture.height], ['webp', 560, 640]);
});

test('film is mirrored, with the same profile and size', async (t) => {
  const source = await artwork();
  const shop = await newShop(t, { '/art.png': serve(source) });
  await shop.submit([{ path: '/art.png', technology: 'DTF' }]);
  const file = await shop.find();
  const png = await shop.read(file);
  assert.equal(file.mirrored, true);
  assert.ok(Math.abs(perMeter(png) - (700 / 355.6) * 1_000) <= 1);
  assert.deepEqual((await sharp(png).metadata()).icc, (await sharp(source).metadata()).icc);
  assert.deepEqual(await pixelAt(png, 5, 5), await pixelAt(source, 694, 5));
  assert.deepEqual(await pixelAt(png, 694, 5), await pixelAt(source, 5, 5));
});

test('a corrected artwork makes another version, and an unchanged one stays', async (t) => {
  const shop = await newShop(t, { '/a.png': serve(await artwork()), '/b.png': serve(await artwork(300, 300)) });
  await shop.submit([{ path: '/a.png' }, { path: '/a.png', location: 'BACK' }]);
  const [front, back] = [await shop.find(), await shop.find('BACK')];
  assert.equal(front.sha256, back.sha256);
  await shop.submit([{ path: '/b.png' }, { path: '/a.png', location: 'BACK' }], 'PUT');
  const changed = await shop.find();
  assert.deepEqual([changed.version, changed.state, changed.widthMm], [2, 'ready', 355.6]);
  assert.deepEqual(await shop.find('BACK'), back);
  await shop.submit([{ path: '/b.png' }], 'PUT');
  await assert.rejects(shop.find('BACK'));
});

test('a location without a print area has no file, and says why', async (t) => {
  const shop = await newShop(t, { '/art.png': serve(await artwork()) });
  await shop.submit([{ path: '/art.png', location: 'NECK', technology: 'DTF' }]);
  const { state, errorCode, sha256 } = await shop.find('NECK');
  assert.deepEqual([state, errorCode, sha256], ['failed', 'no_print_area', null]);
});

test('an order with a damaged document is set aside, and the print files of the others are made', async (t) => {
  const shop = await newShop(t, { '/art.png': serve(await artwork()) });
  const { pool } = server;
  const { clientId, host } = shop;
  await shop.submit([{ path: '/art.png' }]);
  await pool.query(
    `insert into orders (client_id, order_id, status, created, updated, request_hash, document, summary, item_count)
     select client_id, 'DAMAGED', status, created, updated, request_hash, 'Ada Lovelace, no JSON', summary, item_count
     from orders where client_id = $1`,
    [clientId],
  );
  await pool.query(`delete from print_files where client_id = $1`, [clientId]);
  await pool.query(
    `insert into print_files_due (client_id, order_id, since)
     select client_id, order_id, case order_id when 'DAMAGED' then timestamptz '2026-01-01' else now() end
     from orders where client_id = $1`,
    [clientId],
  );
  const isDue = async () => (await findDue(pool, duePrintFiles(host.context.clock()))).includes(clientId);
  await shop.make();
  assert.equal((await shop.find()).state, 'ready');
  assert.equal(await isDue(), false);
  const operator = await newOperator(server);
  const { json } = await operator.get('/problems?kind=WORK_FAILED');
  const found = json.find((one: { clientId: string }) => one.clientId === clientId);
  assert.deepEqual([found?.orderId, found?.reason], ['DAMAGED', 'PRINT_FILES']);
  assert.deepEqual(
    server.logged.filter((line) => line.includes('Ada')),
    [],
  );
  server.time.now = new Date(Date.now() + 11_000);
  assert.equal(await isDue(), true);
  await pool.query(
    `update orders set document = (select document from orders where client_id = $1 and order_id = 'SHOP-1')
     where client_id = $1`,
    [clientId],
  );
  await shop.make();
  server.time.now = undefined;
  assert.equal((await operator.get('/problems/counts')).json.WORK_FAILED, 0);
});
