import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, type TestContext, test } from 'node:test';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { readCatalogFile } from '../src/catalog/read-catalog-file.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const TEE = {
  hsCode: '610910',
  countryOfOrigin: 'BD',
  weightGrams: 180,
  customsDescription: 'Cotton T-shirt',
};
const place = [{ location: 'BACK', printTechnologies: ['DTG'] }];

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
});
after(() => server.close());

function catalogue(name: string, { article = {}, variant = {}, product = {}, productVariant = {} } = {}) {
  const stock = { color: 'Black', size: 'M', stockLevelQuantity: 100 };
  const ean13 = `99${[...name].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1e10, 7)}`.padEnd(13, '0');
  return {
    ean13,
    file: {
      articles: [
        {
          manufacturerCode: name,
          title: 'Tee',
          type: 'BLANK',
          ...article,
          variants: [{ sku: `${name}-M`, ...stock, allowedLocations: place, ...variant }],
        },
      ],
      products: [
        {
          productId: name,
          name: 'Mug',
          ...product,
          variants: [{ ean13, name: 'Mug', ...stock, ...productVariant }],
        },
      ],
    },
  };
}

async function importFile(file: object, query = '') {
  return operator.send('POST', `/catalog/import?clientId=${customer.clientId}${query}`, file);
}

test('customs data of articles, products and variants is imported, read, kept if a file omits it, and shown by a dry run', async () => {
  const mug = {
    hsCode: '691110',
    countryOfOrigin: 'cn',
    weightGrams: 350,
    customsDescription: 'Ceramic mug',
  };
  const { file, ean13 } = catalogue('CU-1', { article: TEE, variant: { weightGrams: 210 }, product: mug });
  assert.equal((await importFile(file)).status, 200);
  const article = (await operator.get('/articles/CU-1')).json;
  assert.deepEqual(customsOf(article), TEE);
  assert.deepEqual(customsOf(article.variants[0]), { weightGrams: 210 });
  assert.deepEqual(customsOf((await operator.get('/products/CU-1')).json), { ...mug, countryOfOrigin: 'CN' });

  const bare = catalogue('CU-1', { productVariant: { hsCode: '69111000' } }).file;
  const dry = (await importFile(bare, '&dryRun=true')).json;
  assert.deepEqual(dry.differences.changed, [
    { kind: 'productVariant', code: ean13, changes: [{ field: 'hsCode', after: '69111000' }] },
  ]);
  assert.equal((await importFile(bare)).status, 200);
  assert.deepEqual(customsOf((await operator.get('/articles/CU-1')).json), TEE);
  const product = (await operator.get('/products/CU-1')).json;
  assert.deepEqual(customsOf(product.variants[0]), { hsCode: '69111000' });
});

test('an import reports the faults in the customs data of each record', async () => {
  const { file } = catalogue('CU-2', {
    article: { hsCode: '6109.10', countryOfOrigin: 'Bangladesh' },
    variant: { weightGrams: 0, hsCode: 610910 },
    product: { weightGrams: 1.5, customsDescription: ' ' },
    productVariant: { weightGrams: '180', countryOfOrigin: 'ZZ', originCountry: 'DE' },
  });
  const { status, json: body } = await importFile(file);
  assert.equal(status, 400);
  const faults = body.violations.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
  assert.deepEqual(faults.sort(), [
    '/articles/0/countryOfOrigin unknown_country',
    '/articles/0/hsCode invalid',
    '/articles/0/variants/0/hsCode wrong_type',
    '/articles/0/variants/0/weightGrams too_small',
    '/products/0/customsDescription too_short',
    '/products/0/variants/0/countryOfOrigin unknown_country',
    '/products/0/variants/0/originCountry unknown_property',
    '/products/0/variants/0/weightGrams wrong_type',
    '/products/0/weightGrams wrong_type',
  ]);
});

test('CSV has columns for customs data; an empty cell keeps the stored value, and a lost leading zero is reported', async (t) => {
  const files = {
    'articles.csv': 'manufacturerCode,title,type,hsCode,countryOfOrigin,weightGrams\nCU-3,Tee,BLANK,610910,pt,180\n',
    'article-variants.csv': `sku,manufacturerCode,color,size,stockLevelQuantity,allowedLocations,hsCode,customsDescription
CU-3-M,CU-3,Black,M,5,BACK:DTG,1012100,"Tee, knitted"\n`,
    'products.csv': 'productId,name,weightGrams\nCU-3,Mug,350\n',
    'product-variants.csv':
      'ean13,productId,name,color,size,stockLevelQuantity,countryOfOrigin\n9911000000003,CU-3,Mug,White,One,4,DE\n',
  };
  const read = await readFolder(t, files);
  assert.deepEqual(
    read.warnings?.map(({ code }) => code),
    ['leading_zeros_lost'],
  );
  await importCatalog(server.pool, read, {});
  const article = (await operator.get('/articles/CU-3')).json;
  assert.deepEqual(customsOf(article), { hsCode: '610910', countryOfOrigin: 'PT', weightGrams: 180 });
  assert.deepEqual(customsOf(article.variants[0]), { hsCode: '1012100', customsDescription: 'Tee, knitted' });
  files['articles.csv'] = 'manufacturerCode,title,type,hsCode\nCU-3,Tee,BLANK,\n';
  await importCatalog(server.pool, await readFolder(t, files), {});
  assert.deepEqual(customsOf((await operator.get('/articles/CU-3')).json), customsOf(article));
});

test('staff replace customs data as a whole; faults are named, the audit log has one entry, and outdated versions are refused', async () => {
  const { file, ean13 } = catalogue('CU-4');
  await importFile(file);
  const paths = ['/articles/CU-4', '/article-variants/CU-4-M', '/products/CU-4', `/product-variants/${ean13}`];
  for (const path of paths) {
    const etag = (await operator.get(`${path}/customs`)).headers.get('etag') ?? '';
    const changed = await operator.send(
      'PUT',
      `${path}/customs`,
      { ...TEE, countryOfOrigin: 'pt' },
      { 'if-match': etag },
    );
    assert.deepEqual([changed.status, changed.json], [200, { ...TEE, countryOfOrigin: 'PT' }], path);
    assert.deepEqual((await operator.get(`${path}/customs`)).json, changed.json);
    const late = await operator.send('PUT', `${path}/customs`, { hsCode: '610990' }, { 'if-match': etag });
    assert.equal(late.status, 412);
    assert.equal((await operator.send('PUT', `${path}/customs`, changed.json)).status, 200);
  }
  const { json: entries } = await operator.get('/audit?subject=catalog:CU-4-M');
  assert.deepEqual(
    entries.map(({ action, detail }: { action: string; detail: object }) => [action, detail]),
    [['catalog.customs_changed', { kind: 'articleVariant', code: 'CU-4-M', ...TEE, countryOfOrigin: 'PT' }]],
  );
  assert.deepEqual((await operator.send('PUT', '/articles/CU-4/customs', { weightGrams: null })).json, {});
  const refused = await operator.send('PUT', '/articles/CU-4/customs', {
    hsCode: '61.09',
    countryOfOrigin: 'XY',
    weightGrams: 0,
    customsDescription: '  ',
    hsCod: '1',
  });
  assert.deepEqual(refused.json.violations.map(({ pointer }: { pointer: string }) => pointer).sort(), [
    '/countryOfOrigin',
    '/customsDescription',
    '/hsCod',
    '/hsCode',
    '/weightGrams',
  ]);
  for (const [path, error] of [
    ['/articles/nobody', 'article_not_found'],
    ['/article-variants/nobody', 'article_variant_not_found'],
    ['/products/nobody', 'product_not_found'],
    ['/product-variants/nobody', 'product_variant_not_found'],
  ]) {
    assert.equal((await operator.get(`${path}/customs`)).json.error, error);
    assert.equal((await operator.send('PUT', `${path}/customs`, TEE)).json.error, error);
  }
});

test('an order outside the customs zone lists its lines and missing data by the current catalogue', async () => {
  const { file, ean13 } = catalogue('CU-5', {
    article: { ...TEE, hsCode: undefined },
    product: { ...TEE, weightGrams: 350 },
  });
  await importFile(file);
  const order = {
    orderId: 'CUSTOMS-1',
    unitPriceCurrency: 'CHF',
    items: [
      {
        id: 'tee',
        quantity: 2,
        unitPrice: 19.9,
        customProduct: {
          sku: 'CU-5-M',
          prints: [{ dataUrl: 'https://files.example/a.png', location: 'BACK', technology: 'DTG' }],
        },
      },
      { id: 'mug', quantity: 1, unitPrice: 12, existingProduct: { ean13 } },
    ],
    shipping: {
      address: { personName: 'Ada', street: 'Weg 1', city: 'Bern', postalCode: '3000', country: 'CH' },
    },
  };
  assert.equal((await customer.post(order)).status, 200);
  const path = `/orders/${customer.clientId}/CUSTOMS-1/customs`;
  const before = (await operator.get(path)).json;
  assert.deepEqual(
    before.gaps.map(({ message }: { message: string }) => message),
    ['Cannot be declared: the HS code is missing for CU-5-M (Tee).'],
  );
  await operator.send('PUT', '/articles/CU-5/customs', TEE);
  const { need, lines, tariffLines, totalNetWeightGrams, totalValue, gaps } = (await operator.get(path)).json;
  assert.deepEqual(
    [need, lines.length, tariffLines, totalNetWeightGrams, totalValue, gaps],
    ['declared', 1, 1, 710, 51.8, []],
  );
  assert.equal((await operator.get(`/orders/${customer.clientId}/NONE/customs`)).json.error, 'order_not_found');
});

function customsOf(record: Record<string, unknown>): object {
  return Object.fromEntries(
    Object.keys(TEE).flatMap((field) => (record[field] === undefined ? [] : [[field, record[field]]])),
  );
}

async function readFolder(t: TestContext, files: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'platen-customs-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
  return readCatalogFile(folder);
}
