import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { item } from '../src/orders/test-support/sample-orders.ts';

import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const DPD = 'https://tracking.dpd.de/status/en_US/parcel/';
const BIKE = { trackingUrlPattern: 'https://bike.example/{trackingNumber}?lang=en' };

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', '/stock/PRODUCT/4006381333931/set', { quantity: 10_000 });
  await operator.send('PUT', '/carriers/dpd-classic', { name: 'DPD Classic' });
  await operator.send('PUT', '/carriers/bike', { name: 'Bicycle courier', ...BIKE });
  await operator.send('PUT', '/carriers/quiet', { name: 'UPS', trackingUrlPattern: '' });
  await operator.send('PUT', `/clients/${customer.clientId}/carriers/dpd-classic`, { default: true });
});
after(() => server.close());

const work = (orderId: string, verb: string, body?: unknown) => operator.work(customer.clientId, orderId, verb, body);

async function createAcceptedOrder(orderId: string): Promise<void> {
  await assigned(server, customer, { orderId, items: [item({ quantity: 2 })] });
  assert.equal((await work(orderId, 'accept')).status, 200);
}

test('a shipment without a link gets the page of its carrier', async () => {
  for (const [index, [parcel, trackingUrl]] of [
    [{ trackingNumber: '0998 0000 0200 33' }, `${DPD}09980000020033`],
    [{ trackingNumber: '1', trackingUrl: 'https://own.example/1' }, 'https://own.example/1'],
    [{ trackingNumber: 'A/1', trackingCarrier: 'bike' }, 'https://bike.example/A%2F1?lang=en'],
    [{ trackingNumber: 'A/1', trackingCarrier: 'bicycle COURIER' }, 'https://bike.example/A%2F1?lang=en'],
    [
      { trackingNumber: '12345678901', trackingCarrier: 'GLS' },
      'https://gls-group.com/GROUP/en/parcel-tracking?match=12345678901',
    ],
    [{ trackingNumber: '1', trackingCarrier: 'quiet' }, undefined],
    [{ trackingNumber: '1', trackingCarrier: 'My cousin' }, undefined],
    [{}, undefined],
  ].entries() as IterableIterator<[number, [object, string | undefined]]>) {
    await createAcceptedOrder(`LINK-${index}`);
    const { json } = await work(`LINK-${index}`, 'ship', { parcels: [parcel] });
    assert.deepEqual([json.status, json.shipping.trackingUrl], ['SHIPPED', trackingUrl]);
  }
});

test('a row of a CSV file gets the link too', async () => {
  await createAcceptedOrder('LINK-CSV');
  const rows = `clientId,orderId,trackingNumber,trackingCarrier\n${customer.clientId},LINK-CSV,T-7,bike\n`;
  await operator.send('POST', '/orders/bulk-ship', rows, { 'content-type': 'text/csv' });
  const { shipments } = (await customer.read('LINK-CSV')).json;
  assert.equal(shipments[0].trackingUrl, 'https://bike.example/T-7?lang=en');
});

test('a filled link follows a corrected number or carrier, and a given link stays', async () => {
  await createAcceptedOrder('LINK-FIX');
  const items = [{ id: '1', quantity: 1 }];
  await work('LINK-FIX', 'ship', { parcels: [{ trackingNumber: '09980000020033', items }] });
  await work('LINK-FIX', 'ship', { parcels: [{ trackingNumber: 'B', trackingUrl: 'https://own.example/B' }] });
  const correct = async (shipmentId: string, body: object) => {
    const { json } = await work('LINK-FIX', `shipments/${shipmentId}/tracking`, body);
    return json.shipments[Number(shipmentId) - 1].trackingUrl;
  };
  assert.equal(await correct('1', { trackingNumber: '09980000020034' }), `${DPD}09980000020034`);
  assert.equal(await correct('1', { trackingCarrier: 'bike' }), 'https://bike.example/09980000020034?lang=en');
  assert.equal(await correct('1', { trackingCarrier: 'quiet' }), undefined);
  assert.equal(await correct('2', { trackingNumber: 'C' }), 'https://own.example/B');
  assert.equal(await correct('2', { trackingUrl: '' }), undefined);
});

test("a carrier's pattern is kept, changed and removed", async () => {
  const patternOf = async (id: string) => (await operator.get(`/carriers/${id}`)).json.trackingUrlPattern;
  const save = (id: string, body: object) => operator.send('PUT', `/carriers/${id}`, body);
  assert.deepEqual(await Promise.all(['dpd-classic', 'bike', 'quiet'].map(patternOf)), [
    `${DPD}{trackingNumber}`,
    BIKE.trackingUrlPattern,
    '',
  ]);
  await save('bike', { name: 'Bike' });
  assert.equal(await patternOf('bike'), BIKE.trackingUrlPattern);
  const etag = (await operator.get('/carriers/bike')).headers.get('etag') as string;
  const seen = await operator.send('PUT', '/carriers/bike', { name: 'Bicycle courier' }, { 'if-match': etag });
  assert.deepEqual([seen.status, seen.json.trackingUrlPattern], [200, BIKE.trackingUrlPattern]);
  for (const trackingUrlPattern of ['https://x.example/', 'ftp://x.example/{trackingNumber}', '{trackingNumber}']) {
    const { status, json } = await save('bike', { name: 'Bicycle courier', trackingUrlPattern });
    assert.deepEqual([status, json.violations[0].pointer], [400, '/trackingUrlPattern'], trackingUrlPattern);
  }
  for (const host of [
    'https://{trackingNumber}/',
    'https:///{trackingNumber}/{trackingNumber}',
    'https://x:{trackingNumber}/',
  ]) {
    const { status, json } = await save('bike', { name: 'Bicycle courier', trackingUrlPattern: host });
    assert.equal(status, 400, host);
    assert.match(json.violations[0].message, /must contain \{trackingNumber\}, but not in its host/);
  }
});
