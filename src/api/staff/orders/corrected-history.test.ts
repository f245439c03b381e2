import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assigned, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { ADDRESS, customItem, order } from '../../../orders/test-support/sample-orders.ts';

const SKU = customItem().customProduct?.sku ?? '';
const REASON = 'Frau Beispiel called about her street.';
const HOUR_MS = 3_600_000;

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `/stock/ARTICLE/${SKU}/set`, { quantity: 1_000 });
});
after(() => server.close());

const pathOf = (orderId: string) => `/orders/${customer.clientId}/${orderId}`;
const correct = (orderId: string, address: object) =>
  operator.send('PATCH', pathOf(orderId), { reason: REASON, shipping: { address } });

async function inProduction(orderId: string) {
  await assigned(server, customer, { orderId, items: [{ ...customItem(), quantity: 2 }] });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
}
const lastEvents = async (orderId: string) => [
  (await operator.get(pathOf(orderId))).json.events.at(-1),
  (await operator.get(`${pathOf(orderId)}/events?sort=newest`)).json[0],
];

test('staff see before, after and reason of a correction; its customer sees the fields', async () => {
  await inProduction('FIX');
  assert.equal((await correct('FIX', { street: 'Nebenweg 7', company: 'Muster AG' })).status, 200);
  for (const event of await lastEvents('FIX')) {
    assert.deepEqual(event.changes, [
      { pointer: '/shipping/address/street', before: ADDRESS.street, after: 'Nebenweg 7' },
      { pointer: '/shipping/address/company', after: 'Muster AG' },
    ]);
    assert.deepEqual([event.reason, event.correctionReason], ['corrected', REASON]);
  }
  const { json: told } = await customer.get('/v1/orders/FIX/events');
  assert.deepEqual(told.at(-1).changed, ['/shipping/address/street', '/shipping/address/company']);
  assert.doesNotMatch(JSON.stringify(told), /Nebenweg|Muster AG|called/);
  const { rows } = await server.pool.query(`select body from webhook_deliveries`);
  assert.doesNotMatch(JSON.stringify(rows), /Nebenweg|called/);
});

test('the changes of a customer, of quantities and of tracking are listed too', async () => {
  await customer.post(order({ orderId: 'SENT' }));
  await customer.put('SENT', order({ orderId: 'SENT', shipping: { address: { ...ADDRESS, city: 'Potsdam' } } }));
  const [changed] = await lastEvents('SENT');
  assert.deepEqual(changed.changes, [{ pointer: '/shipping/address/city', before: ADDRESS.city, after: 'Potsdam' }]);
  assert.equal(changed.correctionReason, undefined);
  await inProduction('LESS');
  const [item] = (await customer.read('LESS')).json.items;
  const body = { reason: REASON, items: [{ id: item.id, quantity: 1 }] };
  assert.equal((await operator.send('PATCH', pathOf('LESS'), body)).status, 200);
  const [less] = await lastEvents('LESS');
  assert.deepEqual(less.changes, [{ pointer: '/items/0/quantity', before: '2', after: '1' }]);
  const ship = { parcels: [{ trackingNumber: 'OLD-1' }], unmadeReason: 'Sent from the shelf.' };
  await operator.work(customer.clientId, 'LESS', 'ship', ship);
  const [shipped] = await lastEvents('LESS');
  assert.equal(shipped.changes, undefined);
  await operator.work(customer.clientId, 'LESS', 'shipments/1/tracking', { trackingNumber: 'NEW-2' });
  const [tracked] = await lastEvents('LESS');
  assert.deepEqual(tracked.changes, [{ pointer: '/shipments/0/trackingNumber', before: 'OLD-1', after: 'NEW-2' }]);
});

test('the erasure of an order erases its changed values and the reasons', async () => {
  await inProduction('GONE');
  await correct('GONE', { street: 'Nebenweg 8' });
  await operator.work(customer.clientId, 'GONE', 'cancel', { reason: 'Done.' });
  assert.equal((await operator.work(customer.clientId, 'GONE', 'erase')).status, 200);
  const { json } = await operator.get(`${pathOf('GONE')}/events`);
  assert.ok(json.length > 3);
  assert.doesNotMatch(JSON.stringify(json), /Nebenweg|called|changes/);
});

test('a correction keeps the age of a pending cancellation request', async () => {
  await inProduction('ASKED');
  const asked = new Date(Date.now() - 5 * HOUR_MS);
  server.time.now = asked;
  await customer.cancel('ASKED');
  server.time.now = undefined;
  const since = async () => (await operator.get('/problems?kind=ASKED_TO_CANCEL')).json[0].since;
  const before = await since();
  assert.equal((await correct('ASKED', { street: 'Nebenweg 9' })).status, 200);
  assert.equal(await since(), before);
});
