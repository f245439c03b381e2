import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { takeInOrders } from '../src/orders/intake/intake-orders.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { newIntakeContext } from '../src/orders/test-support/intake-context.ts';
import { customItem, item, LABEL, order } from '../src/orders/test-support/sample-orders.ts';
import { openBlobs } from '../src/platform/files/open-blobs.ts';
import { type FileServer, startFileServer } from '../src/platform/files/test-support/file-server.ts';
import { makePng } from '../src/platform/files/test-support/sample-files.ts';
import { newOperator, type Operator } from './support/operator.ts';
import { signedIn } from './support/signed-in.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let customer: Customer;
let operator: Operator;
let files: FileServer;
let token: string;
let isGone = false;
before(async () => {
  server = await startTestServer();
  customer = await newCustomer(server);
  operator = await newOperator(server);
  token = (await server.token({ scope: 'operator' })).token;
  files = await startFileServer(server, (_request, response) =>
    isGone ? response.writeHead(404).end() : response.end(makePng()),
  );
});
after(() => server.close());

const enter = (body: object, path = '') => operator.send('POST', `/clients/${customer.clientId}/orders${path}`, body);
const importCsv = (lines: string[], query = '') =>
  operator.send('POST', `/clients/${customer.clientId}/orders/import${query}`, lines.join('\n'), {
    'content-type': 'text/csv',
  });
const codesOf = ({ json }: { json: { violations: { pointer: string; code: string }[] } }) =>
  json.violations.map(({ pointer, code }) => `${pointer} ${code}`);

async function takeIn(): Promise<void> {
  const settings = { blobs: openBlobs(server.config), allow: [files.host], retrySeconds: [10] };
  const context = await newIntakeContext(server, server, settings);
  await takeInOrders(context, customer.clientId, new AbortController().signal);
}

test('an entered order equals one of its client, and its history names the person', async () => {
  const person = await signedIn(server, 'office');
  const path = `/clients/${customer.clientId}/orders`;
  const body = order({ orderId: 'PHONE-1' });
  const entered = await person.send('POST', path, body);
  assert.equal(entered.status, 200, entered.text);
  assert.deepEqual((await customer.read('PHONE-1')).json, entered.json);
  const { json } = await operator.get(`/orders/${customer.clientId}/PHONE-1`);
  assert.deepEqual([json.events[0].actor, json.events[0].actorName], ['operator', 'Ada Lovelace']);
  const again = await person.send('POST', path, body);
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true']);
  assert.equal((await customer.post(body)).headers.get('idempotent-replayed'), 'true');
  const other = await person.send('POST', path, { ...body, items: [item({ quantity: 9 })] });
  assert.equal(other.json.error, 'order_already_exists');
  const viewer = await signedIn(server, 'viewer');
  assert.equal((await viewer.send('POST', path, body)).status, 403);
});

test('a check has the violations of the API, and stores nothing', async () => {
  const wrong = order({ orderId: 'CHECK-1', items: [item({ existingProduct: { ean13: '123' } })], shipping: {} });
  const checked = await enter(wrong, '/check');
  const sent = await customer.post(wrong);
  assert.equal(checked.status, 400);
  assert.deepEqual(checked.json.violations, sent.json.violations);
  assert.deepEqual((await enter(order({ orderId: 'CHECK-1' }), '/check')).json, { isThere: false });
  assert.equal((await customer.read('CHECK-1')).status, 404);
  assert.equal((await operator.send('POST', '/clients/nobody/orders', order())).status, 404);
  assert.equal((await operator.send('POST', `/clients/${operator.clientId}/orders`, order())).status, 404);
});

test('artwork is uploaded before the order is there, and is printed', async () => {
  const upload = (query: string, orderId = 'UPLOAD-1') =>
    server.send(`/operator/v1/orders/${customer.clientId}/${orderId}/files${query}`, {
      token,
      method: 'POST',
      body: makePng(),
      headers: { 'content-type': 'application/octet-stream' },
    });
  assert.equal((await upload('?role=artwork')).status, 404);
  const { json, status } = await upload('?role=artwork&isNew=true');
  assert.equal(status, 200);
  const print = { dataUrl: json.url, location: 'FRONT', technology: 'DTG' };
  const entered = await enter(
    order({ orderId: 'UPLOAD-1', items: [customItem({ sku: 'ST-CREATOR-BLK-M', prints: [print] })] }),
  );
  assert.equal(entered.status, 200, entered.text);
  await takeIn();
  assert.equal((await customer.read('UPLOAD-1')).json.status, 'ASSIGNED');
});

const HEADER = 'orderId,shipping.shippingLabelUrl,items.quantity,items.ean13';
const row = (orderId: string, ean13 = '4006381333931') => `${orderId},${LABEL},1,${ean13}`;

test('a CSV file is entered with its report: all or nothing, or row by row, and again without harm', async () => {
  const faulty = [HEADER, row('FILE-1'), row('FILE-2', '4006381333932')];
  const refused = await importCsv(faulty);
  assert.equal(refused.status, 200, refused.text);
  assert.partialDeepStrictEqual(refused.json, { orders: 2, created: 0, refused: 1 });
  assert.partialDeepStrictEqual(refused.json.refusals[0], { line: 3, column: 'items.ean13', orderId: 'FILE-2' });
  assert.partialDeepStrictEqual((await importCsv(faulty, '?dryRun=true&rowByRow=true')).json, {
    created: 1,
    refused: 1,
  });
  assert.equal((await customer.read('FILE-1')).status, 404);
  assert.partialDeepStrictEqual((await importCsv(faulty, '?rowByRow=true')).json, { created: 1, refused: 1 });
  assert.partialDeepStrictEqual((await importCsv(faulty, '?rowByRow=true')).json, { created: 0, alreadyThere: 1 });
  const uncertain = Buffer.concat([Buffer.from(`${HEADER},message\n${row('FILE-3')},`), Buffer.from([0x8a, 0x9a])]);
  const answer = await server.send(`/operator/v1/clients/${customer.clientId}/orders/import`, {
    token,
    body: uncertain,
    headers: { 'content-type': 'text/csv' },
  });
  assert.deepEqual([answer.status, codesOf(answer)], [400, [' invalid_encoding']]);
});

const repeat = (orderId: string, body: object) => operator.work(customer.clientId, orderId, 'repeat', body);

async function shipped(orderId: string, changes: object = {}): Promise<void> {
  assert.equal((await customer.post(order({ orderId, ...changes }))).status, 200);
  await takeIn();
  assert.equal((await operator.work(customer.clientId, orderId, 'accept')).status, 200);
  assert.equal((await operator.work(customer.clientId, orderId, 'ship', { parcels: [{}] })).status, 200);
}

test('some pieces of a shipped order are replaced, with the files that were printed, and both name each other', async () => {
  const print = { dataUrl: `${files.url}/a.png`, location: 'FRONT', technology: 'DTG' };
  const items = [customItem({ sku: 'ST-CREATOR-BLK-M', prints: [print] }), item({ quantity: 2 })];
  await shipped('TORN', { items, packingSlip: undefined });
  isGone = true;
  const replacement = { kind: 'REPLACEMENT', reason: 'DAMAGED', paidBy: 'CARRIER', orderId: 'TORN-R1' };
  const chosen = { ...replacement, items: [{ id: '1', quantity: 1 }] };
  assert.equal((await repeat('TORN', { ...chosen, dryRun: true })).json.orderId, 'TORN-R1');
  assert.equal((await customer.read('TORN-R1')).status, 404);
  const made = await repeat('TORN', chosen);
  assert.equal(made.status, 200, made.text);
  assert.equal((await repeat('TORN', chosen)).headers.get('idempotent-replayed'), 'true');
  await takeIn();
  isGone = false;
  const stored = (await customer.read('TORN-R1')).json;
  assert.deepEqual([stored.status, stored.items.length, stored.shipping.address.city], ['ASSIGNED', 1, 'Berlin']);
  for (const orderId of ['TORN', 'TORN-R1']) {
    const { repeats } = (await operator.get(`/orders/${customer.clientId}/${orderId}`)).json;
    assert.partialDeepStrictEqual(repeats, [
      { orderId: 'TORN-R1', originalId: 'TORN', kind: 'REPLACEMENT', reason: 'DAMAGED', paidBy: 'CARRIER', pieces: 1 },
    ]);
  }
  const paid = await repeat('TORN', { kind: 'REPEAT', paidBy: 'CLIENT', orderId: 'TORN-2' });
  assert.deepEqual([paid.status, paid.json.items.length], [200, 2]);
  const { json } = await operator.get(`/reports/replacements?clientId=${customer.clientId}`);
  assert.deepEqual(json.reasons, [{ reason: 'DAMAGED', paidBy: 'CARRIER', orders: 1, pieces: 1 }]);
});

test('a client reads which order repeats which, also after a change of the new one, and hears of it', async () => {
  await shipped('WORN', { items: [item({ quantity: 2 })], requestedDeliveryDate: '2026-12-23' });
  const types = ['order.created', 'order.updated'];
  await customer.send('/v1/webhook-endpoints', { url: 'https://shop.example.com/hooks', types });
  const { version } = (await operator.get(`/orders/${customer.clientId}/WORN`)).json;
  const names = { kind: 'REPLACEMENT', reason: 'MISPRINT' };
  const made = await repeat('WORN', { ...names, paidBy: 'CENTER', orderId: 'WORN-R1' });
  const repeatOf = { orderId: 'WORN', ...names };
  const repeatedBy = [{ orderId: 'WORN-R1', ...names }];
  assert.deepEqual([made.json.repeatOf, made.json.repeatedBy], [repeatOf, undefined]);
  assert.equal(made.json.requestedDeliveryDate, undefined);
  await repeat('WORN', { ...names, paidBy: 'CENTER', orderId: 'WORN-R1' });
  const paid = { kind: 'REPEAT', paidBy: 'CLIENT', orderId: 'WORN-2' };
  assert.deepEqual((await repeat('WORN', paid)).json.repeatOf, { orderId: 'WORN', kind: 'REPEAT' });
  const both = [...repeatedBy, { orderId: 'WORN-2', kind: 'REPEAT' }];
  const original = await customer.read('WORN');
  assert.deepEqual([original.json.repeatedBy, original.headers.get('etag')], [both, `"${version + 2}"`]);

  const stored = (await customer.read('WORN-R1')).json;
  const changed = await customer.put('WORN-R1', { ...stored, repeatOf: { orderId: 'FORGED' }, message: 'Sorry!' });
  assert.deepEqual([changed.status, changed.json.message, changed.json.repeatOf], [200, 'Sorry!', repeatOf]);
  const listed = (await customer.get('/v1/orders?include=repeatOf,repeatedBy')).json as { orderId: string }[];
  const parts = listed.map(({ orderId, ...rest }) => [orderId, rest] as const).filter(([id]) => id.startsWith('WORN'));
  assert.partialDeepStrictEqual(Object.fromEntries(parts), { WORN: { repeatedBy: both }, 'WORN-R1': { repeatOf } });

  const history = (await customer.get('/v1/orders/WORN/events')).json as { type: string; reason?: string }[];
  assert.deepEqual(
    history.slice(-2).map(({ type, reason }) => [type, reason]),
    [
      ['order.updated', 'repeated'],
      ['order.updated', 'repeated'],
    ],
  );
  const { rows } = await server.pool.query<{ body: string }>('select body from webhook_deliveries order by position');
  const news = rows.map(({ body }) => JSON.parse(body).data).filter(({ version: at }) => at === 1 || at > version);
  assert.partialDeepStrictEqual(news, [
    { orderId: 'WORN-R1', repeatOf },
    { orderId: 'WORN', reason: 'repeated' },
  ]);
  const erased = await operator.work(customer.clientId, 'WORN', 'erase');
  assert.deepEqual((await customer.read('WORN')).json.repeatedBy, both, erased.text);
});

test('what cannot be repeated is refused with the place', async () => {
  await customer.post(order({ orderId: 'OPEN' }));
  const base = { kind: 'REPLACEMENT', reason: 'LOST', paidBy: 'CENTER', orderId: 'X-1' };
  assert.equal((await repeat('OPEN', base)).json.error, 'order_not_changeable');
  assert.equal((await repeat('NONE', base)).status, 404);
  await shipped('REFUSE', { items: [item({ quantity: 2 })] });
  for (const [changes, expected] of [
    [{ reason: undefined }, '/reason required'],
    [{ kind: 'REPEAT' }, '/reason not_allowed'],
    [{ items: [{ id: '1', quantity: 3 }] }, '/items/0/quantity too_large'],
    [{ items: [{ id: '7', quantity: 1 }] }, '/items/0/id unknown_item'],
    [
      {
        items: [
          { id: '1', quantity: 1 },
          { id: '1', quantity: 1 },
        ],
      },
      '/items duplicate_item_id',
    ],
  ] as const)
    assert.deepEqual(codesOf(await repeat('REFUSE', { ...base, ...changes })), [expected]);
  await customer.post(order({ orderId: 'TAKEN' }));
  assert.equal((await repeat('REFUSE', { ...base, orderId: 'TAKEN' })).json.error, 'order_already_exists');
  assert.equal((await operator.get(`/orders/${customer.clientId}/TAKEN`)).json.repeats, undefined);
});
