import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { assigned, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { foldOrderCounts, recountAll } from '../../../orders/change/count-orders.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { ADDRESS, customItem, item, order } from '../../../orders/test-support/sample-orders.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { commandSheet } from '../../../production/command-codes.ts';

const EAN = '4006381333931';
const SKU = customItem().customProduct?.sku ?? '';
const OTHER = { ...ADDRESS, street: 'Nebenweg 7' };
const REASON = 'The customer called.';
const NUMBER = 'JD014600006281230704';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `/stock/ARTICLE/${SKU}/set`, { quantity: 1_000 });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 1_000 });
  for (const [id, name] of [
    ['dhl-paket', 'DHL Paket'],
    ['ups', 'UPS Standard'],
  ]) {
    await operator.send('PUT', `/carriers/${id}`, { name });
    await operator.send('PUT', `/clients/${customer.clientId}/carriers/${id}`, { default: id === 'dhl-paket' });
  }
});
after(() => server.close());

const codeOf = (name: string) => commandSheet().find(({ command }) => command === name)?.code ?? '';
const PASS = codeOf('PASS');
const pathOf = (orderId: string) => `/orders/${customer.clientId}/${orderId}`;
const correct = (orderId: string, body: object, headers = {}) =>
  operator.send('PATCH', pathOf(orderId), { reason: REASON, ...body }, headers);
const toAddress = (address: object) => ({ shipping: { address } });
const piecesOf = async (orderId: string): Promise<{ code: string; state: string }[]> =>
  (await operator.get(`${pathOf(orderId)}/pieces`)).json;
const answerOf = ({ status, json }: { status: number; json: { error?: string; status?: string } }) => [
  status,
  json.error ?? json.status,
];

async function inProduction(orderId: string, pieces = 1): Promise<string[]> {
  await assigned(server, customer, { orderId, items: [{ ...customItem(), quantity: pieces }] });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  return (await piecesOf(orderId)).map(({ code }) => code);
}

function station(work: string) {
  let context: object = { work };
  return async (code: string | undefined) => {
    const { json } = await operator.send('POST', '/scans', { id: randomUUID(), station: 'desk', code, context });
    context = json.next;
    return json;
  };
}

test('the address of an order in production is corrected: made pieces stay made, and printed papers are void', async () => {
  const [first, second] = await inProduction('FIX-1', 2);
  const make = station('MAKE');
  await make(first);
  await make(PASS);
  const pack = station('PACK');
  await pack(first);
  await pack(second);
  const { parcel } = await pack(PASS);
  const before = (await operator.get(pathOf('FIX-1'))).json;
  const fixed = await correct('FIX-1', { shipping: { address: { street: 'Nebenweg 7' }, carrierId: 'ups' } });
  assert.deepEqual(answerOf(fixed), [200, 'ACCEPTED']);
  assert.deepEqual(fixed.json.shipping, { address: OTHER, carrierId: 'ups' });
  assert.deepEqual(
    (await piecesOf('FIX-1')).map(({ code, state }) => [code, state]),
    [
      [first, 'PACKED'],
      [second, 'PACKED'],
    ],
  );
  const { json: parcels } = await operator.get(`${pathOf('FIX-1')}/parcels`);
  assert.deepEqual(
    parcels.map(
      ({ code, carrier, papers }: { code: string; carrier: string; papers: { kind: string; state: string }[] }) => [
        code,
        carrier,
        papers.map(({ kind, state }) => `${kind} ${state}`).sort(),
      ],
    ),
    [[parcel.code, 'UPS Standard', ['LABEL void', 'SLIP void']]],
  );
  const papers = ['LABEL', 'SLIP'];
  const printed = await operator.send('POST', `/parcels/${parcel.code}/reprint`, { papers, reason: REASON });
  assert.ok(printed.json.papers.every(({ state }: { state: string }) => state === 'drawing'));
  const shown = (await operator.get(pathOf('FIX-1'))).json;
  assert.equal(shown.version, before.version + 1);
  assert.deepEqual([shown.events.at(-1).type, shown.events.at(-1).reason], ['order.updated', 'corrected']);
  const { json: audit } = await operator.get('/audit?limit=20');
  assert.equal(audit.find(({ action }: { action: string }) => action === 'order.corrected').detail.reason, REASON);
  assert.deepEqual(answerOf(await correct('FIX-1', toAddress({ street: 'Nebenweg 7' }))), [200, 'ACCEPTED']);
  assert.equal((await operator.get(pathOf('FIX-1'))).json.version, shown.version);
});

test('a parcel that waits for its tracking number does not leave with the label of the old address', async () => {
  const [first, second] = await inProduction('FIX-10', 2);
  const pack = station('PACK');
  const scanVoid = async (street: string, code: string) => {
    assert.deepEqual(answerOf(await correct('FIX-10', toAddress({ street }))), [200, 'ACCEPTED']);
    const { asks, voided, doubt, parcel, refusal } = await pack(code);
    assert.deepEqual([refusal, asks, voided, doubt?.code], [undefined, 'TRACKING', ['LABEL', 'SLIP'], 'papers_void']);
    assert.equal(parcel.state, 'OPEN');
    assert.ok(parcel.papers.every(({ state }: { state: string }) => state !== 'void'));
  };
  // A number without the form of the carrier asks, and so does an incomplete parcel.
  for (const code of [first, PASS, codeOf('NEXT_PARCEL'), 'ODD-1', PASS]) await pack(code);
  await scanVoid('Nebenweg 1', PASS);
  for (const code of [second, PASS]) await pack(code);
  await scanVoid('Nebenweg 2', NUMBER);
  await scanVoid('Nebenweg 3', codeOf('NO_TRACKING'));
  assert.equal((await pack('ODD-1')).asks, 'CONFIRM_TRACKING');
  await scanVoid('Nebenweg 4', PASS);
  const left = await pack(NUMBER);
  assert.deepEqual([left.parcel.state, left.parcel.trackingNumber, left.voided], ['SHIPPED', NUMBER, undefined]);
});

test('after the first part the address is corrected for the rest, and after the last a shipment is withdrawn first', async () => {
  const [first, second] = await inProduction('FIX-2', 2);
  const part = { parcels: [{ trackingNumber: 'PART', items: [{ id: '1', quantity: 1 }] }] };
  await operator.work(customer.clientId, 'FIX-2', 'ship', part);
  const fixed = await correct('FIX-2', toAddress({ street: 'Nebenweg 8' }));
  const { status, shipments, shipping } = fixed.json;
  assert.deepEqual([status, shipments.length, shipping.trackingNumber], ['ACCEPTED', 1, 'PART']);
  assert.equal(shipping.address.street, 'Nebenweg 8');
  const quantity = await correct('FIX-2', { items: [{ id: '1', quantity: 1 }] });
  assert.deepEqual(answerOf(quantity), [409, 'order_not_changeable']);
  const pack = station('PACK');
  await pack(first);
  await pack(second);
  await operator.work(customer.clientId, 'FIX-2', 'ship', { parcels: [{}] });
  const late = await correct('FIX-2', toAddress({ street: 'Nebenweg 9' }));
  assert.deepEqual(answerOf(late), [409, 'order_not_changeable']);
  assert.match(late.json.message, /withdraw a shipment/);
});

test('items change until a piece is begun, in the status NEW again; the rules of creation apply', async () => {
  const [code] = await inProduction('FIX-3');
  const wrong = await correct('FIX-3', { items: [{ id: '9', quantity: 2 }], ...toAddress({ postalCode: '' }) });
  assert.deepEqual(
    [wrong.status, wrong.json.violations.map(({ pointer }: { pointer: string }) => pointer).sort()],
    [400, ['/items/0/id', '/shipping/address/postalCode']],
  );
  assert.equal((await operator.send('PATCH', pathOf('FIX-3'), toAddress(OTHER))).status, 400);
  const more = await correct('FIX-3', { items: [{ id: '1', quantity: 2 }] });
  assert.deepEqual(answerOf(more), [200, 'NEW']);
  assert.equal((await station('MAKE')(code)).refusal.kind, 'STOPPED');
  const [again = ''] = await inProduction('FIX-4');
  const make = station('MAKE');
  await make(again);
  await make(PASS);
  const begun = await correct('FIX-4', { items: [{ id: '1', quantity: 2 }] });
  assert.deepEqual(answerOf(begun), [409, 'order_not_changeable']);
  assert.match(begun.json.message, /only its address and carrier can change/);
});

test('a quantity falls by pieces that nobody has begun: they are cancelled and their stock is free', async () => {
  const [first = ''] = await inProduction('FIX-8', 3);
  const make = station('MAKE');
  await make(first);
  await make(PASS);
  const reservedOf = async () => (await operator.get(`/stock/ARTICLE/${SKU}`)).json.reserved;
  const reserved = await reservedOf();
  const fixed = await correct('FIX-8', { items: [{ id: '1', quantity: 1 }] });
  assert.deepEqual([...answerOf(fixed), fixed.json.items[0].quantity], [200, 'ACCEPTED', 1]);
  assert.deepEqual(
    (await piecesOf('FIX-8')).map(({ state }) => state),
    ['MADE', 'CANCELLED', 'CANCELLED'],
  );
  assert.equal(await reservedOf(), reserved - 2);
  const pack = station('PACK');
  assert.equal((await pack(first)).asks, 'TRACKING');
  const [one = '', two = ''] = await inProduction('FIX-9', 2);
  for (const code of [one, two]) {
    const scan = station('MAKE');
    await scan(code);
    await scan(PASS);
  }
  const made = await correct('FIX-9', { items: [{ id: '1', quantity: 1 }] });
  assert.deepEqual(answerOf(made), [409, 'order_not_changeable']);
  assert.deepEqual(
    (await piecesOf('FIX-9')).map(({ state }) => state),
    ['MADE', 'MADE'],
  );
  await foldOrderCounts(server.pool, customer.clientId, 'UTC', new AbortController().signal);
  const recount = () =>
    inTransaction(server.pool, (connection) => recountAll(connection, customer.clientId, 'UTC', new Date()));
  assert.equal(await recount(), 0);
});

test('staff correct the subject of an error, and the order continues', async () => {
  await assigned(server, customer, { orderId: 'FIX-5', items: [customItem()] });
  const message = 'The artwork is not found.';
  await operator.work(customer.clientId, 'FIX-5', 'error', { message, pointer: '/items/0' });
  const dataUrl = 'https://files.example.com/artwork/back.png';
  const { customProduct } = customItem({ prints: [{ dataUrl, location: 'FRONT', technology: 'DTG' }] });
  const fixed = await correct('FIX-5', { items: [{ id: '1', customProduct }] });
  assert.deepEqual(answerOf(fixed), [200, 'NEW']);
  assert.deepEqual(
    [fixed.json.statusReason, fixed.json.items[0].customProduct.prints[0].dataUrl],
    [undefined, dataUrl],
  );
  const { rows } = await server.pool.query(`select work_due is not null as due from orders where order_id = 'FIX-5'`);
  assert.deepEqual(rows, [{ due: true }]);
});

test('of two corrections of one version, and of a correction and a scan, one wins and the other hears why', async () => {
  const [code = ''] = await inProduction('FIX-6');
  const etag = (await operator.get(pathOf('FIX-6'))).headers.get('etag') ?? '';
  const answers = await Promise.all(
    ['Weg 1', 'Weg 2'].map((street) => correct('FIX-6', toAddress({ street }), { 'if-match': etag })),
  );
  assert.deepEqual(answers.map(answerOf).sort(), [
    [200, 'ACCEPTED'],
    [412, 'precondition_failed'],
  ]);
  const make = station('MAKE');
  await make(code);
  const [scan, change] = await Promise.all([make(PASS), correct('FIX-6', { items: [{ id: '1', quantity: 3 }] })]);
  const isMade = scan.refusal === undefined;
  assert.deepEqual(answerOf(change), isMade ? [409, 'order_not_changeable'] : [200, 'NEW']);
  const sandbox = await newCustomer(server, 'sandbox');
  await sandbox.post(order({ orderId: 'SAND-1' }));
  const refused = await operator.send('PATCH', `/orders/${sandbox.clientId}/SAND-1`, {
    reason: REASON,
    ...toAddress(OTHER),
  });
  assert.deepEqual(answerOf(refused), [409, 'sandbox_order']);
});

test("a customer's PUT of another address is accepted in production until the first parcel is packed", async () => {
  const [first, second] = await inProduction('FIX-7', 2);
  const sent = order({ orderId: 'FIX-7', items: [{ ...customItem(), quantity: 2 }], shipping: { address: OTHER } });
  const changed = await customer.put('FIX-7', sent);
  assert.deepEqual([...answerOf(changed), changed.json.shipping.address.street], [200, 'ACCEPTED', 'Nebenweg 7']);
  const states = (await piecesOf('FIX-7')).map(({ code, state }) => [code, state]);
  assert.deepEqual(states, [
    [first, 'TO_MAKE'],
    [second, 'TO_MAKE'],
  ]);
  const other = await customer.put('FIX-7', { ...sent, items: [...sent.items, item()] });
  assert.deepEqual(answerOf(other), [409, 'order_not_changeable']);
  const pack = station('PACK');
  for (const code of [first, PASS, codeOf('NEXT_PARCEL'), codeOf('NO_TRACKING'), PASS]) await pack(code);
  const late = await customer.put('FIX-7', { ...sent, shipping: { address: ADDRESS } });
  assert.deepEqual(answerOf(late), [409, 'order_not_changeable']);
});
