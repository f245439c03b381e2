import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
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

test('each order of a bulk request is held, released, accepted, retried and cancelled on its own', async () => {
  const two = [{ orderId: 'B1' }, { orderId: 'B2' }];
  const held = await bulk('hold', [...two, { orderId: 'NONE' }], { reason: 'Wait.' });
  assert.equal(held.status, 200);
  assert.deepEqual(outcomes(held.json), ['ASSIGNED', 'ASSIGNED', 'order_not_found']);
  assert.deepEqual([held.json.succeeded, held.json.failed], [2, 1]);
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

test('a bulk request skips only the orders that have changed since staff read them', async () => {
  const { headers } = await operator.get(`/orders/${customer.clientId}/B4`);
  const ifMatch = headers.get('etag');
  await operator.work(customer.clientId, 'B4', 'hold');
  const refused = await bulk('release', [{ orderId: 'B4', ifMatch }]);
  assert.deepEqual(outcomes(refused.json), ['precondition_failed']);
  const now = (await operator.get(`/orders/${customer.clientId}/B4`)).headers.get('etag');
  assert.deepEqual(outcomes((await bulk('release', [{ orderId: 'B4', ifMatch: now }])).json), ['ASSIGNED']);
});

test('a bulk request ships each order with its parcels, independently of the others', async () => {
  for (const orderId of ['S1', 'S2', 'S3']) {
    await assigned(server, customer, { orderId });
    await operator.work(customer.clientId, orderId, 'accept');
  }
  const seen = `"${(await findInList('S2')).version}"`;
  const parcels = [{ trackingNumber: 'T1', trackingCarrier: 'DHL' }];
  const rows = [
    { orderId: 'S1', parcels },
    { orderId: 'S2', parcels: [{ trackingNumber: 'T2' }], ifMatch: seen },
    { orderId: 'S3', parcels, ifMatch: '"1"' },
    { orderId: 'S3', parcels: [{ trackingUrl: 'ftp://x' }] },
    { orderId: 'B1', parcels },
  ];
  const { status, json } = await bulk('ship', rows);
  assert.equal(status, 200);
  assert.deepEqual(
    [outcomes(json), json.succeeded],
    [['SHIPPED', 'SHIPPED', 'precondition_failed', 'invalid_request', 'order_not_changeable'], 2],
  );
  assert.equal(json.results[0].line, undefined);
  assert.equal((await customer.read('S1')).json.shipping.trackingNumber, 'T1');
  const again = await bulk('ship', rows.slice(0, 2));
  assert.deepEqual(outcomes(again.json), ['SHIPPED', 'SHIPPED'], 'sending it again changes nothing');
  assert.equal((await customer.read('S1')).json.shipments.length, 1);
});

test('a bulk shipment reports every fault of its list, and null counts as absent', async () => {
  const wrong = await bulk('ship', [{ orderId: 'S1' }, { orderId: 'S2', parcel: [], parcels: [{}] }]);
  assert.deepEqual(
    [wrong.status, wrong.json.violations.map(({ pointer }: { pointer: string }) => pointer)],
    [400, ['/orders/0/parcels', '/orders/1/parcel']],
  );
  for (const body of ['{}', 'null', '[]', '"x"'])
    assert.equal((await operator.send('POST', '/orders/bulk-ship', JSON.parse(body))).status, 400, body);
  const absent = await bulk('ship', [
    {
      orderId: 'S1',
      ifMatch: null,
      parcels: [{ trackingNumber: 'T1', trackingCarrier: 'DHL', items: null }],
    },
  ]);
  assert.deepEqual(outcomes(absent.json), ['SHIPPED']);
});

test('a bulk request sets and removes the priority of NEW orders and refuses others', async () => {
  await customer.post(order({ orderId: 'P1' }));
  await operator.work(customer.clientId, 'P1', 'hold');
  const rows = [{ orderId: 'P1' }, { orderId: 'S1' }, { orderId: 'NONE' }];
  const refusals = ['order_not_changeable', 'order_not_found'];
  assert.deepEqual(outcomes((await bulk('prefer', rows)).json), ['NEW', ...refusals]);
  assert.equal((await findInList('P1')).preferred, true);
  assert.deepEqual(outcomes((await bulk('unprefer', rows)).json), ['NEW', ...refusals]);
  assert.equal((await findInList('P1')).preferred, undefined);
  const { version } = await findInList('P1');
  const stale = await bulk('prefer', [{ orderId: 'P1', ifMatch: `"${version + 1}"` }]);
  assert.deepEqual(outcomes(stale.json), ['precondition_failed']);
});

test('the order list returns the versions for bulk requests, and the counts return the reasons of each client', async () => {
  const { headers } = await operator.get(`/orders/${customer.clientId}/P1`);
  const { version } = await findInList('P1');
  assert.ok(headers.get('etag')?.startsWith(`"${version}`), `${headers.get('etag')} ${version}`);
  const { json } = await operator.get(`/orders/counts?clientId=${customer.clientId}`);
  const ofClient = json.clients[0].reasons.filter(({ status }: { status: string }) => status === 'NEW');
  assert.deepEqual(ofClient, [{ status: 'NEW', reason: 'on_hold', orders: 1 }]);
});

async function findInList(orderId: string) {
  const { json } = await operator.get(`/orders?orderIds=${orderId}`);
  return json[0];
}

test('a bulk request accepts 1 to 500 orders', async () => {
  assert.equal((await bulk('hold', [])).status, 400);
  const many = Array.from({ length: 501 }, (_, index) => ({ orderId: `X${index}` }));
  assert.equal((await bulk('hold', many)).status, 400);
});
