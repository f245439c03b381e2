import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  for (const orderId of ['B1', 'B2', 'B3', 'B4']) await assigned(server, customer, { orderId });
});
after(() => server.close());

const bulk = (verb: string, rows: readonly object[], rest: object = {}) =>
  operator.send('POST', `/orders/bulk-${verb}`, {
    orders: rows.map((row) => ({ clientId: customer.clientId, ...row })),
    ...rest,
  });
const outcomes = (json: { results: { status?: string; error?: string }[] }) =>
  json.results.map(({ status, error }) => status ?? error);

test('each order of a list is held, released, accepted, tried and cancelled for itself', async () => {
  const two = [{ orderId: 'B1' }, { orderId: 'B2' }];
  const held = await bulk('hold', [...two, { orderId: 'NONE' }, { orderId: '\0' }], { reason: 'Wait.' });
  assert.equal(held.status, 200);
  assert.deepEqual(outcomes(held.json), ['ASSIGNED', 'ASSIGNED', 'order_not_found', 'order_not_found']);
  assert.deepEqual([held.json.succeeded, held.json.failed], [2, 2]);
  assert.equal((await customer.read('B2')).json.statusReason.message, 'Wait.');
  assert.deepEqual(outcomes((await bulk('accept', [...two, { orderId: 'B3' }])).json), [
    'order_not_changeable',
    'order_not_changeable',
    'ACCEPTED',
  ]);
  assert.deepEqual(outcomes((await bulk('release', two)).json), ['ASSIGNED', 'ASSIGNED']);
  await operator.work(customer.clientId, 'B1', 'error', { message: 'Mend it.' });
  assert.deepEqual(outcomes((await bulk('retry', two)).json), ['NEW', 'order_not_changeable']);
  const cancelled = await bulk('cancel', [{ orderId: 'B2' }, { orderId: 'B3' }], { reason: 'Closed.' });
  assert.deepEqual(outcomes(cancelled.json), ['CANCELLED', 'CANCELLED']);
  const again = await bulk('cancel', [{ orderId: 'B2' }, { orderId: 'B3' }], { reason: 'Closed.' });
  assert.deepEqual(again.json, cancelled.json, 'sending it again changes nothing');
  const { json } = await customer.get('/v1/orders/B2/events');
  assert.equal(json.filter(({ type }: { type: string }) => type === 'order.cancelled').length, 1);
});

test('an order that has changed since staff read it is left alone, and only that one', async () => {
  const { headers } = await operator.get(`/orders/${customer.clientId}/B4`);
  const ifMatch = headers.get('etag');
  await operator.work(customer.clientId, 'B4', 'hold');
  const refused = await bulk('release', [{ orderId: 'B4', ifMatch }]);
  assert.deepEqual(outcomes(refused.json), ['precondition_failed']);
  const now = (await operator.get(`/orders/${customer.clientId}/B4`)).headers.get('etag');
  assert.deepEqual(outcomes((await bulk('release', [{ orderId: 'B4', ifMatch: now }])).json), ['ASSIGNED']);
});

test('a list has 1 to 500 orders', async () => {
  assert.equal((await bulk('hold', [])).status, 400);
  const many = Array.from({ length: 501 }, (_, index) => ({ orderId: `X${index}` }));
  assert.equal((await bulk('hold', many)).status, 400);
});
