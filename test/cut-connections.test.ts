import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Pool } from 'pg';
import { importCatalog } from '../src/catalog/import-catalog.ts';
import { rotateSigningKey } from '../src/clients/signing-keys.ts';
import { assignOrders } from '../src/orders/intake/assign-orders.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { DUE_RULE, item, order } from '../src/orders/test-support/sample-orders.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import { announceStock } from '../src/webhooks/announce-stock.ts';
import { newWebhookShop } from '../src/webhooks/test-support/webhook-shop.ts';
import type { DatabaseProxy } from './support/database-proxy.ts';
import { assign, assigned, newOperator, type Operator } from './support/operator.ts';
import { type Answer, startProxiedTestServer, type TestServer } from './support/test-server.ts';

// The database connection ends after the commit was carried out and before its answer arrives. Nobody can
// know then whether the commit took place. The change must still be made exactly once, and the answer must
// say so.

const EAN = '4006381333931';

let server: TestServer & { proxy: DatabaseProxy; proxiedPool: Pool };
let operator: Operator;
let customer: Customer;
let count = 0;
before(async () => {
  server = await startProxiedTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
});
after(() => server.close());

/** Runs `act` and cuts the connection at its first commit, or at the first statement that matches. */
async function cut<T>(act: () => Promise<T>, pattern?: RegExp, meanwhile?: () => Promise<unknown>): Promise<T> {
  const before = server.proxy.cuts();
  server.proxy.cutAtCommit(pattern, meanwhile);
  const result = await act();
  assert.equal(server.proxy.cuts(), before + 1, 'nothing was cut');
  return result;
}

const newId = () => `CUT-${++count}`;
const work = (orderId: string, verb: string, body?: unknown) => operator.work(customer.clientId, orderId, verb, body);

const newOrder = async () => (await customer.post(order({ orderId: newId() }))).json.orderId as string;
const assignedOrder = () => assigned(server, customer, { orderId: newId() });
const acceptedOrder = async () => {
  const orderId = await assignedOrder();
  await work(orderId, 'accept');
  return orderId;
};
const failedOrder = async () => {
  const orderId = await newOrder();
  await work(orderId, 'error', { message: 'x' });
  return orderId;
};
const heldOrder = async () => {
  const orderId = await assignedOrder();
  await work(orderId, 'hold', { reason: 'Wait.' });
  return orderId;
};
const wishedOrder = async () => {
  const orderId = await acceptedOrder();
  await customer.cancel(orderId);
  return orderId;
};

interface Verb {
  name: string;
  given: () => Promise<string>;
  act: (orderId: string) => Promise<Answer>;
  status?: number;
  /** The event that the change adds to the order's history. */
  type: string;
}

const VERBS: Verb[] = [
  {
    name: 'PUT',
    given: assignedOrder,
    act: (orderId) => customer.put(orderId, order({ orderId, items: [item({ quantity: 3 })] })),
    type: 'order.updated',
  },
  {
    name: 'PUT of an order in ERROR, which retries it',
    given: failedOrder,
    act: (orderId) => customer.put(orderId, order({ orderId })),
    type: 'order.updated',
  },
  { name: 'cancel', given: newOrder, act: (orderId) => customer.cancel(orderId), type: 'order.cancelled' },
  {
    name: 'cancel of an assigned order',
    given: assignedOrder,
    act: (orderId) => customer.cancel(orderId),
    type: 'order.cancelled',
  },
  {
    name: 'a cancellation request',
    given: acceptedOrder,
    act: (orderId) => customer.cancel(orderId),
    status: 202,
    type: 'order.cancellation_requested',
  },
  { name: 'accept', given: assignedOrder, act: (id) => work(id, 'accept'), type: 'order.accepted' },
  {
    name: 'ship',
    given: acceptedOrder,
    act: (id) => work(id, 'ship', { parcels: [{ trackingNumber: 'T' }] }),
    type: 'order.shipped',
  },
  {
    name: 'error',
    given: assignedOrder,
    act: (id) => work(id, 'error', { message: 'Broken.' }),
    type: 'order.error',
  },
  { name: 'hold', given: assignedOrder, act: (id) => work(id, 'hold'), type: 'order.updated' },
  { name: 'release', given: heldOrder, act: (id) => work(id, 'release'), type: 'order.updated' },
  { name: 'reopen', given: failedOrder, act: (id) => work(id, 'reopen'), type: 'order.updated' },
  { name: 'cancel by staff', given: acceptedOrder, act: (id) => work(id, 'cancel'), type: 'order.cancelled' },
  {
    name: 'cancellation/accept',
    given: wishedOrder,
    act: (id) => work(id, 'cancellation/accept'),
    type: 'order.cancelled',
  },
  {
    name: 'cancellation/reject',
    given: wishedOrder,
    act: (id) => work(id, 'cancellation/reject'),
    type: 'order.cancellation_rejected',
  },
];

for (const { name, given, act, status = 200, type } of VERBS) {
  test(`${name}: the change is made once and answered`, async () => {
    const orderId = await given();
    const before = await historyOf(orderId);
    const answer = await cut(() => act(orderId));
    assert.deepEqual([answer.status, answer.json.error], [status, undefined]);
    const history = await historyOf(orderId);
    assert.deepEqual(
      history.slice(before.length).map((event) => event.type),
      [type],
    );
    await assertStockAddsUp();
  });
}

test('a change that later changes have followed is still recognized when it is repeated', async () => {
  const accepting = await assignedOrder();
  const ship = () => work(accepting, 'ship', { parcels: [{}] });
  const accepted = await cut(() => work(accepting, 'accept'), undefined, ship);
  assert.deepEqual([accepted.status, accepted.json.status], [200, 'SHIPPED']);
  const reopening = await failedOrder();
  const takeIn = () => assign(server, customer.clientId, reopening);
  const reopened = await cut(() => work(reopening, 'reopen'), undefined, takeIn);
  assert.deepEqual([reopened.status, reopened.json.status], [200, 'ASSIGNED']);
  const changing = await assignedOrder();
  const { headers } = await customer.read(changing);
  const change = () =>
    customer.put(changing, order({ orderId: changing, items: [item({ quantity: 9 })] }), {
      'if-match': headers.get('etag') ?? '',
    });
  const changed = await cut(change, undefined, () => assign(server, customer.clientId, changing));
  assert.deepEqual([changed.status, changed.json.status], [200, 'ASSIGNED']);
  const by = 5;
  const { onHand } = (await operator.get(`/stock/PRODUCT/${EAN}`)).json;
  const adjusted = await cut(
    () => operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: onHand + 1 }),
    undefined,
    () => operator.send('POST', `/stock/PRODUCT/${EAN}/adjust`, { by }),
  );
  assert.equal(adjusted.json.onHand, onHand + 1 + by);
});

test('POST /v1/orders creates one order and returns it', async () => {
  const orderId = newId();
  const answer = await cut(() => customer.post(order({ orderId })), /insert into orders/);
  assert.deepEqual([answer.status, answer.json.orderId], [200, orderId]);
  assert.equal((await historyOf(orderId)).length, 1);
});

test('simulate takes each step once', async () => {
  const { token, client } = await server.token({ mode: 'sandbox' });
  await importDemoFor(client.clientId);
  const orderId = newId();
  await server.send('/v1/orders', { token, body: order({ orderId }) });
  const answer = await cut(() => server.send(`/v1/orders/${orderId}/simulate`, { token, body: { status: 'SHIPPED' } }));
  assert.deepEqual([answer.status, answer.json.status], [200, 'SHIPPED']);
  const { json } = await server.send(`/v1/orders/${orderId}/events`, { token });
  assert.deepEqual(
    json.map((event: { status: string }) => event.status),
    ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED'],
  );
});

test('bulk-accept and bulk-ship change each order once', async () => {
  const { clientId } = customer;
  const orderIds = [await assignedOrder(), await assignedOrder()];
  const orders = orderIds.map((orderId) => ({ clientId, orderId }));
  const accepted = await cut(() => operator.send('POST', '/orders/bulk-accept', { orders }));
  assert.equal(accepted.json.succeeded, 2);
  const file = ['clientId,orderId', ...orderIds.map((orderId) => `${clientId},${orderId}`)].join('\n');
  const shipped = await cut(() => operator.send('POST', '/orders/bulk-ship', file, { 'content-type': 'text/csv' }));
  assert.equal(shipped.json.succeeded, 2);
  for (const orderId of orderIds) assert.equal((await historyOf(orderId)).length, 4);
  await assertStockAddsUp();
});

test('stock adjust and set count once', async () => {
  const stock = () => operator.get(`/stock/PRODUCT/${EAN}`);
  const ledger = async () => (await operator.get(`/stock/PRODUCT/${EAN}/movements?limit=1`)).json[0];
  const { onHand } = (await stock()).json;
  const adjusted = await cut(() => operator.send('POST', `/stock/PRODUCT/${EAN}/adjust`, { by: 7 }));
  assert.deepEqual([adjusted.status, adjusted.json.onHand], [200, onHand + 7]);
  assert.equal((await ledger()).onHandChange, 7);
  const set = await cut(() => operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: onHand + 9 }));
  assert.deepEqual([set.status, set.json.onHand], [200, onHand + 9]);
  assert.equal((await ledger()).onHandChange, 2);
  await assertStockAddsUp();
});

test('the intake assigns an order once', async () => {
  const orderId = await newOrder();
  await cut(() =>
    inTransaction(server.proxiedPool, (connection) =>
      assignOrders(connection, customer.clientId, new Map([[orderId, { version: 1 }]]), {
        now: new Date(),
        dueRule: DUE_RULE,
      }),
    ),
  );
  assert.deepEqual(
    (await historyOf(orderId)).map((event) => event.status),
    ['NEW', 'ASSIGNED'],
  );
  await assertStockAddsUp();
});

test('one client is created, and its current and previous secrets are valid', async () => {
  const made = await cut(() => operator.send('POST', '/clients', { name: 'Cut' }));
  assert.equal(made.status, 201);
  const { clientId, clientSecret } = made.json;
  const { rows } = await server.pool.query(`select from clients where name = 'Cut'`);
  assert.equal(rows.length, 1);
  const rotated = await cut(() => operator.send('POST', `/clients/${clientId}/rotate-secret`));
  for (const secret of [clientSecret, rotated.json.clientSecret]) {
    const body = { grant_type: 'client_credentials', client_id: clientId, client_secret: secret };
    assert.equal((await server.send('/oauth/token', { body })).status, 200);
  }
  for (const [verb, status] of [
    ['disable', 'disabled'],
    ['enable', 'active'],
  ]) {
    const answer = await cut(() => operator.send('POST', `/clients/${clientId}/${verb}`), /update clients/);
    assert.deepEqual([answer.status, answer.json.status], [200, status]);
  }
});

test('the carriers and products of a client change once, and removed ones count as removed', async () => {
  const carrier = '/carriers/cut';
  assert.equal((await cut(() => operator.send('PUT', carrier, { name: 'Cut' }))).status, 200);
  const ofClient = `/clients/${customer.clientId}`;
  const put = await cut(() => operator.send('PUT', ofClient + carrier, { default: false }));
  assert.equal(put.status, 200, put.text);
  const ended = await cut(() => operator.send('DELETE', ofClient + carrier));
  assert.equal(ended.status, 200, ended.text);
  const { rows } = await server.pool.query('select product_id from client_products where client_id = $1', [
    customer.clientId,
  ]);
  const product = `${ofClient}/products/${rows[0].product_id}`;
  assert.equal((await cut(() => operator.send('DELETE', product))).status, 200);
  assert.equal((await cut(() => operator.send('PUT', product))).status, 200);
  assert.equal((await operator.send('DELETE', ofClient + carrier)).status, 404);
});

test('the catalogue import counts its changes once', async () => {
  const variant = {
    ean13: '4000000000001',
    name: 'Mug',
    color: 'White',
    size: 'One',
    stockLevelQuantity: 10,
  };
  const products = [{ productId: 'CUT', name: 'Mug', previewImageUrls: [], variants: [variant] }];
  const file = { articles: [], products, carriers: [] };
  const counts = await cut(() => importCatalog(server.proxiedPool, file, { clientId: customer.clientId }));
  assert.deepEqual([counts.productVariants, counts.assignedProductVariants], [1, 1]);
  const { json } = await operator.get('/stock/PRODUCT/4000000000001/movements');
  assert.equal(json.length, 1);
});

test('one webhook endpoint is created, changed, rotated, tested and deleted', async () => {
  const { send } = await newWebhookShop(server);
  const base = '/v1/webhook-endpoints';
  const made = await cut(() => send(base, { url: 'https://shop.example.com/hooks' }));
  assert.equal(made.status, 200, made.text);
  const one = `${base}/${made.json.endpointId}`;
  assert.equal((await send(base)).json.length, 1);
  const changed = await cut(() => send(one, { description: 'Cut' }, 'PUT'));
  assert.deepEqual([changed.status, changed.json.description], [200, 'Cut']);
  const rotated = await cut(() => send(`${one}/rotate-secret`, undefined, 'POST'), /update webhook_endpoints/);
  assert.match(rotated.json.secret, /^whsec_/);
  const tested = await cut(() => send(`${one}/test`, undefined, 'POST'), /insert into webhook_deliveries/);
  assert.equal(tested.status, 200, tested.text);
  assert.equal((await send(`${one}/deliveries`)).json.length, 1);
  await server.pool.query(`update webhook_deliveries set state = 'failed', attempts = 3`);
  const since = '2020-01-01T00:00:00Z';
  const resent = await cut(() => send(`${one}/resend-failed`, { since }));
  assert.deepEqual([resent.status, resent.json.resent], [200, 1]);
  const deleted = await cut(() => send(one, undefined, 'DELETE'));
  assert.deepEqual([deleted.status, (await send(base)).json.length], [200, 0]);
  assert.equal((await send(one, undefined, 'DELETE')).status, 404);
});

test('a stock event is recorded once', async () => {
  const shop = await newWebhookShop(server);
  const { endpointId } = await shop.newEndpoint('https://shop.example.com/hooks', ['product.stock_changed']);
  await operator.send('POST', `/stock/PRODUCT/${EAN}/adjust`, { by: 1 });
  const clock = () => new Date(Date.now() + 10_000);
  await cut(() => announceStock({ pool: server.proxiedPool, clock }));
  await announceStock({ pool: server.pool, clock: () => new Date(Date.now() + 20_000) });
  const { rows } = await server.pool.query(
    `select count(*)::int as told, count(distinct body::json #>> '{data,ean13}')::int as variants
     from webhook_deliveries where endpoint_id = $1`,
    [endpointId],
  );
  assert.equal(rows[0].told, rows[0].variants);
  assert.ok(rows[0].told > 0);
});

test('one signing key is created', async () => {
  const keys = async () => (await server.pool.query('select from signing_keys')).rows.length;
  const before = await keys();
  await cut(() => rotateSigningKey(server.proxiedPool, server.encryptionKey, { now: new Date(), revokeOthers: false }));
  assert.equal(await keys(), before + 1);
});

async function historyOf(orderId: string): Promise<{ type: string; status: string }[]> {
  return (await customer.get(`/v1/orders/${orderId}/events?limit=100`)).json;
}

async function importDemoFor(clientId: string): Promise<void> {
  const { sampleCatalog } = await import('../src/catalog/test-support/sample-catalog.ts');
  await importCatalog(server.pool, sampleCatalog, { clientId });
}

/** Checks that the ledger, the reservations and the levels agree. */
async function assertStockAddsUp(): Promise<void> {
  const { rows } = await server.pool.query(
    `select ean13, stock_level_quantity, reserved, moved.on_hand, moved.held, promised.quantity
     from product_variants
     cross join lateral (
       select coalesce(sum(on_hand_change), 0)::int as on_hand, coalesce(sum(reserved_change), 0)::int as held
       from stock_movements where kind = 'PRODUCT' and code = ean13) moved
     cross join lateral (
       select coalesce(sum(quantity), 0)::int as quantity
       from stock_reservations where kind = 'PRODUCT' and code = ean13) promised
     where (stock_level_quantity, reserved, reserved) is distinct from (moved.on_hand, moved.held, promised.quantity)`,
  );
  assert.deepEqual(rows, []);
}
