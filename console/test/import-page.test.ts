import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newOperator, type Operator } from '../../test/support/operator.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';

const HOSTILE = '<script>alert(1)</script>';
const EAN = '9900000000001';
const OTHER = '9900000000002';

let office: TestConsole;
let operator: Operator;
let clientId: string;
before(async () => {
  office = await startConsole();
  operator = await newOperator(office.server);
  clientId = (await operator.send('POST', '/clients', { name: 'Zebra Shop' })).json.clientId;
  await operator.send('POST', `/catalog/import?clientId=${clientId}`, catalogue('Mug', 20, EAN, OTHER));
});
afterEach(() => office.endTest());
after(() => office.close());

const catalogue = (name: string, stockLevelQuantity: number, ...ean13s: string[]) => ({
  products: [
    {
      productId: 'ZP-1',
      name,
      variants: ean13s.map((ean13) => ({ ean13, name, color: 'White', size: 'One', stockLevelQuantity })),
    },
  ],
});

async function choose(page: Page, content: unknown): Promise<void> {
  const buffer = Buffer.from(typeof content === 'string' ? content : JSON.stringify(content));
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: `${HOSTILE}.json`, mimeType: 'application/json', buffer });
  await page.getByText(`${HOSTILE}.json, 1 KiB`).waitFor();
}

const look = (page: Page) => page.getByRole('button', { name: 'Check changes' }).click();
const levelOf = async (code: string) => (await operator.get(`/stock/PRODUCT/${code}`)).json;

test('a file shows what it would change, retires and adds; only then is it imported', async () => {
  const page = await office.signedIn();
  await page.goto('import');
  const apply = page.getByRole('button', { name: 'Import now' });
  assert.equal(await apply.getAttribute('aria-description'), 'Check the changes first.');
  await choose(page, catalogue(HOSTILE, 7, EAN, '9900000000003'));
  const client = page.getByRole('combobox', { name: 'Assign products' });
  await client.fill('zebra');
  await page.getByRole('option', { name: 'Zebra Shop' }).click();
  await page.getByLabel('Retire variants').check();
  await look(page);
  const stockLine = page.locator(`tr[data-changed="${EAN} stockLevelQuantity"]`);
  await stockLine.waitFor();
  assert.match(String(await stockLine.textContent()), /stockLevelQuantity207$/);
  await page.locator('tr[data-new="9900000000003"]').waitFor();
  await page.locator(`tr[data-retired="${OTHER}"]`).waitFor();
  await assertAccessible(page);
  assert.equal((await levelOf(EAN)).onHand, 20);

  await apply.click();
  await page.getByText('The import is complete.').waitFor();
  assert.equal((await levelOf(EAN)).onHand, 7);
  assert.ok((await levelOf(OTHER)).retired);
  assert.equal((await levelOf('9900000000003')).name, HOSTILE);
});

test('another file, or another choice, has to be looked at first', async () => {
  const page = await office.signedIn();
  await page.goto('import');
  await choose(page, catalogue('Cup', 5, EAN));
  await look(page);
  await page.getByRole('heading', { name: 'Changes to import' }).waitFor();
  await page.getByLabel('Retire variants').check();
  await page.getByRole('heading', { name: 'Changes to import' }).waitFor({ state: 'detached' });
  const apply = page.getByRole('button', { name: 'Import now' });
  assert.equal(await apply.getAttribute('aria-disabled'), 'true');
});

test('what is wrong with a file is told place by place, in the words of the server', async () => {
  const page = await office.signedIn();
  await page.goto('import');
  await choose(page, { products: [{ productId: 'P', nmae: HOSTILE }], carriers: [{ carrierId: '' }] });
  await look(page);
  const fault = page.locator('tr[data-fault="/products/0/nmae"]');
  await fault.waitFor();
  assert.match(String(await fault.textContent()), /Did you mean "name"/);
  await choose(page, 'no JSON');
  await look(page);
  await page.getByRole('alert').waitFor();
});

test('CSV files of a folder are looked at and imported; every bad row of one is told, and saved to be mended', async () => {
  const page = await office.signedIn();
  await page.goto('import');
  const csv = (name: string, ...lines: string[]) => ({
    name,
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  });
  const header = 'ean13,productId,name,color,size,stockLevelQuantity';
  const products = csv('products.csv', 'productId,name', 'CSV-1,Plate');
  const chosen = (...files: ReturnType<typeof csv>[]) => page.locator('input[type=file]').first().setInputFiles(files);
  await chosen(products, csv('catalogue.json', '{}'));
  await page.getByRole('alert').getByText('either CSV files or one JSON file').waitFor();
  const bad = Array.from({ length: 210 }, (_, n) => `99444444${n},CSV-1,Plate,White,One,x`);
  await chosen(products, csv('Teller (2).csv', header, ...bad));
  await look(page);
  await page.getByRole('alert', { name: '210 errors' }).waitFor();
  await page.locator('tr[data-fault="Teller (2).csv line 2, column stockLevelQuantity"]').waitFor();
  await page.getByText('The first 200 of 210.').waitFor();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save errors as CSV file' }).click(),
  ]);
  const saved = await text(await download.createReadStream());
  assert.match(saved, /"Teller \(2\).csv line 211, column stockLevelQuantity"/);
  // The corrected file, chosen again under its name.
  await chosen(products, csv('Teller (2).csv', header, '9944444444444,CSV-1,Plate,White,One,9'));
  await look(page);
  await page.locator('tr[data-new="9944444444444"]').waitFor();
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByText('The import is complete.').waitFor();
  assert.equal((await levelOf('9944444444444')).onHand, 9);
});

test('a catalogue that is empty leads to the import', async () => {
  const page = await office.signedIn();
  await page.goto('catalogue?type=UNPRODUCIBLE');
  await page.getByRole('link', { name: 'Import catalogue' }).click();
  await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
  const viewer = await office.signedIn({ role: 'viewer' });
  await viewer.goto('catalogue?type=UNPRODUCIBLE');
  await viewer.getByText('There is nothing of this kind yet.').waitFor();
  assert.equal(await viewer.getByRole('link', { name: 'Import catalogue' }).count(), 0);
});

test('the page offers a template and a sample of each file, and the samples are imported as they are', async () => {
  const page = await office.signedIn();
  await page.goto('import');
  await page.getByText('Format, templates and samples').click();
  const save = async (file: string, button: string) => {
    const download = page.waitForEvent('download');
    await page.locator(`tr[data-format="${file}"]`).getByRole('button', { name: button }).click();
    const saved = await download;
    return { name: saved.suggestedFilename(), content: await text(await saved.createReadStream()) };
  };
  assert.match((await save('carriers', 'Template')).content, /^carrierId,name,default\r\n$/);
  const files = ['articles', 'article-variants', 'products', 'product-variants', 'carriers'];
  const samples = [];
  for (const file of files) samples.push(await save(file, 'Sample'));
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles(samples.map(({ name, content }) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(content) })));
  await look(page);
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByText('The import is complete.').waitFor();
  assert.equal((await levelOf('2000000000015')).onHand, 40);
});

test('a file in an uncertain encoding is imported only after its encoding is chosen', async () => {
  const page = await office.signedIn();
  await page.goto('import');
  // "Łódź" in Windows-1250.
  const name = Buffer.from([0xa3, 0xf3, 0x64, 0x9f]);
  const buffer = Buffer.concat([Buffer.from('carrierId,name\npolska,'), name, Buffer.from('\n')]);
  await page.locator('input[type=file]').first().setInputFiles({ name: 'carriers.csv', mimeType: 'text/csv', buffer });
  await look(page);
  await page.getByText('its encoding is uncertain').waitFor();
  await page.getByRole('combobox', { name: 'Encoding of CSV files' }).click();
  await page.getByRole('option', { name: 'Windows-1250 (Central Europe)' }).click();
  await look(page);
  await page.locator('tr[data-new="polska"]').waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Import now' }).click();
  await page.getByText('The import is complete.').waitFor();
  const { rows } = await office.server.pool.query(`select name from carriers where carrier_id = 'polska'`);
  assert.deepEqual(rows, [{ name: 'Łódź' }]);
});
