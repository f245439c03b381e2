import assert from 'node:assert/strict';
import test from 'node:test';
import { PlatenError } from './platen-client.ts';
import { failure, type Script, scriptedServer } from './test-support/scripted-server.ts';

const summary = (orderId: string) => ({ orderId, status: 'NEW' });
const orderIds = (list: readonly { orderId: string }[]) => list.map(({ orderId }) => orderId);

/** Two pages of orders. The first links to the second on `host`. */
const twoPages = (host: string): Script[] => [
  {
    headers: { link: `<${host}/v1/orders?limit=2&cursor=c%2B1>; rel="next"` },
    json: [summary('A'), summary('B')],
  },
  { json: [summary('C')] },
];

test('iterating a list requests every page with the same query', async (t) => {
  const { client, requests } = await scriptedServer(t, { api: twoPages('') });
  const found: string[] = [];
  const query = {
    status: 'NEW',
    createdFrom: new Date(0),
    createdTo: '2026-01-31T12:00:00+01:00',
    limit: 2,
  } as const;
  for await (const { orderId } of client.orders.list(query)) found.push(orderId);
  assert.deepEqual(found, ['A', 'B', 'C']);
  const common =
    '/v1/orders?status=NEW&createdFrom=1970-01-01T00%3A00%3A00.000Z&createdTo=2026-01-31T12%3A00%3A00%2B01%3A00&limit=2';
  assert.deepEqual(
    requests.map(({ url }) => url),
    [common, `${common}&cursor=c%2B1`],
  );
});

test('a link to another host is followed on the configured host, so the token is not sent elsewhere', async (t) => {
  const other = await scriptedServer(t, {});
  for (const host of [other.baseUrl, `//${new URL(other.baseUrl).host}`, 'http://inner.invalid:8080']) {
    const { client, requests } = await scriptedServer(t, { api: twoPages(host) });
    assert.deepEqual(orderIds(await client.orders.list().toArray()), ['A', 'B', 'C']);
    assert.deepEqual(
      requests.map(({ url }) => url),
      ['/v1/orders', '/v1/orders?cursor=c%2B1'],
    );
  }
  assert.equal(other.requests.length, 0);
});

test('pages after the last one read are not requested', async (t) => {
  const { client, requests } = await scriptedServer(t, { api: twoPages('') });
  const list = client.orders.list();
  assert.equal(requests.length, 0);
  for await (const { orderId } of list) if (orderId === 'B') break;
  assert.equal(requests.length, 1);
});

test('a single page can be read, and then the next by its cursor', async (t) => {
  const { client, requests } = await scriptedServer(t, { api: twoPages('http://inner.invalid') });
  const first = await client.orders.list({ page: 1 }).page();
  assert.deepEqual([orderIds(first.items), first.nextCursor], [['A', 'B'], 'c+1']);
  const second = await client.orders.list({ page: 1, cursor: first.nextCursor }).page();
  assert.deepEqual([orderIds(second.items), second.nextCursor], [['C'], undefined]);
  assert.deepEqual(
    requests.map(({ url }) => url),
    ['/v1/orders?page=1', '/v1/orders?cursor=c%2B1'],
  );
});

test('counted lists return totalItems with each page', async (t) => {
  const api = [
    {
      headers: { link: '<?cursor=x>; rel="next"' },
      json: { totalItems: 3, data: [{ ean13: '3' }, { ean13: '2' }] },
    },
    { json: { totalItems: 3, data: [{ ean13: '1' }] } },
  ];
  const { client, requests } = await scriptedServer(t, { api });
  const sizes: [number, number][] = [];
  for await (const { items, totalItems } of client.productVariants.list({ productId: 'P 1' }).pages()) {
    sizes.push([items.length, totalItems]);
  }
  assert.deepEqual(sizes, [
    [2, 3],
    [1, 3],
  ]);
  assert.equal(requests[1]?.url, '/v1/product-variants?productId=P+1&cursor=x');
});

test('every list uses its own path', async (t) => {
  const counted = { json: { totalItems: 0, data: [] } };
  const { client, requests } = await scriptedServer(t, {
    api: [counted, counted, { json: [] }, { json: [{ carrierId: 'dhl-paket' }] }],
  });
  await client.products.list({ limit: 500 }).toArray();
  await client.productVariants.list({ ean13: undefined }).toArray();
  await client.articleVariants.list({ manufacturerCode: 'ST&CO' }).toArray();
  assert.deepEqual(await client.carriers.list().toArray(), [{ carrierId: 'dhl-paket' }]);
  assert.deepEqual(
    requests.map(({ url }) => url),
    ['/v1/products?limit=500', '/v1/product-variants', '/v1/article-variants?manufacturerCode=ST%26CO', '/v1/carriers'],
  );
});

test('a failing page ends the iteration with its error', async (t) => {
  const [first] = twoPages('');
  const { client } = await scriptedServer(t, { api: [first!, failure(400, 'invalid_request')] });
  const found: string[] = [];
  const reading = (async () => {
    for await (const { orderId } of client.orders.list()) found.push(orderId);
  })();
  await assert.rejects(reading, { error: 'invalid_request' });
  assert.deepEqual(found, ['A', 'B']);
});

test('an invalid link to the next page is an error', async (t) => {
  const withLink = (link: string) => ({ headers: { link }, json: [summary('A')] });
  const without = await scriptedServer(t, { api: [withLink('<?page=2>; rel="next"')] });
  await assert.rejects(without.client.orders.list().toArray(), PlatenError);
  const endless = await scriptedServer(t, { api: [withLink('<?cursor=x>; rel="next"')] });
  await assert.rejects(endless.client.orders.list().toArray(), PlatenError);
  assert.equal(endless.requests.length, 2);
});
