import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { ADDRESS, customItem, EAN, order } from '../src/orders/test-support/sample-orders.ts';
import { newPostageScene, type PostageScene } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let scene: PostageScene;
before(async () => {
  server = await startTestServer();
  scene = await newPostageScene(server);
});
after(() => server.close());

const ask = (body: object) => scene.customer.send('/v1/quotes', body);

test('a quote has availability, ship date and services, and stores nothing', async () => {
  await scene.operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 3 });
  const tee = { quantity: 2, existingProduct: { ean13: EAN }, unitPrice: 20 };
  const body = { items: [tee, tee, customItem()], shipping: { address: ADDRESS }, unitPriceCurrency: 'EUR' };
  const { status, json, text } = await ask(body);
  assert.equal(status, 200, text);
  assert.deepEqual(json.violations, []);
  assert.deepEqual(
    json.items.map(({ available }: { available: boolean }) => available),
    [true, false, true],
  );
  assert.ok(Date.parse(json.expectedShipDate) > Date.now());
  assert.deepEqual(json.services, []);
  scene.provider.rates = [
    { service: 'express', carrier: 'DHL', cost: { amount: 9.5, currency: 'EUR' }, days: 1 },
    { service: 'parcel', carrier: 'DHL', cost: { amount: 4.5, currency: 'EUR' }, days: 2 },
  ];
  const light = await ask({ ...body, items: [customItem()] });
  assert.deepEqual(light.json.services, [
    { service: 'parcel', carrier: 'DHL', days: 2 },
    { service: 'express', carrier: 'DHL', days: 1 },
  ]);
  const { rows } = await server.pool.query('select count(*)::int as orders from orders');
  assert.equal(rows[0].orders, 0);
});

test('violations of a quote are those of the order', async () => {
  const bad = { ...order({ orderId: 'Q-1' }), items: [{ quantity: 1, existingProduct: { ean13: '0' } }] };
  const { status, json } = await ask(bad);
  const refused = await scene.customer.post(bad);
  assert.equal(status, 200);
  assert.deepEqual(json, { violations: refused.json.violations });
  const typo = await ask({ ...order(), mesage: 'x' });
  assert.deepEqual([typo.status, typo.json.violations[0].code], [200, 'unknown_property']);
  assert.equal((await ask([] as never)).status, 200);
});

test('a provider that does not answer costs its services only', async () => {
  await scene.setRules([]);
  const { json } = await ask({ items: [customItem()], shipping: { address: ADDRESS }, unitPriceCurrency: 'EUR' });
  assert.deepEqual([json.violations, json.services], [[], []]);
});
