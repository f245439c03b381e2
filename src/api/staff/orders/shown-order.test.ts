import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assigned, newOperator, type Operator } from '../../../../test/support/operator.ts';
import { newSampleShop } from '../../../../test/support/sample-shop.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { type Customer, newCustomer, nextOf } from '../../../orders/test-support/customer.ts';
import { ADDRESS, customItem, LABEL, NECK_LABEL, order } from '../../../orders/test-support/sample-orders.ts';

const HISTORY_SHOWN_MAX = 100;

let server: TestServer;
let operator: Operator;
let customer: Customer;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
  customer = await newCustomer(server);
});
after(() => server.close());

const shown = async (orderId: string, { clientId }: { clientId: string } = customer) =>
  (await operator.get(`/orders/${clientId}/${orderId}`)).json;

test('an order shows whether its destination is in the EU zone, and which field decides it', async () => {
  const zones: [country: string, postalCode: string, zone: string, place?: string][] = [
    ['DE', '10115', 'EU'],
    ['DE', '27498', 'OUTSIDE_EU', 'Helgoland'],
    ['IC', '35001', 'OUTSIDE_EU', 'Canary Islands'],
    ['FR', '97400', 'OUTSIDE_EU', 'Réunion'],
    ['GB', 'BT1 1AA', 'EU', 'Northern Ireland'],
    ['CH', '8001', 'OUTSIDE_EU'],
  ];
  for (const [country, postalCode, zone, zonePlace] of zones) {
    const orderId = `ZONE-${country}-${postalCode.replace(' ', '')}`;
    const answer = await customer.post(order({ orderId, shipping: { address: { ...ADDRESS, country, postalCode } } }));
    assert.equal(answer.status, 200, answer.text);
    const json = await shown(orderId);
    assert.deepEqual([json.zone, json.zonePlace], [zone, zonePlace], orderId);
  }
  await customer.post(order({ orderId: 'ZONE-LABEL', shipping: { shippingLabelUrl: LABEL } }));
  const label = await shown('ZONE-LABEL');
  assert.ok(!('zone' in label) && !('carrier' in label), 'an own label does not tell where it leads');
});

test('an order shows its carrier, also when it is the default of the client', async () => {
  await customer.post(order({ orderId: 'CARRIER-1' }));
  assert.equal((await shown('CARRIER-1')).carrier, undefined, 'the client has no default');
  const contract = `/clients/${customer.clientId}/carriers/dhl-paket`;
  await operator.send('PUT', contract, { default: true });
  await customer.post(order({ orderId: 'CARRIER-2' }));
  assert.deepEqual((await shown('CARRIER-2')).carrier, { carrierId: 'dhl-paket', name: 'DHL Paket' });
});

test('artwork has its print area and its resolution on it', async () => {
  const shop = await newSampleShop(server);
  await shop.sendPrinted('AREA-1');
  const { files } = await shown('AREA-1', shop);
  const artwork = files.find((file: { role: string }) => file.role === 'artwork');
  assert.deepEqual(artwork.printArea, { widthMm: 355.6, heightMm: 406.4 });
  assert.equal(artwork.printDpi, Math.round(Math.max(artwork.width / 355.6, artwork.height / 406.4) * 25.4));
  const others = files.filter((file: { role: string }) => file.role !== 'artwork');
  assert.ok(others.length > 1 && others.every((file: object) => !('printArea' in file)));
  const listed = (await operator.get(`/orders/${shop.clientId}/AREA-1/files`)).json.files;
  assert.deepEqual(listed, files);
});

test('a long history starts with its latest part, and continues to the first event', async () => {
  const orderId = await assigned(server, customer, { orderId: 'LONG-1' });
  const work = (verb: string) => operator.work(customer.clientId, orderId, verb);
  for (let round = 0; round < HISTORY_SHOWN_MAX / 2; round++) {
    assert.equal((await work('hold')).status, 200);
    assert.equal((await work('release')).status, 200);
  }
  const { version, events, earlierEvents } = await shown(orderId);
  assert.equal(version, HISTORY_SHOWN_MAX + 2);
  const versions = events.map((event: { version: number }) => event.version);
  assert.deepEqual(
    versions,
    Array.from({ length: HISTORY_SHOWN_MAX }, (_, index) => index + 3),
  );
  const path = `/orders/${customer.clientId}/${orderId}/events?sort=newest&limit=1`;
  const earlier: { type: string }[] = [];
  let next: string | undefined = `/operator/v1${path}&cursor=${earlierEvents}`;
  while (next) {
    const page = await operator.get(next.replace('/operator/v1', ''));
    assert.equal(page.status, 200, page.text);
    earlier.push(...page.json);
    next = nextOf(page);
  }
  assert.deepEqual(
    earlier.map(({ type }) => type),
    ['order.assigned', 'order.created'],
  );
  const latest = (await operator.get(path)).json;
  assert.deepEqual(latest, events.slice(-1));
  const short = await shown('CARRIER-2');
  assert.ok(!('earlierEvents' in short), 'a short history is shown whole');
  for (const query of ['sort=random', 'sort=newest&cursor=nonsense'])
    assert.equal((await operator.get(`${path.split('?')[0]}?${query}`)).status, 400, query);
});

test('an order shows the notes of staff about its articles', async () => {
  const note = async (code: string, text: string) =>
    (await operator.send('POST', `/articles/${code}/notes`, { text })).json;
  const first = await note('ST-CREATOR', 'Pretreat twice.');
  const [article] = (await operator.get(`/articles?q=${NECK_LABEL}`)).json;
  const second = await note(article.manufacturerCode, 'Press at 140 °C.');
  const customization = { sku: NECK_LABEL, location: 'NECK', technology: 'DTF' };
  await customer.post(order({ orderId: 'NOTED-1', items: [customItem({ customizations: [customization] })] }));
  const { articleNotes } = await shown('NOTED-1');
  const byText = new Map(articleNotes.map((one: { text: string }) => [one.text, one]));
  assert.equal(byText.size, 2);
  assert.deepEqual(byText.get('Pretreat twice.'), {
    manufacturerCode: 'ST-CREATOR',
    skus: ['ST-CREATOR-BLK-M'],
    ...first,
  });
  assert.deepEqual(byText.get('Press at 140 °C.'), {
    manufacturerCode: article.manufacturerCode,
    skus: [NECK_LABEL],
    ...second,
  });
  assert.ok(!(await customer.read('NOTED-1')).text.includes('Pretreat'));
  assert.deepEqual((await shown('CARRIER-1')).articleNotes, []);
});
