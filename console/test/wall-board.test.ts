import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newCustomer } from '../../src/orders/test-support/customer.ts';
import { customItem } from '../../src/orders/test-support/sample-orders.ts';
import { assigned, newOperator } from '../../test/support/operator.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole({ CENTER_NAME: 'Print House', TIME_ZONE: 'Europe/Berlin' });
  const operator = await newOperator(office.server);
  const customer = await newCustomer(office.server);
  await operator.send('POST', `/stock/ARTICLE/${customItem().customProduct?.sku}/set`, { quantity: 100 });
  const orderId = await assigned(office.server, customer, {
    orderId: 'W-1',
    items: [{ ...customItem(), quantity: 3 }],
  });
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
});
afterEach(() => office.endTest());
after(() => office.close());

/** Creates a board on the page of the stations, and returns its link. */
async function createBoard(page: Page, name: string): Promise<string> {
  await page.goto('stations');
  await page.getByRole('button', { name: 'New wall board' }).click();
  const dialog = page.getByRole('dialog', { name: 'New wall board' });
  await dialog.getByRole('button', { name: 'New wall board' }).click();
  await dialog.getByText('Enter a name, such as the place of the screen.').waitFor();
  await dialog.getByLabel('Name').fill(name);
  await dialog.getByLabel('Language').selectOption('de');
  await dialog.getByRole('button', { name: 'New wall board' }).click();
  const link = await page.getByRole('textbox', { name: 'Link' }).inputValue();
  await page.getByRole('button', { name: 'Done' }).click();
  return link.replace('http://platen.test', office.server.url);
}

test('a screen shows the figures by its link, in its own language, until the link is revoked', async () => {
  const page = await office.signedIn();
  const link = await createBoard(page, 'Packing hall');
  assert.match(link, /\?language=de&appearance=dark#[\w-]{43}$/);
  const screen = await office.stranger({ screen: { width: 1920, height: 1080 } });
  await screen.goto(link);
  await screen.getByRole('heading', { name: 'Print House' }).waitFor();
  const row = screen.getByRole('row', { name: /^DTG/ });
  assert.equal((await row.innerText()).replaceAll(/\s+/g, ' ').trim(), 'DTG 3 0 0 0');
  await screen.getByText('Verspätet').waitFor();
  assert.equal(await screen.evaluate(() => document.documentElement.scrollHeight <= innerHeight), true);
  await assertAccessible(screen);
  // The screen is nobody's session.
  await screen.goto(new URL('orders', `${office.server.url}/console/`).href);
  await screen.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await screen.goto(link);
  await screen.getByRole('heading', { name: 'Print House' }).waitFor();
  await page.getByRole('button', { name: 'Revoke Packing hall' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await eventually(() => page.locator('tr[data-board]').count(), 0);
  await screen.getByText('Der Link dieser Wandtafel gilt nicht mehr').waitFor();
  assert.equal(await screen.getByText('DTG').count(), 0);
});

test('a screen without an answer says that its figures are out of date, and goes on by itself', async () => {
  const link = await createBoard(await office.signedIn(), 'Press');
  const screen = await office.stranger({ screen: { width: 1280, height: 720 } });
  await screen.clock.install();
  await screen.goto(link);
  await screen.getByRole('heading', { name: 'Print House' }).waitFor();
  await screen.route('**/wall-board', (route) => route.abort());
  const old = screen.getByText(/^Veraltet: letzte Zahlen von/);
  while (!(await old.isVisible())) await screen.clock.runFor(70_000);
  await screen.getByRole('row', { name: /^DTG/ }).waitFor();
  await screen.unroute('**/wall-board');
  // A request that began before may still fail.
  const current = screen.getByText(/^Stand /);
  while (!(await current.isVisible())) await screen.clock.runFor(20_000);
});
