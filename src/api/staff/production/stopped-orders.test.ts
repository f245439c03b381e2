import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { assign, assigned, markMade, newOperator, type Operator, placeOf } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { BLANK, customItem, NECK_LABEL } from '../../../orders/test-support/sample-orders.ts';
import { commandSheet } from '../../../production/command-codes.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  for (const code of [BLANK, NECK_LABEL])
    await operator.send('POST', `/stock/ARTICLE/${code}/set`, { quantity: 1_000 });
});
after(() => server.close());

const codeOf = (name: string) => commandSheet().find(({ command }) => command === name)?.code;

/** Pieces of a blank with a neck label, in production. */
async function inProduction(orderId: string, quantity: number): Promise<string[]> {
  const customizations = [{ sku: NECK_LABEL, location: 'NECK', technology: 'DTF' }];
  await assigned(server, customer, { orderId, items: [{ ...customItem({ customizations }), quantity }] });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  return (await piecesOf(orderId)).map(({ code }: { code: string }) => code);
}
const piecesOf = async (orderId: string) => (await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`)).json;
const orderOf = async (orderId: string) => (await customer.get(`/v1/orders/${orderId}`)).json;

/** Returns a function that scans at a station with the context of the previous answer. */
function station(work: string) {
  let context: Record<string, unknown> = { work };
  return async (code: string | undefined) => {
    const answer = await operator.send('POST', '/scans', {
      id: randomUUID(),
      station: `${work}-1`,
      code,
      context,
    });
    assert.equal(answer.status, 200, answer.text);
    context = answer.json.next;
    return answer.json;
  };
}

const level = async (code: string) => {
  const { onHand, reserved } = (await operator.get(`/stock/ARTICLE/${code}`)).json;
  return { onHand, reserved };
};
/**
 * Sums the ledger of a blank or label of an order by reason: changes of the stock and of the reservations.
 */
async function ledgerOf(orderId: string, code: string) {
  const { json } = await operator.get(`/stock/ARTICLE/${code}/movements?limit=200`);
  const sums: Record<string, [number, number]> = {};
  for (const { orderId: of, reason, onHandChange, reservedChange } of json) {
    if (of !== orderId) continue;
    const [onHand, reserved] = sums[reason] ?? [0, 0];
    sums[reason] = [onHand + onHandChange, reserved + reservedChange];
  }
  return sums;
}

test('a station stops an order with bad artwork, with a pointer to the print, and begun pieces are scrapped', async () => {
  const [first, second, third] = await inProduction('ART-1', 3);
  const scan = station('MAKE');
  await scan(first);
  await scan(codeOf('PASS'));
  await scan(second);
  const { stopped, refusal, next } = await scan(codeOf('STOP_ORDER'));
  assert.deepEqual(
    [stopped.pointer, refusal, placeOf(next)],
    ['/items/0/customProduct/prints/0/dataUrl', undefined, { work: 'MAKE' }],
  );
  const { status, statusReason } = await orderOf('ART-1');
  assert.deepEqual(
    [status, statusReason.code, statusReason.pointer, statusReason.message],
    ['ERROR', 'artwork_unusable', stopped.pointer, stopped.message],
  );
  for (const code of [first, second, third]) assert.equal((await scan(code)).refusal.kind, 'STOPPED');
  // The first was printed and has no label yet.
  assert.deepEqual(await ledgerOf('ART-1', BLANK), {
    reserved: [0, 3],
    scrapped: [-1, -1],
    released: [0, -2],
  });
  assert.deepEqual(await ledgerOf('ART-1', NECK_LABEL), { reserved: [0, 3], released: [0, -3] });
  const again = await operator.send('POST', `/pieces/${second}/stop`);
  assert.deepEqual([again.status, again.json], [200, stopped]);
});

test('a station stops an order by request with a message, and a partly shipped order goes to the office', async () => {
  const { token } = await server.token({ scope: 'operator', role: 'floor' });
  const stop = (code: string | undefined, body: object) =>
    server.send(`/operator/v1/pieces/${code}/stop`, { method: 'POST', token, body });
  const [first] = await inProduction('ART-2', 1);
  assert.equal((await stop(first, { step: 2 })).status, 409);
  const answer = await stop(first, { step: 1, message: 'It is cut off.' });
  assert.deepEqual([answer.status, answer.json.message], [200, 'It is cut off.']);
  assert.equal((await orderOf('ART-2')).statusReason.message, 'It is cut off.');

  const [part, rest] = await inProduction('ART-3', 2);
  const pack = station('PACK');
  await pack(part);
  for (const name of ['PASS', 'NEXT_PARCEL', 'NO_TRACKING', 'PASS']) await pack(codeOf(name));
  assert.deepEqual([(await stop(rest, {})).status, (await orderOf('ART-3')).status], [409, 'ACCEPTED']);
  const make = station('MAKE');
  await make(rest);
  assert.ok((await make(codeOf('STOP_ORDER'))).refusal);
  assert.equal((await stop('P9999999994', {})).status, 404);
});

test('each blank of an order that is cancelled in production is used, scrapped or released once', async () => {
  const before = await level(BLANK);
  const [made, rejected, packed] = await inProduction('CANCEL-1', 4);
  const make = station('MAKE');
  await make(made);
  await make(codeOf('PASS'));
  await make(made);
  await make(codeOf('PASS'));
  await make(rejected);
  await make(commandSheet().find((one) => one.command === 'REJECT')?.code);
  await markMade(server, [packed ?? '']);
  await station('PACK')(packed);
  await customer.cancel('CANCEL-1');
  const { clientId } = customer;
  assert.equal((await operator.work(clientId, 'CANCEL-1', 'cancellation/accept')).status, 200);
  assert.deepEqual(await ledgerOf('CANCEL-1', BLANK), {
    reserved: [0, 5],
    scrapped: [-3, -3],
    released: [0, -2],
  });
  assert.deepEqual(await level(BLANK), { onHand: before.onHand - 3, reserved: before.reserved });
  assert.deepEqual(await ledgerOf('CANCEL-1', NECK_LABEL), {
    reserved: [0, 4],
    scrapped: [-2, -2],
    released: [0, -2],
  });
  assert.equal((await make(made)).refusal.kind, 'CANCELLED');
});

test('the number of spoiled pieces that staff enter applies, also when it is 0', async () => {
  const before = await level(BLANK);
  const [code] = await inProduction('WORD-1', 2);
  const make = station('MAKE');
  await make(code);
  await make(codeOf('PASS'));
  await operator.work(customer.clientId, 'WORD-1', 'cancel', { scrapped: [] });
  assert.deepEqual(await level(BLANK), before);
});

test('an order that was stopped, corrected and accepted again takes new blanks, and nothing is counted twice', async () => {
  const before = await level(BLANK);
  const [old] = await inProduction('AGAIN-1', 1);
  const make = station('MAKE');
  await make(old);
  await make(codeOf('STOP_ORDER'));
  await operator.work(customer.clientId, 'AGAIN-1', 'reopen');
  await assign(server, customer.clientId, 'AGAIN-1');
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId: 'AGAIN-1' }] });
  const [fresh] = await piecesOf('AGAIN-1');
  assert.equal((await make(old)).refusal.kind, 'OLD_TICKET');
  await make(fresh.code);
  await make(codeOf('PASS'));
  await make(fresh.code);
  await make(codeOf('PASS'));
  await operator.work(customer.clientId, 'AGAIN-1', 'error', { message: 'The colour is wrong.' });
  assert.deepEqual(await level(BLANK), { onHand: before.onHand - 1, reserved: before.reserved });
});
