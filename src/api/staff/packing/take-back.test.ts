import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { assigned, markMade, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { signedIn } from '../../../../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { customItem, item } from '../../../orders/test-support/sample-orders.ts';
import { beginOrders } from '../../../packing/begin-orders.ts';
import { commandSheet } from '../../../production/command-codes.ts';
import { ScanNumbers } from '../../../production/scan-numbers.ts';

const EAN = '4006381333931';
const SKU = customItem().customProduct?.sku ?? '';
const DHL = 'dhl-paket';
const REASON = { reason: 'The address was wrong.' };

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `/stock/ARTICLE/${SKU}/set`, { quantity: 1_000 });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 1_000 });
  await operator.send('PUT', `/carriers/${DHL}`, { name: 'DHL Paket' });
  await operator.send('PUT', `/clients/${customer.clientId}/carriers/${DHL}`, { default: true });
});
after(() => server.close());

const NO_TRACKING = commandSheet().find(({ command }) => command === 'NO_TRACKING')?.code ?? '';

function worker(work: 'PACK' | 'HAND_OVER', station = 'pack-1') {
  let context: Record<string, unknown> = { work };
  return async (code: string | undefined) => {
    const answer = await operator.send('POST', '/scans', { id: randomUUID(), station, code, context });
    assert.equal(answer.status, 200, answer.text);
    context = answer.json.next;
    return answer.json;
  };
}

async function inProduction(orderId: string, pieces: number, products = 0): Promise<string[]> {
  const items = [{ ...customItem(), quantity: pieces }, ...(products > 0 ? [item({ quantity: products })] : [])];
  await assigned(server, customer, { orderId, items });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  const { json } = await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`);
  return json.map(({ code }: { code: string }) => code);
}

/** Packs all pieces into one parcel and ships it. Returns the code of the parcel. */
async function packed(orderId: string, pieces: readonly string[], tracking: string, products = 0): Promise<string> {
  await markMade(server, pieces);
  const scan = worker('PACK');
  for (const code of [...pieces, ...Array(products).fill(EAN)]) assert.equal((await scan(code)).refusal, undefined);
  const shipped = await scan(tracking);
  assert.deepEqual([shipped.parcel.state, (await orderOf(orderId)).status], ['SHIPPED', 'SHIPPED']);
  return shipped.parcel.code;
}

const orderOf = async (orderId: string) => (await customer.read(orderId)).json;
const statesOf = async (orderId: string) =>
  (await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`)).json.map(
    ({ state }: { state: string }) => state,
  );
const stockOf = async (kind: string, code: string) => {
  const { onHand, reserved } = (await operator.get(`/stock/${kind}/${code}`)).json;
  return { onHand, reserved };
};

async function work(orderId: string): Promise<void> {
  const production = { pool: server.pool, numbers: new ScanNumbers(server.pool), stepOrder: [] };
  await beginOrders(production, customer.clientId, [orderId]);
}

test('a parcel that left is taken back with its stock, papers and pieces, and ships again with a new label', async () => {
  const endpoint = { url: 'https://shop.example.com/hook', types: ['order.updated'] };
  const { endpointId } = (await customer.send('/v1/webhook-endpoints', endpoint)).json;
  const pieces = await inProduction('BACK-1', 2, 1);
  const before = [await stockOf('ARTICLE', SKU), await stockOf('PRODUCT', EAN)];
  const code = await packed('BACK-1', pieces, 'BACKTRACK1', 1);
  const missing = await operator.send('POST', `/parcels/${code}/take-back`, {});
  assert.deepEqual([missing.status, missing.json.violations[0].pointer], [400, '/reason']);
  const back = await operator.send('POST', `/parcels/${code}/take-back`, REASON);
  assert.deepEqual([back.status, back.json.state, back.json.station], [200, 'OPEN', 'pack-1']);
  const labels = back.json.papers.filter(({ kind }: { kind: string }) => kind === 'LABEL');
  assert.deepEqual([labels[0].state, back.json.trackingNumber], ['void', undefined]);
  const order = await orderOf('BACK-1');
  assert.deepEqual([order.status, order.shipments, order.withdrawnShipments], ['ACCEPTED', undefined, ['1']]);
  assert.equal(order.shipping.trackingNumber, undefined);
  assert.deepEqual(await statesOf('BACK-1'), ['PACKED', 'PACKED']);
  assert.deepEqual([await stockOf('ARTICLE', SKU), await stockOf('PRODUCT', EAN)], before);
  const ledger = (await operator.get(`/stock/PRODUCT/${EAN}/movements`)).json;
  const latest = ledger.slice(0, 2).map(({ reason, orderId }: Record<string, string>) => [reason, orderId]);
  assert.deepEqual(latest, [
    ['reserved', 'BACK-1'],
    ['withdrawn', 'BACK-1'],
  ]);
  const { json: deliveries } = await customer.get(`/v1/webhook-endpoints/${endpointId}/deliveries`);
  const delivery = await customer.get(`/v1/webhook-endpoints/${endpointId}/deliveries/${deliveries[0].deliveryId}`);
  const { data } = JSON.parse(delivery.json.body);
  assert.deepEqual(
    [data.status, data.previousStatus, data.reason, data.trackingNumber],
    ['ACCEPTED', 'SHIPPED', 'shipment_withdrawn', undefined],
  );
  const events = (await customer.get('/v1/orders/BACK-1/events')).json;
  assert.deepEqual([events.at(-1).type, events.at(-1).reason], ['order.updated', 'shipment_withdrawn']);
  const again = await operator.send('POST', `/parcels/${code}/take-back`, REASON);
  assert.deepEqual([again.status, (await orderOf('BACK-1')).updated], [200, order.updated]);
  // The job that begins production leaves the run as it is.
  await work('BACK-1');
  assert.deepEqual(await statesOf('BACK-1'), ['PACKED', 'PACKED']);
  const scan = worker('PACK');
  const opened = await scan(code);
  assert.deepEqual([opened.parcel.code, opened.asks], [code, 'TRACKING']);
  const { json: parcel } = await operator.get(`/parcels/${code}`);
  assert.deepEqual(
    parcel.papers.filter(({ kind }: { kind: string }) => kind === 'LABEL').map(({ copy }: { copy: number }) => copy),
    [2],
  );
  await scan('BACKTRACK2');
  const shipped = await orderOf('BACK-1');
  assert.deepEqual(
    [shipped.status, shipped.shipments.map(({ shipmentId }: { shipmentId: string }) => shipmentId)],
    ['SHIPPED', ['2']],
  );
});

test('a parcel on an open hand-over list is taken off it, and one on a closed list is refused', async () => {
  const code = await packed('BACK-2', await inProduction('BACK-2', 1), 'BACKTRACK3');
  const door = worker('HAND_OVER', 'door-1');
  const listed = await door(code);
  assert.equal(listed.handOver.parcels, 1);
  assert.equal((await operator.send('POST', `/parcels/${code}/take-back`, REASON)).status, 200);
  const { handOverId } = listed.handOver;
  assert.equal((await operator.get(`/hand-overs/${handOverId}`)).json.parcels, 0);
  const unlabelled = await door(code);
  assert.equal(unlabelled.refusal.kind, 'NOT_COMPLETE');
  const scan = worker('PACK');
  await scan(code);
  await scan('BACKTRACK4');
  await door(code);
  const closed = await operator.send('POST', `/hand-overs/${handOverId}/close`, { leaveMissing: true });
  assert.equal(closed.status, 200, closed.text);
  const refused = await operator.send('POST', `/parcels/${code}/take-back`, REASON);
  assert.deepEqual([refused.status, refused.json.error], [409, 'parcel_handed_over']);
  assert.match(refused.json.message, /DHL Paket, which is closed/);
  const byShipment = await operator.work(customer.clientId, 'BACK-2', 'shipments/2/withdraw', REASON);
  assert.deepEqual([byShipment.status, byShipment.json.error], [409, 'parcel_handed_over']);
  const { status, shipments } = await orderOf('BACK-2');
  assert.deepEqual([status, shipments.length], ['SHIPPED', 1]);
});

test('a shipment without a parcel is withdrawn, and its unscanned pieces are as they were', async () => {
  const [first = '', second = ''] = await inProduction('BACK-3', 3);
  const make = async (code: string, work: 'MAKE' | 'CHECK', command: string) => {
    const scan = async (text: string, context: object) =>
      (await operator.send('POST', '/scans', { id: randomUUID(), station: work, code: text, context })).json.next;
    await scan(commandSheet().find((one) => one.command === command)?.code ?? '', await scan(code, { work }));
  };
  await make(first, 'MAKE', 'PASS');
  await make(second, 'CHECK', 'PASS');
  const states = await statesOf('BACK-3');
  assert.equal(new Set(states).size > 1, true);
  await operator.work(customer.clientId, 'BACK-3', 'ship', { parcels: [{ trackingNumber: 'BY-API' }] });
  await work('BACK-3');
  assert.deepEqual(await statesOf('BACK-3'), ['PACKED', 'PACKED', 'PACKED']);
  const etag = (await operator.get(`/orders/${customer.clientId}/BACK-3`)).headers.get('etag') ?? '';
  const path = `/orders/${customer.clientId}/BACK-3/shipments/1/withdraw`;
  const late = await operator.send('POST', path, REASON, { 'if-match': '"1"' });
  assert.deepEqual([late.status, late.json.error], [412, 'precondition_failed']);
  const answers = await Promise.all([1, 2].map(() => operator.send('POST', path, REASON, { 'if-match': etag })));
  assert.deepEqual(
    answers.map(({ status, json }) => [status, json.status]),
    [
      [200, 'ACCEPTED'],
      [200, 'ACCEPTED'],
    ],
  );
  assert.deepEqual(await statesOf('BACK-3'), states);
  const absent = await operator.work(customer.clientId, 'BACK-3', 'shipments/7/withdraw', REASON);
  assert.deepEqual([absent.status, absent.json.error], [409, 'order_not_changeable']);
});

test('of an order in parts one shipment is withdrawn, and neither a cancelled order nor a returned piece allows it', async () => {
  const pieces = await inProduction('BACK-4', 2);
  const part = { parcels: [{ trackingNumber: 'PART-1', items: [{ id: '1', quantity: 1 }] }] };
  await operator.work(customer.clientId, 'BACK-4', 'ship', part);
  await markMade(server, pieces);
  const scan = worker('PACK');
  await scan(pieces[1]);
  const { parcel } = await scan(NO_TRACKING);
  const first = await operator.work(customer.clientId, 'BACK-4', 'shipments/1/withdraw', REASON);
  const { status, shipments } = first.json;
  assert.deepEqual([status, shipments.length, shipments[0].shipmentId], ['ACCEPTED', 1, '2']);
  const back = await operator.send('POST', '/returns', {
    clientId: customer.clientId,
    orderId: 'BACK-4',
    items: [{ itemId: '1', quantity: 1, condition: 'WASTE', reason: 'DAMAGED' }],
  });
  assert.equal(back.status, 200, back.text);
  const returned = await operator.send('POST', `/parcels/${parcel.code}/take-back`, REASON);
  assert.deepEqual([returned.status, returned.json.error], [409, 'shipment_not_withdrawable']);
  await operator.work(customer.clientId, 'BACK-4', 'cancel');
  const ended = await operator.work(customer.clientId, 'BACK-4', 'shipments/2/withdraw', REASON);
  assert.deepEqual([ended.status, ended.json.error], [409, 'order_not_changeable']);
});

test('a station takes its last parcel back by UNDO, or any parcel by its code and a command, and prints a new label', async () => {
  const codeOf = (name: string) => commandSheet().find(({ command }) => command === name)?.code;
  const [first, second] = [
    await packed('BACK-5', await inProduction('BACK-5', 2), 'BACKTRACK5'),
    await packed('BACK-6', await inProduction('BACK-6', 1), 'BACKTRACK6'),
  ];
  const scan = worker('PACK');
  const asked = await scan(codeOf('UNDO'));
  assert.deepEqual([asked.asks, asked.next.pending, asked.parcel.state], ['CONFIRM_TAKE_BACK', second, 'SHIPPED']);
  assert.equal((await scan(codeOf('UNDO'))).next.question, undefined);
  assert.equal((await orderOf('BACK-6')).status, 'SHIPPED');
  const shown = await scan(first);
  assert.deepEqual([shown.meaning, shown.parcel.state, shown.refusal], ['PARCEL', 'SHIPPED', undefined]);
  assert.equal((await scan(codeOf('TAKE_BACK'))).next.pending, first);
  // Another parcel replaces the one that the question is about.
  assert.equal((await scan(second)).next.pending, second);
  assert.equal((await scan(first)).next.pending, first);
  const back = await scan(codeOf('PASS'));
  assert.deepEqual(
    [back.refusal, back.parcel.code, back.parcel.state, back.asks],
    [undefined, first, 'OPEN', 'TRACKING'],
  );
  assert.deepEqual([back.voided, (await orderOf('BACK-5')).status], [['LABEL'], 'ACCEPTED']);
  const labels = back.parcel.papers.filter(({ kind }: { kind: string }) => kind === 'LABEL');
  assert.deepEqual([labels[0].state, labels[0].copy], ['drawing', 2]);
  assert.deepEqual(await statesOf('BACK-5'), ['PACKED', 'PACKED']);
  const left = await scan('BACKTRACK7');
  assert.deepEqual([left.parcel.state, (await orderOf('BACK-5')).status], ['SHIPPED', 'SHIPPED']);
  const door = worker('HAND_OVER', 'door-2');
  const { handOver } = await door(first);
  await operator.send('POST', `/hand-overs/${handOver.handOverId}/close`, { leaveMissing: true });
  await scan(codeOf('TAKE_BACK'));
  const refused = await scan(codeOf('PASS'));
  assert.deepEqual([refused.refusal.code, refused.asks], ['parcel_on_closed_list', 'CONFIRM_TAKE_BACK']);
});

test('a station that was renamed finds its last parcel, and another station that gets its old name does not', async () => {
  const admin = await signedIn(server);
  const newStation = async (name: string) => {
    const { stationId } = (await admin.send('POST', '/stations', { name, kinds: ['pack'] })).json;
    const browser = await signedIn(server);
    await browser.send('POST', '/station-session', { stationId });
    const { badgeCode } = (await admin.send('POST', `/operators/${browser.account.operatorId}/badge`)).json;
    const on = await browser.send('POST', '/station-session/badge', { badge: badgeCode });
    assert.equal(on.status, 200, on.text);
    return { ...browser, stationId };
  };
  const station = await newStation('Table 1');
  const scanAt = async ({ send }: typeof station, code: string | undefined, context: object) => {
    const answer = await send('POST', '/scans', { id: randomUUID(), code, context: { work: 'PACK', ...context } });
    assert.equal(answer.status, 200, answer.text);
    return answer.json;
  };
  const pieces = await inProduction('BACK-7', 1);
  await markMade(server, pieces);
  const opened = await scanAt(station, pieces[0], {});
  const shipped = await scanAt(station, 'BACKTRACK8', opened.next);
  assert.equal(shipped.parcel.state, 'SHIPPED');
  const renamed = await admin.send('PATCH', `/stations/${station.stationId}`, { name: 'Table by the door' });
  assert.equal(renamed.status, 200, renamed.text);
  const undo = commandSheet().find(({ command }) => command === 'UNDO')?.code;
  const successor = await newStation('Table 1');
  assert.equal((await scanAt(successor, undo, {})).next.pending, undefined);
  const asked = await scanAt(station, undo, { after: shipped.next.after });
  assert.deepEqual([asked.asks, asked.next.pending], ['CONFIRM_TAKE_BACK', shipped.parcel.code]);
});
