import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, customItem, item, NECK_LABEL } from '../src/orders/test-support/sample-orders.ts';
import { assign, assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const EAN = '4006381333931';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  for (const path of [`PRODUCT/${EAN}`, `ARTICLE/${BLANK}`, `ARTICLE/${NECK_LABEL}`])
    await operator.send('POST', `/stock/${path}/set`, { quantity: 1_000 });
});
after(() => server.close());

const work = (orderId: string, verb: string, body?: unknown, headers?: Record<string, string>) =>
  operator.send('POST', `/orders/${customer.clientId}/${orderId}/${verb}`, body, headers);
const codes = (json: { violations: { pointer: string; code: string }[] }) =>
  json.violations.map(({ pointer, code }) => [pointer, code]);
const spoiledPieces = (pieces: string, quantity: number, reason = 'Misprint.') => ({
  item: pieces,
  quantity,
  reason,
});

/** Creates an order for 3 of a product and 2 of a blank with a neck label, in production. */
async function createAcceptedOrder(orderId: string): Promise<string> {
  const label = { sku: NECK_LABEL, location: 'NECK', technology: 'DTF' };
  const items = [item({ quantity: 3 }), { ...customItem({ sku: BLANK, customizations: [label] }), quantity: 2 }];
  await assigned(server, customer, { orderId, items });
  assert.equal((await work(orderId, 'accept')).status, 200);
  return orderId;
}

async function level(path: string): Promise<[onHand: number, reserved: number]> {
  const { onHand, reserved } = (await operator.get(`/stock/${path}`)).json;
  return [onHand, reserved];
}
const levels = () => Promise.all([level(`PRODUCT/${EAN}`), level(`ARTICLE/${BLANK}`), level(`ARTICLE/${NECK_LABEL}`)]);

/** Returns the order's ledger entries, oldest first. */
async function ledgerOf(orderId: string, path = `PRODUCT/${EAN}`) {
  const { json } = await operator.get(`/stock/${path}/movements?limit=100`);
  return json
    .filter((movement: { orderId?: string }) => movement.orderId === orderId)
    .map(({ reason, onHandChange, reservedChange, note }: Record<string, unknown>) =>
      note === undefined ? [reason, onHandChange, reservedChange] : [reason, onHandChange, reservedChange, note],
    )
    .reverse();
}

test('the ledger lists spoiled pieces in the order of the request', async () => {
  const items = Array.from({ length: 20 }, () => item({ quantity: 2 }));
  await assigned(server, customer, { orderId: 'NAMED', items });
  await work('NAMED', 'accept');
  const scrapped = items.map((_, index) => spoiledPieces(String(index + 1), 1, `Reason ${index + 1}.`));
  assert.equal((await work('NAMED', 'cancel', { scrapped })).status, 200);
  assert.deepEqual(await ledgerOf('NAMED'), [
    ['reserved', 0, 40],
    ...scrapped.map(({ reason }) => ['scrapped', -1, -1, reason]),
    ['released', 0, -20],
  ]);
});

for (const [verb, body, status] of [
  ['error', { message: 'The printer broke.' }, 'ERROR'],
  ['cancel', { reason: 'The printer broke.' }, 'CANCELLED'],
  ['cancellation/accept', {}, 'CANCELLED'],
] as const) {
  test(`spoiled pieces leave the shelf with ${verb}, and the remaining reservation is released`, async () => {
    const before = await levels();
    const orderId = await createAcceptedOrder(`SCRAP-${verb.replace('/', '-')}`);
    if (verb === 'cancellation/accept') await customer.cancel(orderId);
    const scrapped = [spoiledPieces('1', 1), spoiledPieces('2', 2, 'Burnt.\nTwice.')];
    const done = await work(orderId, verb, { ...body, scrapped });
    assert.deepEqual([done.status, done.json.status], [200, status], done.text);
    const [[products, reserved], [blanks, blanksReserved], [labels, labelsReserved]] = before;
    assert.deepEqual(await levels(), [
      [products - 1, reserved],
      [blanks - 2, blanksReserved],
      [labels - 2, labelsReserved],
    ]);
    assert.deepEqual(await ledgerOf(orderId), [
      ['reserved', 0, 3],
      ['scrapped', -1, -1, 'Misprint.'],
      ['released', 0, -2],
    ]);
    assert.deepEqual(await ledgerOf(orderId, `ARTICLE/${NECK_LABEL}`), [
      ['reserved', 0, 2],
      ['scrapped', -2, -2, 'Burnt.\nTwice.'],
    ]);
    assert.equal((await work(orderId, verb, { ...body, scrapped })).text, done.text);
    assert.equal((await ledgerOf(orderId)).length, 3);
    // The customer cannot see the center's ledger text.
    assert.ok(!done.text.includes('Burnt'));
  });
}

test('unknown items, too many pieces and repeated items are violations without effect', async () => {
  const orderId = await createAcceptedOrder('WRONG');
  const before = [await levels(), (await customer.read(orderId)).text];
  const scrapped = [spoiledPieces('1', 4), spoiledPieces('9', 1), spoiledPieces('2', 1), spoiledPieces('2', 1)];
  for (const [verb, body] of [
    ['error', { message: 'No.' }],
    ['cancel', {}],
  ] as const) {
    const { status, json } = await work(orderId, verb, { ...body, scrapped });
    assert.equal(status, 400);
    assert.deepEqual(codes(json), [
      ['/scrapped/0/quantity', 'too_large'],
      ['/scrapped/1/item', 'unknown_item'],
      ['/scrapped/3/item', 'duplicate_item_id'],
    ]);
    assert.match(json.message, /At most 3 pieces of this item/);
    const none = [{ item: '1', quantity: 0 }, { item: '1', quantity: 1, reason: '' }, { pieces: '1' }];
    assert.equal((await work(orderId, verb, { ...body, scrapped: none })).status, 400);
  }
  assert.deepEqual([await levels(), (await customer.read(orderId)).text], before);
});

test('an order outside production cannot be scrapped, and the refusal has its status', async () => {
  const scrapped = [spoiledPieces('1', 1)];
  for (const [verb, body] of [
    ['error', { message: 'No.' }],
    ['cancel', {}],
  ] as const) {
    const orderId = await assigned(server, customer, { orderId: `EARLY-${verb}` });
    const { status, json } = await work(orderId, verb, { ...body, scrapped });
    assert.deepEqual([status, json.error], [409, 'order_not_changeable']);
    assert.match(json.message, /^The order is ASSIGNED; it is not in production.* Possible: accept/);
    assert.equal((await work(orderId, verb, { ...body, scrapped: [] })).status, 200);
  }
  const other = await createAcceptedOrder('LATER');
  await work(other, 'error', { message: 'No.' });
  const late = await work(other, 'error', { message: 'No, really.', scrapped });
  assert.match(late.json.message, /^The order is ERROR; it is not in production/);
});

test('a corrected order reserves stock again and can lose pieces again', async () => {
  const before = await level(`PRODUCT/${EAN}`);
  const orderId = await createAcceptedOrder('AGAIN');
  for (const round of [1, 2]) {
    const scrapped = [spoiledPieces('1', 3, `Round ${round}.`)];
    assert.equal((await work(orderId, 'error', { message: 'No.', scrapped })).status, 200);
    assert.deepEqual(await level(`PRODUCT/${EAN}`), [before[0] - 3 * round, before[1]]);
    await work(orderId, 'reopen');
    await assign(server, customer.clientId, orderId);
    assert.equal((await work(orderId, 'accept')).json.status, 'ACCEPTED');
    assert.deepEqual(await level(`PRODUCT/${EAN}`), [before[0] - 3 * round, before[1] + 3]);
  }
  await work(orderId, 'ship', { parcels: [{}] });
  assert.deepEqual(await level(`PRODUCT/${EAN}`), [before[0] - 9, before[1]]);
});

test('pieces are scrapped even if fewer were counted, and the ledger records that', async () => {
  const [onHand, reserved] = await level(`PRODUCT/${EAN}`);
  const orderId = await createAcceptedOrder('COUNTED');
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 1 });
  await work(orderId, 'error', { message: 'No.', scrapped: [spoiledPieces('1', 3)] });
  assert.deepEqual(await level(`PRODUCT/${EAN}`), [0, reserved]);
  const { json } = await operator.get(`/stock/PRODUCT/${EAN}/movements?limit=2`);
  assert.deepEqual(
    json.map(({ reason, onHandChange }: Record<string, unknown>) => [reason, onHandChange]),
    [
      ['scrapped', -3],
      ['adjusted', 2],
    ],
  );
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: onHand });
});
