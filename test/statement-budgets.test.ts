import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { order } from '../src/orders/test-support/sample-orders.ts';
import { recordStatements } from './support/count-statements.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

/** Maximum number of statements for one request, without those that begin and commit its transaction. */
const BUDGETS = { read: 1, create: 1, cancel: 5, cancelReserved: 5, cancelInProduction: 10 };

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  // Later requests find the token and the catalogue in memory.
  await customer.post(order({ orderId: 'FIRST' }));
  await customer.read('FIRST');
});
after(() => server.close());

async function assertBudget(max: number, status: number, request: () => Promise<{ status: number }>) {
  let answered = 0;
  const texts = await recordStatements(async () => {
    answered = (await request()).status;
  });
  assert.equal(answered, status);
  const statements = texts.filter((text) => !/^(begin|commit)/i.test(text));
  assert.ok(statements.length <= max, `${statements.length} statements:\n${statements.join('\n\n')}`);
}

test('reading one order takes one statement', () => assertBudget(BUDGETS.read, 200, () => customer.read('FIRST')));

test('creating an order takes one statement', () =>
  assertBudget(BUDGETS.create, 200, () => customer.post(order({ orderId: 'SECOND' }))));

test('cancelling an order before production takes at most five statements', () =>
  assertBudget(BUDGETS.cancel, 200, () => customer.cancel('SECOND')));

test('cancelling an order that has stock reserved takes at most five statements', async () => {
  await assigned(server, customer, { orderId: 'RESERVED' });
  await assertBudget(BUDGETS.cancelReserved, 200, () => customer.cancel('RESERVED'));
});

test('requesting the cancellation of an order in production takes at most ten statements', async () => {
  await assigned(server, customer, { orderId: 'THIRD' });
  await operator.work(customer.clientId, 'THIRD', 'accept');
  await assertBudget(BUDGETS.cancelInProduction, 202, () => customer.cancel('THIRD'));
});
