import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import type { CatalogFile, CatalogProduct } from '../../catalog/catalog-file.ts';
import { importCatalog } from '../../catalog/import-catalog.ts';
import { sampleCatalog } from '../../catalog/test-support/sample-catalog.ts';

type Get = (path: string, headers?: Record<string, string>) => Promise<Answer>;

let server: TestServer;
/** Has the sample catalogue. */
let get: Get;
before(async () => {
  server = await startTestServer();
  get = await newReader(sampleCatalog);
});
after(() => server.close());

/** A client that has the products of the file. */
async function newReader(file?: CatalogFile): Promise<Get> {
  const { token, client } = await server.token();
  if (file) await importCatalog(server.pool, file, { clientId: client.clientId });
  return (path, headers = {}) => server.send(path, { token, headers });
}

function products(...list: CatalogProduct[]): CatalogFile {
  return { articles: [], products: list, carriers: [] };
}

function product(productId: string, name: string, ...ean13s: string[]): CatalogProduct {
  const variants = ean13s.map((ean13) => ({
    ean13,
    name: `${name} M`,
    color: 'Red',
    size: 'M',
    stockLevelQuantity: 5,
  }));
  return { productId, name, previewImageUrls: [], variants };
}

/** All pages, by their Link headers. */
async function follow(read: Get, path: string): Promise<Answer[]> {
  const pages = [await read(path)];
  for (;;) {
    const url = /^<([^>]+)>; rel="next"$/.exec(pages.at(-1)!.headers.get('link') ?? '')?.[1];
    if (!url) return pages;
    const { pathname, search } = new URL(url);
    pages.push(await read(pathname + search));
  }
}

const byCodePoints = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other));
const VARIANTS = sampleCatalog.products.flatMap(({ productId, variants }) =>
  variants.map((variant) => ({ ...variant, productId })),
);

test('products are listed by name, with the number of their variants', async () => {
  const { status, json } = await get('/v1/products');
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(json).sort(), ['data', 'totalItems']);
  assert.equal(json.totalItems, sampleCatalog.products.length);
  assert.deepEqual(
    json.data,
    sampleCatalog.products
      .map(({ variants, ...rest }) => ({ ...rest, variants: variants.length }))
      .sort((one, other) => byCodePoints(one.name, other.name)),
  );
});

test('product variants are listed by EAN-13, descending', async () => {
  const { status, json } = await get('/v1/product-variants?limit=500');
  assert.equal(status, 200);
  assert.deepEqual(Object.keys(json).sort(), ['data', 'totalItems']);
  assert.equal(json.totalItems, VARIANTS.length);
  assert.deepEqual(
    json.data,
    VARIANTS.toSorted((one, other) => byCodePoints(other.ean13, one.ean13)),
  );
});

test('names are ordered by code points, and products of one name by productId', async () => {
  const names = ['b', 'a', 'A', 'Z', 'ä', '10', '9', '🦊', '\uffee', ' x'];
  const ids = ['P-b', 'P-B', 'P-10', 'P-9'];
  const read = await newReader(
    products(...names.map((name, index) => product(`N-${index}`, name)), ...ids.map((id) => product(id, 'same'))),
  );
  const expected = [...names.map((name, index) => [name, `N-${index}`]), ...ids.map((id) => ['same', id])].sort(
    (one, other) => byCodePoints(one[0]!, other[0]!) || byCodePoints(one[1]!, other[1]!),
  );
  const pages = [await read('/v1/products'), ...(await follow(read, '/v1/products?limit=3'))];
  const told = ({ json }: Answer) => json.data.map(({ name, productId }: CatalogProduct) => [name, productId]);
  assert.deepEqual(told(pages.shift()!), expected);
  assert.deepEqual(pages.flatMap(told), expected);
});

test('pages are parts of the whole list, by number and by Link header', async () => {
  const cases: [path: string, count: number][] = [
    ['/v1/products', sampleCatalog.products.length],
    ['/v1/product-variants', VARIANTS.length],
  ];
  for (const [path, count] of cases) {
    const all = (await get(`${path}?limit=500`)).json.data;
    const followed = await follow(get, `${path}?limit=10`);
    assert.deepEqual(
      followed.flatMap(({ json }) => json.data),
      all,
    );
    for (const [index, { json }] of followed.entries()) {
      assert.equal(json.totalItems, count);
      const page = await get(`${path}?limit=10&page=${index + 1}`);
      assert.deepEqual(page.json.data, json.data);
    }
    const past = await get(`${path}?limit=10&page=${followed.length + 1}`);
    assert.deepEqual([past.status, past.json], [200, { totalItems: count, data: [] }]);
    assert.equal(past.headers.get('link'), null);
    assert.deepEqual((await get(`${path}?page=2147483647&limit=500`)).json.data, []);
  }
});

test('without a limit 50 product variants are listed', async () => {
  assert.equal((await get('/v1/product-variants')).json.data.length, 50);
});

test('a client without products gets an error on every page, and an empty list of variants', async () => {
  const read = await newReader();
  for (const query of ['', '?page=2', '?limit=500']) {
    const { status, json } = await read(`/v1/products${query}`);
    assert.deepEqual([status, json.error], [404, 'products_not_found']);
  }
  const { status, json } = await read('/v1/product-variants');
  assert.deepEqual([status, json], [200, { totalItems: 0, data: [] }]);
});

test('a client reads only its own products and variants, also with filters of others', async () => {
  const read = await newReader(products(product('MINE', 'Mine', '9900000000001')));
  assert.deepEqual((await read('/v1/products')).json, {
    totalItems: 1,
    data: [{ productId: 'MINE', name: 'Mine', variants: 1, previewImageUrls: [] }],
  });
  assert.equal((await read('/v1/product-variants')).json.totalItems, 1);
  for (const filter of ['productId=P-100', 'ean13=4006381333931', 'productId=P-100&ean13=4006381333931']) {
    assert.deepEqual((await read(`/v1/product-variants?${filter}`)).json, { totalItems: 0, data: [] });
  }
  assert.deepEqual((await get('/v1/product-variants?ean13=9900000000001')).json, { totalItems: 0, data: [] });
});

const LOGO_TEES = VARIANTS.filter(({ productId }) => productId === 'P-100');
const FILTERS: readonly (readonly [query: string, eans: string[], total?: number])[] = [
  ['productId=P-100', LOGO_TEES.map(({ ean13 }) => ean13)],
  [
    'productId=P-100&limit=2',
    LOGO_TEES.map(({ ean13 }) => ean13)
      .sort()
      .reverse()
      .slice(0, 2),
    LOGO_TEES.length,
  ],
  ['ean13=4006381333931', ['4006381333931']],
  ['ean13=4006381333931&page=2', [], 1],
  ['productId=P-100&ean13=4006381333931', ['4006381333931']],
  ['productId=P-101&ean13=4006381333931', []],
  ['productId=p-100', []],
  ['productId=', []],
  ['ean13=', []],
  ['ean13=4006381333948', []],
  ['ean13=%F0%9F%A6%8A', []],
  ["productId=' or 1=1 --", []],
  ['productId=%25', []],
];

for (const [query, eans, total = eans.length] of FILTERS) {
  test(`the variants with ${query} are ${eans.length} of ${total}`, async () => {
    const { status, json } = await get(`/v1/product-variants?${query}`);
    assert.equal(status, 200);
    assert.deepEqual(
      json.data.map(({ ean13 }: { ean13: string }) => ean13),
      eans.toSorted().reverse(),
    );
    assert.equal(json.totalItems, total);
  });
}

const REFUSED: readonly (readonly [path: string, pointer: string])[] = [
  ...['/v1/products', '/v1/product-variants'].flatMap(
    (path) =>
      [
        ...['0', '501', '-1', '1.5', '', 'abc', '1e2'].map((limit) => [`${path}?limit=${limit}`, 'limit'] as const),
        ...['0', '-1', '1.5', '', 'abc'].map((page) => [`${path}?page=${page}`, 'page'] as const),
        [`${path}?cursor=abc`, 'cursor'],
        [`${path}?cursor=`, 'cursor'],
        [`${path}?cursor=WyJcdTAwMDAiLCIiXQ`, 'cursor'],
        [`${path}?sort=name`, 'sort'],
      ] as const,
  ),
  ['/v1/product-variants?productId=%00', 'productId'],
  ['/v1/product-variants?ean13=%00', 'ean13'],
  ['/v1/product-variants?ean13=1&ean13=2', 'ean13'],
  ['/v1/product-variants?ean=1', 'ean'],
  ['/v1/products?productId=P-100', 'productId'],
];

for (const [path, pointer] of REFUSED) {
  test(`${path} is refused`, async () => {
    const { status, json } = await get(path);
    assert.deepEqual([status, json.error, json.violations?.[0]?.pointer], [400, 'invalid_request', pointer]);
  });
}

test('the next request after an import returns its data', async () => {
  const { token, client } = await server.token();
  const read = async (path: string) => (await server.send(path, { token })).json;
  assert.equal((await read('/v1/products')).error, 'products_not_found');
  for (const [index, name] of ['First', 'Renamed', 'Renamed again'].entries()) {
    const file = products({ ...product('FRESH', name, '9800000000001'), previewImageUrls: [`${index}.png`] });
    file.products[0]!.variants[0]!.stockLevelQuantity = index;
    await importCatalog(server.pool, file, { clientId: client.clientId });
    const [answers, variants] = await Promise.all([
      Promise.all(Array.from({ length: 5 }, () => read('/v1/products'))),
      read('/v1/product-variants'),
    ]);
    for (const { data } of answers)
      assert.deepEqual([data[0].name, data[0].previewImageUrls], [name, [`${index}.png`]]);
    assert.equal(variants.data[0].stockLevelQuantity, index);
  }
});

test('lists that have not changed are not sent again', async () => {
  for (const path of ['/v1/products', '/v1/product-variants?productId=P-100']) {
    const etag = (await get(path)).headers.get('etag')!;
    const again = await get(path, { 'if-none-match': etag });
    assert.deepEqual([again.status, again.text], [304, '']);
    const other = await get(`${path}${path.includes('?') ? '&' : '?'}limit=1`, { 'if-none-match': etag });
    assert.equal(other.status, 200);
  }
});
