import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { EAN, order } from '../src/orders/test-support/sample-orders.ts';
import { SYSTEM } from '../src/platform/audit/actor.ts';
import { inTransaction } from '../src/platform/database/transaction.ts';
import { adjustStock } from '../src/stock/change-stock.ts';
import { announceStock } from '../src/webhooks/announce-stock.ts';
import { keepFeedInOrder } from '../src/webhooks/keep-feed-in-order.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const DAY_MS = 86_400_000;

let server: TestServer;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
});
after(() => server.close());

interface FeedEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
}

async function read(after?: string, limit = 100, reader = customer): Promise<{ data: FeedEvent[]; next: string }> {
  const query = new URLSearchParams({ limit: String(limit), ...(after !== undefined && { after }) });
  const answer = await reader.get(`/v1/events?${query}`);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
}

/**
 * Reads until the feed has `count` events after the position. Open transactions of other databases of the
 * same PostgreSQL delay new events.
 */
async function readWhole(
  count: number,
  after?: string,
  reader = customer,
): Promise<{ data: FeedEvent[]; next: string }> {
  for (;;) {
    const page = await read(after, 100, reader);
    if (page.data.length >= count) return page;
    await setImmediate();
  }
}

const listNames = ({ data }: { data: FeedEvent[] }) =>
  data.map(({ type, data: { orderId, ean13 } }) => `${type} ${orderId ?? ean13}`);

test('the feed has every event once, in pages whose order stays, and nothing of other clients', async () => {
  const other = await newCustomer(server);
  for (const orderId of ['F-1', 'F-2', 'F-3']) await customer.post(order({ orderId }));
  await other.post(order({ orderId: 'FOREIGN' }));
  await customer.send('/v1/orders/F-2/cancel', {});
  const whole = await readWhole(4);
  assert.deepEqual(listNames(whole), [
    'order.created F-1',
    'order.created F-2',
    'order.created F-3',
    'order.cancelled F-2',
  ]);
  assert.deepEqual(whole.data[3]?.data, { orderId: 'F-2', status: 'CANCELLED', previousStatus: 'NEW', version: 2 });
  const found: string[] = [];
  let next: string | undefined;
  for (let page = 0; page < 5; page++) {
    const one = await read(next, 1);
    found.push(...listNames(one));
    next = one.next;
  }
  assert.deepEqual(found, listNames(whole));
  assert.deepEqual((await read(next)).data, (await read(whole.next)).data, 'nothing is behind the end');
  const { next: latest } = await read('latest');
  await customer.post(order({ orderId: 'F-4' }));
  assert.deepEqual(listNames(await readWhole(1, latest)), ['order.created F-4']);
});

test('events of one request are in the order in which they happened', async () => {
  const sandbox = await newCustomer(server, 'sandbox');
  const { next } = await read('latest', 1, sandbox);
  for (const orderId of ['S-1', 'S-2', 'S-3']) {
    await sandbox.post(order({ orderId }));
    await sandbox.simulate(orderId, { situation: 'RETURN_RECEIVED' });
  }
  const steps = ['order.created', 'order.assigned', 'order.accepted', 'order.shipped', 'order.returned'];
  const { data } = await readWhole(15, next, sandbox);
  assert.deepEqual(
    data.map(({ type }) => type),
    [...steps, ...steps, ...steps],
  );
});

test('an event appears only when no earlier transaction can add one before it', async () => {
  const { next } = await read('latest');
  const slow = await server.pool.connect();
  try {
    await slow.query('begin');
    await slow.query(
      `insert into order_events (client_id, order_id, event_id, type, occurred, status, version, actor)
       values ($1, 'F-1', $2, 'order.updated', now(), 'NEW', 2, 'system')`,
      [customer.clientId, randomUUIDv7()],
    );
    await customer.post(order({ orderId: 'F-5' }));
    assert.deepEqual(listNames(await read(next)), []);
    await slow.query('commit');
  } finally {
    slow.release();
  }
  assert.deepEqual(listNames(await readWhole(2, next)), ['order.updated F-1', 'order.created F-5']);
});

test('changed stock of own products is in the feed without any endpoint', async () => {
  const { next } = await read('latest');
  await inTransaction(server.pool, adjustStock({ kind: 'PRODUCT', code: EAN }, 7, { now: new Date(), actor: SYSTEM }));
  await announceStock({ pool: server.pool, clock: () => new Date(Date.now() + 60_000) });
  const { data } = await readWhole(1, next);
  const { rows } = await server.pool.query(
    'select stock_level_quantity - reserved as quantity from product_variants where ean13 = $1',
    [EAN],
  );
  const news = data.filter(({ data: { ean13 } }) => ean13 === EAN);
  assert.deepEqual(
    news.map(({ type, data: { stockLevelQuantity } }) => [type, stockLevelQuantity]),
    [['product.stock_changed', rows[0].quantity]],
  );
  const stranger = await server.send('/v1/events', { token: (await server.token()).token });
  assert.deepEqual(stranger.json.data, []);
});

test('after a move to a database that counts transactions anew, a kept position finds all later events', async () => {
  const { next } = await readWhole(1);
  await server.pool.query("update event_feed set history = 'elsewhere'");
  await server.pool.query('update order_events set tx = (tx::text::bigint + 1000000000)::text::xid8');
  const moved = JSON.parse(Buffer.from(next, 'base64url').toString());
  const kept = positionOf([String(Number(moved[0]) + 1_000_000_000), ...moved.slice(1)]);
  for (const _ of ['first start', 'second start']) await keepFeedInOrder(server.pool);
  await customer.post(order({ orderId: 'F-6' }));
  assert.deepEqual(listNames(await readWhole(1, kept)), ['order.created F-6']);
});

test('a reader goes on through events that are older than the news about stock', async () => {
  await server.pool.query(
    `update order_events set event_id = ('0' || substr(event_id::text, 2))::uuid, occurred = $2 where client_id = $1`,
    [customer.clientId, new Date(Date.now() - 60 * DAY_MS)],
  );
  const { data } = await readWhole(6);
  const [, ...later] = listNames({ data });
  const { next } = await read(undefined, 1);
  assert.deepEqual(listNames(await read(next)), later);
});

test('short pages have every event where the number of transactions gets another digit', async () => {
  const mine = await newCustomer(server);
  for (const orderId of ['T-1', 'T-2', 'T-3', 'T-4']) await mine.post(order({ orderId }));
  for (const [orderId, tx] of [
    ['T-1', 8],
    ['T-2', 9],
    ['T-3', 10],
    ['T-4', 11],
  ])
    await server.pool.query(
      'update order_events set tx = $3::text::xid8 where client_id = $1 and order_id = $2 and version = 1',
      [mine.clientId, orderId, tx],
    );
  const found: string[] = [];
  let next = positionOf(['0', '00000000-0000-0000-0000-000000000000', new Date().toISOString().slice(0, 10)]);
  while (found.length < 4) {
    const page = await read(next, 1, mine);
    found.push(...listNames(page));
    next = page.next;
  }
  assert.deepEqual(
    found,
    ['T-1', 'T-2', 'T-3', 'T-4'].map((orderId) => `order.created ${orderId}`),
  );
});

test('a broken position is refused, and one that is too old names another to go on from', async () => {
  for (const after of ['x', '', 'WyIxIiwieCJd']) {
    const { status, json } = await customer.get(`/v1/events?after=${after}`);
    assert.deepEqual([status, json.violations[0].pointer, json.violations[0].code], [400, 'after', 'invalid_cursor']);
  }
  const { next } = await read(undefined, 1);
  const [tx, id] = JSON.parse(Buffer.from(next, 'base64url').toString());
  const day = new Date(Date.now() - 36 * DAY_MS).toISOString().slice(0, 10);
  const { status, json } = await customer.get(`/v1/events?after=${positionOf([tx, id, day])}`);
  assert.deepEqual([status, json.error], [410, 'position_expired']);
  const [{ pointer, code, allowed }] = json.violations;
  assert.deepEqual([pointer, code], ['after', 'position_expired']);
  const [from] = allowed;
  assert.ok(json.message.includes(`after=${from},`));
  assert.deepEqual((await read(from)).data, (await read(next)).data);
});

const positionOf = (parts: readonly string[]) => Buffer.from(JSON.stringify(parts)).toString('base64url');
