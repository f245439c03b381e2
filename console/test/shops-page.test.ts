import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { EAN } from '../../src/orders/test-support/sample-orders.ts';
import { TRACKING } from '../../test/support/connected-shop.ts';
import { type ConsoleShop, newConsoleShop } from '../../test/support/console-shop.ts';
import { type FakeShopify, startFakeShopify } from '../../test/support/fake-shopify.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

const PRODUCTS = 300;
let office: TestConsole;
let shopify: FakeShopify;
let shop: ConsoleShop;
let isOver = false;
const ends: (() => unknown)[] = [];
let working: Promise<void>;
before(async () => {
  const scope = { after: (end: () => unknown) => void ends.push(end) };
  shopify = await startFakeShopify(scope);
  const host = new URL(shopify.url).host;
  office = await startConsole({ WEBHOOK_ALLOW: host });
  shop = await newConsoleShop(scope, office.server, [host]);
  shopify.variants = Array.from({ length: PRODUCTS }, (_, index) => ({
    ...{ sku: `SKU-${String(index + 1).padStart(3, '0')}`, name: `Product ${index + 1}`, picture: '' },
    barcode: index === 0 ? EAN : '',
  }));
  // Does the background work of a server.
  working = shop.run(() => isOver);
});
afterEach(() => office.endTest());
after(async () => {
  isOver = true;
  await working;
  await office.close();
  for (const end of ends.reverse()) await end();
});

const sectionOf = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

test('a shop with 300 products is connected by what the page says, and an unmapped product stops an order', async () => {
  const page = await office.signedIn({ role: 'admin' });
  await page.goto('shops');
  await page.getByRole('heading', { name: 'No shop is connected yet.' }).waitFor();
  await page.getByText('Etsy, eBay and Amazon are connected through Order Desk').waitFor();
  await page.getByRole('button', { name: 'Connect a shop' }).click();
  await page.getByRole('radio', { name: 'WooCommerce' }).check();
  await page.getByText('Permissions: Read/Write').waitFor();
  await page.getByRole('radio', { name: 'Shopify' }).check();
  assert.match(
    await page.getByRole('textbox', { name: /Paste these scopes/ }).inputValue(),
    /^read_orders,write_orders/,
  );
  await assertAccessible(page);

  const save = page.getByRole('button', { name: 'Save and test' });
  await save.click();
  await eventually(() => page.getByText('Fill in this field.').count(), 3);
  await page.getByLabel('Client whose orders they are').first().click();
  await page.getByRole('option').first().click();
  await page.getByLabel('Address of the shop').fill('10.0.0.9');
  await page.getByLabel('Client secret').fill('shpat_1');
  await save.click();
  await page.getByText('https://10.0.0.9 leads to no address on the public internet').waitFor();
  await page.getByLabel('Address of the shop').fill('http://shop.example.com');
  await save.click();
  await page.getByText('Enter an address that begins with https').waitFor();
  await page.getByLabel('Address of the shop').fill(shopify.url);
  shopify.scopes = shopify.scopes.filter((scope) => scope !== 'write_inventory');
  await save.click();
  await page.getByText('does not allow Platen to do this: write_inventory').waitFor();
  shopify.scopes.push('write_inventory');
  await save.click();
  await page.getByText('allows everything that Platen needs').waitFor();
  await page.getByRole('button', { name: 'Start taking orders' }).click();
  await page.getByText('waits for the first order').waitFor();

  // Prices of shipping are off, and the page says what they need.
  const rates = page.getByRole('checkbox', { name: 'Offer prices of shipping at the checkout' });
  assert.equal(await rates.isChecked(), false);
  await rates.click();
  await page.getByText('does not allow Platen to do this: write_shipping').waitFor();
  shopify.scopes.push('write_shipping');
  await rates.click();
  await eventually(() => rates.isChecked(), true);
  assert.equal(shopify.rateUrls.size, 1);

  // The first order comes, and one of its products is not mapped.
  const order = shopify.newOrder('1001', [{ sku: 'SKU-001' }, { sku: 'SKU-300' }]);
  await shop.runAfter(61_000);
  await page.getByText('The product "SKU-001" (SKU "SKU-001") is not mapped yet').waitFor();
  await page.getByRole('link', { name: 'Map products' }).click();
  const german = await office.signedIn({ role: 'admin', language: 'de' });
  shopify.newOrder('1002', [{ sku: '' }]);
  shopify.newOrder('1003', [{ sku: 'SKU-299' }]).street = '';
  await shop.send(`${shop.path}/SHOPIFY-/products`, { sku: 'SKU-299', target: { ean13: EAN } }, 'PUT');
  await shop.runAfter(61_000);
  await german.goto(page.url());
  await german.getByText('Das Produkt "SKU-001" (SKU "SKU-001") ist noch nicht zugeordnet').waitFor();
  await german.getByText('Position 10021 ("") hat im Shop keine SKU').waitFor();
  await german.getByText('Diese Angabe fehlt. (Platen, bei /shipping/address/street)').waitFor();
  await sectionOf(page, 'Products').getByRole('tab', { name: 'All 300' }).waitFor();
  await assertAccessible(page);
  await page.getByRole('tab', { name: 'With a proposal' }).click();
  await page.locator('[data-sku="SKU-001"]').getByText('Proposal').waitFor();
  await page.getByRole('button', { name: 'Accept all proposals' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Accept all proposals' }).click();
  await page.getByText('Mapped products: 1').waitFor();
  await page.getByRole('tab', { name: /^Not mapped/ }).click();
  await page.getByRole('searchbox', { name: 'SKU, name or EAN' }).fill('product 300');
  await page.locator('[data-sku="SKU-300"]').getByRole('button', { name: 'Map: Product 300' }).click();
  await page.getByRole('radio', { name: 'Not made here' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await eventually(async () => (await shop.customer.read('SHOPIFY-1001')).status, 200);
  await sectionOf(page, 'Status').getByRole('link', { name: 'SHOPIFY-1001' }).waitFor();

  await shop.accept('SHOPIFY-1001');
  await shop.ship('SHOPIFY-1001', [TRACKING]);
  await eventually(async () => order.fulfillments[0]?.trackingInfo[0]?.number, TRACKING.trackingNumber);
  await shop.runAfter(61_000);
  assert.ok((shopify.stock.get('1') ?? 0) > 0);
});

test('a blank with a picture and a text of the customer is mapped, and the shop is stopped and deleted', async () => {
  const page = await office.signedIn({ role: 'admin' });
  await page.goto('shops');
  await page.getByRole('link', { name: 'Shopify', exact: true }).click();
  await page.getByRole('button', { name: 'Map: Product 2', exact: true }).click();
  const dialog = page.getByRole('dialog');
  assert.equal(await dialog.getByLabel('Product', { exact: true }).first().inputValue(), '');
  await dialog.getByRole('radio', { name: 'A blank that is printed' }).check();
  await dialog.getByLabel('Blank', { exact: true }).first().fill('ST-CREATOR-BLK-M');
  await page.getByRole('option', { name: /ST-CREATOR-BLK-M/ }).click();
  await dialog.getByRole('button', { name: 'Add a print' }).click();
  await dialog.getByLabel('Place and technology').selectOption('FRONT\tDTG');
  await dialog.getByLabel('Name of the option with the picture').fill('Upload');
  await dialog.getByLabel('Name of the option with a text (optional)').fill('Name');
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('tab', { name: /^All/ }).click();
  await page.locator('[data-sku="SKU-002"]').getByText('Prints: 1').waitFor();
  const { rows } = await office.server.pool.query(`select target from shop_products where sku = 'SKU-002'`);
  assert.deepEqual(rows[0].target.prints, [
    {
      ...{ location: 'FRONT', technology: 'DTG', dataUrl: '{item.values.Upload}', designName: '{item.values.Name}' },
    },
  ]);

  await page.locator('[data-sku="SKU-002"]').getByRole('button', { name: 'Change: Product 2' }).click();
  await dialog.getByLabel('Artwork').selectOption('text');
  await dialog.getByLabel('Name of the option with the text').fill('Name');
  await dialog.getByLabel('Preview text').fill('Zoë');
  await dialog.getByRole('img', { name: 'Preview of Zoë' }).waitFor();
  await dialog.getByText('Print area: 355.6 × 406.4 mm').waitFor();
  await assertAccessible(page);
  const german = await office.signedIn({ role: 'admin', language: 'de' });
  await german.goto(page.url());
  await german.getByRole('tab', { name: /^Alle/ }).click();
  await german
    .locator('[data-sku="SKU-002"]')
    .getByRole('button', { name: /Product 2$/ })
    .click();
  await german.getByLabel('Motiv', { exact: true }).selectOption('text');
  await german.getByText('Druckfläche: 355,6 × 406,4 mm').waitFor();
  await dialog.getByLabel('Preview text').fill('𓀀');
  await dialog.getByText('The font cannot draw 𓀀').waitFor();
  await dialog.getByLabel('Place and technology').selectOption('NECK\tDTF');
  await dialog.getByText('The catalogue has no print area for NECK').waitFor();
  await dialog.getByRole('link', { name: 'To the article' }).waitFor();
  await dialog.getByLabel('Place and technology').selectOption('FRONT\tDTG');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const saved = await office.server.pool.query(`select target from shop_products where sku = 'SKU-002'`);
  assert.deepEqual(saved.rows[0].target.prints[0].text, {
    ...{ option: 'Name', font: 'SANS_BOLD', color: '#000000', align: 'CENTER', heightMm: 30 },
  });

  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop' }).click();
  await sectionOf(page, 'Status').getByText('Stopped').waitFor();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('heading', { name: 'No shop is connected yet.' }).waitFor();
});
