import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer, nextOf } from '../src/orders/test-support/customer.ts';
import { item, order } from '../src/orders/test-support/sample-orders.ts';
import { waitUntil } from '../src/orders/test-support/wait-until.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let customer: Customer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
  operator = await newOperator(server);
});
after(() => server.close());

async function ship(orderId: string): Promise<void> {
  await assigned(server, customer, { orderId, items: [item({ id: 'a', quantity: 3 })] });
  await operator.work(customer.clientId, orderId, 'accept');
  const shipped = await operator.work(customer.clientId, orderId, 'ship', { parcels: [{ trackingNumber: orderId }] });
  assert.equal(shipped.status, 200, shipped.text);
}

const announce = (orderId: string, quantity: number, more: object = {}, headers = {}) =>
  customer.send('/v1/returns', { orderId, items: [{ id: 'a', quantity, reason: 'WRONG_SIZE' }], ...more }, headers);

const book = (orderId: string, quantity: number) =>
  operator.send('POST', '/returns', {
    clientId: customer.clientId,
    orderId,
    items: [{ itemId: 'a', quantity, condition: 'RESELL', reason: 'WRONG_SIZE' }],
  });

test('an announced return arrives when staff book it, with an event and a webhook', async () => {
  await ship('RET');
  const endpoint = await customer.send('/v1/webhook-endpoints', { url: 'https://shop.example.com/hooks' });
  const announced = await announce('RET', 2, { reference: 'RMA-1' });
  assert.equal(announced.json.status, 'ANNOUNCED');
  const before = (await customer.read('RET')).headers.get('etag');
  assert.equal((await book('RET', 1)).status, 200);
  const { returnId } = announced.json;
  const received = (await customer.get(`/v1/returns/${returnId}`)).json;
  assert.equal(received.status, 'RECEIVED');
  assert.equal(received.reference, 'RMA-1');
  assert.deepEqual(received.items, [{ id: 'a', quantity: 1, reason: 'WRONG_SIZE', condition: 'RESELL' }]);
  const documented = ['returnId', 'orderId', 'reference', 'announced', 'received', 'status', 'items'];
  assert.deepEqual(Object.keys(received).sort(), documented.toSorted());
  assert.notEqual((await customer.read('RET')).headers.get('etag'), before);
  const events = (await customer.get('/v1/orders/RET/events')).json;
  assert.equal(events.at(-1).type, 'order.returned');
  const path = `/v1/webhook-endpoints/${endpoint.json.endpointId}/deliveries`;
  const [delivery] = (await customer.get(`${path}?orderId=RET`)).json;
  assert.deepEqual([delivery.type, delivery.orderId], ['order.returned', 'RET']);
  const { body, attemptLog } = (await customer.get(`${path}/${delivery.deliveryId}`)).json;
  assert.deepEqual(JSON.parse(body).data.return, { returnId, quantity: 1 });
  assert.deepEqual(attemptLog, []);
  assert.deepEqual((await customer.get(`${path}?orderId=NONE`)).json, []);
});

test('staff see a return once in the history of the order, and in the audit log', async () => {
  const shown = (await operator.get(`/orders/${customer.clientId}/RET`)).json;
  const returns = shown.events.filter(({ type }: { type: string }) => type === 'order.returned');
  assert.equal(returns.length, 1);
  assert.equal(returns[0].returned[0].quantity, 1);
  const audit = (await operator.get(`/audit?subject=order:${customer.clientId}/RET`)).json;
  const booked = audit.filter(({ action }: { action: string }) => action === 'order.returned');
  assert.equal(booked.length, 1);
  assert.equal(booked[0].detail.pieces, 1);
});

test('a return without an announcement is listed too, and the list has pages and filters', async () => {
  await ship('PLAIN');
  await announce('PLAIN', 1);
  await book('PLAIN', 1);
  await book('PLAIN', 1);
  const all = (await customer.get('/v1/returns?orderId=PLAIN')).json;
  assert.equal(all.length, 2);
  assert.ok(all.every(({ status }: { status: string }) => status === 'RECEIVED'));
  assert.deepEqual((await customer.get('/v1/returns?orderId=PLAIN&status=ANNOUNCED')).json, []);
  const first = await customer.get('/v1/returns?limit=1');
  const second = await customer.get(nextOf(first) ?? '');
  assert.notEqual(first.json[0].returnId, second.json[0].returnId);
});

test('more pieces than have left, an unknown item and an unshipped order are refused', async () => {
  await ship('MUCH');
  assert.equal((await announce('MUCH', 2)).status, 200);
  assert.equal((await announce('MUCH', 2)).json.violations[0].code, 'too_large');
  const items = [{ id: 'x', quantity: 1, reason: 'OTHER' }];
  assert.equal(
    (await customer.send('/v1/returns', { orderId: 'MUCH', items })).json.violations[0].code,
    'unknown_item',
  );
  const twice = [1, 2].map(() => ({ id: 'a', quantity: 1, reason: 'OTHER' }));
  const repeated = await customer.send('/v1/returns', { orderId: 'MUCH', items: twice });
  assert.equal(repeated.json.violations[0].pointer, '/items/1/id');
  await customer.post(order({ orderId: 'NEW-ONE' }));
  assert.equal((await announce('NEW-ONE', 1)).json.error, 'order_not_changeable');
  assert.equal((await announce('NONE', 1)).json.error, 'order_not_found');
  assert.equal((await customer.get('/v1/returns/x')).json.error, 'return_not_found');
});

test('a blank reference or note is refused', async () => {
  await ship('BLANK');
  const { status, json } = await announce('BLANK', 1, { reference: ' ', note: '\n \u200b' });
  const places = json.violations.map(({ pointer, code }: { pointer: string; code: string }) => [pointer, code]);
  assert.deepEqual(
    [status, places],
    [
      400,
      [
        ['/reference', 'required'],
        ['/note', 'required'],
      ],
    ],
  );
});

test('a repeated announcement with the same key counts once', async () => {
  await ship('KEY');
  const headers = { 'idempotency-key': 'return-1' };
  const first = await announce('KEY', 3, {}, headers);
  const again = await announce('KEY', 3, {}, headers);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal(again.json.returnId, first.json.returnId);
  assert.equal((await announce('KEY', 1, {}, headers)).json.error, 'idempotency_key_reused');
});

test('a label is NONE for an order without a parcel that left from a station', async () => {
  await ship('LABEL');
  const refusedLabel = await announce('LABEL', 1, { label: true });
  assert.deepEqual([refusedLabel.status, refusedLabel.json.error], [403, 'return_label_not_allowed']);
  await operator.send('PUT', `/clients/${customer.clientId}/contract`, { mayRush: false, buysReturnLabels: true });
  const announced = await announce('LABEL', 1, { label: true });
  assert.deepEqual(announced.json.label, { status: 'NONE' });
  const refused = await customer.get(`/v1/returns/${announced.json.returnId}/label`);
  assert.equal(refused.json.error, 'return_not_found');
});

test('staff see what clients announced until it arrives', async () => {
  await ship('SEEN');
  const { json } = await announce('SEEN', 1, { reference: 'RMA-9', note: 'Wrong size.' });
  const listed = await operator.get('/announced-returns?orderId=SEEN');
  const [{ announced, clientName, ...rest }] = listed.json;
  assert.deepEqual(rest, {
    ...{
      clientId: customer.clientId,
      orderId: 'SEEN',
      returnId: json.returnId,
      reference: 'RMA-9',
      note: 'Wrong size.',
    },
    items: [{ itemId: json.items[0].id, quantity: 1, reason: json.items[0].reason }],
  });
  assert.ok(clientName && Date.parse(announced));
  const page = await operator.get('/announced-returns?limit=1');
  assert.equal(page.json.length, 1);
  const booked = { clientId: customer.clientId, orderId: 'SEEN' };
  const items = [{ itemId: json.items[0].id, quantity: 1, condition: 'WASTE', reason: 'OTHER' }];
  assert.equal((await operator.send('POST', '/returns', { ...booked, items })).status, 200);
  assert.deepEqual((await operator.get('/announced-returns?orderId=SEEN')).json, []);
  let returned: { type: string; data: Record<string, unknown> } | undefined;
  await waitUntil(async () => {
    const { data } = (await customer.get('/v1/events?limit=500')).json as { data: NonNullable<typeof returned>[] };
    returned = data.find(({ type, data: { orderId } }) => type === 'order.returned' && orderId === 'SEEN');
    return returned !== undefined;
  });
  assert.deepEqual(returned?.data.return, { returnId: json.returnId, quantity: 1 });
});

const withdraw = (returnId: string, by = customer) => by.send(`/v1/returns/${returnId}/withdraw`, {});

test('an announced return is withdrawn once, and its pieces can be announced again', async () => {
  await ship('WITHDRAW');
  const { returnId } = (await announce('WITHDRAW', 3)).json;
  const withdrawn = await withdraw(returnId);
  assert.deepEqual([withdrawn.status, withdrawn.json.status], [200, 'WITHDRAWN'], withdrawn.text);
  assert.ok(Date.parse(withdrawn.json.withdrawn));
  assert.deepEqual((await withdraw(returnId)).json, withdrawn.json);
  assert.deepEqual((await customer.get(`/v1/returns/${returnId}`)).json, withdrawn.json);
  const listed = async (query: string) => (await customer.get(`/v1/returns?orderId=WITHDRAW${query}`)).json.length;
  assert.deepEqual([await listed(''), await listed('&status=WITHDRAWN'), await listed('&status=ANNOUNCED')], [1, 1, 0]);
  const again = await announce('WITHDRAW', 3);
  assert.equal(again.status, 200, again.text);
  await book('WITHDRAW', 1);
  assert.equal((await customer.get(`/v1/returns/${returnId}`)).json.status, 'WITHDRAWN');
  const late = await withdraw(again.json.returnId);
  assert.deepEqual([late.status, late.json.error], [409, 'return_not_withdrawable']);
});

test('staff see a withdrawn return at its order, and no longer expect it', async () => {
  await ship('GONE');
  const { returnId } = (await announce('GONE', 1)).json;
  const isExpected = async () =>
    (await operator.get('/announced-returns')).json.some((one: { returnId: string }) => one.returnId === returnId);
  assert.ok(await isExpected());
  const { withdrawn } = (await withdraw(returnId)).json;
  assert.ok(!(await isExpected()));
  assert.equal((await operator.get('/announced-returns?orderId=GONE')).json[0].withdrawn, withdrawn);
});

test('a return that is withdrawn while it arrives is either withdrawn or received', async () => {
  for (let round = 0; round < 5; round++) {
    await ship(`RACE-${round}`);
    const { returnId } = (await announce(`RACE-${round}`, 1)).json;
    const [gone, booked] = await Promise.all([withdraw(returnId), book(`RACE-${round}`, 1)]);
    assert.equal(booked.status, 200, booked.text);
    const { status } = (await customer.get(`/v1/returns/${returnId}`)).json;
    assert.equal(status, gone.status === 200 ? 'WITHDRAWN' : 'RECEIVED');
  }
});

test('another client cannot read a return', async () => {
  const { json } = await customer.get('/v1/returns?limit=1');
  const other = await newCustomer(server);
  assert.equal((await other.get(`/v1/returns/${json[0].returnId}`)).json.error, 'return_not_found');
  assert.equal((await withdraw(json[0].returnId, other)).json.error, 'return_not_found');
});

test('the sandbox simulates more situations of live orders', async () => {
  const sandbox = await newCustomer(server, 'sandbox');
  const endpoint = await sandbox.send('/v1/webhook-endpoints', { url: 'https://shop.example.com/hooks' });
  const simulate = async (orderId: string, body: object) => {
    await sandbox.post(order({ orderId, items: [item({ id: 'a' })] }));
    const answer = await sandbox.simulate(orderId, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  assert.equal((await simulate('S-1', { situation: 'ON_HOLD' })).statusReason.code, 'on_hold');
  assert.equal((await sandbox.simulate('S-1', { status: 'SHIPPED' })).json.statusReason, undefined);
  assert.equal((await simulate('S-2', { situation: 'RETIRED' })).statusReason.details[0].code, 'retired');
  const withdrawn = await simulate('S-3', { situation: 'SHIPMENT_WITHDRAWN' });
  assert.deepEqual([withdrawn.status, withdrawn.withdrawnShipments], ['ACCEPTED', ['1']]);
  const failed = await simulate('S-4', { status: 'ERROR', errorCode: 'artwork_unusable' });
  assert.equal(failed.statusReason.code, 'artwork_unusable');
  const unknown = await sandbox.simulate('S-4', { status: 'ERROR', errorCode: 'Late' });
  assert.equal(unknown.json.violations[0].message, '"errorCode" must match ^[a-z][a-z0-9_]{0,63}$');
  const refused = await sandbox.simulate('S-4', { status: 'SHIPPED', errorCode: 'artwork_unusable' });
  assert.equal(refused.json.violations[0].pointer, '/errorCode');
  await simulate('S-5', { situation: 'STOCK_CHANGED' });
  const packingSlip = 'https://files.example.com/slip.pdf';
  await sandbox.post(order({ orderId: 'S-6', packingSlip }));
  const waiting = await sandbox.simulate('S-6', { situation: 'WAITING_FOR_FILE' });
  assert.equal(waiting.json.statusReason.code, 'waiting_for_file');
  const path = `/v1/webhook-endpoints/${endpoint.json.endpointId}/deliveries`;
  const types = (await sandbox.get(path)).json.map(({ type }: { type: string }) => type);
  assert.ok(types.includes('product.stock_changed'));
});

test('simulated news about stock are in the feed of the sandbox client, and in no other', async () => {
  const sandbox = await newCustomer(server, 'sandbox');
  const live = await newCustomer(server);
  const isStock = ({ type }: { type: string }) => type === 'product.stock_changed';
  const newsOf = async (customer: Customer) => (await customer.get('/v1/events?limit=500')).json.data.filter(isStock);
  await sandbox.post(order({ orderId: 'NEWS', items: [item({ id: 'a' })] }));
  assert.equal((await sandbox.simulate('NEWS', { situation: 'STOCK_CHANGED' })).status, 200);
  const { endpointId } = (await sandbox.send('/v1/webhook-endpoints', { url: 'https://shop.example.com/hooks' })).json;
  assert.equal((await sandbox.simulate('NEWS', { situation: 'STOCK_CHANGED' })).status, 200);
  // Open transactions of other databases of the same PostgreSQL delay new events.
  let news = await newsOf(sandbox);
  while (news.length < 2) news = await newsOf(sandbox);
  assert.deepEqual(Object.keys(news[1].data).sort(), ['ean13', 'productId', 'stockLevelQuantity']);
  const deliveries = (await sandbox.get(`/v1/webhook-endpoints/${endpointId}/deliveries`)).json;
  assert.deepEqual(
    deliveries.filter(isStock).map(({ deliveryId }: { deliveryId: string }) => deliveryId),
    [news[1].id],
  );
  assert.deepEqual(await newsOf(live), []);
});

test('a sandbox return is announced, and arrives when it is simulated', async () => {
  const sandbox = await newCustomer(server, 'sandbox');
  await sandbox.post(order({ orderId: 'S', items: [item({ id: 'a', quantity: 3 })] }));
  await sandbox.simulate('S', { status: 'SHIPPED' });
  const items = [{ id: 'a', quantity: 1, reason: 'WRONG_SIZE' }];
  const first = (await sandbox.send('/v1/returns', { orderId: 'S', items })).json;
  assert.equal((await withdraw(first.returnId, sandbox)).json.status, 'WITHDRAWN');
  const { returnId } = (await sandbox.send('/v1/returns', { orderId: 'S', items })).json;
  await sandbox.simulate('S', { situation: 'RETURN_RECEIVED' });
  const received = (await sandbox.get(`/v1/returns/${returnId}`)).json;
  const [{ quantity, reason }] = received.items;
  assert.deepEqual([received.status, quantity, reason], ['RECEIVED', 1, 'WRONG_SIZE']);
  await sandbox.simulate('S', { situation: 'RETURN_RECEIVED' });
  const [rest] = (await sandbox.get('/v1/returns?orderId=S')).json;
  assert.deepEqual([rest.items[0].quantity, rest.announced], [2, undefined], 'without an announcement, the rest');
  const again = await sandbox.simulate('S', { situation: 'RETURN_RECEIVED' });
  assert.equal(again.json.error, 'order_not_changeable');
  const { rows } = await server.pool.query('select 1 from stock_movements where order_id = $1', ['S']);
  assert.equal(rows.length, 0);
});
