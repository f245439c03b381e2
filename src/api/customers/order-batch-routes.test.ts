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

test('a batch without orders, with too many, or above the quota is refused whole', async () => {
  for (const [orders, code] of [
    [[], 'too_few_items'],
    [Array.from({ length: 101 }, () => ({})), 'too_many_items'],
    [{}, 'wrong_type'],
  ] as const) {
    const { status, json } = await send(orders);
    assert.deepEqual([status, json.violations[0].pointer, json.violations[0].code], [400, '/orders', code]);
  }
  const unknown = await send([order({ orderId: 'BATCH-5' })], { dryRun: true });
  assert.equal(unknown.json.violations[0].code, 'unknown_property');
  const many = (name: string) => Array.from({ length: 100 }, (_, index) => order({ orderId: `${name}-${index}` }));
  assert.equal((await send(many('QUOTA'))).status, 200);
  const refused = await send(many('OVER'));
  assert.deepEqual([refused.status, refused.json.error], [429, 'rate_limited']);
  const { rows } = await server.pool.query(`select 1 from orders where order_id like 'OVER-%'`);
  assert.equal(rows.length, 0);
});
