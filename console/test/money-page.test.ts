import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { customItem, EAN, item } from '../../src/orders/test-support/sample-orders.ts';
import { chargeOrders } from '../../src/reports/money/charge-orders.ts';
import { assigned, newOperator } from '../../test/support/operator.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
let customer: Customer;
before(async () => {
  office = await startConsole();
  customer = await newCustomer(office.server);
});
afterEach(() => office.endTest());
after(() => office.close());

/** Ships an order on a day of March 2026, and charges it. */
async function ship(orderId: string, items = [item()]): Promise<void> {
  const { server } = office;
  const operator = await newOperator(server);
  server.time.now = new Date('2026-03-01T10:00:00Z');
  await assigned(server, customer, { orderId, items });
  await operator.work(customer.clientId, orderId, 'accept');
  server.time.now = new Date('2026-03-10T10:00:00Z');
  const { status, text } = await operator.work(customer.clientId, orderId, 'ship', { parcels: [{}] });
  server.time.now = undefined;
  assert.equal(status, 200, text);
  await charge();
}

async function charge(): Promise<void> {
  const { server } = office;
  const { pool, log, faults } = server;
  const context = { pool, log, faults, clock: () => new Date(), timeZone: () => 'UTC' };
  await chargeOrders(context, customer.clientId, new AbortController().signal);
}

test('by keyboard, a price list is made, an order is charged, and its statement is corrected and closed', async () => {
  const page = await office.signedIn();
  await page.goto(`clients/${customer.clientId}`);
  await page.getByText('The client has no price list').waitFor();
  await page.getByRole('button', { name: 'New price list' }).press('Enter');
  const dialog = page.getByRole('dialog');
  const isFocused = () => dialog.locator('input:focus').waitFor();
  await isFocused();
  await page.keyboard.type('Prices of 2026');
  await dialog.getByRole('textbox', { name: 'First day' }).fill('2026-01-01');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Prices of 2026' }).waitFor();

  const addPrice = async (kind: string, fields: Record<string, string>) => {
    await page.getByRole('button', { name: 'Add a price' }).press('Enter');
    await dialog.getByRole('combobox', { name: 'Charged for' }).selectOption(kind);
    for (const [name, value] of Object.entries(fields)) await dialog.getByRole('textbox', { name }).fill(value);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'detached' });
  };
  await addPrice('ARTICLE', { 'SKU, article, EAN or product': EAN, 'Price (EUR)': '5,00', 'Own cost': '2.00' });
  await addPrice('PACKING_PARCEL', { 'Price (EUR)': '1.20' });
  await page.getByRole('button', { name: 'Add a price' }).press('Enter');
  await dialog.getByRole('textbox', { name: 'SKU' }).fill('NO-SUCH');
  await dialog.getByRole('textbox', { name: 'Price (EUR)' }).fill('1');
  await page.keyboard.press('Enter');
  await dialog.getByText('The catalogue has no article or product').waitFor();
  assert.equal(await dialog.getByRole('textbox', { name: 'SKU' }).inputValue(), 'NO-SUCH');
  await assertAccessible(page);
  await page.keyboard.press('Escape');
  await eventually(() => page.locator('tr[data-price]').count(), 2);

  await ship('MARCH-1', [item(), customItem()]);
  await page.goto('statements?month=2026-03');
  const row = page.locator('tr[data-client]').first();
  await row.getByText('€11.20').waitFor();
  await assertAccessible(page);
  await row.getByRole('link').press('Enter');
  await page.locator('[data-total="EUR"]').getByText('€11.20').waitFor();
  await page.locator('tr[data-missing="ST-CREATOR-BLK-M"]').getByText('Not in the price list').waitFor();

  await page.getByRole('button', { name: 'Correct' }).press('Enter');
  await isFocused();
  await page.keyboard.type('-0.50');
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('The print was pale.');
  await dialog.getByRole('textbox', { name: 'Order number' }).fill('MARCH-1');
  await dialog.getByRole('button', { name: 'Correct' }).press('Enter');
  await page.locator('[data-total="EUR"]').getByText('€10.70').waitFor();
  await page.locator('tr[data-position="CORRECTION"]').getByText('The print was pale.').waitFor();
  await page.getByRole('button', { name: 'Show' }).press('Enter');
  await eventually(() => page.locator('tr[data-charge]').count(), 3);
  await assertAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'PDF' }).press('Enter'),
  ]);
  assert.equal(file.suggestedFilename(), 'statement-2026-03.pdf');
  await page.getByRole('button', { name: 'Close the month' }).press('Enter');
  await dialog.getByRole('button', { name: 'Close the month' }).press('Enter');
  await page.getByText(/^Closed on .* by Ada Lovelace$/).waitFor();

  await page.goto(`orders/${customer.clientId}/MARCH-1`);
  const charges = page.getByRole('region', { name: 'Charges' });
  await charges.locator('tr[data-charge="PACKING_PARCEL"]').waitFor();
  await charges.getByText('Ada Lovelace').waitFor();
});

test('prices are imported from CSV, and a faulty file is explained', async () => {
  const page = await office.signedIn();
  await page.goto(`clients/${customer.clientId}`);
  await page.getByRole('link', { name: 'Prices of 2026' }).click();
  const send = (content: string) =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(content) });
  await page.locator('tr[data-price]').first().waitFor();
  await send('kind;price\nARTICLE;x\n');
  await page.getByRole('alert').getByText('Line 2').first().waitFor();
  await send('kind;code;technology;widthMm;heightMm;price\nARTICLE;;;;;3,00\nPRINT;;DTG;210;297;4,50\n');
  await page.locator('tr[data-price="PRINT"]').getByText('DTG, up to 210 × 297 mm').waitFor();
});

test('the reports page compares periods, and shows charges and costs by client', async () => {
  const page = await office.signedIn();
  await page.goto('reports?from=2026-03-01&to=2026-03-31');
  const compared = page.getByRole('region', { name: 'Compared with the days before' });
  await compared.locator('tr[data-compared="Shipped"]').waitFor();
  await page.getByRole('region', { name: 'Time by step' }).locator('tr[data-row="PACK"]').waitFor();
  await page.getByRole('region', { name: 'Replacements by reason' }).getByText('No replacement').waitFor();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Orders by client as Excel' }).press('Enter'),
  ]);
  assert.equal(file.suggestedFilename(), 'report-clients.xlsx');
  const today = new Date().toISOString().slice(0, 10);
  await page.goto(`reports?from=2026-03-01&to=${today}`);
  const money = page.getByRole('region', { name: 'Charges and costs by client' });
  await money.getByText('€10.70').waitFor();
  await assertAccessible(page);
});

test('a viewer sees no prices', async () => {
  const page = await office.signedIn({ role: 'viewer' });
  await page.goto(`clients/${customer.clientId}`);
  await page.getByRole('heading', { name: 'Carriers' }).waitFor();
  assert.equal(await page.getByRole('region', { name: 'Prices' }).count(), 0);
  assert.equal(await page.getByRole('link', { name: 'Statements' }).count(), 0);
});
