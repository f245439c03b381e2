import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { trackParcels } from '../src/packing/track-parcels.ts';
import { EASYPOST_KEY, EASYPOST_TEST_KEY, type FakeEasypost, startFakeEasypost } from './support/fake-easypost.ts';
import { newPostageScene, type PostageScene } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const BUY = 'POST /shipments/{id}/buy';
const SENDER = { street: '388 Townsend St', city: 'San Francisco', state: 'CA', postalCode: '94107', country: 'US' };

let server: TestServer;
let scene: PostageScene;
let fake: FakeEasypost;
let providerId: string;
before(async () => {
  server = await startTestServer();
  scene = await newPostageScene(server);
  fake = await startFakeEasypost(server);
  const added = await scene.operator.send('POST', '/label-providers', {
    ...{ name: 'EasyPost', kind: 'EASYPOST', address: fake.url, sender: SENDER },
    credentials: { secret: EASYPOST_TEST_KEY },
  });
  assert.equal(added.status, 201, added.text);
  // The key shows that the provider is for tests.
  assert.equal(added.json.isTest, true);
  ({ providerId } = added.json);
  const kept = await scene.operator.send('PATCH', `/label-providers/${providerId}`, { isTest: false });
  assert.equal(kept.json.isTest, true);
  const credentials = { secret: EASYPOST_KEY };
  const live = await scene.operator.send('PATCH', `/label-providers/${providerId}`, { credentials, isTest: false });
  assert.equal(live.json.isTest, false);
  await scene.setRules([{ providerId, service: 'USPS:GroundAdvantage' }]);
  const box = { name: 'Mailer', lengthMm: 254, widthMm: 203, heightMm: 102, weightGrams: 60 };
  assert.equal((await scene.operator.send('PUT', '/packages', { packages: [box] })).status, 200);
});
after(() => server.close());

const statusOf = async (orderId: string) => (await scene.customer.get(`/v1/orders/${orderId}`)).json;
/** The shipments of an order that are paid. */
const paidFor = (orderId: string) =>
  fake.shipments.filter(({ body, service, refund }) => body.options.invoice_number === orderId && service && !refund);

test('EasyPost sells a label in the format of the printer, with its number, link and costs', async () => {
  const tested = await scene.operator.send('POST', `/label-providers/${providerId}/test`);
  assert.deepEqual(tested.json, { works: true });
  const [piece] = await scene.produce('EASY-1');
  const { parcel } = await scene.packer()(piece);
  await scene.buy();
  await scene.print();
  const order = await statusOf('EASY-1');
  const [{ id, body } = { id: '', body: {} }] = paidFor('EASY-1');
  assert.deepEqual(
    [order.status, order.shipping.trackingNumber, order.shipping.trackingCarrier, order.shipping.trackingUrl],
    ['SHIPPED', `94001001103680689${id.slice(4)}`, 'USPS', `https://track.easypost.example/${id}`],
  );
  assert.deepEqual(body.parcel, { weight: 8.5, length: 10, width: 8, height: 4 });
  assert.deepEqual([body.options.label_format, body.to_address.country, body.from_address.zip], ['ZPL', 'DE', '94107']);
  const { json } = await scene.operator.get(`/parcels/${parcel.code}`);
  assert.deepEqual([json.label.cost, json.label.isTest], [{ amount: 6.43, currency: 'USD' }, false]);
  assert.match(String(scene.labels.taken.at(-1)), /Easy/);
});

test('the tracker of a shipment says how far its parcel has come', async () => {
  const [shipment] = paidFor('EASY-1');
  assert.ok(shipment);
  const context = { ...scene.context, lateDays: 10, clock: () => later(120) };
  for (const [news, status] of [
    ['pre_transit', null],
    ['out_for_delivery', 'IN_TRANSIT'],
    ['failure', 'PROBLEM'],
    ['return_to_sender', 'RETURNED'],
    ['delivered', 'DELIVERED'],
  ] as const) {
    shipment.news = news;
    await server.pool.query('update parcel_labels set track_due = $1, delivery_status = null', [later(0)]);
    await trackParcels(context, scene.customer.clientId, new AbortController().signal);
    const { rows } = await server.pool.query('select delivery_status as status from parcel_labels');
    assert.deepEqual(rows, [{ status }]);
  }
  assert.equal((await statusOf('EASY-1')).shipments[0].delivery.since, '2026-01-02T10:00:00.000Z');
});

for (const [fault, isFinal] of [
  ['drop', false],
  ['half', false],
  ['busy', false],
  ['in progress', false],
  ['late', false],
  ['refuse', true],
] as const) {
  test(`after the fault "${fault}" of a purchase, the parcel gets one paid label`, async () => {
    const orderId = `EASY-${fault.toUpperCase().replace(' ', '-')}`;
    fake.faults.set(BUY, [fault]);
    const [piece] = await scene.produce(orderId);
    const { parcel } = await scene.packer()(piece);
    await scene.buy();
    fake.settle();
    if (isFinal) {
      const { json } = await scene.operator.get(`/parcels/${parcel.code}`);
      assert.deepEqual(json.details, [
        'EasyPost has refused to make the label: Unable to verify address. No such city',
      ]);
      const again = await scene.operator.send('POST', `/parcels/${parcel.code}/label`, {});
      assert.equal(again.status, 200, again.text);
    }
    for (const minutes of [0.5, 2, 4]) await scene.buy(later(minutes));
    assert.equal((await statusOf(orderId)).status, 'SHIPPED');
    assert.equal(paidFor(orderId).length, 1);
  });
}

test('a shipment whose answer was lost is made again, and a purchase during a cancellation is refunded', async () => {
  fake.faults.set('POST /shipments', ['drop', 'half']);
  const [piece] = await scene.produce('EASY-LOST');
  await scene.packer()(piece);
  for (const minutes of [0, 1, 2, 4]) await scene.buy(later(minutes));
  assert.equal((await statusOf('EASY-LOST')).status, 'SHIPPED');
  assert.equal(paidFor('EASY-LOST').length, 1);
  // The answer to the purchase is late, and the parcel is taken back meanwhile.
  fake.faults.set(BUY, ['late']);
  const [other] = await scene.produce('EASY-BACK');
  const { parcel } = await scene.packer()(other);
  await scene.buy();
  const taken = await scene.operator.send('POST', `/parcels/${parcel.code}/take-back`, { reason: 'Wrong box.' });
  assert.equal(taken.status, 200, taken.text);
  await scene.buy();
  assert.equal((await scene.operator.get('/open-labels')).json[0].state, 'VOIDING');
  fake.settle();
  fake.faults.set('POST /shipments/{id}/refund', ['drop']);
  for (const minutes of [2, 4]) await scene.buy(later(minutes));
  assert.equal(paidFor('EASY-BACK').length, 0);
  assert.deepEqual((await scene.operator.get('/open-labels')).json, []);
});

test('the cheapest service is quoted without buying, customs data is sent, and refusals have the words of carriers', async () => {
  await scene.setRules([{ providerId, withinDays: 2 }]);
  await scene.operator.send('PUT', '/articles/ST-CREATOR/customs', {
    ...{ hsCode: '610910', countryOfOrigin: 'BD', weightGrams: 180, customsDescription: 'T-shirt, cotton' },
  });
  const address = { personName: 'Elizabeth Swan', street: '179 N Harbor Dr', postalCode: '90277', country: 'US' };
  const american = { shipping: { address: { ...address, city: 'Redondo Beach', state: 'CA' } } };
  const [piece] = await scene.produce('EASY-US', { ...american, taxIds: { vat: 'DE136695976' } });
  const order = { clientId: scene.customer.clientId, orderId: 'EASY-US' };
  const tried = await scene.operator.send('POST', '/label-rules/try', order);
  assert.deepEqual([tried.json.service, tried.json.rate?.cost], ['USPS:Priority', { amount: 6.9, currency: 'USD' }]);
  await scene.packer()(piece);
  await scene.buy();
  const [bought] = paidFor('EASY-US');
  assert.deepEqual(bought?.body.tax_identifiers, [
    { entity: 'SENDER', tax_id: 'DE136695976', tax_id_type: 'VAT', issuing_country: 'DE' },
  ]);
  const [line] = bought?.body.customs_info.customs_items ?? [];
  assert.deepEqual(
    [bought?.service, bought?.body.customs_info.eel_pfc, line.hs_tariff_number, line.weight, line.quantity],
    ['Priority', 'NOEEI 30.37(a)', '610910', 6.349, 1],
  );
  const [refused] = await scene.produce('EASY-NO', {
    shipping: { address: { ...address, city: 'Nowhere', state: 'CA' } },
  });
  const { parcel } = await scene.packer()(refused);
  await scene.buy();
  const { json } = await scene.operator.get(`/parcels/${parcel.code}`);
  assert.deepEqual(
    [json.problem, json.details],
    ['label_refused', ['EasyPost has refused to make the label: USPS: The destination ZIP code is not served.']],
  );
});
