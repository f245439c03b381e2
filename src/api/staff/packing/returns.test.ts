import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { assigned, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { customItem, item } from '../../../orders/test-support/sample-orders.ts';

const EAN = '4006381333931';
const SKU = customItem().customProduct?.sku ?? '';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `/stock/ARTICLE/${SKU}/set`, { quantity: 1_000 });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 1_000 });
});
after(() => server.close());

/** Two shirts and three products that left under the tracking number; answers the codes of the shirts. */
async function shipped(orderId: string, trackingNumber: string, isAll = true): Promise<string[]> {
  const items = [{ ...customItem(), quantity: 2 }, item({ quantity: 3 })];
  await assigned(server, customer, { orderId, items });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  const { json } = await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`);
  const parcel = { trackingNumber, ...(!isAll && { items: [{ id: '1', quantity: 1 }] }) };
  await operator.work(customer.clientId, orderId, 'ship', { parcels: [parcel] });
  return json.map(({ code }: { code: string }) => code);
}
const book = (body: object, key: string = randomUUID()) =>
  operator.send('POST', '/returns', body, { 'idempotency-key': key });
const onHand = async (kind: string, code: string) => (await operator.get(`/stock/${kind}/${code}`)).json.onHand;
const ledger = async (kind: string, code: string, orderId: string) =>
  (await operator.get(`/stock/${kind}/${code}/movements`)).json
    .filter(
      (one: { orderId?: string; reason: string }) => one.orderId === orderId && /returned|scrapped/.test(one.reason),
    )
    .map((one: { reason: string; onHandChange: number }) => `${one.reason} ${one.onHandChange}`);

test('a return goes back to stock or is written off once, and the ledger records both', async () => {
  const [first = '', second = ''] = await shipped('RET-1', 'RET-TRACK-1');
  const [blanks, products] = [await onHand('ARTICLE', SKU), await onHand('PRODUCT', EAN)];
  const found = (await operator.get(`/returnable-orders?code=${first}`)).json;
  assert.deepEqual(
    [
      found.length,
      found[0].orderId,
      found[0].piece,
      found[0].items.map(({ shipped: left }: { shipped: number }) => left),
    ],
    [1, 'RET-1', { code: first, itemId: '1', isReturned: false }, [2, 3]],
  );
  const key = randomUUID();
  const body = {
    code: first,
    items: [{ condition: 'WASTE', reason: 'PRINT_DEFECT', note: '=1+1 <script>' }],
  };
  const answers = await Promise.all([1, 2, 3].map(() => book(body, key)));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  );
  assert.equal(new Set(answers.map(({ json }) => json.returnId)).size, 1);
  assert.deepEqual(answers[0]?.json.items[0].piece, first);
  const again = await book(body);
  assert.deepEqual([again.status, again.json.violations[0].code], [400, 'too_large']);
  assert.match(again.json.message, /came back already/);
  await book({ code: second.toLowerCase(), items: [{ condition: 'REUSE', reason: 'WRONG_SIZE' }] });
  await book({
    code: 'RET-TRACK-1',
    items: [{ itemId: '2', quantity: 2, condition: 'RESELL', reason: 'NOT_AS_EXPECTED' }],
  });
  assert.deepEqual([await onHand('ARTICLE', SKU), await onHand('PRODUCT', EAN)], [blanks + 1, products + 2]);
  assert.deepEqual(await ledger('ARTICLE', SKU, 'RET-1'), ['returned 1', 'scrapped -1', 'returned 1']);
  assert.deepEqual(await ledger('PRODUCT', EAN, 'RET-1'), ['returned 2']);
});

test('concurrent returns never exceed the shipped pieces', async () => {
  await shipped('RET-2', 'RET-TRACK-2', false);
  const of = { clientId: customer.clientId, orderId: 'RET-2' };
  const line = { itemId: '1', quantity: 1, condition: 'REUSE', reason: 'WRONG_SIZE' };
  const booked = await Promise.all([1, 2, 3, 4].map(() => book({ ...of, items: [line] })));
  assert.deepEqual(booked.map(({ status }) => status).sort(), [200, 400, 400, 400]);
  const wrong = await book({
    ...of,
    items: [
      { itemId: '2', condition: 'RESELL', reason: 'OTHER' },
      { itemId: '1', condition: 'RESELL', reason: 'OTHER' },
      { piece: 'P0000000120', condition: 'WASTE', reason: 'OTHER' },
    ],
  });
  assert.deepEqual(
    wrong.json.violations.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]),
    [
      ['/items/0/itemId', 'unknown_item'],
      ['/items/1/condition', 'not_allowed'],
      ['/items/2/piece', 'unknown_piece'],
    ],
  );
  assert.equal((await book({ ...of, orderId: 'NOBODY', items: [line] })).json.error, 'order_not_found');
  assert.equal((await book({ code: 'NO-TRACKING', items: [line] })).json.error, 'order_not_found');
  assert.equal((await book({ items: [line] })).json.violations[0].code, 'required');
});

test('staff read returns in pages and in the events of the order, and the client sees only that they came', async () => {
  await shipped('RET-3', 'RET-TRACK-3');
  const seen = await customer.get('/v1/orders/RET-3');
  const events = (await customer.get('/v1/orders/RET-3/events')).json;
  for (const condition of ['RESELL', 'WASTE'])
    await book({ code: 'RET-TRACK-3', items: [{ itemId: '2', condition, reason: 'DAMAGED' }] });
  const after = await customer.get('/v1/orders/RET-3');
  assert.deepEqual({ ...after.json, updated: seen.json.updated }, seen.json);
  const later = (await customer.get('/v1/orders/RET-3/events')).json.slice(events.length);
  assert.deepEqual(
    later.map(({ type, returned }: { type: string; returned?: object }) => [type, returned]),
    [
      ['order.returned', undefined],
      ['order.returned', undefined],
    ],
  );
  const of = `clientId=${customer.clientId}&orderId=RET-3`;
  const page = await operator.get(`/returns?${of}&limit=1`);
  const next = /operator\/v1([^>]*)>/.exec(page.headers.get('link') ?? '')?.[1] ?? '';
  const pages = [...page.json, ...(await operator.get(next)).json];
  assert.deepEqual(
    pages.map(({ items }: { items: { condition: string }[] }) => items[0]?.condition),
    ['WASTE', 'RESELL'],
  );
  assert.equal((await operator.get(`/returns?${of}&condition=WASTE`)).json.length, 1);
  assert.equal((await operator.get(`/returns?${of}&reason=WRONG_SIZE`)).json.length, 0);
  assert.equal((await operator.get(`/returns?${of}&to=2020-01-01T00:00:00Z`)).json.length, 0);
  const order = (await operator.get(`/orders/${customer.clientId}/RET-3`)).json;
  const told = order.events.filter(({ type }: { type: string }) => type === 'order.returned');
  assert.deepEqual(
    told.map(({ returned, actorName }: { returned: { condition: string }[]; actorName: string }) => [
      returned[0]?.condition,
      Boolean(actorName),
    ]),
    [
      ['RESELL', true],
      ['WASTE', true],
    ],
  );
  const history = (await operator.get(`/orders/${customer.clientId}/RET-3/events?sort=newest`)).json;
  assert.equal(history[0].type, 'order.returned');
});
