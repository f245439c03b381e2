import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { item } from '../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const EAN = '4006381333931';
const STOCK = `/stock/PRODUCT/${EAN}`;

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `${STOCK}/set`, { quantity: 10_000 });
});
after(() => server.close());

const work = (orderId: string, verb: string, body?: unknown, headers?: Record<string, string>) =>
  operator.send('POST', `/orders/${customer.clientId}/${orderId}/${verb}`, body, headers);
const ship = (orderId: string, parcels: unknown[], headers?: Record<string, string>) =>
  work(orderId, 'ship', { parcels }, headers);
const part = (trackingNumber: string | undefined, ...pieces: [string, number][]) => ({
  ...(trackingNumber !== undefined && { trackingNumber, trackingCarrier: 'DHL' }),
  items: pieces.map(([id, quantity]) => ({ id, quantity })),
});
const csv = (...rows: string[]) =>
  operator.send('POST', '/orders/bulk-ship', rows.join('\n'), { 'content-type': 'text/csv' });

/** Creates an order for 3 of item 1 and 2 of item 2, in production. */
async function createAcceptedOrder(orderId: string): Promise<string> {
  await assigned(server, customer, { orderId, items: [item({ quantity: 3 }), item({ quantity: 2 })] });
  assert.equal((await work(orderId, 'accept')).status, 200);
  return orderId;
}

async function level(): Promise<[onHand: number, reserved: number]> {
  const { onHand, reserved } = (await operator.get(STOCK)).json;
  return [onHand, reserved];
}

async function ledgerOf(orderId: string): Promise<[string, number, number][]> {
  const { json } = await operator.get(`${STOCK}/movements?limit=100`);
  return json
    .filter((movement: { orderId?: string }) => movement.orderId === orderId)
    .map(({ reason, onHandChange, reservedChange }: Record<string, unknown>) => [reason, onHandChange, reservedChange])
    .reverse();
}

async function eventsOf(orderId: string): Promise<[string, string][]> {
  const { json } = await customer.get(`/v1/orders/${orderId}/events`);
  return json.map(({ type, status }: { type: string; status: string }) => [type, status]);
}

test('an order ships in parts: it stays ACCEPTED, each part reduces stock, and the last piece sets SHIPPED', async () => {
  const [onHand, reserved] = await level();
  await createAcceptedOrder('P1');
  const first = await ship('P1', [part('T1', ['1', 1])]);
  assert.deepEqual([first.status, first.json.status, first.headers.get('etag')], [200, 'ACCEPTED', '"4"']);
  assert.deepEqual(await level(), [onHand - 1, reserved + 4]);
  const second = await ship('P1', [part('T2', ['1', 2], ['2', 1])]);
  assert.deepEqual([second.json.status, second.json.shipments.length], ['ACCEPTED', 2]);
  assert.equal(second.json.shipping.trackingNumber, 'T1');
  assert.deepEqual(await level(), [onHand - 4, reserved + 1]);
  const last = await ship('P1', [{ trackingNumber: 'T3' }]);
  assert.deepEqual([last.json.status, last.json.shipping.trackingNumber], ['SHIPPED', 'T1']);
  assert.deepEqual(
    last.json.shipments.map(({ shipmentId, items }: Record<string, unknown>) => [shipmentId, items]),
    [
      ['1', [{ id: '1', quantity: 1 }]],
      [
        '2',
        [
          { id: '1', quantity: 2 },
          { id: '2', quantity: 1 },
        ],
      ],
      ['3', [{ id: '2', quantity: 1 }]],
    ],
  );
  assert.deepEqual(await level(), [onHand - 5, reserved]);
  assert.deepEqual((await eventsOf('P1')).slice(3), [
    ['order.partially_shipped', 'ACCEPTED'],
    ['order.partially_shipped', 'ACCEPTED'],
    ['order.shipped', 'SHIPPED'],
  ]);
  assert.deepEqual(await ledgerOf('P1'), [
    ['reserved', 0, 5],
    ['shipped', -1, -1],
    ['shipped', -3, -3],
    ['shipped', -1, -1],
  ]);
  const found = await operator.get(`/orders?clientId=${customer.clientId}&q=t2`);
  assert.deepEqual(
    found.json.map(({ orderId }: { orderId: string }) => orderId),
    ['P1'],
  );
});

test('reporting the same parcel twice counts once, also later and beside a new one', async () => {
  await createAcceptedOrder('TWICE');
  const one = part('T1', ['1', 1]);
  const first = await ship('TWICE', [one]);
  const [onHand] = await level();
  assert.equal((await ship('TWICE', [one])).text, first.text);
  assert.equal((await ship('TWICE', [one], { 'if-match': '"3"' })).text, first.text);
  const both = await ship('TWICE', [one, part('T2', ['1', 1])]);
  assert.deepEqual([both.json.shipments.length, (await level())[0]], [2, onHand - 1]);
  // The same number with other items is another part.
  assert.equal((await ship('TWICE', [part('T2', ['2', 1])])).json.shipments.length, 3);
  const last = await ship('TWICE', [part('T3', ['1', 1], ['2', 1])]);
  assert.equal(last.json.status, 'SHIPPED');
  for (const known of [one, part('T3', ['2', 1], ['1', 1]), { trackingNumber: 'T3', trackingCarrier: 'DHL' }])
    assert.equal((await ship('TWICE', [known])).text, last.text);
  const over = await ship('TWICE', [part('T4', ['1', 1])]);
  assert.deepEqual([over.status, over.json.error], [409, 'order_not_changeable']);
  assert.match(over.json.message, /^The order is SHIPPED; .*Possible: shipments/);
});

test('many simultaneous reports of one parcel count once', async () => {
  await createAcceptedOrder('ONCE');
  const [onHand] = await level();
  const answers = await Promise.all(Array.from({ length: 8 }, () => ship('ONCE', [part('T1', ['1', 1])])));
  assert.deepEqual(new Set(answers.map(({ text }) => text)).size, 1);
  assert.deepEqual([(await level())[0], answers[0]?.json.shipments.length], [onHand - 1, 1]);
});

test('parcels without a number are distinguished by the version that their report names', async () => {
  await createAcceptedOrder('PLAIN');
  const plain = part(undefined, ['1', 1]);
  const first = await ship('PLAIN', [plain]);
  assert.equal((await ship('PLAIN', [plain])).text, first.text);
  const seen = { 'if-match': first.headers.get('etag') as string };
  const second = await ship('PLAIN', [plain], seen);
  assert.equal(second.json.shipments.length, 2);
  assert.equal((await ship('PLAIN', [plain], seen)).text, second.text);
});

test('more pieces than remain are refused with the remaining number, without effect', async () => {
  await createAcceptedOrder('MORE');
  await ship('MORE', [part('T1', ['1', 2])]);
  const before = [await level(), (await customer.read('MORE')).text];
  const { status, json } = await ship('MORE', [part('T2', ['2', 1], ['1', 2])]);
  assert.deepEqual([status, json.violations[0].pointer], [400, '/parcels/0/items/1/quantity']);
  assert.match(json.message, /No more than 1 of this item is left.*1 of item "1", 2 of item "2"/);
  assert.deepEqual([await level(), (await customer.read('MORE')).text], before);
});

test('after a part has shipped, error and change are refused, and a cancellation request stays until the last piece ships', async () => {
  await createAcceptedOrder('WISH');
  await ship('WISH', [part('T1', ['1', 1])]);
  const failed = await work('WISH', 'error', { message: 'No ink.' });
  assert.deepEqual([failed.status, failed.json.error], [409, 'order_not_changeable']);
  assert.match(
    failed.json.message,
    /^The order is ACCEPTED, partly shipped \(left: 2 of item "1", 2 of item "2"\); "error" is not possible. Possible: ship, cancel/,
  );
  assert.equal((await customer.cancel('WISH')).status, 202);
  const more = await ship('WISH', [part('T2', ['1', 1])]);
  assert.deepEqual([more.json.status, more.json.cancellation.status], ['ACCEPTED', 'REQUESTED']);
  const last = await ship('WISH', [{ trackingNumber: 'T3' }]);
  assert.deepEqual(last.json.cancellation, { status: 'REJECTED', rejectionReason: 'order_shipped' });
  assert.equal(last.json.shipments.at(-1).shipped, last.json.updated);
  assert.deepEqual((await eventsOf('WISH')).slice(-3), [
    ['order.partially_shipped', 'ACCEPTED'],
    ['order.cancellation_rejected', 'ACCEPTED'],
    ['order.shipped', 'SHIPPED'],
  ]);
});

test('cancelling a partly shipped order releases the rest, and the order lists the shipped pieces', async () => {
  const [onHand, reserved] = await level();
  for (const [orderId, verb] of [
    ['REST1', 'cancel'],
    ['REST2', 'cancellation/accept'],
  ] as const) {
    await createAcceptedOrder(orderId);
    await ship(orderId, [part('T1', ['1', 1])]);
    await customer.cancel(orderId);
    const scrapped = [{ item: '1', quantity: 2, reason: 'Misprint.' }];
    const tooMany = [{ ...scrapped[0], quantity: 3 }];
    assert.equal((await work(orderId, verb, { scrapped: tooMany })).status, 400);
    const { json } = await work(orderId, verb, { scrapped });
    assert.deepEqual([json.status, json.cancellation.status], ['CANCELLED', 'ACCEPTED']);
    assert.deepEqual([json.shipments.length, json.shipping.trackingNumber], [1, 'T1']);
    assert.deepEqual((await ledgerOf(orderId)).slice(1), [
      ['shipped', -1, -1],
      ['scrapped', -2, -2],
      ['released', 0, -2],
    ]);
    assert.equal((await ship(orderId, [part('T1', ['1', 1])])).status, 200);
    assert.match((await ship(orderId, [{}])).json.message, /^The order is CANCELLED/);
  }
  assert.deepEqual(await level(), [onHand - 6, reserved]);
});

test('staff hold a partly shipped order, and nothing ships until its release', async () => {
  await createAcceptedOrder('HELD');
  await ship('HELD', [part('T1', ['1', 1])]);
  await work('HELD', 'hold');
  assert.match((await ship('HELD', [{}])).json.message, /partly shipped .* on hold/);
  await work('HELD', 'release');
  assert.equal((await ship('HELD', [{}])).json.status, 'SHIPPED');
});

test('each part is sent to webhook endpoints with its parcels and without personal data', async () => {
  const endpoint = await server.send('/v1/webhook-endpoints', {
    token: await tokenOf(customer),
    body: { url: 'https://shop.example.com/hooks', types: ['order.partially_shipped', 'order.shipped'] },
  });
  assert.equal(endpoint.status, 200, endpoint.text);
  await createAcceptedOrder('HOOK');
  await ship('HOOK', [part('T1', ['1', 1]), part('T2', ['1', 1])]);
  await ship('HOOK', [{ trackingNumber: 'T3' }]);
  const { rows } = await server.pool.query<{ body: string }>(
    'select body from webhook_deliveries where client_id = $1 order by position',
    [customer.clientId],
  );
  const told = rows.map(({ body }) => JSON.parse(body));
  assert.deepEqual(
    told.map(({ type, data }) => [type, data.status, data.version, data.trackingNumber, numbersOf(data)]),
    [
      ['order.partially_shipped', 'ACCEPTED', 4, 'T1', ['T1', 'T2']],
      ['order.shipped', 'SHIPPED', 5, 'T1', ['T3']],
    ],
  );
  assert.deepEqual(Object.keys(told[0].data.shipments[0]), [
    'shipmentId',
    'trackingNumber',
    'trackingCarrier',
    'trackingUrl',
    'shipped',
  ]);
});

test('a tracking number can be corrected, also after SHIPPED, which sends order.updated and updates the search', async () => {
  await createAcceptedOrder('LATE');
  await ship('LATE', [part('WRONG-1', ['1', 3])]);
  const correct = (shipmentId: string, body: unknown, headers?: Record<string, string>) =>
    work('LATE', `shipments/${shipmentId}/tracking`, body, headers);
  const early = await correct('1', { trackingNumber: 'RIGHT-1', trackingUrl: 'https://dhl.example/1' });
  assert.deepEqual([early.status, early.json.status, early.headers.get('etag')], [200, 'ACCEPTED', '"5"']);
  await ship('LATE', [{ trackingNumber: 'WRONG-2' }]);
  const body = { trackingNumber: 'RIGHT-2', trackingCarrier: 'UPS' };
  assert.equal((await correct('2', body, { 'if-match': '"5"' })).status, 412);
  const late = await correct('2', body, { 'if-match': '"6"' });
  assert.deepEqual([late.status, late.json.status, late.headers.get('etag')], [200, 'SHIPPED', '"7"']);
  assert.equal((await correct('2', body, { 'if-match': '"6"' })).text, late.text);
  const { shipping, shipments } = late.json;
  assert.deepEqual([shipping.trackingNumber, shipping.trackingUrl], ['RIGHT-1', 'https://dhl.example/1']);
  assert.deepEqual([shipments[1].trackingNumber, shipments[1].trackingCarrier], ['RIGHT-2', 'UPS']);
  const first = await correct('1', { trackingCarrier: 'GLS', trackingUrl: '' });
  const { trackingUrl: _, ...withoutUrl } = shipping;
  assert.deepEqual(first.json.shipping, { ...withoutUrl, trackingCarrier: 'GLS' });
  assert.deepEqual((await eventsOf('LATE')).slice(-2), [
    ['order.updated', 'SHIPPED'],
    ['order.updated', 'SHIPPED'],
  ]);
  const found = async (q: string) => (await operator.get(`/orders?clientId=${customer.clientId}&q=${q}`)).json.length;
  assert.deepEqual([await found('right-2'), await found('wrong-2')], [1, 0]);
});

test('a correction of an unknown parcel, without a field or with an invalid URL is refused', async () => {
  await createAcceptedOrder('NOSUCH');
  const none = await work('NOSUCH', 'shipments/1/tracking', { trackingNumber: 'T' });
  assert.deepEqual([none.status, none.json.error], [409, 'order_not_changeable']);
  assert.match(none.json.message, /^The order is ACCEPTED; .*Possible: ship/);
  await ship('NOSUCH', [{}]);
  const absent = await work('NOSUCH', 'shipments/2/tracking', { trackingNumber: 'T' });
  assert.deepEqual([absent.status, absent.json.error], [404, 'shipment_not_found']);
  for (const body of [{}, { trackingUrl: 'javascript:x' }, { tracking: 'T' }, { trackingNumber: 7 }])
    assert.equal((await work('NOSUCH', 'shipments/1/tracking', body)).status, 400, JSON.stringify(body));
  assert.equal((await customer.read('NOSUCH')).json.shipments[0].trackingNumber, undefined);
  assert.equal((await work('ABSENT', 'shipments/1/tracking', { trackingNumber: 'T' })).status, 404);
});

test('a parcel from before parcels had ids is corrected by its position', async () => {
  await createAcceptedOrder('OLD');
  await ship('OLD', [{}]);
  await server.pool.query(
    `update orders set document = replace(document, '"shipmentId":"1",', '') where client_id = $1 and order_id = 'OLD'`,
    [customer.clientId],
  );
  const { json } = await work('OLD', 'shipments/1/tracking', { trackingNumber: 'T' });
  assert.deepEqual([json.shipments[0].shipmentId, json.shipping.trackingNumber], [undefined, 'T']);
});

test('rows of a CSV file may name items, rows with one number are one parcel, and repeating the file has no effect', async () => {
  for (const orderId of ['C1', 'C2', 'C3', 'C4']) await createAcceptedOrder(orderId);
  const { clientId } = customer;
  const [onHand] = await level();
  const rows = [
    'clientId,orderId,trackingNumber,itemId,quantity',
    `${clientId},C1,A,1,2`,
    `${clientId},C1,A,2,1`,
    `${clientId},C1,A,2,1`,
    `${clientId},C1,B,1,1`,
    `${clientId},C2,C,1,1`,
    `${clientId},C2,D,,`,
    `${clientId},C3,E,1,9`,
    `${clientId},C4,F,1,`,
    `${clientId},C4,F,1,0`,
    `${clientId},C4,F,1,1.5`,
  ];
  const { json } = await csv(...rows);
  assert.deepEqual(
    json.results.map(({ orderId, status, error }: Record<string, string>) => [orderId, status ?? error]),
    [
      ...Array(4).fill(['C1', 'ACCEPTED']),
      ...Array(2).fill(['C2', 'SHIPPED']),
      ['C3', 'invalid_request'],
      ...Array(3).fill(['C4', 'invalid_request']),
    ],
  );
  assert.match(json.results[6].message, /No more than 3 of this item are left.*3 of item "1"/);
  assert.match(json.results[7].message, /given together/);
  for (const index of [8, 9]) assert.match(json.results[index].message, /"quantity" must be a whole number/);
  const before = (await customer.read('C1')).text;
  assert.deepEqual(JSON.parse(before).shipments.length, 2);
  assert.equal((await level())[0], onHand - 4 - 5);
  await csv(...rows.slice(0, 7));
  assert.deepEqual([(await customer.read('C1')).text, (await level())[0]], [before, onHand - 9]);
  const unequal = await csv(rows[0] as string, `${clientId},C3,G,1,1`, `${clientId},C3,G,1,2`);
  assert.match(unequal.json.results[0].message, /Line 3 names item "1" of a parcel again/);
});

test('rows with one number that are sent again with more rows count once, across files', async () => {
  await createAcceptedOrder('GROWS');
  const { clientId } = customer;
  const [onHand] = await level();
  const header = 'clientId,orderId,trackingNumber,itemId,quantity';
  const [first, second, third] = [
    `${clientId},GROWS,A,1,1`,
    `${clientId},GROWS,A,2,1`,
    `${clientId},GROWS,A,2,2`,
  ] as const;
  for (const [rows, left] of [
    [[first], 1],
    [[first, second], 2],
    [[first, second], 2],
    [[second], 2],
    [[first, third], 3],
    [[first], 3],
  ] as const) {
    const { json } = await csv(header, ...rows);
    assert.deepEqual([json.failed, (await level())[0]], [0, onHand - left], rows.join(' '));
  }
  const whole = await ship('GROWS', [{ trackingNumber: 'A', items: part('A', ['1', 3], ['2', 2]).items }]);
  assert.deepEqual([whole.json.status, (await level())[0]], ['SHIPPED', onHand - 5]);
});

/** Returns a customer's token, from a new secret. */
async function tokenOf({ clientId }: Customer): Promise<string> {
  const { json } = await operator.send('POST', `/clients/${clientId}/rotate-secret`);
  const answer = await server.send('/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: clientId, client_secret: json.clientSecret },
  });
  return answer.json.access_token;
}

function numbersOf({ shipments }: { shipments: { trackingNumber: string }[] }): string[] {
  return shipments.map(({ trackingNumber }) => trackingNumber);
}
