import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { findOrdersWithWork } from '../src/orders/rows/order-queue-store.ts';
import { type Shop, stockShops } from '../src/orders/test-support/stock-shop.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
});
after(() => server.close());

const { shopWith, order, restock, cancel, lookAgain, assign, statusById, assertLedgerAgrees } = stockShops(
  () => server,
);
let codes = 0;
const newCode = () => `60000000${String(++codes).padStart(5, '0')}`;

const work = (shop: Shop, orderId: string, verb: string, body?: unknown) =>
  operator.work(shop.clientId, orderId, verb, body);
const workOn = async (shop: Shop, orderId: string, verb: string, body?: unknown) => {
  const answer = await work(shop, orderId, verb, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};
const read = async (shop: Shop, orderId: string) => (await operator.get(`/orders/${shop.clientId}/${orderId}`)).json;
const isDue = async (shop: Shop, orderId: string) =>
  (
    await findOrdersWithWork(server.pool, shop.clientId, new Date(Date.now() + 1_000), {
      areNew: true,
      limit: 100,
      bytes: 1_000_000,
    })
  ).some((due) => due.orderId === orderId);

test('an order on hold is not taken in, shows its customer the reason, and continues after its release', async () => {
  const code = newCode();
  const shop = await shopWith({ [code]: 5 });
  await order(shop, 'H1', [[code, 1]]);
  assert.equal(await isDue(shop, 'H1'), true);
  const held = await workOn(shop, 'H1', 'hold', { reason: 'We are asking you about it.\nPlease wait.' });
  assert.deepEqual(
    [held.status, held.statusReason],
    ['NEW', { code: 'on_hold', message: 'We are asking you about it.\nPlease wait.' }],
  );
  assert.equal(await isDue(shop, 'H1'), false);
  await assign(shop, ['H1']);
  assert.deepEqual(await statusById(shop), { H1: 'NEW' });
  const again = await workOn(shop, 'H1', 'hold', { reason: 'We are asking you about it.\nPlease wait.' });
  assert.equal(again.updated, held.updated);
  const listed = (await operator.get(`/orders?clientId=${shop.clientId}`)).json;
  assert.equal(listed[0].statusReason, 'on_hold');
  const released = await workOn(shop, 'H1', 'release');
  assert.deepEqual([released.status, released.statusReason], ['NEW', undefined]);
  assert.equal((await workOn(shop, 'H1', 'release')).updated, released.updated);
  assert.equal(await isDue(shop, 'H1'), true);
  await assign(shop, ['H1']);
  assert.deepEqual(await statusById(shop), { H1: 'ASSIGNED' });
  const events = (await read(shop, 'H1')).events.map(({ type, reason }: { type: string; reason?: string }) => [
    type,
    reason,
  ]);
  assert.deepEqual(events.slice(1, 3), [
    ['order.updated', 'on_hold'],
    ['order.updated', 'released'],
  ]);
});

test('an order on hold is not accepted or shipped and keeps its reservation', async () => {
  const code = newCode();
  const shop = await shopWith({ [code]: 5 });
  await order(shop, 'H2', [[code, 2]]);
  await assign(shop, ['H2']);
  const told = await workOn(shop, 'H2', 'hold');
  assert.match(told.statusReason.message, /on hold/);
  const refused = await work(shop, 'H2', 'accept');
  assert.equal(refused.status, 409);
  assert.match(refused.json.message, /^The order is ASSIGNED and on hold.* release/);
  assert.deepEqual((await read(shop, 'H2')).reservations, [{ kind: 'PRODUCT', code, quantity: 2 }]);
  await workOn(shop, 'H2', 'release');
  await workOn(shop, 'H2', 'accept');
  await workOn(shop, 'H2', 'hold');
  assert.equal((await work(shop, 'H2', 'ship', { parcels: [{}] })).status, 409);
  await workOn(shop, 'H2', 'release');
  await workOn(shop, 'H2', 'ship', { parcels: [{}] });
});

test("a customer's change keeps an order on hold, and it may be cancelled", async () => {
  const code = newCode();
  const shop = await shopWith({ [code]: 5 });
  await order(shop, 'H3', [[code, 1]]);
  await workOn(shop, 'H3', 'hold', { reason: 'Wait.' });
  await order(shop, 'H3', [[code, 2]], 'PUT');
  const { order: changed } = await read(shop, 'H3');
  assert.deepEqual([changed.status, changed.statusReason.message], ['NEW', 'Wait.']);
  assert.equal(await isDue(shop, 'H3'), false);
  await cancel(shop, 'H3');
  const { order: cancelled } = await read(shop, 'H3');
  assert.deepEqual([cancelled.status, cancelled.statusReason], ['CANCELLED', undefined]);
});

test('an order on hold does not wait for stock, so new stock goes to other orders', async () => {
  const code = newCode();
  const shop = await shopWith({ [code]: 0 });
  for (const orderId of ['H4', 'H5']) await order(shop, orderId, [[code, 1]]);
  await assign(shop, ['H4', 'H5']);
  await workOn(shop, 'H4', 'hold');
  assert.deepEqual((await read(shop, 'H4')).waits, []);
  await restock(code, 1);
  await lookAgain();
  // The same as if it had been found while it still waited.
  await assign(shop, ['H4'], true);
  assert.deepEqual(await statusById(shop), { H4: 'NEW', H5: 'ASSIGNED' });
});

test('stock that a preferred order waits for is not given to smaller orders until it is filled', async () => {
  const code = newCode();
  const [shop, other] = [await shopWith({ [code]: 3 }), await shopWith({ [code]: 3 })];
  await order(other, 'OLD', [[code, 4]]);
  await order(shop, 'BIG', [[code, 10]]);
  await assign(other, ['OLD']);
  await assign(shop, ['BIG']);
  await workOn(shop, 'BIG', 'prefer');
  await workOn(shop, 'BIG', 'prefer');
  await order(other, 'SMALL', [[code, 1]]);
  await assign(other, ['SMALL']);
  await restock(code, 4);
  await lookAgain();
  await assign(other, ['OLD', 'SMALL'], true);
  assert.deepEqual(await statusById(other), { OLD: 'NEW', SMALL: 'NEW' });
  const { preferred } = await read(shop, 'BIG');
  assert.ok(Date.parse(preferred.since) <= Date.now() && typeof preferred.by === 'string');
  const listed = (await operator.get(`/orders?clientId=${shop.clientId}`)).json;
  assert.equal(listed[0].preferred, true);
  await restock(code, 3);
  await lookAgain();
  assert.deepEqual(await statusById(shop), { BIG: 'ASSIGNED' });
  assert.equal((await read(shop, 'BIG')).preferred, undefined);
  await restock(code, 5);
  await lookAgain();
  assert.deepEqual(await statusById(other), { OLD: 'ASSIGNED', SMALL: 'ASSIGNED' });
  await assertLedgerAgrees(code);
});

test('all items of a preferred order are kept for it, and the older of two preferred orders comes first', async () => {
  const [short, there] = [newCode(), newCode()];
  const shop = await shopWith({ [short]: 0, [there]: 2 });
  await order(shop, 'P1', [
    [short, 1],
    [there, 2],
  ]);
  await order(shop, 'P2', [[short, 1]]);
  await assign(shop, ['P1', 'P2']);
  await workOn(shop, 'P2', 'prefer');
  await workOn(shop, 'P1', 'prefer');
  await order(shop, 'P3', [[there, 1]]);
  await assign(shop, ['P3']);
  assert.equal((await statusById(shop)).P3, 'NEW');
  await restock(short, 1);
  await lookAgain();
  assert.deepEqual(await statusById(shop), { P1: 'ASSIGNED', P2: 'NEW', P3: 'NEW' });
  await restock(short, 1);
  await restock(there, 1);
  await lookAgain();
  assert.deepEqual(await statusById(shop), { P1: 'ASSIGNED', P2: 'ASSIGNED', P3: 'ASSIGNED' });
});

for (const [how, act] of [
  ['is no longer preferred', (shop: Shop) => workOn(shop, 'BIG', 'unprefer')],
  ['is cancelled', (shop: Shop) => workOn(shop, 'BIG', 'cancel')],
  ['is put on hold', (shop: Shop) => workOn(shop, 'BIG', 'hold')],
] as const) {
  test(`stock kept for a preferred order that ${how} becomes available to other orders`, async () => {
    const code = newCode();
    const shop = await shopWith({ [code]: 3 });
    await order(shop, 'BIG', [[code, 10]]);
    await assign(shop, ['BIG']);
    await workOn(shop, 'BIG', 'prefer');
    await order(shop, 'SMALL', [[code, 1]]);
    await assign(shop, ['SMALL']);
    assert.equal((await statusById(shop)).SMALL, 'NEW');
    await act(shop);
    await lookAgain();
    assert.equal((await statusById(shop)).SMALL, 'ASSIGNED');
  });
}

test('an order may be preferred before it waits for stock', async () => {
  const code = newCode();
  const shop = await shopWith({ [code]: 1 });
  await order(shop, 'EARLY', [[code, 2]]);
  await workOn(shop, 'EARLY', 'prefer');
  await order(shop, 'LATER', [[code, 1]]);
  await assign(shop, ['EARLY', 'LATER']);
  assert.deepEqual(await statusById(shop), { EARLY: 'NEW', LATER: 'NEW' });
  await restock(code, 1);
  await lookAgain();
  assert.deepEqual(await statusById(shop), { EARLY: 'ASSIGNED', LATER: 'NEW' });
});
