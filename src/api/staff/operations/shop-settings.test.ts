import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { assign } from '../../../../test/support/operator.ts';
import { until } from '../../../../test/support/platen-process.ts';
import { signedIn } from '../../../../test/support/signed-in.ts';
import { startTestServer, type TestServer } from '../../../../test/support/test-server.ts';
import { findZoneToCount } from '../../../operations/center-store.ts';
import { recountDaysInZone } from '../../../operations/choose-time-zone.ts';
import { ShopSettingsKeeper } from '../../../operations/keep-shop-settings.ts';
import { newCustomer } from '../../../orders/test-support/customer.ts';
import { order } from '../../../orders/test-support/sample-orders.ts';
import { paperSettings } from '../../../packing/draw-parcel-papers.ts';
import { readConfig } from '../../../platform/settings/config.ts';
import { keepOrderDays } from '../../../reports/order-days.ts';

const ENVIRONMENT = { CENTER_NAME: 'Nord & Süd', SENDER_ADDRESS: 'Weg 1; 20095 Hamburg; GERMANY', TIME_ZONE: 'UTC' };
const PATH = '/settings/shop';
const DAY_MS = 86_400_000;

let server: TestServer;
let admin: Awaited<ReturnType<typeof signedIn>>;
before(async () => {
  server = await startTestServer(ENVIRONMENT);
  admin = await signedIn(server);
});
after(() => server.close());

async function save(shop: object, headers?: Record<string, string>) {
  return admin.send('PUT', PATH, shop, headers);
}

test('without stored settings the environment and the defaults apply, and each value names its origin', async () => {
  const { status, json } = await admin.send('GET', PATH);
  assert.equal(status, 200);
  assert.deepEqual(json.stored, {});
  assert.deepEqual(json.values.sender, ['Weg 1', '20095 Hamburg', 'GERMANY']);
  assert.equal(json.values.productionHours, 48);
  assert.deepEqual(
    [json.sources.name, json.sources.sender, json.sources.productionHours, json.sources.currency],
    ['environment', 'environment', 'default', 'default'],
  );
});

test('a stored setting precedes the environment, at once in this process and soon in the others', async () => {
  const other = { ...readConfig({ ...ENVIRONMENT, PRODUCTION_HOURS: '10' }) };
  const papers = paperSettings(other);
  const keeper = new ShopSettingsKeeper(server.pool, other);
  await keeper.start((error) => assert.fail(String(error)));
  try {
    const saved = await save({ name: 'Druck West', sender: ['Allee 2', '50667 Köln', 'GERMANY'], productionHours: 24 });
    assert.equal(saved.status, 200);
    assert.equal(saved.json.sources.name, 'database');
    assert.match(await (await fetch(`${server.url}/docs/`)).text(), /Druck West/);
    await until(() => papers.senderAddress()[0] === 'Allee 2', 'the other process follows');
    assert.deepEqual([other.CENTER_NAME, other.PRODUCTION_HOURS], ['Druck West', 24]);
    const listed = (await admin.send('GET', '/settings')).json.settings;
    const { value, source, set } = listed.find(({ name }: { name: string }) => name === 'CENTER_NAME');
    assert.deepEqual([value, source, set], ['Druck West', 'database', true]);
    await save({});
    await until(() => other.PRODUCTION_HOURS === 10, 'the other process returns to its environment');
  } finally {
    keeper.stop();
  }
});

test('the due time of an order follows the stored hours and working days', async () => {
  const customer = await newCustomer(server);
  const due = async () => {
    const orderId = `DUE-${++orders}`;
    await customer.post(order({ orderId }));
    await assign(server, customer.clientId, orderId);
    const { json } = await admin.send('GET', `/orders?clientId=${customer.clientId}&limit=1`);
    return Date.parse(json[0].due) - Date.parse(json[0].statusSince);
  };
  let orders = 0;
  await save({ productionHours: 24 });
  assert.equal(await due(), 24 * 3_600_000);
  await save({ productionHours: 24, workingDays: ['MON'] });
  assert.ok((await due()) > 24 * 3_600_000 || new Date().getUTCDay() === 1);
  await save({});
});

test('without a sender, the address of the center is the sender', async () => {
  const plain = await startTestServer();
  try {
    const person = await signedIn(plain);
    const { json } = await person.send('PUT', PATH, { address: ['Weg 1', '20095 Hamburg', 'GERMANY'] });
    assert.deepEqual(json.values.sender, ['Weg 1', '20095 Hamburg', 'GERMANY']);
    assert.deepEqual(plain.config.SENDER_ADDRESS, ['Weg 1', '20095 Hamburg', 'GERMANY']);
  } finally {
    await plain.close();
  }
});

test('the text of a slip is in the language of the papers, or in the other', async () => {
  const papers = paperSettings(server.config);
  await save({ slipTexts: { de: 'Danke!' } });
  assert.equal(papers.slipText(), 'Danke!');
  await save({ slipTexts: { en: 'Thank you!', de: 'Danke!' } });
  assert.equal(papers.slipText(), 'Thank you!');
  await save({ slipTexts: { en: 'Thank you!', de: 'Danke!' }, paperLanguage: 'de' });
  assert.deepEqual([papers.slipText(), papers.paper().language], ['Danke!', 'de']);
  await save({});
});

test('an outdated ETag changes nothing, and a repeated request does not', async () => {
  const read = await admin.send('GET', PATH);
  const seen = read.headers.get('etag') ?? '';
  assert.equal((await save({ name: 'First' }, { 'if-match': seen })).status, 200);
  const late = await save({ name: 'Second' }, { 'if-match': seen });
  assert.deepEqual([late.status, late.json.error], [412, 'precondition_failed']);
  assert.equal((await save({ name: 'First' }, { 'if-match': seen })).status, 200, 'a repeated request');
  assert.equal((await admin.send('GET', PATH)).json.values.name, 'First');
});

test('the audit log has the changed values, and only admins may change them', async () => {
  await save({ name: 'Before', productionHours: 12 });
  await save({ name: 'After', productionHours: 12 });
  const [entry] = (await admin.send('GET', '/audit?subject=service&limit=1')).json;
  assert.deepEqual([entry.action, entry.detail], ['service.shop_changed', { name: 'After' }]);
  for (const role of ['office', 'floor', 'viewer'] as const) {
    const person = await signedIn(server, role);
    assert.equal((await person.send('GET', PATH)).status, 403, role);
    assert.equal((await person.send('PUT', PATH, {})).status, 403, role);
  }
});

for (const [what, body, pointer, code] of [
  ['an unknown time zone', { timeZone: 'Europe/Atlantis' }, '/timeZone', 'invalid'],
  ['an unknown currency', { currency: 'XXX' }, '/currency', 'unknown_currency'],
  ['a blank line of an address', { sender: ['Weg 1', ' '] }, '/sender/1', 'required'],
  ['a blank name', { name: '  ' }, '/name', 'required'],
  ['no working day', { workingDays: [] }, '/workingDays', 'too_few_items'],
] as const) {
  test(`${what} is refused`, async () => {
    const { status, json } = await save(body);
    assert.equal(status, 400);
    assert.deepEqual(
      json.violations.map((one: { pointer: string; code: string }) => [one.pointer, one.code]),
      [[pointer, code]],
    );
  });
}

test('after a change of the time zone, the orders of each day are counted again', async () => {
  const zoned = await startTestServer({ TIME_ZONE: 'UTC' });
  try {
    // In Berlin, the day has ended.
    const day = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10);
    zoned.time.now = new Date(`${day}T23:30:00.000Z`);
    const person = await signedIn(zoned);
    const customer = await newCustomer(zoned);
    assert.equal((await customer.post(order({ orderId: 'ZONE-1' }))).status, 200);
    const later = () => new Date(Date.parse(day) + 3 * DAY_MS);
    const countIn = async (timeZone: string) => {
      await person.send('PUT', PATH, { timeZone });
      await recountDaysInZone(zoned.pool, later);
      await keepOrderDays(zoned.pool, later(), timeZone);
      const days = 'select day::text from order_day_sums where client_id = $1';
      return (await zoned.pool.query(days, [customer.clientId])).rows;
    };
    assert.deepEqual(await countIn('UTC'), [{ day }]);
    assert.deepEqual(await countIn('Europe/Berlin'), [
      { day: new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10) },
    ]);
    assert.equal(await findZoneToCount(zoned.pool, later()), undefined);
  } finally {
    await zoned.close();
  }
});
