import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, customItem, EAN } from '../src/orders/test-support/sample-orders.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const OTHER_BLANK = 'ST-CREATOR-NVY-M';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
});
after(() => server.close());

const [blank, other] = [BLANK, OTHER_BLANK].map((code) => ({ kind: 'ARTICLE', code }));
const onHand = async (code = BLANK) => (await operator.get(`/stock/ARTICLE/${code}`)).json.onHand;
const open = (body: object) => operator.send('POST', '/deliveries', body);
const count = (deliveryId: string, body: object, headers = {}) =>
  operator.send('POST', `/deliveries/${deliveryId}/counted`, body, headers);
const book = (deliveryId: string) => operator.send('POST', `/deliveries/${deliveryId}/book`);
const countsOf = ({ lines }: { lines: { variant: { code: string }; [field: string]: unknown }[] }) =>
  lines.map(({ variant, expected, counted, damaged }) => [variant.code, expected, counted, damaged]);

test('a delivery is counted against its note, and booked once, also when its note is scanned again', async () => {
  const before = await onHand();
  const note = { sender: 'Textile Trade', reference: 'LS-1', lines: [{ ...blank, expected: 24 }] };
  const { json } = await open(note);
  assert.deepEqual(countsOf(json), [[BLANK, 24, 0, 0]]);
  const { deliveryId } = json;
  const key = { 'idempotency-key': randomUUID() };
  await count(deliveryId, { ...blank, counted: 20, damaged: 1 }, key);
  await count(deliveryId, { ...blank, counted: 20, damaged: 1 }, key);
  await count(deliveryId, { ...blank, counted: 2 });
  const unexpected = await count(deliveryId, { ...other, counted: 5, place: 'D-1' });
  assert.deepEqual(countsOf(unexpected.json), [
    [BLANK, 24, 22, 1],
    [OTHER_BLANK, 0, 5, 0],
  ]);
  assert.equal((await count(deliveryId, { ...blank, counted: -23 })).json.error, 'not_enough_stock');
  assert.equal((await count(deliveryId, { kind: 'ARTICLE', code: 'none', counted: 1 })).json.error, 'stock_not_found');
  assert.equal(await onHand(), before);
  const booked = await Promise.all([book(deliveryId), book(deliveryId)]);
  assert.deepEqual(
    booked.map(({ json }) => json.state),
    ['BOOKED', 'BOOKED'],
  );
  assert.equal(await onHand(), before + 22);
  const again = await open({ ...note, sender: ' textile TRADE ' });
  assert.deepEqual([again.json.deliveryId, again.json.state], [deliveryId, 'BOOKED']);
  assert.equal((await count(deliveryId, { ...blank, counted: 1 })).json.error, 'delivery_ended');
  assert.equal((await operator.get(`/stock/ARTICLE/${OTHER_BLANK}`)).json.place, 'D-1');
  const [last] = (await operator.get(`/stock/ARTICLE/${BLANK}/movements`)).json;
  assert.deepEqual([last.reason, last.onHandChange, last.document], ['received', 22, 'Textile Trade LS-1']);
});

test('a purchase order is proposed from minimum and packs, sent, received in parts, and averages the cost', async () => {
  await operator.send('POST', `/stock/ARTICLE/${BLANK}/set`, { quantity: 10 });
  await operator.send('PUT', `/stock/ARTICLE/${BLANK}/minimum`, { minimum: 20 });
  const saved = await operator.send('PUT', '/suppliers', {
    name: 'Textile Trade',
    leadDays: 5,
    email: 'a@textile.example',
  });
  const { supplierId } = saved.json;
  const lines = [{ ...blank, supplierCode: 'TT-1', packSize: 12, price: 3 }];
  assert.equal((await operator.send('PUT', `/suppliers/${supplierId}/items`, { lines })).status, 200);
  const proposal = async () =>
    (await operator.get(`/buy-proposals?supplierId=${supplierId}`)).json.map(
      ({ code, quantity }: Record<string, unknown>) => [code, quantity],
    );
  assert.deepEqual(await proposal(), [[BLANK, 12]]);
  await customer.post({
    orderId: 'WAITS',
    items: [{ ...customItem(), quantity: 30 }],
    shipping: { shippingLabelUrl: 'https://files.example.com/labels/1.pdf' },
  });
  const purchase = { supplierId, reference: 'PO-1', lines: [{ ...blank, quantity: 24 }] };
  const created = await operator.send('POST', '/purchases', purchase);
  const { purchaseId } = created.json;
  assert.equal((await operator.send('POST', '/purchases', purchase)).json.error, 'purchase_exists');
  const state = (wanted: string) => operator.send('PUT', `/purchases/${purchaseId}/state`, { state: wanted });
  assert.equal((await state('DONE')).json.error, 'purchase_not_changeable');
  assert.equal((await state('SENT')).json.state, 'SENT');
  assert.deepEqual(await proposal(), []);
  for (const [reference, counted] of [
    ['LS-2', 10],
    ['LS-3', 14],
  ] as const) {
    const { deliveryId, lines: expected } = (await open({ purchaseId, reference })).json;
    assert.equal(expected[0].expected, reference === 'LS-2' ? 24 : 14);
    await count(deliveryId, { ...blank, counted });
    await book(deliveryId);
  }
  const ended = (await operator.get(`/purchases/${purchaseId}`)).json;
  assert.deepEqual([ended.state, ended.lines[0].received], ['DONE', 24]);
  assert.equal((await state('CANCELLED')).json.error, 'purchase_not_changeable');
  const { rows } = await server.pool.query('select cost::float8 from stock_plans where code = $1', [BLANK]);
  assert.deepEqual(rows, [{ cost: 3 }]);
});

test('a delivery note as CSV opens its delivery once, and names the faults of each row', async () => {
  const { token } = await server.token({ scope: 'operator' });
  const open = async (body: string, reference = 'LS-CSV') => {
    const answer = await fetch(`${server.url}/operator/v1/delivery-notes/Textile%20Trade/${reference}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/csv' },
      body,
    });
    return answer.json();
  };
  const refused = await open(`code;quantity\r\n${BLANK};0\r\n${BLANK};x\r\n`);
  assert.deepEqual(
    refused.violations.map(({ pointer }: { pointer: string }) => pointer),
    ['2/quantity', '3/code', '3/quantity'],
  );
  const { deliveryId, lines } = await open(`code,name,quantity\r\n${BLANK},Tee,24\r\n`);
  assert.deepEqual([lines[0].variant.code, lines[0].expected], [BLANK, 24]);
  assert.equal((await open(`code,quantity\r\n${BLANK},24\r\n`)).deliveryId, deliveryId);
  // A supplier writes the GTIN of a product in another form.
  const gtin = await open(`Code;Quantity\r\n="0${EAN}";3\r\n`, 'LS-GTIN');
  assert.deepEqual([gtin.lines[0].variant.code, gtin.lines[0].expected], [EAN, 3]);
});

test('a purchase order has a currency and a total, and one in another currency changes no cost', async () => {
  Object.assign(server.config, { CURRENCY: 'EUR' });
  const { supplierId } = (await operator.send('PUT', '/suppliers', { name: 'Textile Trade', leadDays: 5 })).json;
  const costOf = async () => (await operator.get(`/stock?code=${BLANK}`)).json[0].cost;
  const buy = async (reference: string, more: object, price?: number) => {
    const lines = [{ ...blank, quantity: 12, ...(price !== undefined && { price }) }];
    const made = await operator.send('POST', '/purchases', { supplierId, reference, lines, ...more });
    assert.equal(made.status, 200, made.text);
    return made.json;
  };
  const usual = await buy('PO-EUR', {});
  assert.deepEqual([usual.currency, usual.total], ['EUR', 36]);
  const foreign = await buy('PO-USD', { currency: 'USD' }, 4.5);
  assert.deepEqual([foreign.currency, foreign.total], ['USD', 54]);
  // The price of the supplier is in euros.
  assert.equal((await buy('PO-CHF', { currency: 'CHF' })).total, undefined);
  const { token } = await server.token({ scope: 'operator' });
  const file = await server.send(`/operator/v1/purchases/${foreign.purchaseId}/csv`, { token });
  assert.match(file.text, /quantity,price,currency\r\n.*,12,4\.5,USD/);
  const wrong = { supplierId, reference: 'PO-X', currency: 'EURO', lines: [{ ...blank, quantity: 1 }] };
  assert.equal((await operator.send('POST', '/purchases', wrong)).status, 400);
  const unknown = (await operator.send('POST', '/purchases', { ...wrong, currency: 'Eur' })).json;
  assert.deepEqual(unknown.violations[0].code, 'unknown_currency');
  await operator.send('PUT', `/purchases/${foreign.purchaseId}/state`, { state: 'SENT' });
  const before = await costOf();
  const { deliveryId } = (
    await operator.send('POST', '/deliveries', { purchaseId: foreign.purchaseId, reference: 'USD-1' })
  ).json;
  await operator.send('POST', `/deliveries/${deliveryId}/counted`, { ...blank, counted: 12 });
  assert.equal((await operator.send('POST', `/deliveries/${deliveryId}/book`)).status, 200);
  assert.equal(await costOf(), before);
});
