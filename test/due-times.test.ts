import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { customItem, item, order } from '../src/orders/test-support/sample-orders.ts';
import { assign, assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let customer: Customer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
  operator = await newOperator(server);
  Object.assign(server.config, { TIME_ZONE: 'Europe/Berlin', HOLIDAYS: 'DE-BE' });
});
after(() => server.close());

/** Does the work of the intake at this time. */
async function assignAt(time: string, orderId: string, of = customer): Promise<void> {
  server.time.now = new Date(time);
  await assign(server, of.clientId, orderId);
  server.time.now = undefined;
}
const agree = (contract: object, of = customer) =>
  operator.send('PUT', `/clients/${of.clientId}/contract`, { mayRush: false, ...contract });
const listed = async (query: string, of = customer) =>
  (await operator.get(`/orders?clientId=${of.clientId}&${query}`)).json.map(
    ({ orderId }: { orderId: string }) => orderId,
  );
const DAYS = { productionDays: 2, cutOff: '14:00', workingDays: ['MON', 'TUE', 'WED', 'THU', 'FRI'] };

test('an order gets its due time by the contract when it becomes ASSIGNED, and keeps it', async () => {
  assert.equal((await agree(DAYS)).json.contract.cutOff, '14:00');
  await customer.post(order({ orderId: 'TERMS' }));
  assert.equal((await customer.read('TERMS')).json.expectedShipDate, undefined);
  await assignAt('2026-12-22T12:00:00Z', 'TERMS');
  // 25 December is a holiday, then comes a weekend.
  const expectedShipDate = '2026-12-24T13:00:00.000Z';
  assert.equal((await customer.read('TERMS')).json.expectedShipDate, expectedShipDate);
  const { json } = await operator.get(`/orders/${customer.clientId}/TERMS`);
  assert.deepEqual([json.due, json.rush], [expectedShipDate, undefined]);
  await agree({ ...DAYS, productionDays: 5 });
  await operator.work(customer.clientId, 'TERMS', 'accept');
  const accepted = (await customer.read('TERMS')).json;
  assert.deepEqual([accepted.status, accepted.expectedShipDate], ['ACCEPTED', expectedShipDate]);
  await customer.post(order({ orderId: 'LATER-TERMS' }));
  await assignAt('2026-12-23T12:00:00Z', 'LATER-TERMS');
  assert.equal((await customer.read('LATER-TERMS')).json.expectedShipDate, '2026-12-31T13:00:00.000Z');
});

test('a change of the customer and an error end the date, and a correction of staff keeps it', async () => {
  await agree(DAYS);
  const { clientId } = customer;
  await customer.post(order({ orderId: 'MOVED' }));
  await assignAt('2026-12-07T08:00:00Z', 'MOVED');
  const date = async () => (await customer.read('MOVED')).json.expectedShipDate;
  assert.equal(await date(), '2026-12-09T13:00:00.000Z');
  const correction = { items: [{ id: '1', quantity: 3 }], reason: 'Asked by phone' };
  const corrected = await operator.send('PATCH', `/orders/${clientId}/MOVED`, correction);
  assert.equal(corrected.status, 200);
  await assignAt('2026-12-10T08:00:00Z', 'MOVED');
  assert.equal(await date(), '2026-12-09T13:00:00.000Z');
  await customer.put('MOVED', order({ orderId: 'MOVED', items: [item({ quantity: 5 })] }));
  assert.equal(await date(), undefined);
  await assignAt('2026-12-10T08:00:00Z', 'MOVED');
  assert.equal(await date(), '2026-12-14T13:00:00.000Z');
  await operator.work(clientId, 'MOVED', 'error', { message: 'The artwork is empty.' });
  assert.equal(await date(), undefined);
});

test('orders are listed, filtered and sorted by due time, and marked as late or at risk', async () => {
  const shop = await newCustomer(server);
  // It is noon in this zone, so that no day ends during the test.
  const ahead = 12 - new Date().getUTCHours();
  Object.assign(server.config, { TIME_ZONE: `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}` });
  for (const [orderId, hours] of [
    ['LATE', -1],
    ['SOON', 3],
    ['TODAY', 8],
    ['TOMORROW', 24],
  ] as const) {
    await assigned(server, shop, { orderId });
    await operator.work(shop.clientId, orderId, 'accept');
    await server.pool.query(
      `update orders set due = now() + $3 * interval '1 hour' where client_id = $1 and order_id = $2`,
      [shop.clientId, orderId, hours],
    );
  }
  assert.deepEqual(await listed('sort=due', shop), ['LATE', 'SOON', 'TODAY', 'TOMORROW']);
  assert.deepEqual(await listed('due=LATE', shop), ['LATE']);
  assert.deepEqual(await listed('due=AT_RISK', shop), ['SOON']);
  assert.deepEqual(await listed('due=TODAY&sort=due', shop), ['SOON', 'TODAY']);
  assert.deepEqual(await listed('due=TOMORROW', shop), ['TOMORROW']);
  assert.deepEqual(await listed('due=LATE&status=SHIPPED', shop), []);
  assert.deepEqual(await listed('sort=due&status=SHIPPED,ERROR', shop), []);
  const { json } = await operator.get(`/orders?clientId=${shop.clientId}&sort=due`);
  assert.deepEqual(
    json.map(({ dueState }: { dueState?: string }) => dueState),
    ['LATE', 'AT_RISK', undefined, undefined],
  );
});

test('a rush order goes first in stock, release and at stations, and a program may rush many', async () => {
  const shop = await newCustomer(server);
  const items = [
    customItem({
      sku: 'ST-CREATOR-BLK-M',
      prints: [{ dataUrl: 'https://a.example/a.png', location: 'FRONT', technology: 'DTG' }],
    }),
  ];
  for (const orderId of ['FIRST', 'SECOND', 'THIRD']) await assigned(server, shop, { orderId, items });
  const order = async () =>
    (await operator.get(`/release-orders?clientId=${shop.clientId}`)).json.map(
      ({ orderId }: { orderId: string }) => orderId,
    );
  assert.deepEqual(await order(), ['FIRST', 'SECOND', 'THIRD']);
  assert.equal((await operator.work(shop.clientId, 'THIRD', 'rush')).status, 200);
  assert.deepEqual(await order(), ['THIRD', 'FIRST', 'SECOND']);
  assert.deepEqual(await listed('rush=true', shop), ['THIRD']);
  const many = { orders: ['FIRST', 'SECOND'].map((orderId) => ({ clientId: shop.clientId, orderId })) };
  const { json } = await operator.send('POST', '/orders/bulk-rush', many);
  assert.deepEqual(
    json.results.map(({ status }: { status: string }) => status),
    ['ASSIGNED', 'ASSIGNED'],
  );
  await operator.work(shop.clientId, 'THIRD', 'unrush');
  assert.deepEqual(await order(), ['FIRST', 'SECOND', 'THIRD']);
  await operator.send('POST', '/batches', { orders: [...many.orders, { clientId: shop.clientId, orderId: 'THIRD' }] });
  await operator.work(shop.clientId, 'THIRD', 'rush');
  await operator.work(shop.clientId, 'FIRST', 'unrush');
  const { next } = (await operator.get('/station-queue?work=MAKE')).json;
  assert.equal(next[0].isRush, true);
  await server.pool.query(`update pieces set state = 'CHECKED' where client_id = $1`, [shop.clientId]);
  const { ready } = (await operator.get('/station-queue?work=PACK')).json;
  const ofShop = ready.filter(({ orderId }: { orderId: string }) => ['FIRST', 'SECOND', 'THIRD'].includes(orderId));
  assert.deepEqual(ofShop.map(({ orderId, isRush }: Record<string, unknown>) => [orderId, isRush]).at(-1), [
    'FIRST',
    false,
  ]);
});

test('a waiting rush order gets the stock first, also if its customer asked for it', async () => {
  const shop = await newCustomer(server);
  await agree({ mayRush: true }, shop);
  const ean13 = '4006381333931';
  await operator.send('POST', `/stock/PRODUCT/${ean13}/set`, { quantity: 0 });
  const items = [item({ existingProduct: { ean13 }, quantity: 1 })];
  await assigned(server, shop, { orderId: 'WAITS', items });
  await assigned(server, shop, { orderId: 'RUSHES', items, priority: 'RUSH' });
  const { rows } = await server.pool.query<{ order_id: string; is_preferred: boolean }>(
    'select order_id, is_preferred from stock_waits where client_id = $1 order by order_id',
    [shop.clientId],
  );
  assert.deepEqual(rows.map(Object.values), [
    ['RUSHES', true],
    ['WAITS', false],
  ]);
  await operator.work(shop.clientId, 'RUSHES', 'unrush');
  await operator.work(shop.clientId, 'WAITS', 'rush');
  const after = await server.pool.query(
    'select order_id, is_preferred from stock_waits where client_id = $1 order by order_id',
    [shop.clientId],
  );
  assert.deepEqual(after.rows.map(Object.values), [
    ['RUSHES', false],
    ['WAITS', true],
  ]);
});

test('a customer may ask for RUSH only if its contract allows it, and keeps what it has', async () => {
  const shop = await newCustomer(server);
  await agree({}, shop);
  const rush = (orderId: string) => order({ orderId, priority: 'RUSH' });
  const refused = await shop.post(rush('R-1'));
  assert.equal(refused.status, 400);
  assert.deepEqual(
    refused.json.violations.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
    [['/priority', 'rush_not_allowed']],
  );
  await agree({ mayRush: true }, shop);
  assert.equal((await shop.post(rush('R-1'))).json.priority, 'RUSH');
  assert.deepEqual(await listed('rush=true', shop), ['R-1']);
  await agree({}, shop);
  assert.equal((await shop.put('R-1', { ...rush('R-1'), message: 'Thanks' })).status, 200);
  assert.equal((await shop.put('R-1', order({ orderId: 'R-1', priority: 'STANDARD' }))).json.priority, 'STANDARD');
  assert.deepEqual(await listed('rush=true', shop), []);
  assert.equal((await shop.put('R-1', rush('R-1'))).status, 400);
});

test('a contract has both days and cut-off or neither, and a change has no effect on another client', async () => {
  const faulty = await agree({ productionDays: 2 });
  assert.deepEqual([faulty.status, faulty.json.violations[0].pointer], [400, '/cutOff']);
  for (const wrong of [{ ...DAYS, cutOff: '24:00' }, { ...DAYS, productionDays: 0 }, { workingDays: [] }])
    assert.equal((await agree(wrong)).status, 400);
  assert.equal((await operator.send('PUT', '/clients/nobody/contract', { mayRush: true })).status, 404);
  const other = await newCustomer(server);
  const { json } = await operator.get(`/clients/${other.clientId}`);
  assert.deepEqual(json.contract, { mayRush: false, showsCharges: false });
});
