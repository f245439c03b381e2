import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { orderSummary } from './document/order-document.ts';
import { type Customer, newCustomer, nextOf } from './test-support/customer.ts';
import { order } from './test-support/sample-orders.ts';

const NOON = '2026-01-31T12:00:00.000Z';

let server: TestServer;
/** Has three orders, made at noon and one millisecond before and after. */
let customer: Customer;
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
  await makeAt(customer, '2026-01-31T11:59:59.999Z', 'BEFORE');
  await makeAt(customer, NOON, 'NOON');
  await makeAt(customer, '2026-01-31T12:00:00.001Z', 'AFTER');
});
after(() => server.close());

async function makeAt(owner: Customer, time: string, ...orderIds: string[]): Promise<void> {
  server.time.now = new Date(time);
  for (const { status, text } of await Promise.all(orderIds.map((orderId) => owner.post(order({ orderId }))))) {
    assert.equal(status, 200, text);
  }
  server.time.now = undefined;
}

async function list(query: string, owner = customer): Promise<string[]> {
  const { status, json, text } = await owner.get(`/v1/orders${query}`);
  assert.equal(status, 200, text);
  return json.map(({ orderId }: { orderId: string }) => orderId);
}

test('a list holds orderId, status, created and updated, newest first', async () => {
  const { json } = await customer.get('/v1/orders');
  assert.deepEqual(json[1], { orderId: 'NOON', status: 'NEW', created: NOON, updated: NOON });
  assert.deepEqual(await list(''), ['AFTER', 'NOON', 'BEFORE']);
});

const ALL = ['AFTER', 'NOON', 'BEFORE'];
const FILTERS: readonly (readonly [query: string, orderIds: string[]])[] = [
  // After this moment; up to this moment.
  [`createdFrom=${NOON}`, ['AFTER']],
  ['createdFrom=2026-01-31T11:59:59.999Z', ['AFTER', 'NOON']],
  [`createdTo=${NOON}`, ['NOON', 'BEFORE']],
  [`createdFrom=2026-01-31T11:59:59.999Z&createdTo=${NOON}`, ['NOON']],
  [`createdFrom=${NOON}&createdTo=${NOON}`, []],
  ['createdFrom=2026-01-31T11:59:59.9995Z', ['AFTER', 'NOON']],
  ['createdTo=2026-01-31T12:00:00.000999Z', ['NOON', 'BEFORE']],
  [`updatedFrom=${NOON}`, ['AFTER']],
  [`updatedTo=${NOON}`, ['NOON', 'BEFORE']],
  [`updatedFrom=2026-01-31T11:59:59.999Z&updatedTo=${NOON}&createdFrom=2026-01-01T00:00:00Z`, ['NOON']],
  // Zones and spellings of noon
  ['createdTo=2026-01-31T14:00:00%2B02:00', ['NOON', 'BEFORE']],
  ['createdTo=2026-01-31T14:00:00+02:00', ['NOON', 'BEFORE']],
  ['createdTo=2026-01-31T14:00:00 02:00', ['NOON', 'BEFORE']],
  ['createdTo=2026-01-31T14:00+0200', ['NOON', 'BEFORE']],
  ['createdTo=2026-01-31T14:00%2B02', ['NOON', 'BEFORE']],
  ['createdTo=2026-01-31T06:30:00.000-05:30', ['NOON', 'BEFORE']],
  ['createdTo=2026-01-31t12:00:00z', ['NOON', 'BEFORE']],
  ['createdTo=2026-01-31%2012:00:00Z', ['NOON', 'BEFORE']],
  ['createdTo=2026-01-31T12:00:00,000Z', ['NOON', 'BEFORE']],
  ['createdTo=20260131T120000Z', ['NOON', 'BEFORE']],
  ['createdTo=2026-02-01T00:00:00%2B12:00', ['NOON', 'BEFORE']],
  ['createdFrom=2026-01-31T11:59:60Z', ALL],
  // Far away
  ['createdFrom=0001-01-01T00:00:00%2B14:00', ALL],
  ['createdTo=9999-12-31T23:59:59.999-14:00', ALL],
  ['createdFrom=9999-12-31T23:59:59.999Z', []],
  // Status
  ['status=NEW', ALL],
  ['status=SHIPPED', []],
  [`status=NEW&createdTo=${NOON}`, ['NOON', 'BEFORE']],
  // Pages
  ['page=1&limit=1', ['AFTER']],
  ['page=2&limit=1', ['NOON']],
  ['page=2&limit=2', ['BEFORE']],
  ['page=4&limit=1', []],
  ['page=2147483647&limit=500', []],
  ['limit=500', ALL],
];

for (const [query, orderIds] of FILTERS) {
  test(`${query} lists ${orderIds.join(', ') || 'nothing'}`, async () => {
    assert.deepEqual(await list(`?${query}`), orderIds);
  });
}

const REFUSED: readonly (readonly [query: string, ...places: string[]])[] = [
  ...['0', '-1', '501', '1.5', '', 'abc', '1e2', '0x10', '%201', 'NaN', 'Infinity', 'null', '1&limit=2'].map(
    (limit) => [`limit=${limit}`, 'limit'] as const,
  ),
  ...['0', '-1', '1.5', '', 'abc', '1e2', '-9999999999999999999'].map((page) => [`page=${page}`, 'page'] as const),
  ...['new', '', 'OPEN', 'NEW,OPEN', 'NEW&status=open'].map((status) => [`status=${status}`, 'status'] as const),
  ...[
    '',
    'yesterday',
    '1769860800',
    '2026-01-31',
    '2026-01-31Z',
    '2026-01-31T12:00:00',
    '2026-01-31%2012:00',
    '2026-01-31T12:00:00 CET',
    '2026-02-30T12:00:00Z',
    '2026-13-01T12:00:00Z',
    '2025-02-29T12:00:00Z',
    '2026-01-31T25:00:00Z',
    '2026-01-31T12:60:00Z',
    '2026-01-31T12:00:00%2B25:00',
    '0000-01-01T00:00:00Z',
    '-000001-01-01T00:00:00Z',
    '%2B010000-01-01T00:00:00Z',
    '2026-01-31T12:00:00Z%00',
    '２026-01-31T12:00:00Z',
  ].map((moment) => [`createdFrom=${moment}`, 'createdFrom'] as const),
  ['updatedTo=x&createdTo=y&updatedFrom=z', 'createdTo', 'updatedFrom', 'updatedTo'],
  ['limit=0&page=0&status=x&createdFrom=y', 'createdFrom', 'limit', 'page', 'status'],
  ['createdfrom=2026-01-31T12:00:00Z', 'createdfrom'],
  ['sort=name&limit=0&include=prints,all', 'include', 'limit', 'sort'],
  ['country=DE&page=2', 'page'],
  ...['XX', 'Germany', 'D', 'ß', 'DE,AT'].map((country) => [`country=${country}`, 'country'] as const),
  [`sort=due&cursor=${Buffer.from('["2026-01-31T12:00:00.000Z","A"]').toString('base64url')}`, 'cursor'],
  ...['abc', '', 'WyJhIl0', 'WyJhIiwiYiJd', 'e30', '%00'].map((cursor) => [`cursor=${cursor}`, 'cursor'] as const),
];

for (const [query, ...pointers] of REFUSED) {
  test(`${query} is refused`, async () => {
    const { status, json } = await customer.get(`/v1/orders?${query}`);
    assert.deepEqual([status, json.error], [400, 'invalid_request']);
    const named = new Set(json.violations.map(({ pointer }: { pointer: string }) => pointer));
    assert.deepEqual([...named].sort(), pointers.toSorted());
  });
}

test('without a limit 20 orders are listed', async () => {
  const owner = await newCustomer(server);
  assert.deepEqual(await list('', owner), []);
  await makeAt(owner, NOON, ...Array.from({ length: 21 }, (_, index) => `O-${index}`));
  assert.equal((await list('', owner)).length, 20);
  assert.equal((await list('?page=2', owner)).length, 1);
});

test('orders of one millisecond are listed by orderId in code-point order', async () => {
  const owner = await newCustomer(server);
  const ids = ['b', 'B', 'a', '10', '9', 'ä', 'z', '\uffee', '🦊', '-', 'a b', 'A'];
  await makeAt(owner, NOON, ...ids);
  await makeAt(owner, '2026-01-31T12:00:00.001Z', 'zz');
  const expected = ['zz', ...ids.toSorted((one, other) => Buffer.compare(Buffer.from(one), Buffer.from(other)))];
  assert.deepEqual(await list('', owner), expected);
  const followed: string[] = [];
  for (let path: string | undefined = '/v1/orders?limit=5'; path; ) {
    const page = await owner.get(path);
    followed.push(...page.json.map(({ orderId }: { orderId: string }) => orderId));
    path = nextOf(page);
  }
  assert.deepEqual(followed, expected);
});

test('following a list returns each order once, in order, while others are created', async () => {
  const owner = await newCustomer(server);
  const made: string[] = [];
  for (let batch = 0; batch < 12; batch++) {
    const ids = Array.from({ length: 100 }, (_, index) => `OLD-${batch}-${index}`);
    await makeAt(owner, `2026-01-31T12:00:${10 + batch}.000Z`, ...ids);
    made.unshift(...ids.sort());
  }
  const followed: string[] = [];
  let pages = 0;
  for (
    let path: string | undefined = '/v1/orders?limit=70&status=NEW&createdTo=2026-03-01T00:00:00+01:00';
    path;
    pages++
  ) {
    const [page] = await Promise.all([
      owner.get(path),
      makeAt(owner, '2026-02-01T00:00:00Z', `NEWER-${pages}`, `NEWER-TOO-${pages}`),
    ]);
    followed.push(...page.json.map(({ orderId }: { orderId: string }) => orderId));
    path = nextOf(page);
  }
  assert.deepEqual(
    followed.filter((orderId) => orderId.startsWith('OLD')),
    made,
  );
  assert.equal(new Set(followed).size, followed.length);
  assert.equal(pages, Math.ceil(followed.length / 70));
});

test('the Link header keeps the filters, is absolute, and is absent on the last page', async () => {
  const page = await customer.get(`/v1/orders?limit=1&page=1&status=NEW&createdTo=${NOON}`);
  const url = new URL(/^<([^>]+)>; rel="next"$/.exec(page.headers.get('link')!)![1]!);
  const { cursor, ...filters } = Object.fromEntries(url.searchParams);
  assert.equal(url.origin + url.pathname, 'http://platen.test/v1/orders');
  assert.deepEqual(filters, { limit: '1', status: 'NEW', createdTo: NOON });
  assert.match(cursor!, /^[\w-]+$/);
  const last = await customer.get(nextOf(page)!);
  assert.deepEqual(
    last.json.map(({ orderId }: { orderId: string }) => orderId),
    ['BEFORE'],
  );
  assert.equal(last.headers.get('link'), null);
});

async function follow(owner: Customer, first: string): Promise<{ orderIds: string[]; pages: number }> {
  const orderIds: string[] = [];
  let pages = 0;
  for (let path: string | undefined = `/v1/orders?${first}`; path; pages++) {
    const page = await owner.get(path);
    assert.equal(page.status, 200, page.text);
    orderIds.push(...page.json.map(({ orderId }: { orderId: string }) => orderId));
    path = nextOf(page);
  }
  return { orderIds, pages };
}

test('orders are filtered by several statuses, carrier, country, problem and reference, and sorted', async () => {
  const owner = await newCustomer(server);
  const rows = [
    // orderId, status, seconds of creation, change and due time, carrier, country, reason, reference
    ['A', 'NEW', 1, 90, null, 'dhl', 'DE', null, 'PO-1'],
    ['B', 'ASSIGNED', 2, 80, 70, 'dhl', 'FR', 'waiting_for_stock', 'PO-1'],
    ['C', 'ACCEPTED', 3, 70, 60, 'dpd', 'DE', null, null],
    ['D', 'ERROR', 4, 70, null, 'dpd', 'DE', 'file_not_found', 'PO-2'],
    ['E', 'SHIPPED', 5, 60, 50, 'dhl', 'DE', null, 'PO-1'],
    ['F', 'ACCEPTED', 5, 60, 60, 'dhl', 'AT', null, null],
  ] as const;
  const at = (second: number | null) => second && new Date(Date.parse(NOON) + second * 1_000);
  for (const [orderId, status, created, updated, due, ...rest] of rows)
    await server.pool.query(
      `insert into orders (client_id, order_id, status, created, updated, due, carrier, country, reason_code, customer_reference, request_hash, document, summary)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '', '{}', $11)`,
      [
        owner.clientId,
        orderId,
        status,
        at(created),
        at(updated),
        at(due),
        ...rest,
        orderSummary(orderId, { status, created: at(created) as Date, updated: at(updated) as Date }),
      ],
    );
  const expected: Record<string, string> = {
    'status=NEW,ASSIGNED': 'BA',
    'status=NEW,NEW': 'A',
    'carrierId=dhl': 'EFBA',
    'country=de': 'EDCA',
    'hasProblem=true': 'DB',
    'hasProblem=false': 'EFCA',
    'hasProblem=true&status=ERROR': 'D',
    'reference=PO-1': 'EBA',
    'reference=PO-1&hasProblem=true': 'B',
    'sort=created': 'ABCDFE',
    'sort=-created': 'EFDCBA',
    'sort=updated': 'FEDCBA',
    'sort=-updated': 'ABCDEF',
    'sort=due': 'CFB',
    'sort=-due': 'BFC',
    'sort=due&status=SHIPPED,ERROR': '',
    'sort=-updated&reference=PO-1': 'ABE',
    [`sort=updated&updatedFrom=${NOON.replace('00.000', '60.000')}&status=NEW,ASSIGNED,ERROR`]: 'DBA',
    [`hasProblem=false&updatedTo=${NOON.replace('12:00', '12:01')}`]: 'EF',
    'status=ACCEPTED,SHIPPED&country=DE': 'EC',
  };
  for (const [query, orderIds] of Object.entries(expected))
    for (const limit of [100, 1, 2])
      assert.equal((await follow(owner, `${query}&limit=${limit}`)).orderIds.join(''), orderIds, `${query} ${limit}`);
});

test('a filter without an index examines a bounded number of orders for each page', async () => {
  const owner = await newCustomer(server);
  await server.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, country, request_hash, document, summary)
     select $1, 'O-' || n, 'SHIPPED', made, made, case when n in (1, 20500) then 'IS' else 'DE' end, '', '{}', json_build_object('orderId', 'O-' || n, 'status', 'SHIPPED', 'created', '2026-01-31T12:00:00.000Z', 'updated', '2026-01-31T12:00:00.000Z')::text
     from generate_series(1, 25000) n, lateral (select $2::timestamptz + n * interval '1 second' as made) m`,
    [owner.clientId, NOON],
  );
  assert.deepEqual(await follow(owner, 'country=IS'), { orderIds: ['O-20500', 'O-1'], pages: 3 });
});

test('a country is found by each of its codes', async () => {
  const owner = await newCustomer(server);
  for (const country of ['GB', 'uk', 'XI', 'el']) {
    const address = { personName: 'Ada', street: 'Weg 1', postalCode: 'BT1 1AA', city: 'Ort', country };
    const made = await owner.post(order({ orderId: `TO-${country}`, shipping: { address } }));
    assert.equal(made.status, 200, made.text);
  }
  for (const [country, ...orderIds] of [
    ['gb', 'TO-GB', 'TO-uk'],
    ['UK', 'TO-GB', 'TO-uk'],
    ['XI', 'TO-XI'],
    ['GR', 'TO-el'],
  ])
    assert.deepEqual((await list(`?country=${country}`, owner)).sort(), orderIds);
});

test('a list has the parts that are asked for, as they are in the order', async () => {
  const owner = await newCustomer(server);
  const made = await owner.post(order({ orderId: 'A', customerReference: 'PO-1' }));
  const { items, shipping, status, created, updated } = made.json;
  const summary = { orderId: 'A', status, created, updated };
  const { json } = await owner.get('/v1/orders?include=items,shipping,shipments&reference=PO-1');
  assert.deepEqual(json, [{ ...summary, items, shipping }]);
  assert.deepEqual((await owner.get('/v1/orders?include=items,shipments')).json, [{ ...summary, items }]);
});

test('a page with parts ends before its orders are too large', async () => {
  const owner = await newCustomer(server);
  await server.pool.query(
    `insert into orders (client_id, order_id, status, created, updated, request_hash, document, summary)
     select $1, 'O-' || n, 'NEW', $2::timestamptz + n * interval '1 second', $2, '', '{"pad":"' || repeat('x', 1500000) || '","shipments":[]}',
            json_build_object('orderId', 'O-' || n, 'status', 'NEW', 'created', '2026-01-31T12:00:0' || n || '.000Z', 'updated', '2026-01-31T12:00:00.000Z')::text
     from generate_series(1, 5) n`,
    [owner.clientId, NOON],
  );
  for (const query of ['include=shipments', 'include=shipments&status=NEW,ERROR'])
    assert.deepEqual(await follow(owner, query), { orderIds: ['O-5', 'O-4', 'O-3', 'O-2', 'O-1'], pages: 3 });
});

test('a list that has not changed is not sent again', async () => {
  const owner = await newCustomer(server);
  await makeAt(owner, NOON, 'A');
  const etag = (await owner.get('/v1/orders')).headers.get('etag')!;
  const again = await owner.get('/v1/orders', { 'if-none-match': etag });
  assert.deepEqual([again.status, again.text, again.headers.get('etag')], [304, '', etag]);
  await makeAt(owner, NOON, 'B');
  const changed = await owner.get('/v1/orders', { 'if-none-match': etag });
  assert.deepEqual([changed.status, changed.json.length], [200, 2]);
});

test('an order is listed as soon as it is answered', async () => {
  const owner = await newCustomer(server);
  for (const orderId of ['A', 'B', 'C']) {
    await owner.post(order({ orderId }));
    assert.ok((await list('?limit=500', owner)).includes(orderId));
  }
});

test('concurrent lists each return their own orders', async () => {
  const owners = await Promise.all([newCustomer(server), newCustomer(server), newCustomer(server)]);
  await Promise.all(owners.map((owner, index) => owner.post(order({ orderId: `OF-${index}` }))));
  const queries = ['', '?limit=1', '?status=NEW', '?page=2', `?createdFrom=${NOON}`];
  const answers = await Promise.all(queries.flatMap((query) => owners.map((owner) => list(query, owner))));
  for (const [index, answer] of answers.entries()) {
    assert.deepEqual(answer, queries[Math.floor(index / 3)] === '?page=2' ? [] : [`OF-${index % 3}`]);
  }
});
