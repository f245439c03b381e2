import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer, nextOf } from '../src/orders/test-support/customer.ts';
import { BLANK, customItem } from '../src/orders/test-support/sample-orders.ts';
import { commandSheet } from '../src/production/command-codes.ts';
import { assigned, markMade, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const SWISS = { personName: 'Zoë', street: 'Weg 1', city: 'Zürich', postalCode: '8001', country: 'CH' };

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('PUT', '/bins', { count: 5 });
});
after(() => server.close());

const stock = (quantity: number) =>
  operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(BLANK)}/set`, { quantity });

async function produceOrder(orderId: string, quantity: number, address?: object): Promise<string[]> {
  await assigned(server, customer, {
    orderId,
    items: [{ ...customItem(), quantity }],
    ...(address && { shipping: { address } }),
  });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  const { json } = await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`);
  return json.map(({ code }: { code: string }) => code);
}

async function scanAll(work: string, codes: (string | undefined)[]) {
  let context: object = { work };
  let last: { parcel?: { code: string }; done?: { successor?: { code: string } } } = {};
  for (const code of codes) {
    const { json } = await operator.send('POST', '/scans', { id: randomUUID(), station: 's', code, context });
    context = json.next;
    last = json;
  }
  return last;
}

test('problems of the floor are listed by kind with instructions, counted, and removed once solved', async () => {
  await stock(9);
  const [swiss] = await produceOrder('NO-LABEL', 1, SWISS);
  const [stopped] = await produceOrder('STOPPED', 1);
  await produceOrder('HELD', 1);
  await produceOrder('ASKED', 1);
  const [spoiled] = await produceOrder('SPOILED', 1);
  const binned = await produceOrder('BINNED', 4);
  assert.ok(stopped);
  await markMade(server, [swiss ?? '', ...binned.slice(0, 2)]);
  const { parcel } = await scanAll('PACK', [swiss]);
  // The shelf has no free stock at this time.
  const hole = commandSheet().find((one) => one.command === 'REJECT' && one.reason === 'HOLE')?.code;
  const { done } = await scanAll('CHECK', [spoiled, hole]);
  await operator.work(customer.clientId, 'STOPPED', 'error', { message: 'The artwork is broken.' });
  await operator.work(customer.clientId, 'HELD', 'hold', { reason: 'Wait for the customer.' });
  await customer.cancel('ASKED');
  server.time.now = new Date(Date.now() - 25 * 3_600_000);
  await scanAll('CHECK', [binned[0], binned[1]]);
  server.time.now = undefined;
  const { json } = await operator.get('/problems');
  const found = json.map(({ kind, orderId }: { kind: string; orderId?: string }) => `${kind} ${orderId}`).sort();
  assert.deepEqual(found, [
    'ASKED_TO_CANCEL ASKED',
    'BIN BINNED',
    'NO_BLANK SPOILED',
    'NO_LABEL NO-LABEL',
    'ON_HOLD HELD',
    'STOPPED STOPPED',
  ]);
  const of = (kind: string) => json.find((one: { kind: string }) => one.kind === kind);
  assert.deepEqual([of('NO_LABEL').code, of('NO_LABEL').reason], [parcel?.code, 'customs_data_missing']);
  assert.match(of('NO_LABEL').details.join(), /HS code/);
  assert.equal(of('NO_BLANK').code, done?.successor?.code);
  assert.deepEqual([of('STOPPED').count, of('STOPPED').reason], [1, 'The artwork is broken.']);
  const counts = (await operator.get('/problems/counts')).json;
  assert.deepEqual([counts.NO_LABEL, counts.STOPPED, counts.PRINT_JOB, counts.PAPER_NOT_MADE], [1, 1, 0, 0]);
  const only = (await operator.get('/problems?kind=ON_HOLD')).json;
  assert.deepEqual(
    only.map(({ orderId }: { orderId: string }) => orderId),
    ['HELD'],
  );
  const pages: string[] = [];
  for (let path: string | undefined = '/operator/v1/problems?limit=2'; path !== undefined; ) {
    const page = await operator.get(path.replace('/operator/v1', ''));
    pages.push(...page.json.map((one: { kind: string; orderId: string }) => `${one.kind} ${one.orderId}`));
    path = nextOf(page);
  }
  assert.deepEqual(pages.sort(), found);
  await operator.send('POST', `/parcels/${parcel?.code}/ship`, {});
  await operator.work(customer.clientId, 'HELD', 'release');
  const left = (await operator.get('/problems/counts')).json;
  assert.deepEqual([left.NO_LABEL, left.ON_HOLD], [0, 0]);
});
