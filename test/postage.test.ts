import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import PDFDocument from 'pdfkit';
import { beginDue } from '../src/packing/begin-orders.ts';

import { ScanNumbers } from '../src/production/scan-numbers.ts';
import { commandOf } from './support/floor-scene.ts';
import { NO_TRACKING, newPostageScene, type PostageScene } from './support/postage-scene.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

let server: TestServer;
let scene: PostageScene;
before(async () => {
  server = await startTestServer({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  scene = await newPostageScene(server);
});
after(() => server.close());

/** The labels at the provider for an order: those that are paid, and those that were voided. */
function boughtFor(orderId: string) {
  const all = scene.provider.labels.filter(({ body }) => body.orderId === orderId);
  return { paid: all.filter(({ isVoid }) => !isVoid), voided: all.filter(({ isVoid }) => isVoid) };
}

const statusOf = async (orderId: string) => (await scene.customer.get(`/v1/orders/${orderId}`)).json;

async function parcelOf(orderId: string) {
  const { json } = await scene.operator.get(`/orders/${scene.customer.clientId}/${orderId}/parcels`);
  return json.at(-1);
}

test('the last piece completes the parcel at once, and the label is bought, printed once, and shipped', async () => {
  const [piece] = await scene.produce('POST-1');
  const before = scene.labels.taken.length;
  const scan = scene.packer();
  const packed = await scan(piece);
  assert.deepEqual(
    [packed.refusal, packed.asks, packed.parcel.state, packed.parcel.problem, packed.parcel.label.state],
    [undefined, undefined, 'PACKED', undefined, 'COMING'],
  );
  assert.equal(packed.next.parcel, undefined);
  // A second scan of the same piece buys nothing and opens nothing.
  assert.equal((await scan(piece)).refusal.code, 'label_coming');
  assert.equal((await scene.operator.get('/problems?kind=NO_LABEL')).json.length, 0);
  await scene.buy();
  await scene.print();
  const { paid } = boughtFor('POST-1');
  assert.equal(paid.length, 1);
  const { trackingNumber, body } = paid[0]!;
  assert.deepEqual(
    [body.service, body.labelType, body.weightGrams, (body.sender as { city: string }).city],
    ['standard', 'application/zpl', 180 + 50, 'Hamburg'],
  );
  const order = await statusOf('POST-1');
  assert.deepEqual(
    [order.status, order.shipping.trackingNumber, order.shipping.trackingCarrier, order.shipping.trackingUrl],
    ['SHIPPED', trackingNumber, 'Fake Post', `https://post.example/${trackingNumber}`],
  );
  assert.equal(scene.labels.taken.length - before, 1);
  assert.match(String(scene.labels.taken.at(-1)), /Postage/);
  const parcel = await parcelOf('POST-1');
  assert.deepEqual(
    [parcel.state, parcel.label],
    [
      'SHIPPED',
      {
        ...{ state: 'USED', providerName: 'Own labels', service: 'standard', carrier: 'Fake Post', isTest: false },
        ...{ trackingUrl: `https://post.example/${trackingNumber}`, cost: { amount: 4.99, currency: 'EUR' } },
      },
    ],
  );
  // The next run does nothing more.
  assert.equal(await scene.buy(later(60)), 0);
});

test('a refused label leaves the parcel as packed without a label, with the words of the provider, and can be bought again', async () => {
  scene.provider.faults.set('POST /labels', ['refuse']);
  const [piece] = await scene.produce('REFUSED-1');
  const [other] = await scene.produce('OTHER-1');
  await scene.packer()(piece);
  await scene.packer()(other);
  await scene.buy();
  assert.equal((await statusOf('OTHER-1')).status, 'SHIPPED');
  const parcel = await parcelOf('REFUSED-1');
  assert.deepEqual([parcel.state, parcel.problem, parcel.label.state], ['PACKED', 'label_refused', 'FAILED']);
  assert.deepEqual(parcel.details, ['Own labels has refused to make the label: 422: The postal code is wrong.']);
  const { json: open } = await scene.operator.get('/open-labels');
  assert.deepEqual(
    open.map(({ code, state, problem }: Record<string, string>) => [code, state, problem]),
    [[parcel.code, 'FAILED', 'label_refused']],
  );
  const [problem] = (await scene.operator.get('/problems?kind=NO_LABEL')).json;
  assert.deepEqual([problem.code, problem.reason], [parcel.code, 'label_refused']);
  assert.equal(await scene.buy(later(600)), 0);
  const again = await scene.operator.send('POST', '/label-retries', { problem: 'label_refused' });
  assert.deepEqual(again.json, { parcels: 1 });
  await scene.buy();
  assert.equal((await statusOf('REFUSED-1')).status, 'SHIPPED');
  assert.equal(boughtFor('REFUSED-1').paid.length, 1);
  assert.deepEqual((await scene.operator.get('/open-labels')).json, []);
});

for (const [fault, calls] of [
  ['drop', 1],
  ['half', 1],
  ['hang', 1],
  ['html', 1],
] as const) {
  test(`after an answer that was lost (${fault}), the bought label is found and not bought twice`, async () => {
    const orderId = `LOST-${fault}`;
    scene.provider.faults.set('POST /labels', [fault]);
    const [piece] = await scene.produce(orderId);
    await scene.packer()(piece);
    scene.provider.calls.length = 0;
    await scene.buy();
    assert.equal((await statusOf(orderId)).status, 'ACCEPTED');
    await scene.buy(later(1));
    assert.equal((await statusOf(orderId)).status, 'SHIPPED');
    assert.equal(boughtFor(orderId).paid.length, 1);
    const bought = scene.provider.calls.filter((call) => call === 'POST /labels').length;
    assert.equal(bought, fault === 'html' ? calls + 1 : calls);
  });
}

test('a provider that is down for an hour is a problem of the office until it answers again', async () => {
  const [piece] = await scene.produce('DOWN-1');
  await scene.packer()(piece);
  await scene.provider.off();
  for (const minutes of [0, 1, 2, 30, 59]) await scene.buy(later(minutes));
  const parcel = await parcelOf('DOWN-1');
  assert.deepEqual(
    [parcel.state, parcel.problem, parcel.label.state],
    ['PACKED', 'label_provider_unreachable', 'COMING'],
  );
  await scene.provider.on();
  await scene.buy(later(80));
  assert.equal((await statusOf('DOWN-1')).status, 'SHIPPED');
  assert.equal(boughtFor('DOWN-1').paid.length, 1);
});

test('of two different labels for one key, the last answer is on the parcel, on paper and in its number', async () => {
  scene.provider.faults.set('POST /labels', ['drop']);
  scene.provider.faults.set('GET /labels', ['other']);
  const [piece] = await scene.produce('TWO-1');
  await scene.packer()(piece);
  await scene.buy();
  await scene.buy(later(1));
  const order = await statusOf('TWO-1');
  assert.deepEqual([order.status, order.shipping.trackingNumber], ['SHIPPED', 'OTHER1']);
  assert.equal((await parcelOf('TWO-1')).label.state, 'USED');
  assert.equal(boughtFor('TWO-1').paid.length, 1);
  const { rows } = await server.pool.query(
    `select kind, state from parcel_papers where order_id = 'TWO-1' and kind = 'LABEL'`,
  );
  assert.equal(rows.length, 1);
});

test('a label of a size that no printer has waits as paid, and another service replaces it', async () => {
  const zpl = scene.provider.document;
  const sheet = new PDFDocument({ size: [850, 1_200] });
  sheet.text('Postage').end();
  scene.provider.document = await buffer(sheet);
  const [piece] = await scene.produce('SIZE-1');
  await scene.packer()(piece);
  await scene.buy();
  const parcel = await parcelOf('SIZE-1');
  assert.deepEqual(
    [parcel.state, parcel.problem, parcel.details],
    [
      'PACKED',
      'no_printer',
      ['No printer here has paper for the label that was bought (300 x 423 mm). Add one, or choose another service.'],
    ],
  );
  // Another service replaces it, and the first one is voided.
  scene.provider.document = zpl;
  const changed = await scene.operator.send('POST', `/parcels/${parcel.code}/label`, {
    providerId: scene.providerId,
    service: 'express',
  });
  assert.equal(changed.status, 200, changed.text);
  await scene.buy();
  const { paid, voided } = boughtFor('SIZE-1');
  assert.deepEqual(
    [(await statusOf('SIZE-1')).status, paid.map(({ service }) => service), voided.length],
    ['SHIPPED', ['express'], 1],
  );
});

test('a parcel that is taken back voids its label, and gets another one when it is closed again', async () => {
  const [piece] = await scene.produce('BACK-1');
  const scan = scene.packer();
  await scan(piece);
  await scene.buy();
  const { code } = await parcelOf('BACK-1');
  const taken = await scene.operator.send('POST', `/parcels/${code}/take-back`, { reason: 'The wrong slip.' });
  assert.equal(taken.json.state, 'OPEN', taken.text);
  scene.provider.faults.set('DELETE /labels', ['busy']);
  await scene.buy();
  assert.deepEqual(
    [boughtFor('BACK-1').paid.length, (await scene.operator.get('/open-labels')).json[0].state],
    [1, 'VOIDING'],
  );
  await scene.buy(later(1));
  assert.deepEqual([boughtFor('BACK-1').paid.length, (await scene.operator.get('/open-labels')).json], [0, []]);
  const again = await scan(code);
  assert.deepEqual([again.refusal, again.parcel.state, again.asks], [undefined, 'OPEN', 'TRACKING']);
  const closed = await scan(commandOf('NEXT_PARCEL'));
  assert.deepEqual([closed.parcel.state, closed.parcel.label.state], ['PACKED', 'COMING'], JSON.stringify(closed));
  await scene.buy();
  assert.equal((await statusOf('BACK-1')).status, 'SHIPPED');
  const { paid, voided } = boughtFor('BACK-1');
  assert.deepEqual([paid.length, voided.length], [1, 1]);
});

test('a cancelled order voids a label that was bought meanwhile', async () => {
  const [piece] = await scene.produce('CANCEL-1');
  const packed = await scene.packer()(piece);
  assert.equal(packed.parcel?.label?.state, 'COMING', JSON.stringify(packed));
  scene.provider.beforeAnswer = async (call) => {
    if (call !== 'POST /labels') return;
    const { clientId } = scene.customer;
    const answer = await scene.operator.work(clientId, 'CANCEL-1', 'cancel', { reason: 'Wrong size.' });
    assert.ok(answer.status < 300, answer.text);
  };
  await scene.buy();
  scene.provider.beforeAnswer = () => {};
  const production = { pool: server.pool, numbers: new ScanNumbers(server.pool), stepOrder: [] };
  await beginDue(production, scene.customer.clientId, new AbortController().signal);
  await scene.buy(later(2));
  assert.equal((await statusOf('CANCEL-1')).status, 'CANCELLED');
  const { paid, voided } = boughtFor('CANCEL-1');
  assert.deepEqual([paid.length, voided.length], [0, 1]);
});

test('an order with its own label, or one that no rule fits, is packed as without a provider', async () => {
  await scene.setRules([{ providerId: scene.providerId, service: 'standard', when: { countries: ['FR'] } }]);
  const [piece] = await scene.produce('PLAIN-1');
  const scan = scene.packer();
  const full = await scan(piece);
  assert.deepEqual([full.asks, full.parcel.state, full.parcel.label], ['TRACKING', 'OPEN', undefined]);
  const gone = await scan(NO_TRACKING);
  assert.equal(gone.parcel.state, 'SHIPPED');
  assert.equal(boughtFor('PLAIN-1').paid.length, 0);
  await scene.setRules([{ providerId: scene.providerId, service: 'standard' }]);
});

test('a number that is typed by hand ends the purchase', async () => {
  scene.provider.faults.set('POST /labels', ['refuse']);
  const [piece] = await scene.produce('HAND-1');
  await scene.packer()(piece);
  await scene.buy();
  const { code } = await parcelOf('HAND-1');
  const shipped = await scene.operator.send('POST', `/parcels/${code}/ship`, { trackingNumber: 'RR123456785DE' });
  assert.equal(shipped.json.state, 'SHIPPED', shipped.text);
  await scene.buy(later(5));
  assert.equal(boughtFor('HAND-1').paid.length, 0);
  assert.deepEqual((await scene.operator.get('/open-labels')).json, []);
});

test('the office chooses another service, and the cheapest rule takes the cheapest offer in time', async () => {
  const rate = (service: string, amount: number, days: number) => ({
    ...{ service, carrier: 'Fake Post', days },
    cost: { amount, currency: 'EUR' },
  });
  scene.provider.rates = [rate('express', 12, 1), rate('parcel', 5, 3), rate('letter', 3, 9)];
  await scene.setRules([{ providerId: scene.providerId, withinDays: 3 }]);
  const [piece] = await scene.produce('CHEAP-1');
  const tried = await scene.operator.send('POST', '/label-rules/try', {
    clientId: scene.customer.clientId,
    orderId: 'CHEAP-1',
  });
  assert.equal(tried.status, 200, tried.text);
  assert.deepEqual([tried.json.place, tried.json.service, tried.json.rate?.cost.amount], [1, 'parcel', 5], tried.text);
  await scene.packer()(piece);
  await scene.buy();
  assert.deepEqual(
    boughtFor('CHEAP-1').paid.map(({ service }) => service),
    ['parcel'],
  );
  await scene.setRules([{ providerId: scene.providerId, service: 'standard' }]);
  scene.provider.faults.set('POST /labels', ['refuse']);
  const [other] = await scene.produce('CHOSEN-1');
  await scene.packer()(other);
  await scene.buy();
  const { code } = await parcelOf('CHOSEN-1');
  const chosen = await scene.operator.send('POST', `/parcels/${code}/label`, {
    providerId: scene.providerId,
    service: 'express',
  });
  assert.deepEqual(
    [chosen.status, chosen.json.problem, chosen.json.label.state],
    [200, undefined, 'COMING'],
    chosen.text,
  );
  await scene.buy();
  assert.deepEqual(
    boughtFor('CHOSEN-1').paid.map(({ service }) => service),
    ['express'],
  );
  assert.equal((await statusOf('CHOSEN-1')).status, 'SHIPPED');
});

test('costs are summed by client and month without voided labels, and credentials are never shown', async () => {
  // Some labels were bought minutes ahead of the clock, which may be the next day and month.
  const day = (daysAhead: number) => new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10);
  const { json } = await scene.operator.get(`/reports/label-costs?from=${day(-1)}&to=${day(1)}`);
  const paid = scene.provider.labels.filter(({ isVoid }) => !isVoid);
  const sum = (name: string) =>
    json.costs.reduce((total: number, row: Record<string, number>) => total + (row[name] ?? 0), 0);
  assert.deepEqual([sum('labels'), sum('cost').toFixed(2)], [paid.length, (paid.length * 4.99).toFixed(2)]);
  assert.ok(json.costs.every(({ currency }: Record<string, unknown>) => currency === 'EUR'));
  const csv = await scene.operator.get('/reports/label-costs.csv');
  assert.match(csv.text, /month,clientId,clientName,labels,cost,currency/);
  const providers = await scene.operator.get('/label-providers');
  assert.ok(!providers.text.includes('secret-token'));
  assert.equal(providers.json[0].hasCredentials, true);
  const { rows } = await server.pool.query('select credentials_encrypted from label_providers');
  assert.ok(!rows[0].credentials_encrypted.includes('secret-token'));
  const tested = await scene.operator.send('POST', `/label-providers/${scene.providerId}/test`);
  assert.deepEqual(tested.json, { works: true });
  await scene.operator.send('PATCH', `/label-providers/${scene.providerId}`, { credentials: { secret: 'other' } });
  const refused = await scene.operator.send('POST', `/label-providers/${scene.providerId}/test`);
  assert.deepEqual([refused.json.works, refused.json.sentence.code], [false, 'label_credentials_refused']);
});
