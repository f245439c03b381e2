import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { importCatalog } from '../../catalog/import/import-catalog.ts';
import { inTransaction } from '../../database/transaction.ts';
import { cancelOrder } from '../change/cancel-order.ts';
import type { Order } from '../document/order-schemas.ts';
import { assignOrders, assignWokenOrders } from './assign-orders.ts';

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

test('stock that comes back goes to who waited first, and an order that waits for something else holds nothing up', async () => {
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
  await lookAgain(shop);
  // B was first for the piece, but cannot go without the other thing: C may have it.
  assert.deepEqual(await statusById(shop), { A: 'CANCELLED', B: 'NEW', C: 'ASSIGNED' });
  assert.deepEqual(await stockOf(RARE), { on_hand: 1, reserved: 1 });
  await assertLedgerAgrees(RARE);
});

test('an order that begins to wait while the one before it is cancelled has its turn', async () => {
  const shop = await shopWith({ [TURNS]: 5 });
  for (let round = 0; round < 20; round++) {
    const [large, small] = [`LARGE-${round}`, `SMALL-${round}`];
    await order(shop, large, [[TURNS, 10]]);
    await order(shop, small, [[TURNS, 2]]);
    await assign(shop, [large]);
    await Promise.all([cancel(shop, large), assign(shop, [small])]);
    await lookAgain(shop);
    assert.equal((await statusById(shop))[small], 'ASSIGNED', `round ${round}`);
    await cancel(shop, small);
  }
});

test('many that wait for the same are cancelled at once, and none in vain', async () => {
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

test('an order that is changed keeps its stock and its turn', async () => {
  const shop = await shopWith({ [KEPT]: 5 });
  await order(shop, 'A', [[KEPT, 5]]);
  await order(shop, 'B', [[KEPT, 1]]);
  await assign(shop, ['A', 'B']);
  await order(shop, 'A', [[KEPT, 4]], 'PUT');
  await lookAgain(shop);
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

test('changed orders that each hold what the other needs do not wait for each other', async () => {
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
  await lookAgain(shop);
  assert.deepEqual(await statusById(shop), { A: 'NEW', B: 'ASSIGNED' });
  assert.deepEqual([await stockOf(LEFT), await stockOf(RIGHT)], Array(2).fill({ on_hand: 1, reserved: 1 }));
  await assertLedgerAgrees(LEFT);
});

test('an order that has to wait holds nothing', async () => {
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

interface Shop {
  clientId: string;
  token: string;
  orderIds: string[];
}

async function shopWith(levels: Record<string, number>): Promise<Shop> {
  const { token, client } = await server.token();
  const variants = Object.entries(levels).map(([ean13, stockLevelQuantity]) => ({
    ean13,
    name: `Tee ${ean13}`,
    color: 'Black',
    size: 'M',
    stockLevelQuantity,
  }));
  const products = [{ productId: 'P-1', name: 'Tee', previewImageUrls: [], variants }];
  await server.pool.query('truncate stock_movements');
  await importCatalog(server.pool, { articles: [], products, carriers: [] }, { clientId: client.clientId });
  return { clientId: client.clientId, token, orderIds: [] };
}

async function order(
  shop: Shop,
  orderId: string,
  items: [string, number][],
  method: 'POST' | 'PUT' = 'POST',
): Promise<void> {
  shop.orderIds.push(orderId);
  const answer = await server.send(method === 'POST' ? '/v1/orders' : `/v1/orders/${orderId}`, {
    token: shop.token,
    method,
    body: {
      orderId,
      items: items.map(([ean13, quantity]) => ({ quantity, existingProduct: { ean13 } })),
      shipping: { shippingLabelUrl: 'https://files.example.com/label.pdf' },
    },
  });
  assert.equal(answer.status, 200, answer.text);
}

async function cancel({ clientId }: Shop, orderId: string): Promise<void> {
  await cancelOrder(server.pool, clientId, orderId, undefined, new Date());
}

async function lookAgain({ clientId }: Shop): Promise<void> {
  await assignWokenOrders(server.pool, clientId, () => new Date(), new AbortController().signal);
}

async function assign(shop: Shop, orderIds: readonly string[]): Promise<void> {
  const { rows } = await server.pool.query(
    'select order_id, version from orders where client_id = $1 and order_id = any($2)',
    [shop.clientId, orderIds],
  );
  const ready = new Map<string, { version: number }>(rows.map((row) => [row.order_id, row]));
  await inTransaction(server.pool, (connection) =>
    assignOrders(connection, shop.clientId, ready, new Date()),
  );
}

async function statuses(shops: readonly Shop[]): Promise<Order[]> {
  const { rows } = await server.pool.query('select document from orders where client_id = any($1)', [
    shops.map(({ clientId }) => clientId),
  ]);
  return rows.map(({ document }) => JSON.parse(document));
}

async function statusById(shop: Shop): Promise<Record<string, string>> {
  return Object.fromEntries((await statuses([shop])).map(({ orderId, status }) => [orderId, status]).sort());
}

async function stockOf(ean13: string): Promise<{ on_hand: number; reserved: number }> {
  const { rows } = await server.pool.query(
    'select stock_level_quantity as on_hand, reserved from product_variants where ean13 = $1',
    [ean13],
  );
  return rows[0];
}

async function assertLedgerAgrees(ean13: string): Promise<void> {
  const { rows } = await server.pool.query(
    `select (select coalesce(sum(quantity), 0)::int from stock_reservations where code = $1) as held,
            (select coalesce(sum(reserved_change), 0)::int from stock_movements where code = $1) as moved,
            (select reserved from product_variants where ean13 = $1) as reserved`,
    [ean13],
  );
  assert.equal(rows[0].held, rows[0].reserved);
  assert.equal(rows[0].moved, rows[0].reserved);
}

function ids({ orderIds }: Shop): string[] {
  return orderIds;
}

function chunks<T>(all: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, index) =>
    all.slice(index * size, (index + 1) * size),
  );
}
