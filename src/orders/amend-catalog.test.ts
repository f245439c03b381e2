import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOperator, type Operator } from '../../test/support/operator.ts';
import { type Answer, startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { importCatalog } from '../catalog/import-catalog.ts';
import { type Customer, newCustomer } from './test-support/customer.ts';
import { ADDRESS, customItem, item, order } from './test-support/sample-orders.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
});
after(() => server.close());

const EAN = '9900000000101';
const SKU = 'GOING-M';
const shirt = (productId: string, location: string) => ({
  articles: [
    {
      manufacturerCode: 'GOING',
      title: 'Blank',
      type: 'BLANK' as const,
      variants: [
        {
          sku: SKU,
          color: 'Red',
          size: 'M',
          stockLevelQuantity: 0,
          allowedLocations: [{ location, printTechnologies: ['DTG'] }],
          isAllowedOnLocations: [],
        },
      ],
    },
  ],
  products: [
    {
      productId,
      name: 'Shirt',
      previewImageUrls: [],
      variants: [{ ean13: EAN, name: 'Shirt M', color: 'Red', size: 'M', stockLevelQuantity: 0 }],
    },
  ],
  carriers: [{ carrierId: 'by-balloon', name: 'Balloon' }],
});
const gone = item({ existingProduct: { ean13: EAN } });
const moved = customItem({ sku: SKU });
const codesOf = ({ json }: Answer) =>
  json.violations?.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);

/** Creates an order in ERROR whose product, carrier and location its client may not use any more. */
async function stranded(orderId: string) {
  customer = await newCustomer(server);
  await importCatalog(server.pool, shirt(`P-${orderId}`, 'FRONT'), { clientId: customer.clientId });
  const wanted = order({
    orderId,
    items: [gone, moved],
    shipping: { address: ADDRESS, carrierId: 'by-balloon' },
  });
  assert.equal((await customer.post(wanted)).status, 200);
  await operator.work(customer.clientId, orderId, 'error', { message: 'Broken.' });
  await importCatalog(server.pool, shirt(`Q-${orderId}`, 'BACK'), {});
  await operator.send('DELETE', `/clients/${customer.clientId}/carriers/by-balloon`);
  assert.deepEqual(codesOf(await customer.post({ ...wanted, orderId: `${orderId}-NEW` })), [
    ['/items/0/existingProduct/ean13', 'unknown_product_variant'],
    ['/items/1/customProduct/prints/0/location', 'location_not_allowed'],
    ['/shipping/carrierId', 'unknown_carrier'],
  ]);
  return wanted;
}

test('sending the stored content again retries the order, also after a change of the catalogue', async () => {
  const wanted = await stranded('AGAIN');
  const again = await customer.put('AGAIN', wanted);
  assert.deepEqual([again.status, again.json.status], [200, 'NEW']);
  assert.equal(again.json.items[0].existingProduct.name, 'Shirt M');
  await operator.work(customer.clientId, 'AGAIN', 'error', { message: 'Broken.' });
  assert.equal((await customer.put('AGAIN', (await customer.read('AGAIN')).json)).status, 200);
});

test('the present catalogue applies only to the changed parts of an order', async () => {
  const wanted = await stranded('CHANGED');
  const put = (changes: object) => customer.put('CHANGED', { ...wanted, ...changes });
  const tooMany = await put({ items: [{ ...gone, quantity: 9 }, moved, customItem({ sku: 'NONE' })] });
  assert.deepEqual(codesOf(tooMany), [
    ['/items/0/existingProduct/ean13', 'unknown_product_variant'],
    ['/items/2/customProduct/sku', 'unknown_article_variant'],
  ]);
  const address = { ...ADDRESS, country: 'CH', postalCode: '8001' };
  const priced = await put({
    items: [{ ...gone, unitPrice: undefined }],
    shipping: { address, carrierId: 'other' },
  });
  assert.ok(codesOf(priced).some(([, code]: string[]) => code === 'unit_price_required'));
  assert.ok(codesOf(priced).some(([, code]: string[]) => code === 'unknown_carrier'));
  const good = await put({
    items: [moved, item(), gone],
    shipping: { ...wanted.shipping, address: ADDRESS },
  });
  assert.equal(good.status, 200, good.text);
  assert.equal(good.json.items[2].existingProduct.name, 'Shirt M');
});

test('five hundred unchanged items do not hide a changed one', async () => {
  const wanted = await stranded('MANY');
  const items = Array.from({ length: 400 }, () => gone);
  await importCatalog(server.pool, shirt('Q-MANY', 'BACK'), { clientId: customer.clientId });
  assert.equal((await customer.put('MANY', { ...wanted, items })).status, 200);
  await operator.send('DELETE', `/clients/${customer.clientId}/products/Q-MANY`);
  const refused = await customer.put('MANY', { ...wanted, items: [...items, { ...gone, quantity: 9 }] });
  assert.deepEqual(codesOf(refused), [['/items/400/existingProduct/ean13', 'unknown_product_variant']]);
});
