import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newOperator } from '../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { makePng } from '../../platform/files/test-support/sample-files.ts';
import { INTERNAL_FAILURES_MAX } from '../change/internal-failures.ts';
import { advanceSandboxOrders } from '../change/simulate-order.ts';
import { type Customer, newCustomer } from '../test-support/customer.ts';
import { newIntakeHost, serve } from '../test-support/intake-context.ts';
import { EAN, order } from '../test-support/sample-orders.ts';
import { assignWaitingOrders } from './assign-orders.ts';

const HOUR_MS = 3_600_000;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
afterEach(() => {
  server.time.now = undefined;
});
after(() => server.close());

test('an order with too many internal failures goes to ERROR, and staff can retry it', async (t) => {
  const host = await newIntakeHost(t, server, { '/art.png': serve(makePng()) });
  const shop = await newCustomer(server);
  const { fetchFile } = host.context;
  host.context.fetchFile = () => Promise.reject(new Error('EIO'));
  await shop.post(order({ orderId: 'BROKEN', items: [host.printed('/art.png')] }));
  const begin = Date.now();
  for (let failure = 0; failure < INTERNAL_FAILURES_MAX; failure++) {
    server.time.now = new Date(begin + failure * 6 * HOUR_MS);
    await host.takeIn(shop.clientId);
    assert.deepEqual(await stateOf(shop, 'BROKEN'), {
      status: 'NEW',
      own_failures: failure + 1,
      intake_attempts: 0,
    });
  }
  server.time.now = new Date(begin + INTERNAL_FAILURES_MAX * 6 * HOUR_MS);
  await host.takeIn(shop.clientId);
  server.time.now = undefined;
  const { status, statusReason } = (await shop.read('BROKEN')).json;
  assert.deepEqual([status, statusReason.code], ['ERROR', 'internal_problem']);
  const told = server.logged.map((line) => JSON.parse(line)).filter(({ orderId }) => orderId === 'BROKEN');
  assert.equal(told.length, INTERNAL_FAILURES_MAX + 1);
  assert.ok(told.every(({ clientId }) => clientId === shop.clientId));
  host.context.fetchFile = fetchFile;
  const operator = await newOperator(server);
  const reopened = await operator.send('POST', `/orders/${shop.clientId}/BROKEN/reopen`);
  assert.equal(reopened.status, 200, reopened.text);
  await host.takeIn(shop.clientId);
  assert.deepEqual(await stateOf(shop, 'BROKEN'), {
    status: 'ASSIGNED',
    own_failures: 0,
    intake_attempts: 0,
  });
});

test('each internal failure waits longer, and none counts as a failure of a host', async (t) => {
  const host = await newIntakeHost(t, server, {});
  const shop = await newCustomer(server);
  let calls = 0;
  host.context.fetchFile = () => {
    calls++;
    return Promise.reject(new Error('EIO'));
  };
  const begin = Date.now();
  server.time.now = new Date(begin);
  await shop.post(order({ items: [host.printed('/art.png')] }));
  for (const [seconds, expected] of [
    [0, 1],
    [9, 1],
    [10, 2],
    [39, 2],
    [40, 3],
    [129, 3],
    [130, 4],
  ] as const) {
    server.time.now = new Date(begin + seconds * 1000);
    await host.takeIn(shop.clientId);
    assert.equal(calls, expected, `after ${seconds} s`);
  }
});

test('an unreachable database counts as a failure of no order', async (t) => {
  const host = await newIntakeHost(t, server, {});
  const shop = await newCustomer(server);
  host.context.fetchFile = () => Promise.reject(Object.assign(new Error('gone'), { code: '57P01' }));
  await shop.post(order({ items: [host.printed('/art.png')] }));
  await host.takeIn(shop.clientId);
  assert.deepEqual(await stateOf(shop, 'SHOP-1'), { status: 'NEW', own_failures: 0, intake_attempts: 0 });
});

test('orders with unreadable documents do not block others, in the intake and in the sandbox', async (t) => {
  const host = await newIntakeHost(t, server, {});
  for (const mode of ['live', 'sandbox'] as const) {
    const shop = await newCustomer(server, mode);
    await shop.post(order({ orderId: 'POISON' }));
    await shop.post(order({ orderId: 'GOOD' }));
    if (mode === 'sandbox')
      for (const orderId of ['POISON', 'GOOD']) await shop.simulate(orderId, { status: 'ASSIGNED' });
    await server.pool.query(`update orders set document = 'no JSON' where client_id = $1 and order_id = 'POISON'`, [
      shop.clientId,
    ]);
    const { context } = host;
    if (mode === 'live') await host.takeIn(shop.clientId);
    else {
      const later = new Date(Date.now() + HOUR_MS);
      await advanceSandboxOrders(
        { ...context, clock: () => later },
        shop.clientId,
        HOUR_MS,
        new AbortController().signal,
      );
    }
    const next = mode === 'live' ? 'ASSIGNED' : 'ACCEPTED';
    assert.equal((await shop.read('GOOD')).json.status, next, mode);
    assert.equal((await stateOf(shop, 'POISON')).own_failures, 1, mode);
  }
});

test('an order with an unreadable document is in ERROR after the usual number of failures, and is not tried again', async (t) => {
  const host = await newIntakeHost(t, server, {});
  const operator = await newOperator(server);
  for (const mode of ['live', 'sandbox'] as const) {
    const shop = await newCustomer(server, mode);
    const work = () =>
      mode === 'live'
        ? host.takeIn(shop.clientId)
        : advanceSandboxOrders(host.context, shop.clientId, HOUR_MS, new AbortController().signal);
    await shop.post(order({ orderId: 'POISON' }));
    if (mode === 'sandbox') await shop.simulate('POISON', { status: 'ASSIGNED' });
    await server.pool.query(`update orders set document = 'no JSON' where client_id = $1`, [shop.clientId]);
    const begin = Date.now() + HOUR_MS;
    for (let failure = 0; failure <= INTERNAL_FAILURES_MAX; failure++) {
      assert.equal((await stateOf(shop, 'POISON')).status, mode === 'live' ? 'NEW' : 'ASSIGNED');
      server.time.now = new Date(begin + failure * 6 * HOUR_MS);
      await work();
    }
    server.time.now = undefined;
    assert.equal((await stateOf(shop, 'POISON')).status, 'ERROR', mode);
    const { rows } = await server.pool.query('select reason_code, work_due from orders where client_id = $1', [
      shop.clientId,
    ]);
    assert.deepEqual(rows, [{ reason_code: 'internal_problem', work_due: null }]);
    const listed = await operator.get(`/orders?clientId=${shop.clientId}&status=ERROR&mode=${mode}`);
    assert.deepEqual(
      listed.json.map(({ orderId }: { orderId: string }) => orderId),
      ['POISON'],
    );
  }
});

test('a waiting order that cannot be assigned is postponed, and the others are served', async (t) => {
  const host = await newIntakeHost(t, server, {});
  const shop = await newCustomer(server);
  const setStock = (quantity: number) =>
    server.pool.query('update product_variants set stock_level_quantity = reserved + $2 where ean13 = $1', [
      EAN,
      quantity,
    ]);
  await setStock(0);
  for (const orderId of ['POISON', 'GOOD']) await shop.post(order({ orderId }));
  await host.takeIn(shop.clientId);
  assert.equal((await shop.read('POISON')).json.statusReason.code, 'waiting_for_stock');
  const operator = await newOperator(server);
  await server.pool.query(`update orders set document = 'no JSON' where client_id = $1 and order_id = 'POISON'`, [
    shop.clientId,
  ]);
  const restocked = await operator.send('POST', `/stock/PRODUCT/${EAN}/adjust`, { by: 100 });
  assert.equal(restocked.status, 200, restocked.text);
  await assignWaitingOrders(host.context, new AbortController().signal);
  assert.equal((await shop.read('GOOD')).json.status, 'ASSIGNED');
  assert.deepEqual(await stateOf(shop, 'POISON'), { status: 'NEW', own_failures: 1, intake_attempts: 0 });
  const { rows } = await server.pool.query(
    `select (select count(*)::int from stock_waits where client_id = $1) as waits,
            (select work_due is not null from orders where client_id = $1 and order_id = 'POISON') as due`,
    [shop.clientId],
  );
  assert.deepEqual(rows, [{ waits: 0, due: true }]);
});

async function stateOf({ clientId }: Customer, orderId: string) {
  const { rows } = await server.pool.query(
    'select status, own_failures, intake_attempts from orders where client_id = $1 and order_id = $2',
    [clientId, orderId],
  );
  return rows[0];
}
