import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, startTestServer, type TestServer } from '../../test/support/test-server.ts';
import type { CatalogArticle, CatalogFile } from '../catalog/catalog-file.ts';
import { importCatalog } from '../catalog/import-catalog.ts';
import { type Customer, newCustomer } from './test-support/customer.ts';
import { ADDRESS, BLANK, customItem, item, order } from './test-support/sample-orders.ts';

let server: TestServer;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
});
after(() => server.close());

const EAN = '9900000000001';
const shirt = (productId: string, name = 'Shirt M'): CatalogFile => ({
  articles: [],
  products: [
    {
      productId,
      name: 'Shirt',
      previewImageUrls: [],
      variants: [{ ean13: EAN, name, color: 'Red', size: 'M', stockLevelQuantity: 0 }],
    },
  ],
  carriers: [],
});
const blank = (location: string): CatalogFile => {
  const allowedLocations = [{ location, printTechnologies: ['DTG'] }];
  const variant = {
    sku: 'BLANK-M',
    color: 'Red',
    size: 'M',
    stockLevelQuantity: 0,
    allowedLocations,
    isAllowedOnLocations: [],
  };
  const article: CatalogArticle = {
    manufacturerCode: 'BLANK',
    title: 'Blank',
    type: 'BLANK',
    variants: [variant],
  };
  return { articles: [article], products: [], carriers: [] };
};
const shirtOrder = (orderId: string) => order({ orderId, items: [item({ existingProduct: { ean13: EAN } })] });
const blankOrder = (orderId: string) => order({ orderId, items: [customItem({ sku: 'BLANK-M' })] });
const clientIdOf = ({ clientId }: Customer) => ({ clientId });
const codesOf = ({ json }: Answer): string[] => json.violations?.map(({ code }: { code: string }) => code);

test('an order from before its product was withdrawn can be repeated, and a new one fails at once', async () => {
  await importCatalog(server.pool, shirt('P-SHIRT'), clientIdOf(customer));
  const made = await customer.post(shirtOrder('BEFORE'));
  assert.equal(made.status, 200);

  // The variant moves to a product that the client does not have.
  await importCatalog(server.pool, shirt('P-OTHER'), {});
  const [repeated, refused, changed] = await Promise.all([
    customer.post(shirtOrder('BEFORE')),
    customer.post(shirtOrder('AFTER')),
    customer.post({
      ...shirtOrder('BEFORE'),
      items: [item({ quantity: 7, existingProduct: { ean13: EAN } })],
    }),
  ]);
  assert.deepEqual([repeated.status, repeated.text], [200, made.text]);
  assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual([refused.status, codesOf(refused)], [400, ['unknown_product_variant']]);
  assert.deepEqual([changed.status, codesOf(changed)], [400, ['unknown_product_variant']]);

  await importCatalog(server.pool, shirt('P-SHIRT'), {});
  assert.equal((await customer.post(shirtOrder('AFTER'))).status, 200);
});

test('an order from before its location was removed can be repeated, and a new one fails at once', async () => {
  await importCatalog(server.pool, blank('FRONT'), {});
  const made = await customer.post(blankOrder('FRONT'));
  assert.equal(made.status, 200);

  await importCatalog(server.pool, blank('BACK'), {});
  const refused = await customer.post(blankOrder('FRONT-AFTER'));
  assert.deepEqual([refused.status, codesOf(refused)], [400, ['location_not_allowed']]);
  assert.deepEqual(refused.json.violations[0].allowed, ['BACK']);
  const repeated = await customer.post(made.json);
  assert.deepEqual([repeated.text, repeated.headers.get('idempotent-replayed')], [made.text, 'true']);
});

test('a client may order a variant at once after its import', async () => {
  const [one, other] = [await newCustomer(server), await newCustomer(server)];
  const file = shirt('P-NEW');
  file.products[0]!.variants[0]!.ean13 = '9900000000002';
  const wanted = order({ orderId: 'NEW', items: [item({ existingProduct: { ean13: '9900000000002' } })] });
  assert.equal((await one.post(wanted)).status, 400);
  await importCatalog(server.pool, file, clientIdOf(one));
  assert.equal((await one.post(wanted)).status, 200);
  assert.deepEqual(
    codesOf(await other.post(wanted)),
    ['unknown_product_variant'],
    "another client's product is unknown",
  );
});

test('the catalogue at the time of storage applies to an order, also after concurrent changes', async () => {
  await importCatalog(server.pool, shirt('P-SHIRT', 'First'), clientIdOf(customer));
  assert.equal((await customer.post(shirtOrder('CATALOGUE-1'))).status, 200);
  // This process has another catalogue version in memory.
  await importCatalog(server.pool, blank('REGULAR'), {});
  assert.equal((await customer.post(shirtOrder('CATALOGUE-2'))).status, 200);
  await importCatalog(server.pool, shirt('P-SHIRT', 'Second'), {});
  const made = await customer.post(shirtOrder('CATALOGUE-3'));
  assert.equal(made.json.items[0].existingProduct.name, 'Second');
  await importCatalog(server.pool, shirt('P-SHIRT', 'Third'), {});
  const repeated = await customer.post(shirtOrder('CATALOGUE-3'));
  assert.deepEqual([repeated.status, repeated.text], [200, made.text]);
  await importCatalog(server.pool, shirt('P-OTHER', 'Fourth'), {});
  const refused = await customer.post(shirtOrder('CATALOGUE-4'));
  assert.deepEqual([refused.status, codesOf(refused)], [400, ['unknown_product_variant']]);
  assert.equal((await customer.read('CATALOGUE-4')).status, 404);
});

test('an order keeps the former name of its product, and a new order has the new name', async () => {
  const owner = await newCustomer(server);
  await importCatalog(server.pool, shirt('P-NAMED', 'Old name'), clientIdOf(owner));
  await owner.post(shirtOrder('OLD'));
  await importCatalog(server.pool, shirt('P-NAMED', 'New name'), {});
  await owner.post(shirtOrder('NEW'));
  const nameIn = async (orderId: string) => (await owner.read(orderId)).json.items[0].existingProduct.name;
  assert.deepEqual([await nameIn('OLD'), await nameIn('NEW')], ['Old name', 'New name']);
});

test('a carrier can be named as soon as it is contracted', async () => {
  const owner = await newCustomer(server);
  const carriers = [{ carrierId: 'by-bicycle', name: 'Bicycle' }];
  const wanted = order({ orderId: 'CARRIED', shipping: { address: ADDRESS, carrierId: 'by-bicycle' } });
  const refused = await owner.post(wanted);
  assert.deepEqual(codesOf(refused), ['unknown_carrier']);
  assert.ok(refused.json.violations[0].allowed.includes('dhl-paket'));
  await importCatalog(server.pool, { articles: [], products: [], carriers }, clientIdOf(owner));
  assert.equal((await owner.post(wanted)).json.shipping.carrierId, 'by-bicycle');
  assert.deepEqual(codesOf(await customer.post(wanted)), ['unknown_carrier'], "another client's carrier is unknown");
});

test('an EAN-13 is compared as it is stored, with any check digit', async () => {
  const owner = await newCustomer(server);
  const file = shirt('P-ODD');
  file.products[0]!.variants[0]!.ean13 = '4006381333930';
  await importCatalog(server.pool, file, clientIdOf(owner));
  const wanted = order({ orderId: 'ODD', items: [item({ existingProduct: { ean13: '4006381333930' } })] });
  assert.equal((await owner.post(wanted)).status, 200);
});

test('creating an order does not check the stock', async () => {
  await server.pool.query('update article_variants set stock_level_quantity = 0 where sku = $1', [BLANK]);
  assert.equal((await customer.post(order({ orderId: 'NO-STOCK', items: [customItem()] }))).status, 200);
});

test('an unknown SKU is answered with the nearest stored one', async () => {
  const refused = await customer.post(
    order({ items: [customItem({ sku: `${BLANK}X` }), customItem({ sku: BLANK.toLowerCase() })] }),
  );
  for (const { message } of refused.json.violations) assert.ok(message.includes(`Did you mean "${BLANK}"?`), message);
  assert.equal(refused.json.violations.length, 2);
});

test('an unknown SKU is answered with the nearest one of a large catalogue, wherever the typo is', async () => {
  const variants = Array.from({ length: 300 }, (_, index) => ({
    ...{ sku: `HOODIE-${100 + index}-BLK-M`, color: 'Black', size: 'M', stockLevelQuantity: 1 },
    allowedLocations: [{ location: 'FRONT', printTechnologies: ['DTG'] }],
    isAllowedOnLocations: [],
  }));
  const short = { ...variants[0]!, sku: 'HOOD' };
  const articles = [
    { manufacturerCode: 'HOODIE', title: 'Hoodie', type: 'BLANK' as const, variants: [short, ...variants] },
  ];
  await importCatalog(server.pool, { articles, products: [], carriers: [] }, {});
  for (const wrong of ['OHODIE-250-BLK-M', 'XOODIE-250-BLK-M', 'HODIE-250-BLK-M', 'hoodie-250-BLK-MM']) {
    const refused = await customer.post(order({ items: [customItem({ sku: wrong })] }));
    assert.match(refused.json.violations[0].message, /Did you mean "HOODIE-250-BLK-M"\?/, wrong);
  }
  const other = await customer.post(order({ items: [customItem({ sku: 'SOMETHING-ELSE' })] }));
  assert.doesNotMatch(other.json.violations[0].message, /Did you mean/);
});

test('an address that looks wrong is accepted with warnings, which a correction removes', async () => {
  const wrong = { ...ADDRESS, country: 'DE', postalCode: '1011', email: 'anna' };
  const made = await customer.post(order({ orderId: 'ODD-ADDRESS', shipping: { address: wrong } }));
  const codes = (warnings: { code: string }[]) => warnings.map(({ code }) => code);
  assert.deepEqual([made.status, codes(made.json.warnings)], [200, ['postal_code_format', 'email_without_domain']]);
  const mended = { ...wrong, postalCode: '10115', email: 'anna@shop.example' };
  const changed = await customer.put('ODD-ADDRESS', order({ orderId: 'ODD-ADDRESS', shipping: { address: mended } }));
  assert.deepEqual([changed.status, changed.json.warnings], [200, undefined]);
});
