import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, customItem } from '../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let other: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  other = await newOperator(server);
  customer = await newCustomer(server);
});
after(() => server.close());

const blank = { kind: 'ARTICLE', code: BLANK };
const STOCK = `/stock/ARTICLE/${BLANK}`;
const level = async () => {
  const { onHand, reserved, reserves } = (await operator.get(STOCK)).json;
  return { onHand, reserved, reserves };
};
const begin = async (changes: object = {}) => {
  const body = { title: `Count ${randomUUID()}`, isBlind: false, isConfirmed: false, places: ['C-1', 'R-1'] };
  const answer = await operator.send('POST', '/counts', { ...body, ...changes });
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};
const count = (countId: string, counted: number, place?: string, headers = {}) =>
  operator.send('POST', `/counts/${countId}/counted`, { ...blank, counted, ...(place && { place }) }, headers);
const confirm = (by: Operator, countId: string, isRight: boolean, place = 'C-1') =>
  by.send('POST', `/counts/${countId}/confirmed`, { ...blank, place, isRight });

test('a count books the difference to the books of its moment, by place, while orders take goods', async () => {
  await operator.send('POST', `${STOCK}/set`, { quantity: 100 });
  await operator.send('PUT', '/places/assignment', { place: 'C-1', variants: [blank] });
  await operator.send('POST', `${STOCK}/moves`, { to: 'R-1', quantity: 40 });
  await assigned(server, customer, { orderId: 'COUNTED', items: [{ ...customItem(), quantity: 10 }] });
  const { countId, lines } = await begin();
  assert.deepEqual(
    lines.map((line: Record<string, unknown>) => [line.place, line.state, line.expected]),
    [
      ['C-1', 'OPEN', undefined],
      ['R-1', 'OPEN', undefined],
    ],
  );
  const key = { 'idempotency-key': randomUUID() };
  await count(countId, 38, 'r-01', key);
  await count(countId, 38, 'r-01', key);
  assert.deepEqual(await level(), { onHand: 98, reserved: 10, reserves: [{ place: 'R-1', quantity: 38 }] });
  // Two blanks are picked for the order: they are on hand, but not on the shelf.
  const orders = [{ clientId: customer.clientId, orderId: 'COUNTED' }];
  const { batchId } = (await operator.send('POST', '/batches', { orders })).json.batch;
  await operator.send('PUT', `/batches/${batchId}/picks`, { ...blank, picked: 2 });
  const counted = await count(countId, 58);
  const [main] = counted.json.lines;
  assert.deepEqual([main.place, main.expected, main.counted, main.state], ['C-1', 58, 58, 'BOOKED']);
  assert.equal((await level()).onHand, 98);
  assert.equal((await operator.send('POST', `/counts/${countId}/end`)).status, 200);
  assert.equal((await count(countId, 1)).json.error, 'count_ended');
  const [last] = (await operator.get(`${STOCK}/movements`)).json.filter(
    ({ reason }: { reason: string }) => reason === 'counted',
  );
  assert.deepEqual([last.onHandChange, last.placeChange, last.place, last.note], [-2, -2, 'R-1', '40 → 38']);
});

test('another person confirms a difference, and a second count of the shelf replaces the first', async () => {
  const before = (await level()).onHand;
  const [first, second] = [await begin({ isConfirmed: true }), await begin({ isConfirmed: true })];
  assert.equal((await count(first.countId, 55)).json.lines[0].state, 'PENDING');
  assert.equal((await count(second.countId, 55)).json.lines[0].state, 'PENDING');
  assert.equal((await level()).onHand, before);
  assert.equal((await confirm(operator, second.countId, true)).json.error, 'not_permitted');
  assert.equal((await confirm(other, second.countId, true)).json.lines[0].state, 'BOOKED');
  assert.equal((await confirm(other, second.countId, true)).status, 200);
  assert.equal((await confirm(other, first.countId, true)).json.lines[0].state, 'REPLACED');
  assert.equal((await level()).onHand, before - 3);
  await count(first.countId, 0, 'R-1');
  assert.equal((await confirm(other, first.countId, false, 'R-1')).json.lines[1].state, 'REJECTED');
  assert.equal((await level()).onHand, before - 3);
});

test('a cycle count lists the variants that were counted longest ago, and an empty count is refused', async () => {
  const { lines } = await begin({ places: [], oldest: 3 });
  assert.equal(new Set(lines.map(({ code }: { code: string }) => code)).size, 3);
  assert.ok(!lines.some(({ code }: { code: string }) => code === BLANK));
  const empty = { title: 'Nothing', isBlind: true, isConfirmed: false };
  assert.equal((await operator.send('POST', '/counts', empty)).status, 400);
  assert.equal((await count(randomUUID(), 1)).json.error, 'count_not_found');
});
