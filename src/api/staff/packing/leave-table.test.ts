import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import fc from 'fast-check';
import { commandOf, type FloorScene, newFloorScene } from '../../../../test/support/floor-scene.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { ADDRESS, EAN } from '../../../orders/test-support/sample-orders.ts';

const RUNS = 5;
const [PASS, UNDO, NEXT, PUT_ASIDE] = ['PASS', 'UNDO', 'NEXT_PARCEL', 'PUT_ASIDE'].map((name) => commandOf(name)) as [
  string,
  string,
  string,
  string,
];

let server: TestServer;
let scene: FloorScene;
before(async () => {
  server = await startTestServer();
  scene = await newFloorScene(server);
  await scene.operator.send('PUT', '/bins', { count: 20 });
});
after(() => server.close());

/** Returns a function that scans at a station with the context of the previous answer. */
function station(work: string, name: string) {
  let context: Record<string, unknown> = { work };
  return async (code: string) => {
    const { status, json, text } = await scene.operator.send('POST', '/scans', {
      id: randomUUID(),
      station: name,
      code,
      context,
    });
    assert.equal(status, 200, text);
    context = json.next;
    return json;
  };
}

async function made(orderId: string, pieces: number): Promise<string[]> {
  await scene.order(orderId, { 'TEE-BLK-M': pieces }, 0, { shipping: { address: ADDRESS } });
  const { codes } = await scene.release(orderId);
  await scene.scan('MAKE', ...codes, PASS);
  return codes;
}
const latest = async (name: string) => (await scene.operator.get(`/scans/latest?work=PACK&station=${name}`)).json;
const parcelOf = async (code: string) => (await scene.operator.get(`/parcels/${code}`)).json;

test('a parcel that UNDO emptied closes at UNDO, at NEXT_PARCEL and at the piece of another order', async () => {
  const [piece = ''] = await made('EMPTY', 1);
  const [other = ''] = await made('EMPTY-OTHER', 2);
  const scan = station('PACK', 'empty');
  const codes: string[] = [];
  for (const leaving of [UNDO, NEXT, PUT_ASIDE, other]) {
    codes.push((await scan(piece)).next.parcel);
    assert.equal((await scan(UNDO)).done.piece.state, 'MADE');
    const left = await scan(leaving);
    assert.equal(left.refusal, undefined, leaving);
    assert.notEqual(left.next.parcel, codes[0]);
    assert.equal((await parcelOf(codes[0]!)).state, 'DROPPED');
    assert.equal((await latest('empty')).next.parcel, leaving === other ? left.next.parcel : undefined);
  }
  // The order continues one parcel instead of numbering new ones.
  assert.deepEqual(new Set(codes).size, 1);
});

test('a parcel that was put aside keeps its pieces, and any table continues it with one of them', async () => {
  const [first = '', second = ''] = await made('ASIDE', 2);
  const [one, other] = [station('PACK', 'aside-1'), station('PACK', 'aside-2')];
  const { next } = await one(first);
  const left = await one(PUT_ASIDE);
  assert.deepEqual([left.refusal, left.next.parcel], [undefined, undefined]);
  const ready = async () => (await scene.operator.get('/station-queue?work=PACK')).json.ready;
  assert.ok((await ready()).some(({ code }: { code: string }) => code === next.parcel));
  const opened = await other(first);
  assert.deepEqual([opened.refusal, opened.next.parcel], [undefined, next.parcel]);
  assert.equal(opened.parcel.items[0].packed, 1);
  assert.equal((await one(second)).refusal.kind, 'IN_USE');
  assert.equal((await other(second)).asks, 'TRACKING');
  // A full parcel can be put aside too. Its papers stay valid.
  assert.equal((await other(PUT_ASIDE)).next.parcel, undefined);
  const again = await one(first);
  assert.deepEqual([again.asks, again.next.parcel], ['TRACKING', next.parcel]);
  await one(commandOf('NO_TRACKING'));
  assert.deepEqual(
    (await parcelOf(next.parcel)).papers.map(({ copy = 1 }) => copy),
    [1, 1],
  );
});

test('a station that lost its parcel learns its present state and where it is', async () => {
  const [first = '', second = ''] = await made('LOST', 2);
  const [one, other] = [station('PACK', 'lost-1'), station('PACK', 'lost-2')];
  const { next } = await one(first);
  await other(second);
  await other(commandOf('HAND_OVER_TO_ME'));
  const taken = (await latest('lost-1')).parcel;
  assert.deepEqual([taken.lost.station, taken.state, taken.items[0].packed], ['lost-2', 'OPEN', 1]);
  const refused = await one(second);
  assert.deepEqual([refused.refusal.kind, refused.parcel.lost.station], ['IN_USE', 'lost-2']);
  await other(second);
  await other('RR123456785DE');
  const { parcel } = await latest('lost-1');
  assert.deepEqual([parcel.state, parcel.items[0].packed, parcel.trackingNumber], ['SHIPPED', 2, 'RR123456785DE']);
  assert.equal(parcel.lost.station, 'lost-2');
  assert.equal((await one(PUT_ASIDE)).next.parcel, undefined);
  assert.equal((await parcelOf(next.parcel)).state, 'SHIPPED');
});

test('a piece that nobody made is asked about at CHECK, and PACK asks if CHECK got no answer', async () => {
  await scene.order('UNMADE', { 'TEE-BLK-M': 3 }, 0, { shipping: { address: ADDRESS } });
  const { codes } = await scene.release('UNMADE');
  const [first = '', second = '', third = ''] = codes;
  const check = station('CHECK', 'check');
  await check(first);
  // The next piece is in hand while the station asks about the one before it.
  const asked = await check(second);
  assert.deepEqual([asked.asks, asked.next.pending, asked.next.piece], ['CONFIRM_UNMADE', first, second]);
  assert.equal((await check(third)).refusal.kind, 'QUESTION');
  const passed = await check(PASS);
  assert.deepEqual([passed.done.piece.code, passed.done.piece.state, passed.next.piece], [first, 'CHECKED', second]);
  assert.equal((await check(PASS)).asks, 'CONFIRM_UNMADE');
  assert.equal((await check(UNDO)).next.piece, second);
  await check(third);
  await check(UNDO);
  assert.equal((await check(PASS)).asks, 'CONFIRM_UNMADE');
  assert.equal((await check(PASS)).done.piece.state, 'CHECKED');
  // Taking the check back restores the guard.
  assert.equal((await check(UNDO)).done.piece.state, 'TO_MAKE');
  const pack = station('PACK', 'unmade');
  assert.equal((await pack(first)).asks, undefined);
  for (const code of [second, third]) {
    assert.equal((await pack(code)).asks, 'CONFIRM_UNMADE');
    await pack(UNDO);
  }
  const { json: events } = await scene.operator.get(`/orders/${scene.customer.clientId}/UNMADE/piece-events`);
  assert.ok(
    events.some((one: { type: string; reason?: string }) => one.type === 'piece.checked' && one.reason === 'UNMADE'),
  );
});

test('UNDO after NEXT_PARCEL says that the printed papers are void, and the next ones are copy 2', async () => {
  const [first = '', second = ''] = await made('EARLY', 2);
  const scan = station('PACK', 'early');
  await scan(first);
  assert.equal((await scan(NEXT)).asks, 'TRACKING');
  const undone = await scan(UNDO);
  assert.deepEqual(undone.voided.toSorted(), ['LABEL', 'SLIP']);
  assert.deepEqual(
    undone.parcel.papers.map(({ state }: { state: string }) => state),
    ['void', 'void'],
  );
  const { parcel } = await scan(second);
  assert.deepEqual(
    parcel.papers.map(({ copy }: { copy: number }) => copy),
    [2, 2],
  );
  await scan(PUT_ASIDE);
});

test('a label is printed again for a reason of a label', async () => {
  const [piece = ''] = await made('TORN', 1);
  const scan = station('PACK', 'torn');
  await scan(piece);
  assert.equal((await scan(commandOf('REPRINT_LABEL'))).asks, 'REASON');
  const { reason, command, refusal } = await scan(commandOf('LABEL_REASON', 'LABEL_DAMAGED'));
  assert.deepEqual([reason, command, refusal], ['LABEL_DAMAGED', 'REPRINT_LABEL', undefined]);
  const audit = (await scene.operator.get('/audit')).json;
  const entry = audit.find((one: { action: string }) => one.action === 'order.reprinted');
  assert.equal(entry.detail.reason, 'LABEL_DAMAGED');
  await scan(PUT_ASIDE);
});

test('after any sequence of scans at two tables, one scan frees each table, and no piece is lost', async () => {
  let nth = 0;
  const step = fc.record({ table: fc.integer({ min: 0, max: 1 }), what: fc.integer({ min: 0, max: 13 }) });
  const property = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
    nth += 1;
    const [a, b] = [await made(`ANY-${nth}A`, 2), await made(`ANY-${nth}B`, 1)];
    const { clientId } = scene.customer;
    const tables = [station('PACK', `any-${nth}-1`), station('PACK', `any-${nth}-2`)] as const;
    const names = ['PASS', 'UNDO', 'NEXT_PARCEL', 'NO_TRACKING', 'HAND_OVER_TO_ME', 'TAKE_BACK', 'REPRINT_LABEL'];
    const codes = [...a, ...b, EAN, ...names.map((name) => commandOf(name)), PUT_ASIDE];
    for (const { table, what } of steps) {
      const code = codes[what];
      if (code !== undefined) await tables[table as 0 | 1](code);
      else if (what === 12) await scene.operator.work(clientId, `ANY-${nth}A`, 'hold', { reason: 'Wait.' });
      else await scene.operator.work(clientId, `ANY-${nth}B`, 'cancel', { reason: 'Not wanted.' });
    }
    for (const table of tables) {
      const { refusal, next } = await table(PUT_ASIDE);
      assert.deepEqual([refusal, next.parcel, next.question], [undefined, undefined, undefined]);
    }
    const [fresh = ''] = await made(`ANY-${nth}C`, 1);
    assert.equal((await tables[0](fresh)).refusal, undefined);
  });
  await fc.assert(property, { numRuns: RUNS });
});
