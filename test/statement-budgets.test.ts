import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { customItem, order } from '../src/orders/test-support/sample-orders.ts';
import { recordRoundTrips } from './support/count-statements.ts';
import { commandOf, type FloorScene, newFloorScene } from './support/floor-scene.ts';
import { assigned, newOperator, type Operator } from './support/operator.ts';
import { officePrinter, stationWith } from './support/paper-bench.ts';
import { newPostageScene } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

/**
 * Maximum number of statements for one request, without those that begin and commit its transaction.
 * Statements that are sent together count once, because they take one round trip.
 */
const BUDGETS = {
  read: 1,
  create: 1,
  cancel: 5,
  cancelReserved: 5,
  cancelInProduction: 10,
  makeOrCheck: 8,
  rejectWithTicket: 9,
  packPiece: 12,
  changeParcel: 20,
};

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  // Later requests find the token and the catalogue in memory.
  await customer.post(order({ orderId: 'FIRST' }));
  await customer.read('FIRST');
});
after(() => server.close());

async function assertBudget(max: number, status: number, request: () => Promise<{ status: number }>) {
  let answered = 0;
  const trips = await recordRoundTrips(async () => {
    answered = (await request()).status;
  });
  assert.equal(answered, status);
  const counted = trips.filter((texts) => texts.some((text) => !/^(begin|commit)/i.test(text)));
  const listed = counted.map((texts) => texts.join('\n\n')).join('\n\n---\n\n');
  assert.ok(counted.length <= max, `${counted.length} statements:\n${listed}`);
  if (max === 1) assert.equal(counted.flat().length, 1);
}

test('reading one order takes one statement', () => assertBudget(BUDGETS.read, 200, () => customer.read('FIRST')));

test('creating an order takes one statement', () =>
  assertBudget(BUDGETS.create, 200, () => customer.post(order({ orderId: 'SECOND' }))));

test('cancelling an order before production takes at most five statements', () =>
  assertBudget(BUDGETS.cancel, 200, () => customer.cancel('SECOND')));

test('cancelling an order that has stock reserved takes at most five statements', async () => {
  await assigned(server, customer, { orderId: 'RESERVED' });
  await assertBudget(BUDGETS.cancelReserved, 200, () => customer.cancel('RESERVED'));
});

test('requesting the cancellation of an order in production takes at most ten statements', async () => {
  await assigned(server, customer, { orderId: 'THIRD' });
  await operator.work(customer.clientId, 'THIRD', 'accept');
  await assertBudget(BUDGETS.cancelInProduction, 202, () => customer.cancel('THIRD'));
});

/** Returns a function that scans at a station within a budget, with the context of the previous answer. */
function worker(scene: FloorScene, work: string, station = work) {
  let context: object = { work };
  return async (code: string | undefined, budget: number) => {
    let answer = {
      status: 0,
      json: { next: context, refusal: undefined } as {
        next: object;
        refusal?: unknown;
        done?: { printer: { printerId: string } };
      },
    };
    await assertBudget(budget, 200, async () => {
      const body = { id: randomUUID(), station, code, context };
      answer = await scene.operator.send('POST', '/scans', body);
      return answer;
    });
    assert.equal(answer.json.refusal, undefined, JSON.stringify(answer.json));
    context = answer.json.next;
    return answer.json;
  };
}

test('scans stay within their budgets at every station', async () => {
  const scene = await newFloorScene(server);
  const { makeOrCheck, packPiece, changeParcel } = BUDGETS;
  await scene.operator.send('PUT', '/bins', { count: 5 });
  const german = { personName: 'Ada', street: 'Weg 1', city: 'Köln', postalCode: '50667', country: 'DE' };
  const shipping = { address: german };
  // The first scans fill memories and blocks of numbers.
  await scene.order('WARM', { 'TEE-BLK-M': 1 }, 0, { shipping });
  const warm = await scene.release('WARM');
  await scene.scan('MAKE', ...warm.codes, commandOf('PASS'));
  await scene.scan('PACK', ...warm.codes, commandOf('NO_TRACKING'));
  await scene.order('COUNTED', { 'TEE-BLK-M': 3 }, 0, { shipping });
  const { codes } = await scene.release('COUNTED');
  const make = worker(scene, 'MAKE');
  for (const code of codes) await make(code, makeOrCheck);
  await make(commandOf('PASS'), makeOrCheck);
  const check = worker(scene, 'CHECK');
  const [first, second, third] = codes;
  await check(first, makeOrCheck);
  // The first piece of an order also takes a bin.
  await check(second, makeOrCheck);
  await check(third, makeOrCheck);
  await check(commandOf('PASS'), makeOrCheck);
  const pack = worker(scene, 'PACK');
  await pack(first, changeParcel);
  await pack(second, packPiece);
  await pack(third, changeParcel);
  await pack('RR123456785DE', changeParcel);
});

test('rejections and undone work stay within the budget of a scan', async () => {
  const scene = await newFloorScene(server);
  const { makeOrCheck, rejectWithTicket } = BUDGETS;
  const reject = commandOf('REJECT', 'SMEAR');
  await scene.operator.send('PUT', '/bins', { count: 5 });
  await scene.order('WARM-2', { 'TEE-BLK-M': 1 });
  const warm = await scene.release('WARM-2');
  await scene.scan('MAKE', ...warm.codes, reject);
  await scene.order('REJECTED', { 'TEE-BLK-M': 5 });
  const { codes } = await scene.release('REJECTED');
  const [first, second, third, fourth, fifth] = codes;
  const make = worker(scene, 'MAKE');
  await make(first, makeOrCheck);
  await make(commandOf('REJECT_PIECE'), makeOrCheck);
  await make(reject, makeOrCheck);
  await make(second, makeOrCheck);
  await make(commandOf('PASS'), makeOrCheck);
  await make(commandOf('UNDO'), makeOrCheck);
  await scene.scan('MAKE', ...[third, fourth, fifth].flatMap((code) => [code ?? '', commandOf('PASS')]));
  const check = worker(scene, 'CHECK');
  await check(third, makeOrCheck);
  await check(commandOf('PASS'), makeOrCheck);
  await check(commandOf('UNDO'), makeOrCheck);
  await check(third, makeOrCheck);
  await check(reject, makeOrCheck);
  await check(second, makeOrCheck);
  // Nobody has made it.
  await check(commandOf('PASS'), makeOrCheck);
  await check(commandOf('PASS'), makeOrCheck);
  await scene.order('ALONE', { 'TEE-BLK-M': 1 });
  const alone = await scene.release('ALONE');
  await scene.scan('MAKE', ...alone.codes, commandOf('PASS'));
  const checkLast = worker(scene, 'CHECK', 'Check 8');
  await checkLast(alone.codes[0], makeOrCheck);
  // The batch has ended, and is opened again.
  await checkLast(reject, makeOrCheck);
  const tickets = await officePrinter(server, scene.operator);
  await stationWith(scene.operator, 'Check 9', [tickets]);
  const checkWithPrinter = worker(scene, 'CHECK', 'Check 9');
  await checkWithPrinter(fourth, makeOrCheck);
  const { done } = await checkWithPrinter(reject, rejectWithTicket);
  assert.equal(done?.printer.printerId, tickets.printerId);
});

test('the first parcel of a center without printers stays within its budget, and so does its label printed again', async () => {
  const fresh = await startTestServer();
  server.after(() => fresh.close());
  const scene = await newFloorScene(fresh);
  const { changeParcel } = BUDGETS;
  const address = { personName: 'Ada', street: 'Weg 1', city: 'Köln', postalCode: '50667', country: 'DE' };
  await scene.order('FIRST-PARCEL', { 'TEE-BLK-M': 1 }, 0, { shipping: { address } });
  const { codes } = await scene.release('FIRST-PARCEL');
  await scene.scan('MAKE', ...codes, commandOf('PASS'));
  const pack = worker(scene, 'PACK');
  await pack(codes[0], changeParcel);
  await pack(commandOf('NO_TRACKING'), changeParcel);
  await pack(commandOf('REPRINT_LABEL'), changeParcel);
  await pack(commandOf('LABEL_REASON', 'LABEL_DAMAGED'), changeParcel);
});

test('with a label provider, scans at packing stay within their budgets, also one that requests the label', async () => {
  const { packPiece, changeParcel } = BUDGETS;
  const scene = await newPostageScene(server);
  const three = await scene.produce('POSTAGE-3', { items: [customItem(), customItem(), customItem()] });
  const one = await scene.produce('POSTAGE-1');
  for (const [station, pieces, budgets] of [
    ['pack-1', three, [changeParcel, packPiece, changeParcel]],
    ['pack-2', one, [changeParcel]],
  ] as const) {
    const scan = scene.packer(station);
    for (const [index, budget] of budgets.entries())
      await assertBudget(budget, 200, async () => {
        const { refusal, parcel } = await scan(pieces[index]);
        assert.equal(refusal, undefined);
        assert.equal(parcel.label?.state, index === budgets.length - 1 ? 'COMING' : undefined);
        return { status: 200 };
      });
  }
});
