import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { CatalogCache } from '../src/catalog/catalog-cache.ts';
import { ADDRESS, customItem, EAN, order } from '../src/orders/test-support/sample-orders.ts';
import { quoteOrder } from '../src/packing/quote-order.ts';
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

test('an unknown parameter of a quote is refused, because it is no part of the order', async () => {
  const { status, json } = await scene.customer.send('/v1/quotes?dryRun=true', order({ orderId: 'Q-0' }));
  assert.deepEqual([status, json.violations[0].code], [400, 'unknown_parameter']);
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

const LIGHT = { items: [customItem()], shipping: { address: ADDRESS }, unitPriceCurrency: 'EUR' };

for (const fault of ['busy', 'refuse', 'html', 'drop', 'hang'] as const) {
  test(`a provider with the fault "${fault}" costs a quote its services only`, async () => {
    scene.provider.rates = [{ service: 'parcel', carrier: 'DHL' }];
    const { config, pool, encryptionKey } = server;
    const catalog = new CatalogCache(pool);
    const context = { config, pool, catalog, encryptionKey, filesPerOrderMax: 200, clock: () => new Date() };
    const caller = { clientId: scene.customer.clientId, name: 'Test Shop', mode: 'live' } as const;
    const quote = () => quoteOrder({ ...context, timeoutMs: 500 }, caller, { orderId: 'quote', ...LIGHT }, []);
    assert.equal((await quote()).services?.length, 1);
    scene.provider.faults.set('POST /rates', [fault]);
    const { violations, services, expectedShipDate } = await quote();
    assert.deepEqual([violations, services], [[], []]);
    assert.ok(expectedShipDate);
  });
}

test('with prices that the contract shows, a quote has charges, and the postage of each service', async () => {
  const { operator, customer, provider } = scene;
  assert.equal((await ask(LIGHT)).json.charges, undefined);
  const contract = { mayRush: false, showsCharges: true };
  assert.equal((await operator.send('PUT', `/clients/${customer.clientId}/contract`, contract)).status, 200);
  const unpriced = await ask(LIGHT);
  assert.deepEqual([unpriced.json.charges, unpriced.json.isPriced], [[], false]);
  const prices = [
    { kind: 'ARTICLE', amount: 640 },
    { kind: 'PRINT', amount: 450 },
    { kind: 'PACKING_ORDER', amount: 100 },
    { kind: 'POSTAGE', plusBasisPoints: 1_000 },
  ];
  const list = { name: 'Prices', currency: 'EUR', validFrom: '2020-01-01', prices };
  assert.equal((await operator.send('POST', `/clients/${customer.clientId}/price-lists`, list)).status, 201);
  provider.rates = [
    { service: 'parcel', carrier: 'DHL', cost: { amount: 4.5, currency: 'EUR' }, days: 2 },
    { service: 'gift', carrier: 'DHL' },
  ];
  const { json, text } = await ask(LIGHT);
  const amounts = json.charges.map(({ kind, amount }: { kind: string; amount: number }) => [kind, amount]);
  assert.deepEqual(
    amounts,
    [
      ['ARTICLE', 640],
      ['PRINT', 450],
      ['PACKING_ORDER', 100],
    ],
    text,
  );
  assert.equal(json.isPriced, true);
  assert.deepEqual(json.services, [
    { service: 'parcel', carrier: 'DHL', days: 2, postage: { amount: 495, currency: 'EUR' } },
    { service: 'gift', carrier: 'DHL' },
  ]);
});

test('without label rules, a quote has no services', async () => {
  await scene.setRules([]);
  const { json } = await ask(LIGHT);
  assert.deepEqual([json.violations, json.services], [[], []]);
});
