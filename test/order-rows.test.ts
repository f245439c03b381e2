import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contractCarrier, saveCarrier } from '../src/catalog/contract-clients.ts';
import { fillOldOrders } from '../src/orders/change/fill-orders.ts';
import { dueFills } from '../src/orders/change/order-fill-store.ts';
import { SearchTermsWriter } from '../src/orders/search/write-search-terms.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { ADDRESS, BLANK, customItem, EAN, item, order } from '../src/orders/test-support/sample-orders.ts';
import { SYSTEM } from '../src/platform/audit/actor.ts';
import { findDue } from '../src/platform/database/due-query.ts';
import { countOrdersByClient } from '../src/reports/order-count-store.ts';
import { assign, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const CARRIERS = { 'rows-post': 'Rows Post', 'rows-express': 'Rows Express', 'rows-late': 'Rows Late' };

const newCause = () => ({ by: SYSTEM, now: new Date() });

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  for (const [carrierId, name] of Object.entries(CARRIERS)) {
    await saveCarrier(server.pool, carrierId, { name }, newCause());
    await contractCarrier(server.pool, customer.clientId, carrierId, carrierId === 'rows-post', newCause());
  }
});
after(() => server.close());

const now = () => new Date();
const never = new AbortController().signal;
const beginIntake = ({ clientId }: Customer) =>
  new SearchTermsWriter(server.pool, now, server.log).write(clientId, never);
const makeDefault = (carrierId: string, isDefault: boolean, { clientId } = customer) =>
  contractCarrier(server.pool, clientId, carrierId, isDefault, newCause());

async function itemsOf(orderId: string, { clientId } = customer): Promise<unknown[]> {
  const { rows } = await server.pool.query(
    `select position, item_id, kind, code, quantity from order_items where client_id = $1 and order_id = $2 order by position`,
    [clientId, orderId],
  );
  return rows.map((row) => Object.values(row));
}

async function columnsOf(orderId: string, { clientId } = customer): Promise<Record<string, unknown>> {
  const { rows } = await server.pool.query(
    `select carrier, recipient, country, reason_message, item_count, status_since from orders where client_id = $1 and order_id = $2`,
    [clientId, orderId],
  );
  return rows[0];
}
const carrierOf = async (orderId: string, of = customer) => (await columnsOf(orderId, of)).carrier;

test('item rows exist from the begin of the intake and follow changes of the order', async () => {
  const items = [item({ quantity: 3 }), { ...customItem(), id: 'mine' }];
  assert.equal((await customer.post(order({ orderId: 'ROWS-1', items }))).status, 200);
  assert.deepEqual(await itemsOf('ROWS-1'), [], 'creating an order is one row');
  await beginIntake(customer);
  const sku = BLANK;
  assert.deepEqual(await itemsOf('ROWS-1'), [
    [1, '1', 'PRODUCT', EAN, 3],
    [2, 'mine', 'ARTICLE', sku, 1],
  ]);
  await customer.put('ROWS-1', order({ orderId: 'ROWS-1', items: [{ ...customItem(), id: 'mine', quantity: 7 }] }));
  assert.deepEqual(await itemsOf('ROWS-1'), [[1, 'mine', 'ARTICLE', sku, 7]]);
});

test('an order that is assigned before its rows exist gets them then', async () => {
  await customer.post(order({ orderId: 'ROWS-2', items: [item()] }));
  await assign(server, customer.clientId, 'ROWS-2');
  assert.equal((await itemsOf('ROWS-2')).length, 1);
});

test('a changed order keeps its new rows when the job runs late', async () => {
  await customer.post(order({ orderId: 'ROWS-3', items: [item(), customItem()] }));
  await customer.put('ROWS-3', order({ orderId: 'ROWS-3', items: [item()] }));
  await beginIntake(customer);
  assert.equal((await itemsOf('ROWS-3')).length, 1);
});

test("the carrier is the order's, else today's default, and none beside the client's own label", async () => {
  const post = (orderId: string, shipping: object) => customer.post(order({ orderId, shipping }));
  await post('CAR-NAMED', { address: ADDRESS, carrierId: 'rows-express' });
  await post('CAR-DEFAULT', { address: ADDRESS });
  await post('CAR-LABEL', { shippingLabelUrl: 'https://files.example/label.pdf' });
  assert.deepEqual(
    [await carrierOf('CAR-NAMED'), await carrierOf('CAR-DEFAULT'), await carrierOf('CAR-LABEL')],
    ['rows-express', 'rows-post', null],
  );
  await customer.put('CAR-NAMED', order({ orderId: 'CAR-NAMED', shipping: { address: ADDRESS } }));
  assert.equal(await carrierOf('CAR-NAMED'), 'rows-post');
});

test('a later default carrier counts until the order is assigned', async () => {
  await makeDefault('rows-post', false);
  await customer.post(order({ orderId: 'CAR-LATE' }));
  assert.equal(await carrierOf('CAR-LATE'), null);
  await makeDefault('rows-late', true);
  await assign(server, customer.clientId, 'CAR-LATE');
  assert.equal(await carrierOf('CAR-LATE'), 'rows-late');
  await makeDefault('rows-post', true);
  await operator.work(customer.clientId, 'CAR-LATE', 'accept');
  assert.equal(await carrierOf('CAR-LATE'), 'rows-late');
});

test('the carrier at shipping replaces the earlier one, by its id if the name is known', async () => {
  for (const [orderId, told, carrier] of [
    ['CAR-BY-NAME', 'rows EXPRESS', 'rows-express'],
    ['CAR-BY-ID', 'rows-late', 'rows-late'],
    ['CAR-OTHER', 'Bicycle', 'Bicycle'],
    ['CAR-UNTOLD', undefined, 'rows-post'],
  ] as const) {
    await customer.post(order({ orderId }));
    await assign(server, customer.clientId, orderId);
    await operator.work(customer.clientId, orderId, 'accept');
    const parcels = [told === undefined ? {} : { trackingCarrier: told }];
    assert.equal((await operator.work(customer.clientId, orderId, 'ship', { parcels })).status, 200);
    assert.equal(await carrierOf(orderId), carrier);
  }
});

test('the time in a status continues through other changes and restarts with the next status', async () => {
  await customer.post(order({ orderId: 'SINCE-1' }));
  const made = (await columnsOf('SINCE-1')).status_since;
  await operator.work(customer.clientId, 'SINCE-1', 'hold', { reason: 'Wait.' });
  assert.deepEqual((await columnsOf('SINCE-1')).status_since, made);
  assert.equal((await columnsOf('SINCE-1')).reason_message, 'Wait.');
  await operator.work(customer.clientId, 'SINCE-1', 'error', { message: 'No.' });
  assert.ok(Number((await columnsOf('SINCE-1')).status_since) > Number(made));
});

test('orders from older releases get the new columns without other changes', async () => {
  const old = await newCustomer(server);
  await contractCarrier(server.pool, old.clientId, 'rows-post', true, newCause());
  const ids = Array.from({ length: 130 }, (_, index) => `OLD-${String(index).padStart(3, '0')}`);
  for (const orderId of ids) await old.post(order({ orderId }));
  await old.cancel('OLD-001');
  await operator.work(old.clientId, 'OLD-002', 'hold', { reason: 'Wait.' });
  const before = await Promise.all(ids.map((orderId) => columnsOf(orderId, old)));
  const texts = await Promise.all(ids.map(async (orderId) => (await old.read(orderId)).json));
  const { clientId } = old;
  await server.pool.query('delete from order_items where client_id = $1', [clientId]);
  await server.pool.query(
    `update orders set carrier = null, recipient = null, country = null, reason_message = null, item_count = null, status_since = null
     where client_id = $1`,
    [clientId],
  );
  await server.pool.query('insert into order_fills (client_id) values ($1)', [clientId]);
  await fillOldOrders({ pool: server.pool, log: server.log, dueRule: server.config }, clientId, never);
  const after = await Promise.all(ids.map((orderId) => columnsOf(orderId, old)));
  // For finished orders the last change counts, and their carrier is unknown.
  const ended = { status_since: null, carrier: null };
  assert.deepEqual(after, before.with(1, { ...before[1], ...ended }));
  assert.deepEqual(await Promise.all(ids.map(async (orderId) => (await old.read(orderId)).json)), texts);
  assert.equal((await itemsOf('OLD-129', old)).length, 1);
  assert.deepEqual(await countsOf(old), { NEW: 129, 'NEW on_hold': 1, CANCELLED: 1 });
  const { rowCount } = await server.pool.query('select from order_fills where client_id = $1', [clientId]);
  assert.equal(rowCount, 0, 'it is done');
});

async function countsOf({ clientId }: Customer): Promise<Record<string, number>> {
  const counts = await countOrdersByClient(server.pool, 'live', clientId);
  return Object.fromEntries(
    counts.map(({ status, reasonCode, orders }) => [[status, reasonCode ?? []].flat().join(' '), orders]),
  );
}

test('orders are counted by status and reason as soon as they change', async () => {
  const counted = await newCustomer(server);
  const { clientId } = counted;
  await Promise.all(['A', 'B', 'C', 'D'].map((id) => counted.post(order({ orderId: `CNT-${id}` }))));
  await counted.post(order({ orderId: 'CNT-A' }));
  assert.deepEqual(await countsOf(counted), { NEW: 4 });
  await assign(server, clientId, 'CNT-A');
  await operator.work(clientId, 'CNT-B', 'hold');
  await operator.work(clientId, 'CNT-C', 'error', { message: 'No.' });
  const expected = { NEW: 2, 'NEW on_hold': 1, ERROR: 1, 'ERROR production_problem': 1 };
  assert.deepEqual(await countsOf(counted), { ...expected, ASSIGNED: 1 });
  await operator.work(clientId, 'CNT-A', 'accept');
  assert.deepEqual(await countsOf(counted), { ...expected, ACCEPTED: 1 });
});

test('orders that the release before assigned are filled with their technologies', async () => {
  const old = await newCustomer(server);
  const { clientId } = old;
  for (const orderId of ['TECH-1', 'TECH-2']) {
    await old.post(order({ orderId }));
    await assign(server, clientId, orderId);
  }
  const technologies = async () => {
    const { rows } = await server.pool.query(
      'select technology_pieces as text from orders where client_id = $1 order by order_id',
      [clientId],
    );
    return rows.map(({ text }) => text);
  };
  const written = await technologies();
  assert.match(written[0], /^\d+\t/);
  const due = async () => (await findDue(server.pool, dueFills())).includes(clientId);
  assert.equal(await due(), false);
  await server.pool.query('update orders set technology_pieces = null where client_id = $1', [clientId]);
  assert.equal(await due(), true);
  await fillOldOrders({ pool: server.pool, log: server.log, dueRule: server.config }, clientId, never);
  assert.deepEqual(await technologies(), written);
  assert.equal(await due(), false);
});

test('the upgrade gives existing orders a due time, which their customers read', async () => {
  const old = await newCustomer(server);
  const { clientId } = old;
  await old.post(order({ orderId: 'DUE-1' }));
  await assign(server, clientId, 'DUE-1');
  const before = (await old.read('DUE-1')).json;
  await server.pool.query(
    `update orders set due = null, document = (document::jsonb - 'expectedShipDate')::text where client_id = $1`,
    [clientId],
  );
  await fillOldOrders({ pool: server.pool, log: server.log, dueRule: server.config }, clientId, never);
  const { json } = await old.read('DUE-1');
  assert.deepEqual(Object.keys(json).toSorted(), Object.keys(before).toSorted());
  const { rows } = await server.pool.query('select due from orders where client_id = $1', [clientId]);
  assert.equal(json.expectedShipDate, rows[0].due.toISOString());
});
