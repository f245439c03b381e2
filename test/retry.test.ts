import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { type FileAnswer, newIntakeHost, serve } from '../src/orders/test-support/intake-context.ts';
import { item, order } from '../src/orders/test-support/sample-orders.ts';
import { makePng } from '../src/platform/files/test-support/sample-files.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const EAN = '4006381333931';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
});
after(() => server.close());

const down: FileAnswer = (response) => void response.writeHead(503).end();
const work = (verb: string, body?: unknown, headers?: Record<string, string>) =>
  operator.send('POST', `/orders/${customer.clientId}/SHOP-1/${verb}`, body, headers);
const read = async () => (await customer.read('SHOP-1')).json;

test('staff retry an order at once that waits for a file', async (t) => {
  const answers = { '/art.png': down };
  const host = await newIntakeHost(t, server, answers, [3_600]);
  customer = await newCustomer(server);
  await customer.post(order({ items: [host.printed('/art.png')] }));
  const early = await work('retry');
  assert.deepEqual([early.status, early.headers.get('etag')], [200, '"1"'], 'it is being taken in');
  await host.takeIn(customer.clientId);
  assert.equal((await read()).statusReason.code, 'waiting_for_file');
  answers['/art.png'] = serve(makePng());
  await host.takeIn(customer.clientId);
  assert.equal(host.asked().length, 1, 'not before its time');
  assert.equal((await work('retry', {}, { 'if-match': '"1"' })).status, 412);
  const tried = await work('retry', {}, { 'if-match': '"2"' });
  assert.deepEqual([tried.json.status, tried.json.statusReason], ['NEW', undefined]);
  assert.equal((await work('retry', {}, { 'if-match': '"2"' })).text, tried.text);
  await host.takeIn(customer.clientId);
  assert.equal((await read()).status, 'ASSIGNED');
  const refused = await work('retry');
  assert.match(refused.json.message, /^The order is ASSIGNED; "retry" is not possible. Possible: accept/);
});

test('staff retry an order at once that waits for stock, and it overtakes no other order', async (t) => {
  const host = await newIntakeHost(t, server, {});
  customer = await newCustomer(server);
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 0 });
  await assigned(server, customer, { orderId: 'SHOP-1' });
  assert.equal((await read()).statusReason.code, 'waiting_for_stock');
  await work('retry');
  const { rows } = await server.pool.query('select from stock_waits where client_id = $1', [customer.clientId]);
  assert.equal(rows.length, 0);
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 2 });
  const { json } = await work('retry');
  assert.equal(json.status, 'NEW');
  await host.takeIn(customer.clientId);
  assert.equal((await read()).status, 'ASSIGNED');
});

test('an order in ERROR is retried from its first attempt', async (t) => {
  const answers = { '/art.png': down };
  const host = await newIntakeHost(t, server, answers, [3_600]);
  customer = await newCustomer(server);
  await customer.post(order({ items: [host.printed('/art.png')] }));
  await host.takeIn(customer.clientId);
  await work('error', { message: 'No such host.' });
  assert.equal((await work('retry')).json.status, 'NEW');
  await host.takeIn(customer.clientId);
  assert.equal((await read()).statusReason.code, 'waiting_for_file');
  await work('hold');
  assert.match((await work('retry')).json.message, /^The order is NEW and on hold; "retry" is not possible/);
});

for (const verb of ['retry', 'reopen']) {
  test(`stored files are kept unless refetch is set when staff ${verb} an order`, async (t) => {
    const answers = { '/art.png': serve(makePng()), '/slip.png': serve(makePng()) };
    const host = await newIntakeHost(t, server, answers);
    customer = await newCustomer(server);
    const wanted = { items: [host.printed('/art.png')], packingSlip: `${host.files.url}/slip.png` };
    await operator.send('POST', `/stock/ARTICLE/${wanted.items[0]?.customProduct?.sku}/set`, {
      quantity: 9,
    });
    await customer.post(order(wanted));
    await host.takeIn(customer.clientId);
    assert.equal((await read()).status, 'ASSIGNED');
    for (const [body, fetched] of [
      [undefined, 2],
      [{}, 2],
      [{ refetch: false }, 2],
      [{ refetch: true }, 4],
    ] as const) {
      await work('error', { message: 'No.' });
      assert.equal((await work(verb, body)).json.status, 'NEW');
      await host.takeIn(customer.clientId);
      assert.equal((await read()).status, 'ASSIGNED');
      assert.equal(host.asked().length, fetched);
    }
    assert.equal((await work(verb, { refetch: 'yes' })).status, 400);
  });
}

test('with refetch all files of an order that waits for one are downloaded again', async (t) => {
  const answers = { '/art.png': serve(makePng()), '/slip.png': down };
  const host = await newIntakeHost(t, server, answers, [3_600]);
  customer = await newCustomer(server);
  await customer.post(order({ items: [item(), host.printed('/art.png')], packingSlip: `${host.files.url}/slip.png` }));
  await host.takeIn(customer.clientId);
  const listRequests = () => host.asked().sort();
  assert.deepEqual(listRequests(), ['/art.png', '/slip.png']);
  await work('retry');
  await host.takeIn(customer.clientId);
  assert.deepEqual(listRequests(), ['/art.png', '/slip.png', '/slip.png']);
  await work('retry', { refetch: true });
  await host.takeIn(customer.clientId);
  assert.deepEqual(listRequests(), ['/art.png', '/art.png', '/slip.png', '/slip.png', '/slip.png']);
});
