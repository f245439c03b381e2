import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { findDue } from '../../platform/database/due-query.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { serveWaiting } from '../../stock/serve-waiting.ts';
import { dueWakes } from '../../stock/stock-waits-store.ts';
import { DUE_RULE } from '../test-support/sample-orders.ts';
import { stockShops } from '../test-support/stock-shop.ts';
import { openAssignBatches } from './assign-orders.ts';

const TURNS = '5000000000001';
const RACED = '5000000000009';
const SCARCE = '5000000000010';
const SECOND = '5000000000011';
const JOINED = '5000000000012';
const FULL = '5000000000013';
const EMPTY = '5000000000014';
const FEW = '5000000000015';
const BROKEN = '5000000000016';
const ONE = '5000000000017';
const TWO = '5000000000018';
const REFUSED = '5000000000019';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const { shopWith, order, restock, cancel, lookAgain, assign, statuses, statusById, assertLedgerAgrees } = stockShops(
  () => server,
);

test("one shop's order for 100,000 holds up nobody, and is filled when there is enough", async () => {
  const [greedy, shop] = [await shopWith({ [TURNS]: 5 }), await shopWith({ [TURNS]: 5 })];
  await order(greedy, 'LARGE', [[TURNS, 100_000]]);
  await order(shop, 'SMALL', [[TURNS, 2]]);
  await assign(greedy, ['LARGE']);
  await assign(shop, ['SMALL']);
  assert.deepEqual(await statusById(shop), { SMALL: 'ASSIGNED' });
  await restock(TURNS, 100_000);
  await lookAgain();
  assert.deepEqual(await statusById(greedy), { LARGE: 'ASSIGNED' });
  await assertLedgerAgrees(TURNS);
});

test('stock that arrives while an order begins to wait is not missed', async () => {
  const shop = await shopWith({ [RACED]: 0 });
  for (let round = 0; round < 20; round++) {
    const orderId = `RACED-${round}`;
    await order(shop, orderId, [[RACED, 1]]);
    await Promise.all([restock(RACED, 1), assign(shop, [orderId]), lookAgain()]);
    await lookAgain();
    assert.equal((await statusById(shop))[orderId], 'ASSIGNED', `round ${round}`);
  }
});

test('arrived stock goes to waiting orders before later ones, the oldest of all clients first', async () => {
  const [one, other] = [await shopWith({ [SCARCE]: 0, [SECOND]: 0 }), await shopWith({ [SCARCE]: 0, [SECOND]: 0 })];
  await order(one, 'A', [[SCARCE, 1]]);
  await order(other, 'B', [
    [SCARCE, 1],
    [SECOND, 1],
  ]);
  await order(one, 'C', [[SECOND, 1]]);
  await assign(one, ['C', 'A']);
  await assign(other, ['B']);
  await restock(SCARCE, 2);
  await restock(SECOND, 1);
  await order(one, 'LATE', [[SCARCE, 1]]);
  await assign(one, ['LATE']);
  await lookAgain();
  assert.deepEqual(await statusById(one), { A: 'ASSIGNED', C: 'NEW', LATE: 'NEW' });
  assert.deepEqual(await statusById(other), { B: 'ASSIGNED' });
  // No order waits for this stock now, so the next order takes it at once.
  await restock(SCARCE, 2);
  await lookAgain();
  await order(other, 'NEXT', [[SCARCE, 1]]);
  await assign(other, ['NEXT']);
  assert.deepEqual([(await statusById(one)).LATE, (await statusById(other)).NEXT], ['ASSIGNED', 'ASSIGNED']);
});

test('an order that arrives while others are woken is served after them', async () => {
  const shop = await shopWith({ [JOINED]: 0 });
  for (let round = 0; round < 10; round++) {
    const [first, late] = [`FIRST-${round}`, `LATE-${round}`];
    await order(shop, first, [[JOINED, 1]]);
    await order(shop, late, [[JOINED, 1]]);
    await assign(shop, [first]);
    await restock(JOINED, 2);
    await Promise.all([lookAgain(), assign(shop, [late])]);
    await lookAgain();
    const now = await statusById(shop);
    assert.deepEqual([now[first], now[late]], ['ASSIGNED', 'ASSIGNED'], `round ${round}`);
  }
});

test('a waiting order lists each place that is short, and lists them again when they change', async () => {
  const shop = await shopWith({ [FULL]: 9, [EMPTY]: 0, [FEW]: 2 });
  await order(shop, 'A', [
    [FULL, 1],
    [EMPTY, 1],
    [FEW, 2],
    [EMPTY, 3],
  ]);
  await assign(shop, ['A']);
  const pointers = async () => {
    const first = (await statuses([shop])).find(({ orderId }) => orderId === 'A');
    return first?.statusReason?.details?.map(({ pointer }) => pointer);
  };
  assert.deepEqual(await pointers(), ['/items/1/existingProduct', '/items/3/existingProduct']);
  await order(shop, 'B', [[FEW, 1]]);
  await assign(shop, ['B']);
  await restock(EMPTY, 4);
  await lookAgain();
  assert.deepEqual(await pointers(), ['/items/2/existingProduct']);
  const { rows } = await server.pool.query(
    `select count(*)::int from order_events where client_id = $1 and order_id = 'A'`,
    [shop.clientId],
  );
  assert.equal(rows[0].count, 3);
});

test('an order with an internal failure does not block others, and is left to its intake', async () => {
  const shop = await shopWith({ [BROKEN]: 0 });
  await order(shop, 'BAD', [[BROKEN, 1]]);
  await order(shop, 'GOOD', [[BROKEN, 1]]);
  await assign(shop, ['BAD', 'GOOD']);
  const ofBad = `where client_id = $1 and order_id = 'BAD'`;
  const { rows } = await server.pool.query(`select document from orders ${ofBad}`, [shop.clientId]);
  await server.pool.query(`update orders set document = 'x' ${ofBad}`, [shop.clientId]);
  await restock(BROKEN, 2);
  await lookAgain();
  await server.pool.query(`update orders set document = $2 ${ofBad}`, [shop.clientId, rows[0].document]);
  assert.deepEqual(await statusById(shop), { BAD: 'NEW', GOOD: 'ASSIGNED' });
  await assign(shop, ['BAD']);
  assert.deepEqual(await statusById(shop), { BAD: 'ASSIGNED', GOOD: 'ASSIGNED' });
});

test('one piece for many waiting orders tries one of them, and none that needs more', async () => {
  const shop = await shopWith({ [ONE]: 0, [TWO]: 0 });
  for (let number = 0; number < 10; number++)
    await order(shop, `BOTH-${number}`, [
      [ONE, 1],
      [TWO, 1],
    ]);
  await assign(shop, shop.orderIds);
  const ofBoth = [...shop.orderIds];
  for (let number = 0; number < 10; number++) await order(shop, `ONE-${number}`, [[ONE, 1]]);
  await assign(shop, shop.orderIds.slice(10));
  const tried: string[] = [];
  const serve = async (clientId: string, orderIds: readonly string[]) => {
    tried.push(...orderIds);
    await assign({ ...shop, clientId }, orderIds, true);
  };
  const { signal } = new AbortController();
  await restock(TWO, 5);
  await serveWaiting(server.pool, serve, signal);
  assert.deepEqual(tried, []);
  await restock(ONE, 1);
  await serveWaiting(server.pool, serve, signal);
  assert.deepEqual(tried, [ofBoth[0]]);
  await restock(ONE, 2);
  await serveWaiting(server.pool, serve, signal);
  assert.deepEqual(tried, ofBoth.slice(0, 3));
  assert.deepEqual(await findDue(server.pool, dueWakes()), []);
});

test('a waiting order can be cancelled while others reserve its stock', async () => {
  const shop = await shopWith({ [RACED]: 0 });
  await order(shop, 'A', [[RACED, 1]]);
  await assign(shop, ['A']);
  await inTransaction(server.pool, async (connection) => {
    await connection.query('select from product_variants where ean13 = $1 for update', [RACED]);
    await cancel(shop, 'A');
  });
  assert.deepEqual(await statusById(shop), { A: 'CANCELLED' });
});

test('large orders that can all be filled are assigned in transactions of bounded size', async () => {
  const shop = await shopWith({ [FULL]: 0 });
  const orderIds = Array.from({ length: 6 }, (_, number) => `LARGE-${number}`);
  for (const orderId of orderIds)
    await order(
      shop,
      orderId,
      Array.from({ length: 500 }, () => [FULL, 1]),
    );
  await assign(shop, orderIds);
  // Each is as large as an order can be.
  const padding = ' '.repeat(400_000);
  await server.pool.query('update orders set document = document || $2 where client_id = $1', [shop.clientId, padding]);
  await restock(FULL, 3_000);
  await lookAgain();
  assert.equal(await transactionsOf(shop.clientId), 3);
  const others = Array.from({ length: 6 }, (_, number) => ({ orderId: `NEXT-${number}`, version: 1 }));
  for (const { orderId } of others) await order(shop, orderId, [[FULL, 1]]);
  await server.pool.query(`update orders set document = document || $2 where client_id = $1 and status = 'NEW'`, [
    shop.clientId,
    padding,
  ]);
  await restock(FULL, 6);
  const assignOne = openAssignBatches(server.pool, shop.clientId, { clock: () => new Date(), dueRule: DUE_RULE });
  await Promise.all(others.map(assignOne));
  assert.equal(await transactionsOf(shop.clientId), 6);
});

test('an order that cannot be assigned fails alone, and the others of its batch are assigned', async () => {
  const shop = await shopWith({ [REFUSED]: 5 });
  const orderIds = ['GOOD-1', 'REFUSED', 'GOOD-2', 'GOOD-3'];
  for (const orderId of orderIds) await order(shop, orderId, [[REFUSED, 1]]);
  await server.pool.query(
    `alter table orders add constraint refused check (order_id <> 'REFUSED' or status <> 'ASSIGNED')`,
  );
  const assignOne = openAssignBatches(server.pool, shop.clientId, { clock: () => new Date(), dueRule: DUE_RULE });
  const outcomes = await Promise.allSettled(orderIds.map((orderId) => assignOne({ orderId, version: 1 })));
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'fulfilled'],
  );
  assert.deepEqual(await statusById(shop), {
    'GOOD-1': 'ASSIGNED',
    'GOOD-2': 'ASSIGNED',
    'GOOD-3': 'ASSIGNED',
    REFUSED: 'NEW',
  });
  await assertLedgerAgrees(REFUSED);
});

async function transactionsOf(clientId: string): Promise<number> {
  const { rows } = await server.pool.query(
    'select count(distinct xmin::text)::int as transactions from orders where client_id = $1 and status = $2',
    [clientId, 'ASSIGNED'],
  );
  return rows[0].transactions;
}
