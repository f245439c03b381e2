import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, type TestContext, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { makePng } from '../../platform/files/test-support/sample-files.ts';
import { storageLow } from '../../platform/network/fetch-failure.ts';
import { type Customer, newCustomer } from '../test-support/customer.ts';
import { type FileAnswer, newIntakeHost, serve } from '../test-support/intake-context.ts';
import { customItem, order } from '../test-support/sample-orders.ts';
import { waitUntil } from '../test-support/wait-until.ts';
import { FetchSlots, LONG_AFTER_MS } from './fetch-slots.ts';
import { takeInOrders } from './intake-orders.ts';

const LIMITS = { all: 256, perClient: 32, perHost: 8 };
const TIMEOUT = { timeout: 60_000 };

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('orders with slow files do not delay orders with files at another host', TIMEOUT, async (t) => {
  const drip = dripping();
  const host = await newHost(t, { '/drip.png': drip.answer, '/good.png': serve(makePng()) });
  const shop = await newShop();
  await postMany(shop, 12, (number) =>
    order({ orderId: `DRIP-${number}`, items: [host.printed(`/drip.png?${number}`)] }),
  );
  const run = begin(t, host, shop);
  await waitUntil(() => drip.open() === 8);
  await postMany(shop, 10, (number) =>
    order({ orderId: `GOOD-${number}`, items: [host.printed(`/good.png?${number}`, host.other)] }),
  );
  await waitUntil(async () => (await idsOf(shop, 'ASSIGNED')).length === 10);
  assert.equal(drip.open(), 8, 'no more than its share at one host');
  drip.end();
  await run.done;
  assert.equal((await idsOf(shop, 'ASSIGNED')).length, 22);
});

test('forty hanging orders, each at all that its shop may do at once, do not stop the next', TIMEOUT, async (t) => {
  const drip = dripping();
  const host = await newHost(t, { '/drip.png': drip.answer, '/good.png': serve(makePng()) });
  host.context.ordersAtOnce = 10;
  const shop = await newShop();
  await postMany(shop, 40, (number) =>
    order({ orderId: `DRIP-${number}`, items: [host.printed(`/drip.png?${number}`)] }),
  );
  const run = begin(t, host, shop);
  await waitUntil(() => drip.open() === 8);
  await shop.post(order({ orderId: 'GOOD', items: [host.printed('/good.png', host.other)] }));
  await waitUntil(async () => (await shop.read('GOOD')).json.status === 'ASSIGNED');
  drip.end();
  await run.done;
});

test('each found order requests a slot without the other waiting orders', TIMEOUT, async (t) => {
  const orders = 120;
  const drip = dripping();
  const host = await newHost(t, { '/drip.png': drip.answer });
  const asked: string[] = [];
  host.context.slots = new (class extends FetchSlots {
    override take(clientId: string, name: string) {
      asked.push(name);
      return super.take(clientId, name);
    }
  })({ all: 1, perClient: 1, perHost: 8 }, () => 0);
  const shop = await newShop();
  await shop.post(order({ orderId: 'DRIP', items: [host.printed('/drip.png')] }));
  await postMany(shop, orders, (number) => {
    const dataUrl = `https://h${number}.example.com/1.png`;
    const prints = [{ dataUrl, location: 'FRONT', technology: 'DTG' }];
    return order({ orderId: `H-${number}`, items: [customItem({ prints })] });
  });
  const run = begin(t, host, shop);
  await waitUntil(() => new Set(asked).size === orders + 1);
  assert.ok(asked.length < (orders * orders) / 6, `${asked.length} questions for ${orders} orders`);
  run.stop();
  drip.end();
  await run.done;
});

test('what a slow host holds of one shop it does not hold of another at the same host', TIMEOUT, async (t) => {
  const drip = dripping();
  const host = await newHost(t, { '/drip.png': drip.answer, '/good.png': serve(makePng()) });
  host.context.slots = new FetchSlots({ all: 8, perClient: 8, perHost: 8 }, () => 0);
  const [slow, quick] = [await newShop(), await newShop()];
  await postMany(slow, 12, (number) =>
    order({ orderId: `DRIP-${number}`, items: [host.printed(`/drip.png?${number}`)] }),
  );
  const run = begin(t, host, slow);
  await waitUntil(() => drip.open() === 8);
  await quick.post(order({ orderId: 'GOOD', items: [host.printed('/good.png')] }));
  await host.takeIn(quick.clientId);
  assert.equal((await quick.read('GOOD')).json.status, 'ASSIGNED');
  drip.end();
  await run.done;
});

test('a host that is slow with some files goes on with the others once these take long', TIMEOUT, async (t) => {
  const drip = dripping();
  const host = await newHost(t, { '/drip.png': drip.answer, '/good.png': serve(makePng()) });
  let now = 0;
  host.context.slots = new FetchSlots(LIMITS, () => now);
  const shop = await newShop();
  await postMany(shop, 8, (number) =>
    order({ orderId: `DRIP-${number}`, items: [host.printed(`/drip.png?${number}`)] }),
  );
  const run = begin(t, host, shop);
  await waitUntil(() => drip.open() === 8);
  await shop.post(order({ orderId: 'GOOD', items: [host.printed('/good.png')] }));
  now += LONG_AFTER_MS;
  await waitUntil(async () => (await shop.read('GOOD')).json.status === 'ASSIGNED');
  drip.end();
  await run.done;
});

test(
  'of many orders that wait for a host few are held ready, and all are taken in when it answers',
  TIMEOUT,
  async (t) => {
    const drip = dripping();
    const host = await newHost(t, { '/drip.png': drip.answer, '/good.png': serve(makePng()) });
    const shop = await newShop();
    await postMany(shop, 270, (number) =>
      order({ orderId: `DRIP-${number}`, items: [host.printed(`/drip.png?${number}`)] }),
    );
    await shop.post(order({ orderId: 'GOOD', items: [host.printed('/good.png', host.other)] }));
    await shop.post(order({ orderId: 'PLAIN' }));
    const run = begin(t, host, shop);
    await waitUntil(async () => (await idsOf(shop, 'ASSIGNED')).length === 2);
    assert.deepEqual((await idsOf(shop, 'ASSIGNED')).sort(), ['GOOD', 'PLAIN']);
    assert.ok((await parked(shop)) >= 200, 'few are held ready');
    // Another process finds them too, and they can be changed or cancelled like other orders.
    const last = (await idsParked(shop))[0] as string;
    assert.equal((await shop.cancel(last)).json.status, 'CANCELLED');
    drip.end();
    await run.done;
    assert.equal((await idsOf(shop, 'ASSIGNED')).length, 271);
    assert.equal(await parked(shop), 0);
  },
);

test('the next run takes in the orders that a run has parked', TIMEOUT, async (t) => {
  const host = await newHost(t, { '/good.png': serve(makePng()) });
  const shop = await newShop();
  await postMany(shop, 30, (number) => order({ orderId: `GOOD-${number}`, items: [host.printed('/good.png')] }));
  await server.pool.query(
    `update orders set work_due = null, parked_host = order_id || '.example' where client_id = $1`,
    [shop.clientId],
  );
  await host.takeIn(shop.clientId);
  assert.equal((await idsOf(shop, 'ASSIGNED')).length, 30);
});

test('while fetches are paused, orders with files wait and others continue', TIMEOUT, async (t) => {
  const host = await newHost(t, { '/good.png': serve(makePng()) });
  let mayFetch = false;
  host.context.mayFetch = () => mayFetch;
  const { fetchFile } = host.context;
  let refused = 0;
  host.context.fetchFile = async (url, options) => {
    if (mayFetch) return fetchFile(url, options);
    refused++;
    return storageLow().failure;
  };
  const shop = await newShop();
  await shop.post(order({ orderId: 'GOOD', items: [host.printed('/good.png')] }));
  await shop.post(order({ orderId: 'PLAIN' }));
  const run = begin(t, host, shop);
  await waitUntil(async () => (await shop.read('PLAIN')).json.status === 'ASSIGNED');
  await waitUntil(async () => (await shop.read('GOOD')).json.statusReason !== undefined);
  const { status, statusReason } = (await shop.read('GOOD')).json;
  assert.deepEqual([status, statusReason.details[0].code], ['NEW', 'storage_low']);
  await run.done;
  server.time.now = new Date(Date.now() + 60_000);
  const next = begin(t, host, shop);
  await shop.post(order({ orderId: 'ALSO-PLAIN' }));
  await waitUntil(async () => (await shop.read('ALSO-PLAIN')).json.status === 'ASSIGNED');
  assert.equal(refused, 1, 'told once, and not asked for again and again');
  mayFetch = true;
  await next.done;
  server.time.now = undefined;
  assert.equal((await shop.read('GOOD')).json.status, 'ASSIGNED');
});

test('a stop ends fetches at once, and does not change their orders', TIMEOUT, async (t) => {
  const drip = dripping();
  const host = await newHost(t, { '/drip.png': drip.answer });
  const shop = await newShop();
  await shop.post(order({ orderId: 'DRIP', items: [host.printed('/drip.png')] }));
  const run = begin(t, host, shop);
  await waitUntil(() => drip.open() === 1);
  run.stop();
  await run.done;
  await waitUntil(() => drip.open() === 0);
  const { rows } = await server.pool.query(
    'select status, work_due <= now() as due, own_failures from orders where client_id = $1',
    [shop.clientId],
  );
  assert.deepEqual(rows, [{ status: 'NEW', due: true, own_failures: 0 }]);
  assert.equal(host.context.slots.underWay, 0);
});

/** There is enough of everything. */
async function newShop(): Promise<Customer> {
  const shop = await newCustomer(server);
  await server.pool.query('update article_variants set stock_level_quantity = 1000000');
  await server.pool.query('update product_variants set stock_level_quantity = 1000000');
  return shop;
}

/** No fetch ever takes long here. */
async function newHost(t: TestContext, answers: Record<string, FileAnswer>) {
  const host = await newIntakeHost(t, server, answers);
  host.context.slots = new FetchSlots(LIMITS, () => 0);
  return host;
}

/** Sends the beginning of a file and then nothing until all are ended. */
function dripping() {
  const open = new Set<ServerResponse>();
  let ended = false;
  const answer: FileAnswer = (response) => {
    if (ended) return serve(makePng())(response);
    open.add(response);
    response.on('close', () => open.delete(response));
    response.write(makePng().subarray(0, 10));
  };
  const end = () => {
    ended = true;
    for (const response of open) response.end(makePng().subarray(10));
  };
  return { answer, open: () => open.size, end };
}

function begin(
  t: { after: (work: () => void) => void },
  { context }: Awaited<ReturnType<typeof newIntakeHost>>,
  { clientId }: Customer,
) {
  const stop = new AbortController();
  t.after(() => stop.abort());
  return { done: takeInOrders(context, clientId, stop.signal), stop: () => stop.abort() };
}

async function postMany(shop: Customer, count: number, one: (number: number) => object): Promise<void> {
  const answers = await Promise.all(Array.from({ length: count }, (_, number) => shop.post(one(number))));
  const refused = answers.filter(({ status }) => status !== 200);
  assert.equal(refused.length, 0, refused[0]?.text ?? '');
}

async function idsOf({ clientId }: Customer, status: string): Promise<string[]> {
  const { rows } = await server.pool.query('select order_id from orders where client_id = $1 and status = $2', [
    clientId,
    status,
  ]);
  return rows.map(({ order_id }) => order_id);
}

async function idsParked({ clientId }: Customer): Promise<string[]> {
  const { rows } = await server.pool.query(
    'select order_id from orders where client_id = $1 and parked_host is not null',
    [clientId],
  );
  return rows.map(({ order_id }) => order_id);
}

async function parked(shop: Customer): Promise<number> {
  return (await idsParked(shop)).length;
}
