import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { watchAlerts } from '../../src/operations/alerts/watch-alerts.ts';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { EAN } from '../../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator, type Operator } from '../../test/support/operator.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

/** An order number that an address must encode. */
const ORDER_ID = 'AB/1 ü#=?';

let office: TestConsole;
let operator: Operator;
let customer: Customer;
before(async () => {
  office = await startConsole();
  operator = await newOperator(office.server);
  customer = await newCustomer(office.server);
});
afterEach(() => office.endTest());
after(() => office.close());

const look = () => watchAlerts({ pool: office.server.pool, clock: () => new Date(), config: office.server.config });

test('the bell counts new alerts, opens their cause, and forgets them when the cause is gone', async () => {
  await assigned(office.server, customer, { orderId: ORDER_ID });
  await operator.work(customer.clientId, ORDER_ID, 'error', { message: 'No artwork.', code: 'file_not_found' });
  const page = await office.signedIn();
  await page.goto('stock');
  await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
  await look();
  await page.getByRole('button', { name: 'Alerts, unread: 1' }).click();
  const list = page.getByRole('region', { name: 'Alerts' });
  await list.getByText('Order in error').waitFor();
  assert.match((await list.innerText()).replaceAll('\n', ' '), /New .* AB\/1 ü#=\? · Test Shop · File not found/);
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Alerts', exact: true }).waitFor();
  await list.getByRole('link', { name: /AB\/1/ }).click();
  await page.getByRole('heading', { name: ORDER_ID }).waitFor();
  await operator.work(customer.clientId, ORDER_ID, 'cancel', {});
  await look();
  await page.getByRole('button', { name: 'Alerts', exact: true }).press('Enter');
  await page.getByText('Nothing needs a person now.').waitFor();
  await page.keyboard.press('Escape');
  await page.getByText('Nothing needs a person now.').waitFor({ state: 'detached' });
});

test('a person chooses kinds, and an e-mail needs an address', async () => {
  const page = await office.signedIn({ alone: true });
  await page.goto('account');
  await page.getByLabel('E-mail: Backups that fail or are damaged').check();
  await page.getByLabel('Bell: Late orders, in the morning of working days').uncheck();
  const section = page.getByRole('region', { name: 'Alerts' });
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Enter an e-mail address.').waitFor();
  await section.getByText('The center has no mail server').waitFor();
  await section.getByLabel('E-mail address').fill('ada@example.com');
  await section.getByLabel('Once a day').check();
  await section.getByRole('button', { name: 'Save' }).click();
  await section.getByText('Saved.').waitFor();
  await assertAccessible(page);
  await page.reload();
  assert.equal(await page.getByLabel('E-mail: Backups that fail or are damaged').isChecked(), true);
  assert.equal(await page.getByLabel('Bell: Late orders, in the morning of working days').isChecked(), false);
  assert.equal(await section.getByLabel('Once a day').isChecked(), true);
});

test('a variant gets a minimum, and its shortfall is in the list and in the bell', async () => {
  const page = await office.signedIn();
  await page.goto(`stock/PRODUCT/${EAN}`);
  await page.getByRole('button', { name: 'Plan and place' }).click();
  await page.getByRole('textbox', { name: 'Minimum' }).fill('5000000');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Below minimum').waitFor();
  await look();
  await page.getByRole('button', { name: /^Alerts, unread/ }).click();
  await page.getByRole('link', { name: /Stock below its minimum.*minimum 5,000,000/ }).waitFor();
  await page.goto('stock');
  await page.getByRole('tab', { name: 'Below minimum' }).click();
  await eventually(
    () => page.locator('tr[data-code]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code'))),
    [EAN],
  );
});

test('the floor has no bell', async () => {
  const page = await office.signedIn({ role: 'floor' });
  await page.goto('account');
  await page.getByRole('heading', { name: 'My account' }).waitFor();
  assert.equal(await page.getByRole('button', { name: /^Alerts/ }).count(), 0);
  assert.equal(await page.getByRole('region', { name: 'Alerts' }).count(), 0);
});
