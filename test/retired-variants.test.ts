import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { assignWaitingOrders, updateWaitingReasons } from '../src/orders/intake/assign-orders.ts';
import type { Customer } from '../src/orders/test-support/customer.ts';
import { customItem, item, order } from '../src/orders/test-support/sample-orders.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { dueOutdatedWaits } from '../src/stock/stock-waits-store.ts';
import { announceStock, dueAnnouncement } from '../src/webhooks/announce-stock.ts';
import { recordStatements } from './support/count-statements.ts';
import { assign, newOperator, type Operator } from './support/operator.ts';
import { type Answer, startTestServer, type TestServer } from './support/test-server.ts';

const LARGE_CATALOG_VARIANTS = 12_000;

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
});
after(() => server.close());

/**
 * Each test has its own articles and products. The ones of earlier tests are retired at its start, which has
 * no effect.
 */
let run = 0;
beforeEach(() => {
  run++;
});
const ean = (number: number) => `77${String(run).padStart(4, '0')}${String(number).padStart(6, '0')}`;
const sku = (name: string) => `R${run}-${name}`;

const places = [{ location: 'FRONT', printTechnologies: ['DTG'] }];
const blank = (name: string, stockLevelQuantity = 0) => {
  return { sku: sku(name), color: 'Red', size: 'M', stockLevelQuantity, allowedLocations: places };
};
const article = (variants: object[]) => {
  return { manufacturerCode: sku('ARTICLE'), title: 'Retiring Tee', type: 'BLANK', variants };
};
const variant = (number: number, stockLevelQuantity = 0) => {
  return { ean13: ean(number), name: `Tee ${number}`, color: 'Red', size: 'M', stockLevelQuantity };
};
const product = (name: string, ...variants: object[]) => {
  return { productId: sku(name), name: `Product ${name}`, variants };
};

async function sendCatalog(catalog: object, query = ''): Promise<Answer> {
  const answer = await operator.send('POST', `/catalog/import${query}`, catalog);
  assert.equal(answer.status, 200, answer.text);
  return answer;
}

async function newShop(): Promise<Pick<Customer, 'clientId' | 'post' | 'put' | 'read' | 'get'>> {
  const { token, client } = await server.token();
  const get: Customer['get'] = (path, headers = {}) => server.send(path, { token, headers });
  return {
    clientId: client.clientId,
    get,
    post: (body) => server.send('/v1/orders', { token, body }),
    put: (orderId, body) => server.send(`/v1/orders/${orderId}`, { token, method: 'PUT', body }),
    read: (orderId) => get(`/v1/orders/${orderId}`),
  };
}

const codesOf = ({ json }: Answer) =>
  json.violations?.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
const productItem = (number: number, quantity = 1) => item({ quantity, existingProduct: { ean13: ean(number) } });
const printedItem = (name: string, label: string) =>
  customItem({
    sku: sku(name),
    prints: [{ dataUrl: 'https://files.example.com/art.png', location: 'FRONT', technology: 'DTG' }],
    customizations: [{ sku: sku(label), location: 'FRONT', technology: 'DTG' }],
  });

/** Runs the job that notifies waiting orders. */
async function tell(): Promise<void> {
  const context = {
    pool: server.pool,
    log: server.log,
    faults: server.faults,
    clock: () => new Date(),
    dueRule: server.config,
  };
  for (const clientId of await findDue(server.pool, dueOutdatedWaits())) {
    await updateWaitingReasons(context, clientId, new AbortController().signal);
  }
  assert.deepEqual(await findDue(server.pool, dueOutdatedWaits()), []);
}

test('a variant that an import omits is not listed until a later import contains it', async () => {
  const shop = await newShop();
  const two = product('TWO', variant(1, 3), variant(2, 4));
  const gone = product('GONE', variant(3, 5));
  const articles = [article([blank('KEPT'), blank('GOES')])];
  await sendCatalog({ articles, products: [two, gone] }, `?clientId=${shop.clientId}`);

  const answer = await sendCatalog(
    { articles: [article([blank('KEPT')])], products: [product('TWO', variant(1, 3))] },
    '?retireMissing=true',
  );
  const { counts, retired } = answer.json.differences;
  assert.equal(answer.json.dryRun, undefined);
  assert.deepEqual(counts.products, { new: 0, changed: 0, unchanged: 1 });
  assert.ok(retired.some(({ code, onHand }: { code: string; onHand: number }) => code === ean(3) && onHand === 5));

  const products = (await shop.get('/v1/products')).json;
  assert.deepEqual(
    [
      products.totalItems,
      products.data.map((one: { productId: string; variants: number }) => [one.productId, one.variants]),
    ],
    [1, [[sku('TWO'), 1]]],
  );
  const eans = async (query = '') => {
    const { totalItems, data } = (await shop.get(`/v1/product-variants${query}`)).json;
    return [totalItems, data.map(({ ean13 }: { ean13: string }) => ean13)];
  };
  assert.deepEqual(await eans(), [1, [ean(1)]]);
  assert.deepEqual(await eans(`?productId=${sku('GONE')}`), [0, []]);
  assert.deepEqual(await eans(`?ean13=${ean(2)}`), [0, []]);
  const skus = async () =>
    (await shop.get(`/v1/article-variants?manufacturerCode=${sku('ARTICLE')}`)).json.map(
      (one: { sku: string }) => one.sku,
    );
  assert.deepEqual(await skus(), [sku('KEPT')]);
  assert.equal((await shop.get(`/v1/articles/${sku('ARTICLE')}`)).json.articleVariants.length, 1);
  const detail = await shop.get(`/v1/article-variants/${sku('GOES')}`);
  assert.deepEqual([detail.status, detail.json.error], [404, 'article_variant_not_found']);
  assert.match(detail.json.message, /retired/);

  // Staff still count its stock, and see the time and reason of the retirement.
  const level = await operator.get(`/stock/PRODUCT/${ean(3)}`);
  assert.deepEqual([level.json.onHand, typeof level.json.retired], [5, 'string']);
  assert.equal((await operator.send('POST', `/stock/PRODUCT/${ean(3)}/set`, { quantity: 7 })).status, 200);
  for (const [path, code] of [
    [`/stock?code=${ean(3)}`, ean(3)],
    [`/products/${sku('GONE')}`, ean(3)],
    [`/articles/${sku('ARTICLE')}`, sku('GOES')],
  ] as const) {
    const { json } = await operator.get(path);
    const listed = (json.variants ?? json).find((one: Record<string, string>) =>
      [one.code, one.ean13, one.sku].includes(code),
    );
    assert.equal(typeof listed.retired, 'string', path);
  }
  const ofClient = (await operator.get(`/clients/${shop.clientId}/products`)).json;
  assert.deepEqual(
    ofClient.map(({ productId, variants }: Record<string, unknown>) => [productId, variants]),
    [
      [sku('GONE'), 0],
      [sku('TWO'), 1],
    ],
  );
  const [, note] = (await operator.get(`/stock/PRODUCT/${ean(3)}/movements`)).json;
  assert.match(note.note, /^Retired/);

  const back = await sendCatalog({ articles, products: [two, gone] }, '?dryRun=true');
  assert.equal(back.json.differences.counts.productVariants.broughtBack, 2);
  assert.deepEqual(await eans(), [1, [ean(1)]], 'a dry run changes nothing');
  await sendCatalog({ articles, products: [two, gone] });
  assert.deepEqual(await eans(), [3, [ean(3), ean(2), ean(1)]]);
  assert.equal((await shop.get('/v1/products')).json.totalItems, 2);
  assert.deepEqual(await skus(), [sku('GOES'), sku('KEPT')]);
  assert.equal((await operator.get(`/stock/PRODUCT/${ean(3)}`)).json.retired, undefined);
});

test('new orders for a retired variant are refused, and accepted orders stay and can be sent again', async () => {
  const [shop, stranger] = [await newShop(), await newShop()];
  const necklabel = {
    manufacturerCode: sku('LABELS'),
    title: 'Label',
    type: 'CUSTOMIZATION',
    variants: [{ sku: sku('LABEL'), color: 'White', size: 'S', stockLevelQuantity: 0, isAllowedOnLocations: places }],
  };
  const all = {
    articles: [article([blank('A'), blank('B')]), necklabel],
    products: [product('P', variant(1), variant(2))],
  };
  await sendCatalog(all, `?clientId=${shop.clientId}`);
  const labelled = printedItem('A', 'LABEL');
  const wanted = order({ orderId: 'KEPT', items: [productItem(1), labelled] });
  assert.equal((await shop.post(wanted)).status, 200);

  await sendCatalog({ articles: [article([blank('B')])], products: [product('P', variant(2))] }, '?retireMissing=true');
  const refused = await shop.post({ ...wanted, orderId: 'NEW' });
  assert.deepEqual(
    [refused.status, codesOf(refused)],
    [
      400,
      [
        '/items/0/existingProduct/ean13 retired_product_variant',
        '/items/1/customProduct/sku retired_article_variant',
        '/items/1/customProduct/customizations/0/sku retired_article_variant',
      ],
    ],
  );
  // Other clients cannot learn about the product.
  const foreign = await stranger.post(order({ items: [productItem(1)] }));
  assert.deepEqual(codesOf(foreign), ['/items/0/existingProduct/ean13 unknown_product_variant']);

  const again = await shop.post(wanted);
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
  const amended = await shop.put('KEPT', { ...wanted, items: [...wanted.items, productItem(2)] });
  assert.equal(amended.status, 200, amended.text);
  assert.equal(amended.json.items[0].existingProduct.name, 'Tee 1');
  const more = await shop.put('KEPT', { ...wanted, items: [productItem(1, 2), labelled] });
  assert.deepEqual(codesOf(more), ['/items/0/existingProduct/ean13 retired_product_variant']);
});

test('orders that wait for a retired variant get an event, and another when it returns', async () => {
  const shop = await newShop();
  const all = { products: [product('P', variant(1), variant(2))] };
  await sendCatalog(all, `?clientId=${shop.clientId}`);
  await shop.post(order({ orderId: 'WAITS', items: [productItem(1), productItem(2)] }));
  await shop.post(order({ orderId: 'OTHER', items: [productItem(2)] }));
  for (const orderId of ['WAITS', 'OTHER']) await assign(server, shop.clientId, orderId);
  const details = async (orderId: string) => {
    const { status, statusReason } = (await shop.read(orderId)).json;
    return [
      status,
      statusReason.code,
      ...statusReason.details.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`),
    ];
  };
  const [one, two] = ['/items/0/existingProduct', '/items/1/existingProduct'];
  assert.deepEqual(await details('WAITS'), ['NEW', 'waiting_for_stock', `${one} out_of_stock`, `${two} out_of_stock`]);

  const dry = await sendCatalog({ products: [product('P', variant(2))] }, '?retireMissing=true&dryRun=true');
  const named = dry.json.differences.retired.filter(({ code }: { code: string }) => code === ean(1));
  assert.deepEqual(
    named.map(({ openOrders }: { openOrders: number }) => openOrders),
    [1],
  );
  assert.deepEqual(await findDue(server.pool, dueOutdatedWaits()), [], 'a dry run tells nobody');

  await sendCatalog({ products: [product('P', variant(2))] }, '?retireMissing=true');
  const other = (await shop.read('OTHER')).json;
  await tell();
  assert.deepEqual(await details('WAITS'), ['NEW', 'waiting_for_stock', `${one} retired`, `${two} out_of_stock`]);
  assert.match((await shop.read('WAITS')).json.statusReason.message, /retired/);
  assert.equal((await shop.get('/v1/orders/WAITS/events')).json.at(-1).type, 'order.updated');
  assert.deepEqual((await shop.read('OTHER')).json, other);

  await sendCatalog(all);
  await tell();
  assert.deepEqual(await details('WAITS'), ['NEW', 'waiting_for_stock', `${one} out_of_stock`, `${two} out_of_stock`]);

  // Its remaining and new stock still goes to waiting orders.
  await sendCatalog({ products: [product('P', variant(2, 5))] }, '?retireMissing=true');
  await operator.send('POST', `/stock/PRODUCT/${ean(1)}/set`, { quantity: 1 });
  await tell();
  const context = {
    pool: server.pool,
    log: server.log,
    faults: server.faults,
    clock: () => new Date(),
    dueRule: server.config,
  };
  await assignWaitingOrders(context, new AbortController().signal);
  assert.equal((await shop.read('WAITS')).json.status, 'ASSIGNED');
});

test('an import retires only variants in sections that it contains, and only products of its client', async () => {
  const [shop, other] = [await newShop(), await newShop()];
  await sendCatalog({ products: [product('MINE', variant(1), variant(2))] }, `?clientId=${shop.clientId}`);
  await sendCatalog(
    { articles: [article([blank('A')])], products: [product('THEIRS', variant(3))] },
    `?clientId=${other.clientId}`,
  );
  const isRetired = async (path: string) => (await operator.get(`/stock/${path}`)).json.retired !== undefined;
  const retired = async () => [
    await isRetired(`PRODUCT/${ean(1)}`),
    await isRetired(`PRODUCT/${ean(2)}`),
    await isRetired(`PRODUCT/${ean(3)}`),
    await isRetired(`ARTICLE/${sku('A')}`),
  ];
  for (const nothing of [
    { carriers: [], articles: [], products: [] },
    { carriers: [{ carrierId: 'dhl', name: 'DHL' }] },
    { articles: [article([])], products: [product('MINE')] },
  ]) {
    const { json } = await sendCatalog(nothing, '?retireMissing=true');
    assert.deepEqual([json.differences.retired, await retired()], [[], [false, false, false, false]]);
  }
  await sendCatalog({ products: [product('MINE', variant(2))] }, `?retireMissing=true&clientId=${shop.clientId}`);
  assert.deepEqual(await retired(), [true, false, false, false]);
  await sendCatalog({ products: [product('MINE', variant(1))] }, '?retireMissing=true');
  assert.deepEqual(await retired(), [false, true, true, false]);
  await sendCatalog({ articles: [article([blank('B')])] }, '?retireMissing=true');
  assert.deepEqual(await retired(), [false, true, true, true]);
});

test('a dry run lists new and changed values without writing anything', async () => {
  await sendCatalog({ articles: [article([blank('A', 1)])], products: [product('P', variant(1, 2))] });
  const trace = async () =>
    (
      await server.pool.query(
        `select (select version from catalog_version) as version, (select count(*) from audit) as audit,
                (select count(*) from stock_movements) as movements, (select count(*) from products) as products`,
      )
    ).rows;
  const before = await trace();
  const { json } = await sendCatalog(
    {
      articles: [{ ...article([{ ...blank('A', 1), dtgType: 'NO_UNDERBASE' }]), title: 'Renamed' }],
      products: [product('P', variant(1, 9)), product('Q', variant(2))],
    },
    '?dryRun=true',
  );
  assert.equal(json.dryRun, true);
  assert.deepEqual(json.differences.changed, [
    {
      kind: 'article',
      code: sku('ARTICLE'),
      changes: [{ field: 'title', before: 'Retiring Tee', after: 'Renamed' }],
    },
    { kind: 'articleVariant', code: sku('A'), changes: [{ field: 'dtgType', after: 'NO_UNDERBASE' }] },
    {
      kind: 'productVariant',
      code: ean(1),
      changes: [{ field: 'stockLevelQuantity', before: 2, after: 9 }],
    },
  ]);
  assert.deepEqual(json.differences.new, [
    { kind: 'product', code: sku('Q') },
    { kind: 'productVariant', code: ean(2) },
  ]);
  assert.deepEqual(json.differences.counts.products, { new: 1, changed: 0, unchanged: 1 });
  assert.deepEqual(json.differences.retired, []);
  assert.deepEqual(await trace(), before);
  const bad = await operator.send('POST', '/catalog/import?dryRun=true', { products: [{ productId: 1 }] });
  assert.equal(bad.status, 400);
  const odd = await operator.send('POST', '/catalog/import?dryRun=yes', {});
  assert.deepEqual(codesOf(odd), ['dryRun not_allowed']);
});

test('shops that follow the stock see 0 for a retired variant, and its stock when it returns', async () => {
  const { token, client } = await server.token();
  await sendCatalog({ products: [product('P', variant(1, 4), variant(2, 4))] }, `?clientId=${client.clientId}`);
  const url = 'https://shop.example.com/hooks';
  const { endpointId } = (await server.send('/v1/webhook-endpoints', { token, body: { url, types: [] } })).json;
  let now = new Date();
  const announceLevels = async () => {
    now = new Date(now.getTime() + 6_000);
    const context = { pool: server.pool, clock: () => now };
    for (const _ of await findDue(context.pool, dueAnnouncement(context))) await announceStock(context);
    const { rows } = await server.pool.query(
      'select body from webhook_deliveries where client_id = $1 and endpoint_id = $2 order by position',
      [client.clientId, endpointId],
    );
    return rows
      .map(({ body }) => JSON.parse(body).data)
      .filter(({ ean13 }) => ean13 === ean(1))
      .map(({ stockLevelQuantity }) => stockLevelQuantity);
  };
  await announceLevels();
  await sendCatalog({ products: [product('P', variant(2, 4))] }, '?retireMissing=true');
  assert.equal((await announceLevels()).at(-1), 0);
  await sendCatalog({ products: [product('P', variant(1, 4))] });
  assert.equal((await announceLevels()).at(-1), 4);
});

test('a large catalogue is retired in a few statements, listed up to a limit, and counted in full', async () => {
  const numbers = Array.from({ length: LARGE_CATALOG_VARIANTS }, (_, number) => number);
  await sendCatalog({ products: [product('P', ...numbers.map((number) => variant(number)))] });
  let answer: Answer | undefined;
  const statements = await recordStatements(async () => {
    answer = await sendCatalog({ products: [product('P', variant(0))] }, '?retireMissing=true');
  });
  assert.ok(statements.length < 120, `${statements.length} statements`);
  const { counts, retired } = (answer as unknown as Answer).json.differences;
  assert.ok(counts.productVariants.retired >= LARGE_CATALOG_VARIANTS - 1);
  assert.equal(retired.length, 500);
  const { rows } = await server.pool.query(
    `select detail from audit where action = 'catalog.imported' order by entry_id desc limit 1`,
  );
  assert.equal(JSON.parse(rows[0].detail).differences.productVariants.retired, counts.productVariants.retired);
});
