import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { newCustomer } from '../../src/orders/test-support/customer.ts';
import { item } from '../../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from '../../test/support/operator.ts';
import { StockPage } from './pages/stock-page.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { scan } from './support/scanner.ts';

const HOSTILE = '<script>alert(1)</script>';
const MUG = '9900000000001';
const BOWL = '9900000000002';

let office: TestConsole;
let operator: Operator;
before(async () => {
  office = await startConsole();
  operator = await newOperator(office.server);
  const customer = await newCustomer(office.server);
  const variant = (ean13: string, stockLevelQuantity: number) => ({
    ean13,
    name: HOSTILE,
    color: 'White',
    size: 'One',
    stockLevelQuantity,
  });
  const products = [
    {
      productId: 'ZP-1',
      name: HOSTILE,
      previewImageUrls: [],
      variants: [variant(MUG, 20), variant(BOWL, 3)],
    },
  ];
  await importCatalog(office.server.pool, { articles: [], products, carriers: [] }, { clientId: customer.clientId });
  await assigned(office.server, customer, {
    orderId: '=1+1',
    items: [item({ quantity: 5, existingProduct: { ean13: MUG } })],
  });
});
afterEach(() => office.endTest());
after(() => office.close());

const levelOf = async (code: string) => (await operator.get(`/stock/PRODUCT/${code}`)).json;

test('what is low and what is short is found, and stands in the address', async () => {
  const stock = new StockPage(await office.signedIn());
  await stock.open('?q=zp-1');
  await stock.shows(MUG, BOWL);
  await stock.page.getByRole('tab', { name: 'Low', exact: true }).click();
  await stock.shows(BOWL);
  assert.match(stock.page.url(), /\?q=zp-1&low=10$/);
  await stock.page.getByRole('tab', { name: 'Missing after a count' }).click();
  await stock.page.getByText('No matching variants.').waitFor();
});

test('a scanned EAN opens its ledger; one that nothing has is told', async () => {
  const stock = new StockPage(await office.signedIn());
  await stock.open();
  await scan(stock.page, '4000000000000');
  await stock.page.getByRole('alert').getByText('4000000000000').waitFor();
  await scan(stock.page, BOWL);
  await stock.page.getByRole('heading', { level: 2, name: BOWL }).waitFor();
});

test('a count made by keyboard is told kindly when the stock changed meanwhile, and set on the second word', async () => {
  const stock = new StockPage(await office.signedIn());
  const { page } = stock;
  await stock.openOne('PRODUCT', MUG);
  await page.getByRole('button', { name: 'Enter count' }).focus();
  await page.keyboard.press('Enter');
  await stock.dialog.getByText('20 on hand, 5 of them reserved.').waitFor();
  await operator.send('POST', `/stock/PRODUCT/${MUG}/adjust`, { by: -2, reason: 'Broken.' });
  await stock.dialog.locator('input:focus').waitFor();
  await page.keyboard.type('4');
  await stock.dialog.getByText('That is 1 fewer than orders have reserved').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Stocktaking');
  await page.keyboard.press('Enter');
  await stock.dialog
    .getByRole('alert')
    .getByText(/20 on hand.*18 on hand/)
    .waitFor();
  assert.equal((await levelOf(MUG)).onHand, 18);
  await page.keyboard.press('Enter');
  await stock.dialog.waitFor({ state: 'detached' });
  assert.equal((await levelOf(MUG)).onHand, 4);
  await page.getByText('1 missing').waitFor();
  await eventually(async () => /Counted−14.*Stocktaking/.test(await stock.newestMovement()), true);
  await page.getByRole('link', { name: '=1+1' }).waitFor();
});

test('an adjustment asks for a reason, and says the words of the server where there is too little', async () => {
  const stock = new StockPage(await office.signedIn());
  const { page } = stock;
  await stock.openOne('PRODUCT', BOWL);
  await page.getByRole('button', { name: 'Adjust' }).click();
  await stock.dialog.getByLabel('Change by').fill('-4');
  await stock.dialog.getByRole('button', { name: 'Adjust' }).click();
  await stock.dialog.getByText('Enter a reason').waitFor();
  await stock.dialog.getByLabel('Reason').fill('Lost');
  await stock.dialog.getByRole('button', { name: 'Adjust' }).click();
  await stock.dialog.getByRole('alert').waitFor();
  assert.equal((await levelOf(BOWL)).onHand, 3);
  await stock.dialog.getByLabel('Change by').fill('-1');
  await stock.dialog.getByRole('button', { name: 'Adjust' }).click();
  await stock.dialog.waitFor({ state: 'detached' });
  await eventually(async () => /Adjusted−1.*Lost/.test(await stock.newestMovement()), true);
  assert.equal((await levelOf(BOWL)).onHand, 2);
});

test('a refusal has a German sentence, above the words of the server', async () => {
  const stock = new StockPage(await office.signedIn({ language: 'de' }));
  await stock.openOne('PRODUCT', BOWL);
  await stock.page.getByRole('button', { name: 'Anpassen' }).click();
  await stock.dialog.getByLabel('Änderung um').fill('-4000');
  await stock.dialog.getByLabel('Grund').fill('Bruch');
  await stock.dialog.getByRole('button', { name: 'Anpassen' }).click();
  const refusal = stock.dialog.getByRole('alert');
  await refusal.getByText('Danach wäre weniger im Regal, als reserviert ist.').waitFor();
  assert.equal(await refusal.locator('[lang="en"]').count(), 1);
  await assertAccessible(stock.page);
  await stock.page.goto('orders/nobody/NONE');
  await stock.page.getByText('Diesen Auftrag gibt es nicht.').waitFor();
});

test('who may only read sees why the stock cannot be changed', async () => {
  const stock = new StockPage(await office.signedIn({ role: 'viewer' }));
  await stock.openOne('PRODUCT', BOWL);
  const button = stock.page.getByRole('button', { name: 'Adjust' });
  assert.match(String(await button.getAttribute('aria-description')), /Viewer/);
});
