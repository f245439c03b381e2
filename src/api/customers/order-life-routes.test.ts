import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOperator } from '../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { importCatalog } from '../../catalog/import-catalog.ts';
import { sampleCatalog } from '../../catalog/test-support/sample-catalog.ts';
import { changeOrder } from '../../orders/change/change-order.ts';
import { advanceSandboxOrders } from '../../orders/change/simulate-order.ts';
import { assignOrders } from '../../orders/intake/assign-orders.ts';
import { takeInOrders } from '../../orders/intake/intake-orders.ts';
import { newIntakeHost } from '../../orders/test-support/intake-context.ts';
import { DUE_RULE, item, order } from '../../orders/test-support/sample-orders.ts';
import { STAFF } from '../../orders/test-support/stock-shop.ts';
import { inTransaction } from '../../platform/database/transaction.ts';
import { makePng } from '../../platform/files/test-support/sample-files.ts';

const STEP_MS = 60_000;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

async function newShop(mode: 'live' | 'sandbox' = 'live') {
  const { token, client } = await server.token({ mode });
  const { clientId } = client;
  await importCatalog(server.pool, sampleCatalog, { clientId });
  const send = (path: string, body?: unknown, init: RequestInit = {}) =>
    server.send(path, { token, ...(body !== undefined && { body }), ...(init as object) });
  return { clientId, token, send };
}
type Shop = Awaited<ReturnType<typeof newShop>>;

async function assign({ clientId }: Shop, orderId: string): Promise<void> {
  const { rows } = await server.pool.query('select version from orders where client_id = $1 and order_id = $2', [
    clientId,
    orderId,
  ]);
  const ready = new Map([[orderId, { version: rows[0].version as number }]]);
  await inTransaction(server.pool, (connection) =>
    assignOrders(connection, clientId, ready, { now: new Date(), dueRule: DUE_RULE }),
  );
}

async function accept({ clientId }: Shop, orderId: string): Promise<void> {
  await changeOrder(server.pool, { clientId, orderId }, new Date(), () => ({
    to: 'ACCEPTED',
    by: STAFF,
  }));
}

test('an order is cancelled at once before production, idempotently, and its history records it', async () => {
  const shop = await newShop();
  await shop.send('/v1/orders', order());
  const cancelled = await shop.send('/v1/orders/SHOP-1/cancel', { reason: 'no longer wanted' });
  assert.equal(cancelled.status, 200);
  assert.equal(cancelled.json.status, 'CANCELLED');
  const again = await shop.send('/v1/orders/SHOP-1/cancel', {});
  assert.equal(again.status, 200);
  assert.equal(again.text, cancelled.text);
  const { json: events } = await shop.send('/v1/orders/SHOP-1/events');
  assert.deepEqual(
    events.map(({ type, status, previousStatus, actor, reason, version }: Record<string, unknown>) => ({
      type,
      status,
      previousStatus,
      actor,
      reason,
      version,
    })),
    [
      {
        type: 'order.created',
        status: 'NEW',
        previousStatus: undefined,
        actor: 'client',
        reason: undefined,
        version: 1,
      },
      {
        type: 'order.cancelled',
        status: 'CANCELLED',
        previousStatus: 'NEW',
        actor: 'client',
        reason: 'no longer wanted',
        version: 2,
      },
    ],
  );
  const listed = await shop.send('/v1/orders?status=CANCELLED');
  assert.equal(listed.json[0].updated, cancelled.json.updated);
});

test('a blank reason is refused, and changes nothing', async () => {
  const shop = await newShop();
  const operator = await newOperator(server);
  await shop.send('/v1/orders', order());
  const key = { clientId: shop.clientId, orderId: 'SHOP-1' };
  const answers = await Promise.all([
    ...['', ' \n', '\u200b'].map((reason) => shop.send('/v1/orders/SHOP-1/cancel', { reason })),
    shop.send('/v1/orders/SHOP-1/hold', { reason: ' ' }),
    ...['hold', 'cancel'].map((verb) => operator.work(key.clientId, key.orderId, verb, { reason: ' ' })),
    operator.work(key.clientId, key.orderId, 'error', { message: ' ' }),
    operator.send('POST', '/orders/bulk-hold', { orders: [key], reason: ' ' }),
  ]);
  const faults = answers.map(
    ({ status, json }) => `${status} ${json.violations[0].pointer} ${json.violations[0].code}`,
  );
  const ofReason = '400 /reason required';
  assert.deepEqual(faults, [...Array(6).fill(ofReason), '400 /message required', ofReason]);
  assert.equal((await shop.send('/v1/orders/SHOP-1/events')).json.length, 1);
});

test('cancelling needs no body, and for an order in production it is a request', async () => {
  const shop = await newShop();
  await shop.send('/v1/orders', order());
  await assign(shop, 'SHOP-1');
  await accept(shop, 'SHOP-1');
  const first = await shop.send('/v1/orders/SHOP-1/cancel', undefined, { method: 'POST' });
  assert.equal(first.status, 202);
  assert.equal(first.json.status, 'ACCEPTED');
  assert.deepEqual(first.json.cancellation, { status: 'REQUESTED' });
  const second = await shop.send('/v1/orders/SHOP-1/cancel', undefined, { method: 'POST' });
  assert.equal(second.status, 202);
  assert.equal(second.text, first.text);
});

test('a shipped order can be neither cancelled nor changed', async () => {
  const shop = await newShop();
  await shop.send('/v1/orders', order());
  await assign(shop, 'SHOP-1');
  await accept(shop, 'SHOP-1');
  await changeOrder(server.pool, { clientId: shop.clientId, orderId: 'SHOP-1' }, new Date(), () => ({
    to: 'SHIPPED',
    by: STAFF,
  }));
  const cancelled = await shop.send('/v1/orders/SHOP-1/cancel', {});
  assert.deepEqual([cancelled.status, cancelled.json.error], [409, 'order_not_cancellable']);
  const changed = await shop.send('/v1/orders/SHOP-1', order(), { method: 'PUT' });
  assert.deepEqual([changed.status, changed.json.error], [409, 'order_not_changeable']);
});

test('a change restarts the order, keeps the stock it still needs, and respects If-Match', async () => {
  const shop = await newShop();
  await shop.send('/v1/orders', order());
  await assign(shop, 'SHOP-1');
  const { headers } = await shop.send('/v1/orders/SHOP-1');
  const [item] = order().items;
  const wanted = order({ items: [{ ...item!, quantity: 5 }] });
  const stale = await shop.send('/v1/orders/SHOP-1', wanted, {
    method: 'PUT',
    headers: { 'if-match': '"1"' },
  });
  assert.deepEqual([stale.status, stale.json.error], [412, 'precondition_failed']);
  const changed = await shop.send('/v1/orders/SHOP-1', wanted, {
    method: 'PUT',
    headers: { 'if-match': headers.get('etag') ?? '' },
  });
  assert.equal(changed.status, 200);
  assert.deepEqual([changed.json.status, changed.json.items[0].quantity], ['NEW', 5]);
  const { rows } = await server.pool.query(
    'select sum(quantity)::int as held from stock_reservations where client_id = $1',
    [shop.clientId],
  );
  assert.equal(rows[0].held, item?.quantity);
  const same = await shop.send('/v1/orders/SHOP-1', wanted, { method: 'PUT' });
  assert.equal(same.headers.get('etag'), changed.headers.get('etag'));
});

test('all violations of a change are returned at once, as at creation', async () => {
  const shop = await newShop();
  await shop.send('/v1/orders', order());
  const answer = await shop.send(
    '/v1/orders/SHOP-1',
    { ...order(), orderId: 'SHOP-2', unitPriceCurrency: 'eur' },
    { method: 'PUT' },
  );
  assert.equal(answer.status, 400);
  assert.deepEqual(answer.json.violations.map(({ code }: { code: string }) => code).sort(), [
    'order_id_mismatch',
    'unknown_currency',
  ]);
});

test('the history of other clients’ orders is not found, and they cannot be cancelled or changed', async () => {
  const [shop, other] = [await newShop(), await newShop()];
  await shop.send('/v1/orders', order());
  for (const answer of [
    await other.send('/v1/orders/SHOP-1/events'),
    await other.send('/v1/orders/SHOP-1/cancel', {}),
    await other.send('/v1/orders/SHOP-1', order(), { method: 'PUT' }),
  ]) {
    assert.deepEqual([answer.status, answer.json.error], [404, 'order_not_found']);
  }
});

test('a history is read page by page', async () => {
  const shop = await newShop();
  await shop.send('/v1/orders', order());
  await shop.send('/v1/orders/SHOP-1/cancel', {});
  const first = await shop.send('/v1/orders/SHOP-1/events?limit=1');
  assert.equal(first.json.length, 1);
  const next = /<([^>]+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
  const second = await shop.send(new URL(next).pathname + new URL(next).search);
  assert.deepEqual([second.json[0].type, second.headers.get('link')], ['order.cancelled', null]);
});

test('a sandbox order advances by itself, and does not use stock', async (t) => {
  const shop = await newShop('sandbox');
  await shop.send('/v1/orders', order());
  const { context } = await newIntakeHost(t, server, {});
  const never = new AbortController().signal;
  await takeInOrders({ ...context, stepMs: STEP_MS }, shop.clientId, never);
  for (let step = 0; step < 3; step++) {
    const later = new Date(Date.now() + step * STEP_MS);
    await advanceSandboxOrders({ ...context, clock: () => later }, shop.clientId, STEP_MS, never);
  }
  const { json: read } = await shop.send('/v1/orders/SHOP-1');
  assert.equal(read.status, 'SHIPPED');
  assert.ok(read.shipping.trackingNumber);
  assert.equal(read.shipments.length, 1);
  const { json: events } = await shop.send('/v1/orders/SHOP-1/events');
  assert.deepEqual(
    events.map(({ status }: { status: string }) => status),
    ['NEW', 'ASSIGNED', 'ACCEPTED', 'SHIPPED'],
  );
  const { rows } = await server.pool.query('select count(*)::int as moved from stock_movements where client_id = $1', [
    shop.clientId,
  ]);
  assert.equal(rows[0].moved, 0);
});

test('the files of a sandbox order are fetched and judged', async (t) => {
  const shop = await newShop('sandbox');
  const host = await newIntakeHost(t, server, {
    '/good.png': (response) => response.end(makePng()),
    '/text.png': (response) => response.end('no picture'),
  });
  const items = (path: string) => [host.printed(path)];
  for (const [orderId, path] of [
    ['GOOD', '/good.png'],
    ['TEXT', '/text.png'],
    ['NONE', '/none.png'],
  ] as const)
    await shop.send('/v1/orders', order({ orderId, items: items(path) }));
  await takeInOrders({ ...host.context, stepMs: STEP_MS }, shop.clientId, new AbortController().signal);
  const stateOf = async (orderId: string) => {
    const { json } = await shop.send(`/v1/orders/${orderId}`);
    return [json.status, json.statusReason?.code];
  };
  assert.deepEqual(await stateOf('GOOD'), ['ASSIGNED', undefined]);
  assert.deepEqual(await stateOf('TEXT'), ['ERROR', 'wrong_file_type']);
  assert.deepEqual(await stateOf('NONE'), ['ERROR', 'file_not_found']);
});

test('a repeated simulation with the same key counts once', async () => {
  const shop = await newShop('sandbox');
  const simulate = (body: object, key: string) =>
    shop.send('/v1/orders/ONCE/simulate', body, { headers: { 'idempotency-key': key } });
  await shop.send('/v1/orders', order({ orderId: 'ONCE', items: [item({ quantity: 3 })] }));
  const part = { situation: 'PARTIALLY_SHIPPED' };
  const answers = await Promise.all([1, 2, 3].map(() => simulate(part, 'part-1')));
  for (const { json } of answers) assert.equal(json.shipments.length, 1);
  const replayed = answers.filter(({ headers }) => headers.get('idempotent-replayed') === 'true');
  assert.equal(replayed.length, 2);
  assert.equal((await simulate(part, 'part-2')).json.shipments.length, 2);
  assert.equal((await simulate({ status: 'SHIPPED' }, 'part-2')).json.error, 'idempotency_key_reused');
});

test('a partial shipment, a wait for stock and a broken file are simulated', async (t) => {
  const shop = await newShop('sandbox');
  const { context, printed } = await newIntakeHost(t, server, {});
  const never = new AbortController().signal;
  const simulate = (orderId: string, body: object) => shop.send(`/v1/orders/${orderId}/simulate`, body);
  await shop.send('/v1/orders', order({ orderId: 'PARTS', items: [item({ quantity: 3 })] }));
  for (const shipped of [1, 2]) {
    const { json } = await simulate('PARTS', { situation: 'PARTIALLY_SHIPPED' });
    assert.deepEqual([json.status, json.shipments.length], ['ACCEPTED', shipped]);
  }
  assert.equal((await simulate('PARTS', { situation: 'PARTIALLY_SHIPPED' })).json.error, 'order_not_changeable');
  await shop.send('/v1/orders', order({ orderId: 'ONE-PIECE', items: [item({ quantity: 1 })] }));
  const alone = await simulate('ONE-PIECE', { situation: 'PARTIALLY_SHIPPED' });
  assert.equal(alone.json.error, 'order_not_changeable');
  assert.equal((await shop.send('/v1/orders/ONE-PIECE')).json.status, 'NEW', 'a refused situation changes nothing');
  assert.equal((await simulate('PARTS', { status: 'ERROR' })).json.error, 'order_not_changeable');
  const later = new Date(Date.now() + STEP_MS);
  await advanceSandboxOrders({ ...context, clock: () => later }, shop.clientId, STEP_MS, never);
  const { json: sent } = await shop.send('/v1/orders/PARTS');
  const pieces = sent.shipments.map((one: { items: { quantity: number }[] }) => one.items[0]?.quantity);
  assert.deepEqual([sent.status, pieces], ['SHIPPED', [1, 1, 1]]);
  assert.equal(new Set(sent.shipments.map((one: { trackingNumber: string }) => one.trackingNumber)).size, 3);
  const { json: events } = await shop.send('/v1/orders/PARTS/events');
  assert.equal(events.filter(({ type }: { type: string }) => type === 'order.partially_shipped').length, 2);

  const { json: delivered } = await simulate('PARTS', { situation: 'PARCEL_DELIVERED' });
  const statuses = delivered.shipments.map((one: { delivery: { status: string } }) => one.delivery.status);
  assert.deepEqual([delivered.status, statuses], ['SHIPPED', ['DELIVERED', 'DELIVERED', 'DELIVERED']]);

  await shop.send('/v1/orders', order({ orderId: 'WAITS' }));
  const { json: waiting } = await simulate('WAITS', { situation: 'WAITING_FOR_STOCK' });
  assert.deepEqual([waiting.status, waiting.statusReason.code], ['NEW', 'waiting_for_stock']);
  assert.equal(waiting.statusReason.details[0].pointer, '/items/0/existingProduct');
  await takeInOrders({ ...context, stepMs: STEP_MS }, shop.clientId, never);
  assert.equal((await shop.send('/v1/orders/WAITS')).json.status, 'NEW', 'for a step');
  await takeInOrders({ ...context, clock: () => later, stepMs: STEP_MS }, shop.clientId, never);
  const { json: served } = await shop.send('/v1/orders/WAITS');
  assert.deepEqual([served.status, served.statusReason], ['ASSIGNED', undefined]);

  const typesOf = async () =>
    (await shop.send('/v1/orders/WAITS/events')).json.map(({ type }: { type: string }) => type);
  const before = await typesOf();
  assert.equal((await simulate('WAITS', { situation: 'WAITING_FOR_FILE' })).json.error, 'order_not_changeable');
  assert.deepEqual(await typesOf(), before, 'a refused situation changes nothing');
  const { json: retired } = await simulate('WAITS', { situation: 'RETIRED' });
  assert.deepEqual([retired.status, retired.statusReason.details[0].code], ['NEW', 'retired']);
  assert.deepEqual(await typesOf(), [...before, 'order.error', 'order.updated', 'order.updated']);
  await takeInOrders({ ...context, clock: () => later, stepMs: STEP_MS }, shop.clientId, never);

  await shop.send('/v1/orders', order({ orderId: 'BROKEN', items: [item(), printed('/a.png')] }));
  const { json: broken } = await simulate('BROKEN', { situation: 'BROKEN_FILE' });
  const pointer = '/items/1/customProduct/prints/0/dataUrl';
  assert.deepEqual(
    [broken.status, broken.statusReason.code, broken.statusReason.pointer],
    ['ERROR', 'file_not_found', pointer],
  );
  assert.equal((await simulate('WAITS', { situation: 'BROKEN_FILE' })).json.error, 'order_not_changeable');
  assert.equal((await simulate('WAITS', { situation: 'BROKEN_FILE', status: 'NEW' })).status, 400);
});

test('a sandbox order is simulated to a status through every status on the way', async () => {
  const shop = await newShop('sandbox');
  await shop.send('/v1/orders', order());
  const failed = await shop.send('/v1/orders/SHOP-1/simulate', { status: 'ERROR' });
  assert.deepEqual([failed.json.status, failed.json.statusReason.code], ['ERROR', 'simulated']);
  const shipped = await shop.send('/v1/orders/SHOP-1/simulate', { status: 'SHIPPED' });
  assert.deepEqual([shipped.json.status, shipped.json.statusReason], ['SHIPPED', undefined]);
  const back = await shop.send('/v1/orders/SHOP-1/simulate', { status: 'NEW' });
  assert.deepEqual([back.status, back.json.error], [409, 'order_not_changeable']);
  const live = await newShop();
  await live.send('/v1/orders', order());
  const refused = await live.send('/v1/orders/SHOP-1/simulate', { status: 'SHIPPED' });
  assert.deepEqual([refused.status, refused.json.error], [403, 'sandbox_only']);
});

test('in the sandbox the next step accepts a cancellation request', async () => {
  const shop = await newShop('sandbox');
  await shop.send('/v1/orders', order());
  await shop.send('/v1/orders/SHOP-1/simulate', { status: 'ACCEPTED' });
  const wish = await shop.send('/v1/orders/SHOP-1/cancel', { reason: 'Wrong size.' });
  assert.deepEqual([wish.status, wish.json.cancellation.status], [202, 'REQUESTED']);
  await advanceSandboxOrders(
    { pool: server.pool, clock: () => new Date(), log: server.log, faults: server.faults },
    shop.clientId,
    60_000,
    new AbortController().signal,
  );
  const { json } = await shop.send('/v1/orders/SHOP-1');
  assert.deepEqual([json.status, json.cancellation], ['CANCELLED', { status: 'ACCEPTED', reason: 'Wrong size.' }]);
});

test('a failed precondition changes nothing', async () => {
  const shop = await newShop();
  await shop.send('/v1/orders', order());
  const [item] = order().items;
  const wanted = order({ items: [{ ...item!, quantity: 9 }] });
  const put = (headers: Record<string, string>) => shop.send('/v1/orders/SHOP-1', wanted, { method: 'PUT', headers });
  for (const headers of [{ 'if-match': 'W/"2"' }, { 'if-none-match': '*' }, { 'if-none-match': 'W/"1"' }]) {
    const { status, json } = await put(headers);
    assert.deepEqual([status, json.error], [412, 'precondition_failed']);
  }
  const changed = await put({ 'if-match': '"7", "1"', 'if-none-match': '"2"' });
  assert.deepEqual([changed.status, changed.json.items[0].quantity], [200, 9]);
  const weak = await put({ 'if-match': 'W/"2"' });
  assert.deepEqual([weak.status, weak.headers.get('etag')], [200, '"2"']);
});

test('an invented cursor of the history is refused', async () => {
  const shop = await newShop();
  await shop.send('/v1/orders', order());
  for (const place of ['-99999999999', '1.5', '99999999999']) {
    const cursor = Buffer.from(JSON.stringify([place])).toString('base64url');
    const { status } = await shop.send(`/v1/orders/SHOP-1/events?cursor=${cursor}`);
    assert.equal(status, 400, place);
  }
});

test('an order that was read can be sent again in every status', async () => {
  const shop = await newShop('sandbox');
  await shop.send('/v1/orders', order());
  const { json: shipped } = await shop.send('/v1/orders/SHOP-1/simulate', { status: 'SHIPPED' });
  const again = await shop.send('/v1/orders', shipped);
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
  assert.deepEqual(again.json, shipped);
});
