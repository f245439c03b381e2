import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Answer, startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import type { CatalogArticle } from '../../catalog/catalog-file.ts';
import { importCatalog } from '../../catalog/import-catalog.ts';
import { sampleCatalog } from '../../catalog/test-support/sample-catalog.ts';

let server: TestServer;
let get: (path: string, headers?: Record<string, string>) => Promise<Answer>;
before(async () => {
  server = await startTestServer();
  await importCatalog(server.pool, { ...sampleCatalog, articles: [...sampleCatalog.articles, ODD] }, {});
  const { token } = await server.token();
  get = (path, headers = {}) => server.send(path, { token, headers });
});
after(() => server.close());

const ODD_SKUS = ['!', '0/1 #ü?%', '~b', '~B', '~🦊', '~\uffee', '%2F', '..x'];
const ODD: CatalogArticle = {
  manufacturerCode: 'ODD/1 #ü?%',
  title: 'Odd "article"',
  type: 'UNPRODUCIBLE',
  variants: ODD_SKUS.map((sku) => ({
    sku,
    color: 'Black, "matt"',
    size: '{S}',
    stockLevelQuantity: 0,
    allowedLocations: [],
    isAllowedOnLocations: [],
  })),
};

const bySku = (one: { sku: string }, other: { sku: string }) =>
  Buffer.compare(Buffer.from(one.sku), Buffer.from(other.sku));
const ARTICLES = [...sampleCatalog.articles, ODD];
const VARIANTS = ARTICLES.flatMap(({ manufacturerCode, title, type, variants }) =>
  variants.map((variant) => ({ ...variant, manufacturerCode, title, type })),
).sort(bySku);
const listed = ({ sku, title, manufacturerCode, color, size, stockLevelQuantity }: (typeof VARIANTS)[number]) => ({
  sku,
  title,
  manufacturerCode,
  color,
  size,
  stockLevelQuantity,
});

test('article variants are a JSON array, by SKU in code-point order', async () => {
  const all: unknown[] = [];
  for (let path: string | undefined = '/v1/article-variants?limit=500'; path; ) {
    const { json, headers } = await get(path);
    all.push(...json);
    const url = /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1];
    path = url?.slice('http://platen.test'.length);
  }
  assert.deepEqual(all, VARIANTS.map(listed));
});

test('pages of article variants are parts of the whole list', async () => {
  assert.equal((await get('/v1/article-variants')).json.length, 50);
  const { json } = await get('/v1/article-variants?page=3&limit=7');
  assert.deepEqual(json, VARIANTS.slice(14, 21).map(listed));
  for (const page of [1_000, 2_147_483_647]) {
    const past = await get(`/v1/article-variants?page=${page}`);
    assert.deepEqual([past.status, past.json, past.headers.get('link')], [200, [], null]);
  }
});

test('the Link header keeps the filter', async () => {
  const path = '/v1/article-variants?limit=55&manufacturerCode=ST-CREATOR';
  const { json, headers } = await get(path);
  assert.equal(json.length, 55);
  const url = new URL(/^<([^>]+)>; rel="next"$/.exec(headers.get('link')!)![1]!);
  assert.equal(url.searchParams.get('manufacturerCode'), 'ST-CREATOR');
  const last = await get(url.pathname + url.search);
  assert.deepEqual([last.json.length, last.headers.get('link')], [1, null]);
});

for (const code of ['ST-CREATOR', ODD.manufacturerCode, 'st-creator', 'NONE', '', '%', "' or 1=1 --", '🦊']) {
  test(`article variants of ${JSON.stringify(code)} are those of that article only`, async () => {
    const { status, json } = await get(`/v1/article-variants?limit=500&manufacturerCode=${encodeURIComponent(code)}`);
    assert.equal(status, 200);
    assert.deepEqual(json, VARIANTS.filter(({ manufacturerCode }) => manufacturerCode === code).map(listed));
  });
}

for (const sku of [
  'ST-CREATOR-BLK-M',
  'ST-CREATOR-WHT-M',
  'ST-SPRINT-WHT-XS',
  'CZ-NECK-LABEL-WHT-60X60MM',
  'RM-TUMBLER-CLR-350ML',
  ...ODD_SKUS,
]) {
  test(`the article variant ${JSON.stringify(sku)} is read with its type and places, and dtgType where it has one`, async () => {
    const { status, json } = await get(`/v1/article-variants/${encodeURIComponent(sku)}`);
    assert.equal(status, 200);
    assert.deepEqual(
      json,
      VARIANTS.find((variant) => variant.sku === sku),
    );
  });
}

test('the sample catalogue has variants with either dtgType and with none', () => {
  const types = new Set(VARIANTS.map(({ dtgType }) => dtgType));
  assert.deepEqual(types, new Set(['WHITE_UNDERBASE', 'NO_UNDERBASE', undefined]));
});

for (const { manufacturerCode, title, type, variants } of [
  ...['ST-CREATOR', 'CZ-NECK-LABEL', 'RM-GIFT-CARD'].map(
    (code) => ARTICLES.find((article) => article.manufacturerCode === code)!,
  ),
  ODD,
]) {
  test(`the article ${manufacturerCode} is read with its variants by SKU`, async () => {
    const { status, json } = await get(`/v1/articles/${encodeURIComponent(manufacturerCode)}`);
    assert.equal(status, 200);
    const articleVariants = variants.toSorted(bySku).map(({ sku, color, size }) => ({ sku, title, color, size }));
    assert.deepEqual(json, { manufacturerCode, title, articleVariants, type });
  });
}

test('an article without variants has an empty list of them', async () => {
  const bare: CatalogArticle = { manufacturerCode: 'BARE', title: 'Bare', type: 'BLANK', variants: [] };
  await importCatalog(server.pool, { articles: [bare], products: [], carriers: [] }, {});
  assert.deepEqual((await get('/v1/articles/BARE')).json, {
    manufacturerCode: 'BARE',
    title: 'Bare',
    articleVariants: [],
    type: 'BLANK',
  });
});

for (const name of ['NONE', '%20', '%F0%9F%A6%8A', 'st-creator', 'x'.repeat(1_500), "'", '%25']) {
  test(`there is no article and no article variant ${name.slice(0, 20)}`, async () => {
    const variant = await get(`/v1/article-variants/${name}`);
    assert.deepEqual([variant.status, variant.json.error], [404, 'article_variant_not_found']);
    const article = await get(`/v1/articles/${name}`);
    assert.deepEqual([article.status, article.json.error], [404, 'article_not_found']);
  });
}

const REFUSED: readonly (readonly [query: string, pointer: string])[] = [
  ...['0', '501', '-1', '1.5', '', 'abc', '1e2'].map((limit) => [`limit=${limit}`, 'limit'] as const),
  ...['0', '-1', '1.5', '', 'abc'].map((page) => [`page=${page}`, 'page'] as const),
  ['manufacturerCode=%00', 'manufacturerCode'],
  ['manufacturerCode=A&manufacturerCode=B', 'manufacturerCode'],
  ['cursor=abc', 'cursor'],
  ['cursor=WyJcdWQ4MDAiXQ', 'cursor'],
  ['sku=A', 'sku'],
];

for (const [query, pointer] of REFUSED) {
  test(`/v1/article-variants?${query} is refused`, async () => {
    const { status, json } = await get(`/v1/article-variants?${query}`);
    assert.deepEqual([status, json.error, json.violations?.[0]?.pointer], [400, 'invalid_request', pointer]);
  });
}

test('an unchanged list is answered 304, and an import changes it', async () => {
  const paths = [
    '/v1/article-variants?manufacturerCode=DW-CLASSIC',
    '/v1/article-variants/DW-CLASSIC-WHT-11OZ',
    '/v1/articles/DW-CLASSIC',
  ];
  const etags = await Promise.all(paths.map(async (path) => (await get(path)).headers.get('etag')!));
  const statuses = async () => {
    const answers = await Promise.all(paths.map((path, index) => get(path, { 'if-none-match': etags[index]! })));
    return answers.map(({ status }) => status);
  };
  assert.deepEqual(await statuses(), [304, 304, 304]);
  const article = ARTICLES.find(({ manufacturerCode }) => manufacturerCode === 'DW-CLASSIC')!;
  await importCatalog(server.pool, { articles: [{ ...article, title: 'Renamed' }], products: [], carriers: [] }, {});
  assert.deepEqual(await statuses(), [200, 200, 200]);
});
