import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { assigned, newOperator, type Operator, placeOf } from '../../../../test/support/operator.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer } from '../../../orders/test-support/customer.ts';
import { item, LABEL } from '../../../orders/test-support/sample-orders.ts';
import { commandSheet } from '../../../production/command-codes.ts';

const EAN = '4006381333931';
const DHL = 'dhl-paket';
const UPS = 'ups';

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: 10_000 });
  for (const [id, name] of [
    [DHL, 'DHL Paket'],
    [UPS, 'UPS Standard'],
  ]) {
    await operator.send('PUT', `/carriers/${id}`, { name });
    await operator.send('PUT', `/clients/${customer.clientId}/carriers/${id}`, { default: id === DHL });
  }
});
after(() => server.close());

const commandOf = (name: string) => commandSheet().find(({ command }) => command === name)?.code ?? '';

/** Returns a function that scans at a station with the context of the previous answer. */
function worker(work: 'PACK' | 'HAND_OVER', station = 'door-1') {
  let context: Record<string, unknown> = { work };
  const scan = async (code: string | undefined) => {
    const sent = { id: randomUUID(), station, code, context };
    const answer = await operator.send('POST', '/scans', sent);
    assert.equal(answer.status, 200, answer.text);
    context = answer.json.next;
    return { ...answer.json, sent };
  };
  return Object.assign(scan, { next: () => context });
}

/** Packs an order of existing products in this number of parcels, and returns their codes. */
async function packed(
  orderId: string,
  {
    carrierId,
    tracking,
    parcels = 1,
    of = customer,
  }: { carrierId?: string; tracking?: string; parcels?: number; of?: Customer } = {},
): Promise<string[]> {
  const address = { personName: 'Ada', street: 'Weg 1', city: 'Köln', postalCode: '50667', country: 'DE' };
  const shipping = { address, ...(carrierId && { carrierId }) };
  await assigned(server, of, {
    orderId,
    items: [item({ quantity: parcels })],
    shipping,
    unitPriceCurrency: 'EUR',
  });
  await operator.send('POST', '/batches', { orders: [{ clientId: of.clientId, orderId }] });
  const codes: string[] = [];
  const scan = worker('PACK', 'pack-1');
  const { rows } = await server.pool.query(
    'select code from production_orders where client_id = $1 and order_id = $2',
    [of.clientId, orderId],
  );
  for (let parcel = 1; parcel <= parcels; parcel += 1) {
    await scan(rows[0].code);
    codes.push((await scan(EAN)).parcel.code);
    const isLast = parcel === parcels;
    if (!isLast) await scan(commandOf('NEXT_PARCEL'));
    let left = await scan(tracking ?? commandOf('NO_TRACKING'));
    while (left.asks) left = await scan(commandOf('PASS'));
    assert.equal(left.parcel.state, 'SHIPPED');
  }
  return codes;
}
const carriers = async () => (await operator.get('/hand-over-carriers')).json;
const closeAll = async () => {
  for (const { handOverId } of await carriers())
    if (handOverId) await operator.send('POST', `/hand-overs/${handOverId}/close`, { leaveMissing: true });
};

test('a parcel is listed once on the open list of its carrier, by code or tracking number, and missing parcels are named', async () => {
  const [first] = await packed('HO-1', { tracking: 'JD014600006281230704' });
  const [second] = await packed('HO-2');
  const [foreign] = await packed('HO-3', { carrierId: UPS });
  const scan = worker('HAND_OVER');
  const opened = await scan('jd014600006281230704');
  assert.deepEqual(
    [opened.meaning, opened.leaving.code, opened.handOver.carrierName, opened.handOver.parcels],
    ['TRACKING', first, 'DHL Paket', 1],
  );
  assert.deepEqual(
    opened.handOver.missing.map(({ orderId }: { orderId: string }) => orderId),
    ['HO-2'],
  );
  const twice = await scan(first);
  assert.equal(twice.refusal.kind, 'ALREADY_DONE');
  assert.match(twice.refusal.message, /HO-1 is already on list \d+ of DHL Paket/);
  const wrong = await scan(foreign);
  assert.equal(wrong.refusal.kind, 'FOREIGN');
  assert.match(wrong.refusal.message, /HO-3 goes with UPS Standard/);
  assert.equal((await scan('NOBODY-HAS-THIS')).refusal.kind, 'UNKNOWN');
  assert.equal((await scan(`${second?.slice(0, -1)}${(Number(second?.at(-1)) + 1) % 10}`)).refusal.kind, 'MISREAD');
  const asked = await scan(commandOf('PASS'));
  assert.deepEqual([asked.refusal.kind, asked.asks], ['NOT_COMPLETE', 'CLOSE']);
  assert.match(asked.refusal.message, /HO-2/);
  const refused = await operator.send('POST', `/hand-overs/${asked.handOver.handOverId}/close`, {});
  assert.deepEqual([refused.status, refused.json.error], [409, 'hand_over_incomplete']);
  assert.match(refused.json.violations[0].message, /HO-2/);
  // Any other scan takes the question back.
  assert.equal((await scan(second)).handOver.parcels, 2);
  const closed = await scan(commandOf('PASS'));
  assert.deepEqual(
    [closed.handOver.state, closed.handOver.parcels, closed.handOver.missingCount, placeOf(closed.next)],
    ['CLOSED', 2, 0, { work: 'HAND_OVER' }],
  );
  const { json: parcels } = await operator.get(`/hand-overs/${closed.handOver.handOverId}/parcels`);
  assert.deepEqual(
    parcels.map(({ code }: { code: string }) => code),
    [first, second],
  );
  assert.match((await scan(first)).refusal.message, /which is closed/);
  assert.deepEqual(
    (await carriers()).map(({ carrierId, waiting }: { carrierId: string; waiting: number }) => [carrierId, waiting]),
    [[UPS, 1]],
  );
});

test('the office removes a parcel from an open or closed list, and the audit log records the reason', async () => {
  await closeAll();
  const [stays] = await packed('OFF-1');
  const [goes] = await packed('OFF-2');
  const scan = worker('HAND_OVER');
  await scan(stays);
  const { handOver } = await scan(goes);
  const url = (code: string | undefined, list = handOver.handOverId) => `/hand-overs/${list}/parcels/${code}/remove`;
  assert.equal((await operator.send('POST', url(stays), { reason: ' ' })).status, 400);
  const reason = 'The driver left it behind.';
  const off = await operator.send('POST', url(stays), { reason });
  assert.deepEqual([off.status, off.json.parcels, off.json.state], [200, 1, 'OPEN']);
  assert.equal((await operator.send('POST', url(stays), { reason })).json.parcels, 1);
  assert.equal((await scan(stays)).handOver.parcels, 2);
  assert.equal((await scan(commandOf('PASS'))).handOver.state, 'CLOSED');
  const late = await operator.send('POST', url(stays), { reason });
  assert.deepEqual([late.json.parcels, late.json.state], [1, 'CLOSED']);
  const next = await worker('HAND_OVER')(stays);
  assert.deepEqual([next.refusal, next.handOver.parcels], [undefined, 1]);
  const other = await operator.send('POST', url(stays), { reason });
  assert.deepEqual([other.status, other.json.error], [409, 'parcel_on_other_list']);
  assert.equal((await operator.send('POST', url('T0000009999'), { reason })).json.error, 'parcel_not_found');
  assert.equal((await operator.send('POST', url(stays, '99'), { reason })).json.error, 'hand_over_not_found');
  const { json: audit } = await operator.get(`/audit?subject=hand_over:${handOver.handOverId}`);
  const removals = audit.filter(({ action }: { action: string }) => action === 'hand_over.parcel_removed');
  assert.deepEqual(
    removals.map(({ detail }: { detail: object }) => detail),
    [true, false].map((wasClosed) => ({ parcel: stays, reason, wasClosed })),
  );
});

test('PASS asks once about missing parcels, then closes the list without them, and they wait for the next list', async () => {
  await closeAll();
  const [first] = await packed('ASK-1');
  const [second] = await packed('ASK-2');
  const scan = worker('HAND_OVER');
  await scan(first);
  assert.equal((await scan(commandOf('PASS'))).asks, 'CLOSE');
  const closed = await scan(commandOf('PASS'));
  assert.deepEqual([closed.handOver.state, closed.handOver.missingCount], ['CLOSED', 1]);
  const next = await scan(second);
  assert.notEqual(next.handOver.handOverId, closed.handOver.handOverId);
  const undone = await scan(commandOf('UNDO'));
  assert.deepEqual([undone.leaving.code, undone.handOver.parcels, undone.handOver.missingCount], [second, 0, 1]);
  assert.equal((await scan(commandOf('PASS'))).refusal.kind, 'NOTHING_IN_HAND');
  await scan(second);
  const list = `/hand-overs/${next.handOver.handOverId}`;
  const answers = await Promise.all([1, 2].map(() => operator.send('POST', `${list}/close`, {})));
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200],
  );
  assert.deepEqual(answers[0]?.json, answers[1]?.json);
});

test('the floor reads and prints a list for a day after it was closed, and the office always', async (t) => {
  t.after(() => {
    server.time.now = undefined;
  });
  await closeAll();
  const [parcel] = await packed('HO-OLD');
  const scan = worker('HAND_OVER');
  const { handOver } = await scan(parcel);
  await operator.send('POST', `/hand-overs/${handOver.handOverId}/close`, { leaveMissing: true });
  const { token } = await server.token({ scope: 'operator', role: 'floor' });
  const path = `/operator/v1/hand-overs/${handOver.handOverId}`;
  assert.equal((await server.send(`${path}/list.pdf`, { token })).status, 200);
  server.time.now = new Date(Date.now() + 25 * 3_600_000);
  const late = await server.token({ scope: 'operator', role: 'floor' });
  for (const asked of [
    await server.send(`${path}/list.pdf`, { token: late.token }),
    await server.send(`${path}/print`, { token: late.token, body: { printerId: 'any' } }),
  ])
    assert.deepEqual([asked.status, asked.json.error], [403, 'not_permitted']);
  const office = await server.token({ scope: 'operator', role: 'office' });
  assert.equal((await server.send(`${path}/list.pdf`, { token: office.token })).status, 200);
});

test('concurrent scans into one list count each parcel once, and so does a repeated scan', async () => {
  await closeAll();
  const codes = await packed('MANY-1', { parcels: 6, tracking: 'MANY-TRACK' });
  const people = [worker('HAND_OVER', 'door-1'), worker('HAND_OVER', 'door-2')];
  // All of them at once, each twice: two people with the same parcel in hand.
  const answers = await Promise.all(codes.flatMap((code) => people.map((scan) => scan(code))));
  const taken = answers.filter(({ refusal }) => !refusal);
  assert.equal(taken.length, codes.length);
  assert.equal(new Set(taken.map(({ handOver }) => handOver.handOverId)).size, 1);
  for (const { refusal } of answers.filter((one) => one.refusal)) assert.equal(refusal.kind, 'ALREADY_DONE');
  const [{ sent, ...answer }] = taken;
  const again = await Promise.all([1, 2].map(() => operator.send('POST', '/scans', sent)));
  for (const { json } of again) assert.deepEqual(json, answer);
  const { json: list } = await operator.get(`/hand-overs/${answer.handOver.handOverId}`);
  assert.equal(list.parcels, codes.length);
  const pages: string[] = [];
  let path: string | undefined = `/hand-overs/${list.handOverId}/parcels?limit=4`;
  while (path) {
    const page = await operator.get(path);
    pages.push(...page.json.map(({ code }: { code: string }) => code));
    path = /operator\/v1([^>]*)>/.exec(page.headers.get('link') ?? '')?.[1];
  }
  assert.deepEqual(pages.sort(), [...codes].sort());
});

/** Ships a parcel of this customer, whose label was never fetched. Returns its code. */
async function packedOwn(orderId: string, of: Customer): Promise<string> {
  await assigned(server, of, { orderId, items: [item({ quantity: 1 })], shipping: { shippingLabelUrl: LABEL } });
  await operator.send('POST', '/batches', { orders: [{ clientId: of.clientId, orderId }] });
  const { rows } = await server.pool.query('select code from production_orders where order_id = $1', [orderId]);
  const pack = worker('PACK', 'pack-1');
  await pack(rows[0].code);
  const { parcel } = await pack(EAN);
  await operator.send('POST', `/parcels/${parcel.code}/ship`, {});
  return parcel.code;
}

test('parcels with our address label and no carrier have a list of their own, apart from labels of clients', async () => {
  await closeAll();
  const shop = await newCustomer(server);
  const [first, second] = await packed('ADDRESS-1', { of: shop, parcels: 2 });
  const own = await packedOwn('ADDRESS-2', shop);
  const labels = (await carriers()).filter((one: { labels?: string }) => one.labels);
  assert.deepEqual(labels, [
    { labels: 'CLIENT', waiting: 1, unlabelled: 0 },
    { labels: 'ADDRESS', waiting: 2, unlabelled: 0 },
  ]);
  const waiting = async (query: string) =>
    (await operator.get(`/waiting-parcels${query}`)).json.map(({ code }: { code: string }) => code);
  assert.deepEqual(await waiting('?labels=ADDRESS'), [first, second]);
  for (const query of ['', '?labels=CLIENT']) assert.deepEqual(await waiting(query), [own]);
  const { handOverId } = (await operator.send('POST', '/hand-overs', { carrierId: DHL })).json;
  const body = {
    id: randomUUID(),
    station: 'door-1',
    code: first,
    context: { work: 'HAND_OVER', handOver: handOverId },
  };
  const { refusal } = (await operator.send('POST', '/scans', body)).json;
  assert.equal(refusal.kind, 'FOREIGN');
  assert.match(refusal.message, /goes with address labels\. List \d+ of DHL Paket is open/);
  const scan = worker('HAND_OVER');
  const { handOver } = await scan(first);
  assert.deepEqual([handOver.labels, handOver.carrierId, handOver.missingCount], ['ADDRESS', undefined, 1]);
  assert.equal((await scan(own)).refusal.kind, 'FOREIGN');
  assert.equal(
    (await operator.send('POST', '/hand-overs', { labels: 'ADDRESS' })).json.handOverId,
    handOver.handOverId,
  );
  assert.match((await scan(commandOf('PASS'))).refusal.message, /Packed for address labels and not scanned/);
  await scan(second);
  assert.equal((await scan(commandOf('PASS'))).handOver.state, 'CLOSED');
  const list = `/operator/v1/hand-overs/${handOver.handOverId}`;
  assert.equal((await operator.get(list.slice('/operator/v1'.length))).json.labels, 'ADDRESS');
  const pdf = await server.send(`${list}/list.pdf`, { token: (await server.token({ scope: 'operator' })).token });
  assert.equal(pdf.status, 200);
  assert.equal((await worker('HAND_OVER')(own)).handOver.labels, 'CLIENT');
});

test('the migration moves waiting parcels with our address label to their list', async () => {
  await closeAll();
  const shop = await newCustomer(server);
  const [address] = await packed('MOVED-1', { of: shop });
  const own = await packedOwn('MOVED-2', shop);
  await server.pool.query(`update parcels set carrier_id = '' where client_id = $1`, [shop.clientId]);
  await server.pool.query(
    await readFile(new URL('../../../../migrations/0211-address-labels.sql', import.meta.url), 'utf8'),
  );
  const { rows } = await server.pool.query('select code, carrier_id from parcels where client_id = $1', [
    shop.clientId,
  ]);
  assert.deepEqual(Object.fromEntries(rows.map(({ code, carrier_id }) => [code, carrier_id])), {
    [address as string]: '@address',
    [own]: '',
  });
});

test('a parcel with a label of the client goes on any open list, and one without a label on none', async () => {
  await closeAll();
  await assigned(server, customer, {
    orderId: 'OWN-1',
    items: [item({ quantity: 1 })],
    shipping: { shippingLabelUrl: LABEL },
  });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId: 'OWN-1' }] });
  const { rows } = await server.pool.query(`select code from production_orders where order_id = 'OWN-1'`);
  const pack = worker('PACK', 'pack-1');
  await pack(rows[0].code);
  const { parcel } = await pack(EAN);
  const opened = await operator.send('POST', '/hand-overs', { carrierId: DHL });
  const scan = worker('HAND_OVER');
  const early = await scan(parcel.code);
  assert.deepEqual([early.refusal.kind, early.next], ['NOT_COMPLETE', { work: 'HAND_OVER' }]);
  // The label that the order names was never fetched: the office ships the parcel as it is.
  assert.equal(parcel.problem, 'file_missing');
  await operator.send('POST', `/parcels/${parcel.code}/ship`, {});
  const { handOverId } = opened.json;
  const sent = {
    id: randomUUID(),
    station: 'door-1',
    code: parcel.code,
    context: { work: 'HAND_OVER', handOver: handOverId },
  };
  const taken = (await operator.send('POST', '/scans', sent)).json;
  assert.deepEqual([taken.refusal, taken.handOver.handOverId], [undefined, handOverId]);
  assert.equal((await operator.send('POST', '/hand-overs', { carrierId: 'nobody' })).json.error, 'carrier_not_found');
  for (const path of ['/hand-overs/999999', '/hand-overs/x', '/hand-overs/999999/parcels'])
    assert.ok([400, 404].includes((await operator.get(path)).status), path);
});
