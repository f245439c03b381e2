import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { readCodes, readPages } from '../../src/papers/test-support/read-papers.ts';
import { commandOf } from '../../test/support/floor-scene.ts';
import {
  type ListeningPrinter,
  labelPrinter,
  officePrinter,
  openPaperBench,
  type PaperBench,
  stationWith,
} from '../../test/support/paper-bench.ts';
import { newAccount } from '../../test/support/signed-in.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { address, openPackingShop, type PackingShop, packedOn } from './support/packing-shop.ts';
import { signOn } from './support/scanner.ts';
import { type ScanningDesk, scanningDesk } from './support/scanning-desk.ts';
import { openStation } from './support/station-screen.ts';

const ORDERS = 16;
/** Two orders have two pieces, so that one parcel can be left in the middle. */
const PIECES = ORDERS + 2;
const PASS = commandOf('PASS');
const CUSTOMS = { hsCode: '610910', countryOfOrigin: 'BD', weightGrams: 180, customsDescription: 'T-shirt, cotton' };
const SWISS = { ...address, street: 'Bahnhofstrasse 12', postalCode: '8001', city: 'Zürich', country: 'CH' };

let office: TestConsole;
let shop: PackingShop;
let bench: PaperBench;
let sheets: ListeningPrinter;
let stickers: ListeningPrinter;
before(async () => {
  office = await startConsole();
  shop = await openPackingShop(office);
  bench = openPaperBench(office.server, office.server);
  sheets = await officePrinter(office.server, shop.operator);
  stickers = await labelPrinter(office.server, shop.operator);
});
afterEach(() => office.endTest());
after(() => office.close());

/** The code of the printed badge. */
let badge = '';
let ada = '';
/** Codes of the shipped parcels. */
const parcels: string[] = [];
const orderIds = Array.from({ length: ORDERS }, (_, index) => `DAY-${index + 1}`);
const codesOf = async (orderId: string): Promise<string[]> =>
  (await shop.operator.get(`/orders/${shop.clientId}/${orderId}/pieces`)).json
    .filter(({ state }: { state: string }) => state !== 'REPLACED')
    .map(({ code }: { code: string }) => code);

async function printAll(): Promise<void> {
  await bench.draw();
  for (const { printerId } of [stickers, sheets]) await bench.print(printerId);
}

async function deskAt(name: string, kinds: string[], work: string, badge: string): Promise<ScanningDesk> {
  const { json } = await shop.operator.send('POST', '/stations', { name, kinds });
  return deskOf(json.stationId, work, badge);
}

async function deskOf(stationId: string, work: string, badge: string): Promise<ScanningDesk> {
  const page = await openStation(office, stationId);
  await page.goto(`station/${work}`);
  await page.getByText('Scan your badge').waitFor();
  await signOn(page, badge, page.getByRole('banner'));
  return scanningDesk(page, 'en');
}

/** Follows the line of the checklist, and returns the page to which it leads. */
async function follow(page: Page, step: string): Promise<void> {
  await page.goto('today');
  const line = page.getByRole('region', { name: 'Ready to open' }).locator(`[data-step="${step}"]`);
  await line.getByRole('link').click();
  await page.waitForURL((url) => !url.pathname.endsWith('/today'));
}

test('the checklist leads to the sender, and a badge is printed on the page of its person', async () => {
  // The checklist leads to the settings, and the sender is set there.
  const admin = await office.signedIn();
  await follow(admin, 'sender');
  await admin.getByRole('button', { name: 'Change' }).click();
  const dialog = admin.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Printhaus Nord');
  await dialog.getByLabel('Address', { exact: true }).fill('Musterstraße 12\n20095 Hamburg\nGERMANY');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await admin.goto('today');
  await admin.getByRole('region', { name: 'Ready to open' }).locator('[data-step="sender"][data-done]').waitFor();

  // A badge is issued and printed on the person's page.
  const { operatorId } = await newAccount(office.server, 'floor');
  await admin.goto(`staff/${operatorId}`);
  await admin.getByRole('button', { name: 'Issue badge' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Issue badge' }).click();
  const [badgePdf] = await Promise.all([
    admin.waitForResponse((answer) => answer.url().endsWith(`/operators/${operatorId}/badge.pdf`)),
    admin.getByRole('button', { name: 'Print badge' }).click(),
  ]);
  const printed = await admin.request.get(badgePdf.url());
  const [card] = await readPages(await printed.body());
  const { bars, squares } = await readCodes(card?.png ?? Buffer.alloc(0));
  [badge = ''] = [...bars, ...squares];
  assert.notEqual(badge, '');
});

test('16 orders are released, and their tickets are printed here and on a sticker printer', async () => {
  const { operator } = shop;
  const admin = await office.signedIn();

  await operator.send('PUT', '/articles/ST-CREATOR/customs', CUSTOMS);
  for (const [index, orderId] of orderIds.entries())
    await shop.send(orderId, {
      items: [shop.printed(index < PIECES - ORDERS ? 2 : 1)],
      shipping: { address: orderId === 'DAY-3' ? SWISS : address },
    });
  await admin.goto('release');
  await admin.getByRole('button', { name: 'Release all shown…' }).click();
  await admin.getByRole('button', { name: `Release ${ORDERS} orders` }).click();
  await admin.getByText(/Batch \d+ is released/).waitFor();
  const [{ batchId }] = (await operator.get('/batches')).json;

  // Tickets are printed here, and the same tickets on the sticker printer with a reason.
  await admin.goto(`batches/${batchId}`);
  await admin.getByRole('button', { name: 'Print tickets' }).click();
  await admin.locator('[data-run="TICKETS"][data-state="here"]').waitFor();
  const stickerName = (await operator.get('/printers')).json.find(
    ({ printerId }: { printerId: string }) => printerId === stickers.printerId,
  ).name;
  await admin.getByRole('combobox', { name: 'Printer' }).click();
  await admin.getByRole('option', { name: stickerName }).click();
  await admin.getByRole('button', { name: 'Print tickets' }).click();
  await admin.getByRole('dialog').getByRole('button', { name: 'Print', exact: true }).click();
  await admin.getByRole('dialog').waitFor({ state: 'detached' });
  const pieces = (await Promise.all(orderIds.map(codesOf))).flat();
  assert.equal(pieces.length, PIECES);
  await eventually(async () => {
    await printAll();
    return stickers.taken.join('').split('^XA').length - 1;
  }, PIECES);
});

test('every piece is made, and one is rejected at the check and made again', async () => {
  ada = await shop.badgeOf('Ada Lovelace');
  const pieces = (await Promise.all(orderIds.map(codesOf))).flat();
  const press = await deskAt('Press 1', ['make'], 'make', badge);
  for (const code of pieces) await press.done(code);
  await press.done(PASS);
  const check = await deskAt('Check 1', ['check'], 'check', ada);
  const [bad = ''] = await codesOf('DAY-5');
  await check.done(bad);
  await check.asks(commandOf('REJECT_PIECE'), 'REJECT_REASON');
  await check.done(commandOf('REJECT', 'SMEAR'));
  const [successor = ''] = await codesOf('DAY-5');
  assert.notEqual(successor, bad);
  await press.done(successor);
  await press.done(PASS);
  const good = (await Promise.all(orderIds.map(codesOf))).flat();
  for (const code of good) await check.done(code);
  await check.done(PASS);
});

test('two tables pack all orders, and one takes over a parcel that the other left', async () => {
  const { operator } = shop;
  const grace = await shop.badgeOf('Grace Hopper');
  const printers = [stickers, sheets];
  const first = await deskOf(await stationWith(operator, 'Table 1', printers), 'pack', ada);
  const second = await deskOf(await stationWith(operator, 'Table 2', printers), 'pack', grace);
  const [half = '', rest = ''] = await codesOf('DAY-1');
  await first.done(half);
  await first.done(commandOf('PUT_ASIDE'));
  const [third = ''] = await codesOf('DAY-3');
  await first.asks(third, 'TRACKING');
  await second.asks(rest, 'TRACKING');
  await eventually(() => packedOn(second.page), ['2 of 2']);
  const ship = async (desk: ScanningDesk, tracking: string) => {
    const { parcel } = await desk.done(tracking);
    parcels.push(parcel.code);
  };
  await ship(first, 'RR123456785CH');
  await ship(second, 'JD014600006281230804');
  for (const [index, orderId] of orderIds.entries()) {
    if (['DAY-1', 'DAY-3'].includes(orderId)) continue;
    const desk = index % 2 === 0 ? first : second;
    const codes = await codesOf(orderId);
    for (const code of codes.slice(0, -1)) await desk.done(code);
    await desk.asks(codes.at(-1) ?? '', 'TRACKING');
    await ship(desk, `JD0146000062812${String(31_000 + index)}`);
  }
  await printAll();
  await printAll();
  for (const orderId of orderIds) assert.equal((await shop.orderOf(orderId)).status, 'SHIPPED', orderId);
  // The office printer has the customs form with the sender of the settings, and a slip for each order.
  const texts: string[] = [];
  for (const paper of sheets.taken) for (const { text } of await readPages(paper)) texts.push(text);
  const forms = texts.filter((text) => /CN ?22/.test(text));
  assert.equal(forms.length, 1);
  assert.match(forms[0] ?? '', /Musterstraße 12 20095 Hamburg/);
  for (const orderId of orderIds)
    assert.equal(
      texts.filter((text) => new RegExp(`\\b${orderId}\\b(?!\\d)`).test(text) && !/CN ?22/.test(text)).length > 0,
      true,
      orderId,
    );
});

test('the driver gets a list of all parcels, and no problem is left', async () => {
  const handOver = await deskOf(await stationWith(shop.operator, 'Gate', [sheets]), 'hand-over', ada);
  const { page: desk } = handOver;
  await desk.getByRole('heading', { name: 'Scan a parcel' }).waitFor();
  for (const code of parcels) await handOver.scan(code);
  await desk.locator(`[data-parcels="${ORDERS}"]`).waitFor();
  await handOver.scan(PASS);
  await desk.getByText(`${ORDERS} parcels, none missing.`).waitFor();
  await desk.getByText(/^The list was sent to the printer /).waitFor();
  await printAll();
  const list = (await readPages(sheets.taken.at(-1) ?? Buffer.alloc(0))).map(({ text }) => text).join(' ');
  for (const orderId of orderIds) assert.match(list, new RegExp(`\\b${orderId}\\b`));
  const { json: problems } = await shop.operator.get('/problems');
  assert.deepEqual(problems, []);
});
