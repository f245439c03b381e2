import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import type { Download, Page } from 'playwright-core';
import { fillWithOrders } from '../../test/support/many-orders.ts';
import { OrdersPage } from './pages/orders-page.ts';
import { assertAccessible, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { tabTo } from './support/keyboard.ts';

/** SHOP-0 and SHOP-1 move to the ends of January by the clock of Berlin, SHOP-2 to its next minute. */
const ORDERS = 3_000;
const MOVED = [
  ['SHOP-0', '2023-12-31T23:00:30Z'],
  ['SHOP-1', '2024-01-31T22:59:30Z'],
  ['SHOP-2', '2024-01-31T23:00:30Z'],
];

let office: TestConsole;
before(async () => {
  office = await startConsole({ TIME_ZONE: 'Europe/Berlin' });
  const { pool } = office.server;
  await fillWithOrders(pool, 0, ORDERS);
  for (const [orderId, created] of MOVED)
    await pool.query('update orders set created = $2 where order_id = $1', [orderId, created]);
});
afterEach(() => office.endTest());
after(() => office.close());

/** Chooses a form of the export in the open menu by keyboard. */
async function exportBy(page: Page, form: string): Promise<Download> {
  const item = page.getByRole('menuitem', { name: form });
  await tabTo(page, item, 'ArrowDown');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  return download;
}

test('the month is exported by keyboard, as a workbook with every order of its days in the center', async () => {
  const page = await office.signedIn({ timezoneId: 'America/New_York' });
  await new OrdersPage(page).open();
  await page.locator('tr[data-order]').first().waitFor();
  await tabTo(page, page.getByRole('button', { name: 'Filter', exact: true }));
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Created from'));
  await page.keyboard.type('01012024');
  await tabTo(page, page.getByLabel('Created until'));
  await page.keyboard.type('01312024');
  await tabTo(page, page.getByLabel('Changed from'));
  await page.waitForURL(/createdFrom=2024-01-01&createdTo=2024-01-31/);
  await page.keyboard.press('Escape');
  await tabTo(page, page.getByRole('button', { name: 'Export' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  const download = await exportBy(page, 'Excel (XLSX)');
  assert.equal(download.suggestedFilename(), 'orders.xlsx');
  const { sheets } = await readXlsx(await buffer(await download.createReadStream()));
  const [head = [], ...rows] = sheets[0]!.rows;
  const orderIds = new Set(rows.map(([orderId]) => orderId));
  assert.equal(orderIds.size, ORDERS - 1);
  assert.ok(orderIds.has('SHOP-0') && orderIds.has('SHOP-1') && !orderIds.has('SHOP-2'));
  const created = head.indexOf('Created');
  assert.deepEqual(rows[0]?.[created], new Date('2024-01-31T23:59:30.000Z'));
});

test('German Excel gets semicolons and German words, and a cancelled export saves nothing', async () => {
  const page = await office.signedIn({ language: 'de', screen: TABLET_SCREEN });
  await new OrdersPage(page).open('?orderIds=SHOP-7');
  const button = page.getByRole('button', { name: 'Exportieren' });
  await button.click();
  await assertAccessible(page);
  const download = await exportBy(page, 'CSV mit Semikolons');
  assert.match(
    String(await buffer(await download.createReadStream())),
    /^\uFEFFAuftrag;Kunde;Status;.*\r\nSHOP-7;Growth 7;Versandt;/,
  );
  // The answer never comes.
  await page.route('**/operator/v1/orders/export**', () => {});
  await button.click();
  await page.getByRole('menuitem', { name: 'Excel (XLSX)' }).click();
  await page.getByRole('status').getByText('Export läuft: 0 MB').waitFor();
  await page.getByRole('button', { name: 'Abbrechen' }).click();
  await page.getByText('Export läuft').waitFor({ state: 'detached' });
  assert.equal(await page.getByRole('alert').count(), 0);
});

test('an export that breaks off says so and saves nothing', async () => {
  const page = await office.signedIn();
  await new OrdersPage(page).open('?orderIds=SHOP-7');
  await page.route('**/operator/v1/orders/export**', (route) => route.abort());
  await page.getByRole('button', { name: 'Export' }).click();
  await page.getByRole('menuitem', { name: 'CSV with commas' }).click();
  await page.getByRole('alert').waitFor();
});
