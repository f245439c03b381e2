import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, customItem } from '../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const OTHER_BLANK = 'ST-CREATOR-NVY-M';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `/stock/ARTICLE/${BLANK}/set`, { quantity: 100 });
});
after(() => server.close());

const blank = { kind: 'ARTICLE', code: BLANK };
const assign = (place: string | undefined, ...variants: object[]) =>
  operator.send('PUT', '/places/assignment', { ...(place && { place }), variants });
const move = (body: object, headers = {}) => operator.send('POST', `/stock/ARTICLE/${BLANK}/moves`, body, headers);
const found = async (code: string) => (await operator.get(`/stock-codes/${encodeURIComponent(code)}`)).json;
const placesOf = async () => {
  const { place, reserves, onHand } = (await operator.get(`/stock/ARTICLE/${BLANK}`)).json;
  return { place, reserves, onHand };
};

test('a variant has a main place, and pieces in reserve places that do not change its stock', async () => {
  assert.equal((await assign(' A-2 ', blank)).json[0].place, 'A-2');
  const key = { 'idempotency-key': randomUUID() };
  assert.equal((await move({ to: 'R-1', quantity: 40 }, key)).status, 200);
  assert.equal((await move({ to: 'R-1', quantity: 40 }, key)).status, 200);
  assert.deepEqual(await placesOf(), { place: 'A-2', reserves: [{ place: 'R-1', quantity: 40 }], onHand: 100 });
  const refused = await move({ to: 'R-1', quantity: 61 });
  assert.equal(refused.json.error, 'not_enough_stock');
  assert.equal((await move({ from: 'r-01', quantity: 10 })).status, 200);
  assert.equal((await move({ from: 'X', quantity: 1 })).json.error, 'not_enough_stock');
  assert.equal((await move({ quantity: -1, to: 'R-1' })).status, 400);
  assert.equal((await move({ quantity: 1, to: '  ' })).status, 400);
  const { json } = await operator.get(`/stock/ARTICLE/${BLANK}/movements`);
  const moved = json.filter(({ reason }: { reason: string }) => reason === 'moved');
  assert.deepEqual(
    moved.map(({ place, placeChange }: Record<string, unknown>) => [place, placeChange]),
    [
      ['R-1', -10],
      ['R-1', 40],
      ['A-2', undefined],
    ],
  );
});

test('places sort naturally, and a scanned code names a variant or a place', async () => {
  await assign('A-10', { kind: 'ARTICLE', code: OTHER_BLANK });
  const names = (await operator.get('/places')).json.map(({ place }: { place: string }) => place);
  assert.deepEqual(names, ['A-2', 'A-10', 'R-1']);
  assert.equal((await found(BLANK)).variants[0].code, BLANK);
  const at = await found('a-2');
  assert.deepEqual([at.place, at.variants[0].code], ['A-2', BLANK]);
  assert.equal((await found('nothing')).error, 'stock_not_found');
  assert.equal((await assign('A-1', { kind: 'ARTICLE', code: 'none' })).json.error, 'stock_not_found');
});

test('a renamed place keeps its pieces, also when the variant has both places', async () => {
  assert.deepEqual((await operator.send('POST', '/places/rename', { from: 'R-1', to: 'R-9' })).json, { variants: 1 });
  assert.deepEqual((await placesOf()).reserves, [{ place: 'R-9', quantity: 30 }]);
  await operator.send('POST', '/places/rename', { from: 'R-9', to: 'A-2' });
  assert.deepEqual(await placesOf(), { place: 'A-2', reserves: [], onHand: 100 });
  assert.deepEqual((await operator.send('POST', '/places/rename', { from: 'R-9', to: 'A-2' })).json, { variants: 0 });
});

test('spoiled pieces are scrapped with a reason, but no reserved ones', async () => {
  const scrap = (quantity: number) =>
    operator.send('POST', `/stock/ARTICLE/${BLANK}/scrap`, { quantity, reason: 'Water damage.' });
  assert.equal((await scrap(4)).json.onHand, 96);
  assert.equal((await scrap(97)).json.error, 'not_enough_stock');
  const [last] = (await operator.get(`/stock/ARTICLE/${BLANK}/movements`)).json;
  assert.deepEqual([last.reason, last.note, last.place], ['scrapped', 'Water damage.', 'A-2']);
});

test('a batch is picked as a route, and picked pieces are counted once', async () => {
  await operator.send('POST', `/stock/ARTICLE/${OTHER_BLANK}/set`, { quantity: 50 });
  const items = [
    { ...customItem(), quantity: 3 },
    { ...customItem({ sku: OTHER_BLANK }), quantity: 2 },
  ];
  await assigned(server, customer, { orderId: 'PICKED', items });
  const orders = [{ clientId: customer.clientId, orderId: 'PICKED' }];
  const { batchId } = (await operator.send('POST', '/batches', { orders })).json.batch;
  await assign('B-1', blank);
  const picks = async () => (await operator.get(`/batches/${batchId}/picks`)).json;
  const shown = async () =>
    (await picks()).map(({ place, code, left }: Record<string, unknown>) => [place, code, left]);
  assert.deepEqual(await shown(), [
    ['A-10', OTHER_BLANK, 2],
    ['B-1', BLANK, 3],
  ]);
  const pick = (picked: number) => operator.send('PUT', `/batches/${batchId}/picks`, { ...blank, picked });
  assert.equal((await pick(2)).json.left, 1);
  assert.equal((await pick(2)).json.left, 1);
  assert.equal((await pick(4)).status, 400);
  assert.equal((await pick(3)).json.left, 0);
});
