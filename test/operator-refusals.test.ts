import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listPossibleVerbs, STAFF_VERBS } from '../src/orders/change/staff-verb-rules.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { item, order } from '../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
let count = 0;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', '/stock/PRODUCT/4006381333931/set', { quantity: 10_000 });
});
after(() => server.close());

const pathOf = (verb: string) => verb.replace('{shipmentId}', '1');
const work = (orderId: string, verb: string, body?: unknown, headers?: Record<string, string>) =>
  operator.send('POST', `/orders/${customer.clientId}/${orderId}/${pathOf(verb)}`, body, headers);
const read = (orderId: string) => operator.get(`/orders/${customer.clientId}/${orderId}`);
const eventsOf = async (orderId: string): Promise<string[]> =>
  (await read(orderId)).json.events.map(({ type }: { type: string }) => type);

const newId = () => `REF-${++count}`;
async function createAssignedOrder(): Promise<string> {
  return assigned(server, customer, { orderId: newId() });
}
async function createAndWork(given: () => Promise<string>, verb: string, body?: unknown): Promise<string> {
  const orderId = await given();
  assert.equal((await work(orderId, verb, body)).status, 200, verb);
  return orderId;
}
const createAcceptedOrder = () => createAndWork(createAssignedOrder, 'accept');

/** Creates an order in each status, and in production with each outcome of a cancellation request. */
const GIVEN: Record<string, () => Promise<string>> = {
  NEW: async () => (await customer.post(order({ orderId: newId() }))).json.orderId,
  ASSIGNED: createAssignedOrder,
  ACCEPTED: createAcceptedOrder,
  SHIPPED: () => createAndWork(createAcceptedOrder, 'ship', { parcels: [{}] }),
  CANCELLED: () => createAndWork(createAssignedOrder, 'cancel'),
  ERROR: () => createAndWork(createAssignedOrder, 'error', { message: 'Broken.' }),
  'ACCEPTED, of which a part has left': () =>
    createAndWork(createAcceptedOrder, 'ship', { parcels: [{ items: [{ id: '1', quantity: 1 }] }] }),
  'ACCEPTED, with a wish to cancel': async () => {
    const orderId = await createAcceptedOrder();
    assert.equal((await customer.cancel(orderId)).status, 202);
    return orderId;
  },
};
const BODIES: Record<string, unknown> = {
  ship: { parcels: [{ trackingNumber: 'other' }] },
  error: { message: 'Something else.' },
  'shipments/{shipmentId}/tracking': { trackingNumber: 'other' },
  'shipments/{shipmentId}/withdraw': { reason: 'The driver did not come.' },
};

for (const [name, given] of Object.entries(GIVEN)) {
  test(`an order in ${name}: a refused action reports the status and the possible actions, and those succeed`, async () => {
    for (const verb of STAFF_VERBS) {
      const orderId = await given();
      const before = (await read(orderId)).json;
      const possible = listPossibleVerbs({ ...before.order, mode: 'live', content: before.order });
      const { status, json } = await work(orderId, verb, BODIES[verb]);
      if (possible.includes(verb)) {
        assert.equal(status, 200, `${verb}: ${json.message}`);
        continue;
      }
      // Repeating a completed action succeeds without effect.
      assert.deepEqual((await read(orderId)).json.version, before.version, verb);
      if (status === 200) continue;
      assert.deepEqual([status, json.error], [409, 'order_not_changeable'], verb);
      assert.match(json.message, new RegExp(`^The order is ${before.order.status}\\b`), verb);
      const named = possible.length > 0 ? `Possible: ${possible.join(', ')}.` : 'It cannot be changed any more';
      assert.ok(json.message.includes(named), `${verb}: ${json.message}`);
    }
  });
}

test('a refused row of a bulk request reports the same', async () => {
  const orderId = await GIVEN.CANCELLED!();
  const keys = [{ clientId: customer.clientId, orderId }];
  const accept = await operator.send('POST', '/orders/bulk-accept', { orders: keys });
  assert.match(accept.json.results[0].message, /^The order is CANCELLED.*It cannot be changed any more/);
  const csv = `clientId,orderId\n${customer.clientId},${await GIVEN.ASSIGNED!()}`;
  const ship = await operator.send('POST', '/orders/bulk-ship', csv, { 'content-type': 'text/csv' });
  assert.match(ship.json.results[0].message, /^The order is ASSIGNED.*Possible: accept, /);
});

test('an action with If-Match succeeds only for the version that an order, list or action returned', async () => {
  for (const verb of ['accept', 'error', 'cancel']) {
    const orderId = await GIVEN.ASSIGNED!();
    const seen = (await read(orderId)).headers.get('etag')!;
    assert.match(seen, /^"2\./);
    await customer.put(orderId, order({ orderId, items: [item({ quantity: 3 })] }));
    const refused = await work(orderId, verb, BODIES[verb], { 'if-match': seen });
    assert.deepEqual([refused.status, refused.json.error], [412, 'precondition_failed'], verb);
    assert.match(refused.json.message, /Read it again. The order is NEW, version 3. Possible: /);
    assert.deepEqual((await read(orderId)).json.version, 3);
  }
  for (const tagOf of [
    async (orderId: string) => (await customer.read(orderId)).headers.get('etag')!,
    async (orderId: string) => (await read(orderId)).headers.get('etag')!,
    async () => '"1", "2"',
    async () => '*',
  ]) {
    const orderId = await GIVEN.ASSIGNED!();
    const headers = { 'if-match': await tagOf(orderId) };
    const done = await work(orderId, 'accept', undefined, headers);
    assert.deepEqual([done.status, done.headers.get('etag')], [200, '"3"'], headers['if-match']);
    // The response was lost, but the action was carried out.
    assert.equal((await work(orderId, 'accept', undefined, headers)).text, done.text);
    const next = { 'if-match': done.headers.get('etag')! };
    assert.equal((await work(orderId, 'ship', { parcels: [{}] }, next)).status, 200);
  }
  const orderId = await GIVEN.ASSIGNED!();
  const accept = (tag: string) => work(orderId, 'accept', undefined, { 'if-match': tag });
  assert.equal((await accept('"abc"')).status, 412);
  for (const wrong of ['2', '"2', "'2'", '\\"2\\"', 'w/"2"', '""2""', '"1", 2']) {
    const { status, json } = await accept(wrong);
    const { pointer, code, message } = json.violations[0];
    assert.deepEqual([status, pointer, code], [400, 'If-Match', 'invalid_etag'], wrong);
    assert.match(message, /in double quotes: If-Match: "[12]"\.$/, wrong);
  }
  const seen = (await read(orderId)).headers.get('etag')!;
  assert.equal((await accept(`W/${seen}`)).status, 200);
});

test('one of two concurrent changes with the same version succeeds', async () => {
  const orderId = await GIVEN.ASSIGNED!();
  const headers = { 'if-match': (await read(orderId)).headers.get('etag')! };
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => work(orderId, 'error', { message: `Reason ${index}.` }, headers)),
  );
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, ...Array(9).fill(412)]);
  assert.equal((await eventsOf(orderId)).filter((type) => type === 'order.error').length, 1);
});

test("staff cannot change an integrator's orders", async () => {
  const sandbox = await newCustomer(server, 'sandbox');
  await sandbox.post(order({ orderId: 'SAND' }));
  for (const verb of STAFF_VERBS) {
    const body = BODIES[verb];
    const { status, json } = await operator.work(sandbox.clientId, 'SAND', pathOf(verb), body);
    assert.deepEqual([status, json.error], [409, 'sandbox_order'], verb);
    assert.match(json.message, /^The order is NEW.*simulate/);
  }
  const orders = [{ clientId: sandbox.clientId, orderId: 'SAND' }];
  const { json } = await operator.send('POST', '/orders/bulk-accept', { orders });
  assert.equal(json.results[0].error, 'sandbox_order');
});
