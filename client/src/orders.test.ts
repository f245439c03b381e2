import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { EAN } from '../../src/orders/test-support/sample-orders.ts';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { PlatenApiError, PlatenError, responseOf } from './platen-client.ts';
import { newRealShop, type RealShop } from './test-support/real-shop.ts';
import { item, order } from './test-support/sample-requests.ts';
import { scriptedServer } from './test-support/scripted-server.ts';

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

const typesOf = async ({ platen }: RealShop, orderId: string) =>
  (await platen.orders.events(orderId).toArray()).map(({ type }) => type);

test('replace with ifMatch changes the version that was read', async () => {
  const { platen } = await newRealShop(server);
  const orderId = 'A/1 #ü?%';
  await platen.orders.create(order({ orderId }));
  const { order: read, etag } = await platen.orders.getWithEtag(orderId);
  assert.deepEqual(read, await platen.orders.get(orderId));
  const wanted = { ...read, items: [item({ quantity: 3 })] };
  const replaced = await platen.orders.replace(wanted, { ifMatch: etag });
  assert.deepEqual([replaced.status, replaced.items[0]?.quantity], ['NEW', 3]);
  assert.deepEqual(await platen.orders.get(orderId), replaced);
});

test('replace refuses an outdated ifMatch, and without ifMatch it overwrites any version', async () => {
  const { platen } = await newRealShop(server);
  await platen.orders.create(order());
  const { etag } = await platen.orders.getWithEtag('SHOP-1');
  const other = order({ items: [item({ quantity: 5 })] });
  await platen.orders.replace(other);
  await assert.rejects(platen.orders.replace(order(), { ifMatch: etag }), {
    name: 'PlatenConflictError',
    status: 412,
    error: 'precondition_failed',
  });
  assert.equal((await platen.orders.replace(order())).items[0]?.quantity, 2);
});

test('replacing an order in ERROR with itself tries it again', async () => {
  const shop = await newRealShop(server, 'sandbox');
  const { orders } = shop.platen;
  await orders.create(order());
  const failed = await orders.simulate('SHOP-1', 'ERROR');
  assert.equal(failed.statusReason?.code, 'simulated');
  const again = await orders.replace(await orders.get('SHOP-1'));
  assert.deepEqual([again.status, again.statusReason], ['NEW', undefined]);
});

test('cancel works at once before production and asks the staff during production', async () => {
  const shop = await newRealShop(server, 'sandbox');
  const { orders } = shop.platen;
  await orders.create(order());
  const { order: cancelled, outcome } = await orders.cancel('SHOP-1');
  assert.deepEqual([cancelled.status, outcome], ['CANCELLED', 'cancelled']);
  assert.equal((await orders.cancel('SHOP-1')).outcome, 'cancelled');

  await orders.create(order({ orderId: 'SHOP-2' }));
  await orders.simulate('SHOP-2', 'ACCEPTED');
  const asked = await orders.cancel('SHOP-2', { reason: 'Ordered twice.' });
  assert.deepEqual(
    [asked.outcome, asked.order.status, asked.order.cancellation],
    ['requested', 'ACCEPTED', { status: 'REQUESTED', reason: 'Ordered twice.' }],
  );
  assert.equal((await orders.cancel('SHOP-2')).outcome, 'requested');

  await orders.simulate('SHOP-2', 'SHIPPED');
  await assert.rejects(orders.cancel('SHOP-2'), { status: 409, error: 'order_not_cancellable' });
  await assert.rejects(orders.replace(order({ orderId: 'SHOP-2' })), { error: 'order_not_changeable' });
});

test('pieces are cancelled once although the answer is lost, and once for each key of the program', async () => {
  const shop = await newRealShop(server);
  const { orders } = shop.platen;
  await orders.create(order({ items: [item({ id: 'a', quantity: 5 })] }));
  const items = [{ id: 'a', quantity: 1 }];
  const quantity = async () => (await orders.get('SHOP-1')).items[0]?.quantity;
  shop.loseNextAnswer();
  const first = await orders.cancel('SHOP-1', { items });
  assert.deepEqual([first.order.items[0]?.quantity, responseOf(first)?.isReplayed], [4, true]);
  for (const idempotencyKey of ['mine', 'mine', 'other']) await orders.cancel('SHOP-1', { items }, { idempotencyKey });
  assert.equal(await quantity(), 2);
});

test('simulate requests, grants and rejects a cancellation in the sandbox', async () => {
  const { platen } = await newRealShop(server, 'sandbox');
  const { orders } = platen;
  for (const [orderId, end, status] of [
    ['SHOP-1', 'ACCEPTED', 'CANCELLED'],
    ['SHOP-2', 'REJECTED', 'ACCEPTED'],
  ] as const) {
    await orders.create(order({ orderId }));
    await orders.simulate(orderId, { status: 'ACCEPTED' });
    const asked = await orders.simulate(orderId, { cancellation: 'REQUESTED' });
    assert.equal(asked.cancellation?.status, 'REQUESTED');
    const ended = await orders.simulate(orderId, { cancellation: end });
    assert.deepEqual([ended.status, ended.cancellation?.status], [status, end]);
  }
});

test('events lists the history over all pages, oldest first', async () => {
  const { platen } = await newRealShop(server, 'sandbox');
  const orderId = 'A/1 #ü?%';
  await platen.orders.create(order({ orderId }));
  const shipped = await platen.orders.simulate(orderId, 'SHIPPED');
  assert.equal(shipped.shipments?.length, 1);
  const found: string[] = [];
  for await (const { type, actor } of platen.orders.events(orderId, { limit: 1 })) found.push(`${type} ${actor}`);
  assert.deepEqual(found, [
    'order.created client',
    'order.assigned system',
    'order.accepted system',
    'order.shipped system',
  ]);
  const first = await platen.orders.events(orderId, { limit: 3 }).page();
  const second = await platen.orders.events(orderId, { cursor: first.nextCursor }).page();
  assert.deepEqual([first.items.length, second.items.length, second.nextCursor], [3, 1, undefined]);
});

test('simulate refuses orders outside the sandbox', async () => {
  const { platen } = await newRealShop(server);
  await platen.orders.create(order());
  await assert.rejects(platen.orders.simulate('SHOP-1', 'SHIPPED'), { status: 403, error: 'sandbox_only' });
});

test('every call answers order_not_found for an unknown order', async () => {
  const { platen } = await newRealShop(server, 'sandbox');
  const { orders } = platen;
  for (const call of [
    () => orders.getWithEtag('NONE'),
    () => orders.replace(order({ orderId: 'NONE' })),
    () => orders.cancel('NONE'),
    () => orders.events('NONE').toArray(),
    () => orders.simulate('NONE', 'SHIPPED'),
  ])
    await assert.rejects(call, { status: 404, error: 'order_not_found' });
});

test('replace reports the same violations as create', async () => {
  const { platen } = await newRealShop(server);
  await platen.orders.create(order());
  const wrong = order({ items: [item({ quantity: 0 }), item({ existingProduct: { ean13: EAN.slice(1) } })] });
  await assert.rejects(platen.orders.replace(wrong), (error) => {
    assert.ok(error instanceof PlatenApiError && error.error === 'invalid_request');
    assert.deepEqual(
      error.violations.map(({ pointer }) => pointer),
      ['/items/0/quantity', '/items/1/existingProduct/ean13'],
    );
    return true;
  });
});

test('a change, a cancellation and a simulation happen once when their responses are lost', async () => {
  const shop = await newRealShop(server, 'sandbox');
  const { orders } = shop.platen;
  await orders.create(order());
  shop.loseNextAnswer();
  const changed = order({ items: [item({ quantity: 3 })] });
  assert.equal((await orders.replace(changed)).items[0]?.quantity, 3);
  shop.loseNextAnswer();
  assert.equal((await orders.simulate('SHOP-1', 'ACCEPTED')).status, 'ACCEPTED');
  shop.loseNextAnswer();
  assert.equal((await orders.cancel('SHOP-1')).outcome, 'requested');
  assert.deepEqual(await typesOf(shop, 'SHOP-1'), [
    'order.created',
    'order.updated',
    'order.assigned',
    'order.accepted',
    'order.cancellation_requested',
  ]);
});

test('a change with ifMatch whose response is lost happens once and reports precondition_failed', async () => {
  const shop = await newRealShop(server);
  const { orders } = shop.platen;
  await orders.create(order());
  const { etag } = await orders.getWithEtag('SHOP-1');
  shop.loseNextAnswer();
  const changed = order({ items: [item({ quantity: 3 })] });
  await assert.rejects(orders.replace(changed, { ifMatch: etag }), { error: 'precondition_failed' });
  assert.equal((await orders.get('SHOP-1')).items[0]?.quantity, 3);
  assert.deepEqual(await typesOf(shop, 'SHOP-1'), ['order.created', 'order.updated']);
});

test('a weak ETag becomes strong again, and a missing ETag is an error', async (t) => {
  const { client, requests } = await scriptedServer(t, {
    api: [{ headers: { etag: 'W/"7"' }, json: order() }, { json: order() }],
  });
  const { etag } = await client.orders.getWithEtag('SHOP-1');
  await client.orders.replace(order(), { ifMatch: etag });
  assert.deepEqual(
    requests.map(({ ifMatch }) => ifMatch),
    [undefined, '"7"'],
  );
  await assert.rejects(client.orders.getWithEtag('SHOP-1'), PlatenError);
});

test('a batch, a quote and the feed of events', async () => {
  const { platen } = await newRealShop(server);
  const { next } = await platen.events.read({ after: 'latest' });
  assert.deepEqual((await platen.orders.quote(order())).violations, []);
  const results = await platen.orders.createBatch([order(), { ...order({ orderId: 'SHOP-2' }), items: [] }]);
  assert.deepEqual(
    results.map(({ status, order: one, error }) => [status, one?.orderId, error?.error]),
    [
      [200, 'SHOP-1', undefined],
      [400, undefined, 'invalid_request'],
    ],
  );
  const held = await platen.orders.hold('SHOP-1', { reason: 'The colour is not clear.' });
  assert.equal(held.statusReason?.code, 'on_hold');
  assert.equal((await platen.orders.release('SHOP-1')).statusReason, undefined);
  const { limits } = await platen.account.usage();
  assert.equal(limits.ordersPerPage, 500);
  assert.deepEqual((await platen.account.networks()).networks, []);
  const { credentialId } = await platen.account.createCredential({ name: 'Reports', scopes: ['orders:read'] });
  await platen.account.revokeCredential(credentialId);
  assert.equal((await platen.account.credentials().toArray()).length, 1);
  // Open transactions of other databases of the same PostgreSQL delay new events.
  while ((await platen.events.read({ after: next })).data.length < 3) await setImmediate();
  const types: string[] = [];
  for await (const { type } of platen.events.all({ after: next, limit: 1 })) types.push(type);
  assert.deepEqual(types, ['order.created', 'order.updated', 'order.updated']);
});
