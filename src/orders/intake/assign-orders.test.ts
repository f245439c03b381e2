import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { cancelOrder } from '../change/cancel-order.ts';
import { DUE_RULE } from '../test-support/sample-orders.ts';
import { CUSTOMER, type Shop, stockShops } from '../test-support/stock-shop.ts';
import { assignOrders } from './assign-orders.ts';

const EAN = '4006381333931';
const RARE = '4006381333948';
const MISSING = '4006381333955';
const TURNS = '5000000000001';
const CROWDED = '5000000000002';
const OTHER = '5000000000003';
const KEPT = '5000000000004';
const LEFT = '5000000000005';
const RIGHT = '5000000000006';
const HOARD = '5000000000007';
const GONE = '5000000000008';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const { shopWith, order, cancel, lookAgain, assign, statuses, statusById, stockOf, assertLedgerAgrees } = stockShops(
  () => server,
);

test('of 200 orders at once for the last 100 pieces exactly 100 are assigned, and the others wait', async () => {
  const shops = await Promise.all(Array.from({ length: 4 }, () => shopWith({ [EAN]: 100 })));
  await Promise.all(
    Array.from({ length: 200 }, (_, number) => order(shops[number % 4] as Shop, `ONE-${number}`, [[EAN, 1]])),
  );
  await Promise.all(shops.flatMap((shop) => chunks(ids(shop), 7).map((orderIds) => assign(shop, orderIds))));
  const orders = await statuses(shops);
  assert.equal(orders.filter(({ status }) => status === 'ASSIGNED').length, 100);
  const waiting = orders.filter(({ status }) => status === 'NEW');
  assert.equal(waiting.length, 100);
  assert.ok(waiting.every(({ statusReason }) => statusReason?.code === 'waiting_for_stock'));
  assert.deepEqual(await stockOf(EAN), { on_hand: 100, reserved: 100 });
  await assertLedgerAgrees(EAN);
});

test('returned stock goes to the first waiting order that can be filled, and other waits do not block it', async () => {
  const shop = await shopWith({ [RARE]: 1, [MISSING]: 0 });
  await order(shop, 'A', [[RARE, 1]]);
  await order(shop, 'B', [
    [RARE, 1],
    [MISSING, 1],
  ]);
  await order(shop, 'C', [[RARE, 1]]);
  await assign(shop, ['A', 'B', 'C']);
  assert.deepEqual(await statusById(shop), { A: 'ASSIGNED', B: 'NEW', C: 'NEW' });
  await cancel(shop, 'A');
  await lookAgain();
  // B was first for the piece, but cannot go without the other thing: C may have it.
  assert.deepEqual(await statusById(shop), { A: 'CANCELLED', B: 'NEW', C: 'ASSIGNED' });
  assert.deepEqual(await stockOf(RARE), { on_hand: 1, reserved: 1 });
  await assertLedgerAgrees(RARE);
});

test('an order for more than the highest stock waits', async () => {
  const shop = await shopWith({ [TURNS]: 5 });
  await order(
    shop,
    'HUGE',
    Array.from({ length: 500 }, () => [TURNS, 100_000]),
  );
  await assign(shop, ['HUGE']);
  assert.deepEqual(await statusById(shop), { HUGE: 'NEW' });
});

test('times never decrease, for any order of locks', async () => {
  const shop = await shopWith({ [EAN]: 1 });
  await order(shop, 'A', [[EAN, 100_000]]);
  const past = new Date(Date.now() - 60_000);
  await inTransaction(server.pool, (connection) =>
    assignOrders(connection, shop.clientId, new Map([['A', { version: 1 }]]), { now: past, dueRule: DUE_RULE }),
  );
  await cancelOrder(
    { pool: server.pool, clock: () => past, onWork: () => {} },
    { clientId: shop.clientId, orderId: 'A' },
    { by: CUSTOMER },
  );
  const { rows } = await server.pool.query(`select occurred from order_events where client_id = $1 order by version`, [
    shop.clientId,
  ]);
  const [made, waits, ended] = rows.map(({ occurred }) => occurred.getTime());
  assert.deepEqual([waits - made, ended - waits], [1, 1]);
  const [order_] = await statuses([shop]);
  assert.equal(Date.parse(order_!.updated), ended);
});

test('many orders that wait for the same stock are cancelled at once, and none fails', async () => {
  const shop = await shopWith({ [CROWDED]: 0, [OTHER]: 0 });
  const waiting = Array.from({ length: 40 }, (_, number) => `WAIT-${number}`);
  for (const [number, orderId] of waiting.entries())
    await order(
      shop,
      orderId,
      number % 2
        ? [
            [CROWDED, 1],
            [OTHER, 1],
          ]
        : [
            [OTHER, 1],
            [CROWDED, 1],
          ],
    );
  await assign(shop, waiting);
  await Promise.all(waiting.map((orderId) => cancel(shop, orderId)));
  assert.ok((await statuses([shop])).every(({ status }) => status === 'CANCELLED'));
  const { rows } = await server.pool.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  assert.deepEqual(rows, [{ deadlocks: 0 }]);
});

test('a changed order keeps its stock and its place in the queue', async () => {
  const shop = await shopWith({ [KEPT]: 5 });
  await order(shop, 'A', [[KEPT, 5]]);
  await order(shop, 'B', [[KEPT, 1]]);
  await assign(shop, ['A', 'B']);
  await order(shop, 'A', [[KEPT, 4]], 'PUT');
  await lookAgain();
  assert.deepEqual(await statusById(shop), { A: 'NEW', B: 'ASSIGNED' });
  await assign(shop, ['A']);
  assert.deepEqual(await statusById(shop), { A: 'ASSIGNED', B: 'ASSIGNED' });
  assert.deepEqual(await stockOf(KEPT), { on_hand: 5, reserved: 5 });
  await order(shop, 'A', [[KEPT, 5]], 'PUT');
  await assign(shop, ['A']);
  await cancel(shop, 'A');
  assert.deepEqual(await stockOf(KEPT), { on_hand: 5, reserved: 1 });
  await assertLedgerAgrees(KEPT);
});

test('changed orders that reserve each other’s stock do not block each other', async () => {
  const shop = await shopWith({ [LEFT]: 1, [RIGHT]: 1 });
  await order(shop, 'A', [[LEFT, 1]]);
  await order(shop, 'B', [[RIGHT, 1]]);
  await assign(shop, ['A', 'B']);
  for (const orderId of ['A', 'B']) {
    await order(
      shop,
      orderId,
      [
        [LEFT, 1],
        [RIGHT, 1],
      ],
      'PUT',
    );
  }
  await assign(shop, ['A']);
  await assign(shop, ['B']);
  await lookAgain();
  assert.deepEqual(await statusById(shop), { A: 'NEW', B: 'ASSIGNED' });
  assert.deepEqual([await stockOf(LEFT), await stockOf(RIGHT)], Array(2).fill({ on_hand: 1, reserved: 1 }));
  await assertLedgerAgrees(LEFT);
});

test('a waiting order reserves nothing', async () => {
  const shop = await shopWith({ [HOARD]: 100, [GONE]: 0 });
  await order(shop, 'A', [[HOARD, 100]]);
  await assign(shop, ['A']);
  await order(shop, 'C', [[HOARD, 1]]);
  await order(
    shop,
    'A',
    [
      [HOARD, 100],
      [GONE, 1],
    ],
    'PUT',
  );
  await assign(shop, ['A', 'C']);
  assert.deepEqual(await statusById(shop), { A: 'NEW', C: 'ASSIGNED' });
  assert.deepEqual(await stockOf(HOARD), { on_hand: 100, reserved: 1 });
  await assertLedgerAgrees(HOARD);
});

function ids({ orderIds }: Shop): string[] {
  return orderIds;
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
