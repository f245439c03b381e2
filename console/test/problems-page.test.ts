import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type FloorScene, newFloorScene } from '../../test/support/floor-scene.ts';
import { openPaperBench, type PaperBench } from '../../test/support/paper-bench.ts';
import { assertAccessible, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

const SWISS = {
  personName: 'Zoë Müller',
  street: 'Bahnhofstrasse 12a',
  city: 'Zürich',
  postalCode: '8001',
  country: 'CH',
};

let office: TestConsole;
let floor: FloorScene;
let bench: PaperBench;
before(async () => {
  office = await startConsole({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  floor = await newFloorScene(office.server);
  bench = openPaperBench(office.server, office.server);
});
afterEach(() => office.endTest());
after(() => office.close());

test('a parcel without a label is a problem until its article is mended; its label prints from the list, and it is shipped there', async () => {
  await floor.order('CH-1', { 'TEE-BLK-M': 1 }, 0, { shipping: { address: SWISS } });
  const { codes } = await floor.release('CH-1');
  await floor.scan('PACK', codes[0] ?? '');
  const page = await office.signedIn({ role: 'office' });
  await page.goto('today');
  const number = page.locator('[data-number="noLabel"]');
  await eventually(() => number.locator('b').innerText(), '1');
  await number.click();
  const row = page.locator('tr[data-problem="NO_LABEL"]');
  await row.getByText(/the HS code is missing for TEE-BLK-M/).waitFor();
  assert.match(page.url(), /problems\?kind=NO_LABEL$/);
  await row.getByRole('button', { name: 'Print label' }).click();
  await row
    .getByRole('alert')
    .getByText(/HS code is missing/)
    .waitFor();
  const customs = {
    hsCode: '610910',
    countryOfOrigin: 'BD',
    weightGrams: 180,
    customsDescription: 'T-shirt',
  };
  await floor.operator.send('PUT', '/articles/TEE/customs', customs);
  await row.getByRole('link', { name: 'Edit TEE-BLK-M' }).first().click();
  await page.waitForURL(/catalogue\?q=TEE-BLK-M&type=BLANK$/);
  await page.getByText('Organic tee').first().waitFor();
  await page.goBack();
  await row.getByRole('button', { name: 'Print label' }).click();
  await row.getByText(/Label: being made/).waitFor();
  await bench.draw();
  await row.getByText(/Label: waiting for the printer/).waitFor();
  await row.getByRole('button', { name: 'Ship…' }).click();
  await page.getByLabel('Tracking number (if any)').fill('RR123456785CH');
  await page.keyboard.press('Enter');
  await page.getByText('No matching problems.').waitFor();
  const { status, shipping } = (await floor.customer.read('CH-1')).json;
  assert.deepEqual([status, shipping.trackingNumber], ['SHIPPED', 'RR123456785CH']);
});

test('the pick list of a batch has as many as its pieces; its papers are printed and can be opened', async () => {
  await floor.order('PAPER-1', { 'TEE-BLK-L': 2, 'TEE-SAND-M': 1 });
  await floor.order('PAPER-2', { 'TEE-BLK-L': 1 });
  const { batchId, codes } = await floor.release('PAPER-1', 'PAPER-2');
  const page = await office.signedIn({ screen: TABLET_SCREEN, dark: true });
  await page.goto(`batches/${batchId}`);
  const needed = page.locator('[data-needed]');
  await needed.first().waitFor();
  const picked = (await needed.allInnerTexts()).map(Number);
  assert.equal(
    picked.reduce((sum, one) => sum + one, 0),
    codes.length,
  );
  const link = page.getByRole('link', { name: 'Tickets (stickers)' });
  assert.match((await link.getAttribute('href')) ?? '', /\/papers\/tickets$/);
  await page.getByRole('button', { name: 'Print pick list' }).click();
  await page.locator('[data-run="PICK_LIST"]').waitFor();
  await assertAccessible(page);
});
