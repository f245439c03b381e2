import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole({ TOKEN_TTL_SECONDS: '600', S3_SECRET_ACCESS_KEY: 'hush-hush' });
});
afterEach(() => office.endTest());
after(() => office.close());

test('an admin sees what is set and how the service is, and no secret', async () => {
  const page = await office.signedIn();
  await page.goto('settings?only=set');
  const row = (name: string) => page.locator(`tr[data-setting="${name}"]`);
  await row('TOKEN_TTL_SECONDS').getByText('600', { exact: true }).waitFor();
  await row('TOKEN_TTL_SECONDS').getByText('Default: 3600').waitFor();
  await row('S3_SECRET_ACCESS_KEY').getByText('Set (hidden)').waitFor();
  assert.ok(!(await page.content()).includes('hush-hush'));
  assert.equal(await row('PORT').count(), 0);
  await page.getByLabel('Only set values').uncheck();
  await row('PORT').getByText('8080').waitFor();
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('lifetime of an access');
  await eventually(() => page.locator('tr[data-setting]').count(), 1);
  await page.getByText(/^PostgreSQL \d+/).waitFor();
});

test('an admin changes the settings of the shop, which the page shows with their origin', async () => {
  const page = await office.signedIn();
  const senderMissing = page.getByText('Labels and customs forms lack a sender');
  const places = ['today', 'printers', 'station/pack'];
  for (const place of places) {
    await page.goto(place);
    await senderMissing.waitFor();
  }
  await page.goto('settings');
  const value = (name: string) => page.locator(`[data-shop="${name}"]`);
  await value('productionHours').getByText('48 hours').waitFor();
  await value('productionHours').getByText('default', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Printhaus Nord');
  await dialog.getByLabel('Address', { exact: true }).fill('Musterstraße 12\n20095 Hamburg\nGERMANY');
  await dialog.getByLabel('Production hours').fill('24');
  for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await dialog.getByLabel(day).check();
  await assertAccessible(page);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await value('name').getByText('stored here').waitFor();
  await value('sender').getByText('20095 Hamburg').waitFor();
  await value('productionHours').getByText('24 hours').waitFor();
  await value('workingDays').getByText('Mon, Tue, Wed, Thu, Fri').waitFor();
  await page.getByRole('button', { name: 'Change' }).click();
  await dialog.getByLabel('Production hours').fill('');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await value('productionHours').getByText('48 hours').waitFor();
  for (const place of places) {
    const state = page.waitForResponse(/\/papers\/state$/);
    await page.goto(place);
    await (await state).finished();
    await eventually(() => senderMissing.count(), 0);
  }
});

test('Today shows admins the checklist of the opening until it is dismissed for the center', async () => {
  const page = await office.signedIn();
  await page.goto('today');
  const checklist = page.getByRole('region', { name: 'Ready to open' });
  await checklist.locator('[data-step="printers"]').getByText('A4 or Letter is missing').waitFor();
  await checklist.locator('[data-step="center"][data-done]').waitFor();
  await assertAccessible(page);
  await checklist.getByRole('link', { name: 'Stations' }).click();
  await page.getByRole('heading', { level: 1, name: 'Stations' }).waitFor();
  const other = await office.signedIn({ role: 'office' });
  await other.goto('today');
  await other.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  assert.equal(await other.getByText('Ready to open').count(), 0);
  await page.goto('today');
  await checklist.getByRole('button', { name: 'Dismiss' }).click();
  await checklist.waitFor({ state: 'detached' });
  const admin = await office.signedIn({ language: 'de' });
  await admin.goto('today');
  await admin.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
  assert.equal(await admin.getByText('Bereit zum Öffnen').count(), 0);
});

test('a page without data says what it is for, and has the first step as a button', async () => {
  const page = await office.signedIn();
  for (const [address, title, step] of [
    ['printers', 'There are no printers yet.', 'New printer'],
    ['webhooks', /^No client has an endpoint yet/, 'Open clients'],
    ['hand-overs', 'Nothing has been handed over yet.', 'Open station'],
    ['stock', 'There are no articles or products yet.', 'Import catalogue'],
    ['reports', 'There is nothing to report for these days.', 'Release orders'],
  ] as const) {
    await page.goto(address);
    const empty = page.getByRole('heading', { level: 2, name: title }).locator('..');
    const first = empty.getByRole('link').or(empty.getByRole('button'));
    await first.waitFor();
    assert.match((await first.textContent()) ?? '', new RegExp(step), address);
    assert.ok(((await empty.locator('p').textContent()) ?? '').length > 40, address);
  }
});
