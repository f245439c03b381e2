import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../orders/test-support/customer.ts';
import { order } from '../../orders/test-support/sample-orders.ts';

let server: TestServer;
let customer: Customer;
before(async () => {
  server = await startTestServer({ RATE_LIMIT: '200/60s' });
  customer = await newCustomer(server);
});
after(() => server.close());

const send = (orders: unknown, more: object = {}) => customer.send('/v1/orders/batch', { orders, ...more });

test('good orders of a batch are stored, bad ones are refused alone, and a repeated batch replays', async () => {
  const bad = { ...order({ orderId: 'BATCH-2' }), items: [{ quantity: 0 }] };
  const batch = [order({ orderId: 'BATCH-1' }), bad, { ...order({ orderId: 'BATCH-3' }), message: null }, 7];
  const { status, json, headers } = await send(batch);
  assert.equal(status, 200);
  assert.deepEqual(
    json.results.map(({ orderId, status: one }: { orderId?: string; status: number }) => [orderId, one]),
    [
      ['BATCH-1', 200],
      ['BATCH-2', 400],
      ['BATCH-3', 200],
      [undefined, 400],
    ],
  );
  const [first, second] = json.results;
  assert.deepEqual(first.order, (await customer.read('BATCH-1')).json);
  assert.equal(second.error.error, 'invalid_request');
  assert.ok(second.error.violations.some(({ pointer }: { pointer: string }) => pointer === '/items/0/quantity'));
  // Four orders, and the request before it.
  assert.match(headers.get('ratelimit') ?? '', /r=19[0-6]/);
  const again = await send(batch.slice(0, 1));
  assert.equal(again.json.results[0].replayed, true);
  const twice = await send([order({ orderId: 'BATCH-4' }), order({ orderId: 'BATCH-4' })]);
  assert.deepEqual(
    twice.json.results.map((one: { status: number; replayed?: boolean }) => [one.status, one.replayed ?? false]).sort(),
    [
      [200, false],
      [200, true],
    ],
  );
});

test('a batch without orders, or with too many is refused whole', async () => {
  for (const [orders, code] of [
    [[], 'too_few_items'],
    [Array.from({ length: 101 }, () => ({})), 'too_many_items'],
    [{}, 'wrong_type'],
  ] as const) {
    const { status, json } = await send(orders);
    assert.deepEqual([status, json.violations[0].pointer, json.violations[0].code], [400, '/orders', code]);
  }
  const list = await customer.send('/v1/orders/batch', [order({ orderId: 'BATCH-4' })]);
  assert.match(list.json.message, /Send the list as \{"orders": \[…\]\}/);
  const unknown = await send([order({ orderId: 'BATCH-5' })], { dryRun: true });
  assert.equal(unknown.json.violations[0].code, 'unknown_property');
});

test('a batch above the quota stores the orders within it, and each other one has the result 429', async (t) => {
  const small = await startTestServer({ RATE_LIMIT: '30/60s' });
  t.after(() => small.close());
  const shop = await newCustomer(small);
  const orders = Array.from({ length: 100 }, (_, index) => order({ orderId: `OVER-${index}` }));
  const { status, json, headers } = await shop.send('/v1/orders/batch', { orders });
  assert.equal(status, 200);
  const stored = json.results.filter((one: { status: number }) => one.status === 200);
  const refused = json.results.slice(stored.length);
  assert.ok(stored.length > 0 && stored.length <= 30, `${stored.length} of 30`);
  assert.ok(refused.every((one: { status: number }) => one.status === 429));
  assert.match(refused[0].error.message, /^More than 30 requests in 60 s\. Send the next one in \d+ s\.$/);
  assert.match(headers.get('ratelimit') ?? '', /r=0;/);
  assert.ok(Number(headers.get('retry-after')) > 0);
  const { rows } = await small.pool.query(`select 1 from orders where order_id like 'OVER-%'`);
  assert.equal(rows.length, stored.length);
});
