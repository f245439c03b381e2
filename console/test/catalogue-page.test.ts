import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { CatalogFile } from '../../src/catalog/catalog-file.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { newOperator, type Operator } from '../../test/support/operator.ts';
import { CataloguePage } from './pages/catalogue-page.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

const HOSTILE = '<script>alert(1)</script>';
const EAN = '9900000000001';
const CATALOGUE: CatalogFile = {
  articles: [
    {
      manufacturerCode: 'ZZ-HOOD',
      title: 'Zipped Hood',
      type: 'BLANK',
      variants: [
        {
          sku: 'ZZ-HOOD/BLK',
          color: 'Black',
          size: 'M',
          stockLevelQuantity: 5,
          dtgType: 'WHITE_UNDERBASE',
          allowedLocations: [
            {
              location: 'BACK',
              printTechnologies: ['DTG', 'DTF'],
              printArea: { widthMm: 355.6, heightMm: 406.4 },
            },
          ],
          isAllowedOnLocations: [],
        },
      ],
    },
  ],
  products: [
    {
      productId: 'ZP-1',
      name: HOSTILE,
      previewImageUrls: ['no-such.png'],
      variants: [{ ean13: EAN, name: HOSTILE, color: 'White', size: 'One', stockLevelQuantity: 20 }],
    },
  ],
  carriers: [{ carrierId: 'zz-post', name: 'Post' }],
};

let office: TestConsole;
let operator: Operator;
let clientId: string;
before(async () => {
  office = await startConsole();
  operator = await newOperator(office.server);
  clientId = (await operator.send('POST', '/clients', { name: '=1+1 <b>Shop</b>' })).json.clientId;
  await importCatalog(office.server.pool, CATALOGUE, { clientId });
});
afterEach(() => office.endTest());
after(() => office.close());

test('a product is found by its EAN, and tells its stock and who may order it', async () => {
  const catalogue = new CataloguePage(await office.signedIn());
  const { page } = catalogue;
  await catalogue.open();
  await page.keyboard.press('/');
  await page.keyboard.type(EAN);
  // The search stays with the list and must not lead back to it.
  await page.getByRole('link', { name: 'ZP-1' }).click();
  await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
  await page.goBack();
  await page.waitForURL(`**/catalogue?q=${EAN}`);
  await catalogue.shows('product', 'ZP-1');
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
  await catalogue.shows('variant', EAN);
  await page.getByRole('link', { name: '=1+1 <b>Shop</b>' }).waitFor();
  await page.getByRole('link', { name: EAN }).click();
  await page.getByRole('heading', { level: 2, name: EAN }).waitFor();
});

test('who opens a product right after typing is not brought back by the search when the product is slow', async () => {
  const catalogue = new CataloguePage(await office.signedIn());
  const { page } = catalogue;
  await catalogue.open();
  await catalogue.shows('product', 'ZP-1');
  const slow = Promise.withResolvers<void>();
  await page.route('**/operator/v1/products/ZP-1', async (request) => {
    await slow.promise;
    await request.continue();
  });
  await page.clock.install();
  await page.keyboard.press('/');
  await page.keyboard.type(EAN);
  const asked = page.waitForRequest('**/operator/v1/products/ZP-1');
  await page.getByRole('link', { name: 'ZP-1' }).click();
  await asked;
  await page.clock.runFor(1_000);
  slow.resolve();
  await page.getByRole('heading', { level: 1, name: HOSTILE }).waitFor();
});

test('a blank says where it may be decorated, with what and how large', async () => {
  const catalogue = new CataloguePage(await office.signedIn());
  const { page } = catalogue;
  await catalogue.open('?q=zipped%20hood');
  await page.getByText(/^Nothing here matches/).waitFor();
  await page.getByRole('tab', { name: 'Blanks' }).click();
  await catalogue.shows('article', 'ZZ-HOOD');
  await page.getByRole('link', { name: 'ZZ-HOOD' }).click();
  const where = page.getByRole('row').filter({ hasText: 'BACK' });
  assert.match(String(await where.textContent()), /DTGDTF355.6 × 406.4 mm/);
  await page.getByRole('link', { name: 'ZZ-HOOD/BLK' }).click();
  await page.getByRole('heading', { level: 2, name: 'ZZ-HOOD/BLK' }).waitFor();
});

test('a carrier is made once, and renamed only as it was seen', async () => {
  const { page } = new CataloguePage(await office.signedIn());
  await page.goto('carriers');
  await page.getByRole('button', { name: 'New carrier' }).click();
  await page.getByRole('button', { name: 'Create carrier' }).click();
  await page.getByText('Fill in this field.').first().waitFor();
  await page.getByLabel('ID').fill('zz-post');
  await page.getByRole('textbox', { name: 'Name' }).fill(HOSTILE);
  await page.getByRole('button', { name: 'Create carrier' }).click();
  await page.getByText('A carrier with this ID already exists.').waitFor();
  await page.getByLabel('ID').fill('zz-new');
  await page.getByRole('button', { name: 'Create carrier' }).click();
  await page.getByRole('link', { name: 'zz-new' }).click();
  await page.getByText('No client has a contract with it.').waitFor();

  await page.goto('carriers/zz-post');
  await page.getByRole('link', { name: '=1+1 <b>Shop</b>' }).waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Mine');
  await operator.send('PUT', '/carriers/zz-post', { name: 'Theirs' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').getByText('Somebody else changed this').waitFor();
  assert.equal((await operator.get('/carriers/zz-post')).json.name, 'Theirs');
});

test('the tracking page of a carrier is the known one until staff change it', async () => {
  const page = await office.signedIn();
  const patternOf = async () => (await operator.get('/carriers/zz-ups')).json.trackingUrlPattern;
  await operator.send('PUT', '/carriers/zz-ups', { name: 'UPS' });
  await page.goto('carriers/zz-ups');
  for (const [typed, stored] of [
    [undefined, 'https://www.ups.com/track?tracknum={trackingNumber}'],
    ['https://track.example/{trackingNumber}', 'https://track.example/{trackingNumber}'],
    ['', ''],
  ] as const) {
    await page.getByRole('button', { name: 'Change' }).click();
    const field = page.getByRole('textbox', { name: 'Tracking page' });
    assert.equal(await field.inputValue(), await patternOf());
    if (typed === '') {
      await field.fill('https://track.example/');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The address must contain {trackingNumber}, but not in its host.').first().waitFor();
    }
    if (typed !== undefined) await field.fill(typed);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    assert.equal(await patternOf(), stored);
  }
});

test('customs data is seen to be missing, mended for all variants and for one, and refused in words', async () => {
  const page = await office.signedIn();
  await page.goto('catalogue/articles/ZZ-HOOD');
  const section = page.getByRole('region', { name: 'Customs data (per piece)' });
  const missing = section.getByText('Missing: no customs declaration possible');
  await eventually(() => missing.count(), 3);
  await section.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('HS code').fill('6109.10');
  await dialog.getByLabel('Country of origin').fill('Bangladesh');
  await dialog.getByLabel('Weight').fill('480');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog
    .getByText(/Write 610910\./)
    .first()
    .waitFor();
  await dialog
    .getByText(/Did you mean BD/)
    .first()
    .waitFor();
  await dialog.getByLabel('HS code').fill('611020');
  await dialog.getByLabel('Country of origin').fill('bd');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await section.getByText('480 g').waitFor();
  await eventually(() => missing.count(), 0);
  await section.getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Applies to').selectOption('ZZ-HOOD/BLK');
  await eventually(() => dialog.getByLabel('HS code').inputValue(), '');
  await dialog.getByLabel('Weight').fill('520');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const row = section.locator('tr[data-customs="ZZ-HOOD/BLK"]');
  await row.getByText('520 g').waitFor();
  await eventually(() => row.getByText('Same as all variants').count(), 3);
});
