import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { assigned, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import type { CatalogFile } from '../../../catalog/catalog-file.ts';
import { importCatalog } from '../../../catalog/import-catalog.ts';
import { assignWaitingOrders } from '../../../orders/intake/assign-orders.ts';
import { type Customer, newCustomer, nextOf } from '../../../orders/test-support/customer.ts';
import { item } from '../../../orders/test-support/sample-orders.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
let ean13: string;
let count = 0;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
});
after(() => server.close());
beforeEach(async () => {
  ean13 = String(4_000_000_000_000 + ++count);
  await importStock(0);
});

function importStock(stockLevelQuantity: number) {
  const variants = [{ ean13, name: 'Mug', color: 'White', size: 'One', stockLevelQuantity }];
  const products = [{ productId: `P-${ean13}`, name: 'Mug', previewImageUrls: [], variants }];
  const file: CatalogFile = { articles: [], products, carriers: [] };
  return importCatalog(server.pool, file, { clientId: customer.clientId });
}

const change = (verb: 'set' | 'adjust', body: unknown) =>
  operator.send('POST', `/stock/PRODUCT/${ean13}/${verb}`, body);
const level = async () => (await operator.get(`/stock/PRODUCT/${ean13}`)).json;
const ledger = async () => (await operator.get(`/stock/PRODUCT/${ean13}/movements`)).json;
const orderOf = (orderId: string, quantity: number) =>
  assigned(server, customer, {
    orderId,
    items: [item({ quantity, existingProduct: { ean13 } })],
  });
const statusOf = async (orderId: string) => (await customer.read(orderId)).json.status;
const takeTurns = () =>
  assignWaitingOrders(
    { pool: server.pool, clock: () => new Date(), log: server.log, faults: server.faults, dueRule: server.config },
    new AbortController().signal,
  );

test('staff read, set and adjust the stock of a variant', async () => {
  assert.deepEqual(await level(), {
    kind: 'PRODUCT',
    code: ean13,
    name: 'Mug',
    color: 'White',
    size: 'One',
    onHand: 0,
    reserved: 0,
    reserves: [],
    available: 0,
    waitingOrders: 0,
  });
  const set = await change('set', { quantity: 12, reason: 'Stocktaking.' });
  assert.deepEqual([set.status, set.json.onHand], [200, 12]);
  assert.equal((await change('adjust', { by: -2 })).json.onHand, 10);
  assert.equal((await change('adjust', { by: 5 })).json.onHand, 15);
  assert.equal((await change('set', { quantity: 15 })).json.onHand, 15);
  const entries = await ledger();
  assert.deepEqual(
    entries.map(({ reason, onHandChange, note }: Record<string, unknown>) => [reason, onHandChange, note]),
    [
      ['adjusted', 5, undefined],
      ['adjusted', -2, undefined],
      ['set', 12, 'Stocktaking.'],
    ],
  );
});

test('the ledger is read page by page, latest first', async () => {
  for (const quantity of [1, 2, 3, 4, 5]) await change('set', { quantity });
  const seen: unknown[] = [];
  for (let path: string | undefined = `/operator/v1/stock/PRODUCT/${ean13}/movements?limit=2`; path; ) {
    const page = await operator.get(path.replace('/operator/v1', ''));
    assert.ok(page.json.length <= 2);
    seen.push(...page.json);
    path = nextOf(page);
  }
  assert.deepEqual(seen, await ledger());
  assert.equal(seen.length, 5);
  const { json } = await operator.get(`/stock/PRODUCT/${ean13}/movements?cursor=WyJ4Il0`);
  assert.equal(json.violations[0].code, 'invalid_cursor');
});

test('an adjustment cannot go below the reserved pieces, but a count can', async () => {
  await change('set', { quantity: 10 });
  await orderOf(`ADJ-${ean13}`, 8);
  const refused = await change('adjust', { by: -3 });
  assert.deepEqual([refused.status, refused.json.error], [409, 'not_enough_stock']);
  assert.match(refused.json.message, /On hand: 10, reserved: 8\. At most 2 can be taken off/);
  assert.equal((await change('adjust', { by: -2 })).status, 200);
  const counted = await change('set', { quantity: 5 });
  assert.deepEqual([counted.json.onHand, counted.json.reserved, counted.json.available], [5, 8, 0]);
  assert.equal((await change('adjust', { by: 1 })).json.onHand, 6);
  assert.equal((await change('adjust', { by: 2_000_000_000 })).json.error, 'too_much_stock');
});

test('an order ships although a count found fewer pieces than reserved, and the ledger records it', async () => {
  await change('set', { quantity: 10 });
  const orderId = await orderOf(`CNT-${ean13}`, 8);
  await change('set', { quantity: 5 });
  await operator.work(customer.clientId, orderId, 'accept');
  assert.equal((await operator.work(customer.clientId, orderId, 'ship', { parcels: [{}] })).status, 200);
  assert.deepEqual([(await level()).onHand, (await level()).reserved], [0, 0]);
  const [shipped, found] = await ledger();
  assert.deepEqual(
    [shipped.reason, shipped.onHandChange, found.reason, found.onHandChange],
    ['shipped', -8, 'adjusted', 3],
  );
});

test('waiting orders are filled when stock arrives, the oldest first, and one large order does not block others', async () => {
  const [first, second] = [`T1-${ean13}`, `T2-${ean13}`];
  await orderOf(first, 3);
  await orderOf(second, 1);
  assert.equal((await level()).waitingOrders, 2);
  await change('adjust', { by: 2 });
  await takeTurns();
  assert.deepEqual([await statusOf(first), await statusOf(second)], ['NEW', 'ASSIGNED']);
  const third = `T3-${ean13}`;
  await orderOf(third, 2);
  await importStock(4);
  await takeTurns();
  assert.deepEqual([await statusOf(first), await statusOf(third)], ['ASSIGNED', 'NEW']);
  await change('adjust', { by: 2 });
  await takeTurns();
  assert.equal(await statusOf(third), 'ASSIGNED');
  assert.equal((await level()).waitingOrders, 0);
});

test('an import tells the ledger what it changed, and nothing of what stayed', async () => {
  await importStock(7);
  await importStock(7);
  await importStock(4);
  assert.deepEqual(
    (await ledger()).map(({ reason, onHandChange }: Record<string, unknown>) => [reason, onHandChange]),
    [
      ['imported', -3],
      ['imported', 7],
    ],
  );
});

test('an unknown variant is not found, and an invalid quantity is refused', async () => {
  for (const path of ['/stock/PRODUCT/nothing', `/stock/ARTICLE/${ean13}`]) {
    assert.equal((await operator.get(path)).json.error, 'stock_not_found', path);
    assert.equal((await operator.get(`${path}/movements`)).json.error, 'stock_not_found', path);
    const set = await operator.send('POST', `${path}/set`, { quantity: 1 });
    assert.equal(set.json.error, 'stock_not_found', path);
  }
  assert.equal((await operator.get(`/stock/SHELF/${ean13}`)).json.violations[0].pointer, 'kind');
  for (const body of [{ quantity: -1 }, { quantity: '1' }, { quantity: 1.5 }, {}, { quantity: 1, x: 1 }])
    assert.equal((await change('set', body)).status, 400, JSON.stringify(body));
});

test('the ledger records the actor of each change: the customer, a system of the center, or Platen', async () => {
  const imported = { products: [{ productId: `P-${ean13}`, name: 'Mug', variants: [stockOf(9)] }] };
  assert.equal((await operator.send('POST', '/catalog/import', imported)).status, 200);
  await change('adjust', { by: 1 });
  await change('set', { quantity: 11 });
  const cancelled = await orderOf(`WHO-A-${ean13}`, 2);
  assert.equal((await customer.cancel(cancelled)).status, 200);
  const shipped = await orderOf(`WHO-B-${ean13}`, 3);
  await operator.work(customer.clientId, shipped, 'accept');
  await operator.work(customer.clientId, shipped, 'ship', { parcels: [{}] });
  const staff = { actor: 'operator', actorId: operator.clientId, actorName: 'Test Shop' };
  const platen = { actor: 'system', actorId: undefined, actorName: undefined };
  assert.deepEqual(
    (await ledger()).map(({ reason, actor, actorId, actorName }: Record<string, unknown>) => [
      reason,
      { actor, actorId, actorName },
    ]),
    [
      ['shipped', staff],
      ['reserved', platen],
      ['released', { actor: 'client', actorId: customer.clientId, actorName: 'Test Shop' }],
      ['reserved', platen],
      ['set', staff],
      ['adjusted', staff],
      ['imported', staff],
    ],
  );
});

const stockOf = (stockLevelQuantity: number) => ({
  ean13,
  name: 'Mug',
  color: 'White',
  size: 'One',
  stockLevelQuantity,
});
