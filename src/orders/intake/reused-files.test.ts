import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, afterEach, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { makePng } from '../../platform/files/test-support/sample-files.ts';
import { failOrder } from '../change/operate-order.ts';
import { CLIENT_FILE_KEPT_MS, CLIENT_FILE_USABLE_MS, deleteOldClientFiles } from '../files/client-file-store.ts';
import { findKeptFiles } from '../files/order-file-store.ts';
import { type Customer, newCustomer } from '../test-support/customer.ts';
import { type FileAnswer, newIntakeHost, serve } from '../test-support/intake-context.ts';
import { order } from '../test-support/sample-orders.ts';
import { STAFF } from '../test-support/stock-shop.ts';
import { waitUntil } from '../test-support/wait-until.ts';

const TIMEOUT = { timeout: 60_000 };
const MINUTE_MS = 60_000;
const COMPLAINT = { code: 'production_problem', message: 'Too dark.', pointer: '/items/0' };

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
afterEach(() => {
  server.time.now = undefined;
});
after(() => server.close());

test('a URL that 100 orders name is fetched once', TIMEOUT, async (t) => {
  const host = await newIntakeHost(t, server, { '/art.png': serve(makePng()) });
  const shop = await newCustomer(server);
  await server.pool.query('update article_variants set stock_level_quantity = 1000000');
  const ids = Array.from({ length: 100 }, (_, number) => `MANY-${number}`);
  await Promise.all(ids.map((orderId) => shop.post(order({ orderId, items: [host.printed('/art.png')] }))));
  await host.takeIn(shop.clientId);
  assert.equal(await assigned(shop), 100);
  assert.deepEqual(host.asked(), ['/art.png']);
});

test('a missing URL is requested once for all orders that wait for it', TIMEOUT, async (t) => {
  const open: ServerResponse[] = [];
  const host = await newIntakeHost(t, server, { '/down.png': (response) => void open.push(response) });
  const shop = await newCustomer(server);
  const ids = Array.from({ length: 50 }, (_, number) => `DOWN-${number}`);
  await Promise.all(ids.map((orderId) => shop.post(order({ orderId, items: [host.printed('/down.png')] }))));
  const run = host.takeIn(shop.clientId);
  await waitUntil(() => open.length === 1);
  open[0]?.writeHead(503).end();
  await run;
  assert.equal(host.asked().length, 1);
  const { rows } = await server.pool.query(
    `select count(*)::int from orders where client_id = $1 and document::json #>> '{statusReason,code}' = 'waiting_for_file'`,
    [shop.clientId],
  );
  assert.deepEqual(rows, [{ count: 50 }]);
});

test('a file that was fetched for one client is fetched again for another', async (t) => {
  const host = await newIntakeHost(t, server, { '/art.png': serve(makePng()) });
  for (const shop of [await newCustomer(server), await newCustomer(server)]) {
    await shop.post(order({ items: [host.printed('/art.png')] }));
    await host.takeIn(shop.clientId);
    assert.equal(await assigned(shop), 1);
  }
  assert.deepEqual(host.asked(), ['/art.png', '/art.png']);
});

test('an older file is revalidated with its host, which sends it only if it has changed', async (t) => {
  let [etag, body] = ['"one"', makePng()];
  const sent: number[] = [];
  const host = await newIntakeHost(t, server, {
    '/art.png': (response) => {
      const status = response.req.headers['if-none-match'] === etag ? 304 : 200;
      sent.push(status);
      response.writeHead(status, { etag }).end(status === 200 ? body : undefined);
    },
  });
  const shop = await newCustomer(server);
  const begin = Date.now();
  const takeInAt = async (orderId: string, ms: number) => {
    server.time.now = new Date(begin + ms);
    await shop.post(order({ orderId, items: [host.printed('/art.png')] }));
    await host.takeIn(shop.clientId);
    const [file] = await findKeptFiles(server.pool, shop.clientId, orderId);
    return file?.sha256;
  };
  const first = await takeInAt('A', 0);
  assert.ok(first);
  assert.equal(await takeInAt('B', MINUTE_MS), first);
  assert.deepEqual(sent, [200]);
  assert.equal(await takeInAt('C', MINUTE_MS + 1), first);
  assert.equal(await takeInAt('D', 2 * MINUTE_MS), first);
  assert.deepEqual(sent, [200, 304]);
  [etag, body] = ['"two"', makePng({ width: 9 })];
  assert.notEqual(await takeInAt('E', 3 * MINUTE_MS), first);
  assert.deepEqual(sent, [200, 304, 200]);
  await server.pool.query(`update client_files set fetched = fetched - $1 * interval '1 ms'`, [CLIENT_FILE_USABLE_MS]);
  await takeInAt('F', 3 * MINUTE_MS + 1);
  assert.deepEqual(sent, [200, 304, 200, 200], 'too old to be asked about');
});

test('a file of a host without validators is fetched again', async (t) => {
  const host = await newIntakeHost(t, server, { '/art.png': serve(makePng()) });
  const shop = await newCustomer(server);
  const begin = Date.now();
  for (const [orderId, ms] of [
    ['A', 0],
    ['B', MINUTE_MS + 1],
  ] as const) {
    server.time.now = new Date(begin + ms);
    await shop.post(order({ orderId, items: [host.printed('/art.png')] }));
    await host.takeIn(shop.clientId);
  }
  assert.equal(host.asked().length, 2);
});

test(
  'what was complained of is fetched anew for every order, also when its fetch had begun before',
  TIMEOUT,
  async (t) => {
    const answers: Record<string, FileAnswer> = { '/art.png': serve(makePng(), { etag: '"same"' }) };
    const host = await newIntakeHost(t, server, answers);
    const shop = await newCustomer(server);
    const items = [host.printed('/art.png')];
    await shop.post(order({ items }));
    await host.takeIn(shop.clientId);
    await fail(shop, 'SHOP-1');
    await server.pool.query('delete from client_files');
    // Another order has the old file on its way when the customer says that it was replaced.
    const slow = Promise.withResolvers<ServerResponse>();
    answers['/art.png'] = slow.resolve;
    await shop.post(order({ orderId: 'OTHER', items }));
    const run = host.takeIn(shop.clientId);
    const response = await slow.promise;
    answers['/art.png'] = serve(makePng({ width: 9 }), { etag: '"same"' });
    await shop.put('SHOP-1', order({ items }));
    serve(makePng())(response);
    await run;
    await shop.post(order({ orderId: 'NEXT', items }));
    await host.takeIn(shop.clientId);
    assert.equal(host.asked().length, 3);
    const [mended] = await findKeptFiles(server.pool, shop.clientId, 'SHOP-1');
    const [other] = await findKeptFiles(server.pool, shop.clientId, 'OTHER');
    const [next] = await findKeptFiles(server.pool, shop.clientId, 'NEXT');
    assert.notEqual(mended?.sha256, other?.sha256);
    assert.equal(next?.sha256, mended?.sha256);
  },
);

test('a file that was deleted from the store is fetched again', async (t) => {
  const host = await newIntakeHost(t, server, { '/art.png': serve(makePng({ width: 11 })) });
  const shop = await newCustomer(server);
  await shop.post(order({ orderId: 'A', items: [host.printed('/art.png')] }));
  await host.takeIn(shop.clientId);
  const [file] = await findKeptFiles(server.pool, shop.clientId, 'A');
  await host.context.blobs.delete(file?.sha256 as string);
  await server.pool.query('delete from blobs where sha256 = $1', [file?.sha256]);
  await shop.post(order({ orderId: 'B', items: [host.printed('/art.png')] }));
  // Its first turn finds that the file is gone.
  for (let turn = 0; turn < 2; turn++) await host.takeIn(shop.clientId);
  assert.equal((await shop.read('B')).json.status, 'ASSIGNED');
  assert.equal(host.asked().length, 2);
});

test('records that are too old are deleted, and no others', async (t) => {
  const host = await newIntakeHost(t, server, { '/art.png': serve(makePng()) });
  const shop = await newCustomer(server);
  await server.pool.query('delete from client_files');
  await shop.post(order({ items: [host.printed('/art.png')] }));
  await host.takeIn(shop.clientId);
  const forget = (ms: number) => deleteOldClientFiles(server.pool, new Date(Date.now() + ms - CLIENT_FILE_KEPT_MS), 10);
  assert.equal(await forget(CLIENT_FILE_USABLE_MS), 0);
  assert.equal(await forget(CLIENT_FILE_KEPT_MS + MINUTE_MS), 1);
});

async function fail({ clientId }: Customer, orderId: string): Promise<void> {
  const context = { pool: server.pool, clock: () => new Date(), onWork: () => {} };
  await failOrder(context, { clientId, orderId }, { by: STAFF, ...COMPLAINT });
}

async function assigned({ clientId }: Customer): Promise<number> {
  const { rows } = await server.pool.query(
    `select count(*)::int from orders where client_id = $1 and status = 'ASSIGNED'`,
    [clientId],
  );
  return rows[0].count;
}
