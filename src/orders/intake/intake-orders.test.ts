import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, type TestContext, test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { importCatalog } from '../../catalog/import-catalog.ts';
import { sampleCatalog } from '../../catalog/test-support/sample-catalog.ts';
import { makePdf, makePng, pngDensity } from '../../platform/files/test-support/sample-files.ts';
import { storageLow } from '../../platform/network/fetch-failure.ts';
import { failOrder } from '../change/operate-order.ts';
import { findKeptFiles } from '../files/order-file-store.ts';
import { type FileAnswer, newIntakeHost, serve } from '../test-support/intake-context.ts';
import { BLANK, customItem, order } from '../test-support/sample-orders.ts';
import { STAFF } from '../test-support/stock-shop.ts';

const RETRY_SECONDS = [10, 60];
/** Rows of 2,100 clear pixels. */
const CLEAR = deflateSync(Buffer.alloc(2_100 * (1 + 4 * 2_100)));

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const newHost = (t: TestContext, answers: Record<string, FileAnswer>) =>
  newIntakeHost(t, server, answers, RETRY_SECONDS);

async function newShop() {
  const { token, client } = await server.token();
  const { clientId } = client;
  await importCatalog(server.pool, sampleCatalog, { clientId });
  const send = (path: string, body?: unknown, method = body === undefined ? 'GET' : 'POST') =>
    server.send(path, { token, method, ...(body !== undefined && { body }) });
  return { clientId, send };
}

test('an order with usable files is assigned, each URL is fetched once, and the files are kept', async (t) => {
  const host = await newHost(t, { '/art.png': serve(makePng()), '/slip.pdf': serve(makePdf()) });
  const shop = await newShop();
  const items = [host.printed('/art.png'), host.printed('/art.png')];
  await shop.send('/v1/orders', order({ items, packingSlip: `${host.files.url}/slip.pdf` }));
  await host.takeIn(shop.clientId);
  const { json } = await shop.send('/v1/orders/SHOP-1');
  assert.equal(json.status, 'ASSIGNED', JSON.stringify(json.statusReason));
  assert.deepEqual(host.asked().sort(), ['/art.png', '/slip.pdf']);
  const kept = await findKeptFiles(server.pool, shop.clientId, 'SHOP-1');
  assert.deepEqual(
    kept.map(({ pointer, mediaType }) => [pointer, mediaType]),
    [
      ['/items/0/customProduct/prints/0/dataUrl', 'image/png'],
      ['/items/1/customProduct/prints/0/dataUrl', 'image/png'],
      ['/packingSlip', 'application/pdf'],
    ],
  );
  for (const { sha256 } of kept) (await host.context.blobs.read(sha256)).destroy();
});

test('an order whose files are late is found by the title of its article', async (t) => {
  const host = await newHost(t, { '/late.png': (response) => void response.writeHead(503).end() });
  const shop = await newShop();
  await shop.send('/v1/orders', order({ items: [host.printed('/late.png')] }));
  await host.takeIn(shop.clientId);
  assert.equal((await shop.send('/v1/orders/SHOP-1')).json.status, 'NEW');
  const { rows } = await server.pool.query('select terms::text from order_search where client_id = $1', [
    shop.clientId,
  ]);
  assert.match(rows[0].terms, /'creator'/);
});

/** A square that is half transparent. */
const pictureOf = (width: number) =>
  sharp({ create: { width, height: width, channels: 4, background: { r: 200, g: 0, b: 0, alpha: 0.5 } } })
    .png()
    .toBuffer();

test('artwork with a low resolution is accepted with a warning, which ends with better artwork', async (t) => {
  const host = await newHost(t, {
    '/coarse.png': serve(await pictureOf(2_000)),
    '/fine.png': serve(await pictureOf(2_100)),
  });
  const shop = await newShop();
  await shop.send('/v1/orders', order({ items: [host.printed('/coarse.png')] }));
  await host.takeIn(shop.clientId);
  const { json: coarse } = await shop.send('/v1/orders/SHOP-1');
  assert.equal(coarse.status, 'ASSIGNED');
  assert.deepEqual(
    coarse.warnings.map(({ code, pointer }: { code: string; pointer: string }) => [code, pointer]),
    [['low_resolution', '/items/0/customProduct/prints/0/dataUrl']],
  );
  await shop.send('/v1/orders/SHOP-1', order({ items: [host.printed('/fine.png')] }), 'PUT');
  await host.takeIn(shop.clientId);
  const { json: fine } = await shop.send('/v1/orders/SHOP-1');
  assert.deepEqual([fine.status, fine.warnings], ['ASSIGNED', undefined]);
});

test('a permanently missing file puts the order into ERROR, and a change corrects it', async (t) => {
  const host = await newHost(t, { '/there.png': serve(makePng()) });
  const shop = await newShop();
  await shop.send('/v1/orders', order({ items: [host.printed('/missing.png')] }));
  await host.takeIn(shop.clientId);
  const { json: failed } = await shop.send('/v1/orders/SHOP-1');
  assert.deepEqual(
    [failed.status, failed.statusReason.code, failed.statusReason.pointer],
    ['ERROR', 'file_not_found', '/items/0/customProduct/prints/0/dataUrl'],
  );
  const changed = await shop.send('/v1/orders/SHOP-1', order({ items: [host.printed('/there.png')] }), 'PUT');
  assert.deepEqual([changed.json.status, changed.json.statusReason], ['NEW', undefined]);
  await host.takeIn(shop.clientId);
  assert.equal((await shop.send('/v1/orders/SHOP-1')).json.status, 'ASSIGNED');
});

test('sending the same order again retries an order in ERROR', async (t) => {
  const answers: Record<string, FileAnswer> = {};
  const host = await newHost(t, answers);
  const shop = await newShop();
  const wanted = order({ items: [host.printed('/late.png')] });
  await shop.send('/v1/orders', wanted);
  await host.takeIn(shop.clientId);
  answers['/late.png'] = serve(makePng());
  await shop.send('/v1/orders/SHOP-1', wanted, 'PUT');
  await host.takeIn(shop.clientId);
  assert.equal((await shop.send('/v1/orders/SHOP-1')).json.status, 'ASSIGNED');
});

test('a file that staff named in an error is fetched again, also from the same URL, and no other file', async (t) => {
  const answers = { '/art.png': serve(makePng()), '/slip.pdf': serve(makePdf()) };
  const host = await newHost(t, answers);
  const shop = await newShop();
  const wanted = order({ items: [host.printed('/art.png')], packingSlip: `${host.files.url}/slip.pdf` });
  await shop.send('/v1/orders', wanted);
  await host.takeIn(shop.clientId);
  const [before] = await findKeptFiles(server.pool, shop.clientId, 'SHOP-1');
  const context = { pool: server.pool, clock: () => new Date(), onWork: () => {} };
  const complaint = { code: 'production_problem', message: 'Too dark.', pointer: '/items/0' };
  await failOrder(context, { clientId: shop.clientId, orderId: 'SHOP-1' }, { by: STAFF, ...complaint });
  answers['/art.png'] = serve(makePng({ width: 5 }));
  await shop.send('/v1/orders/SHOP-1', wanted, 'PUT');
  await host.takeIn(shop.clientId);
  assert.equal((await shop.send('/v1/orders/SHOP-1')).json.status, 'ASSIGNED');
  assert.deepEqual(host.asked().sort(), ['/art.png', '/art.png', '/slip.pdf']);
  const [after] = await findKeptFiles(server.pool, shop.clientId, 'SHOP-1');
  assert.notEqual(after?.sha256, before?.sha256);
});

test('files that an order no longer names are no longer its files', async (t) => {
  const host = await newHost(t, { '/art.png': serve(makePng()), '/slip.pdf': serve(makePdf()) });
  const shop = await newShop();
  const items = [host.printed('/art.png')];
  await shop.send('/v1/orders', order({ items, packingSlip: `${host.files.url}/slip.pdf` }));
  await host.takeIn(shop.clientId);
  await shop.send('/v1/orders/SHOP-1', order({ items }), 'PUT');
  const kept = await findKeptFiles(server.pool, shop.clientId, 'SHOP-1');
  assert.deepEqual(
    kept.map(({ role }) => role),
    ['artwork'],
  );
});

test('one URL that serves as artwork and as quality control image is fetched once', async (t) => {
  const host = await newHost(t, { '/art.png': serve(makePng()), '/slip.pdf': serve(makePdf()) });
  const shop = await newShop();
  const url = `${host.files.url}/art.png`;
  const print = { dataUrl: url, location: 'FRONT', technology: 'DTG', qualityControlImageUrl: url };
  await shop.send('/v1/orders', order({ items: [customItem({ sku: BLANK, prints: [print] })] }));
  await host.takeIn(shop.clientId);
  assert.equal((await shop.send('/v1/orders/SHOP-1')).json.status, 'ASSIGNED');
  assert.deepEqual(host.asked(), ['/art.png']);
  const slip = `${host.files.url}/slip.pdf`;
  const wrong = { ...print, dataUrl: slip, qualityControlImageUrl: slip };
  const items = [customItem({ sku: BLANK, prints: [wrong] })];
  await shop.send('/v1/orders', order({ orderId: 'SHOP-2', items }));
  await host.takeIn(shop.clientId);
  const { statusReason } = (await shop.send('/v1/orders/SHOP-2')).json;
  assert.deepEqual(
    [statusReason.code, statusReason.pointer],
    ['wrong_file_type', '/items/0/customProduct/prints/0/qualityControlImageUrl'],
  );
});

test('an order with an internal failure is tried later, and does not block others', async (t) => {
  const host = await newHost(t, { '/art.png': serve(makePng()) });
  const shop = await newShop();
  const { fetchFile } = host.context;
  host.context.fetchFile = (url, options) =>
    url.endsWith('/full.png') ? Promise.reject(new Error('ENOSPC')) : fetchFile(url, options);
  for (const name of ['full', 'art'])
    await shop.send('/v1/orders', order({ orderId: name, items: [host.printed(`/${name}.png`)] }));
  await host.takeIn(shop.clientId);
  assert.equal((await shop.send('/v1/orders/art')).json.status, 'ASSIGNED');
  const told = server.logged.map((line) => JSON.parse(line)).find(({ err }) => err?.message === 'ENOSPC');
  assert.deepEqual([told.clientId, told.orderId, told.failures], [shop.clientId, 'full', 1]);
  await host.takeIn(shop.clientId);
  assert.equal((await shop.send('/v1/orders/full')).json.status, 'NEW');
  host.context.fetchFile = (_url, options) => fetchFile(`${host.files.url}/art.png`, options);
  t.after(() => {
    server.time.now = undefined;
  });
  server.time.now = new Date(Date.now() + 60_000);
  await host.takeIn(shop.clientId);
  assert.equal((await shop.send('/v1/orders/full')).json.status, 'ASSIGNED');
});

test('an order whose file does not fit on the disk waits without losing an attempt, and continues with room', async (t) => {
  const host = await newHost(t, { '/art.png': serve(makePng()) });
  const shop = await newShop();
  const { fetchFile } = host.context;
  t.after(() => {
    server.time.now = undefined;
  });
  host.context.fetchFile = async () => storageLow().failure;
  await shop.send('/v1/orders', order({ items: [host.printed('/art.png')] }));
  for (let turn = 0; turn <= RETRY_SECONDS.length + 1; turn++) {
    await host.takeIn(shop.clientId);
    assert.equal((await shop.send('/v1/orders/SHOP-1')).json.status, 'NEW');
    server.time.now = new Date((server.time.now ?? new Date()).getTime() + 60_000);
  }
  host.context.fetchFile = fetchFile;
  await host.takeIn(shop.clientId);
  assert.equal((await shop.send('/v1/orders/SHOP-1')).json.status, 'ASSIGNED');
});

test('a file that arrives after the order has dropped it is not kept', async (t) => {
  const asked = Promise.withResolvers<ServerResponse>();
  const host = await newHost(t, {
    '/art.png': serve(makePng()),
    '/slip.pdf': (response) => asked.resolve(response),
  });
  const shop = await newShop();
  const items = [host.printed('/art.png')];
  await shop.send('/v1/orders', order({ items, packingSlip: `${host.files.url}/slip.pdf` }));
  const running = host.takeIn(shop.clientId);
  const response = await asked.promise;
  await shop.send('/v1/orders/SHOP-1', order({ items }), 'PUT');
  serve(makePdf())(response);
  await running;
  await host.takeIn(shop.clientId);
  assert.equal((await shop.send('/v1/orders/SHOP-1')).json.status, 'ASSIGNED');
  const kept = await findKeptFiles(server.pool, shop.clientId, 'SHOP-1');
  assert.deepEqual(
    kept.map(({ pointer }) => pointer),
    ['/items/0/customProduct/prints/0/dataUrl'],
  );
});

test('a file with an unsuitable content puts the order into ERROR', async (t) => {
  const host = await newHost(t, { '/page': serve('<!doctype html><title>Sign in</title>') });
  const shop = await newShop();
  await shop.send('/v1/orders', order({ items: [host.printed('/page')] }));
  await host.takeIn(shop.clientId);
  const { json } = await shop.send('/v1/orders/SHOP-1');
  assert.deepEqual([json.status, json.statusReason.code], ['ERROR', 'wrong_file_type']);
});

test('an unprintable file puts the order into ERROR', async (t) => {
  const rows = (count: number) => deflateSync(Buffer.alloc(count * 17));
  for (const [what, file, code] of [
    ['pixel data that end early', makePng({ image: rows(2) }), 'unreadable_file'],
    ['no pixel data', makePng({ image: Buffer.alloc(0) }), 'unreadable_file'],
    ['a PDF that may not be printed', makePdf({ passwords: { user: '', owner: 'o' } }), 'encrypted_file'],
    ['a PDF without a page', makePdf({ pages: 0 }), 'file_without_pages'],
  ] as const) {
    const host = await newHost(t, { '/art': serve(file) });
    const shop = await newShop();
    await shop.send('/v1/orders', order({ items: [host.printed('/art')] }));
    await host.takeIn(shop.clientId);
    const { json } = await shop.send('/v1/orders/SHOP-1');
    assert.deepEqual([json.status, json.statusReason?.code], ['ERROR', code], what);
  }
});

test('the measures of a file are kept with it, also a fractional resolution', async (t) => {
  const host = await newHost(t, {
    '/art.png': serve(makePng({ extra: [pngDensity(11_800, 11_800)] })),
    '/slip.pdf': serve(makePdf({ pages: 2 })),
  });
  const shop = await newShop();
  const items = [host.printed('/art.png')];
  await shop.send('/v1/orders', order({ items, packingSlip: `${host.files.url}/slip.pdf` }));
  await host.takeIn(shop.clientId);
  const [art, slip] = await findKeptFiles(server.pool, shop.clientId, 'SHOP-1');
  assert.partialDeepStrictEqual(art, { width: 4, height: 3, dpi: 299.7, hasAlpha: true, pages: null });
  assert.partialDeepStrictEqual(slip, { width: null, pages: 2, widthMm: 101.6, heightMm: 152.4 });
});

test('a temporary failure is tried again after the waits, and then given up', async (t) => {
  const host = await newHost(t, { '/down.png': (response) => void response.writeHead(503).end() });
  t.after(() => {
    server.time.now = undefined;
  });
  const shop = await newShop();
  const begin = Date.now();
  server.time.now = new Date(begin);
  await shop.send('/v1/orders', order({ items: [host.printed('/down.png')] }));
  const attemptsAt = async (seconds: number) => {
    server.time.now = new Date(begin + seconds * 1000);
    await host.takeIn(shop.clientId);
    return host.asked().length;
  };
  const [first = 0, second = 0] = RETRY_SECONDS;
  assert.equal(await attemptsAt(0), 1);
  assert.equal(await attemptsAt(first - 1), 1);
  assert.equal(await attemptsAt(first), 2);
  assert.equal(await attemptsAt(first + second - 1), 2);
  assert.equal(await attemptsAt(first + second), 3);
  const { json } = await shop.send('/v1/orders/SHOP-1');
  assert.deepEqual([json.status, json.statusReason.code], ['ERROR', 'file_server_error']);
});

test('an order that was cancelled while its files were fetched stays cancelled', async (t) => {
  const asked = Promise.withResolvers<ServerResponse>();
  const host = await newHost(t, { '/slow.png': (response) => asked.resolve(response) });
  const shop = await newShop();
  await shop.send('/v1/orders', order({ items: [host.printed('/slow.png')] }));
  const running = host.takeIn(shop.clientId);
  const response = await asked.promise;
  await shop.send('/v1/orders/SHOP-1/cancel', {});
  serve(makePng())(response);
  await running;
  assert.equal((await shop.send('/v1/orders/SHOP-1')).json.status, 'CANCELLED');
});

test('orders with slow files do not delay other orders of their client', { timeout: 20_000 }, async (t) => {
  const asked = Promise.withResolvers<ServerResponse>();
  const host = await newHost(t, { '/slow.png': (response) => asked.resolve(response) });
  const shop = await newShop();
  await shop.send('/v1/orders', order({ orderId: 'SLOW', items: [host.printed('/slow.png')] }));
  const running = host.takeIn(shop.clientId);
  const response = await asked.promise;
  await shop.send('/v1/orders', order({ orderId: 'QUICK' }));
  while ((await shop.send('/v1/orders/QUICK')).json.status !== 'ASSIGNED') assert.ok(!response.destroyed);
  serve(makePng())(response);
  await running;
  assert.equal((await shop.send('/v1/orders/SLOW')).json.status, 'ASSIGNED');
});

test('doubtful artwork puts the order into ERROR where the contract says so', async (t) => {
  const host = await newHost(t, { '/empty.png': serve(makePng({ width: 2_100, height: 2_100, image: CLEAR })) });
  const shop = await newShop();
  await server.pool.query('update clients set refuses_artwork = true where client_id = $1', [shop.clientId]);
  await shop.send('/v1/orders', order({ items: [host.printed('/empty.png')] }));
  await host.takeIn(shop.clientId);
  const { json } = await shop.send('/v1/orders/SHOP-1');
  const { code, pointer } = json.statusReason;
  assert.deepEqual([json.status, code, pointer], ['ERROR', 'artwork_empty', '/items/0/customProduct/prints/0/dataUrl']);
});
