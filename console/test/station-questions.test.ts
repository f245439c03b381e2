import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { item } from '../../src/orders/test-support/sample-orders.ts';
import { commandOf } from '../../test/support/floor-scene.ts';
import { PHONE_SCREEN, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { address, EAN, openPackingShop, type PackingShop, packedOn } from './support/packing-shop.ts';
import { scan, signOn } from './support/scanner.ts';
import { isInWidth, scanningDesk } from './support/scanning-desk.ts';
import { openStation } from './support/station-screen.ts';

const SCANS = '**/operator/v1/scans';
const PASS = commandOf('PASS');
const UNDO = commandOf('UNDO');

let office: TestConsole;
let shop: PackingShop;
before(async () => {
  office = await startConsole();
  shop = await openPackingShop(office);
});
afterEach(() => office.endTest());
after(() => office.close());

const question = (page: Page, name: string) => page.locator(`[data-question="${name}"]`);
const refusal = (page: Page, kind: string) => page.locator(`[role="alert"][data-kind="${kind}"]`);
const signalOf = (page: Page) =>
  page.evaluate(() => {
    const { sound, nth = '0' } = document.querySelector<HTMLElement>('[data-nth]')?.dataset ?? {};
    return { sound, nth: Number(nth) };
  });

test('a scan of an old page is refused with a sentence, the page shows the present state, and the next scan works', async () => {
  await shop.send('OLD-1', { items: [shop.printed(3)], shipping: { address } });
  const [first = '', second = '', third = ''] = await shop.released('OLD-1');
  const station = await shop.newStation('Pack old');
  const old = await shop.atPacking('Grace Hopper', { station });
  await scan(old, first);
  await eventually(() => packedOn(old), ['1 of 3']);
  // Another browser of the same station continues from there.
  const other = await openStation(office, station, { language: 'de', screen: TABLET_SCREEN });
  await other.goto('station/pack');
  await other.getByText('Ausweis scannen').waitFor();
  await signOn(other, await shop.badgeOf('Ada King'), other.getByRole('banner'));
  await eventually(() => packedOn(other), ['1 von 3']);
  await scan(other, second);
  await eventually(() => packedOn(other), ['2 von 3']);
  assert.deepEqual(await packedOn(old), ['1 of 3']);
  await scan(old, third);
  await refusal(old, 'OLD_CONTEXT')
    .getByText(/Look at the screen again/)
    .waitFor();
  await eventually(() => packedOn(old), ['2 of 3']);
  await scan(old, third);
  await question(old, 'TRACKING').waitFor();
  await refusal(old, 'OLD_CONTEXT').waitFor({ state: 'detached' });
  await eventually(() => packedOn(old), ['3 of 3']);
  // The first page is now ahead of the other one.
  await scan(other, UNDO);
  await refusal(other, 'OLD_CONTEXT')
    .getByText(/Sehen Sie den Bildschirm neu an/)
    .waitFor();
  await question(other, 'TRACKING').waitFor();
  await scan(other, commandOf('NO_TRACKING'));
  await eventually(async () => (await shop.orderOf('OLD-1')).status, 'SHIPPED');
});

test('a pending question survives a reload, a second window and another person', async () => {
  await shop.send('ASK-1', { items: [shop.printed(1)], shipping: { address } });
  const [piece = ''] = await shop.released('ASK-1');
  const page = await shop.atPacking('Grace Hopper', { station: await shop.newStation('Pack ask') });
  await scan(page, piece);
  await question(page, 'TRACKING').waitFor();
  await scan(page, '003404338364426365');
  const shows = async (one: Page) => {
    const panel = question(one, 'CONFIRM_TRACKING');
    await panel.getByText('003404338364426365').waitFor();
    await panel.getByText('The carrier has no tracking numbers of this form.').waitFor();
    await eventually(() => packedOn(one), ['1 of 1']);
  };
  await shows(page);
  await page.reload();
  await shows(page);
  const twin = await page.context().newPage();
  await twin.goto('station/pack');
  await twin.getByRole('button', { name: 'Use it here' }).click();
  await shows(twin);
  await twin.getByRole('button', { name: 'Sign off' }).click();
  await twin.getByText('Scan your badge').waitFor();
  assert.equal(await question(twin, 'CONFIRM_TRACKING').count(), 0);
  await signOn(twin, await shop.badgeOf('Mary Jackson'), twin.getByText('Mary Jackson'));
  await shows(twin);
  assert.equal((await shop.orderOf('ASK-1')).status, 'ACCEPTED');
  await scan(twin, PASS);
  await twin.getByRole('heading', { name: 'Shipped' }).waitFor();
  const { status, shipments } = await shop.orderOf('ASK-1');
  assert.deepEqual(
    [status, shipments.map(({ trackingNumber }: { trackingNumber: string }) => trackingNumber)],
    ['SHIPPED', ['003404338364426365']],
  );
});

test('30 scans that wait for a lost connection count once each and in their order, also if answers are lost', async () => {
  await shop.send('MANY-1', { items: [shop.printed(12), item({ quantity: 18 })], shipping: { address } });
  const codes = await shop.released('MANY-1');
  const bin = await shop.inBin(...codes);
  const page = await shop.atPacking('Grace Hopper', {
    station: await shop.newStation('Pack many'),
    screen: PHONE_SCREEN,
  });
  await scan(page, bin);
  await eventually(() => packedOn(page), ['0 of 30']);
  await page.route(SCANS, (route) => route.abort());
  const scans = codes.flatMap((code, place) => (place < 6 ? [code, EAN, EAN] : [code, EAN]));
  assert.equal(scans.length, 30);
  for (const code of scans) await scan(page, code);
  await page.locator('[data-waiting="30"]').waitFor();
  await isInWidth(page);
  assert.deepEqual(await packedOn(page), ['0 of 30']);
  let sent = 0;
  await page.unroute(SCANS);
  // Every fourth answer is lost after the server has counted the scan.
  await page.route(SCANS, async (route) => {
    sent += 1;
    const answer = await route.fetch();
    return sent % 4 === 0 ? route.abort() : route.fulfill({ response: answer });
  });
  await page.reload();
  await question(page, 'TRACKING').waitFor();
  await page.locator('[data-waiting]').waitFor({ state: 'detached' });
  await eventually(() => packedOn(page), ['30 of 30']);
  assert.equal(await page.getByRole('alert').count(), 0);
  assert.ok(sent > 30);
  const { rows } = await office.server.pool.query(
    `select code from piece_events where order_id = 'MANY-1' and type = 'piece.packed' order by event_id`,
  );
  assert.deepEqual(
    rows.map(({ code }) => code),
    codes,
  );
  const parcel = await page.locator('[data-parcel]').getAttribute('data-parcel');
  const { json } = await shop.operator.get(`/parcels/${parcel}`);
  assert.deepEqual(
    json.items.map(({ packed, of }: { packed: number; of: number }) => [packed, of]),
    [
      [12, 12],
      [18, 18],
    ],
  );
});

test('with a scanner without an end key, a pause inside a number ships nothing, and each part is shown with a sound', async () => {
  await shop.send('TORN-1', { items: [shop.printed(1)], shipping: { address } });
  const [piece = ''] = await shop.released('TORN-1');
  const page = await shop.atPacking('Grace Hopper', { station: await shop.newStation('Pack torn') });
  // The badge was scanned with Enter. Without a known end key, the page learns it from the next code.
  await page.evaluate(() => localStorage.removeItem('platen.scanner'));
  await page.reload();
  await page.getByText('Scan a bin, a piece or an order').waitFor();
  await scan(page, piece, { end: '' });
  await question(page, 'TRACKING').waitFor();
  // The last one lost its pace, and sends Enter at its end.
  for (const [part, rest, end] of [
    ['JD0146000062', '81239990', ''],
    ['JD01', '4600006281239990', ''],
    ['JD01', '4600006281239990', 'Enter'],
  ] as const) {
    const { nth } = await signalOf(page);
    await scan(page, part + rest, { end, pause: { after: part.length, ms: 700 } });
    // The first part was shown before.
    await eventually(async () => (await signalOf(page)).nth, nth + 2);
    await page.getByRole('main').or(page.locator('[role="alert"], [data-question]')).getByText(rest).first().waitFor();
    assert.equal((await shop.orderOf('TORN-1')).status, 'ACCEPTED');
  }
  await scan(page, UNDO, { end: '' });
  await question(page, 'TRACKING').waitFor();
  await scan(page, 'JD014600006281239990', { end: '' });
  await eventually(async () => (await shop.orderOf('TORN-1')).shipments?.[0]?.trackingNumber, 'JD014600006281239990');
});

test('a tracking number of two parcels is refused with the sentence of the server', async () => {
  const page = await shop.atPacking('Grace Hopper', { station: await shop.newStation('Pack twice') });
  const desk = scanningDesk(page, 'en');
  for (const orderId of ['TWICE-1', 'TWICE-2']) {
    await shop.send(orderId, { items: [shop.printed(1)], shipping: { address } });
    const [piece = ''] = await shop.released(orderId);
    await desk.asks(piece, 'TRACKING');
    if (orderId === 'TWICE-1') await desk.done('JD014600006281230990');
    else await desk.asks('JD014600006281230990', 'CONFIRM_TRACKING');
  }
  await desk.done(PASS);
  const list = await office.signedIn({ role: 'office', language: 'de' });
  await list.goto('station/hand-over');
  await list.getByRole('heading', { name: 'Ein Paket scannen' }).waitFor();
  await scanningDesk(list, 'de').refused('JD014600006281230990', 'UNKNOWN');
  await refusal(list, 'UNKNOWN')
    .getByText(/Mehrere Aufträge haben diese Sendungsnummer/)
    .waitFor();
});

test('a badge that is scanned too early or refused is explained in the language of the station', async () => {
  const page = await openStation(office, await shop.newStation('Pack badge'), { language: 'de' });
  const badge = await shop.badgeOf('Ada King');
  const held = Promise.withResolvers<void>();
  await page.route('**/operator/v1/station-session', (route) => held.promise.then(() => route.continue()));
  await page.goto('station');
  await page.getByRole('main').waitFor();
  await scan(page, badge);
  await page.getByRole('alert').getByText('Dieser Scan wurde nicht angenommen.').waitFor();
  held.resolve();
  await page.getByText('Ausweis scannen').waitFor();
  await scan(page, `${badge.slice(0, -1)}${(Number(badge.at(-1)) + 1) % 10}`);
  await page.getByRole('alert').getByText('Dieser Ausweis wurde nicht angenommen.').waitFor();
  await scan(page, badge);
  await page.getByText('Ada King ist angemeldet.').waitFor();
});
