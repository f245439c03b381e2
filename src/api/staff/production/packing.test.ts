import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { assign, assigned, markMade, newOperator, type Operator, placeOf } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { customItem, item } from '../../../orders/test-support/sample-orders.ts';
import { answerPackingScan } from '../../../packing/run-packing-scan.ts';
import { commandSheet } from '../../../production/command-codes.ts';
import { ScanNumbers } from '../../../production/scan-numbers.ts';

const EAN = '4006381333931';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  const { sku = '' } = customItem().customProduct ?? {};
  await operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(sku)}/set`, { quantity: 10_000 });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 10_000 });
  await operator.send('PUT', '/bins', { count: 20 });
});
after(() => server.close());

const commandOf = (name: string) => commandSheet().find(({ command }) => command === name)?.code ?? '';

/** Returns a function that scans at a packing station with the context of the previous answer. */
function packer(name = 'pack-1') {
  let context: Record<string, unknown> = { work: 'PACK' };
  return async (code: string | undefined) => {
    const sent = { id: randomUUID(), station: name, code, context };
    const answer = await operator.send('POST', '/scans', sent);
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    context = answer.json.next;
    return { ...answer.json, sent };
  };
}

async function inProduction(orderId: string, pieces: number, products = 0): Promise<string[]> {
  const items = [{ ...customItem(), quantity: pieces }, ...(products > 0 ? [item({ quantity: products })] : [])];
  await assigned(server, customer, { orderId, items });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  const { json } = await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`);
  const codes = json.map(({ code }: { code: string }) => code);
  await markMade(server, codes);
  return codes;
}
const orderOf = async (orderId: string) => (await customer.get(`/v1/orders/${orderId}`)).json;
const counts = ({ parcel }: { parcel: { items: { packed: number; of: number }[] } }) =>
  parcel.items.map(({ packed, of }) => `${packed}/${of}`);

test('pieces and products are scanned into the parcel, and the tracking number ships the order', async () => {
  const [first, second] = await inProduction('PACK-1', 2, 2);
  const [foreign] = await inProduction('PACK-2', 1);
  const scan = packer();
  const opened = await scan(first);
  assert.deepEqual([opened.meaning, opened.done.piece.state, counts(opened)], ['PIECE', 'PACKED', ['1/2', '0/2']]);
  const wrong = await scan(foreign);
  assert.equal(wrong.refusal.kind, 'FOREIGN');
  assert.match(wrong.refusal.message, /PACK-2.*PACK-1/);
  assert.deepEqual(counts(wrong), ['1/2', '0/2']);
  assert.equal((await scan(first)).refusal.kind, 'ALREADY_DONE');
  assert.equal((await scan(commandOf('NO_TRACKING'))).refusal.kind, 'NOT_COMPLETE');
  await scan(EAN);
  await scan(second);
  const full = await scan(EAN);
  assert.deepEqual([full.meaning, counts(full), full.asks], ['PRODUCT', ['2/2', '2/2'], 'TRACKING']);
  assert.match(full.parcel.items[1].thumbnail, /^http:\/\/platen\.test\/images\//);
  const more = await scan(EAN);
  assert.deepEqual([more.refusal.kind, more.asks], ['TOO_MANY', 'TRACKING']);
  assert.equal((await orderOf('PACK-1')).status, 'ACCEPTED');
  const shipped = await scan('JD014600006281230704');
  assert.deepEqual(
    [shipped.meaning, shipped.parcel.state, placeOf(shipped.next)],
    ['TRACKING', 'SHIPPED', { work: 'PACK' }],
  );
  const order = await orderOf('PACK-1');
  assert.deepEqual([order.status, order.shipping.trackingNumber], ['SHIPPED', 'JD014600006281230704']);
  assert.deepEqual(order.shipments[0].items, [
    { id: '1', quantity: 2 },
    { id: '2', quantity: 2 },
  ]);
  assert.equal((await scan(second)).refusal.kind, 'SHIPPED');
  const next = await scan(foreign);
  assert.deepEqual([next.refusal, next.order.orderId], [undefined, 'PACK-2']);
});

test('the scan that fills a parcel requests its papers in its transaction, and no other scan does', async () => {
  const [first, second] = await inProduction('PAPERS-1', 2);
  const { pool } = server;
  const scanning = { pool, numbers: new ScanNumbers(pool), clock: () => new Date(), packRequires: [] };
  const by = { kind: 'operator', id: null, name: null } as const;
  const at = { station: 'pack-papers', stationId: null };
  const scan = async (code: string, context: { work: 'PACK'; parcel?: string }, id = randomUUID()) => {
    const { answer, printing } = await answerPackingScan(scanning, { id, at, code, context, by });
    return { ...JSON.parse(answer), printing };
  };
  const opened = await scan(first as string, { work: 'PACK' });
  assert.equal(opened.printing, undefined);
  const id = randomUUID();
  const full = await scan(second as string, opened.next, id);
  assert.equal(full.printing, full.parcel.code);
  const { rowCount } = await pool.query('select from parcel_papers where code = $1', [full.parcel.code]);
  assert.ok((rowCount ?? 0) > 0);
  assert.equal((await scan(second as string, opened.next, id)).printing, undefined);
  const refused = await scan(first as string, full.next);
  assert.deepEqual([refused.refusal.kind, refused.printing], ['ALREADY_DONE', undefined]);
});

test('an order leaves in several parcels, and the last one ships it', async () => {
  const [first, second] = await inProduction('PARTS-1', 2);
  const scan = packer();
  await scan(first);
  const asked = await scan(commandOf('NEXT_PARCEL'));
  assert.deepEqual([asked.parcel.state, asked.asks], ['OPEN', 'TRACKING']);
  const unsure = await scan(commandOf('NO_TRACKING'));
  assert.deepEqual([unsure.parcel.state, unsure.asks], ['OPEN', 'CONFIRM_INCOMPLETE']);
  const closed = await scan(commandOf('PASS'));
  assert.deepEqual([closed.parcel.state, closed.parcel.number], ['SHIPPED', 1]);
  const { status, shipments } = await orderOf('PARTS-1');
  assert.deepEqual([status, shipments.length], ['ACCEPTED', 1]);
  assert.equal((await scan(first)).refusal.kind, 'ALREADY_DONE');
  const opened = await scan(second);
  assert.deepEqual([opened.parcel.number, counts(opened)], [2, ['1/1']]);
  await scan(commandOf('NO_TRACKING'));
  assert.equal((await orderOf('PARTS-1')).status, 'SHIPPED');
});

test('a bin or the order opens the parcel, packing frees the bin, and a piece can be taken out again', async () => {
  const [first, second] = await inProduction('BIN-9', 2);
  let check: Record<string, unknown> = { work: 'CHECK' };
  for (const code of [first, second, commandOf('PASS')]) {
    const sent = { id: randomUUID(), station: 'check-1', code, context: check };
    check = (await operator.send('POST', '/scans', sent)).json.next;
  }
  const binOf = async () =>
    (await operator.get('/bins')).json.find(({ orderId }: { orderId?: string }) => orderId === 'BIN-9');
  const scan = packer();
  const opened = await scan((await binOf()).code);
  assert.deepEqual([opened.meaning, opened.order.orderId, counts(opened)], ['BIN', 'BIN-9', ['0/2']]);
  await scan(first);
  assert.deepEqual(counts(await scan(commandOf('UNDO'))), ['0/2']);
  await scan(first);
  await scan(second);
  await scan(commandOf('NO_TRACKING'));
  assert.equal(await binOf(), undefined);
});

test('an order belongs to its packer until another person takes it over', async () => {
  const [first, second] = await inProduction('TWO-9', 2);
  const [one, other] = [packer('pack-1'), packer('pack-2')];
  await one(first);
  const refused = await other(second);
  assert.equal(refused.refusal.kind, 'IN_USE');
  assert.match(refused.refusal.message, /pack-1/);
  const taken = await other(commandOf('HAND_OVER_TO_ME'));
  assert.deepEqual(counts(taken), ['1/2']);
  await other(second);
  await other('TRACK-1');
  assert.equal((await orderOf('TWO-9')).status, 'SHIPPED');
  assert.equal((await one(second)).refusal.kind, 'SHIPPED');
});

test('a cancellation request interrupts packing, and a repeated scan ships once', async () => {
  const [first, second] = await inProduction('STOP-9', 2);
  const scan = packer();
  await scan(first);
  await customer.cancel('STOP-9');
  assert.equal((await scan(second)).refusal.kind, 'ASKED_TO_CANCEL');
  await operator.work(customer.clientId, 'STOP-9', 'cancellation/reject', { reason: 'It is packed.' });
  await scan(second);
  const { sent, ...answer } = await scan('TRACK-2');
  const again = await Promise.all([1, 2].map(() => operator.send('POST', '/scans', sent)));
  for (const { json } of again) assert.deepEqual(json, answer);
  const { status, shipments } = await orderOf('STOP-9');
  assert.deepEqual([status, shipments.length], ['SHIPPED', 1]);
});

/** Takes the pieces through the check, so that the order has a bin. */
async function checked(...codes: (string | undefined)[]): Promise<number> {
  let context: Record<string, unknown> = { work: 'CHECK' };
  let bin = 0;
  for (const code of [...codes, commandOf('PASS')]) {
    const { json } = await operator.send('POST', '/scans', {
      id: randomUUID(),
      station: 'check-1',
      code,
      context,
    });
    assert.equal(json.refusal, undefined);
    context = json.next;
    bin = json.done?.bin ?? bin;
  }
  return bin;
}

test('a station is free for the next order after its order was stopped or taken over', async () => {
  const [first, second] = await inProduction('FREE-1', 2);
  const [third, fourth] = await inProduction('FREE-2', 2);
  const [fifth] = await inProduction('FREE-3', 1);
  const [one, other] = [packer('pack-1'), packer('pack-2')];
  await one(first);
  await operator.work(customer.clientId, 'FREE-1', 'cancel');
  const stopped = await one(second);
  assert.deepEqual([stopped.refusal.kind, stopped.next], ['CANCELLED', stopped.sent.context]);
  assert.deepEqual((await one(third)).order.orderId, 'FREE-2');
  await other(fourth);
  await other(commandOf('HAND_OVER_TO_ME'));
  const taken = await one(fourth);
  assert.deepEqual([taken.refusal.kind, taken.next], ['IN_USE', { ...taken.sent.context, order: taken.order.code }]);
  assert.deepEqual(counts(await one(commandOf('HAND_OVER_TO_ME'))), ['1/2']);
  await other(fourth);
  await other(commandOf('HAND_OVER_TO_ME'));
  await other(fourth);
  await other(commandOf('NO_TRACKING'));
  const next = await one(fifth);
  assert.deepEqual([next.order.orderId, next.parcel.number, next.asks], ['FREE-3', 1, 'TRACKING']);
});

test('a misread code or the EAN of another product is not taken as a tracking number', async () => {
  const [code = ''] = await inProduction('TRACK-9', 1);
  const scan = packer();
  assert.equal((await scan(code)).asks, 'TRACKING');
  const misread = `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`;
  assert.equal((await scan(misread)).refusal.kind, 'MISREAD');
  assert.equal((await scan(EAN)).refusal.kind, 'FOREIGN');
  assert.equal((await orderOf('TRACK-9')).status, 'ACCEPTED');
  assert.equal((await scan('1234567890128')).meaning, 'TRACKING');
});

test('a bin becomes free when its order was shipped elsewhere, or cancelled and its code is scanned', async () => {
  const shipped = await checked(...(await inProduction('AWAY-1', 2)));
  const cancelled = await checked(...(await inProduction('AWAY-2', 2)));
  await operator.work(customer.clientId, 'AWAY-1', 'ship', { parcels: [{ trackingNumber: 'TRACK-11' }] });
  await operator.work(customer.clientId, 'AWAY-2', 'cancel');
  assert.equal(await checked(...(await inProduction('AWAY-3', 2))), shipped);
  const codeOf = async () => (await operator.get('/bins')).json.find(({ bin }: { bin: number }) => bin === cancelled);
  const told = await packer()((await codeOf()).code);
  assert.deepEqual([told.meaning, told.refusal.kind], ['BIN', 'CANCELLED']);
  assert.equal((await codeOf()).orderId, undefined);
});

test('pieces that were reported as shipped in the meantime are not packed again', async () => {
  const [first, second] = await inProduction('HALF-1', 2, 2);
  const scan = packer();
  await scan(first);
  await scan(EAN);
  assert.deepEqual(counts(await scan(EAN)), ['1/2', '2/2']);
  const items = ['1', '2'].map((id) => ({ id, quantity: 1 }));
  await operator.work(customer.clientId, 'HALF-1', 'ship', { parcels: [{ items }] });
  const more = await scan(second);
  assert.deepEqual([more.refusal.kind, counts(more), more.asks], ['TOO_MANY', ['1/1', '1/1'], 'TRACKING']);
  // The report has filled the parcel, so its papers are printed first.
  assert.equal((await scan('TRACK-10')).asks, 'TRACKING');
  await scan('TRACK-10');
  const { status, shipments } = await orderOf('HALF-1');
  assert.deepEqual([status, shipments.length], ['SHIPPED', 2]);
});

test('pieces of an earlier run are not packed after the order was changed and accepted again', async () => {
  const [first] = await inProduction('ANEW-1', 2, 2);
  const scan = packer();
  await scan(first);
  await scan(EAN);
  await operator.work(customer.clientId, 'ANEW-1', 'error', { message: 'The artwork is broken.' });
  await operator.work(customer.clientId, 'ANEW-1', 'reopen');
  await assign(server, customer.clientId, 'ANEW-1');
  await operator.work(customer.clientId, 'ANEW-1', 'accept');
  assert.equal((await packer('pack-3')(first)).refusal.kind, 'IN_USE');
  assert.equal((await scan(first)).refusal.kind, 'OLD_TICKET');
  const pieces = await operator.get(`/orders/${customer.clientId}/ANEW-1/pieces`);
  await markMade(server);
  assert.deepEqual(counts(await scan(pieces.json[0].code)), ['1/2', '0/2']);
});
