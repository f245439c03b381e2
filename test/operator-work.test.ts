import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { item, order } from '../src/orders/test-support/sample-orders.ts';
import { assign, assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', '/stock/PRODUCT/4006381333931/set', { quantity: 10_000 });
});
after(() => server.close());

const work = (orderId: string, verb: string, body?: unknown) => operator.work(customer.clientId, orderId, verb, body);
const codes = (json: { violations: { pointer: string; code: string }[] }) =>
  json.violations.map(({ pointer, code }) => [pointer, code]);

/** Returns the events of the order's history. */
async function eventsOf(orderId: string): Promise<[string, string, string | undefined][]> {
  const { json } = await operator.get(`/orders/${customer.clientId}/${orderId}`);
  return json.events.map((event: { type: string; actor: string; reason?: string }) => [
    event.type,
    event.actor,
    event.reason,
  ]);
}

async function createAcceptedOrder(orderId: string, changes: Parameters<typeof order>[0] = {}): Promise<string> {
  await assigned(server, customer, { ...changes, orderId });
  assert.equal((await work(orderId, 'accept')).status, 200);
  return orderId;
}

test('staff accept and ship an order, and repeating either has no effect', async () => {
  await assigned(server, customer, { orderId: 'A1' });
  const first = await work('A1', 'accept');
  assert.deepEqual([first.status, first.json.status, first.headers.get('etag')], [200, 'ACCEPTED', '"3"']);
  assert.equal((await work('A1', 'accept')).text, first.text);
  const parcels = [{ trackingNumber: 'T1', trackingCarrier: 'DHL', trackingUrl: 'https://dhl.example/T1' }];
  const shipped = await work('A1', 'ship', { parcels });
  const { shipped: at, ...shipment } = shipped.json.shipments[0];
  assert.deepEqual(
    [shipped.json.status, shipment],
    ['SHIPPED', { shipmentId: '1', ...parcels[0], items: [{ id: '1', quantity: 2 }] }],
  );
  assert.equal(at, shipped.json.updated);
  assert.equal(shipped.json.shipping.trackingNumber, 'T1');
  assert.equal((await work('A1', 'ship', { parcels })).text, shipped.text);
  assert.equal((await work('A1', 'ship', { parcels: [{ trackingNumber: 'T2' }] })).status, 409);
  assert.deepEqual(await eventsOf('A1'), [
    ['order.created', 'client', undefined],
    ['order.assigned', 'system', undefined],
    ['order.accepted', 'operator', undefined],
    ['order.shipped', 'operator', undefined],
  ]);
});

test('parcels name pieces that the order has, or none for all remaining pieces', async () => {
  const items = [item({ quantity: 3 }), item({ quantity: 1 })];
  await createAcceptedOrder('S1', { items });
  const ship = (parcels: unknown) => work('S1', 'ship', { parcels });
  const of = (...pairs: [string, number][]) => ({ items: pairs.map(([id, quantity]) => ({ id, quantity })) });
  assert.deepEqual(codes((await ship([of(['1', 2], ['9', 1]), of(['1', 2]), {}, {}])).json), [
    ['/parcels/0/items/1/id', 'unknown_item'],
    ['/parcels/1/items/0/quantity', 'too_large'],
    ['/parcels/2/items', 'required'],
    ['/parcels/3/items', 'required'],
  ]);
  assert.deepEqual(codes((await ship([of(['1', 3], ['2', 1]), { trackingNumber: 'T' }])).json), [
    ['/parcels/1/items', 'nothing_left'],
  ]);
  assert.deepEqual(codes((await ship([{ trackingUrl: 'javascript:x' }])).json), [
    ['/parcels/0/trackingUrl', 'invalid_url'],
  ]);
  assert.deepEqual(codes((await work('S1', 'ship', { parcels: [{ items: [{ id: 1 }], x: 1 }] })).json).sort(), [
    ['/parcels/0/items/0/id', 'wrong_type'],
    ['/parcels/0/items/0/quantity', 'required'],
    ['/parcels/0/x', 'unknown_property'],
  ]);
  assert.deepEqual(codes((await work('S1', 'ship')).json), [['', 'wrong_type']]);
  const { status, json } = await ship([of(['1', 2]), of(['2', 1], ['1', 1])]);
  assert.deepEqual([status, json.shipments.length], [200, 2]);
  await createAcceptedOrder('S2', { items });
  const untold = await work('S2', 'ship', { parcels: [{ trackingNumber: 'a' }, { trackingNumber: 'b' }] });
  assert.deepEqual(
    untold.json.shipments.map(({ items }: { items: unknown[] }) => items),
    [[], []],
  );
});

test('an impossible action is 409 with the status and the possible actions', async () => {
  await customer.post(order({ orderId: 'N1' }));
  const early = await work('N1', 'accept');
  assert.deepEqual([early.status, early.json.error], [409, 'order_not_changeable']);
  assert.match(early.json.message, /is NEW; .* Possible: error, cancel/);
  await assign(server, customer.clientId, 'N1');
  assert.match((await work('N1', 'ship', { parcels: [{}] })).json.message, /is ASSIGNED; .* accept/);
  assert.match((await work('N1', 'reopen')).json.message, /is ASSIGNED/);
  assert.match((await work('N1', 'cancellation/accept')).json.message, /no request to cancel is pending/);
  await work('N1', 'accept');
  await work('N1', 'ship', { parcels: [{}] });
  for (const [verb, body] of [
    ['accept'],
    ['cancel'],
    ['reopen'],
    ['error', { message: 'x' }],
    ['cancellation/accept'],
    ['cancellation/reject'],
  ] as const) {
    const { status, json } = await work('N1', verb, body);
    assert.deepEqual([status, json.error], [409, 'order_not_changeable'], verb);
    assert.match(json.message, /is SHIPPED/);
  }
});

test('an error shows the customer what to correct, releases the stock, and can be reopened', async () => {
  await createAcceptedOrder('E1');
  const reservedBefore = (await operator.get('/stock/PRODUCT/4006381333931')).json.reserved;
  const error = { code: 'artwork_unreadable', message: 'Send another file.', pointer: '/items/0' };
  const failed = await work('E1', 'error', error);
  assert.deepEqual([failed.json.status, failed.json.statusReason], ['ERROR', error]);
  assert.equal((await work('E1', 'error', error)).text, failed.text);
  const corrected = await work('E1', 'error', { message: 'Another,\nin two lines.' });
  assert.deepEqual(corrected.json.statusReason, { ...error, message: 'Another,\nin two lines.' });
  assert.equal((await work('E1', 'error', { message: 'Another,\nin two lines.' })).text, corrected.text);
  assert.equal((await work('E1', 'error', { message: 'No \t tab.' })).status, 400);
  assert.equal((await operator.get('/stock/PRODUCT/4006381333931')).json.reserved, reservedBefore - 2);
  const reopened = await work('E1', 'reopen');
  assert.deepEqual([reopened.json.status, reopened.json.statusReason], ['NEW', undefined]);
  assert.equal((await work('E1', 'reopen')).text, reopened.text);
  assert.deepEqual((await eventsOf('E1')).slice(-3), [
    ['order.error', 'operator', 'artwork_unreadable'],
    ['order.updated', 'operator', 'artwork_unreadable'],
    ['order.updated', 'operator', 'reopened'],
  ]);
  const due = await server.pool.query(`select from orders where order_id = 'E1' and work_due <= now()`);
  assert.equal(due.rowCount, 1);
  await assign(server, customer.clientId, 'E1');
  assert.equal((await work('E1', 'accept')).status, 200);
  for (const pointer of ['/items/7', '/items/length', '/items/-', '/items/0/', '/constructor', '/orderId/0', '']) {
    const { json } = await work('E1', 'error', { message: 'x', pointer });
    assert.deepEqual(codes(json), [['/pointer', 'unknown_pointer']], pointer);
  }
  assert.deepEqual(codes((await work('E1', 'error', { code: 7, pointer: null })).json), [
    ['/message', 'required'],
    ['/code', 'wrong_type'],
  ]);
  assert.equal((await work('E1', 'error', { message: 'x' })).json.statusReason.code, 'production_problem');
});

test('staff cancel an order, also during production', async () => {
  await createAcceptedOrder('C1');
  const before = (await operator.get('/stock/PRODUCT/4006381333931')).json;
  const cancelled = await work('C1', 'cancel', { reason: 'Out of ink.' });
  assert.deepEqual([cancelled.status, cancelled.json.status], [200, 'CANCELLED']);
  assert.equal((await work('C1', 'cancel')).text, cancelled.text);
  assert.deepEqual((await eventsOf('C1')).at(-1), ['order.cancelled', 'operator', 'Out of ink.']);
  const now = (await operator.get('/stock/PRODUCT/4006381333931')).json;
  assert.deepEqual([now.onHand, now.reserved], [before.onHand, before.reserved - 2]);
});

test('staff grant or reject a cancellation request, and shipping rejects it', async () => {
  const { token, client } = await server.token();
  const { json: carrier } = await operator.send('PUT', '/carriers/dhl-paket', { name: 'DHL Paket' });
  assert.equal(carrier.carrierId, 'dhl-paket');
  await operator.send('PUT', `/clients/${client.clientId}/products/${await productOf()}`);
  const ask = async (orderId: string) => {
    await server.send('/v1/orders', { token, body: order({ orderId }) });
    await assign(server, client.clientId, orderId);
    await operator.work(client.clientId, orderId, 'accept');
    const answer = await server.send(`/v1/orders/${orderId}/cancel`, {
      token,
      body: { reason: 'Changed my mind.' },
    });
    assert.equal(answer.status, 202);
  };
  const decide = (orderId: string, verb: string, body?: unknown) => operator.work(client.clientId, orderId, verb, body);
  await ask('W1');
  const granted = await decide('W1', 'cancellation/accept');
  assert.deepEqual(
    [granted.json.status, granted.json.cancellation],
    ['CANCELLED', { status: 'ACCEPTED', reason: 'Changed my mind.' }],
  );
  assert.equal((await decide('W1', 'cancellation/accept')).text, granted.text);
  await ask('W2');
  const declined = await decide('W2', 'cancellation/reject', { reason: 'Already packed.' });
  assert.deepEqual([declined.json.status, declined.json.cancellation.status], ['ACCEPTED', 'REJECTED']);
  assert.equal((await decide('W2', 'cancellation/reject')).text, declined.text);
  assert.equal((await decide('W2', 'cancellation/accept')).status, 409);
  const { json } = await server.send('/v1/orders/W2/events', { token });
  const { type, actor, reason } = json.at(-1);
  assert.deepEqual([type, actor, reason], ['order.cancellation_rejected', 'operator', 'Already packed.']);
  await ask('W3');
  const shipped = await decide('W3', 'ship', { parcels: [{}] });
  assert.deepEqual([shipped.json.status, shipped.json.cancellation.status], ['SHIPPED', 'REJECTED']);
  await ask('W4');
  assert.equal((await decide('W4', 'cancel')).json.cancellation.status, 'ACCEPTED');
});

test('after twenty concurrent accepts and cancellations the history is consistent', async () => {
  await assigned(server, customer, { orderId: 'R1' });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) => work('R1', index % 2 ? 'accept' : 'cancel')),
  );
  const types = (await eventsOf('R1')).map(([type]) => type);
  assert.equal(new Set(types).size, types.length, types.join());
  assert.equal(types.at(-1), 'order.cancelled');
  assert.ok(answers.every(({ status }) => status === 200 || status === 409));
});

test('many orders are accepted in one request, each on its own', async () => {
  for (const orderId of ['B1', 'B2']) await assigned(server, customer, { orderId });
  await customer.post(order({ orderId: 'B3' }));
  const { clientId } = customer;
  const orders = ['B1', 'B3', 'B2', 'nothing', 'B1'].map((orderId) => ({ clientId, orderId }));
  const { status, json } = await operator.send('POST', '/orders/bulk-accept', { orders });
  assert.deepEqual([status, json.succeeded, json.failed], [200, 3, 2]);
  assert.deepEqual(
    json.results.map((result: { orderId: string; status?: string; error?: string }) => [
      result.orderId,
      result.status ?? result.error,
    ]),
    [
      ['B1', 'ACCEPTED'],
      ['B3', 'order_not_changeable'],
      ['B2', 'ACCEPTED'],
      ['nothing', 'order_not_found'],
      ['B1', 'ACCEPTED'],
    ],
  );
  const none = await operator.send('POST', '/orders/bulk-accept', { orders: [] });
  assert.deepEqual(codes(none.json), [['/orders', 'too_few_items']]);
  const many = Array.from({ length: 501 }, () => ({ clientId, orderId: 'B1' }));
  const tooMany = await operator.send('POST', '/orders/bulk-accept', { orders: many });
  assert.deepEqual(codes(tooMany.json), [['/orders', 'too_many_items']]);
});

test('orders are shipped from a CSV file, in which several rows can be several parcels', async () => {
  for (const orderId of ['V1', 'V2', 'V3', 'V;4']) await createAcceptedOrder(orderId);
  await assigned(server, customer, { orderId: 'V5' });
  const { clientId } = customer;
  const csv = [
    '\uFEFFclientId;orderId;trackingNumber;trackingCarrier;trackingUrl',
    `${clientId};V1;T1;DHL;https://dhl.example/T1`,
    `${clientId};V2;T2;UPS;`,
    `${clientId};V1;T3;DHL;`,
    `${clientId};V3;T4;;not a url`,
    '',
    `${clientId};"V;4";`,
    `${clientId};V5;T5`,
    `;V1;T6`,
    `${clientId};V2;${'x'.repeat(200)};;`,
    `${clientId};nothing;T7`,
  ].join('\r\n');
  const { status, json } = await ship(csv);
  assert.equal(status, 200);
  assert.deepEqual(
    json.results.map((result: { line: number; orderId: string; status?: string; error?: string }) => [
      result.line,
      result.orderId,
      result.status ?? result.error,
    ]),
    [
      [2, 'V1', 'SHIPPED'],
      [3, 'V2', 'invalid_request'],
      [4, 'V1', 'SHIPPED'],
      [5, 'V3', 'invalid_request'],
      [7, 'V;4', 'SHIPPED'],
      [8, 'V5', 'order_not_changeable'],
      [9, 'V1', 'invalid_request'],
      [10, 'V2', 'invalid_request'],
      [11, 'nothing', 'order_not_found'],
    ],
  );
  assert.match(json.results[1].message, /Line 10 of the same order/);
  assert.match(json.results[7].message, /"trackingNumber" must have at most 128/);
  const { shipments } = (await customer.read('V1')).json;
  assert.deepEqual(
    shipments.map(({ trackingNumber }: { trackingNumber: string }) => trackingNumber),
    ['T1', 'T3'],
  );
  const again = await ship(`clientId,orderId\n${clientId},V;4`);
  assert.deepEqual([again.json.succeeded, again.json.failed], [1, 0]);
});

test('an invalid CSV file is refused as a whole', async () => {
  for (const [csv, code] of [
    ['', 'required'],
    ['clientId,orderId', 'too_few_items'],
    ['clientId,order,trackingNumber\na,b,c', 'required'],
    ['clientId,orderId,orderId\na,b,c', 'unknown_property'],
    ['clientId,orderId\n"a,b', 'invalid_csv'],
    [`clientId,orderId\n${'a,b\n'.repeat(2_001)}`, 'too_many_items'],
    ['\n'.repeat(1_048_576), 'required'],
    [','.repeat(1_048_576), 'too_many_items'],
    ['"'.repeat(1_048_576), 'too_long'],
    [`clientId,orderId\n${'a,b\n'.repeat(200_000)}"`, 'too_many_items'],
    [`clientId,orderId${',x'.repeat(8_000)}`, 'unknown_property'],
  ] as const) {
    const { status, json } = await ship(csv);
    assert.deepEqual([status, json.violations[0].code], [400, code], csv.slice(0, 40));
  }
  assert.equal((await operator.send('POST', '/orders/bulk-ship')).status, 415);
  assert.equal((await operator.work(customer.clientId, 'V1', 'ship', undefined)).status, 400);
  assert.equal((await ship('x'.repeat(1_048_577))).status, 413);
});

test('a faulty row reports all its own faults and no others', async () => {
  await createAcceptedOrder('M1');
  const { clientId } = customer;
  const { json } = await ship(
    [
      'clientId,orderId,trackingNumber,trackingUrl',
      `${clientId},M1,${'x'.repeat(200)},not a url`,
      `${clientId},M1,T2,ftp://dhl.example/T2`,
      `${clientId},M1,T3,https://dhl.example/T3`,
    ].join('\n'),
  );
  const [both, url, none] = json.results.map(({ message }: { message: string }) => message);
  assert.match(both, /"trackingNumber" must have at most 128 .* The URL must not contain spaces/);
  assert.match(url, /^The URL must be absolute/);
  assert.match(none, /^Line 2 of the same order is faulty/);
});

test("blank lines and Excel's delimiter line may precede the header", async () => {
  await createAcceptedOrder('X;1');
  await createAcceptedOrder('X2');
  const { clientId } = customer;
  const rows = ['clientId;orderId;trackingNumber', `${clientId};"X;1";"T,1,2,3"`];
  for (const before of ['sep=;\r\n', '\r\n \r\nSEP=;\r\n\r\n', '\uFEFFsep=;\r\n']) {
    const { json } = await ship(before + rows.join('\r\n'));
    assert.deepEqual([json.succeeded, json.failed], [1, 0], json.results?.[0].message ?? json.message);
    assert.equal(json.results[0].line, before.split('\n').length + 1);
  }
  const wrong = await ship('sep=,\n\nclientId,order\na,b');
  assert.equal(wrong.json.violations[0].pointer, 'line 3');
});

test('a row is reported by its first line, even if cells contain line breaks', async () => {
  const rows = ['clientId,orderId', '', 'a,"b', 'c"', ' ', ',', '"a', '', '",d', 'e,f'];
  for (const lineBreak of ['\n', '\r\n', '\r']) {
    const { json } = await ship(rows.join(lineBreak));
    const lines = json.results.map(({ line }: { line: number }) => line);
    assert.deepEqual(lines, [3, 7, 10], JSON.stringify(lineBreak));
  }
});

test('an unreadable part of a CSV file is reported with its line: an unclosed quote or a row that is too long', async () => {
  for (const [csv, line, code, message] of [
    ['clientId,orderId\na,b\nc,"d\n\ne', 3, 'invalid_csv', /check its quotes/],
    ['clientId,orderId\na,b\n\nc,d"e"\n', 4, 'invalid_csv', /check its quotes/],
    [`sep=,\nclientId,orderId\na,${'x'.repeat(17_000)}\n`, 3, 'too_long', /longer than 16,384 characters/],
    [`clientId,orderId\r\na,"${'x\r\n'.repeat(17_000)}`, 2, 'too_long', /is a quote not closed/],
  ] as const) {
    const { status, json } = await ship(csv);
    assert.deepEqual([status, codes(json)], [400, [[`line ${line}`, code]]]);
    assert.match(json.message, message);
  }
});

test('a CSV file may have any type that browsers with Excel send, and another type or charset is refused with the right one', async () => {
  await createAcceptedOrder('T1');
  const csv = `clientId,orderId\n${customer.clientId},T1`;
  const send = (body: string | Uint8Array, type: string) =>
    operator.send('POST', '/orders/bulk-ship', body, { 'content-type': type });
  assert.equal((await send(csv, 'application/vnd.ms-excel')).json.succeeded, 1);
  for (const type of ['text/csv; charset=shift_jis', 'text/plain', 'application/octet-stream']) {
    const { status, json } = await send(csv, type);
    assert.deepEqual([status, json.error], [415, 'unsupported_media_type'], type);
    assert.match(json.message, /as text\/csv in UTF-8/, type);
  }
  const unknown = await send(Buffer.from('clientId,orderId\nM\u0081ller,1', 'latin1'), 'text/csv');
  assert.deepEqual([unknown.status, /CSV UTF-8/.test(unknown.json.message)], [415, true]);
});

test('a CSV file in Windows-1252 or UTF-16 is read, and the response names its encoding', async () => {
  const csv = (orderId: string) => `clientId;orderId;trackingCarrier\r\n${customer.clientId};${orderId};Müller\r\n`;
  const files = {
    W1: Buffer.from(csv('W1'), 'latin1'),
    W2: Buffer.from(`\ufeff${csv('W2')}`, 'utf16le'),
    W3: Buffer.from(csv('W3'), 'utf16le').swap16(),
  };
  for (const [orderId, body] of Object.entries(files)) {
    await createAcceptedOrder(orderId);
    const type = orderId === 'W1' ? 'text/csv; charset=windows-1252' : 'text/csv';
    const { json } = await operator.send('POST', '/orders/bulk-ship', body, { 'content-type': type });
    assert.deepEqual([json.succeeded, json.warnings?.[0].code], [1, 'not_utf_8'], JSON.stringify(json));
    const shipped = await operator.send('GET', `/orders/${customer.clientId}/${orderId}`);
    assert.equal(shipped.json.order.shipping.trackingCarrier, 'Müller', shipped.text);
  }
  assert.equal((await ship('clientId,orderId\nx,y')).json.warnings, undefined);
});

test('an apostrophe that protects an orderId from a spreadsheet is removed', async () => {
  await createAcceptedOrder('=1+1');
  const { json } = await ship(`clientId,orderId,trackingNumber\n${customer.clientId},'=1+1,'-7`);
  assert.deepEqual([json.succeeded, json.results[0].orderId], [1, '=1+1']);
  assert.equal((await customer.read('=1+1')).json.shipping.trackingNumber, '-7');
});

test('a tracking number that a spreadsheet rounded is refused', async () => {
  await createAcceptedOrder('ROUNDED');
  const rows = `clientId;orderId;trackingNumber\n${customer.clientId};ROUNDED;3,40434E+19\n`;
  const { json } = await ship(rows);
  assert.equal(json.failed, 1);
  assert.match(json.results[0].message, /"trackingNumber" was taken for a number/);
});

function ship(csv: string) {
  return operator.send('POST', '/orders/bulk-ship', csv, { 'content-type': 'text/csv; charset=utf-8' });
}

async function productOf(): Promise<string> {
  const { rows } = await server.pool.query<{ id: string }>(
    `select product_id as id from product_variants where ean13 = '4006381333931'`,
  );
  return rows[0]!.id;
}
