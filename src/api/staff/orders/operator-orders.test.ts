import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assigned, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { sampleCatalog } from '../../../catalog/test-support/sample-catalog.ts';
import { upsertKeptFiles } from '../../../orders/files/order-file-store.ts';
import { type Customer, newCustomer, nextOf } from '../../../orders/test-support/customer.ts';
import { ADDRESS, customItem, item, order } from '../../../orders/test-support/sample-orders.ts';
import { claimBlob } from '../../../platform/files/blob-record-store.ts';

/** A product that the orders of other tests leave on the shelf. */
const OTHER_EAN = sampleCatalog.products.at(-1)?.variants?.at(-1)?.ean13 as string;
const OTHER = [item({ quantity: 1, existingProduct: { ean13: OTHER_EAN } })];

let server: TestServer;
let operator: Operator;
let one: Customer;
let other: Customer;
before(async () => {
  server = await startTestServer({ TOKEN_TTL_SECONDS: '86400' });
  operator = await newOperator(server);
  [one, other] = [await newCustomer(server), await newCustomer(server)];
});
after(() => server.close());

/** Times after the present, while the tokens are still valid. */
const START = Date.now();
const hours = (count: number) => new Date(START + count * 3_600_000);

const ids = (json: { orderId: string }[]) => json.map(({ orderId }) => orderId);

test('staff list the orders of all clients, newest first, page by page', async () => {
  server.time.now = hours(1);
  await one.post(order({ orderId: 'L1' }));
  await other.post(order({ orderId: 'L1' }));
  server.time.now = hours(2);
  await one.post(order({ orderId: 'L2' }));
  const whole = await operator.get(`/orders?createdFrom=${hours(0.5).toISOString()}`);
  assert.equal(whole.status, 200);
  assert.deepEqual(ids(whole.json), ['L2', 'L1', 'L1']);
  assert.deepEqual(
    whole.json.slice(1).map(({ clientId }: { clientId: string }) => clientId),
    [one.clientId, other.clientId].sort(),
  );
  assert.deepEqual(whole.json[0], {
    clientId: one.clientId,
    clientName: 'Test Shop',
    orderId: 'L2',
    mode: 'live',
    status: 'NEW',
    version: 1,
    items: 1,
    recipient: { name: 'Ada Lovelace', country: 'DE' },
    statusSince: hours(2).toISOString(),
    created: hours(2).toISOString(),
    updated: hours(2).toISOString(),
  });
  const paged: unknown[] = [];
  for (let path: string | undefined = `/operator/v1/orders?limit=1&createdFrom=${hours(0.5).toISOString()}`; path; ) {
    const page = await operator.get(path.replace('/operator/v1', ''));
    paged.push(...page.json);
    path = nextOf(page);
  }
  assert.deepEqual(paged, whole.json);
  const again = await operator.get(`/orders?createdFrom=${hours(0.5).toISOString()}`, {
    'if-none-match': whole.headers.get('etag')!,
  });
  assert.equal(again.status, 304);
  server.time.now = undefined;
});

test('the list is filtered by client, status, mode, time, age and cancellation request', async () => {
  server.time.now = hours(5);
  const [a, b] = [await newCustomer(server), await newCustomer(server)];
  await assigned(server, a, { orderId: 'F1' });
  await b.post(order({ orderId: 'F2' }));
  await operator.work(a.clientId, 'F1', 'accept');
  const sandbox = await server.token({ mode: 'sandbox' });
  const inSandbox = {
    ...order({ orderId: 'F3', items: [{ quantity: 1, customProduct: customItem().customProduct! }] }),
  };
  assert.equal((await server.send('/v1/orders', { token: sandbox.token, body: inSandbox })).status, 200);
  const list = async (query: string) =>
    ids((await operator.get(`/orders?createdFrom=${hours(4).toISOString()}&${query}`)).json);
  assert.deepEqual(await list(`clientId=${a.clientId}`), ['F1']);
  assert.deepEqual(await list('clientId=nobody'), []);
  assert.deepEqual(await list('status=ACCEPTED'), ['F1']);
  assert.deepEqual(await list('status=NEW'), ['F2']);
  assert.deepEqual(await list('mode=sandbox'), ['F3']);
  assert.deepEqual(await list('cancellation=requested'), []);
  assert.deepEqual(await list('olderThanHours=0&status=NEW'), ['F2']);
  assert.deepEqual(await list('olderThanHours=1'), []);
  server.time.now = hours(7);
  assert.deepEqual(await list('olderThanHours=1&status=NEW'), ['F2']);
  assert.deepEqual(await list('inStatusForHours=1&status=NEW,ASSIGNED&sort=longest'), ['F2']);
  assert.deepEqual(await list('inStatusForHours=3'), []);
  assert.deepEqual(await list('orderIds=NONE%0A%20F2%20%0D%0AF2'), ['F2']);
  assert.deepEqual(await list('orderIds='), []);
  const many = Array.from({ length: 101 }, (_, index) => `X${index}`).join('%0A');
  const tooMany = await operator.get(`/orders?orderIds=${many}`);
  assert.deepEqual([tooMany.status, tooMany.json.violations[0].pointer], [400, 'orderIds']);
  assert.deepEqual(await list(`createdTo=${new Date(Number(hours(5)) - 1).toISOString()}`), []);
  assert.deepEqual(await list(`createdTo=${hours(5).toISOString()}&status=NEW`), ['F2']);
  await server.send('/v1/orders/F1/cancel', { token: await tokenOf(a), method: 'POST' });
  assert.deepEqual(await list('cancellation=requested'), ['F1']);
  await operator.work(a.clientId, 'F1', 'cancellation/reject');
  assert.deepEqual(await list('cancellation=requested'), []);
  server.time.now = undefined;
});

test('orders are found by id, recipient, EAN-13, SKU and tracking number', async () => {
  const customer = await newCustomer(server);
  const address = { ...ADDRESS, personName: 'Jörg Müller-Lee', company: "O'Neill & Söhne" };
  await assigned(server, customer, { orderId: 'ZETA 10/77', shipping: { address } });
  // It waits for stock.
  await assigned(server, customer, { orderId: 'zeta-2', items: [{ ...customItem(), quantity: 9_999 }] });
  const find = async (q: string, more = '') => {
    const query = new URLSearchParams({ q, clientId: customer.clientId });
    return ids((await operator.get(`/orders?${query}${more}`)).json).sort();
  };
  for (const q of [
    'zeta 10/77',
    '10/77',
    '77',
    'ZETA 10',
    'jorg',
    'JÖRG müller',
    'mull',
    'lee',
    "o'neill",
    'sohne',
    'Söhne,',
  ])
    assert.deepEqual(await find(q), ['ZETA 10/77'], q);
  assert.deepEqual(await find('zeta'), ['ZETA 10/77', 'zeta-2']);
  assert.deepEqual(await find('4006381333931'), ['ZETA 10/77']);
  assert.deepEqual(await find('st-creator'), ['zeta-2']);
  assert.deepEqual(await find('zeta', '&status=NEW'), ['zeta-2']);
  for (const q of ['7', 'zeta nobody', "'", '\\', "a' | 'b", '']) assert.deepEqual(await find(q), [], q);
  const parcels = [{ trackingNumber: 'JD 0146 0000' }, { trackingNumber: 'JD-2' }];
  await operator.work(customer.clientId, 'ZETA 10/77', 'accept');
  await operator.work(customer.clientId, 'ZETA 10/77', 'ship', { parcels });
  assert.deepEqual(await find('jd-2'), ['ZETA 10/77']);
  assert.deepEqual(await find('0146 zeta'), ['ZETA 10/77']);
});

test('an order is found by exactly its orderId as soon as it is created, before other results', async () => {
  const customer = await newCustomer(server);
  const find = async (q: string, filter = '') => {
    const orders = (await operator.get(`/orders?q=${encodeURIComponent(q)}${filter}`)).json;
    return ids(orders.filter(({ clientId }: { clientId: string }) => clientId === customer.clientId));
  };
  await customer.post(order({ orderId: 'Just made/1' }));
  await customer.post(order({ orderId: '***' }));
  assert.deepEqual(await find('Just made/1'), ['Just made/1']);
  assert.deepEqual(await find(' Just made/1 ', '&status=NEW'), ['Just made/1']);
  assert.deepEqual(await find('***'), ['***']);
  assert.deepEqual(await find('Just made/1', '&status=SHIPPED'), []);
  assert.deepEqual(await find('Just made/1', '&mode=sandbox'), []);
  await assigned(server, customer, { orderId: 'EXACT' });
  for (const number of [1, 2, 3]) await assigned(server, customer, { orderId: `EXACT-${number}` });
  assert.deepEqual(await find('EXACT', '&limit=2'), ['EXACT', 'EXACT-3']);
});

test('a change by a customer is searchable at once, and the old content no longer', async () => {
  const customer = await newCustomer(server);
  await customer.post(order({ orderId: 'CH-1' }));
  const changed = order({
    orderId: 'CH-1',
    shipping: { address: { ...ADDRESS, personName: 'Grace Hopper' } },
  });
  const token = await tokenOf(customer);
  assert.equal((await server.send('/v1/orders/CH-1', { token, method: 'PUT', body: changed })).status, 200);
  const find = async (q: string) => ids((await operator.get(`/orders?clientId=${customer.clientId}&q=${q}`)).json);
  assert.deepEqual([await find('hopper'), await find('lovelace')], [['CH-1'], []]);
});

test('all violations of a query are returned at once', async () => {
  const { status, json } = await operator.get('/orders?stat=NEW&limit=0&createdFrom=yesterday&cancellation=no');
  assert.equal(status, 400);
  assert.deepEqual(
    json.violations.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]).sort(),
    [
      ['cancellation', 'not_allowed'],
      ['createdFrom', 'invalid_timestamp'],
      ['limit', 'too_small'],
      ['stat', 'unknown_parameter'],
    ],
  );
  for (const cursor of ['x', Buffer.from('["a","b","c"]').toString('base64url')]) {
    const answer = await operator.get(`/orders?cursor=${cursor}`);
    assert.equal(answer.json.violations[0].code, 'invalid_cursor');
  }
});

test('staff read an order with its files, its history and its stock', async () => {
  const customer = await newCustomer(server);
  const orderId = await assigned(server, customer, {
    orderId: 'A/ü 1',
    items: [item(), item({ quantity: 1 })],
  });
  const packingSlip = {
    pointer: '/packingSlip',
    role: 'packing_slip',
    url: 'https://x.example/s.pdf',
  } as const;
  const fetched = new Date();
  const kept = {
    ...packingSlip,
    sha256: 'ab'.repeat(32),
    mediaType: 'application/pdf',
    bytes: 7,
    width: null,
    height: null,
    dpi: null,
    hasAlpha: null,
    visibleShare: null,
    isOpaque: null,
    pages: null,
    widthMm: null,
    heightMm: null,
  };
  await claimBlob(server.pool, kept.sha256, kept.bytes);
  await upsertKeptFiles(server.pool, customer.clientId, orderId, 2, [{ ...kept, fetched }]);
  const path = `/orders/${customer.clientId}/${encodeURIComponent(orderId)}`;
  const { status, json, headers } = await operator.get(path);
  assert.equal(status, 200);
  assert.deepEqual(json.order, (await customer.read(orderId)).json);
  assert.deepEqual([json.clientName, json.mode, json.version], ['Test Shop', 'live', 2]);
  const { pointer, role, sha256, mediaType, bytes } = kept;
  const url = `http://platen.test/operator/v1${path}/files/${kept.sha256}`;
  const thumbnails = { small: `${url}/thumbnails/small`, large: `${url}/thumbnails/large` };
  assert.deepEqual(json.files, [
    { pointer, role, sha256, url, thumbnails, mediaType, bytes, fetched: fetched.toISOString() },
  ]);
  assert.deepEqual(
    json.events.map(({ type }: { type: string }) => type),
    ['order.created', 'order.assigned'],
  );
  assert.deepEqual(json.reservations, [{ kind: 'PRODUCT', code: '4006381333931', quantity: 3 }]);
  assert.deepEqual(json.waits, []);
  assert.equal((await operator.get(path, { 'if-none-match': headers.get('etag')! })).status, 304);
});

test('a waiting order shows the missing stock and the number of orders before it', async () => {
  const customer = await newCustomer(server);
  await operator.send('POST', '/stock/PRODUCT/4006381333931/set', { quantity: 0 });
  await assigned(server, customer, { orderId: 'W1' });
  await assigned(server, customer, { orderId: 'W2' });
  const { json } = await operator.get(`/orders/${customer.clientId}/W2`);
  assert.deepEqual(json.waits, [{ kind: 'PRODUCT', code: '4006381333931', quantity: 2, ahead: 1 }]);
  const listed = await operator.get(`/orders?clientId=${customer.clientId}`);
  assert.equal(listed.json[0].statusReason, 'waiting_for_stock');
  await operator.send('POST', '/stock/PRODUCT/4006381333931/set', { quantity: 1_000 });
});

test('an order that does not exist or belongs to another client is not found', async () => {
  await one.post(order({ orderId: 'ONLY-ONE' }));
  for (const key of [`${one.clientId}/nothing`, `${other.clientId}/ONLY-ONE`, 'nobody/ONLY-ONE']) {
    assert.deepEqual(
      [
        (await operator.get(`/orders/${key}`)).json.error,
        (await operator.send('POST', `/orders/${key}/accept`)).json.error,
      ],
      ['order_not_found', 'order_not_found'],
      key,
    );
  }
});

/** A customer's token, by a new secret. */
async function tokenOf({ clientId }: Customer): Promise<string> {
  const { json } = await operator.send('POST', `/clients/${clientId}/rotate-secret`);
  const answer = await server.send('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: json.clientSecret },
  });
  return answer.json.access_token;
}

test('the list is filtered by reason, hold, country, item, carrier and several statuses, and invalid values are refused', async () => {
  const shop = await newCustomer(server);
  for (const orderId of ['W1', 'W2', 'W3']) await assigned(server, shop, { orderId, items: OTHER });
  await operator.work(shop.clientId, 'W1', 'hold', { reason: 'Which colour?' });
  await operator.work(shop.clientId, 'W2', 'accept');
  const list = async (query: string) => {
    const { json } = await operator.get(`/orders?clientId=${shop.clientId}&${query}`);
    return json.map(({ orderId }: { orderId: string }) => orderId);
  };
  assert.deepEqual(await list('status=ACCEPTED,ASSIGNED&sort=oldest'), ['W1', 'W2', 'W3']);
  assert.deepEqual(await list('status=ACCEPTED&sort=longest'), ['W2']);
  assert.deepEqual(await list('held=true'), ['W1']);
  assert.deepEqual(await list('held=false'), ['W3', 'W2']);
  assert.deepEqual(await list('reason=on_hold,other'), ['W1']);
  assert.deepEqual(await list('q=w1&held=true'), ['W1']);
  assert.deepEqual(await list('q=w1&held=false'), []);
  assert.deepEqual(await list(`country=de&code=${OTHER_EAN}&updatedFrom=2020-01-01T00:00:00Z`), ['W3', 'W2', 'W1']);
  assert.deepEqual(await list('carrier=none'), []);
  const { json } = await operator.get(`/orders?clientId=${shop.clientId}&held=true`);
  assert.partialDeepStrictEqual(json[0], {
    held: true,
    statusReason: 'on_hold',
    statusMessage: 'Which colour?',
  });
  for (const query of [
    'status=NEW,GONE',
    'status=SHIPPED&sort=longest',
    'sort=random',
    'country=Germany',
    'held=maybe',
  ]) {
    const { status, json: refused } = await operator.get(`/orders?${query}`);
    assert.equal(status, 400, query);
    assert.equal(refused.violations.length, 1, query);
  }
});

test('orders are counted by status, reason and client', async () => {
  const shop = await newCustomer(server);
  for (const orderId of ['N1', 'N2', 'N3']) await assigned(server, shop, { orderId, items: OTHER });
  await operator.work(shop.clientId, 'N1', 'hold');
  await operator.work(shop.clientId, 'N2', 'accept');
  const { json } = await operator.get(`/orders/counts?clientId=${shop.clientId}`);
  const statuses = { NEW: 0, ASSIGNED: 2, ACCEPTED: 1, SHIPPED: 0, CANCELLED: 0, ERROR: 0 };
  const reasons = [{ status: 'ASSIGNED', reason: 'on_hold', orders: 1 }];
  const clients = [{ clientId: shop.clientId, orders: 3, statuses, reasons }];
  assert.deepEqual(json, { orders: 3, statuses, reasons, clients });
  const { json: all } = await operator.get('/orders/counts');
  assert.ok(all.statuses.ASSIGNED >= 2 && all.orders >= 3);
  const own = all.clients.find(({ clientId }: { clientId: string }) => clientId === shop.clientId);
  assert.deepEqual(own, json.clients[0]);
  const { json: tests } = await operator.get('/orders/counts?mode=sandbox');
  assert.ok(!tests.clients.some(({ clientId }: { clientId: string }) => clientId === shop.clientId));
});

test('all history of an order is read page by page', async () => {
  const shop = await newCustomer(server);
  await assigned(server, shop, { orderId: 'H1' });
  for (let turn = 0; turn < 4; turn++) {
    await operator.work(shop.clientId, 'H1', 'hold', { reason: `Question ${turn}.` });
    await operator.work(shop.clientId, 'H1', 'release');
  }
  const events: Record<string, unknown>[] = [];
  for (let path: string | undefined = `/operator/v1/orders/${shop.clientId}/H1/events?limit=3`; path; ) {
    const page = await operator.get(path.replace('/operator/v1', ''));
    events.push(...page.json);
    path = nextOf(page);
  }
  assert.deepEqual(
    events.map(({ version }) => version),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
  );
  assert.partialDeepStrictEqual(events[2], {
    type: 'order.updated',
    actor: 'operator',
    actorId: operator.clientId,
  });
  assert.equal((await operator.get(`/orders/${shop.clientId}/none/events`)).json.error, 'order_not_found');
  assert.equal((await operator.get(`/orders/${shop.clientId}/H1/events?cursor=x`)).status, 400);
});
