import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { item, order } from '../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let customer: Customer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
  operator = await newOperator(server);
});
after(() => server.close());

const verb = (orderId: string, name: string, body?: object) => customer.send(`/v1/orders/${orderId}/${name}`, body);
const twoItems = (orderId: string) =>
  order({
    orderId,
    items: [item({ id: 'a', quantity: 3 }), item({ id: 'b', quantity: 1 })],
  });

test('a shop holds an order, which staff cannot accept, and releases it', async () => {
  await assigned(server, customer, { orderId: 'HELD' });
  const held = await verb('HELD', 'hold', { reason: 'The buyer may change the size.' });
  assert.equal(held.status, 200);
  assert.equal(held.json.statusReason.code, 'on_hold');
  assert.equal(held.json.statusReason.heldBy, 'client');
  assert.equal((await verb('HELD', 'hold')).headers.get('etag'), held.headers.get('etag'));
  assert.equal((await operator.work(customer.clientId, 'HELD', 'accept')).json.error, 'order_not_changeable');
  const [event] = (await customer.get('/v1/orders/HELD/events')).json.slice(-1);
  assert.deepEqual([event.reason, event.changed], ['on_hold', undefined]);
  const { events } = (await operator.get(`/orders/${customer.clientId}/HELD`)).json;
  const { reason, correctionReason, changes } = events.at(-1);
  assert.deepEqual([reason, correctionReason, changes], ['on_hold', 'The buyer may change the size.', undefined]);
  const released = await verb('HELD', 'release');
  assert.equal(released.json.statusReason, undefined);
  assert.equal((await verb('HELD', 'release')).headers.get('etag'), released.headers.get('etag'));
  assert.equal((await operator.work(customer.clientId, 'HELD', 'accept')).status, 200);
  assert.equal((await verb('HELD', 'hold')).json.error, 'order_not_changeable');
});

test('a shop cannot release an order that staff hold', async () => {
  await assigned(server, customer, { orderId: 'OFFICE' });
  await operator.work(customer.clientId, 'OFFICE', 'hold', { reason: 'We ask about the colours.' });
  assert.equal((await verb('OFFICE', 'release')).json.error, 'order_not_changeable');
  assert.equal((await verb('OFFICE', 'hold')).json.error, 'order_not_changeable');
});

test('a shop rushes an order only if its contract allows it', async () => {
  const other = await newCustomer(server);
  await other.post(order({ orderId: 'FAST' }));
  const rush = () => other.send('/v1/orders/FAST/rush', undefined);
  assert.equal((await rush()).json.error, 'rush_not_allowed');
  await server.pool.query('update clients set may_rush = true where client_id = $1', [other.clientId]);
  const rushed = await rush();
  assert.equal(rushed.json.priority, 'RUSH');
  assert.equal((await rush()).headers.get('etag'), rushed.headers.get('etag'));
  const { rows } = await server.pool.query(`select rush from orders where client_id = $1 and order_id = 'FAST'`, [
    other.clientId,
  ]);
  assert.deepEqual(rows, [{ rush: true }]);
  assert.equal((await other.post(order({ orderId: 'FAST' }))).headers.get('idempotent-replayed'), 'true');
  await other.cancel('FAST');
  await other.post(order({ orderId: 'OVER' }));
  await other.cancel('OVER');
  assert.equal((await other.send('/v1/orders/OVER/rush', undefined)).json.error, 'order_not_changeable');
});

test('a shop cancels items and pieces before production, once for each key', async () => {
  await customer.post(twoItems('PARTS'));
  const unknown = await verb('PARTS', 'cancel', { items: [{ id: 'x' }, { id: 'a', quantity: 9 }, { id: 'a' }] });
  assert.deepEqual(
    unknown.json.violations.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [
      ['/items/0/id', 'unknown_item'],
      ['/items/1/quantity', 'too_large'],
      ['/items/2/id', 'duplicate_item_id'],
    ],
  );
  const chosen = { items: [{ id: 'a', quantity: 2 }, { id: 'b' }], reason: 'Ordered twice.' };
  const cancelled = await verb('PARTS', 'cancel', chosen);
  const { events } = (await operator.get(`/orders/${customer.clientId}/PARTS`)).json;
  assert.deepEqual([events.at(-1).reason, events.at(-1).correctionReason], ['items_cancelled', 'Ordered twice.']);
  assert.deepEqual(
    cancelled.json.items.map(({ id, quantity }: { id: string; quantity: number }) => [id, quantity]),
    [['a', 1]],
  );
  assert.equal(cancelled.json.status, 'NEW');
  const first = await customer.post(twoItems('PARTS'));
  assert.deepEqual([first.status, first.json.error], [409, 'order_already_exists']);
  assert.match(first.json.message, /leave it as it is: PUT .* would order them again/);
  const otherwise = await customer.post({ ...twoItems('PARTS'), items: cancelled.json.items, message: 'Hello' });
  assert.match(otherwise.json.message, /To correct it, send this body by PUT/);
  const rest = await verb('PARTS', 'cancel', { items: [{ id: 'a' }] });
  assert.equal(rest.json.status, 'CANCELLED');
});

test('a repeated cancellation of pieces with the same key changes nothing', async () => {
  const mine = await newCustomer(server);
  await mine.post(twoItems('ONCE'));
  const body = { items: [{ id: 'a', quantity: 1 }] };
  const send = (given: object) => mine.send('/v1/orders/ONCE/cancel', given, { 'idempotency-key': 'key-1' });
  const first = await send(body);
  const again = await send(body);
  assert.equal(first.json.items[0].quantity, 2);
  assert.equal(again.json.items[0].quantity, 2);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  for (const other of [{ items: [{ id: 'b' }] }, { ...body, reason: 'The buyer has called.' }])
    assert.equal((await send(other)).json.error, 'idempotency_key_reused');
});

test('an order keeps its stock for the pieces that are left', async () => {
  await assigned(server, customer, { ...twoItems('STOCK') });
  const cancelled = await verb('STOCK', 'cancel', { items: [{ id: 'a', quantity: 2 }] });
  assert.equal(cancelled.json.status, 'NEW');
  const { rows } = await server.pool.query(
    `select sum(quantity)::int as reserved from stock_reservations where client_id = $1 and order_id = 'STOCK'`,
    [customer.clientId],
  );
  assert.deepEqual(rows, [{ reserved: 2 }]);
});

test('items of an order in production are not cancelled', async () => {
  await assigned(server, customer, { orderId: 'MAKING' });
  await operator.work(customer.clientId, 'MAKING', 'accept');
  const refused = await verb('MAKING', 'cancel', { items: [{ id: '1' }] });
  assert.equal(refused.json.error, 'order_not_changeable');
});
