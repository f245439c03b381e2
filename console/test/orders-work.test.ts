import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, test } from 'node:test';
import type { Download, Page } from 'playwright-core';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { ADDRESS, order } from '../../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from '../../test/support/operator.ts';
import { OrdersPage } from './pages/orders-page.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
let operator: Operator;
let customer: Customer;
let other: Customer;
before(async () => {
  office = await startConsole();
  operator = await newOperator(office.server);
  [customer, other] = [await newCustomer(office.server), await newCustomer(office.server)];
});
afterEach(() => office.endTest());
after(() => office.close());

const bar = (page: Page) => page.getByRole('region', { name: 'With the selected orders' });
const inBar = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const results = (page: Page, title: string) => page.getByRole('dialog', { name: title });

async function inProduction(orderId: string): Promise<void> {
  await assigned(office.server, customer, { orderId });
  await operator.work(customer.clientId, orderId, 'accept');
}

async function select(page: Page, ...orderIds: string[]): Promise<void> {
  for (const orderId of orderIds) await page.getByLabel(`Select ${orderId}`, { exact: true }).click();
}

/** Leaves the next request for the list without an answer. The page sends it after the previous answer. */
async function stopUpdates(page: Page): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/operator/v1/orders?**', () => resolve());
  await promise;
}

async function saved(page: Page, press: () => Promise<void>): Promise<Download> {
  const [download] = await Promise.all([page.waitForEvent('download'), press()]);
  return download;
}

test('orders are rushed together, and an order that has changed since it was seen is refused', async () => {
  for (const orderId of ['P-1', 'P-2']) await customer.post(order({ orderId }));
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open('?status=NEW');
  await orders.shows('P-2', 'P-1');
  await select(page, 'P-1', 'P-2');
  assert.match(String(await inBar(page, 'Ship…').getAttribute('aria-description')), /None of them is in production/);
  await inBar(page, 'Rush').click();
  await results(page, '2 of 2 done').waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await orders.row('P-1').getByText('Rush').waitFor();

  await stopUpdates(page);
  await operator.work(customer.clientId, 'P-1', 'hold');
  await select(page, 'P-1', 'P-2');
  await inBar(page, 'End rush').click();
  const dialog = results(page, '1 of 2 done');
  assert.match(await dialog.getByRole('row').first().innerText(), /P-1[\s\S]*changed/);
  const refused = await saved(page, () => dialog.getByRole('button', { name: 'Save 1 refused order' }).click());
  assert.match(
    await text(await refused.createReadStream()),
    new RegExp(`${customer.clientId},P-1,precondition_failed`),
  );
});

test('in German, a refused order has a German sentence', async () => {
  await customer.post(order({ orderId: 'P-DE' }));
  const page = await office.signedIn({ language: 'de' });
  await new OrdersPage(page).open('?orderIds=P-DE');
  await page.locator('tr[data-order="P-DE"] input').click();
  await stopUpdates(page);
  await operator.work(customer.clientId, 'P-DE', 'hold');
  await page.getByRole('button', { name: 'Als eilig markieren', exact: true }).click();
  await page.getByRole('dialog').getByText('Das hat inzwischen jemand geändert.').waitFor();
});

test('the selected orders ship with the numbers that are scanned, one after the other', async () => {
  for (const orderId of ['S-1', 'S-2']) await inProduction(orderId);
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open('?status=ACCEPTED&sort=oldest');
  await orders.shows('S-1', 'S-2');
  await page.getByLabel('Select all on this page').click();
  await inBar(page, 'Ship…').click();
  const dialog = page.getByRole('dialog', { name: 'Ship 2 orders' });
  await dialog.getByLabel('Tracking number of S-1').pressSequentially('T-1\nT-2');
  assert.equal(await dialog.getByLabel('Tracking number of S-2').inputValue(), 'T-2');
  await assertAccessible(page);
  await dialog.getByLabel('Carrier of these parcels').fill('DHL');
  await dialog.getByRole('button', { name: 'Ship', exact: true }).click();
  await results(page, '2 of 2 done').getByText('Shipped').first().waitFor();
  const { shipping } = (await customer.read('S-2')).json;
  assert.deepEqual([shipping.trackingNumber, shipping.trackingCarrier], ['T-2', 'DHL']);
});

test('a CSV file ships what it names, row by row; its template has the orders in production', async () => {
  for (const orderId of ['C-1', '=C+2']) await inProduction(orderId);
  const page = await office.signedIn();
  await new OrdersPage(page).open('?status=ACCEPTED');
  await page.getByRole('button', { name: 'Ship from file…' }).click();
  const template = await saved(page, () => page.getByRole('button', { name: 'Save template' }).click());
  const rows = (await text(await template.createReadStream())).replace('\uFEFF', '').split('\r\n');
  assert.equal(rows[0], 'clientId,orderId,trackingNumber,trackingCarrier,trackingUrl');
  assert.equal(rows[1], `${customer.clientId},"'=C+2",,,`);
  rows[3] = `${customer.clientId},NONE,,,`;
  const upload = (lines: string[]) =>
    page.locator('input[type=file]').setInputFiles({
      name: 'shipped.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(lines.join('\r\n')),
    });
  await upload(['clientId,order', 'a,b']);
  await page.getByRole('alert').getByText('The header must name the column "orderId".', { exact: true }).waitFor();
  await upload(rows);
  const dialog = results(page, '2 of 3 done');
  assert.match(await dialog.getByRole('row').first().innerText(), /Line 4[\s\S]*NONE[\s\S]*has no order/);
  assert.equal((await customer.read('=C+2')).json.status, 'SHIPPED');
});

test('all files of the selected orders are one archive; orders are named by a pasted list of numbers', async () => {
  for (const orderId of ['Z-1', 'Z-2', 'Z-3']) await customer.post(order({ orderId }));
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open();
  await orders.search.evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', 'Z-1\r\nZ-3\r\nGONE-7\r\n');
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await orders.shows('Z-3', 'Z-1');
  await page.getByRole('status').getByText('Not in this list: GONE-7').waitFor();
  await page.getByLabel('Select all on this page').click();
  const asked = page.waitForRequest('**/operator/v1/orders/files.zip');
  const archive = await saved(page, () => inBar(page, 'Download files').click());
  assert.equal(archive.suggestedFilename(), 'orders.zip');
  const keys = (await asked).postDataJSON().orders.map(({ orderId }: { orderId: string }) => orderId);
  assert.deepEqual(keys, ['Z-3', 'Z-1']);
  assert.match(await text(await archive.createReadStream()), /^PK/);
});

test("where is Ada's order: a few letters, and Enter", async () => {
  const address = { ...ADDRESS, personName: 'Grace Hopper' };
  await other.post(order({ orderId: 'G-1', shipping: { address } }));
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open('?status=SHIPPED');
  await page.keyboard.press('/');
  await page.keyboard.type('G-1');
  await orders.shows('G-1');
  assert.match(page.url(), /\?q=G-1$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await bar(page).getByText('1 selected').waitFor();
  await orders.search.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'G-1' }).waitFor();
  await page.goBack();
  await orders.shows('G-1');
});

test('stuck orders, and the client that sends bad files, are one click away', async () => {
  const yesterday = new Date(Date.now() - 86_400_000);
  office.server.time.now = yesterday;
  await customer.post(order({ orderId: 'OLD' }));
  office.server.time.now = undefined;
  for (const [orderId, code] of [
    ['BAD-1', 'file_not_found'],
    ['BAD-2', 'wrong_file_type'],
    ['BROKEN', 'production_problem'],
  ] as const) {
    await assigned(office.server, other, { orderId });
    await operator.work(other.clientId, orderId, 'error', { code, message: 'Mend it.' });
  }
  await operator.send('PATCH', `/clients/${other.clientId}`, { name: 'Zebra Shop' });
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open();
  await page.getByText('Stuck since yesterday').click();
  await orders.shows('OLD');
  await page.getByText('Bad files', { exact: true }).click();
  await orders.shows('BAD-2', 'BAD-1');
  await page.getByRole('group', { name: 'By client' }).getByText('Zebra Shop 2').click();
  await page.waitForURL(new RegExp(`clientId=${other.clientId}`));
  await orders.shows('BAD-2', 'BAD-1');
});

test('the filters of days find the orders created and changed on them', async () => {
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  const day = (days: number) => {
    const at = new Date(Date.now() + days * 86_400_000);
    return `${at.getFullYear()}-${String(at.getMonth() + 1).padStart(2, '0')}-${String(at.getDate()).padStart(2, '0')}`;
  };
  await orders.open(`?createdTo=${day(-1)}`);
  await orders.shows('OLD');
  await orders.open('?status=NEW');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByLabel('Created from').fill(day(1));
  await page.getByLabel('Created from').press('Enter');
  await page.waitForURL(new RegExp(`status=NEW&createdFrom=${day(1)}`));
  await orders.shows();
  await page.getByRole('button', { name: `Remove filter: Created from ${day(1)}` }).waitFor();
});

test('an open list updates itself and keeps selection and scroll position', async () => {
  const page = await office.signedIn({ screen: { width: 1280, height: 460 } });
  const orders = new OrdersPage(page);
  await orders.open('?sort=oldest');
  await orders.row('Z-2').waitFor();
  await select(page, 'Z-2');
  const content = page.locator('#content');
  const top = () => content.evaluate(({ scrollTop }) => scrollTop);
  await orders.row('Z-3').scrollIntoViewIfNeeded();
  const before = await top();
  assert.ok(before > 0, 'it is scrolled');
  const again = page.waitForRequest('**/operator/v1/orders?**');
  await customer.post(order({ orderId: 'LATE' }));
  await orders.row('LATE').waitFor();
  assert.ok((await (await again).allHeaders())['if-none-match'], 'what did not change is not sent again');
  await bar(page).getByText('1 selected').waitFor();
  assert.equal(await top(), before);
  await orders.row('Z-3').getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: 'Z-3' }).waitFor();
  await page.goBack();
  await orders.row('Z-3').waitFor();
  // Back leads to where the list was.
  await eventually(top, before);
});
