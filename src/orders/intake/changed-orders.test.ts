import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { makePng } from '../../platform/files/test-support/sample-files.ts';
import { cancelByOperator, failOrder } from '../change/operate-order.ts';
import { type Customer, newCustomer } from '../test-support/customer.ts';
import { type FileAnswer, type IntakeHost, newIntakeHost, serve } from '../test-support/intake-context.ts';
import { order } from '../test-support/sample-orders.ts';
import { STAFF } from '../test-support/stock-shop.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { FetchSlots } from './fetch-slots.ts';

const TIMEOUT = { timeout: 30_000 };

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('a cancellation ends the fetches of its order', TIMEOUT, async (t) => {
  const hanging = neverAnswering();
  const host = await newIntakeHost(t, server, { '/hang.png': hanging.answer });
  const shop = await newCustomer(server);
  await shop.post(order({ items: [host.printed('/hang.png')] }));
  const run = begin(t, host, shop);
  await waitUntil(() => hanging.open() === 1);
  assert.equal((await shop.cancel('SHOP-1')).json.status, 'CANCELLED');
  await waitUntil(() => hanging.open() === 0);
  await run;
  assert.equal((await shop.read('SHOP-1')).json.status, 'CANCELLED');
  assert.equal(host.context.slots.underWay, 0);
});

test(
  'a change ends them at once when it is told, and the mended content does not wait for the old host',
  TIMEOUT,
  async (t) => {
    const hanging = neverAnswering();
    const host = await newIntakeHost(t, server, {
      '/hang.png': hanging.answer,
      '/good.png': serve(makePng()),
    });
    const shop = await newCustomer(server);
    await shop.post(order({ items: [host.printed('/hang.png')] }));
    let tell = Promise.withResolvers<void>();
    const told = () => {
      tell = Promise.withResolvers();
      return tell.promise;
    };
    const run = host.takeIn(shop.clientId, stopWith(t), told);
    await waitUntil(() => hanging.open() === 1);
    await shop.put('SHOP-1', order({ items: [host.printed('/good.png', host.other)] }));
    tell.resolve();
    await run;
    assert.equal((await shop.read('SHOP-1')).json.status, 'ASSIGNED');
    await waitUntil(() => hanging.open() === 0);
  },
);

test('an order that is changed while it waits for a busy host no longer waits for it', TIMEOUT, async (t) => {
  const hanging = neverAnswering();
  const host = await newIntakeHost(t, server, { '/hang.png': hanging.answer, '/good.png': serve(makePng()) });
  // No fetch ever takes long here, so that the host stays busy.
  host.context.slots = new FetchSlots({ all: 256, perClient: 32, perHost: 8 }, () => 0);
  const shop = await newCustomer(server);
  for (let number = 0; number < 10; number++)
    await shop.post(order({ orderId: `HANG-${number}`, items: [host.printed(`/hang.png?${number}`)] }));
  const stop = new AbortController();
  const run = host.takeIn(shop.clientId, stop.signal);
  await waitUntil(() => hanging.open() >= 8);
  await shop.put('HANG-9', order({ orderId: 'HANG-9', items: [host.printed('/good.png', host.other)] }));
  await waitUntil(async () => (await shop.read('HANG-9')).json.status === 'ASSIGNED');
  assert.equal(hanging.open(), 8);
  assert.equal(host.asked().filter((path) => path.startsWith('/hang')).length, 8, 'none was given up for it');
  stop.abort();
  await run;
});

test('changes by staff and customers end the intake of an order, and only of that order', async (t) => {
  const host = await newIntakeHost(t, server, {});
  const shop = await newCustomer(server);
  const told: string[] = [];
  const context = {
    pool: server.pool,
    clock: () => new Date(),
    onWork: (clientId: string, mode: string) => void told.push(`${clientId} ${mode}`),
  };
  for (const orderId of ['A', 'B', 'C']) await shop.post(order({ orderId }));
  const key = (orderId: string) => ({ clientId: shop.clientId, orderId });
  await cancelByOperator(context, key('A'), { by: STAFF });
  await failOrder(context, key('B'), { by: STAFF, code: 'production_problem', message: 'No.' });
  assert.deepEqual(told, Array(2).fill(`${shop.clientId} live`));
  await host.takeIn(shop.clientId);
  await cancelByOperator(context, key('C'), { by: STAFF });
  await cancelByOperator(context, key('A'), { by: STAFF });
  assert.equal(told.length, 2);
});

test('a moved item keeps its file, and an error without a pointer fetches nothing again', async (t) => {
  const host = await newIntakeHost(t, server, {
    '/a.png': serve(makePng()),
    '/b.png': serve(makePng({ width: 7 })),
  });
  const shop = await newCustomer(server);
  const [a, b] = [host.printed('/a.png'), host.printed('/b.png')];
  await shop.post(order({ items: [a, b] }));
  await host.takeIn(shop.clientId);
  await shop.put('SHOP-1', order({ items: [b] }));
  assert.deepEqual(await linked(shop), [['/items/0/customProduct/prints/0/dataUrl', '/b.png']]);
  await shop.put('SHOP-1', order({ items: [b, b] }));
  const context = { pool: server.pool, clock: () => new Date(), onWork: () => {} };
  const complaint = { code: 'production_problem', message: 'No.' };
  await failOrder(context, { clientId: shop.clientId, orderId: 'SHOP-1' }, { by: STAFF, ...complaint });
  await shop.put('SHOP-1', order({ items: [b, b] }));
  await server.pool.query('delete from client_files');
  await host.takeIn(shop.clientId);
  assert.equal((await shop.read('SHOP-1')).json.status, 'ASSIGNED');
  assert.deepEqual(host.asked().sort(), ['/a.png', '/b.png']);
  assert.equal((await linked(shop)).length, 2);
});

async function linked({ clientId }: Customer): Promise<[string, string][]> {
  const { rows } = await server.pool.query(
    'select pointer, url from order_files where client_id = $1 order by pointer',
    [clientId],
  );
  return rows.map(({ pointer, url }) => [pointer, new URL(url).pathname]);
}

function begin(t: TestContext, host: IntakeHost, { clientId }: Customer): Promise<void> {
  return host.takeIn(clientId, stopWith(t));
}

function stopWith(t: TestContext): AbortSignal {
  const stop = new AbortController();
  t.after(() => stop.abort());
  return stop.signal;
}

function neverAnswering() {
  let open = 0;
  const answer: FileAnswer = (response) => {
    open++;
    response.on('close', () => open--);
  };
  return { answer, open: () => open };
}
