import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { customItem, EAN, item } from '../src/orders/test-support/sample-orders.ts';
import { chargeOrders } from '../src/reports/money/charge-orders.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const CHARGER = join(import.meta.dirname, 'support/charge-and-be-killed.ts');
/** More writing statements than the charges of an order have. */
const STATEMENTS_MAX = 30;
const ORDERS = 8;
const PRICES = [
  { kind: 'ARTICLE', code: EAN, amount: 500, cost: 200 },
  { kind: 'ARTICLE', code: 'ST-CREATOR', amount: 640 },
  { kind: 'PRINT', technology: 'DTG', amount: 450 },
  { kind: 'PACKING_ORDER', amount: 90 },
  { kind: 'PACKING_PARCEL', amount: 120 },
];

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  await newCustomer(server);
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 1_000 });
  await operator.send('POST', '/stock/ARTICLE/ST-CREATOR-BLK-M/set', { quantity: 1_000 });
});
after(() => server.close());

async function newPayer(): Promise<Customer> {
  const customer = await newCustomer(server);
  const body = { name: 'Prices', currency: 'EUR', validFrom: '2026-01-01', prices: PRICES };
  assert.equal((await operator.send('POST', `/clients/${customer.clientId}/price-lists`, body)).status, 201);
  const shown = await operator.send('PUT', `/clients/${customer.clientId}/contract`, {
    mayRush: false,
    showsCharges: true,
  });
  assert.equal(shown.status, 200, shown.text);
  return customer;
}

/** Ships an order, which is then due to be charged. */
async function ship(customer: Customer, orderId: string): Promise<void> {
  await assigned(server, customer, { orderId, items: [item(), customItem()] });
  await operator.work(customer.clientId, orderId, 'accept');
  const parcels = [{ trackingNumber: orderId }];
  assert.equal((await operator.work(customer.clientId, orderId, 'ship', { parcels })).status, 200);
}

/** Charges the orders of the client in a process that kills itself at a statement. Returns whether it did. */
async function chargeAndDie({ clientId }: Customer, at: number): Promise<boolean> {
  const { host, port, user, password, database } = server.pool.options;
  const child = spawn(process.execPath, [CHARGER], {
    env: {
      ...process.env,
      ...{ KILL_AT: String(at), CLIENT_ID: clientId },
      CONNECTION: JSON.stringify({ host, port, user, password, database }),
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const [code, signal] = await once(child, 'exit');
  assert.ok(code === 0 || signal === 'SIGKILL', `the process ended with ${code} ${signal}`);
  return signal === 'SIGKILL';
}

async function chargeWhole({ clientId }: Customer): Promise<void> {
  const { pool, log, faults } = server;
  const context = { pool, log, faults, clock: () => new Date(), timeZone: () => 'UTC' };
  await chargeOrders(context, clientId, new AbortController().signal);
}

/** Returns the charges of an order: those of the ledger, and those that its customer sees. */
async function chargesOf(customer: Customer, orderId: string): Promise<{ booked: string[]; shown: string[] }> {
  const { json } = await operator.get(`/orders/${customer.clientId}/${orderId}/charges`);
  const order = (await customer.read(orderId)).json;
  type Row = { kind: string; amount: number };
  const textsOf = (rows: Row[] = []) => rows.map(({ kind, amount }) => `${kind} ${amount}`).sort();
  return { booked: textsOf(json.charges), shown: textsOf(order.charges) };
}

const BOOKED = ['ARTICLE 1000', 'ARTICLE 640', 'PACKING_ORDER 90', 'PACKING_PARCEL 120', 'PRINT 450'];

test('charging that is killed before each of its statements is done wholly or not at all, and once when it is repeated', async () => {
  const customer = await newPayer();
  let kills = 0;
  let done = 0;
  for (; kills < STATEMENTS_MAX; kills++) {
    const orderId = `KILL-${kills + 1}`;
    await ship(customer, orderId);
    const isKilled = await chargeAndDie(customer, kills + 1);
    const left = await chargesOf(customer, orderId);
    const name = `killed at statement ${kills + 1}`;
    if (left.booked.length > 0) done++;
    assert.deepEqual(left.booked, left.booked.length > 0 ? BOOKED : [], name);
    assert.equal(left.shown.length, left.booked.length, name);
    await chargeWhole(customer);
    const whole = await chargesOf(customer, orderId);
    assert.deepEqual(whole, { booked: BOOKED, shown: BOOKED }, name);
    if (!isKilled) break;
  }
  assert.ok(kills >= 5 && kills < STATEMENTS_MAX, `${kills}`);
  // The last kill is between the commit and its answer. The process after it was not killed.
  assert.equal(done, 2);
});

test('two processes that charge the same client and are killed again and again charge each order once', async () => {
  const customer = await newPayer();
  const orderIds = Array.from({ length: ORDERS }, (_, index) => `PAIR-${index + 1}`);
  for (const orderId of orderIds) await ship(customer, orderId);
  let kills = 0;
  for (let at = 7; ; at += 5) {
    const killed = await Promise.all([chargeAndDie(customer, at), chargeAndDie(customer, at + 3)]);
    kills += killed.filter(Boolean).length;
    if (!killed.some(Boolean)) break;
  }
  assert.ok(kills >= 2, `${kills}`);
  for (const orderId of orderIds)
    assert.deepEqual(await chargesOf(customer, orderId), { booked: BOOKED, shown: BOOKED }, orderId);
  const { rows } = await server.pool.query('select 1 from charges_due where client_id = $1', [customer.clientId]);
  assert.deepEqual(rows, []);
  const month = new Date().toISOString().slice(0, 7);
  const { json } = await operator.get(`/clients/${customer.clientId}/statements/${month}`);
  assert.equal(json.totals[0].amount, ORDERS * 2_300);
});
