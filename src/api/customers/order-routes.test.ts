import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assigned } from '../../../test/support/operator.ts';
import { type Answer, startTestServer, type TestServer } from '../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../orders/test-support/customer.ts';
import {
  ADDRESS,
  ARTWORK,
  BLANK,
  customItem,
  EAN,
  fullOrder,
  item,
  LABEL,
  order,
} from '../../orders/test-support/sample-orders.ts';

let server: TestServer;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
});
after(() => server.close());

const NAME = 'Logo Tee Black M';

test('an order of an existing product is created and returned', async () => {
  server.time.now = new Date('2026-01-31T12:00:00.007Z');
  const answer = await customer.post({
    orderId: 'EXISTING',
    items: [{ quantity: 2, existingProduct: { ean13: EAN } }],
    shipping: { address: { ...ADDRESS, country: 'de' } },
    unitPriceCurrency: 'EUR',
  });
  server.time.now = undefined;
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('location'), 'http://platen.test/v1/orders/EXISTING');
  assert.equal(answer.headers.get('etag'), '"1"');
  assert.equal(answer.headers.get('idempotent-replayed'), null);
  assert.deepEqual(answer.json, {
    orderId: 'EXISTING',
    status: 'NEW',
    items: [{ id: '1', quantity: 2, existingProduct: { ean13: EAN, name: NAME } }],
    shipping: { address: ADDRESS },
    unitPriceCurrency: 'EUR',
    created: '2026-01-31T12:00:00.007Z',
    updated: '2026-01-31T12:00:00.007Z',
  });
});

test('an order with every field is returned with every field', async () => {
  const { json } = await customer.post(fullOrder());
  const { items, ...rest } = fullOrder();
  const { created, updated } = json;
  assert.equal(new Date(created).toISOString(), created);
  assert.deepEqual(json, {
    ...rest,
    status: 'NEW',
    items: [{ ...items[0], existingProduct: { ean13: EAN, name: NAME } }, items[1]],
    created,
    updated: created,
  });
  assert.equal(updated, created);
});

test('an order with own labels is created without address, prices and currency', async () => {
  const shipping = { shippingLabelUrl: LABEL, returnLabelUrl: `${LABEL}?return` };
  const { items } = order({ items: [{ quantity: 1, existingProduct: { ean13: EAN } }] });
  const { status, json } = await customer.post({ orderId: 'LABELLED', items, shipping });
  assert.equal(status, 200);
  assert.deepEqual(json.shipping, shipping);
  assert.equal('unitPriceCurrency' in json, false);
});

test('an order is read as it was returned', async () => {
  const made = await customer.post(order({ orderId: 'READ', items: [item(), customItem()] }));
  const read = await customer.read('READ');
  assert.equal(read.status, 200);
  assert.equal(read.text, made.text);
  assert.equal(read.headers.get('etag'), made.headers.get('etag'));
  assert.equal(read.headers.get('content-type'), 'application/json; charset=utf-8');
});

test('an unchanged order is answered 304', async () => {
  const { headers } = await customer.post(order({ orderId: 'TAGGED' }));
  const etag = headers.get('etag')!;
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const answer = await customer.get('/v1/orders/TAGGED', { 'if-none-match': tag });
    assert.deepEqual([answer.status, answer.text, answer.headers.get('etag')], [304, '', etag]);
  }
  assert.equal((await customer.get('/v1/orders/TAGGED', { 'if-none-match': '"2"' })).status, 200);
});

const REPEATED: readonly (readonly [what: string, reword: (sent: object, answered: object) => object])[] = [
  ['again', (sent) => sent],
  ['as it was read', (_, answered) => answered],
  ['with its properties in another order', (sent) => Object.fromEntries(Object.entries(sent).reverse())],
  ['with nulls', (sent) => ({ ...sent, packingSlip: null, status: null, frobnicate: null })],
  ['with the country in lower case', (sent) => ({ ...sent, shipping: { address: { ...ADDRESS, country: 'de' } } })],
  [
    'with an empty line more',
    (sent) => ({ ...sent, shipping: { address: { ...ADDRESS, state: '' }, carrierId: null } }),
  ],
  ['with what only answers carry', (sent) => ({ ...sent, status: 'SHIPPED', created: 'x', updated: { a: [] } })],
];

for (const [index, [what, reword]] of REPEATED.entries()) {
  test(`the same order sent ${what} is answered as stored, and told to be a repetition`, async () => {
    const sent = order({ orderId: `REPEATED-${index}`, items: [item(), customItem()] });
    const made = await customer.post(sent);
    const repeated = await customer.post(reword(sent, made.json));
    assert.equal(repeated.status, 200);
    assert.equal(repeated.text, made.text);
    assert.equal(repeated.headers.get('idempotent-replayed'), 'true');
    assert.equal(repeated.headers.get('location'), made.headers.get('location'));
    assert.equal(repeated.headers.get('etag'), made.headers.get('etag'));
  });
}

test('a different order with an existing orderId is refused and changes nothing', async () => {
  const made = await customer.post(order({ orderId: 'TAKEN' }));
  const refused = await customer.post(order({ orderId: 'TAKEN', items: [item({ quantity: 3 })] }));
  assert.deepEqual([refused.status, refused.json.error], [409, 'order_already_exists']);
  assert.equal((await customer.read('TAKEN')).text, made.text);
});

test('an invalid order with an existing orderId is reported as invalid', async () => {
  await customer.post(order({ orderId: 'TAKEN-TOO' }));
  const refused = await customer.post(order({ orderId: 'TAKEN-TOO', packingSlip: 'x' }));
  assert.deepEqual([refused.status, refused.json.error], [400, 'invalid_request']);
});

test('twenty equal concurrent orders create exactly one', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => customer.post(order({ orderId: 'SAME' }))));
  const made = answers.filter(({ headers }) => !headers.has('idempotent-replayed'));
  assert.equal(made.length, 1);
  for (const { status, text } of answers) assert.deepEqual([status, text], [200, made[0]!.text]);
  assert.deepEqual(await rowsOf('SAME'), { orders: 1, events: 1 });
});

test('twenty different concurrent orders with one orderId create exactly one', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      customer.post(order({ orderId: 'RACE', items: [item({ quantity: index + 1 })] })),
    ),
  );
  const [made, ...others] = answers.toSorted((one, other) => one.status - other.status) as [Answer, ...Answer[]];
  assert.equal(made.status, 200);
  for (const { status, json } of others) assert.deepEqual([status, json.error], [409, 'order_already_exists']);
  assert.equal((await customer.read('RACE')).text, made.text);
  assert.deepEqual(await rowsOf('RACE'), { orders: 1, events: 1 });
});

test('an order that the database refuses fails alone in its batch', async () => {
  await server.pool.query(`alter table orders add constraint refused check (order_id <> 'REFUSED')`);
  const ids = Array.from({ length: 20 }, (_, index) => (index === 7 ? 'REFUSED' : `KEPT-${index}`));
  const answers = await Promise.all(ids.map((orderId) => customer.post(order({ orderId }))));
  for (const [index, { status }] of answers.entries()) assert.equal(status, index === 7 ? 500 : 200);
  assert.equal(answers[7]!.json.error, 'internal_error');
  assert.doesNotMatch(answers[7]!.text, /refused|constraint|orders_/);
  assert.equal((await customer.read('REFUSED')).status, 404);
  assert.equal((await customer.read('KEPT-19')).status, 200);
});

test('an order and its order.created event are stored in one transaction', async () => {
  const { json } = await customer.post(order({ orderId: 'RECORDED' }));
  const { rows } = await server.pool.query(
    `select o.xmin = e.xmin as "inOneTransaction", type, occurred, e.status, previous_status, e.version, actor
     from orders o join order_events e using (client_id, order_id) where order_id = 'RECORDED'`,
  );
  assert.deepEqual(rows, [
    {
      inOneTransaction: true,
      type: 'order.created',
      occurred: new Date(json.created),
      status: 'NEW',
      previous_status: null,
      version: 1,
      actor: 'client',
    },
  ]);
});

test('two clients may use one orderId and cannot read each other’s order', async () => {
  const other = await newCustomer(server);
  await customer.post(order({ orderId: 'MINE' }));
  const [foreign, absent] = [await other.read('MINE'), await other.read('NONE')];
  for (const { status, json } of [foreign, absent]) assert.deepEqual([status, json.error], [404, 'order_not_found']);
  const anonymous = ({ text, json }: Answer) => text.replace(json.requestId, 'ID');
  assert.equal(anonymous(foreign), anonymous(absent));
  assert.deepEqual(fieldsOf(foreign), fieldsOf(absent));
  assert.deepEqual((await other.get('/v1/orders')).json, []);

  const made = await other.post(order({ orderId: 'MINE', items: [item({ quantity: 99 })] }));
  assert.deepEqual([made.status, made.headers.has('idempotent-replayed')], [200, false]);
  assert.equal((await customer.read('MINE')).json.items[0].quantity, 2);
  assert.equal((await other.read('MINE')).json.items[0].quantity, 99);
});

/** Names of the header fields. */
function fieldsOf({ headers }: Answer): string[] {
  return [...headers.keys()].sort();
}

const ORDER_IDS = [
  'A/1 #ü?%',
  '😀'.repeat(128),
  '%2F',
  '%',
  '%zz',
  '%25',
  ' ',
  '...',
  '*',
  ':orderId',
  '\u2028',
  '\ufeff',
  '"\\',
  'null',
  '{}',
  'a+b&c=d;e',
];

for (const orderId of ORDER_IDS) {
  test(`the orderId ${JSON.stringify(orderId).slice(0, 20)} works in a body, in a path and in a list`, async () => {
    const owner = await newCustomer(server);
    const made = await owner.post(order({ orderId }));
    assert.deepEqual([made.status, made.json.orderId], [200, orderId]);
    const read = await owner.get(new URL(made.headers.get('location')!).pathname);
    assert.deepEqual([read.status, read.text], [200, made.text]);
    const [listed] = (await owner.get('/v1/orders')).json;
    assert.equal(listed.orderId, orderId);
  });
}

for (const orderId of [
  '',
  '😀'.repeat(129),
  'a\0',
  'a\n',
  'a\x7f',
  'a\x85',
  'a\ud800',
  '\udc00a',
  '.',
  '..',
  7,
  true,
  ['A'],
  {},
]) {
  test(`the orderId ${JSON.stringify(orderId).slice(0, 20)} is refused`, async () => {
    const { status, json } = await customer.post({ ...order(), orderId });
    assert.equal(status, 400);
    assert.deepEqual(
      json.violations.map(({ pointer }: { pointer: string }) => pointer),
      ['/orderId'],
    );
  });
}

const PATHS = ['%00', '%ED%A0%80', '%', '%zz', 'a%2Fb', '', '\u2028', 'x'.repeat(2_000), "'; drop table orders"];

for (const path of PATHS) {
  test(`the path /v1/orders/${path.slice(0, 20)} leads to no order and to no failure`, async () => {
    const { status, json } = await customer.get(`/v1/orders/${path}`);
    assert.ok(status === 404 || status === 400, String(status));
    assert.equal(typeof json.error, 'string');
  });
}

test('the log contains no data of an order', async () => {
  const { text } = await customer.post(order({ orderId: 'SECRET-ID' }));
  assert.match(text, /Musterstraße/);
  await customer.post(order({ orderId: 'SECRET-ID', packingSlip: 'Musterstraße' }));
  await customer.post('{"orderId":"SECRET-ID","shipping":{"address":{"street":"Musterstraße');
  await customer.read('SECRET-ID');
  // Whole words: the time of a line in milliseconds may have the digits of the postal code.
  assert.doesNotMatch(server.logged.join('\n'), /\b(?:Ada|10115|Berlin)\b|Musterstra|SECRET-ID|files\.example/);
});

async function rowsOf(orderId: string) {
  const { rows } = await server.pool.query(
    `select (select count(*)::int from orders where order_id = $1) as orders,
            (select count(*)::int from order_events where order_id = $1) as events`,
    [orderId],
  );
  return rows[0];
}

const WISHES = {
  customerReference: 'PO-2026-118',
  giftMessage: 'Happy birthday!\nLove, Grace',
  requestedDeliveryDate: '2026-12-23',
  taxIds: { ioss: 'IM2760000742', eori: 'DE123456789012345', vat: 'DE136695976' },
  metadata: { cartId: 'c-81', 'channel.name': 'web shop' },
};

test('data of the shop is stored and answered, and metadata in another order is the same order', async () => {
  const { items, ...rest } = order({ orderId: 'WISHES' });
  const first = await customer.post({ ...rest, ...WISHES, items: [{ ...items[0], metadata: { line: '7' } }] });
  assert.equal(first.status, 200, first.text);
  const { json } = await customer.get('/v1/orders/WISHES');
  const { customerReference, giftMessage, requestedDeliveryDate, taxIds, metadata } = json;
  assert.deepEqual({ customerReference, giftMessage, requestedDeliveryDate, taxIds, metadata }, WISHES);
  assert.deepEqual(json.items[0].metadata, { line: '7' });
  const turned = { ...WISHES, metadata: { 'channel.name': 'web shop', cartId: 'c-81' } };
  const again = await customer.post({ ...rest, ...turned, items: [{ ...items[0], metadata: { line: '7' } }] });
  assert.equal(again.headers.get('idempotent-replayed'), 'true', again.text);
  const none = await customer.post({ ...order({ orderId: 'WISHES-2' }), metadata: {}, taxIds: {} });
  assert.deepEqual([none.json.metadata, none.json.taxIds], [undefined, undefined]);
});

test('null in the data of a shop counts as absent, as elsewhere', async () => {
  const metadata = { cartId: 'c-81', coupon: null };
  const first = await customer.post({ ...order({ orderId: 'NULL-DATA' }), metadata, taxIds: { vat: null } });
  assert.deepEqual([first.status, first.json.metadata, first.json.taxIds], [200, { cartId: 'c-81' }, undefined]);
  const again = await customer.post({ ...order({ orderId: 'NULL-DATA' }), metadata: { cartId: 'c-81' } });
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  const deleted = await customer.put('NULL-DATA', { ...first.json, metadata: { cartId: null } });
  assert.deepEqual([deleted.status, deleted.json.metadata], [200, undefined]);
});

test('a refused name of the shop is shown as it was sent, and cut', async () => {
  const signs = await customer.post({ ...order({ orderId: 'SIGNS' }), metadata: { 'a/b~c': 5 } });
  const [violation] = signs.json.violations;
  assert.deepEqual([violation.pointer, violation.message], ['/metadata/a~1b~0c', '"a/b~c" must be a string.']);
  const unnamed = await customer.post({ ...order({ orderId: 'UNNAMED' }), metadata: { '': 5 } });
  assert.equal(unnamed.json.violations[0].message, '"" must be a string.');
  const long = await customer.post({ ...order({ orderId: 'LONG' }), metadata: { ['k'.repeat(200_000)]: 5 } });
  assert.ok(long.text.length < 2_000, `${long.text.length}`);
  assert.deepEqual(long.json.violations[0].code, 'wrong_type');
});

test('tax ids in the forms of many countries are accepted', async () => {
  for (const [index, taxIds] of [
    { ioss: 'IM2760000742', eori: 'FI0123456-7', vat: 'CHE-123.456.789 MWST' },
    { eori: 'XI123456789000', vat: 'EL123456789' },
    { eori: 'GB1', vat: 'IE1234567WA' },
    { eori: 'GR123456789', vat: 'NO 923609016 MVA' },
    { eori: 'FR12345678901234', vat: 'XI123456789' },
    { vat: 'GB123456789' },
    { vat: 'AU51824753556' },
    { vat: 'EU372000041' },
    { vat: 'FRXX999999999' },
  ].entries()) {
    const { status, text } = await customer.post({ ...order({ orderId: `TAX-${index}` }), taxIds });
    assert.equal(status, 200, text);
  }
});

test('an order that was accepted with malformed tax ids stays readable, and can be replaced', async () => {
  const { json } = await customer.post(order({ orderId: 'OLD-TAX' }));
  const print = { dataUrl: ARTWORK, location: 'FRONT', technology: 'DTG' };
  const references = {
    customerReference: ' ',
    giftMessage: '\n',
    importerReference: ' ',
    taxIds: { ioss: ' ', eori: 'CH1', vat: '1' },
    items: [{ ...customItem(), id: '1', customProduct: { sku: BLANK, prints: [{ ...print, designName: ' ' }] } }],
  };
  await server.pool.query(`update orders set document = $1 where client_id = $2 and order_id = 'OLD-TAX'`, [
    JSON.stringify({ ...json, ...references }),
    customer.clientId,
  ]);
  const read = await customer.get('/v1/orders/OLD-TAX');
  assert.deepEqual([read.status, read.json.taxIds], [200, references.taxIds]);
  const replaced = await customer.put('OLD-TAX', { ...read.json, message: 'Thank you' });
  assert.equal(replaced.status, 200, replaced.text);
  assert.deepEqual([replaced.json.message, replaced.json.taxIds], ['Thank you', references.taxIds]);
  const [stored] = read.json.items;
  const other = { sku: BLANK, prints: [{ ...print, location: 'BACK', designName: ' ' }] };
  const renamed = await customer.put('OLD-TAX', { ...read.json, items: [{ ...stored, customProduct: other }] });
  assert.deepEqual(renamed.json.violations.at(-1).pointer, '/items/0/customProduct/prints/0/designName');
  const changed = await customer.put('OLD-TAX', { ...read.json, giftMessage: ' ', taxIds: { ioss: ' ', vat: '2' } });
  const places = changed.json.violations.map(({ pointer }: { pointer: string }) => pointer);
  assert.deepEqual([changed.status, places], [400, ['/taxIds/vat', '/giftMessage']]);
});

test('a wished day that is over causes a warning, which the order keeps until another day is sent', async () => {
  const body = { ...order({ orderId: 'LATE-WISH' }), requestedDeliveryDate: '2026-01-31' };
  const created = await customer.post(body);
  const warned = [{ pointer: '/requestedDeliveryDate', code: 'requested_date_past' }];
  const warningsOf = ({ json }: Answer) =>
    (json.warnings ?? []).map(({ pointer, code }: { pointer: string; code: string }) => ({ pointer, code }));
  assert.deepEqual([created.status, warningsOf(created)], [200, warned]);
  await assigned(server, customer, body);
  assert.deepEqual(warningsOf(await customer.read('LATE-WISH')), warned);
  const changed = await customer.put('LATE-WISH', { ...body, requestedDeliveryDate: '2999-12-31' });
  assert.deepEqual([changed.status, warningsOf(changed)], [200, []]);
  const today = new Date().toISOString().slice(0, 10);
  const wished = await customer.post({ ...order({ orderId: 'TODAY' }), requestedDeliveryDate: today });
  assert.deepEqual([wished.status, warningsOf(wished)], [200, []]);
});

test('faults in data of the shop are named at their places', async () => {
  const keys = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'x']));
  for (const [fields, pointer, code] of [
    [{ requestedDeliveryDate: '2026-02-30' }, '/requestedDeliveryDate', 'invalid_date'],
    [{ requestedDeliveryDate: '23.12.2026' }, '/requestedDeliveryDate', 'invalid_date'],
    [{ metadata: keys(21) }, '/metadata', 'too_many_keys'],
    [{ metadata: keys(900) }, '/metadata', 'too_many_keys'],
    [{ metadata: { ['x'.repeat(41)]: 'x' } }, '/metadata', 'invalid_key'],
    [{ metadata: { '': 'x' } }, '/metadata', 'invalid_key'],
    [{ metadata: { size: 7 } }, '/metadata/size', 'wrong_type'],
    [{ metadata: { size: 'x'.repeat(501) } }, '/metadata/size', 'too_long'],
    [{ metadata: ['x'] }, '/metadata', 'wrong_type'],
    [{ taxIds: { gst: '1' } }, '/taxIds/gst', 'unknown_property'],
    [{ taxIds: { ioss: ' ' } }, '/taxIds/ioss', 'invalid_tax_id'],
    [{ taxIds: { ioss: 'IM276000074' } }, '/taxIds/ioss', 'invalid_tax_id'],
    [{ taxIds: { ioss: ' IM2760000742' } }, '/taxIds/ioss', 'invalid_tax_id'],
    [{ taxIds: { eori: 'DE' } }, '/taxIds/eori', 'invalid_tax_id'],
    [{ taxIds: { eori: 'DE1234567890123456' } }, '/taxIds/eori', 'invalid_tax_id'],
    [{ taxIds: { vat: '136695976' } }, '/taxIds/vat', 'invalid_tax_id'],
    [{ taxIds: { vat: 'none' } }, '/taxIds/vat', 'invalid_tax_id'],
    [{ taxIds: { vat: 'XX123456789' } }, '/taxIds/vat', 'invalid_tax_id'],
    [{ taxIds: { vat: 'UK123456789' } }, '/taxIds/vat', 'invalid_tax_id'],
    [{ taxIds: { eori: 'ZZ123456789' } }, '/taxIds/eori', 'invalid_tax_id'],
    [{ taxIds: { eori: 'CH123456789' } }, '/taxIds/eori', 'invalid_tax_id'],
    [{ taxIds: { eori: 'US123456789' } }, '/taxIds/eori', 'invalid_tax_id'],
    [{ customerReference: ' \u200b' }, '/customerReference', 'required'],
    [{ message: '  ' }, '/message', 'required'],
    [{ giftMessage: ' \n ' }, '/giftMessage', 'required'],
    [{ importerReference: ' ' }, '/importerReference', 'required'],
    [{ giftMessage: 'x'.repeat(501) }, '/giftMessage', 'too_long'],
    [{ customer_reference: 'PO-1' }, '/customer_reference', 'unknown_property'],
  ] as const) {
    const { status, json } = await customer.post({ ...order({ orderId: 'FAULTY-WISH' }), ...fields });
    assert.equal(status, 400, JSON.stringify(json));
    assert.deepEqual([json.violations[0].pointer, json.violations[0].code], [pointer, code], JSON.stringify(json));
  }
});
