import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { runOrderJob } from '../../src/packing/order-jobs.ts';
import { ScanNumbers } from '../../src/production/scan-numbers.ts';
import { assigned, newOperator, type Operator } from '../../test/support/operator.ts';
import { OrdersPage } from './pages/orders-page.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
let operator: Operator;
let customer: Customer;
before(async () => {
  office = await startConsole();
  operator = await newOperator(office.server);
  customer = await newCustomer(office.server);
  for (let number = 10; number < 40; number++) await assigned(office.server, customer, { orderId: `SHOP-${number}` });
});
afterEach(() => office.endTest());
after(() => office.close());

const { clock, signal } = { clock: () => new Date(), signal: new AbortController().signal };
async function runJobs(): Promise<void> {
  const { pool, config } = office.server;
  const production = { pool, clock, numbers: new ScanNumbers(pool), stepOrder: config.PRODUCTION_STEPS };
  const { rows } = await pool.query<{ id: string }>('select job_id as id from order_jobs');
  for (const { id } of rows) await runOrderJob({ pool, clock, onWork: () => {}, production }, id, signal);
}

test('a view is saved with its columns, found in the navigation with its count, and deleted', async () => {
  const page = await office.signedIn({ alone: true });
  await new OrdersPage(page).open('?status=ASSIGNED&sort=-order&limit=25');
  await page.getByRole('button', { name: 'Columns', exact: true }).click();
  await page.getByLabel('Carrier', { exact: true }).uncheck();
  await page.getByLabel('Tags', { exact: true }).check();
  await page.keyboard.press('Escape');
  const view = page.getByRole('button', { name: 'View', exact: true });
  await view.focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Save as new view…' }).press('Enter');
  const name = page.getByLabel('Name', { exact: true });
  await name.press('Enter');
  await page.getByText('The view needs a name.').waitFor();
  // A lost connection keeps what was typed.
  await name.fill('To pack');
  await page.route('**/order-views', (route) => route.abort());
  await name.press('Enter');
  await page.getByRole('dialog').getByRole('alert').waitFor();
  assert.equal(await name.inputValue(), 'To pack');
  await page.unroute('**/order-views');
  await page.getByLabel('Share with everybody').check();
  await name.press('Enter');
  const entry = page.getByRole('navigation').getByRole('link', { name: /^To pack/ });
  await entry.getByText('20', { exact: true }).waitFor();
  const heads = () => page.getByRole('columnheader').allInnerTexts();
  const chosen = ['', 'Order', 'Client', 'Recipient', 'Status', 'Due', 'Items', 'Created', 'Tags'];
  await eventually(heads, chosen);
  await page.goto(`${office.server.url}/console/orders`);
  await entry.click();
  await page.waitForURL(/status=ASSIGNED.*sort=-order|sort=-order.*status=ASSIGNED/);
  await eventually(heads, chosen);
  await assertAccessible(page);
  await view.click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await entry.waitFor({ state: 'detached' });
});

test('the list opens with the default view, which says what is gone', async () => {
  const page = await office.signedIn({ alone: true });
  await operator.send('POST', '/order-views', { name: 'Old', isShared: true, query: { tag: 'gone' }, columns: [] });
  await page.goto(`${office.server.url}/console/orders`);
  const entry = page.getByRole('navigation').getByRole('link', { name: /^Old/ });
  await entry.click();
  await page.getByText('This view filters by something that no longer exists: tag.').waitFor();
  await page.getByRole('button', { name: 'View', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Open orders with this view' }).click();
  await page.getByRole('link', { name: 'Today', exact: true }).click();
  await page.getByRole('heading', { name: 'Today' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Orders', exact: true }).click();
  await page.waitForURL(/tag=gone/);
});

test('pages go forth and back, and all matching orders are changed with progress and results', async () => {
  const page = await office.signedIn({ alone: true });
  await new OrdersPage(page).open('?limit=25&sort=order');
  const first = page.locator('tbody tr').first();
  await first.getByText('SHOP-10').waitFor();
  await page.getByRole('link', { name: 'Next page' }).click();
  await first.getByText('SHOP-35').waitFor();
  await page.getByRole('link', { name: 'Previous page' }).click();
  await first.getByText('SHOP-10').waitFor();
  await page.getByLabel('Select all on this page').press('Space');
  await page.getByRole('button', { name: 'Select all matching orders' }).press('Enter');
  await page.getByText('All 30 matching orders').waitFor();
  await page.getByRole('button', { name: 'Hold…', exact: true }).press('Enter');
  await page.getByRole('dialog').getByRole('textbox').fill('Wait.');
  await page.keyboard.press('Tab');
  await page.getByRole('button', { name: 'Start', exact: true }).press('Enter');
  await page.getByText('Running: 0 of 30').waitFor();
  await operator.work(customer.clientId, 'SHOP-10', 'cancel');
  await runJobs();
  await page.getByText('Finished: 30 of 30').waitFor();
  await page.getByText('Done 29').waitFor();
  await page.locator('[data-result="REFUSED"]').getByText('SHOP-10').waitFor();
  await assertAccessible(page);
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Save refused orders (CSV)' }).click(),
  ]);
  assert.equal(file.suggestedFilename(), 'orders.csv');
  assert.equal((await customer.read('SHOP-11')).json.statusReason.message, 'Wait.');
});
