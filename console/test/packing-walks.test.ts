import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Address, BLANK, customItem, item } from '../../src/orders/test-support/sample-orders.ts';
import { readCodes, readPages } from '../../src/papers/test-support/read-papers.ts';
import { makePdf } from '../../src/platform/files/test-support/sample-files.ts';
import { commandOf } from '../../test/support/floor-scene.ts';
import {
  type ListeningPrinter,
  labelPrinter,
  officePrinter,
  openPaperBench,
  type PaperBench,
  stationWith,
} from '../../test/support/paper-bench.ts';
import { newSampleShop, type SampleShop } from '../../test/support/sample-shop.ts';
import { assertAccessible, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { newPackingScene, type PackingScene } from './support/packing-scene.ts';
import { scan } from './support/scanner.ts';

const EAN = '4006381333931';
const SHELF = 1_000;
const STAYS_MS = 10_000;
const SWISS: Address = {
  personName: 'Zoë Müller',
  street: 'Bahnhofstrasse 12a',
  city: 'Zürich',
  postalCode: '8001',
  country: 'CH',
};

let office: TestConsole;
let shop: SampleShop;
let bench: PaperBench;
let labels: ListeningPrinter;
let sheets: ListeningPrinter;
let scene: PackingScene;
let stationId: string;
before(async () => {
  office = await startConsole({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  const { server } = office;
  shop = await newSampleShop(server);
  const { operator } = shop;
  bench = openPaperBench(server, server);
  labels = await labelPrinter(server, operator);
  sheets = await officePrinter(server, operator);
  stationId = await stationWith(operator, 'Pack 1', [labels, sheets]);
  scene = await newPackingScene(office, shop);
  await operator.send('POST', `/stock/ARTICLE/${BLANK}/set`, { quantity: SHELF });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: SHELF });
  await operator.send('PUT', '/bins', { count: 8 });
});
afterEach(() => office.endTest());
after(() => office.close());

/** Opens the packing page at a station and signs a person on. */
const atPacking = (who: string, options: Partial<Parameters<PackingScene['atPacking']>[1]> = {}) =>
  scene.atPacking(who, { station: stationId, ...options });
const printed = (quantity: number) => ({
  ...customItem({ prints: [{ dataUrl: `${shop.files}/art.png`, location: 'FRONT', technology: 'DTG' }] }),
  quantity,
});
const orderOf = async (orderId: string) => (await shop.customer.read(orderId)).json;
const counts = (page: Page) => page.locator('[data-packed]').evaluateAll((all) => all.map((one) => one.textContent));
const refusal = (page: Page, kind: string) => page.locator(`[role="alert"][data-kind="${kind}"]`);

/** Makes the papers and sends them to both printers. */
async function printAll(): Promise<void> {
  await bench.draw();
  await bench.print(labels.printerId);
  await bench.print(sheets.printerId);
}

test('a bin is packed by scan: a wrong piece stays refused, the last right one prints the papers, and the tracking number ships it', async () => {
  const [labelPdf, slipPdf] = [makePdf(), Buffer.concat([makePdf(), Buffer.from('% slip\n')])];
  shop.serve('/own-label.pdf', () => labelPdf);
  shop.serve('/own-slip.pdf', () => slipPdf);
  const shipping = { shippingLabelUrl: `${shop.files}/own-label.pdf` };
  const changes = {
    items: [printed(2), item({ quantity: 1 })],
    packingSlip: `${shop.files}/own-slip.pdf`,
  };
  await shop.send('OWN-1', { ...changes, shipping });
  await shop.send('OWN-2', { items: [printed(1)], shipping });
  const [first = '', second = ''] = await scene.released('OWN-1');
  const [foreign = ''] = await scene.released('OWN-2');
  const bin = await scene.inBin(first, second);
  const page = await atPacking('Grace Hopper');
  await page.getByText('Grace Hopper').first().waitFor();

  await scan(page, bin);
  await page.getByRole('heading', { name: 'Order OWN-1' }).waitFor();
  await eventually(() => counts(page), ['0 of 3']);
  await scan(page, first);
  await eventually(() => counts(page), ['1 of 3']);
  await scan(page, foreign);
  await refusal(page, 'FOREIGN')
    .getByText(/OWN-2.*OWN-1/)
    .waitFor();
  const expected = page.getByRole('region', { name: 'Still missing' });
  await expected.getByText('1 × Creator Tee, Black, M').waitFor();
  await eventually(() => page.locator('[data-sound]').first().getAttribute('data-sound'), 'foreign');
  await page.waitForTimeout(STAYS_MS);
  assert.equal(await refusal(page, 'FOREIGN').count(), 1);
  await scan(page, first);
  await refusal(page, 'ALREADY_DONE')
    .getByText(/Already in parcel 1/)
    .waitFor();
  assert.deepEqual(await counts(page), ['1 of 3']);
  await assertAccessible(page);

  const before = sheets.taken.length;
  await scan(page, second);
  await scan(page, EAN);
  await page.getByText('Scan the tracking number').waitFor();
  assert.equal(await page.getByRole('alert').count(), 0);
  await printAll();
  const taken = sheets.taken.slice(before).map((pdf) => pdf.toString('latin1'));
  assert.deepEqual(taken.sort(), [labelPdf, slipPdf].map((pdf) => pdf.toString('latin1')).sort());
  for (const kind of ['LABEL', 'SLIP'])
    await page.locator(`[data-paper="${kind}"][data-state="printed"]`).getByText('from the client').waitFor();
  await scan(page, 'JD014600006281230704');
  await page.getByRole('heading', { name: 'Shipped' }).waitFor();
  const order = await orderOf('OWN-1');
  assert.deepEqual([order.status, order.shipping.trackingNumber], ['SHIPPED', 'JD014600006281230704']);
  const bins = (await shop.operator.get('/bins')).json;
  assert.equal(
    bins.some(({ orderId }: { orderId?: string }) => orderId === 'OWN-1'),
    false,
  );

  // The next scan opens the next order.
  await scan(page, foreign);
  await page.getByRole('heading', { name: 'Order OWN-2' }).waitFor();
  await page.getByText('Scan the tracking number').waitFor();
  await scan(page, 'JD014600006281230705');
  await eventually(async () => (await orderOf('OWN-2')).status, 'SHIPPED');
});

test('a parcel to Switzerland without customs data gets its label once the article has the data, and a printer that was off prints once', async () => {
  const { operator } = shop;
  await shop.send('CH-1', { items: [printed(1)], shipping: { address: SWISS } });
  await shop.send('DE-1', {
    items: [printed(1)],
    shipping: { address: { ...SWISS, country: 'DE', postalCode: '10115' } },
  });
  const [piece = ''] = await scene.released('CH-1');
  const [other = ''] = await scene.released('DE-1');
  const page = await atPacking('Mary Jackson');
  await scan(page, piece);
  await page.getByRole('heading', { name: 'Packed, no label' }).waitFor();
  await page
    .getByText(/HS code is missing for ST-CREATOR/)
    .first()
    .waitFor();
  const code = (await page.locator('[data-parcel]').getAttribute('data-parcel')) ?? '';

  const customs = {
    hsCode: '610910',
    countryOfOrigin: 'BD',
    weightGrams: 180,
    customsDescription: 'T-shirt, cotton',
  };
  assert.equal((await operator.send('PUT', '/articles/ST-CREATOR/customs', customs)).status, 200);
  const [tickets, forms] = [labels.taken.length, sheets.taken.length];
  assert.equal((await operator.send('POST', `/parcels/${code}/label`, {})).status, 200);
  await printAll();
  const lines = (await readPages(sheets.taken.at(-1)!))[0]?.text ?? '';
  assert.ok(sheets.taken.length > forms);
  assert.match(lines, /CN 22.*T-shirt, cotton/);
  const { api } = await (await import('zpl-renderer-js')).ready;
  const zpl = labels.taken
    .slice(tickets)
    .map((one) => one.toString('utf8'))
    .find((one) => one.includes('SWITZERLAND'));
  assert.match(zpl ?? '', /8001 Zürich/);
  const png = Buffer.from(await api.zplToBase64Async(zpl ?? '', 101.6, 152.4, 8), 'base64');
  assert.deepEqual((await readCodes(png)).bars, [code]);
  const left = await operator.send('POST', `/parcels/${code}/ship`, { trackingNumber: 'RR123456785CH' });
  assert.equal(left.json.state, 'SHIPPED');

  await labels.off();
  const count = labels.taken.length;
  await scan(page, other);
  await page.getByText('Scan the tracking number').waitFor();
  await printAll();
  await page
    .locator('[data-paper="LABEL"][data-state="queued"]')
    .getByText('The printer refuses the connection')
    .waitFor();
  await labels.on();
  office.server.time.now = new Date(Date.now() + 120_000);
  await printAll();
  await printAll();
  office.server.time.now = undefined;
  await page.locator('[data-paper="LABEL"][data-state="printed"]').waitFor();
  assert.equal(labels.taken.length, count + 1);
  await page.locator('[data-paper="LABEL"]').getByRole('button', { name: 'Print again…' }).click();
  await page.getByRole('heading', { name: 'Why print the label again?' }).waitFor();
  await page.getByRole('button', { name: /^Printer fault/ }).click();
  await page.getByRole('heading', { name: 'Why print the label again?' }).waitFor({ state: 'detached' });
  await printAll();
  assert.equal(labels.taken.length, count + 2);
  await scan(page, commandOf('NO_TRACKING'));
  await page.getByRole('heading', { name: 'Shipped' }).waitFor();
});

test('a cancellation request interrupts packing until it is rejected or accepted, and a changed order refuses its old tickets', async () => {
  const { operator, clientId, customer } = shop;
  for (const orderId of ['STOP-1', 'STOP-2', 'STOP-3']) await shop.send(orderId, { items: [printed(2)] });
  const [first = '', second = ''] = await scene.released('STOP-1');
  const [third = '', fourth = ''] = await scene.released('STOP-2');
  const old = await scene.released('STOP-3');
  const page = await atPacking('Ada King');
  await scan(page, first);
  await eventually(() => counts(page), ['1 of 2']);
  await customer.cancel('STOP-1');
  await scan(page, second);
  await refusal(page, 'ASKED_TO_CANCEL').waitFor();
  await eventually(() => counts(page), ['1 of 2']);
  const desk = await office.signedIn({ role: 'office' });
  await desk.goto(`orders/${clientId}/STOP-1`);
  await desk.locator(`tr[data-piece="${first}"][data-state="PACKED"]`).waitFor();
  await operator.work(clientId, 'STOP-1', 'cancellation/reject', { reason: 'It is packed.' });
  await scan(page, second);
  await page.getByText('Scan the tracking number').waitFor();
  await scan(page, commandOf('NO_TRACKING'));
  await eventually(async () => (await orderOf('STOP-1')).status, 'SHIPPED');

  await scan(page, third);
  await page.getByRole('heading', { name: 'Order STOP-2' }).waitFor();
  await customer.cancel('STOP-2');
  await operator.work(clientId, 'STOP-2', 'cancellation/accept');
  for (const code of [fourth, third]) {
    await scan(page, code);
    await refusal(page, 'CANCELLED').getByText(code).waitFor();
  }

  await operator.work(clientId, 'STOP-3', 'error', { message: 'The artwork is broken.' });
  await scan(page, old[0] ?? '');
  await refusal(page, 'STOPPED').getByText('The artwork is broken.').waitFor();
  await operator.work(clientId, 'STOP-3', 'reopen');
  await shop.takeIn();
  const fresh = await scene.released('STOP-3');
  await scan(page, old[0] ?? '');
  await refusal(page, 'OLD_TICKET').waitFor();
  await scan(page, fresh[0] ?? '');
  await eventually(() => counts(page), ['1 of 2']);
});

test('an order belongs to its packer until it is taken over, the last piece can be undone, and a partial parcel ships', async () => {
  await shop.send('TWO-1', { items: [printed(3)] });
  const [first = '', second = '', third = ''] = await scene.released('TWO-1');
  const here = await stationWith(shop.operator, 'Pack 3', [labels, sheets]);
  const page = await atPacking('Joan Clarke', { station: here });
  await scan(page, first);
  await scan(page, second);
  await eventually(() => counts(page), ['2 of 3']);
  await page.keyboard.press('u');
  await eventually(() => counts(page), ['1 of 3']);
  const elsewhere = await stationWith(shop.operator, 'Pack 2', [labels, sheets]);
  const other = await atPacking('Kay McNulty', {
    station: elsewhere,
    dark: true,
    language: 'de',
    screen: TABLET_SCREEN,
  });
  await scan(other, second);
  await refusal(other, 'IN_USE')
    .getByText(/Joan Clarke packt diesen Auftrag an Pack 3/)
    .waitFor();
  await assertAccessible(other);
  await other.getByRole('button', { name: 'Paket übernehmen' }).click();
  await eventually(() => counts(other), ['1 von 3']);
  await scan(other, second);
  await eventually(() => counts(other), ['2 von 3']);
  await scan(page, third);
  await refusal(page, 'IN_USE')
    .getByText(/Kay McNulty/)
    .waitFor();
  // An incomplete parcel asks for its number as a full one does, and then to be confirmed.
  await scan(other, commandOf('NEXT_PARCEL'));
  await other.getByRole('heading', { name: 'Sendungsnummer scannen' }).waitFor();
  await scan(other, commandOf('NO_TRACKING'));
  await other.getByRole('heading', { name: 'Das Paket ohne die fehlenden Teile versenden?' }).waitFor();
  await other.getByText('Fehlt noch').waitFor();
  await assertAccessible(other);
  await other.keyboard.press('Space');
  await other.getByRole('heading', { name: 'Versandt' }).waitFor();
  await scan(other, third);
  await other.getByText('Paket 2').first().waitFor();
  await scan(other, commandOf('NO_TRACKING'));
  await eventually(async () => (await orderOf('TWO-1')).shipments.length, 2);
});
