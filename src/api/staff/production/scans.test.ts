import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { assign, assigned, markMade, newOperator, type Operator, placeOf } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { customItem, NECK_LABEL } from '../../../orders/test-support/sample-orders.ts';
import { commandSheet } from '../../../production/command-codes.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
const { sku = '' } = customItem().customProduct ?? {};
const STOCK = `/stock/ARTICLE/${encodeURIComponent(sku)}`;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `${STOCK}/set`, { quantity: 10_000 });
});
after(() => server.close());

const [PASS, UNDO] = ['PASS', 'UNDO'].map((name) => commandSheet().find(({ command }) => command === name)?.code ?? '');
const SMEAR = commandSheet().find((one) => one.command === 'REJECT' && one.reason === 'SMEAR')?.code ?? '';

/** Returns a function that scans at a station with the context of the previous answer. */
function station(work: string, name = `${work}-1`) {
  let context: Record<string, unknown> = { work };
  return async (code: string | undefined, id: string = randomUUID()) => {
    const sent = { id, station: name, code, context };
    const answer = await operator.send('POST', '/scans', sent);
    assert.equal(answer.status, 200, JSON.stringify(answer.json));
    context = answer.json.next;
    return { ...answer.json, sent };
  };
}

/** The codes of the pieces of an order in production. */
async function inProduction(orderId: string, quantity: number): Promise<string[]> {
  await assigned(server, customer, { orderId, items: [{ ...customItem(), quantity }] });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  return (await piecesOf(orderId)).map(({ code }: { code: string }) => code);
}
const piecesOf = async (orderId: string) => (await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`)).json;
const statesOf = async (orderId: string) =>
  (await piecesOf(orderId)).map(({ state, attempt }: { state: string; attempt: number }) => `${state} ${attempt}`);
const work = (orderId: string, verb: string, body?: unknown) => operator.work(customer.clientId, orderId, verb, body);

test('scanning the next piece finishes the one in hand, and scanning the same piece offers its file', async () => {
  const [first, second] = await inProduction('MAKE-1', 2);
  const scan = station('MAKE');
  const opened = await scan(first);
  assert.deepEqual(
    [opened.meaning, opened.piece.code, opened.order.pieces, opened.done],
    ['PIECE', first, 2, undefined],
  );
  assert.equal((await scan(first)).isAgain, true);
  const { piece, done } = await scan(second?.toLowerCase());
  assert.deepEqual([piece.code, done.piece.code, done.piece.state], [second, first, 'MADE']);
  const passed = await scan(PASS);
  assert.deepEqual(
    [passed.command, passed.done.piece.code, placeOf(passed.next)],
    ['PASS', second, { work: 'MAKE', last: second }],
  );
  assert.deepEqual(await statesOf('MAKE-1'), ['MADE 0', 'MADE 0']);
  assert.equal((await scan(UNDO)).done.piece.state, 'TO_MAKE');
  assert.deepEqual(await statesOf('MAKE-1'), ['MADE 0', 'TO_MAKE 0']);
  assert.equal((await scan(first)).refusal.kind, 'ALREADY_DONE');
});

test('a repeated scan counts once, even concurrently, and its id cannot be used for another scan', async () => {
  const [first, second] = await inProduction('TWICE-1', 2);
  const scan = station('MAKE');
  await scan(first);
  const { sent, ...answer } = await scan(second);
  const again = await operator.send('POST', '/scans', sent);
  assert.deepEqual([again.json, again.headers.get('idempotent-replayed')], [answer, 'true']);
  assert.deepEqual(await statesOf('TWICE-1'), ['MADE 0', 'TO_MAKE 0']);
  const both = { ...sent, id: randomUUID(), code: PASS, context: answer.next };
  const answers = await Promise.all([1, 2].map(() => operator.send('POST', '/scans', both)));
  assert.deepEqual(answers[0]?.json, answers[1]?.json);
  const other = await operator.send('POST', '/scans', { ...both, code: UNDO });
  assert.deepEqual([other.status, other.json.error], [422, 'idempotency_key_reused']);
});

test('each checked piece gets the bin of its order, and the last one completes the order', async () => {
  await operator.send('PUT', '/bins', { count: 2 });
  const one = await inProduction('BIN-1', 2);
  const two = await inProduction('BIN-2', 3);
  const three = await inProduction('BIN-3', 2);
  const single = await inProduction('BIN-4', 1);
  await markMade(server);
  const scan = station('CHECK');
  const told = async (code: string | undefined) => {
    await scan(code);
    const { done, refusal } = await scan(PASS);
    return refusal ? refusal.kind : [done.bin, done.isOrderComplete];
  };
  assert.deepEqual(await told(one[0]), [1, false]);
  assert.deepEqual(await told(two[0]), [2, false]);
  assert.deepEqual(await told(single[0]), [undefined, true]);
  assert.equal(await told(three[0]), 'BINS_FULL');
  assert.deepEqual(await told(two[2]), [2, false]);
  assert.deepEqual(await told(one[1]), [1, true]);
  assert.deepEqual(await told(two[1]), [2, true]);
  const bins = (await operator.get('/bins')).json;
  assert.deepEqual(
    bins.map(({ bin, orderId }: { bin: number; orderId: string }) => [bin, orderId]),
    [
      [1, 'BIN-1'],
      [2, 'BIN-2'],
    ],
  );
  assert.equal((await operator.send('PUT', '/bins', { count: 40 })).json.length, 40);
});

test('a rejected piece gets a successor with a new code and blank, and its old ticket names it', async () => {
  const [first, second] = await inProduction('REJ-1', 2);
  const before = (await operator.get(STOCK)).json;
  await markMade(server);
  const scan = station('CHECK');
  await scan(first);
  const { done } = await scan(SMEAR);
  assert.deepEqual([done.piece.state, done.piece.reason, done.successor.attempt], ['REPLACED', 'SMEAR', 1]);
  const after = (await operator.get(STOCK)).json;
  assert.deepEqual([after.onHand, after.reserved], [before.onHand - 1, before.reserved]);
  const [movement] = (await operator.get(`${STOCK}/movements?limit=5`)).json.filter(
    ({ reason }: { reason: string }) => reason === 'scrapped',
  );
  assert.deepEqual([movement.onHandChange, movement.orderId, movement.note], [-1, 'REJ-1', 'SMEAR']);
  const { refusal } = await scan(first);
  assert.deepEqual([refusal.kind, refusal.replacedBy], ['REPLACED', done.successor.code]);
  assert.deepEqual(await statesOf('REJ-1'), ['REPLACED 0', 'TO_MAKE 1', 'MADE 0']);
  await markMade(server);
  await scan(second);
  assert.deepEqual((await scan(PASS)).done.isOrderComplete, false);
  await scan(done.successor.code);
  assert.deepEqual((await scan(PASS)).done.isOrderComplete, true);
});

test('a successor waits for a blank when none is in stock', async () => {
  const [code] = await inProduction('BLANK-1', 1);
  const { reserved } = (await operator.get(STOCK)).json;
  await operator.send('POST', `${STOCK}/set`, { quantity: reserved });
  const scan = station('MAKE');
  await scan(code);
  const { successor } = (await scan(SMEAR)).done;
  assert.equal(successor.hasBlank, false);
  assert.equal((await scan(successor.code)).refusal.kind, 'NO_BLANK');
  await operator.send('POST', `${STOCK}/set`, { quantity: 10_000 });
  const opened = await scan(successor.code);
  assert.deepEqual([opened.refusal, opened.piece.hasBlank], [undefined, undefined]);
  assert.equal((await operator.get(STOCK)).json.reserved, reserved);
});

test('a change of the order interrupts work at the next scan', async () => {
  const [first, second] = await inProduction('STOP-1', 2);
  const scan = station('MAKE');
  await scan(first);
  await customer.cancel('STOP-1');
  const { refusal, done } = await scan(second);
  assert.deepEqual([refusal.kind, done], ['ASKED_TO_CANCEL', undefined]);
  await work('STOP-1', 'cancellation/reject', { reason: 'It is printed.' });
  assert.equal((await scan(first)).refusal, undefined);
  await work('STOP-1', 'hold', { reason: 'Ask the office.' });
  const held = await scan(first);
  assert.deepEqual([held.refusal?.kind, placeOf(held.next)], ['ON_HOLD', { work: 'MAKE', piece: first }]);
  await work('STOP-1', 'release');
  assert.equal((await scan(first)).refusal, undefined);
  await work('STOP-1', 'error', { message: 'The artwork is broken.' });
  assert.match((await scan(PASS)).refusal.message, /The artwork is broken/);
  assert.deepEqual(await statesOf('STOP-1'), ['TO_MAKE 0', 'TO_MAKE 0']);
  await work('STOP-1', 'reopen');
  await assign(server, customer.clientId, 'STOP-1');
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId: 'STOP-1' }] });
  assert.equal((await scan(first)).refusal.kind, 'OLD_TICKET');
  await work('STOP-1', 'cancel');
  const [fresh] = await piecesOf('STOP-1');
  assert.equal((await scan(fresh.code)).refusal.kind, 'CANCELLED');
});

test('foreign and misread codes are distinguished, and change nothing', async () => {
  const scan = station('MAKE');
  const [code = ''] = await inProduction('ODD-1', 1);
  await scan(code);
  const kinds = [];
  for (const odd of ['4006381333931', `${code.slice(0, -1)}${(Number(code.at(-1)) + 1) % 10}`, 'P0999999994', 'K0074'])
    kinds.push((await scan(odd)).refusal?.kind);
  assert.deepEqual(kinds.slice(0, 2), ['UNKNOWN', 'MISREAD']);
  assert.equal((await station('MAKE')(PASS)).refusal.kind, 'NOTHING_IN_HAND');
  assert.equal((await station('FIND')(code)).piece.code, code);
  const faulty = await operator.send('POST', '/scans', { id: 'x', station: 'y', code: 'z' });
  assert.deepEqual([faulty.status, faulty.json.error], [400, 'invalid_request']);
});

test('the code of several pieces or orders is refused with a sentence that says how to go on', async () => {
  await inProduction('SEVERAL-1', 2);
  for (const work of ['FIND', 'MAKE']) {
    const { refusal } = await station(work)(sku);
    assert.deepEqual([refusal.kind, refusal.code, refusal.params], ['UNKNOWN', 'several_pieces', { sku }]);
    assert.match(refusal.message, /Scan the ticket, or find the piece in the list/);
  }
  const number = 'ON-TWO-PARCELS';
  for (const orderId of ['SEVERAL-2', 'SEVERAL-3']) {
    const [code] = await inProduction(orderId, 1);
    const pack = station('PACK');
    let answer = await pack(code);
    while (answer.parcel.state !== 'SHIPPED') answer = await pack(answer.asks === 'TRACKING' ? number : PASS);
  }
  const { refusal } = await station('HAND_OVER')(number);
  assert.equal(refusal.code, 'tracking_of_several');
  assert.match(refusal.message, /SEVERAL-2.*SEVERAL-3|SEVERAL-3.*SEVERAL-2/);
});

test('a scan whose database connection breaks between decision and save counts once', async (t) => {
  const [code = ''] = await inProduction('BROKEN-1', 1);
  const blocker = await server.pool.connect();
  t.after(() => blocker.release());
  for (const [work, event] of [
    ['MAKE', 'piece.made'],
    ['CHECK', 'piece.checked'],
    ['PACK', 'piece.packed'],
  ] as const) {
    const scan = station(work, `broken-${work}`);
    if (work !== 'PACK') await scan(code);
    await blocker.query('begin');
    await blocker.query('select from pieces where code = $1 for update', [code]);
    const answer = scan(work === 'PACK' ? code : PASS);
    // The scan has been decided, and waits for the row that it saves.
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
                 where datname = current_database() and wait_event_type = 'Lock' and query like '%update pieces set state%'`;
    while ((await server.pool.query(end)).rowCount === 0) await setImmediate();
    await blocker.query('rollback');
    assert.equal((await answer).refusal, undefined, work);
    const { rowCount } = await server.pool.query(`select from piece_events where code = $1 and type = $2`, [
      code,
      event,
    ]);
    assert.equal(rowCount, 1, work);
  }
  assert.deepEqual(await statesOf('BROKEN-1'), ['PACKED 0']);
});

test('two people who work on one order count each piece once', async () => {
  const codes = await inProduction('BOTH-1', 6);
  await operator.send('PUT', '/bins', { count: 40 });
  await markMade(server);
  const [one, other] = [station('CHECK', 'CHECK-1'), station('CHECK', 'CHECK-2')];
  await Promise.all(
    [one, other].map(async (scan, who) => {
      for (const [place, code] of codes.entries()) if (place % 2 === who) await scan(code);
      await scan(PASS);
    }),
  );
  assert.deepEqual(new Set(await statesOf('BOTH-1')), new Set(['CHECKED 0']));
  const taken = (await operator.get('/bins')).json.filter(({ orderId }: { orderId?: string }) => orderId === 'BOTH-1');
  assert.equal(taken.length, 1);
});

test('UNDO takes back the steps of one technology, and a successor needs new blanks for all spoiled material', async () => {
  const label = `/stock/ARTICLE/${encodeURIComponent(NECK_LABEL)}`;
  await operator.send('POST', `${label}/set`, { quantity: 100 });
  const customizations = [{ sku: NECK_LABEL, location: 'NECK', technology: 'DTF' }];
  await assigned(server, customer, { orderId: 'LABEL-1', items: [customItem({ customizations })] });
  await operator.send('POST', '/batches', {
    orders: [{ clientId: customer.clientId, orderId: 'LABEL-1' }],
  });
  const [{ code }] = await piecesOf('LABEL-1');
  const scan = station('MAKE');
  const passed = async (command: string | undefined) => {
    const { done, refusal } = await scan(command);
    return refusal ? refusal.kind : [done.piece.state, done.piece.stepsDone];
  };
  await scan(code);
  assert.deepEqual(await passed(PASS), ['TO_MAKE', 1]);
  assert.deepEqual(await passed(UNDO), ['TO_MAKE', 0]);
  await scan(code);
  await scan(PASS);
  await scan(code);
  assert.deepEqual(await passed(PASS), ['MADE', 2]);
  assert.deepEqual(await passed(UNDO), ['TO_MAKE', 1]);
  await scan(code);
  assert.deepEqual(await passed(PASS), ['MADE', 2]);

  const before = await Promise.all([STOCK, label].map(async (path) => (await operator.get(path)).json.reserved));
  await operator.send('POST', `${STOCK}/set`, { quantity: before[0] });
  const check = station('CHECK');
  await check(code);
  const { successor } = (await check(SMEAR)).done;
  assert.equal((await check(successor.code)).refusal?.kind, 'NO_BLANK');
  await operator.send('POST', `${STOCK}/set`, { quantity: 10_000 });
  assert.equal((await check(successor.code)).refusal, undefined);
  const after = await Promise.all([STOCK, label].map(async (path) => (await operator.get(path)).json.reserved));
  assert.deepEqual(after, before);
});
