import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { newOperator } from '../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { SYSTEM } from '../../platform/audit/actor.ts';
import { type Connection, inTransaction } from '../../platform/database/transaction.ts';
import { assignOrders } from '../intake/assign-orders.ts';
import { lockOrders } from '../rows/order-row-store.ts';
import { DUE_RULE } from '../test-support/sample-orders.ts';
import { STAFF, stockShops } from '../test-support/stock-shop.ts';
import type { OrderChange } from './apply-change.ts';
import { saveChanges } from './save-changes.ts';

const EAN = '4006381333931';
const RETURNED = '4006381333948';
const PLENTY = '4006381333955';
const LISTED = '5000000000001';
const MANY = 12;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const { shopWith, order, assign, stockOf, statusById, assertLedgerAgrees } = stockShops(() => server);

/** The statements of one transaction. */
async function countStatements(work: (connection: Connection) => Promise<unknown>): Promise<number> {
  let statements = 0;
  await inTransaction(server.pool, (connection) => {
    const query = (...args: Parameters<typeof connection.query>) => {
      statements++;
      return connection.query(...args);
    };
    return work({ query } as Connection);
  });
  return statements;
}

async function change(clientId: string, orderIds: readonly string[], wanted: OrderChange): Promise<number> {
  return countStatements(async (connection) => {
    const locked = await lockOrders(connection, clientId, orderIds);
    const changes = locked.map((one) => ({ order: one, change: wanted, eventId: randomUUIDv7() }));
    await saveChanges(connection, clientId, changes, new Date());
  });
}

test('many orders change in the number of statements of one, and their stock moves correctly', async () => {
  const shop = await shopWith({ [EAN]: 100 });
  const orderIds = Array.from({ length: MANY + 1 }, (_, number) => `ORDER-${number}`);
  for (const orderId of orderIds) await order(shop, orderId, [[EAN, 2]]);
  const [one, ...many] = orderIds as [string, ...string[]];
  const ready = (ids: readonly string[]) => new Map(ids.map((orderId) => [orderId, { version: 1 }]));
  const assigning = (ids: readonly string[]) =>
    countStatements((connection) =>
      assignOrders(connection, shop.clientId, ready(ids), { now: new Date(), dueRule: DUE_RULE }),
    );
  assert.equal(await assigning([one]), await assigning(many));
  assert.deepEqual(await stockOf(EAN), { on_hand: 100, reserved: 26 });
  const accept: OrderChange = { to: 'ACCEPTED', by: STAFF };
  assert.equal(await change(shop.clientId, [one], accept), await change(shop.clientId, many, accept));
  const ship: OrderChange = { to: 'SHIPPED', by: STAFF };
  assert.equal(await change(shop.clientId, [one], ship), await change(shop.clientId, many, ship));
  assert.deepEqual(await stockOf(EAN), { on_hand: 74, reserved: 0 });
  await assertLedgerAgrees(EAN);
  const { rows } = await server.pool.query(
    `select order_id, count(*)::int as events, max(version) as version from order_events where client_id = $1 group by 1`,
    [shop.clientId],
  );
  assert.equal(rows.length, MANY + 1);
  for (const { events, version } of rows) assert.deepEqual([events, version], [4, 4]);
});

test('many orders release all reserved stock, and wake the waiting orders', async () => {
  const shop = await shopWith({ [RETURNED]: 10 });
  for (const orderId of ['A', 'B', 'C']) await order(shop, orderId, [[RETURNED, 3]]);
  await order(shop, 'WAITS', [[RETURNED, 9]]);
  await assign(shop, ['A', 'B', 'C']);
  await assign(shop, ['WAITS']);
  await change(shop.clientId, ['A', 'B', 'C'], { to: 'ERROR', by: SYSTEM });
  assert.deepEqual(await stockOf(RETURNED), { on_hand: 10, reserved: 0 });
  assert.equal((await server.pool.query('select from stock_wakes where code = $1', [RETURNED])).rowCount, 1);
  await assertLedgerAgrees(RETURNED);
  assert.equal((await statusById(shop)).WAITS, 'NEW');
});

test('each event has its actor: staff read id and name, customers only the kind', async () => {
  const shop = await shopWith({ [PLENTY]: 100 });
  const operator = await newOperator(server);
  await order(shop, 'A', [[PLENTY, 1]]);
  await assign(shop, ['A']);
  const { rows } = await server.pool.query(`select client_id from clients where scope = 'operator'`);
  const centerId = rows[0].client_id;
  const other = await newOperator(server);
  assert.equal((await operator.work(shop.clientId, 'A', 'accept')).status, 200);
  await server.send('/v1/orders/A/cancel', { token: shop.token, body: {} });
  assert.equal((await other.work(shop.clientId, 'A', 'cancellation/reject')).status, 200);
  const { json } = await operator.get(`/orders/${shop.clientId}/A`);
  const actors = json.events.map(({ type, actor, actorId, actorName }: Record<string, string>) => {
    return [type, actor, actorId, actorName];
  });
  const ofCustomer = ['client', shop.clientId, 'Test Shop'];
  assert.deepEqual(actors.slice(0, 2), [
    ['order.created', ...ofCustomer],
    ['order.assigned', 'system', undefined, undefined],
  ]);
  assert.deepEqual(actors[2].slice(0, 3), ['order.accepted', 'operator', centerId]);
  assert.ok(actors[2][3]);
  assert.deepEqual(actors[3], ['order.cancellation_requested', ...ofCustomer]);
  assert.deepEqual(actors[4].slice(0, 2), ['order.cancellation_rejected', 'operator']);
  assert.notEqual(actors[4][2], centerId);
  const { json: shown } = await server.send('/v1/orders/A/events', { token: shop.token });
  for (const event of shown) assert.deepEqual([event.actorId, event.actorName], [undefined, undefined]);
});

test('lists and filters of staff read the columns of an order, not its document', async () => {
  const shop = await shopWith({ [LISTED]: 100 });
  const operator = await newOperator(server);
  await order(shop, 'A', [[LISTED, 1]]);
  await order(shop, 'B', [
    [LISTED, 1],
    [LISTED, 2],
  ]);
  await assign(shop, ['A', 'B']);
  await operator.work(shop.clientId, 'A', 'accept');
  await server.send('/v1/orders/A/cancel', { token: shop.token, body: {} });
  await operator.work(shop.clientId, 'B', 'error', { message: 'No.' });
  await server.pool.query(`update orders set document = 'no JSON' where client_id = $1`, [shop.clientId]);
  const list = async (query: string) => {
    const { json } = await operator.get(`/orders?clientId=${shop.clientId}${query}`);
    return json.map(({ orderId, statusReason, items }: Record<string, unknown>) => [orderId, statusReason, items]);
  };
  const [one, two] = [
    ['A', undefined, 1],
    ['B', 'production_problem', 2],
  ];
  assert.deepEqual((await list('')).sort(), [one, two]);
  assert.deepEqual(await list('&cancellation=requested'), [one]);
});
