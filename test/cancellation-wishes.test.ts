import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { advanceSandboxOrders } from '../src/orders/change/simulate-order.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
});
after(() => server.close());

const eventsOf = async (of: Customer, orderId: string) =>
  (await of.get(`/v1/orders/${orderId}/events`)).json.map(
    ({ type, reason, version }: { type: string; reason?: string; version: number }) => [type, reason, version],
  );

async function requestCancellation(orderId: string): Promise<void> {
  await assigned(server, customer, { orderId });
  await operator.work(customer.clientId, orderId, 'accept');
  assert.equal((await customer.cancel(orderId)).status, 202);
}

for (const [verb, body, type, why] of [
  ['ship', { parcels: [{}] }, 'order.shipped', 'order_shipped'],
  ['error', { message: 'No ink.' }, 'order.error', 'order_failed'],
] as const) {
  test(`a cancellation request that ends by ${verb} is rejected with its reason, and the order records that`, async () => {
    const orderId = `END-${verb}`;
    await requestCancellation(orderId);
    const { json, status } = await operator.work(customer.clientId, orderId, verb, body);
    assert.equal(status, 200);
    assert.deepEqual(json.cancellation, { status: 'REJECTED', rejectionReason: why });
    const events = await eventsOf(customer, orderId);
    assert.deepEqual(events.at(-2), ['order.cancellation_rejected', why, 5]);
    assert.deepEqual([events.at(-1)[0], events.at(-1)[2]], [type, 6]);
    assert.equal((await operator.work(customer.clientId, orderId, verb, body)).json.updated, json.updated);
  });
}

test("the staff's answer to a cancellation request is stored in the order, and an immediate cancellation removes it", async () => {
  await requestCancellation('SAID');
  const said = { reason: 'Already packed.\nSorry.' };
  const { json } = await operator.work(customer.clientId, 'SAID', 'cancellation/reject', said);
  assert.deepEqual(json.cancellation, { status: 'REJECTED', rejectionReason: said.reason });
  await operator.work(customer.clientId, 'SAID', 'error', { message: 'No ink.' });
  const cancelled = await customer.cancel('SAID');
  assert.deepEqual([cancelled.json.status, cancelled.json.cancellation], ['CANCELLED', undefined]);
});

test('simulate requests, grants and rejects a cancellation, and continues after a step that is not final', async () => {
  const sandbox = await newCustomer(server, 'sandbox');
  const { simulate } = sandbox;
  await sandbox.post(order({ orderId: 'SIM' }));
  assert.equal((await simulate('SIM', { cancellation: 'REQUESTED' })).status, 409);
  assert.equal((await simulate('SIM', { status: 'ACCEPTED' })).json.status, 'ACCEPTED');
  assert.equal((await simulate('SIM', { cancellation: 'REJECTED' })).status, 409);
  const asked = await simulate('SIM', { cancellation: 'REQUESTED' });
  assert.deepEqual(asked.json.cancellation, { status: 'REQUESTED' });
  assert.equal((await simulate('SIM', { cancellation: 'REQUESTED' })).text, asked.text);
  const rejected = await simulate('SIM', { cancellation: 'REJECTED' });
  assert.deepEqual([rejected.json.status, rejected.json.cancellation.status], ['ACCEPTED', 'REJECTED']);
  for (const body of [{}, { status: 'NEW', cancellation: 'REQUESTED' }])
    assert.equal((await simulate('SIM', body)).status, 400);
  await sandbox.post(order({ orderId: 'SIM2' }));
  await simulate('SIM2', { status: 'ACCEPTED' });
  await simulate('SIM2', { cancellation: 'REQUESTED' });
  const granted = await simulate('SIM2', { cancellation: 'ACCEPTED' });
  assert.deepEqual([granted.json.status, granted.json.cancellation.status], ['CANCELLED', 'ACCEPTED']);
  // The first order still has steps before it.
  const later = new Date(Date.now() + 60_000);
  await advanceSandboxOrders(
    { pool: server.pool, log: server.log, faults: server.faults, clock: () => later },
    sandbox.clientId,
    1_000,
    new AbortController().signal,
  );
  assert.equal((await sandbox.read('SIM')).json.status, 'SHIPPED');
});
