import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  for (const orderId of ['V-1', 'V-2', 'V-3']) await assigned(server, customer, { orderId });
});
after(() => server.close());

type Listed = { orderId: string };
const list = async (query: string) => {
  const { json, headers } = await operator.get(`/orders?${query}`);
  return { ids: json.map(({ orderId }: Listed) => orderId), next: nextOf(headers), headers };
};
const nextOf = (headers: Headers) => /cursor=([^&>]+)/.exec(headers.get('link') ?? '')?.[1];

test('every column sorts in both directions, page by page', async () => {
  await operator.send('POST', '/orders/bulk-mark', {
    orders: [{ clientId: customer.clientId, orderId: 'V-2' }],
    addTags: ['b'],
  });
  const columns = ['order', 'client', 'recipient', 'country', 'status', 'reason', 'since', 'items', 'carrier'];
  for (const column of [...columns, 'updated', 'assignee', 'tags'])
    for (const sort of [column, `-${column}`]) {
      const { ids } = await list(`sort=${sort}`);
      assert.deepEqual(ids.toSorted(), ['V-1', 'V-2', 'V-3'], sort);
      const paged: string[] = [];
      for (let cursor: string | undefined = ''; cursor !== undefined; ) {
        const page = await list(`sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`);
        paged.push(...page.ids);
        cursor = page.next;
      }
      assert.deepEqual(paged, ids, sort);
    }
  assert.deepEqual((await list('sort=-order')).ids, ['V-3', 'V-2', 'V-1']);
  // Orders without a value come last in both directions.
  for (const sort of ['tags', '-tags']) assert.equal((await list(`sort=${sort}`)).ids[0], 'V-2');
  assert.equal((await list('sort=order')).headers.get('sorted-orders'), null);
  assert.equal((await operator.get('/orders?sort=order&cursor=x')).json.violations[0].code, 'invalid_cursor');
});

test('a view keeps filter, columns and order, and is renamed, shared, chosen and deleted', async () => {
  const [ada, ben] = [await signedIn(server, 'office'), await signedIn(server, 'viewer')];
  const query = { status: 'ASSIGNED', sort: '-items', limit: 25 };
  const body = { name: 'To do', isShared: false, query, columns: ['order', 'due'] };
  const key = { 'idempotency-key': 'view-1' };
  const { json: view } = await ada.send('POST', '/order-views', body, key);
  assert.partialDeepStrictEqual(view, { ...body, isOwn: true, isDefault: false, gone: [] });
  assert.equal((await ada.send('POST', '/order-views', body, key)).json.viewId, view.viewId);
  const path = `/order-views/${view.viewId}`;
  assert.deepEqual((await ben.send('GET', '/order-views')).json, []);
  assert.equal((await ben.send('PUT', `${path}/default`)).json.error, 'order_view_not_found');
  assert.equal((await ada.send('PATCH', path, { name: 'Mine', isShared: true })).json.name, 'Mine');
  assert.partialDeepStrictEqual((await ben.send('GET', '/order-views')).json, [{ name: 'Mine', isOwn: false }]);
  for (const method of ['PATCH', 'DELETE'])
    assert.equal((await ben.send(method, path, method === 'PATCH' ? { name: 'X' } : undefined)).status, 403);
  assert.equal((await ben.send('PUT', `${path}/default`)).status, 204);
  assert.equal((await ben.send('GET', '/order-views')).json[0].isDefault, true);
  assert.equal((await ada.send('GET', '/order-views')).json[0].isDefault, false);
  assert.equal((await ben.send('DELETE', `${path}/default`)).status, 204);
  assert.equal((await ben.send('GET', '/order-views')).json[0].isDefault, false);
  const carol = await signedIn(server, 'office');
  assert.equal((await carol.send('PATCH', path, { isShared: false })).json.error, 'not_permitted');
  assert.equal((await carol.send('DELETE', path)).status, 204);
  assert.deepEqual((await ada.send('GET', '/order-views')).json, []);
  assert.equal((await ada.send('DELETE', path)).json.error, 'order_view_not_found');
});

test('views count their open orders, and name values that are gone', async () => {
  const ada = await signedIn(server, 'office');
  const save = async (name: string, query: object) =>
    (await ada.send('POST', '/order-views', { name, isShared: false, query, columns: [] })).json.viewId;
  const all = await save('All', {});
  const ended = await save('Ended', { status: 'SHIPPED,CANCELLED' });
  const gone = await save('Gone', { carrier: 'no-carrier', tag: 'no-tag', clientId: 'none', assigneeId: 'nobody' });
  await save('Nobody', { assigneeId: 'NONE', tag: 'b', clientId: customer.clientId });
  const { json: counts } = await ada.send('GET', '/order-views/counts');
  const countOf = (viewId: string) => counts.find((one: { viewId: string }) => one.viewId === viewId);
  assert.deepEqual([countOf(all), countOf(ended)], [{ viewId: all, orders: 3, isMore: false }, undefined]);
  const { json: views } = await ada.send('GET', '/order-views');
  assert.deepEqual(
    views.map(({ name, gone: names }: { name: string; gone: string[] }) => [name, names]),
    [
      ['All', []],
      ['Ended', []],
      ['Gone', ['clientId', 'carrier', 'assigneeId', 'tag']],
      ['Nobody', []],
    ],
  );
  assert.equal(countOf(gone).orders, 0);
  assert.deepEqual((await operator.get('/orders/matches?status=ASSIGNED')).json, { orders: 3, isMore: false });
});

test('faulty views and too many views are refused', async () => {
  const ada = await signedIn(server, 'viewer');
  const save = (change: object) =>
    ada.send('POST', '/order-views', { name: 'V', isShared: false, query: {}, columns: [], ...change });
  for (const change of [{ name: ' ' }, { query: { status: 'X' } }, { query: { q: 'Müller' } }, { columns: ['price'] }])
    assert.equal((await save(change)).status, 400, JSON.stringify(change));
  assert.equal((await save({ isShared: true })).json.error, 'not_permitted');
  for (let count = 0; count < 50; count++) assert.equal((await save({})).status, 200);
  assert.equal((await save({})).json.error, 'too_many_order_views');
});
