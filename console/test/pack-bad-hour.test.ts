import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Address, BLANK, customItem, item } from '../../src/orders/test-support/sample-orders.ts';
import {
  type ListeningPrinter,
  labelPrinter,
  officePrinter,
  openPaperBench,
  type PaperBench,
  stationWith,
} from '../../test/support/paper-bench.ts';
import { newSampleShop, type SampleShop } from '../../test/support/sample-shop.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { newPackingScene, type PackingScene } from './support/packing-scene.ts';
import { scan } from './support/scanner.ts';

const SCANS = '**/operator/v1/scans';
const EAN = '4006381333931';
const SHELF = 1_000;
/** A country without a customs form. */
const address: Address = {
  personName: 'Ada Lovelace',
  street: 'Musterstraße 1',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
};

let office: TestConsole;
let shop: SampleShop;
let scene: PackingScene;
let bench: PaperBench;
let labels: ListeningPrinter;
let sheets: ListeningPrinter;
let endpointId: string;
before(async () => {
  office = await startConsole({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  const { server } = office;
  shop = await newSampleShop(server);
  scene = await newPackingScene(office, shop);
  const { operator, customer } = shop;
  bench = openPaperBench(server, server);
  labels = await labelPrinter(server, operator);
  sheets = await officePrinter(server, operator);
  await operator.send('POST', `/stock/ARTICLE/${BLANK}/set`, { quantity: SHELF });
  await operator.send('POST', `/stock/PRODUCT/${EAN}/set`, { quantity: SHELF });
  await operator.send('PUT', '/bins', { count: 8 });
  const endpoint = { url: 'https://shop.example.com/hooks', types: ['order.shipped'] };
  const made = await customer.send('/v1/webhook-endpoints', endpoint);
  endpointId = made.json.endpointId;
  assert.ok(endpointId, made.text);
});
afterEach(() => office.endTest());
after(() => office.close());

const counts = (page: Page) => page.locator('[data-packed]').evaluateAll((all) => all.map((one) => one.textContent));
const countOfPerson = (page: Page) =>
  page
    .getByTitle(/^Pieces that you finished here today/)
    .locator('strong')
    .textContent();
const waits = (page: Page, count: number) => page.locator(`[data-waiting="${count}"]`).waitFor();
const asksForTracking = (page: Page) => page.getByText('Scan the tracking number').waitFor();
const isShipped = (page: Page) => page.getByRole('heading', { name: 'Shipped' }).waitFor();
const printed = (quantity: number) => ({
  ...customItem({ prints: [{ dataUrl: `${shop.files}/art.png`, location: 'FRONT', technology: 'DTG' }] }),
  quantity,
});
const orderOf = async (orderId: string) => (await shop.customer.read(orderId)).json;

/** Makes the papers and sends them to both printers. Runs twice, because finished work is not repeated. */
async function printAll(): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await bench.draw();
    await bench.print(labels.printerId);
    await bench.print(sheets.printerId);
  }
}

/** Reads the packed pieces, parcels and print jobs of the order. */
async function recordOf(orderId: string) {
  const read = async (text: string) => (await office.server.pool.query(text, [orderId])).rows;
  return {
    packed: (
      await read(`select code from piece_events where order_id = $1 and type = 'piece.packed' order by event_id`)
    ).map(({ code }) => code),
    parcels: await read(
      'select parcel, state, tracking_number as tracking from parcels where order_id = $1 order by parcel',
    ),
    jobs: (await read('select kind from print_jobs where order_id = $1 order by kind')).map(({ kind }) => kind),
  };
}

test('without a network nothing shows as packed, scans wait visibly in order, and then each counts once: one parcel, one print, one shipment', async () => {
  await shop.send('CUT-1', { items: [printed(2), item({ quantity: 2 })], shipping: { address } });
  const [first = '', second = ''] = await scene.released('CUT-1');
  const bin = await scene.inBin(first, second);
  const station = await stationWith(shop.operator, 'Pack cut', [labels, sheets]);
  const page = await scene.atPacking('Grace Hopper', { station });
  await scan(page, bin);
  await eventually(() => counts(page), ['0 of 4']);
  await scan(page, first);
  await eventually(() => counts(page), ['1 of 4']);
  const [labelsBefore, sheetsBefore] = [labels.taken.length, sheets.taken.length];

  await page.route(SCANS, (route) => route.abort());
  const scanned = [second, EAN, EAN];
  for (const code of scanned) await scan(page, code);
  await waits(page, 3);
  await page.getByText('The server does not answer').waitFor();
  assert.deepEqual(await page.getByRole('status').getByRole('listitem').allTextContents(), scanned);
  assert.deepEqual(await counts(page), ['1 of 4']);
  await eventually(() => countOfPerson(page), '1');
  assert.deepEqual(await recordOf('CUT-1'), {
    packed: [first],
    parcels: [{ parcel: 1, state: 'OPEN', tracking: null }],
    jobs: [],
  });
  // The tracking number waits behind them, also after a reload, and is not taken for a product.
  await page.reload();
  await waits(page, 3);
  assert.deepEqual(await page.getByRole('status').getByRole('listitem').allTextContents(), scanned);
  await scan(page, 'JD014600006281230801');
  await waits(page, 4);
  await page.unroute(SCANS);
  await isShipped(page);
  await page.locator('[data-waiting]').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('alert').count(), 0);
  await eventually(() => countOfPerson(page), '4');
  await printAll();
  for (const kind of ['LABEL', 'SLIP']) await page.locator(`[data-paper="${kind}"][data-state="printed"]`).waitFor();
  assert.deepEqual([labels.taken.length, sheets.taken.length], [labelsBefore + 1, sheetsBefore + 1]);

  await page.reload();
  await isShipped(page);
  await printAll();
  assert.deepEqual([labels.taken.length, sheets.taken.length], [labelsBefore + 1, sheetsBefore + 1]);
  assert.deepEqual(await recordOf('CUT-1'), {
    packed: [first, second],
    parcels: [{ parcel: 1, state: 'SHIPPED', tracking: 'JD014600006281230801' }],
    jobs: ['label', 'slip'],
  });
  const order = await orderOf('CUT-1');
  assert.deepEqual([order.status, order.shipments.length], ['SHIPPED', 1]);

  // The office sees one webhook to the client.
  const desk = await office.signedIn({ role: 'office' });
  await desk.goto(`webhooks/${shop.clientId}/${endpointId}`);
  await desk.locator('tr[data-delivery]').getByRole('link', { name: 'CUT-1', exact: true }).waitFor();
  const told = desk.locator('tr[data-delivery]').filter({ hasText: 'CUT-1' });
  assert.equal(await told.count(), 1);
});

test('a lost answer to the last piece or the tracking number creates no second parcel or label', async () => {
  await shop.send('LOST-1', { items: [printed(2)], shipping: { address } });
  const [first = '', second = ''] = await scene.released('LOST-1');
  const bin = await scene.inBin(first, second);
  const station = await stationWith(shop.operator, 'Pack lost', [labels, sheets]);
  const page = await scene.atPacking('Mary Jackson', { station });
  await scan(page, bin);
  await scan(page, first);
  await eventually(() => counts(page), ['1 of 2']);
  const labelsBefore = labels.taken.length;
  const answers: unknown[] = [];
  /** The server handles the first request, but its answer is lost. The second one is answered. */
  const loseOnce = async () => {
    let isLost = false;
    await page.unroute(SCANS);
    await page.route(SCANS, async (route) => {
      const answer = await route.fetch();
      answers.push(answer.status());
      if (isLost) return route.fulfill({ response: answer });
      isLost = true;
      await route.abort();
    });
  };
  await loseOnce();
  await scan(page, second);
  await asksForTracking(page);
  await eventually(() => counts(page), ['2 of 2']);
  assert.deepEqual(answers, [200, 200]);
  assert.equal(await page.getByRole('alert').count(), 0);
  await printAll();
  await page.locator('[data-paper="LABEL"][data-state="printed"]').waitFor();
  await loseOnce();
  await scan(page, 'JD014600006281230802');
  await isShipped(page);
  assert.deepEqual(answers, [200, 200, 200, 200]);
  assert.equal(await page.getByRole('alert').count(), 0);
  await printAll();
  assert.equal(labels.taken.length, labelsBefore + 1);
  assert.deepEqual(await recordOf('LOST-1'), {
    packed: [first, second],
    parcels: [{ parcel: 1, state: 'SHIPPED', tracking: 'JD014600006281230802' }],
    jobs: ['label', 'slip'],
  });
  assert.equal((await orderOf('LOST-1')).shipments.length, 1);
});

test('papers are printed once by the browser, even after a lost answer and a reload', async () => {
  await shop.send('HERE-1', { items: [printed(1)], shipping: { address } });
  const [piece = ''] = await scene.released('HERE-1');
  const station = await stationWith(shop.operator, 'Pack here', []);
  const page = await scene.atPacking('Joan Clarke', { station });
  await page.addInitScript(() => {
    window.print = () => {};
  });
  await page.reload();
  await page.getByText('Scan a bin, a piece or an order').waitFor();
  let takes = 0;
  await page.route('**/print-jobs/*/take', async (route) => {
    takes += 1;
    const isLost = takes === 1;
    const answer = await route.fetch();
    return isLost ? route.abort() : route.fulfill({ response: answer });
  });
  const documents: string[] = [];
  page.on('response', (response) => {
    if (response.ok() && response.url().endsWith('/document')) documents.push(response.url());
  });
  await scan(page, piece);
  await asksForTracking(page);
  await bench.draw();
  for (const kind of ['LABEL', 'SLIP']) await page.locator(`[data-paper="${kind}"][data-state="sending"]`).waitFor();
  await eventually(async () => documents.length, 2);
  assert.equal(new Set(documents).size, 2);
  // One of them was requested twice.
  assert.equal(takes, 3);

  await page.reload();
  await asksForTracking(page);
  for (const kind of ['LABEL', 'SLIP']) {
    const paper = page.locator(`[data-paper="${kind}"]`);
    await paper.getByRole('button', { name: 'It was printed' }).click();
    await page.locator(`[data-paper="${kind}"][data-state="printed"]`).waitFor();
  }
  await scan(page, 'JD014600006281230803');
  await isShipped(page);
  assert.deepEqual([takes, documents.length], [3, 2]);
  assert.deepEqual((await recordOf('HERE-1')).jobs, ['label', 'slip']);
});
