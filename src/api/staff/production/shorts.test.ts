import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { assigned, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { BLANK, customItem } from '../../../orders/test-support/sample-orders.ts';
import { beginDue } from '../../../packing/begin-orders.ts';
import { commandSheet } from '../../../production/command-codes.ts';
import { ScanNumbers } from '../../../production/scan-numbers.ts';

const STOCK = `/stock/ARTICLE/${BLANK}`;

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `${STOCK}/set`, { quantity: 1_000 });
});
after(() => server.close());

const PASS = commandSheet().find(({ command }) => command === 'PASS')?.code;

/** Releases orders with these numbers of pieces together, the oldest first. */
async function released(name: string, ...quantities: number[]): Promise<string> {
  const orders = [];
  for (const [place, quantity] of quantities.entries()) {
    const orderId = `${name}-${place + 1}`;
    await assigned(server, customer, { orderId, items: [{ ...customItem(), quantity }] });
    orders.push({ clientId: customer.clientId, orderId });
  }
  const { json } = await operator.send('POST', '/batches', { orders });
  return json.batch.batchId;
}
const piecesOf = async (orderId: string) => (await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`)).json;
const short = (batchId: string, missing: number, headers = {}) =>
  operator.send('POST', `/batches/${batchId}/shorts`, { sku: BLANK, missing }, headers);
const level = async () => {
  const { onHand, reserved } = (await operator.get(STOCK)).json;
  return { onHand, reserved };
};
const scanned = async (code: string | undefined, context: object) => {
  const scan = { id: randomUUID(), station: 'press', code, context };
  const answer = await operator.send('POST', '/scans', scan);
  assert.equal(answer.status, 200, answer.text);
  return answer.json;
};
/** Sums the ledger of an order by reason: changes of the stock and of the reservations. */
async function ledgerOf(orderId: string) {
  const { json } = await operator.get(`${STOCK}/movements?limit=200`);
  const sums: Record<string, [number, number]> = {};
  for (const { orderId: of, reason, onHandChange, reservedChange } of json) {
    if (of !== orderId) continue;
    const [onHand, reserved] = sums[reason] ?? [0, 0];
    sums[reason] = [onHand + onHandChange, reserved + reservedChange];
  }
  return sums;
}

test('short blanks remove the pieces of the youngest order from the batch, and the stock is corrected', async () => {
  const batchId = await released('SHORT', 2, 3);
  const key = { 'idempotency-key': randomUUID() };
  const answer = await short(batchId, 2, key);
  assert.equal(answer.status, 200, answer.text);
  assert.deepEqual(
    answer.json.pieces.map((one: Record<string, unknown>) => [
      one.orderId,
      one.copy,
      one.batchId,
      one.hasBlank,
      one.reason,
    ]),
    [
      ['SHORT-2', 3, undefined, false, 'SHORT'],
      ['SHORT-2', 2, undefined, false, 'SHORT'],
    ],
  );
  // The shelf is empty: the remaining stock is with the picked pieces.
  assert.deepEqual(answer.json.stock, { onHand: 3, reserved: 3 });
  assert.deepEqual(await level(), { onHand: 3, reserved: 3 });
  assert.deepEqual(await ledgerOf('SHORT-2'), { reserved: [0, 3], released: [0, -2] });
  const again = await short(batchId, 2, key);
  assert.deepEqual([again.json, again.headers.get('idempotent-replayed')], [answer.json, 'true']);
  const [kept, left] = await piecesOf('SHORT-2');
  assert.deepEqual([kept.batchId, left.batchId, left.state], [batchId, undefined, 'TO_MAKE']);
  const tooMany = await short(batchId, 4);
  assert.deepEqual([tooMany.status, tooMany.json.violations[0].code], [400, 'too_large']);

  const refused = await scanned(left.code, { work: 'MAKE' });
  assert.deepEqual([refused.refusal.kind, refused.piece.hasBlank], ['NO_BLANK', false]);
  await operator.send('POST', `${STOCK}/adjust`, { by: 10 });
  const opened = await scanned(left.code, { work: 'MAKE' });
  assert.deepEqual([opened.refusal, opened.piece.hasBlank, opened.piece.reason], [undefined, undefined, undefined]);
  assert.equal((await scanned(PASS, opened.next)).done.piece.state, 'MADE');
  assert.deepEqual(await ledgerOf('SHORT-2'), { reserved: [0, 4], released: [0, -2] });
  assert.deepEqual(await level(), { onHand: 13, reserved: 4 });
});

test('a reported shortage counts no blank twice after a stock count, and its order ships the remaining pieces', async () => {
  await operator.send('POST', `${STOCK}/set`, { quantity: 1_000 });
  const before = await level();
  const batchId = await released('COUNTED', 4);
  await operator.send('POST', `${STOCK}/set`, { quantity: before.reserved + 3 });
  const { stock } = (await short(batchId, 1)).json;
  assert.deepEqual(stock, { onHand: before.reserved + 3, reserved: before.reserved + 3 });
  await operator.work(customer.clientId, 'COUNTED-1', 'cancel');
  assert.deepEqual(await level(), { onHand: before.reserved + 3, reserved: before.reserved });
  assert.deepEqual(await ledgerOf('COUNTED-1'), { reserved: [0, 4], released: [0, -4] });
});

test('a shortage affects only pieces that are not begun, and a lot leaves as a whole', async () => {
  await operator.send('POST', `${STOCK}/set`, { quantity: 5_000 });
  const batchId = await released('BEGUN', 1, 300);
  const [begun] = await piecesOf('BEGUN-1');
  const opened = await scanned(begun.code, { work: 'MAKE' });
  await scanned(PASS, opened.next);
  const { json } = await short(batchId, 5);
  assert.deepEqual(
    json.pieces.map(({ orderId, quantity }: Record<string, unknown>) => [orderId, quantity]),
    [['BEGUN-2', 300]],
  );
  assert.equal((await short(batchId, 1)).status, 400);
  assert.ok((await operator.get(`/batches/${batchId}`)).json.ended, 'nothing of it is left to make');
  await operator.send('POST', `${STOCK}/adjust`, { by: 299 });
  const [lot] = await piecesOf('BEGUN-2');
  assert.equal((await scanned(lot.code, { work: 'MAKE' })).refusal.kind, 'NO_BLANK');
  await operator.send('POST', `${STOCK}/adjust`, { by: 1 });
  assert.equal((await scanned(lot.code, { work: 'MAKE' })).refusal, undefined);
  assert.equal((await short('999999', 1)).status, 404);
});

const find = async (query: string) =>
  (await operator.get(`/pieces?${query}`)).json.map(({ code }: { code: string }) => code);

test('a piece without its ticket is found by visible features, without its recipient', async () => {
  await operator.send('POST', `${STOCK}/set`, { quantity: 5_000 });
  const batchId = await released('FIND', 2, 2);
  const codes = [...(await piecesOf('FIND-1')), ...(await piecesOf('FIND-2'))].map(({ code }) => code);
  assert.deepEqual((await find(`batchId=${batchId}`)).sort(), [...codes].sort());
  assert.deepEqual((await find(`batchId=${batchId}&color=black&size=m&manufacturerCode=ST-CREATOR`)).length, 4);
  assert.deepEqual(await find(`batchId=${batchId}&color=green`), []);
  assert.deepEqual(await find(`batchId=${batchId}&state=MADE`), []);
  const { token } = await server.token({ scope: 'operator', role: 'office' });
  const seen: string[] = [];
  let path = `/operator/v1/pieces?batchId=${batchId}&limit=3`;
  while (path !== '') {
    const answer = await server.send(path, { token });
    assert.equal(answer.status, 200, answer.text);
    assert.doesNotMatch(answer.text, /Lovelace|Musterstra|Berlin/);
    seen.push(...answer.json.map(({ code }: { code: string }) => code));
    const next = /<http:\/\/platen\.test([^>]+)>; rel="next"/.exec(answer.headers.get('link') ?? '');
    path = next?.[1] ?? '';
  }
  assert.deepEqual(seen, [...codes].sort());
  const [{ article, due, clientName }] = (await operator.get(`/pieces?batchId=${batchId}`)).json;
  assert.deepEqual([article.title, article.size], ['Creator Tee', 'M']);
  assert.ok(due && clientName);
});

test('an order that is shipped or cancelled through the API leaves the floor, and its batch ends', async () => {
  const batchId = await released('ENDED', 2, 1);
  await operator.work(customer.clientId, 'ENDED-1', 'ship', { parcels: [{}] });
  assert.equal((await find(`batchId=${batchId}`)).length, 1);
  await operator.work(customer.clientId, 'ENDED-2', 'cancel');
  const production = { pool: server.pool, numbers: new ScanNumbers(server.pool), stepOrder: [] };
  await beginDue(production, customer.clientId, new AbortController().signal);
  assert.deepEqual(
    [...(await piecesOf('ENDED-1')), ...(await piecesOf('ENDED-2'))].map(({ state, reason }) => [state, reason]),
    [
      ['PACKED', undefined],
      ['PACKED', undefined],
      ['CANCELLED', 'cancelled'],
    ],
  );
  assert.ok((await operator.get(`/batches/${batchId}`)).json.ended);
  const [{ code }] = await piecesOf('ENDED-1');
  assert.equal((await scanned(code, { work: 'MAKE' })).refusal.kind, 'SHIPPED');
});

test('a parcel is dropped when its order ends without it, and no list misses it', async () => {
  const order = async (orderId: string) => {
    await released(orderId, 1);
    const [{ code }] = await piecesOf(`${orderId}-1`);
    return (await scanned(code, { work: 'PACK' })).parcel.code;
  };
  const [open, waits, left] = [await order('DROP-A'), await order('DROP-B'), await order('DROP-C')];
  await server.pool.query(`update parcels set state = 'PACKED', packed = now() where code = any($1)`, [[waits, left]]);
  await operator.work(customer.clientId, 'DROP-A-1', 'cancel');
  await operator.work(customer.clientId, 'DROP-B-1', 'cancel');
  await operator.work(customer.clientId, 'DROP-C-1', 'ship', { parcels: [{}] });
  const production = { pool: server.pool, numbers: new ScanNumbers(server.pool), stepOrder: [] };
  await beginDue(production, customer.clientId, new AbortController().signal);
  const { rows } = await server.pool.query('select code, state from parcels where code = any($1)', [
    [open, waits, left],
  ]);
  assert.deepEqual(
    new Map(rows.map(({ code, state }) => [code, state])),
    new Map([
      [open, 'DROPPED'],
      [waits, 'DROPPED'],
      [left, 'SHIPPED'],
    ]),
  );
  for (const code of [open, waits])
    assert.match((await scanned(code, { work: 'HAND_OVER' })).refusal.message, /ended without it/);
});

test('the label of a blank finds its piece only when exactly one piece uses it', async () => {
  const sku = 'ST-CREATOR-WHT-L';
  await operator.send('POST', `/stock/ARTICLE/${sku}/set`, { quantity: 100 });
  const orders = ['LABEL-1', 'LABEL-2'].map((orderId) => ({ clientId: customer.clientId, orderId }));
  for (const { orderId } of orders) await assigned(server, customer, { orderId, items: [customItem({ sku })] });
  await operator.send('POST', '/batches', { orders: [orders[0]] });
  const [only] = await piecesOf('LABEL-1');
  const found = await scanned(sku, { work: 'MAKE' });
  assert.deepEqual([found.piece.code, found.next.piece], [only.code, only.code]);
  await operator.send('POST', '/batches', { orders: [orders[1]] });
  const several = await scanned(sku, { work: 'FIND' });
  assert.deepEqual([several.piece, several.refusal.kind], [undefined, 'UNKNOWN']);
  assert.match(several.refusal.message, /Several pieces/);
  assert.equal((await scanned(sku, found.next)).piece.code, only.code);
  assert.equal((await scanned('NO-SUCH-BLANK', { work: 'MAKE' })).refusal.kind, 'UNKNOWN');
});
