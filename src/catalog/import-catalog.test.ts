import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Pool } from 'pg';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { createClient } from '../clients/manage-clients.ts';
import { inTransaction } from '../platform/database/transaction.ts';
import { CatalogError, type CatalogFile, type CatalogProduct } from './catalog-file.ts';
import { findArticleVariants, listProducts, listProductVariants, readClientTotals } from './catalog-store.ts';
import { importCatalog } from './import-catalog.ts';
import { readCatalogFile } from './read-catalog-file.ts';
import { sampleCatalog } from './test-support/sample-catalog.ts';

const DOCUMENT = new URL('../../docs/catalog-import.md', import.meta.url);
const CONDITION_TIMEOUT_MS = 60_000;
const ALL = { limit: 100_000, offset: 0 };

let database: TestDatabase;
let pool: Pool;
let folder: string;
before(async () => {
  database = await openTestDatabase();
  pool = database.pool;
  folder = await mkdtemp(join(tmpdir(), 'platen-import-'));
});
after(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

test('a catalogue can be read as its clients read it', async () => {
  const clientId = await newClient();
  const counts = await importCatalog(pool, sampleCatalog, { clientId });
  const products = await listProducts(pool, clientId, undefined, ALL);
  const variants = await listProductVariants(pool, clientId, {}, ALL);
  assert.deepEqual(await readClientTotals(pool, clientId), {
    products: products.length,
    productVariants: variants.length,
  });
  assert.equal(counts.assignedProducts, products.length);
  assert.equal(counts.assignedProductVariants, variants.length);
  const { variants: given, ...logoTee } = sampleCatalog.products.find(({ productId }) => productId === 'P-100')!;
  assert.deepEqual(
    products.find(({ productId }) => productId === 'P-100'),
    { ...logoTee, variants: given.length },
  );
  const [creator] = await findArticleVariants(pool, ['ST-CREATOR-BLK-M']);
  const article = sampleCatalog.articles.find(({ manufacturerCode }) => manufacturerCode === 'ST-CREATOR')!;
  assert.deepEqual(creator, {
    ...article.variants.find(({ sku }) => sku === 'ST-CREATOR-BLK-M'),
    title: article.title,
    type: 'BLANK',
    manufacturerCode: 'ST-CREATOR',
    isRetired: false,
    ownerId: null,
  });
  const { rows } = await pool.query(
    `select allowed_locations as text from article_variants where sku = 'ST-CREATOR-BLK-M'`,
  );
  assert.equal(rows[0].text, JSON.stringify(creator!.allowedLocations), 'stored as it is answered');
});

test('the same file again changes nothing, and the version of the catalogue stays', async () => {
  const clientId = await newClient();
  const first = await importCatalog(pool, sampleCatalog, { clientId });
  const version = await readVersion();
  assert.deepEqual(await importCatalog(pool, sampleCatalog, { clientId }), first);
  assert.equal(await readVersion(), version);
  const other = await newClient();
  await importCatalog(pool, sampleCatalog, { clientId: other });
  assert.equal(await readVersion(), version + 1);
});

test('records in the file are updated, and others stay', async () => {
  const clientId = await newClient();
  await importCatalog(pool, products(product('KEEP', ['81000001', '81000002'])), { clientId });
  const changed = product('KEEP', ['81000002']);
  changed.variants[0]!.stockLevelQuantity = 77;
  const counts = await importCatalog(pool, products(changed), {});
  assert.deepEqual([counts.productVariants, counts.assignedProducts], [1, 0]);
  const variants = await listProductVariants(pool, clientId, {}, ALL);
  assert.deepEqual(
    variants.map(({ ean13, stockLevelQuantity }) => [ean13, stockLevelQuantity]),
    [
      ['81000002', 77],
      ['81000001', 5],
    ],
  );
  assert.equal((await listProducts(pool, clientId, undefined, ALL))[0]!.variants, 2);
});

test('an import without a client gives the new name and variants of a product to its clients', async () => {
  const [one, two, none] = [await newClient(), await newClient(), await newClient()];
  const file = products(product('FOLLOW-1', ['82000001']), product('FOLLOW-2', ['82000002']));
  await importCatalog(pool, file, { clientId: one });
  await importCatalog(pool, products(file.products[1]!), { clientId: two });
  await importCatalog(pool, products(product('OTHER', ['82000009'])), { clientId: none });

  const renamed = { ...product('FOLLOW-2', ['82000003']), name: 'A new name' };
  await importCatalog(pool, products(renamed), {});
  assert.deepEqual(await catalogOf(one), {
    products: ['A new name', 'Product FOLLOW-1'],
    variants: ['82000003', '82000002', '82000001'],
    totals: { products: 2, productVariants: 3 },
  });
  assert.deepEqual(await catalogOf(two), {
    products: ['A new name'],
    variants: ['82000003', '82000002'],
    totals: { products: 1, productVariants: 2 },
  });
  assert.deepEqual(await catalogOf(none), {
    products: ['Product OTHER'],
    variants: ['82000009'],
    totals: { products: 1, productVariants: 1 },
  });
});

test('a variant that moves to another product leaves the clients of the old and reaches those of the new', async () => {
  const [both, oldOnly, newOnly] = [await newClient(), await newClient(), await newClient()];
  const before = product('OLD', ['83000001', '83000002']);
  const target = product('NEW', ['83000003']);
  await importCatalog(pool, products(before, target), { clientId: both });
  await importCatalog(pool, products(before), { clientId: oldOnly });
  await importCatalog(pool, products(target), { clientId: newOnly });

  await importCatalog(pool, products(product('NEW', ['83000002'])), {});
  assert.deepEqual((await catalogOf(both)).variants, ['83000003', '83000002', '83000001']);
  assert.deepEqual((await catalogOf(oldOnly)).variants, ['83000001']);
  assert.deepEqual((await catalogOf(newOnly)).variants, ['83000003', '83000002']);
  assert.deepEqual((await catalogOf(oldOnly)).totals, { products: 1, productVariants: 1 });
  assert.deepEqual((await catalogOf(newOnly)).totals, { products: 1, productVariants: 2 });
  const { rows } = await pool.query(
    `select product_id, variants from products where product_id in ('OLD', 'NEW') order by 1`,
  );
  assert.deepEqual(rows, [
    { product_id: 'NEW', variants: 2 },
    { product_id: 'OLD', variants: 1 },
  ]);
  const { rowCount } = await pool.query(
    'select from client_product_variants c join product_variants v using (ean13) where c.product_id <> v.product_id',
  );
  assert.equal(rowCount, 0);
});

test('the default carrier changes only when the file names one', async () => {
  const clientId = await newClient();
  const carriers = (preferred?: string) => ({
    ...products(),
    carriers: ['c-1', 'c-2'].map((carrierId) => ({
      carrierId,
      name: carrierId,
      ...(carrierId === preferred && { default: true }),
    })),
  });
  const defaults = async () =>
    (
      await pool.query('select carrier_id from client_carriers where client_id = $1 and is_default', [clientId])
    ).rows.map((row) => row.carrier_id);
  await importCatalog(pool, carriers(), { clientId });
  assert.deepEqual(await defaults(), []);
  for (const [preferred, expected] of [
    ['c-2', 'c-2'],
    ['c-1', 'c-1'],
    [undefined, 'c-1'],
  ]) {
    await importCatalog(pool, carriers(preferred), { clientId });
    assert.deepEqual(await defaults(), [expected]);
  }
});

test('all rows with an unknown article or product are reported, and nothing is imported', async () => {
  const version = await readVersion();
  await importCatalog(
    pool,
    {
      ...products(product('PARENT', [])),
      articles: [{ manufacturerCode: 'PARENT', title: 'Parent', type: 'UNPRODUCIBLE', variants: [] }],
    },
    {},
  );
  await writeFolder('orphans', {
    'article-variants.csv':
      'sku,manufacturerCode,color,size,stockLevelQuantity,allowedLocations\n' +
      'O-1,NOWHERE,Black,M,1,\nO-2,PARENT,Black,M,1,NECK:DTF\nO-3,PARENT,Black,M,1,\n',
    'product-variants.csv':
      'ean13,productId,name,color,size,stockLevelQuantity\n84000001,NOWHERE,One,Black,M,1\n84000002,PARENT,Two,Black,M,1\n',
    'carriers.csv': 'carrierId,name\norphan,Orphan\n',
  });
  const file = await readCatalogFile(join(folder, 'orphans'));
  await assert.rejects(importCatalog(pool, file, {}), (error: CatalogError) => {
    assert.deepEqual(
      error.violations.map(({ pointer, code }) => `${pointer} ${code}`),
      [
        'article-variants.csv line 2, column manufacturerCode unknown_article',
        'article-variants.csv line 3, column allowedLocations locations_not_of_type',
        'product-variants.csv line 2, column productId unknown_product',
      ],
    );
    return true;
  });
  assert.equal((await pool.query(`select from carriers where carrier_id = 'orphan'`)).rowCount, 0);
  assert.equal(await readVersion(), version + 1);

  const clientId = await newClient();
  file.articleVariants = file.articleVariants!.filter(({ sku }) => sku === 'O-3');
  file.productVariants = file.productVariants!.filter(({ productId }) => productId === 'PARENT');
  const counts = await importCatalog(pool, file, { clientId });
  assert.deepEqual([counts.products, counts.assignedProducts, counts.assignedProductVariants], [0, 1, 1]);
  assert.deepEqual((await catalogOf(clientId)).variants, ['84000002']);
});

test('an unknown client is an error, and nothing is imported', async () => {
  for (const clientId of ['nobody', '', 'zero\0', '\ud800']) {
    await assert.rejects(
      importCatalog(pool, products(product('NOBODYS', [])), { clientId }),
      (error) => error instanceof CatalogError && error.error === 'client_not_found',
    );
  }
  assert.equal((await pool.query(`select from products where product_id = 'NOBODYS'`)).rowCount, 0);
});

test('an import that fails at its last row leaves nothing behind', async () => {
  const file = products(...Array.from({ length: 3 }, (_, index) => product(`HALF-${index}`, [`8500000${index}`])));
  file.products[2]!.variants[0]!.stockLevelQuantity = -1;
  const version = await readVersion();
  await assert.rejects(importCatalog(pool, file, {}), /violates check constraint/);
  assert.equal((await pool.query(`select from products where product_id like 'HALF-%'`)).rowCount, 0);
  assert.equal(await readVersion(), version);
});

test('imports take turns while readers go on, and the totals are right after all', async () => {
  const clientId = await newClient();
  const files = [0, 1, 2, 3].map((turn) =>
    products(...[0, 1, 2].map((index) => product(`TURN-${index}`, [`86000${turn}0${index}`]))),
  );
  const waiting = await inTransaction(pool, async (connection) => {
    await connection.query('select version from catalog_version for update');
    const imports = files.map((file) => importCatalog(pool, file, { clientId }));
    await untilWaiting(imports.length);
    await readVersion();
    assert.deepEqual(await listProducts(pool, clientId, undefined, ALL), []);
    return { imports };
  });
  await Promise.all(waiting.imports);
  const { variants, totals } = await catalogOf(clientId);
  assert.equal(variants.length, 12);
  assert.deepEqual(totals, { products: 3, productVariants: 12 });
});

test('the examples of the documentation import, and JSON and CSV hold the same catalogue', async (t) => {
  const empty = await openTestDatabase();
  t.after(() => empty.close());
  const csv = join(folder, 'csv');
  await mkdir(csv);
  const text = await readFile(DOCUMENT, 'utf8');
  for (const [, name, content] of text.matchAll(/```\w+ file=(\S+)\n(.*?)```/gs)) {
    await writeFile(join(name!.endsWith('.csv') ? csv : folder, name!), content!);
  }
  const json = await readCatalogFile(join(folder, 'catalog.json'));
  assert.deepEqual(await readCatalogFile(csv), json);
  const clientId = await newClient(empty.pool);
  const counts = await importCatalog(empty.pool, json, { clientId });
  assert.deepEqual(counts, {
    articles: 2,
    articleVariants: 3,
    products: 1,
    productVariants: 2,
    carriers: 2,
    assignedProducts: 1,
    assignedProductVariants: 2,
    assignedCarriers: 2,
  });
  assert.equal((await empty.pool.query('select from client_carriers where is_default')).rowCount, 1);
});

test('progress goes from 0 to the number of rows', async () => {
  const seen: [number, number][] = [];
  const onProgress = (done: number, total: number) => void seen.push([done, total]);
  await importCatalog(pool, products(product('P-1', ['87000001', '87000002'])), {
    clientId: await newClient(),
    onProgress,
  });
  assert.deepEqual(seen[0], [0, 4]);
  assert.deepEqual(seen.at(-1), [4, 4]);
});

function products(...list: CatalogProduct[]): CatalogFile {
  return { articles: [], products: list, carriers: [] };
}

function product(productId: string, ean13s: string[]): CatalogProduct {
  return {
    productId,
    name: `Product ${productId}`,
    previewImageUrls: [],
    variants: ean13s.map((ean13) => ({
      ean13,
      name: `Variant ${ean13}`,
      color: 'Black',
      size: 'M',
      stockLevelQuantity: 5,
    })),
  };
}

async function newClient(connection = pool): Promise<string> {
  const client = { name: 'Shop', mode: 'live', scope: 'fulfillment', now: new Date() } as const;
  return (await createClient(connection, client)).clientId;
}

async function catalogOf(clientId: string) {
  const list = await listProducts(pool, clientId, undefined, ALL);
  const variants = await listProductVariants(pool, clientId, {}, ALL);
  return {
    products: list.map(({ name }) => name),
    variants: variants.map(({ ean13 }) => ean13),
    totals: await readClientTotals(pool, clientId),
  };
}

/** Waits until this number of connections wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  const deadline = Date.now() + CONDITION_TIMEOUT_MS;
  while ((await pool.query(text)).rowCount !== count) assert.ok(Date.now() < deadline, 'nobody waits');
}

async function readVersion(): Promise<number> {
  return Number((await pool.query('select version from catalog_version')).rows[0].version);
}

async function writeFolder(name: string, files: Record<string, string>): Promise<void> {
  await mkdir(join(folder, name));
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, name, file), content);
}

test('an article changes its type only together with all its stored variants', async () => {
  const variant = { sku: 'TURN-1', color: 'Black', size: 'M', stockLevelQuantity: 1 };
  const places = [{ location: 'REGULAR', printTechnologies: ['DTG'] }];
  const blank = { manufacturerCode: 'TURN', title: 'Turn', type: 'BLANK' as const };
  const file = (article: object): CatalogFile =>
    ({ articles: [article], products: [], carriers: [] }) as unknown as CatalogFile;
  await importCatalog(
    pool,
    file({ ...blank, variants: [{ ...variant, allowedLocations: places, isAllowedOnLocations: [] }] }),
    {},
  );
  const turned = { ...blank, type: 'CUSTOMIZATION' };
  await assert.rejects(importCatalog(pool, file({ ...turned, variants: [] }), {}), (error: CatalogError) => {
    assert.deepEqual(
      error.violations.map(({ pointer, code }) => [pointer, code]),
      [['/articles/0/type', 'locations_not_of_type']],
    );
    return true;
  });
  const [before] = await findArticleVariants(pool, ['TURN-1']);
  assert.equal(before?.type, 'BLANK');
  await importCatalog(
    pool,
    file({ ...turned, variants: [{ ...variant, allowedLocations: [], isAllowedOnLocations: places }] }),
    {},
  );
  const [after] = await findArticleVariants(pool, ['TURN-1']);
  assert.equal(after?.type, 'CUSTOMIZATION');
});
