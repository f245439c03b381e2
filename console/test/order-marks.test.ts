import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { watchAlerts } from '../../src/operations/alerts/watch-alerts.ts';
import { newCustomer } from '../../src/orders/test-support/customer.ts';
import { assigned } from '../../test/support/operator.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
let clientId: string;
before(async () => {
  office = await startConsole();
  const customer = await newCustomer(office.server);
  ({ clientId } = customer);
  for (const orderId of ['M-1', 'M-2', 'M-3']) await assigned(office.server, customer, { orderId });
});
afterEach(() => office.endTest());
after(() => office.close());

test('orders are assigned and tagged in bulk, shown with it, and filtered by it', async () => {
  const page = await office.signedIn();
  await page.goto('orders');
  for (const orderId of ['M-1', 'M-2']) await page.locator(`tr[data-order="${orderId}"]`).getByRole('checkbox').check();
  await page.getByRole('button', { name: 'Assign, tag' }).click();
  const dialog = page.getByRole('dialog', { name: 'Assignee and tags of 2 orders' });
  await dialog.getByRole('combobox', { name: 'Assignee' }).click();
  await page.getByRole('option', { name: 'Ada Lovelace' }).first().click();
  await dialog.getByRole('combobox', { name: 'Add tags' }).fill('gift');
  await page.keyboard.press('Enter');
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const row = page.locator('tr[data-order="M-1"]');
  await row.getByText('gift').waitFor();
  await row.getByText('Ada Lovelace').first().waitFor();
  await page.goto('orders?tag=gift');
  await eventually(() => page.locator('tr[data-order]').count(), 2);
  await page.getByText('Tag: gift').waitFor();
  await page.goto('orders?assigneeId=NONE');
  await eventually(() => page.locator('tr[data-order]').count(), 1);
  await page.getByText('Assignee: Nobody').waitFor();
  await page.goto(`orders/${clientId}/M-1`);
  await page.getByRole('button', { name: 'Assign, tag' }).click();
  await page.getByRole('combobox', { name: 'Remove tags' }).click();
  await page.getByRole('option', { name: 'gift' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await eventually(() => page.getByText('gift', { exact: true }).count(), 0);
});

test('a note mentions a person, whose bell leads to the order and forgets it', async () => {
  const page = await office.signedIn({ alone: true });
  await page.goto(`orders/${clientId}/M-2`);
  await page.getByRole('textbox', { name: 'New note' }).fill('Please call the shop.');
  await page.getByRole('combobox', { name: 'Alert these people' }).click();
  const people = page.getByRole('option', { name: 'Ada Lovelace' });
  await people.first().waitFor();
  for (const option of await people.all()) await option.click();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByText(/ to Ada Lovelace/).waitFor();
  await watchAlerts({ pool: office.server.pool, clock: () => new Date(), config: office.server.config });
  await page.goto('stock');
  await page.getByRole('button', { name: /^Alerts, unread/ }).click();
  await page.getByRole('link', { name: /You are mentioned in a note/ }).click();
  await page.getByRole('heading', { name: 'M-2' }).waitFor();
  const open = async () =>
    (await office.server.pool.query(`select 1 from note_mentions where done is not null`)).rows.length;
  await eventually(open, 1);
  assert.equal(await page.getByRole('region', { name: 'Alerts' }).count(), 0);
});
