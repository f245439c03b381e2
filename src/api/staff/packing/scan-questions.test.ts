import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { assigned, markMade, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { ADDRESS, BLANK, customItem, EAN, item } from '../../../orders/test-support/sample-orders.ts';
import { beginDue } from '../../../packing/begin-orders.ts';
import { commandSheet } from '../../../production/command-codes.ts';
import { ScanNumbers } from '../../../production/scan-numbers.ts';
import { QUESTIONS } from '../../../production/scan-rules.ts';

const RUNS = 6;
const SCANS_MAX = 30;

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `/stock/ARTICLE/${BLANK}/set`, { quantity: 10_000 });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 10_000 });
  await operator.send('PUT', '/bins', { count: 40 });
});
after(() => server.close());

const SHEET = commandSheet();
const commandOf = (name: string) => SHEET.find(({ command }) => command === name)?.code ?? '';
const SMEAR = SHEET.find((one) => one.command === 'REJECT' && one.reason === 'SMEAR')?.code ?? '';

/** Returns a function that scans at a station with the context of the previous answer. */
function station(work: string, name = work, send: Operator['send'] = operator.send) {
  let context: Record<string, unknown> = { work };
  return async (code: string | undefined) => {
    const sent = context;
    const { status, json, text } = await send('POST', '/scans', { id: randomUUID(), station: name, code, context });
    assert.equal(status, 200, text);
    context = json.next;
    return { ...json, sent };
  };
}

async function inProduction(orderId: string, pieces: number, products = 0): Promise<string[]> {
  const items = [{ ...customItem(), quantity: pieces }, ...(products > 0 ? [item({ quantity: products })] : [])];
  await assigned(server, customer, { orderId, items, shipping: { address: ADDRESS } });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  return (await piecesOf(orderId)).map(({ code }: { code: string }) => code);
}
const piecesOf = async (orderId: string) => (await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`)).json;
const statesOf = async (orderId: string) => (await piecesOf(orderId)).map(({ state }: { state: string }) => state);
const statusOf = async (orderId: string) => (await customer.get(`/v1/orders/${orderId}`)).json.status;
const latest = (work: string, name = work) => operator.get(`/scans/latest?work=${work}&station=${name}`);

test('while a reason is asked, the next ticket is refused and the piece stays in hand, unfinished', async () => {
  for (const work of ['MAKE', 'CHECK']) {
    const orderId = `REJECT-${work}`;
    const [first, second] = await inProduction(orderId, 2);
    const scan = station(work, orderId);
    await scan(first);
    const asked = await scan(commandOf('REJECT_PIECE'));
    assert.deepEqual([asked.asks, asked.next.question], ['REJECT_REASON', 'REJECT_REASON']);
    for (const code of [second, commandOf('PASS'), 'NO-CODE']) {
      const { refusal, next, sent, asks } = await scan(code);
      assert.deepEqual([refusal !== undefined, next, asks], [true, sent, 'REJECT_REASON']);
    }
    assert.deepEqual(await statesOf(orderId), ['TO_MAKE', 'TO_MAKE']);
    assert.equal((await scan(commandOf('UNDO'))).next.piece, first);
    await scan(commandOf('REJECT_PIECE'));
    assert.equal((await scan(SMEAR)).done.piece.state, 'REPLACED');
  }
});

test('a code of no piece, or a refused one, does not finish the piece in hand', async () => {
  const [first, second, third] = await inProduction('UNKNOWN-1', 3);
  await markMade(server, [third ?? '']);
  const scan = station('MAKE', 'unknown');
  await scan(first);
  const misread = `${second?.slice(0, -1)}${(Number(second?.at(-1)) + 1) % 10}`;
  for (const code of ['P9999999994', misread, 'NO-CODE', 'B00000017', third ?? '']) {
    const { refusal, next, sent, done } = await scan(code);
    assert.deepEqual([refusal !== undefined, next, done], [true, sent, undefined], code);
  }
  assert.deepEqual(await statesOf('UNKNOWN-1'), ['TO_MAKE', 'TO_MAKE', 'MADE']);
  assert.equal((await scan(second)).done.piece.code, first);
});

test('an early end asks for the tracking number, then for the missing pieces, and UNDO takes each question back', async () => {
  const [first] = await inProduction('EARLY-1', 2);
  await markMade(server);
  const scan = station('PACK', 'early');
  await scan(first);
  const asked = await scan(commandOf('NEXT_PARCEL'));
  assert.deepEqual([asked.asks, asked.parcel.papers.length > 0], ['TRACKING', true]);
  assert.equal((await scan(commandOf('UNDO'))).asks, undefined);
  await scan(commandOf('NEXT_PARCEL'));
  const number = await scan('EARLY-TRACK');
  assert.deepEqual([number.asks, number.next.pending], ['CONFIRM_INCOMPLETE', 'EARLY-TRACK']);
  assert.equal((await scan(first)).refusal.kind, 'QUESTION');
  assert.equal((await scan(commandOf('UNDO'))).parcel.state, 'OPEN');
  for (const code of [commandOf('NEXT_PARCEL'), 'EARLY-TRACK']) await scan(code);
  const left = await scan(commandOf('PASS'));
  assert.deepEqual([left.parcel.state, left.parcel.trackingNumber], ['SHIPPED', 'EARLY-TRACK']);
});

test('a tracking number of another parcel, or one that its carrier cannot have, ships only after PASS', async () => {
  await operator.send('PUT', '/carriers/dhl-paket', { name: 'DHL Paket' });
  await operator.send('PUT', `/clients/${customer.clientId}/carriers/dhl-paket`, { default: true });
  const NUMBER = 'JD014600006281230704';
  for (const [orderId, number, code] of [
    ['TRACK-A', 'JD0146000062812', 'tracking_format'],
    ['TRACK-B', NUMBER, 'tracking_used'],
  ] as const) {
    const [piece] = await inProduction(orderId, 1);
    await markMade(server);
    const scan = station('PACK', orderId);
    await scan(piece);
    const asked = await scan(number);
    assert.deepEqual([asked.asks, asked.doubt.code, await statusOf(orderId)], ['CONFIRM_TRACKING', code, 'ACCEPTED']);
    const left = await scan(orderId === 'TRACK-A' ? NUMBER : commandOf('PASS'));
    assert.deepEqual([left.parcel.trackingNumber, await statusOf(orderId)], [NUMBER, 'SHIPPED']);
  }
});

test('a label is printed again only after a reason, and the lines of the parcel stay', async () => {
  const [first] = await inProduction('LINES-1', 2);
  await markMade(server);
  const scan = station('PACK', 'lines');
  await scan(first);
  await scan(commandOf('NEXT_PARCEL'));
  const asked = await scan(commandOf('REPRINT_LABEL'));
  const counts = asked.parcel.items.map(({ packed, of }: { packed: number; of: number }) => [packed, of]);
  const labelOf = ({ papers }: { papers: { kind: string; copy?: number }[] }) =>
    papers.find(({ kind }) => kind === 'LABEL');
  assert.deepEqual([asked.asks, counts, labelOf(asked.parcel)?.copy], ['REASON', [[1, 2]], undefined]);
  const again = await scan(SMEAR);
  assert.deepEqual([again.command, labelOf(again.parcel)?.copy], ['REPRINT_LABEL', 2]);
});

test('a piece that nobody made asks before it is packed, and with PACK_REQUIRES it is refused', async (t) => {
  const [unmade] = await inProduction('UNMADE-1', 2);
  const scan = station('PACK', 'unmade');
  const asked = await scan(unmade);
  assert.deepEqual([asked.asks, asked.next.pending], ['CONFIRM_UNMADE', unmade]);
  const { done } = await scan(commandOf('PASS'));
  assert.deepEqual([done.piece.state, done.piece.stepsDone], ['PACKED', 0]);
  const { json: events } = await operator.get(`/orders/${customer.clientId}/UNMADE-1/piece-events`);
  assert.deepEqual([events[0].type, events[0].reason], ['piece.packed', 'UNMADE']);
  assert.equal((await scan(commandOf('UNDO'))).done.piece.state, 'TO_MAKE');

  const strict = await startTestServer({ PACK_REQUIRES: 'CHECKED' });
  t.after(() => strict.close());
  const staff = await newOperator(strict);
  const shop = await newCustomer(strict);
  await staff.send('POST', `/stock/ARTICLE/${BLANK}/set`, { quantity: 10 });
  await assigned(strict, shop, { orderId: 'STRICT-1', items: [customItem()] });
  await staff.send('POST', '/batches', { orders: [{ clientId: shop.clientId, orderId: 'STRICT-1' }] });
  const { json } = await staff.get(`/orders/${shop.clientId}/STRICT-1/pieces`);
  const pack = station('PACK', 'strict', staff.send);
  assert.equal((await pack(json[0].code)).refusal.code, 'not_made');
  await markMade(strict);
  assert.equal((await pack(json[0].code)).refusal.code, 'not_checked');
});

test('a piece that is taken out of its parcel has the state that it had before', async () => {
  const pieces = await inProduction('OUT-1', 4);
  const [, made, checked, unchecked] = pieces;
  const [make, check, pack] = [station('MAKE', 'out'), station('CHECK', 'out'), station('PACK', 'out')];
  for (const code of [made, checked, unchecked, commandOf('PASS')]) await make(code);
  for (const code of [checked, commandOf('PASS'), unchecked, commandOf('PASS'), commandOf('UNDO')]) await check(code);
  const states = await statesOf('OUT-1');
  assert.deepEqual(states, ['TO_MAKE', 'MADE', 'CHECKED', 'MADE']);
  for (const code of [...pieces, ...pieces]) {
    if ((await pack(code)).asks === 'CONFIRM_UNMADE') await pack(commandOf('PASS'));
    const { done } = await pack(commandOf('UNDO'));
    assert.equal(done.piece.code, code);
    assert.deepEqual(await statesOf('OUT-1'), states);
  }
});

test('UNDO takes one product out again after its scan', async () => {
  const [piece] = await inProduction('OUT-2', 1, 2);
  await markMade(server);
  const scan = station('PACK', 'products');
  const counts = async (code: string | undefined) =>
    (await scan(code)).parcel.items.map(({ packed }: { packed: number }) => packed);
  assert.deepEqual(await counts(piece), [1, 0]);
  assert.deepEqual(await counts(EAN), [1, 1]);
  assert.deepEqual(await counts(commandOf('UNDO')), [1, 0]);
  const lines = await server.pool.query(`select from parcel_lines where order_id = 'OUT-2'`);
  assert.equal(lines.rowCount, 0);
  assert.equal((await scan(commandOf('UNDO'))).refusal.kind, 'NOTHING_IN_HAND');
  await counts(EAN);
  const full = await scan(EAN);
  assert.deepEqual([full.asks, full.next.last], ['TRACKING', EAN]);
  assert.deepEqual(await counts(commandOf('UNDO')), [1, 1]);
  assert.equal((await scan('OUT-TRACK')).refusal.kind, 'UNKNOWN');
  await scan(EAN);
  assert.equal((await scan(commandOf('NO_TRACKING'))).parcel.state, 'SHIPPED');
});

test('the question of a station survives a reload, and a scan of an older page is refused without a change', async () => {
  assert.equal((await latest('PACK', 'reload')).status, 204);
  const [first, second] = await inProduction('RELOAD-1', 2);
  await markMade(server);
  const page = station('PACK', 'reload');
  await page(first);
  const asked = await page(commandOf('NEXT_PARCEL'));
  const reloaded = await latest('PACK', 'reload');
  assert.deepEqual([reloaded.status, reloaded.json.asks, reloaded.json.next], [200, 'TRACKING', asked.next]);
  // A second window shows the state before the question.
  const old = { ...asked.sent };
  const scanned = async (code: string, context: object) =>
    (await operator.send('POST', '/scans', { id: randomUUID(), station: 'reload', code, context })).json;
  const refused = await scanned(second ?? '', old);
  assert.deepEqual([refused.refusal.kind, refused.next, refused.asks], ['OLD_CONTEXT', asked.next, 'TRACKING']);
  assert.deepEqual(await statesOf('RELOAD-1'), ['PACKED', 'MADE']);
  const both = await Promise.all(['RELOAD-X', 'RELOAD-Y'].map((number) => scanned(number, asked.next)));
  assert.deepEqual(both.map(({ refusal }) => refusal?.kind).sort(), ['OLD_CONTEXT', undefined]);
});

test('a piece of a cancelled order that lay in an open parcel is cancelled, and the parcel is dropped', async () => {
  const [first] = await inProduction('DROP-1', 2);
  await markMade(server);
  const { parcel } = await station('PACK', 'drop')(first);
  await operator.work(customer.clientId, 'DROP-1', 'cancel');
  const context = { pool: server.pool, numbers: new ScanNumbers(server.pool), stepOrder: [] };
  await beginDue(context, customer.clientId, new AbortController().signal);
  assert.deepEqual(await statesOf('DROP-1'), ['CANCELLED', 'CANCELLED']);
  assert.equal((await operator.get(`/parcels/${parcel.code}`)).json.state, 'DROPPED');
});

/** Everything that a scan can change, apart from its own record. */
async function snapshot(): Promise<string> {
  const tables = [
    'pieces',
    'piece_events',
    'parcels',
    'parcel_lines',
    'parcel_papers',
    'hand_overs',
    'bins',
    'latest_scans',
  ];
  const rows = tables.map((table) => `(select coalesce(json_agg(t order by t::text), '[]') from ${table} t)`);
  const stock =
    '(select json_agg(json_build_array(sku, stock_level_quantity, reserved) order by sku) from article_variants)';
  const {
    rows: [row],
  } = await server.pool.query(`select json_build_array(${[...rows, stock].join(', ')})::text as all`);
  return row.all;
}

const STATIONS = ['MAKE a', 'CHECK b', 'PACK c', 'PACK d', 'HAND_OVER e', 'FIND f'] as const;

test('a refused scan changes nothing, at every station and with any code', async () => {
  let run = 0;
  const anyScan = fc.tuple(fc.constantFrom(...STATIONS), fc.nat(30));
  const property = fc.asyncProperty(fc.array(anyScan, { minLength: 10, maxLength: SCANS_MAX }), async (scans) => {
    run += 1;
    const [one, other] = [`RANDOM-${run}A`, `RANDOM-${run}B`];
    const pieces = [...(await inProduction(one, 2, 1)), ...(await inProduction(other, 1))];
    const { rows } = await server.pool.query('select code from production_orders where order_id = any($1)', [
      [one, other],
    ]);
    const named = [
      'PASS',
      'PASS',
      'UNDO',
      'NEXT_PARCEL',
      'NO_TRACKING',
      'HAND_OVER_TO_ME',
      'REPRINT_LABEL',
      'REJECT_PIECE',
    ];
    const codes = [
      ...pieces,
      ...pieces,
      ...rows.map(({ code }) => code),
      EAN,
      SMEAR,
      'NO-CODE',
      'P9999999994',
      ...named.map(commandOf),
    ];
    const screens = new Map(STATIONS.map((name) => [name, station(name.split(' ')[0] as string, `${run} ${name}`)]));
    for (const [name, place] of scans) {
      const { rows: parcels } = await server.pool.query('select code from parcels where order_id = any($1)', [
        [one, other],
      ]);
      const all = [...codes, `RANDOM-TRACK-${run}-${place}`, ...parcels.map(({ code }) => code)];
      const before = await snapshot();
      const { refusal, sent, next, asks } = await screens.get(name)!(all[place % all.length]);
      if (!refusal || asks === 'CLOSE') continue;
      assert.equal(await snapshot(), before, `${name} ${all[place % all.length]}: ${refusal.message}`);
      const { order: _, ...kept } = next;
      const { order: __, ...given } = sent;
      assert.deepEqual(kept, given);
    }
  });
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});

test('a context that does not fit the state is answered, and a refusal changes nothing', async () => {
  let run = 0;
  const CONTEXT = ['piece', 'last', 'parcel', 'order', 'reprint', 'pending'] as const;
  const anyContext = fc.record({
    work: fc.constantFrom('MAKE', 'CHECK', 'PACK', 'HAND_OVER', 'FIND'),
    question: fc.constantFrom(undefined, ...QUESTIONS),
    ...Object.fromEntries(CONTEXT.map((name) => [name, fc.option(fc.nat(30), { nil: undefined })])),
  }) as fc.Arbitrary<{ work: string; question?: string } & Partial<Record<(typeof CONTEXT)[number], number>>>;
  const scans = fc.array(fc.tuple(anyContext, fc.nat(30)), { minLength: 10, maxLength: SCANS_MAX });
  const property = fc.asyncProperty(scans, async (given) => {
    run += 1;
    const orderId = `CONTEXT-${run}`;
    const pieces = await inProduction(orderId, 2, 1);
    const packed = await station('PACK', orderId)(pieces[0]);
    const { rows } = await server.pool.query('select code from production_orders where order_id = $1', [orderId]);
    const codes = [...pieces, packed.parcel?.code ?? pieces[1], rows[0].code, 'T0000009997', 'P9999999994', EAN];
    const all = [...codes, ...['PASS', 'UNDO', 'TAKE_BACK', 'NEXT_PARCEL', 'HAND_OVER_TO_ME'].map(commandOf), SMEAR];
    for (const [{ work, question, ...named }, place] of given) {
      const context = Object.fromEntries(
        Object.entries(named).map(([name, at]) => [name, at === undefined ? at : codes[at % codes.length]]),
      );
      const before = await snapshot();
      const body = {
        id: randomUUID(),
        station: orderId,
        code: all[place % all.length],
        context: { work, question, ...context },
      };
      const { status, json, text } = await operator.send('POST', '/scans', body);
      assert.equal(status, 200, `${JSON.stringify(body)} ${text}`);
      if (!json.refusal || json.asks === 'CLOSE') continue;
      assert.ok(json.refusal.message.length > 0);
      assert.equal(await snapshot(), before, `${JSON.stringify(body)} ${json.refusal.message}`);
    }
  });
  await fc.assert(property, { numRuns: RUNS, endOnFailure: true });
});
