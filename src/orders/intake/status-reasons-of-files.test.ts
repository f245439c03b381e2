import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { makePdf, makePng } from '../../platform/files/test-support/sample-files.ts';
import { type Customer, newCustomer } from '../test-support/customer.ts';
import { type FileAnswer, newIntakeHost, serve } from '../test-support/intake-context.ts';
import { order } from '../test-support/sample-orders.ts';

const DAY_MS = 86_400_000;
const SLIP = '/packingSlip';
const PRINT = '/items/0/customProduct/prints/0/dataUrl';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
afterEach(() => {
  server.time.now = undefined;
});
after(() => server.close());

const down: FileAnswer = (response) => void response.writeHead(503).end();

test('an order that waits for files lists each with the time of its next attempt', async (t) => {
  const host = await newIntakeHost(t, server, {
    '/down.png': down,
    '/busy.pdf': (response) => void response.writeHead(429, { 'retry-after': '120' }).end(),
    '/there.png': serve(makePng()),
  });
  const shop = await newCustomer(server);
  const begin = new Date();
  server.time.now = begin;
  const items = [host.printed('/down.png'), host.printed('/there.png')];
  await shop.post(order({ items, packingSlip: `${host.files.url}/busy.pdf` }));
  await host.takeIn(shop.clientId);
  const { status, statusReason } = (await shop.read('SHOP-1')).json;
  assert.deepEqual([status, statusReason.code, statusReason.pointer], ['NEW', 'waiting_for_file', PRINT]);
  assert.deepEqual(facts(statusReason), [
    [PRINT, 'file_server_error', laterBy(begin, 10)],
    [SLIP, 'file_rate_limited', laterBy(begin, 120)],
  ]);
  // The one that is due is tried, the other not before its host wants it.
  server.time.now = new Date(begin.getTime() + 10_000);
  await host.takeIn(shop.clientId);
  assert.deepEqual(host.asked().sort(), ['/busy.pdf', '/down.png', '/down.png', '/there.png']);
  assert.deepEqual(facts((await shop.read('SHOP-1')).json.statusReason), [
    [PRINT, 'file_server_error', laterBy(begin, 70)],
    [SLIP, 'file_rate_limited', laterBy(begin, 120)],
  ]);
});

test('ERROR lists every failed file, permanent or temporary', async (t) => {
  const host = await newIntakeHost(t, server, { '/down.png': down, '/art.pdf': serve(makePng()) });
  const shop = await newCustomer(server);
  const items = [host.printed('/down.png'), host.printed('/missing.png')];
  await shop.post(order({ items, packingSlip: `${host.files.url}/page.pdf` }));
  await host.takeIn(shop.clientId);
  const { status, statusReason } = (await shop.read('SHOP-1')).json;
  const second = '/items/1/customProduct/prints/0/dataUrl';
  assert.deepEqual([status, statusReason.code, statusReason.pointer], ['ERROR', 'file_not_found', second]);
  assert.deepEqual(facts(statusReason).sort(), [
    [PRINT, 'file_server_error', undefined],
    [second, 'file_not_found', undefined],
    [SLIP, 'file_not_found', undefined],
  ]);
});

test('an attempt that changes only the next time is no event', async (t) => {
  const answers = { '/one.png': down, '/two.png': down };
  const host = await newIntakeHost(t, server, answers, [10, 60, 300]);
  const shop = await newCustomer(server);
  const begin = new Date();
  server.time.now = begin;
  await shop.post(order({ items: [host.printed('/one.png'), host.printed('/two.png')] }));
  const events = async (seconds: number) => {
    server.time.now = new Date(begin.getTime() + seconds * 1000);
    await host.takeIn(shop.clientId);
    const { json } = await shop.get('/v1/orders/SHOP-1/events');
    return json.map(({ type, reason }: { type: string; reason?: string }) => [type, reason]);
  };
  const waiting = ['order.updated', 'waiting_for_file'];
  assert.deepEqual(await events(0), [['order.created', undefined], waiting]);
  const { headers } = await shop.read('SHOP-1');
  assert.equal((await events(10)).length, 2);
  assert.notEqual((await shop.read('SHOP-1')).headers.get('etag'), headers.get('etag'));
  answers['/two.png'] = serve(makePng());
  assert.deepEqual(await events(70), [['order.created', undefined], waiting, waiting]);
  answers['/one.png'] = serve(makePng());
  assert.equal((await events(370)).at(-1)[0], 'order.assigned');
  assert.equal((await shop.read('SHOP-1')).json.statusReason, undefined);
});

test('sending the same order again tries its files now, and changes nothing otherwise', async (t) => {
  const answers = { '/art.png': down };
  const host = await newIntakeHost(t, server, answers);
  const shop = await newCustomer(server);
  const wanted = order({ items: [host.printed('/art.png')] });
  await shop.post(wanted);
  const { headers } = await shop.put('SHOP-1', wanted);
  assert.equal(headers.get('etag'), '"1"', 'nothing is waited for yet');
  await host.takeIn(shop.clientId);
  answers['/art.png'] = serve(makePng());
  assert.equal((await shop.put('SHOP-1', wanted)).json.statusReason, undefined);
  await host.takeIn(shop.clientId);
  assert.equal((await shop.read('SHOP-1')).json.status, 'ASSIGNED');
});

test('three files of an unreachable host are tried, and all are listed', async (t) => {
  const host = await newIntakeHost(t, server, {});
  const shop = await newCustomer(server);
  // Nobody listens there.
  const items = Array.from({ length: 20 }, (_, number) =>
    host.printed(`/${number}.png`, { ...host.files, url: 'http://127.0.0.1:9' }),
  );
  let tried = 0;
  host.context.fetchFile = async () => {
    tried++;
    return { kind: 'temporary_failure', code: 'file_unreachable', message: 'The connection failed.' };
  };
  await shop.post(order({ items }));
  await host.takeIn(shop.clientId);
  assert.equal((await shop.read('SHOP-1')).json.statusReason.details.length, 20);
  assert.ok(tried < 8, String(tried));
});

test('files that are too large together put the order into ERROR', async (t) => {
  const [small, large] = [makePng(), makePng({ width: 100, height: 100 })];
  const host = await newIntakeHost(t, server, { '/small.png': serve(small), '/large.png': serve(large) });
  const shop = await newCustomer(server);
  const both = [host.printed('/small.png'), host.printed('/large.png'), host.printed('/small.png')];
  host.context.orderBytesMax = small.length + large.length;
  await shop.post(order({ orderId: 'FITS', items: both }));
  await host.takeIn(shop.clientId);
  assert.equal((await shop.read('FITS')).json.status, 'ASSIGNED');
  host.context.orderBytesMax -= 1;
  await shop.post(order({ orderId: 'TOO-LARGE', items: both }));
  await server.pool.query('delete from client_files');
  await shop.post(order({ orderId: 'FETCHED', items: both }));
  await host.takeIn(shop.clientId);
  for (const orderId of ['TOO-LARGE', 'FETCHED']) {
    const { status, statusReason } = (await shop.read(orderId)).json;
    assert.deepEqual([status, statusReason.code], ['ERROR', 'order_files_too_large'], orderId);
  }
});

test('a client that has reached its daily bytes waits for the next day, and others do not', async (t) => {
  const host = await newIntakeHost(t, server, {
    '/art.png': serve(makePng()),
    '/slip.pdf': serve(makePdf()),
  });
  host.context.clientBytesPerDayMax = makePng().length;
  const [shop, other] = [await newCustomer(server), await newCustomer(server)];
  const noon = new Date('2026-05-04T12:00:00.000Z');
  const midnight = '2026-05-05T00:00:00.000Z';
  server.time.now = noon;
  await shop.post(order({ orderId: 'FIRST', items: [host.printed('/art.png')] }));
  await host.takeIn(shop.clientId);
  await shop.post(order({ orderId: 'SECOND', packingSlip: `${host.files.url}/slip.pdf` }));
  await shop.post(order({ orderId: 'REUSED', items: [host.printed('/art.png')] }));
  await other.post(order({ orderId: 'OTHER', packingSlip: `${host.files.url}/slip.pdf` }));
  for (const { clientId } of [shop, other]) await host.takeIn(clientId);
  const { status, statusReason } = (await shop.read('SECOND')).json;
  assert.deepEqual([status, statusReason.code], ['NEW', 'waiting_for_file']);
  assert.deepEqual(facts(statusReason), [[SLIP, 'file_quota_reached', midnight]]);
  assert.equal((await shop.read('REUSED')).json.status, 'ASSIGNED');
  assert.equal((await other.read('OTHER')).json.status, 'ASSIGNED');
  assert.deepEqual(await attempts(shop, 'SECOND'), 0);
  server.time.now = new Date(noon.getTime() + DAY_MS / 2);
  await host.takeIn(shop.clientId);
  assert.equal((await shop.read('SECOND')).json.status, 'ASSIGNED');
});

interface Told {
  details: { pointer: string; code: string; nextAttempt?: string }[];
}

function facts({ details }: Told): (string | undefined)[][] {
  return details.map(({ pointer, code, nextAttempt }) => [pointer, code, nextAttempt]);
}

function laterBy(begin: Date, seconds: number): string {
  return new Date(begin.getTime() + seconds * 1000).toISOString();
}

async function attempts({ clientId }: Customer, orderId: string): Promise<number> {
  const { rows } = await server.pool.query(
    'select intake_attempts from orders where client_id = $1 and order_id = $2',
    [clientId, orderId],
  );
  return rows[0].intake_attempts;
}
