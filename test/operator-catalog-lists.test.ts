import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CatalogArticleVariant, CatalogFile } from '../src/catalog/catalog-file.ts';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { type Customer, newCustomer, nextOf } from '../src/orders/test-support/customer.ts';
import { item } from '../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const AREA = { widthMm: 300, heightMm: 400 };
const HOSTILE = '<script>alert(1)</script> 100%_';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await importCatalog(server.pool, catalog(), { clientId: customer.clientId });
});
after(() => server.close());

function catalog(): CatalogFile {
  const allowedLocations = [{ location: 'BACK', printTechnologies: ['DTG'], printArea: AREA }];
  const blank = (sku: string, color: string, stockLevelQuantity: number): CatalogArticleVariant => ({
    sku,
    color,
    size: 'M',
    stockLevelQuantity,
    dtgType: 'NO_UNDERBASE',
    allowedLocations,
    isAllowedOnLocations: [],
  });
  const variant = (ean13: string, name: string, stockLevelQuantity: number) => ({
    ean13,
    name,
    color: 'White',
    size: 'One',
    stockLevelQuantity,
  });
  const product = (productId: string, name: string, variants: ReturnType<typeof variant>[]) => ({
    productId,
    name,
    previewImageUrls: [`${productId}/front.png`, 'https://pictures.example/1.png'],
    variants,
  });
  return {
    articles: [
      {
        manufacturerCode: 'ZZ-HOOD',
        title: 'Zipped Hoodie',
        type: 'BLANK',
        variants: [blank('ZZ-HOOD-BLK', 'Black', 5), blank('ZZ-HOOD-RED', 'Red', 500)],
      },
      { manufacturerCode: 'ZZ-PLAIN', title: HOSTILE, type: 'UNPRODUCIBLE', variants: [] },
    ],
    products: [
      product('ZP-1', 'Zebra Mug', [
        variant('9900000000001', 'Zebra Mug', 20),
        variant('9900000000002', 'Zebra Mug XL', 3),
      ]),
      product('ZP-2', 'Ärger Mug', [variant('9900000000003', 'Ärger Mug', 100)]),
    ],
    carriers: [{ carrierId: 'zz-post', name: 'Post' }],
  };
}

const list = async (path: string) => (await operator.get(path)).json;
const codes = async (path: string): Promise<string[]> =>
  (await list(path)).map((one: Record<string, string>) => one.code ?? one.manufacturerCode ?? one.productId);

/** Reads every page of the list by its Link headers. */
async function readAll(path: string): Promise<string[]> {
  const found: string[] = [];
  for (let next: string | undefined = path; next !== undefined; ) {
    const answer = await operator.get(next);
    found.push(...answer.json.map((one: Record<string, string>) => one.code ?? one.productId));
    next = nextOf(answer)?.replace(/^.*\/operator\/v1/, '');
  }
  return found;
}

test('stock is found by code, name, colour, and by its article or product', async () => {
  assert.deepEqual(await codes('/stock?q=zz-hood%20red'), ['ZZ-HOOD-RED']);
  assert.deepEqual(await codes('/stock?q=zz-hood'), ['ZZ-HOOD-BLK', 'ZZ-HOOD-RED']);
  assert.deepEqual(await codes('/stock?q=ZEBRA'), ['9900000000001', '9900000000002']);
  assert.deepEqual(await codes('/stock?q=zp-2'), ['9900000000003']);
  assert.deepEqual(await codes('/stock?q=9900000000003'), ['9900000000003']);
  assert.deepEqual(await codes('/stock?q=zzz'), []);
  assert.deepEqual(await codes('/stock?q=zebra%25'), []);
  assert.deepEqual(await codes('/stock?q=zebra&kind=ARTICLE'), []);
  assert.deepEqual(await codes('/stock?code=ZZ-HOOD-RED'), ['ZZ-HOOD-RED']);
  assert.deepEqual(await codes('/stock?code=ZZ-HOOD'), []);
  assert.deepEqual((await list('/stock?code=9900000000002'))[0], {
    kind: 'PRODUCT',
    code: '9900000000002',
    name: 'Zebra Mug XL',
    color: 'White',
    size: 'One',
    parent: 'ZP-1',
    onHand: 3,
    reserved: 0,
    reserves: [],
    available: 3,
    waiting: 0,
    used: 0,
    pictureUrl: 'http://platen.test/images/ZP-1/front.png',
  });
});

test('the filter "low" finds nearly exhausted stock, and "short" finds stock with missing pieces', async () => {
  assert.deepEqual(await codes('/stock?q=zz-&low=5'), ['ZZ-HOOD-BLK']);
  await assigned(server, customer, {
    items: [item({ quantity: 18, existingProduct: { ean13: '9900000000001' } })],
  });
  assert.deepEqual(await codes('/stock?q=zebra&low=2'), ['9900000000001']);
  assert.deepEqual(await codes('/stock?short=true'), []);
  await operator.send('POST', '/stock/PRODUCT/9900000000001/set', { quantity: 4 });
  const [short, ...rest] = await list('/stock?short=true');
  assert.deepEqual(rest, []);
  assert.deepEqual([short.onHand, short.reserved, short.available], [4, 18, 0]);
  assert.equal((await codes('/stock?q=zz&short=false')).includes('ZZ-HOOD-RED'), true);
});

test('the pages of stock have each variant once, by code, for both kinds', async () => {
  const all = await readAll('/stock?limit=500');
  // Blanks come first, and each kind is sorted by code. A code of a product is a number.
  const products = all.filter((code) => /^\d+$/.test(code));
  const blanks = all.filter((code) => !/^\d+$/.test(code));
  assert.deepEqual(all, [...blanks.sort(), ...products.sort()]);
  assert.ok(all.length > 6);
  assert.deepEqual(await readAll('/stock?limit=97'), all);
  assert.equal((await operator.get('/stock?cursor=WyJhIiwiYiJd')).json.violations[0].code, 'invalid_cursor');
  const first = await operator.get('/stock?limit=2');
  const again = await operator.get('/stock?limit=2', { 'if-none-match': String(first.headers.get('etag')) });
  assert.equal(again.status, 304);
});

test('articles are found by title, code and SKU, and have their print locations', async () => {
  assert.deepEqual(await codes('/articles?q=zipped%20hood'), ['ZZ-HOOD']);
  assert.deepEqual(await codes('/articles?q=ZZ-HOOD-RED'), ['ZZ-HOOD']);
  assert.deepEqual(await codes('/articles?q=zz&type=UNPRODUCIBLE'), ['ZZ-PLAIN']);
  assert.deepEqual(await list('/articles?q=zz-plain'), [
    { manufacturerCode: 'ZZ-PLAIN', title: HOSTILE, type: 'UNPRODUCIBLE', variants: 0 },
  ]);
  const first = await operator.get('/articles?q=zz&limit=1');
  assert.deepEqual(await codes(String(nextOf(first)).replace(/^.*\/operator\/v1/, '')), ['ZZ-PLAIN']);
  const article = await list('/articles/ZZ-HOOD');
  assert.deepEqual(article.variants[0], {
    sku: 'ZZ-HOOD-BLK',
    color: 'Black',
    size: 'M',
    dtgType: 'NO_UNDERBASE',
    onHand: 5,
    reserved: 0,
    available: 5,
    allowedLocations: [{ location: 'BACK', printTechnologies: ['DTG'], printArea: AREA }],
    isAllowedOnLocations: [],
  });
  assert.equal((await list('/articles/nobody')).error, 'article_not_found');
});

test('products are found by name and EAN-13, and have full picture addresses and their clients', async () => {
  assert.deepEqual(await codes('/products?q=zebra'), ['ZP-1']);
  assert.deepEqual(await codes('/products?q=9900000000003'), ['ZP-2']);
  const product = await list('/products/ZP-1');
  assert.deepEqual(product.previewImageUrls, [
    'http://platen.test/images/ZP-1/front.png',
    'https://pictures.example/1.png',
  ]);
  assert.deepEqual(
    product.variants.map(({ ean13, name, reserved }: Record<string, string>) => [ean13, name, reserved]),
    [
      ['9900000000001', 'Zebra Mug', 18],
      ['9900000000002', 'Zebra Mug XL', 0],
    ],
  );
  const other = await newCustomer(server);
  assert.deepEqual(
    (await list('/products/ZP-1/clients')).map(({ clientId }: { clientId: string }) => clientId),
    [customer.clientId],
  );
  await operator.send('PUT', `/clients/${other.clientId}/products/ZP-1`);
  const paged = await operator.get('/products/ZP-1/clients?limit=1');
  const second = await list(String(nextOf(paged)).replace(/^.*\/operator\/v1/, ''));
  assert.deepEqual(
    [...paged.json, ...second].map(({ clientId }) => clientId),
    [customer.clientId, other.clientId].sort(),
  );
  assert.equal((await list('/products/nothing')).error, 'product_not_found');
  assert.equal((await list('/products/nothing/clients')).error, 'product_not_found');
});

test("a client's products are sorted by name, and an unknown client has none", async () => {
  const path = `/clients/${customer.clientId}/products`;
  const all = await readAll(`${path}?limit=1`);
  assert.ok(all.includes('ZP-1') && all.includes('ZP-2'));
  assert.deepEqual(await codes(`${path}?q=zebra`), ['ZP-1']);
  assert.equal((await list('/clients/nobody/products')).error, 'client_not_found');
});

test('a carrier lists its clients, and whose default it is', async () => {
  await operator.send('PUT', `/clients/${customer.clientId}/carriers/zz-post`, { default: true });
  const [one, ...rest] = await list('/carriers/zz-post/clients');
  assert.deepEqual(rest, []);
  assert.deepEqual([one.clientId, one.default, one.status], [customer.clientId, true, 'active']);
  assert.equal((await list('/carriers/nobody/clients')).error, 'carrier_not_found');
});
