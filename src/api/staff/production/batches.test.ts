import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Pool } from 'pg';
import { assign, assigned, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { customItem, item } from '../../../orders/test-support/sample-orders.ts';
import { prepareRelease } from '../../../packing/begin-orders.ts';
import { inTransaction } from '../../../platform/database/transaction.ts';
import { readScanCode, scanCodeOf } from '../../../platform/formats/scan-codes.ts';
import { ScanNumbers } from '../../../production/scan-numbers.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  const { sku = '' } = customItem().customProduct ?? {};
  await operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(sku)}/set`, { quantity: 10_000 });
});
after(() => server.close());

const order = (orderId: string, ...quantities: number[]) =>
  assigned(server, customer, {
    orderId,
    items: quantities.map((quantity) => ({ ...customItem(), quantity })),
  });
const piecesOf = async (orderId: string) => (await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`)).json;
const keysOf = (...orderIds: string[]) => orderIds.map((orderId) => ({ clientId: customer.clientId, orderId }));
const release = (body: object, headers = {}) => operator.send('POST', '/batches', body, headers);

test('a release accepts its orders and gives each piece a unique code', async () => {
  await order('REL-1', 3);
  await assigned(server, customer, {
    orderId: 'REL-2',
    items: [customItem(), item({ quantity: 4 })],
  });
  const { status, json } = await release({ orders: keysOf('REL-1', 'REL-2') });
  assert.deepEqual([status, json.batch.orders, json.batch.pieces, json.leftOut], [200, 2, 8, []]);
  assert.deepEqual(readScanCode(json.batch.code), { kind: 'batch', number: Number(json.batch.batchId) });
  assert.equal((await customer.get('/v1/orders/REL-1')).json.status, 'ACCEPTED');
  const pieces = [...(await piecesOf('REL-1')), ...(await piecesOf('REL-2'))];
  assert.deepEqual(
    pieces.map(({ orderId, copy, state, batchId }) => [orderId, copy, state, batchId]),
    [
      ...[1, 2, 3].map((copy) => ['REL-1', copy, 'TO_MAKE', json.batch.batchId]),
      ['REL-2', 1, 'TO_MAKE', json.batch.batchId],
    ],
  );
  assert.equal(new Set(pieces.map(({ code }) => code)).size, 4);
  for (const { code } of pieces) assert.equal(readScanCode(code)?.kind, 'piece');
  assert.deepEqual((await operator.get(`/batches/${json.batch.code}`)).json, json.batch);
  const { number, of, article, batch, steps, ...read } = (await operator.get(`/pieces/${pieces[1].code.toLowerCase()}`))
    .json;
  assert.deepEqual(
    [number, of, article.title, batch],
    [2, 3, 'Creator Tee', { batchId: json.batch.batchId, name: json.batch.batchId, place: 2, of: 4 }],
  );
  const [{ isDone, widthMm, heightMm, ...step }] = steps;
  assert.deepEqual([isDone, widthMm, heightMm, step], [false, 355.6, 406.4, pieces[1].steps[0]]);
  assert.deepEqual([read.code, read.state], [pieces[1].code, 'TO_MAKE']);
});

test('two concurrent releases put each order into one batch, and the loser is named that batch', async () => {
  const ids = ['TWO-1', 'TWO-2', 'TWO-3'];
  for (const id of ids) await order(id, 1);
  const answers = await Promise.all([release({ orders: keysOf(...ids) }), release({ orders: keysOf(...ids) })]);
  const made = answers.filter(({ json }) => json.batch);
  assert.equal(made.length, 1);
  const [{ batchId, code, orders }] = made.map(({ json }) => json.batch);
  assert.equal(orders, 3);
  const late = answers.find(({ json }) => !json.batch)?.json.leftOut;
  assert.deepEqual(
    late,
    keysOf(...ids).map((key) => ({ ...key, reason: 'ALREADY_RELEASED', batchId, code })),
  );
});

test('a repeated release under the same key returns the same batch', async () => {
  await order('KEY-1', 2);
  const headers = { 'idempotency-key': 'release-1' };
  const first = await release({ orders: keysOf('KEY-1') }, headers);
  const again = await release({ orders: keysOf('KEY-1') }, headers);
  assert.deepEqual([again.status, again.json], [200, first.json]);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.equal((await release({ orders: keysOf('KEY-2') }, headers)).json.error, 'idempotency_key_reused');
});

test('a release chooses orders by technology, article, size and due time, oldest first', async () => {
  await order('CH-1', 1);
  await order('CH-2', 2);
  await order('CH-3', 1);
  const [group] = (await operator.get('/release-groups')).json;
  assert.deepEqual([group.orders, group.pieces, group.multi], [3, 4, 1]);
  const ofOldest = (await operator.get('/release-counts?oldest=2')).json;
  assert.deepEqual([ofOldest.assigned, ofOldest.orders], [3, 2]);
  const { technology, manufacturerCode, code: sku } = group;
  const single = (await operator.get('/release-groups?size=SINGLE')).json[0];
  assert.deepEqual([single.orders, single.pieces], [2, 2]);
  assert.deepEqual((await operator.get('/release-groups?technology=NONE')).json, []);
  assert.deepEqual((await operator.get('/release-groups?dueBy=2020-01-01T00:00:00Z')).json, []);
  const counts = (await operator.get('/release-counts')).json;
  assert.deepEqual(counts, { assigned: 3, orders: 3, pieces: 4, late: 0, today: 0, multi: 1 });
  const { batch } = (await release({ technology, manufacturerCode, sku, size: 'SINGLE', limit: 1 })).json;
  assert.deepEqual([batch.orders, batch.choice.size], [1, 'SINGLE']);
  assert.equal((await piecesOf('CH-1')).length, 1);
  const rest = (await release({ technology, clientId: customer.clientId })).json.batch;
  assert.equal(rest.orders, 2);
  assert.deepEqual((await release({ technology })).json, { leftOut: [] });
  assert.equal((await operator.get('/batches?limit=1')).json[0].batchId, rest.batchId);
});

test('late orders are chosen by their due time, and the batch records the choice', async () => {
  await order('DUE-1', 2);
  await order('DUE-2', 1);
  const made = `update orders set due = now() - interval '1 hour' where client_id = $1 and order_id = $2`;
  await server.pool.query(made, [customer.clientId, 'DUE-1']);
  const late = (await operator.get('/release-orders?due=LATE')).json;
  assert.deepEqual(
    late.map(({ orderId, pieces }: Record<string, unknown>) => [orderId, pieces]),
    [['DUE-1', 2]],
  );
  assert.ok(Date.parse(late[0].due) < Date.now());
  const counts = (await operator.get('/release-counts')).json;
  assert.deepEqual(counts, { assigned: 2, orders: 2, pieces: 3, late: 1, today: 1, multi: 1 });
  const [group] = (await operator.get('/release-groups')).json;
  assert.deepEqual([group.late, group.pieces, group.reserved <= group.onHand], [1, 3, true]);
  const { batch } = (await release({ due: 'LATE', size: 'MULTI', orders: keysOf('DUE-1') })).json;
  assert.deepEqual([batch.orders, batch.choice.size], [1, 'MULTI']);
  assert.ok(Math.abs(Date.parse(batch.choice.dueBy) - Date.now()) < 60_000);
  assert.deepEqual((await operator.get('/release-orders?due=LATE')).json, []);
  await release({ orders: keysOf('DUE-2') });
});

test('an order that is accepted alone has pieces too, and many pieces of one item are one lot', async () => {
  await order('LOT-1', 201, 2);
  assert.deepEqual(await piecesOf('LOT-1'), []);
  await operator.work(customer.clientId, 'LOT-1', 'accept');
  const pieces = await piecesOf('LOT-1');
  assert.deepEqual(
    pieces.map(({ position, copy, quantity, batchId }: Record<string, unknown>) => [position, copy, quantity, batchId]),
    [
      [1, 1, 201, undefined],
      [2, 1, 1, undefined],
      [2, 2, 1, undefined],
    ],
  );
  assert.deepEqual(await piecesOf('LOT-1'), pieces);
});

test('a corrected order that is accepted again has new pieces, and the old ones are cancelled', async () => {
  await order('RUN-1', 2);
  await release({ orders: keysOf('RUN-1') });
  const old = await piecesOf('RUN-1');
  await operator.work(customer.clientId, 'RUN-1', 'error', { message: 'The artwork is broken.' });
  await operator.work(customer.clientId, 'RUN-1', 'reopen');
  await assign(server, customer.clientId, 'RUN-1');
  const { batch } = (await release({ orders: keysOf('RUN-1') })).json;
  const fresh = await piecesOf('RUN-1');
  assert.deepEqual(
    fresh.map(({ run, state, batchId }: Record<string, unknown>) => [run, state, batchId]),
    [
      [2, 'TO_MAKE', batch.batchId],
      [2, 'TO_MAKE', batch.batchId],
    ],
  );
  for (const { code } of old) assert.equal((await operator.get(`/pieces/${code}`)).json.state, 'CANCELLED');
});

test('a batch ends with the last piece to make, and pieces that left production do not count', async () => {
  await order('END-1', 1);
  await order('END-2', 1);
  const { batch } = (await release({ orders: keysOf('END-1', 'END-2') })).json;
  const [{ code }] = await piecesOf('END-2');
  const scan = (scanned: string, id: string, context = {}) =>
    operator.send('POST', '/scans', {
      id,
      station: 'printer-1',
      code: scanned,
      context: { work: 'CHECK', ...context },
    });
  await operator.work(customer.clientId, 'END-1', 'cancel');
  await scan(code, 'end-1');
  assert.equal((await operator.get(`/batches/${batch.batchId}`)).json.ended, undefined);
  const asked = { piece: code, question: 'CONFIRM_UNMADE', pending: code };
  await scan(scanCodeOf('command', 1), 'end-2', asked);
  assert.ok((await operator.get(`/batches/${batch.batchId}`)).json.ended);
});

test('an unknown batch or piece is answered 404', async () => {
  for (const path of ['/batches/0', '/batches/99999', '/batches/x', '/batches/B00000000'])
    assert.deepEqual([(await operator.get(path)).json.error, path], ['batch_not_found', path]);
  for (const path of ['/pieces/P0000000000', '/pieces/x', `/pieces/P0000099999`])
    assert.deepEqual([(await operator.get(path)).json.error, path], ['piece_not_found', path]);
});

test('a release uses one connection at a time, so that no request waits for a second one', async () => {
  const { options } = server.pool;
  const pool = new Pool({ ...options, password: options.password, max: 1, connectionTimeoutMillis: 5_000 });
  // The end of the test database may close the connection first.
  pool.on('error', () => {});
  server.after(() => pool.end());
  await order('POOL-1', 3);
  const numbers = new ScanNumbers(pool);
  const context = { pool, numbers, stepOrder: [], clock: () => new Date(), dueRule: server.config };
  const by = { kind: 'operator', id: null, name: null } as const;
  const work = await prepareRelease(context, { choice: {}, orders: keysOf('POOL-1'), limit: 1, by });
  const { batch } = await inTransaction(pool, work);
  assert.equal(batch?.pieces, 3);
});

const accept = (orderId: string) => operator.work(customer.clientId, orderId, 'accept');
const released = async (status: string) =>
  (await operator.get(`/release-orders?status=${status}`)).json.map(({ orderId }: { orderId: string }) => orderId);

test('an order that is accepted alone stays under Release, and a batch takes it with its pieces', async () => {
  await order('ALONE-1', 2);
  await accept('ALONE-1');
  const isListed = async () => (await released('ACCEPTED')).includes('ALONE-1');
  assert.ok(await isListed());
  assert.ok(!(await released('ASSIGNED')).includes('ALONE-1'));
  const { orders } = (await operator.get('/release-counts?status=ACCEPTED')).json;
  assert.equal(orders, (await released('ACCEPTED')).length);
  await order('ALONE-2', 1);
  const { json } = await release({ orders: keysOf('ALONE-1', 'ALONE-2') });
  assert.deepEqual([json.batch.orders, json.batch.pieces, json.leftOut], [2, 3, []]);
  const pieces = [...(await piecesOf('ALONE-1')), ...(await piecesOf('ALONE-2'))];
  assert.deepEqual(
    pieces.map(({ batchId }) => batchId),
    Array(3).fill(json.batch.batchId),
  );
  assert.ok(!(await isListed()));
  const again = (await release({ orders: keysOf('ALONE-1') })).json;
  assert.deepEqual([again.batch, again.leftOut[0].reason], [undefined, 'ALREADY_RELEASED']);
});

test('an open batch takes more orders, whose pieces follow in its picking order', async () => {
  for (const orderId of ['INTO-1', 'INTO-2', 'INTO-3']) await order(orderId, 1);
  const first = (await release({ orders: keysOf('INTO-1') })).json.batch;
  await accept('INTO-3');
  const { json } = await release({ orders: keysOf('INTO-1', 'INTO-2', 'INTO-3'), batchId: first.code });
  assert.deepEqual([json.batch.batchId, json.batch.orders, json.batch.pieces, json.leftOut], [first.batchId, 3, 3, []]);
  const codes = await Promise.all(['INTO-1', 'INTO-2', 'INTO-3'].map(async (id) => (await piecesOf(id))[0].code));
  const places = await Promise.all(codes.map(async (code) => (await operator.get(`/pieces/${code}`)).json.batch));
  assert.deepEqual(places.map(({ place }) => place).sort(), [1, 2, 3]);
  assert.deepEqual(places[0], { batchId: first.batchId, name: first.batchId, place: 1, of: 3 });
  assert.equal((await release({ orders: keysOf('INTO-1'), batchId: '999999' })).status, 404);
});

test('an order that is accepted alone is a problem after a day', async () => {
  const problems = async () =>
    (await operator.get('/problems?kind=NO_BATCH')).json.map(({ orderId }: { orderId: string }) => orderId);
  await order('DAY-1', 1);
  await accept('DAY-1');
  server.time.now = new Date(Date.now() - 25 * 3_600_000);
  await order('DAY-2', 1);
  await accept('DAY-2');
  server.time.now = undefined;
  assert.deepEqual(await problems(), ['DAY-2']);
  assert.equal((await operator.get('/problems/counts')).json.NO_BATCH, 1);
  await release({ orders: keysOf('DAY-2') });
  assert.deepEqual(await problems(), []);
});
