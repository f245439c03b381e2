import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { EASYPOST_TEST_KEY, type FakeEasypost, startFakeEasypost } from './support/fake-easypost.ts';
import { newPostageScene, type PostageScene, SENDER } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);
const dayOf = (daysAhead: number) =>
  later(daysAhead * 24 * 60)
    .toISOString()
    .slice(0, 10);

let server: TestServer;
let scene: PostageScene;
let easypost: FakeEasypost;
before(async () => {
  server = await startTestServer({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  scene = await newPostageScene(server);
  easypost = await startFakeEasypost(server);
});
after(() => server.close());

async function shipped(orderId: string): Promise<string> {
  const [piece] = await scene.produce(orderId);
  const { parcel } = await scene.packer()(piece);
  await scene.buy();
  return parcel.code;
}

const readParcel = async (code: string) => (await scene.operator.get(`/parcels/${code}`)).json;
const request = (code: string, body = {}) => scene.operator.send('POST', `/parcels/${code}/return-label`, body);
const labelsOf = (orderId: string) => scene.provider.labels.filter(({ body }) => body.orderId === orderId);

test('a shipped parcel gets one label for its return, which turns the addresses round and is counted', async () => {
  const [piece] = await scene.produce('BACK-1');
  const { parcel } = await scene.packer()(piece);
  assert.equal((await request(parcel.code)).status, 409);
  await scene.buy();
  const zpl = scene.provider.document;
  scene.provider.document = Buffer.from('%PDF-1.4 return');
  scene.provider.faults.set('POST /labels', ['drop']);
  assert.deepEqual((await request(parcel.code)).json.returnLabel.state, 'COMING');
  assert.equal((await scene.operator.get(`/parcels/${parcel.code}/return-label.pdf`)).status, 409);
  await scene.buy();
  await request(parcel.code);
  await scene.buy(later(1));
  await request(parcel.code);
  await scene.buy(later(2));
  scene.provider.document = zpl;
  const [out, back, ...more] = labelsOf('BACK-1');
  assert.deepEqual(more, []);
  assert.deepEqual(
    [back?.body.isReturn, back?.body.sender, back?.body.recipient, back?.body.labelType],
    [true, out?.body.recipient, out?.body.sender, 'application/pdf'],
  );
  const { label, returnLabel, state, trackingNumber } = await readParcel(parcel.code);
  assert.deepEqual(
    [state, trackingNumber, label.state, returnLabel.state, returnLabel.trackingNumber, returnLabel.cost.amount],
    ['SHIPPED', out?.trackingNumber, 'USED', 'USED', back?.trackingNumber, 4.99],
  );
  const file = await scene.operator.get(`/parcels/${parcel.code}/return-label.pdf`);
  assert.deepEqual([file.status, file.text], [200, '%PDF-1.4 return']);
  // The second label was bought a minute ahead of the clock, which may be the next day and month.
  const { costs } = (await scene.operator.get(`/reports/label-costs?from=${dayOf(-1)}&to=${dayOf(1)}`)).json;
  const sum = (name: string) => costs.reduce((total: number, row: Record<string, number>) => total + row[name]!, 0);
  assert.deepEqual([sum('labels'), sum('cost').toFixed(2)], [2, '9.98']);
  // The order is shipped once, and its own label stays as it is.
  const order = (await scene.customer.get('/v1/orders/BACK-1')).json;
  assert.deepEqual([order.status, order.shipping.trackingNumber], ['SHIPPED', out?.trackingNumber]);
});

test('a refused return label has the words of the provider, and can be bought from another one', async () => {
  const code = await shipped('BACK-2');
  scene.provider.faults.set('POST /labels', ['refuse']);
  await request(code);
  await scene.buy();
  const { returnLabel } = await readParcel(code);
  assert.deepEqual(
    [returnLabel.state, returnLabel.problem, returnLabel.message],
    ['FAILED', 'label_refused', '422: The postal code is wrong.'],
  );
  const added = await scene.operator.send('POST', '/label-providers', {
    ...{ name: 'EasyPost', kind: 'EASYPOST', address: easypost.url, sender: SENDER },
    credentials: { secret: EASYPOST_TEST_KEY },
  });
  await request(code, { providerId: added.json.providerId, service: 'USPS:Priority' });
  await scene.buy(later(1));
  const [shipment] = easypost.shipments;
  // EasyPost turns the addresses round itself.
  assert.deepEqual([shipment?.body.is_return, shipment?.body.from_address.city], [true, 'Hamburg']);
  assert.equal((await readParcel(code)).returnLabel.state, 'USED');
  assert.deepEqual((await scene.operator.get('/open-labels')).json, []);
});

test('Sendcloud sells no return labels, which one sentence says', async () => {
  const code = await shipped('BACK-3');
  const added = await scene.operator.send('POST', '/label-providers', {
    ...{ name: 'Sendcloud', kind: 'SENDCLOUD', address: scene.provider.url, sender: SENDER },
    credentials: { user: 'public', secret: 'secret' },
  });
  await request(code, { providerId: added.json.providerId, service: 'dhl:standard' });
  await scene.buy();
  const { returnLabel } = await readParcel(code);
  assert.deepEqual(
    [returnLabel.state, returnLabel.message],
    ['FAILED', 'Use the return portal of Sendcloud, or another provider.'],
  );
});

test('a withdrawn return gives up its label, unless another return of the parcel has it', async () => {
  const code = await shipped('BACK-4');
  const { customer, operator } = scene;
  await operator.send('PUT', `/clients/${customer.clientId}/contract`, { mayRush: false, buysReturnLabels: true });
  const [item] = (await customer.get('/v1/orders/BACK-4')).json.items;
  const announcement = { orderId: 'BACK-4', items: [{ id: item.id, quantity: 1, reason: 'OTHER' }], label: true };
  const headers = { 'idempotency-key': 'back-4' };
  const { json } = await customer.send('/v1/returns', announcement, headers);
  assert.deepEqual(json.label, { status: 'PENDING' });
  await server.pool.query(
    `with other as (
       insert into announced_returns (client_id, order_id, return_id, announced, parcel_code)
       select client_id, order_id, gen_random_uuid(), now(), parcel_code from announced_returns where return_id = $1 returning *)
     insert into announced_return_lines (client_id, order_id, return_id, line, item_id, quantity, reason)
     select client_id, order_id, return_id, 1, '1', 1, 'OTHER' from other`,
    [json.returnId],
  );
  const [other] = (await customer.get('/v1/returns?orderId=BACK-4')).json;
  const zpl = scene.provider.document;
  scene.provider.document = Buffer.from('%PDF-1.4 return');
  await scene.buy();
  scene.provider.document = zpl;
  const withdraw = (returnId: string) => customer.send(`/v1/returns/${returnId}/withdraw`, {});
  assert.equal((await withdraw(json.returnId)).json.label, undefined);
  assert.equal((await customer.get(`/v1/returns/${json.returnId}/label`)).status, 404);
  assert.equal((await readParcel(code)).returnLabel.state, 'USED');
  await withdraw(other.returnId);
  await scene.buy(later(1));
  const states = async () => {
    const text = `select state from parcel_labels where order_id = 'BACK-4' and is_return order by attempt`;
    return (await server.pool.query(text)).rows.map(({ state }) => state);
  };
  assert.deepEqual(await states(), ['void']);
  // A repeated announcement answers the withdrawn return, and buys nothing.
  const repeated = await customer.send('/v1/returns', announcement, headers);
  assert.equal(repeated.json.status, 'WITHDRAWN');
  assert.deepEqual(await states(), ['void']);
});
