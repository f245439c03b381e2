import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { FileChooser, Page } from 'playwright-core';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { item, LABEL, order } from '../../src/orders/test-support/sample-orders.ts';
import { makePng } from '../../src/platform/files/test-support/sample-files.ts';
import { assigned, newOperator, type Operator } from '../../test/support/operator.ts';
import { assertAccessible, PHONE_SCREEN, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
let customer: Customer;
let operator: Operator;
before(async () => {
  office = await startConsole();
  customer = await newCustomer(office.server);
  operator = await newOperator(office.server);
  await operator.send('PATCH', `/clients/${customer.clientId}`, { name: 'Corner Shop' });
});
afterEach(() => office.endTest());
after(() => office.close());

/** Types into the field that has the label, by keyboard alone. */
async function type(page: Page, label: string, text: string, role: 'textbox' | 'combobox' = 'textbox'): Promise<void> {
  await page.getByRole(role, { name: label, exact: true }).focus();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(text);
}

async function pick(page: Page, label: string, text: string): Promise<void> {
  await type(page, label, text, 'combobox');
  await page.getByRole('option').filter({ hasText: text }).first().waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
}

test('a phone order is entered by keyboard, checked while it is typed, and survives a lost connection', async () => {
  const page = await office.signedIn();
  await page.goto('orders');
  await page.getByRole('link', { name: 'New order' }).focus();
  await page.keyboard.press('Enter');
  await pick(page, 'Client', 'Corner Shop');
  await eventually(() => page.getByRole('combobox', { name: 'Client', exact: true }).inputValue(), 'Corner Shop');
  await type(page, 'Order number', 'PHONE-1');
  await pick(page, 'Add a product or blank', '4006381333931');
  await page.getByText('Logo Tee', { exact: false }).first().waitFor();
  await type(page, 'Quantity', '3');
  await pick(page, 'Add a product or blank', 'ST-CREATOR-BLK-M');
  await page.getByLabel('Place and technology').selectOption({ index: 1 });
  const upload = page.getByRole('button', { name: 'Upload' });
  await eventually(() => upload.isEnabled(), true);
  // The browser opens no dialog for a key that comes while the page is busy. It may open one late.
  const choosers: FileChooser[] = [];
  page.on('filechooser', (chooser) => choosers.push(chooser));
  for (let attempt = 0; attempt < 6 && choosers.length === 0; attempt++) {
    const opened = page.waitForEvent('filechooser', { timeout: 5_000 }).catch(() => undefined);
    await upload.press('Enter');
    await opened;
  }
  const [chooser] = choosers;
  assert.ok(chooser);
  await chooser.setFiles({ name: 'front.png', mimeType: 'image/png', buffer: makePng() });
  await eventually(
    async () => /\/files\/[0-9a-f]{64}$/.test(await page.getByLabel('Artwork: address or upload').inputValue()),
    true,
  );
  await type(page, 'Name', 'Ada Lovelace');
  await type(page, 'Postal code', '12');
  await type(page, 'Street', 'Musterstraße 1');
  await type(page, 'City', 'Berlin');
  await pick(page, 'Country', 'Germany');
  await page
    .getByText(/postal/i)
    .last()
    .waitFor();
  await type(page, 'Postal code', '10115');
  await page.getByText('The order can be entered.').waitFor();
  await type(page, 'Note for colleagues', 'Called at nine.');
  await page.getByLabel('Rush: goes before other orders').press('Space');
  await page.getByText('Your contract does not allow priority RUSH.', { exact: false }).waitFor();
  await page.getByLabel('Rush: goes before other orders').press('Space');
  await assertAccessible(page);
  await page.route('**/clients/*/orders', (route) => route.abort());
  await page.getByRole('button', { name: 'Enter order' }).press('Enter');
  await page.getByRole('alert').first().waitFor();
  assert.equal(await page.getByLabel('City', { exact: true }).inputValue(), 'Berlin');
  await page.unroute('**/clients/*/orders');
  await page.getByRole('button', { name: 'Enter order' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: /PHONE-1/ }).waitFor();
  const { json } = await customer.read('PHONE-1');
  assert.deepEqual([json.items.length, json.items[0].quantity, json.shipping.address.postalCode], [2, 3, '10115']);
  await page.getByText('Called at nine.').waitFor();
});

test('a missing client and faults that have no field are named, and nothing is sent', async () => {
  const page = await office.signedIn({ screen: PHONE_SCREEN });
  await page.goto('orders/new');
  await page.getByRole('button', { name: 'Enter order' }).press('Enter');
  await page.getByText('Choose the client first.').waitFor();
  await pick(page, 'Client', 'Corner Shop');
  await page.getByRole('button', { name: 'Enter order' }).press('Enter');
  await page.getByText('Still to be corrected').waitFor();
  await assertAccessible(page);
});

test('a client is chosen by a quick Enter while the server still searches', async () => {
  const page = await office.signedIn();
  await page.goto('orders/new');
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route(/\/clients\?.*q=Corner/, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await page.getByRole('combobox', { name: 'Client', exact: true }).click();
  await page.getByRole('option', { name: 'Corner Shop' }).waitFor();
  await type(page, 'Client', 'Corner', 'combobox');
  await asked.promise;
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  held.resolve();
  await eventually(() => page.getByRole('combobox', { name: 'Client', exact: true }).inputValue(), 'Corner Shop');
});

test('in German, faults of an order by hand have German sentences, and a blank may have a customization', async () => {
  const page = await office.signedIn({ language: 'de', alone: true });
  await page.goto('orders/new');
  await pick(page, 'Kunde', 'Corner Shop');
  await pick(page, 'Produkt oder Rohware hinzufügen', 'ST-CREATOR-BLK-M');
  await page.getByRole('button', { name: 'Diesen Druck entfernen' }).press('Enter');
  await page.getByRole('button', { name: 'Auftrag anlegen' }).press('Enter');
  await page.getByText('Die Rohware braucht einen Druck oder eine Veredelung.').waitFor();
  await page.getByText('Diese Angabe fehlt.').first().waitFor();
  await page.getByRole('button', { name: 'Veredelung hinzufügen' }).press('Enter');
  await pick(page, 'Veredelung', 'Printed Neck Label');
  await page.getByLabel('Variante').selectOption('CZ-NECK-LABEL-BLK-60X60MM');
  await page.getByLabel('Stelle und Technik').selectOption({ index: 1 });
  await page.getByLabel('Der Kunde liefert das Etikett').press('Space');
  await type(page, 'Adresse des Etiketts', LABEL);
  await type(page, 'Auftragsnummer', 'PATCHED');
  await type(page, 'Preis inkl. MwSt.', '9,90');
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Auftrag anlegen' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: /PATCHED/ }).waitFor();
  const [entered] = (await customer.read('PATCHED')).json.items;
  assert.equal(entered.customProduct.customizations[0].sku, 'CZ-NECK-LABEL-BLK-60X60MM');
  assert.equal(entered.customProduct.prints, undefined);
});

test('the orders of a CSV file are reported first, and then entered', async () => {
  const page = await office.signedIn();
  await page.goto('orders/new');
  await page.getByRole('button', { name: 'From a CSV file…' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Client', { exact: true }).fill('Corner');
  await page.getByRole('option', { name: 'Corner Shop' }).click();
  const rows = [
    'orderId,shipping.shippingLabelUrl,items.quantity,items.ean13',
    `C-1,${LABEL},1,4006381333931`,
    `C-2,${LABEL},1,123`,
  ];
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    dialog.getByRole('button', { name: 'Choose file' }).press('Enter'),
  ]);
  await chooser.setFiles({ name: 'orders.csv', mimeType: 'text/csv', buffer: Buffer.from(rows.join('\n')) });
  await dialog.getByText('2 in the file: 1 to enter, 0 there already, 1 refused').waitFor();
  assert.match(await dialog.getByRole('row').last().innerText(), /3\s+C-2\s+items.ean13/);
  await dialog.getByLabel('Enter the valid orders although others are refused').press('Space');
  await dialog.getByRole('button', { name: 'Enter orders' }).press('Enter');
  await dialog.getByText('1 entered, 0 there already, 1 refused').waitFor();
  assert.equal((await customer.read('C-1')).status, 200);
});

test('a complaint is solved by a replacement, and both orders name each other', async () => {
  await assigned(office.server, customer, order({ orderId: 'TORN', items: [item({ quantity: 2 })] }));
  await operator.work(customer.clientId, 'TORN', 'accept');
  await operator.work(customer.clientId, 'TORN', 'ship', { parcels: [{}] });
  const page = await office.signedIn();
  await page.goto(`orders/${customer.clientId}/TORN`);
  await page.getByRole('button', { name: 'Order again' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').selectOption('Damaged in transit');
  await dialog.getByLabel('Who pays').selectOption('The carrier');
  await dialog.getByLabel(/^Pieces of/).fill('1');
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Order again' }).press('Enter');
  await page.getByRole('heading', { level: 1, name: /TORN-R1/ }).waitFor();
  await page.locator('[data-repeat]').getByRole('link', { name: 'TORN' }).click();
  await page.getByText('Damaged in transit', { exact: false }).waitFor();
  await page.getByRole('link', { name: 'TORN-R1' }).waitFor();
});
