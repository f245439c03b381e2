import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, test } from 'node:test';
import type { Download } from 'playwright-core';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { customItem, item } from '../../src/orders/test-support/sample-orders.ts';
import { commandSheet } from '../../src/production/command-codes.ts';
import { assigned, newOperator, type Operator } from '../../test/support/operator.ts';
import { assertAccessible, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { scan } from './support/scanner.ts';

const EAN = '4006381333931';
const SKU = customItem().customProduct?.sku ?? '';
const FORMULA = '=1+1';
const MARKUP = '<img src=x onerror=alert(1)>';

let office: TestConsole;
let operator: Operator;
let customer: Customer;
before(async () => {
  office = await startConsole();
  const { server } = office;
  operator = await newOperator(server);
  customer = await newCustomer(server);
  for (const path of [`/stock/PRODUCT/${EAN}/set`, `/stock/ARTICLE/${SKU}/set`])
    await operator.send('POST', path, { quantity: 1_000 });
  await operator.send('PUT', '/carriers/dhl-paket', { name: 'DHL Paket' });
  await operator.send('PUT', `/clients/${customer.clientId}/carriers/dhl-paket`, { default: true });
  const sheet = { mediaTypes: ['application/pdf'], mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 300 };
  await operator.send('POST', '/printers', {
    name: 'Office',
    kind: 'ipp',
    address: 'ipp://10.0.0.7/print',
    ...sheet,
  });
});
afterEach(() => office.endTest());
after(() => office.close());

const commandOf = (name: string) => commandSheet().find(({ command }) => command === name)?.code ?? '';
const keyOf = (orderId: string) => ({ clientId: customer.clientId, orderId });

const contentOf = async (file: Download) => buffer(await file.createReadStream());

/** Packs an order for an address in Switzerland. Returns the code of its parcel. */
async function packed(orderId: string): Promise<string> {
  const address = { personName: 'Ada', street: 'Weg 1', city: 'Bern', postalCode: '3000', country: 'CH' };
  await assigned(office.server, customer, { orderId, items: [item({ quantity: 1 })], shipping: { address } });
  await operator.send('POST', '/batches', { orders: [keyOf(orderId)] });
  const { rows } = await office.server.pool.query(
    'select code from production_orders where client_id = $1 and order_id = $2',
    [customer.clientId, orderId],
  );
  let context: object = { work: 'PACK' };
  let parcel = '';
  for (const code of [rows[0].code, EAN, commandOf('NO_TRACKING')]) {
    const sent = { id: randomUUID(), station: 'pack-1', code, context };
    const { json } = await operator.send('POST', '/scans', sent);
    context = json.next;
    parcel = json.parcel?.code ?? parcel;
  }
  await office.server.pool.query(`update parcels set state = 'SHIPPED' where code = $1`, [parcel]);
  return parcel;
}

test('parcels are scanned into the list of their carrier, the missing one is named, closing asks once, and the list is printed once', async () => {
  const first = await packed(FORMULA);
  const second = await packed(MARKUP);
  const paper = { kind: 'ipp', address: 'ipp://127.0.0.1:9/ipp/print', dotsPerInch: 300 };
  const addPrinter = (name: string, size: object) => operator.send('POST', '/printers', { ...paper, name, ...size });
  const bench = (await addPrinter('Bench', { mediaWidthMm: 210, mediaHeightMm: 297 })).json;
  const { stationId } = (await operator.send('POST', '/stations', { name: 'Pack 9', kinds: ['pack'] })).json;
  await operator.send('PATCH', `/stations/${stationId}`, { printers: [bench.printerId] });
  await addPrinter('Labels', { mediaWidthMm: 101.6, mediaHeightMm: 152.4 });
  const page = await office.signedIn({ role: 'office' });
  await page.goto('station/hand-over');
  await page.getByRole('heading', { name: 'Scan a parcel' }).waitFor();
  await scan(page, first);
  await page.locator('[data-parcels="1"]').waitFor();
  await page.getByText('DHL Paket').first().waitFor();
  await page.locator(`[data-missing="${second}"]`).getByText(MARKUP).waitFor();
  await scan(page, first);
  await page.locator('[role="alert"][data-kind="ALREADY_DONE"]').getByText(FORMULA).waitFor();
  await scan(page, commandOf('PASS'));
  await page.getByRole('heading', { name: 'Close the list without the missing parcels?' }).waitFor();
  await page.getByRole('button', { name: 'Continue scanning' }).click();
  await scan(page, second);
  await page.locator('[data-parcels="2"]').waitFor();
  await scan(page, commandOf('PASS'));
  await page.getByText('2 parcels, none missing.').waitFor();
  await page.getByText('The list was sent to the printer Office.').waitFor();
  // Other printers are for another station, or too small.
  await eventually(() => page.getByRole('button', { name: /^Print on/ }).count(), 1);
  const { json: jobs } = await operator.get('/print-jobs');
  assert.deepEqual(
    jobs.map(({ kind, title }: { kind: string; title: string }) => [kind, title.startsWith('Hand-over list')]),
    [['hand-over', true]],
  );

  await page.goto('hand-overs');
  const row = page.locator('[data-list]').first();
  await row.getByText('DHL Paket').waitFor();
  await assertAccessible(page);
  await row.getByRole('link').click();
  await page.locator(`[data-parcel="${second}"]`).getByText(MARKUP).waitFor();
  await page.getByRole('button', { name: `Remove ${second}` }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill('The driver left it behind.');
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.locator(`[data-parcel="${second}"]`).waitFor({ state: 'detached' });
  await page.locator(`[data-parcel="${first}"]`).waitFor();
  const [csv] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Customs data (CSV)' }).click(),
  ]);
  const lines = (await contentOf(csv)).toString().split('\r\n');
  assert.match(lines[1] ?? '', new RegExp(`^${first},,"'=1\\+1",Ada,`));
  const [pdf] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'List as PDF' }).click(),
  ]);
  assert.equal((await contentOf(pdf)).subarray(0, 5).toString(), '%PDF-');
});

test('a return is booked by the scan of its piece, its blank is written off, and the report and the history tell of it', async () => {
  const orderId = 'BACK-1';
  await assigned(office.server, customer, { orderId, items: [{ ...customItem(), quantity: 2 }] });
  await operator.send('POST', '/batches', { orders: [keyOf(orderId)] });
  const [piece] = (await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`)).json;
  await operator.work(customer.clientId, orderId, 'ship', { parcels: [{ trackingNumber: 'BACK-TRACK' }] });
  const page = await office.signedIn({ role: 'office', screen: TABLET_SCREEN, dark: true });
  await page.goto('returns');
  await page.getByRole('heading', { name: 'Book return' }).waitFor();
  await scan(page, piece.code);
  const row = page.locator('[data-item="1"]');
  await row.waitFor();
  assert.equal(await row.getByLabel(/^Pieces of/).inputValue(), '1');
  await row.getByLabel(/^Reason/).selectOption('PRINT_DEFECT');
  await row.getByLabel(/^Note/).fill(FORMULA);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Book return' }).click();
  await page.getByRole('status').getByText('Booked: 1 of order BACK-1.').waitFor();
  const listed = page.locator('[data-return]').first();
  await listed.getByText(piece.code).waitFor();
  await listed.getByText('Written off').waitFor();
  const { json: movements } = await operator.get(`/stock/ARTICLE/${SKU}/movements`);
  assert.deepEqual(
    movements
      .slice(0, 2)
      .map(({ reason, onHandChange }: { reason: string; onHandChange: number }) => [reason, onHandChange]),
    [
      ['scrapped', -1],
      ['returned', 1],
    ],
  );
  await listed.getByRole('link').click();
  await page.getByText('Return booked', { exact: true }).waitFor();
  await page.goto('reports');
  await page.getByRole('heading', { name: 'On time' }).waitFor();
  await page.getByRole('img', { name: /Orders shipped by day/ }).waitFor();
});
