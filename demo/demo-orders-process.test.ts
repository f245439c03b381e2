import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { rotateSecret } from '../src/clients/manage-clients.ts';
import { ORDER_STATUSES } from '../src/orders/document/order-fields.ts';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { newOperator, type Operator } from '../test/support/operator.ts';
import { startTestServer, type TestServer } from '../test/support/test-server.ts';
import { readDemoShops } from './demo-data.ts';
import { demoTimeline } from './demo-orders.ts';
import { lacksOrder } from './demo-store.ts';
import { resetDemo, seedDemo } from './seed-demo.ts';

const SHOP_IDS = ['fuchsbau', 'atelier-mirabelle', 'kopfstein-merch'];
const LAST_ORDER = { clientId: 'kopfstein-merch', orderId: 'KM-7020' };
const DAYS_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
});
after(() => server.close());

const newContext = (signal = new AbortController().signal) => ({
  pool: server.pool,
  config: { ...server.config, BASE_URL: server.url, AUTH_URL: server.url, DEMO_ORDERS: true },
  log: server.log,
  faults: server.faults,
  signal,
});

interface OrderHistory {
  clientId: string;
  orderId: string;
  status: string;
  version: number;
  reason: string | null;
  history: string;
  notes: number;
  preferred: boolean;
  ms: number;
}

/** Returns every order with its history. Times count from the oldest order. */
async function readHistories(): Promise<OrderHistory[]> {
  const { rows } = await server.pool.query<OrderHistory>(
    `select client_id as "clientId", order_id as "orderId", status, version, reason_code as reason,
            (select string_agg(type || ' ' || coalesce(actor_name, actor), ', ' order by e.version) from order_events e
             where e.client_id = o.client_id and e.order_id = o.order_id) as history,
            (select count(*)::int from order_notes n where n.client_id = o.client_id and n.order_id = o.order_id) as notes,
            exists (select from stock_preferences p where p.client_id = o.client_id and p.order_id = o.order_id) as preferred,
            extract(epoch from updated - (select min(created) from orders))::float8 * 1000 as ms
     from orders o where client_id = any($1) order by client_id, order_id`,
    [SHOP_IDS],
  );
  return rows;
}

const countOrders = async () => (await readHistories()).length;

test('an interrupted demo continues without duplicates, and a reset creates the same orders', async () => {
  await resetDemo(newContext(AbortSignal.abort()));
  assert.equal(await countOrders(), 0);
  for (const orders of [3, 20, 41]) {
    const stop = new AbortController();
    const broken = seedDemo(newContext(stop.signal));
    await Promise.race([broken, waitUntil(async () => (await countOrders()) >= orders)]);
    stop.abort();
    await broken;
    assert.ok(await lacksOrder(server.pool, LAST_ORDER), 'it is not whole');
  }
  await seedDemo(newContext());
  assert.equal(await lacksOrder(server.pool, LAST_ORDER), false);
  const inParts = await readHistories();
  await seedDemo(newContext());
  assert.deepEqual(await readHistories(), inParts, 'a later start changes nothing');

  await resetDemo(newContext());
  assert.deepEqual(await readHistories(), inParts, 'at once it comes to the same');
});

test('the demo has orders in every status and with every kind of problem', async () => {
  const told = await readHistories();
  assert.ok(told.length >= 60, `${told.length} orders`);
  const having = (what: (order: OrderHistory) => boolean) => told.filter(what).length;
  for (const status of ORDER_STATUSES) {
    const listed = (await operator.get(`/orders?status=${status}&limit=200`)).json;
    assert.equal(
      listed.filter(({ clientId }: OrderHistory) => clientId !== 'demo-shop').length,
      having((order) => order.status === status),
    );
    assert.ok(having((order) => order.status === status) >= 4, status);
  }
  assert.ok(having(({ status }) => status === 'ASSIGNED') >= 12);
  const reasons = new Set(told.map(({ status, reason }) => reason && `${status} ${reason}`));
  for (const reason of [
    'NEW waiting_for_file',
    'NEW waiting_for_stock',
    'ASSIGNED on_hold',
    'ERROR file_not_found',
    'ERROR unreadable_file',
    'ERROR wrong_file_type',
    'ERROR production_problem',
  ])
    assert.ok(reasons.has(reason), reason);
  const histories = told.map(({ status, history }) => `${status}: ${history}`);
  for (const history of [
    /^CANCELLED: order.created \S+ \S+, order.cancelled Fuchsbau Prints$/,
    /^CANCELLED: .*order.assigned system, order.cancelled Kopfstein Merch$/,
    /^CANCELLED: .*order.error system, order.cancelled Atelier Mirabelle$/,
    /^CANCELLED: .*order.cancellation_requested Atelier Mirabelle, order.cancelled Jana Brandt$/,
    /^SHIPPED: .*order.cancellation_rejected Jana Brandt, order.shipped Emil Okafor$/,
    /^SHIPPED: .*order.partially_shipped Emil Okafor, order.shipped Emil Okafor$/,
    /^SHIPPED: .*order.shipped Emil Okafor, order.updated Jana Brandt$/,
    /^ACCEPTED: .*order.partially_shipped Emil Okafor$/,
    /^ACCEPTED: .*order.cancellation_requested Fuchsbau Prints$/,
  ])
    assert.ok(
      histories.some((one) => history.test(one)),
      `${history}`,
    );
  assert.equal(
    having(({ preferred }) => preferred),
    1,
  );
  assert.ok(having(({ notes }) => notes > 0) >= 4);
});

test('every accepted order of the demo is in a batch, and no batch is empty', async () => {
  const { NO_BATCH = 0 } = (await operator.get('/problems/counts')).json;
  assert.equal(NO_BATCH, 0);
  assert.deepEqual((await operator.get('/release-groups?status=ACCEPTED')).json, []);
  const batches = (await operator.get('/batches?limit=200')).json;
  assert.ok(batches.length >= 5 && batches.length <= 25, `${batches.length} batches`);
  assert.ok(batches.some(({ orders }: { orders: number }) => orders > 1));
  const { rows } = await server.pool.query(
    'select batch_id from batches b where not exists (select 1 from production_orders p where p.batch_id = b.batch_id)',
  );
  assert.deepEqual(rows, []);
});

test('the API accepts each demo order, and no change of it is refused', async () => {
  for (const { clientId, orders } of await readDemoShops(newContext().config)) {
    const token = await tokenOf(clientId);
    for (const { request } of orders) {
      const { status, headers } = await server.send('/v1/orders', { token, body: request });
      assert.deepEqual([status, headers.get('idempotent-replayed')], [200, 'true'], request.orderId);
    }
  }
  const ends = server.logged.filter((line) => line.includes("the demo's orders were created"));
  assert.ok(ends.length > 0 && ends.every((line) => JSON.parse(line).refused === 0), ends.join());
});

test('all times are in the last ten days, and none is before its cause', async () => {
  const present = new Date('2026-03-01T09:00:00.000Z');
  const timeline = demoTimeline(await readDemoShops(newContext().config), present);
  assert.deepEqual(
    timeline.map(({ at }) => at),
    timeline.map(({ at }) => at).sort((one, other) => one.getTime() - other.getTime()),
  );
  const [first, last] = [timeline.at(0), timeline.at(-1)];
  assert.ok(first && last && last.at < present && last.what === 'create');
  assert.ok(present.getTime() - first.at.getTime() < 10 * DAYS_MS);
  const made = new Set<string>();
  for (const { order, what } of timeline) {
    if (what === 'create') made.add(order.request.orderId);
    else assert.ok(made.has(order.request.orderId), order.request.orderId);
  }
});

async function tokenOf(clientId: string): Promise<string> {
  const secret = await rotateSecret(server.pool, clientId, { revokeOthers: true, now: new Date() });
  const form = {
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: secret?.clientSecret ?? '',
  };
  return (await server.send('/oauth/token', { method: 'POST', body: new URLSearchParams(form) })).json.access_token;
}
