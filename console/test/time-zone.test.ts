import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newCustomer } from '../../src/orders/test-support/customer.ts';
import { order } from '../../src/orders/test-support/sample-orders.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

const TIME_ZONE = 'Asia/Kathmandu';
/** A browser whose clock is ten hours behind, so most of its days are others. */
const FAR_AWAY = { timezoneId: 'America/New_York' };
const ZONE_NOTE = `Time zone: ${TIME_ZONE}`;

let office: TestConsole;
before(async () => {
  office = await startConsole({ TIME_ZONE });
  const { server } = office;
  const customer = await newCustomer(server);
  // The last minute of 21 November and the first one of the 22nd, at a quarter past six in UTC.
  for (const [orderId, created] of [
    ['EVE', '2026-11-21T18:14:30Z'],
    ['MORNING', '2026-11-21T18:15:30Z'],
  ] as const) {
    server.time.now = new Date(created);
    assert.equal((await customer.post(order({ orderId }))).status, 200);
  }
});
afterEach(() => office.endTest());
after(() => office.close());

const listed = (page: Page) =>
  page.locator('tr[data-order]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order')));

test('days and times are those of the center, also in a browser with another time zone, and pages with days say so', async () => {
  const page = await office.signedIn(FAR_AWAY);
  await page.goto('orders?createdFrom=2026-11-22&createdTo=2026-11-22');
  await page.locator('tr[data-order]').first().waitFor();
  assert.equal((await listed(page)).length, 1);
  await page.locator('tr[data-order]').getByText('22 Nov 2026, 00:00').waitFor();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await page.getByText(ZONE_NOTE).waitFor();
  await page.goto('orders?createdFrom=2026-11-21&createdTo=2026-11-21');
  await eventually(async () => (await listed(page)).length, 1);
  await page.locator('tr[data-order]').getByText('21 Nov 2026, 23:59').waitFor();
  for (const address of ['today', 'reports', 'audit', 'returns']) {
    await page.goto(address);
    await page.getByText(ZONE_NOTE).waitFor();
  }
});

test('the settings page says which zone holds', async () => {
  const page = await office.signedIn(FAR_AWAY);
  await page.goto('settings?q=TIME_ZONE');
  await page.locator('tr[data-setting="TIME_ZONE"]').getByText(TIME_ZONE).waitFor();
});
