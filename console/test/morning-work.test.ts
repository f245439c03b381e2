import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { after, afterEach, before, test } from 'node:test';
import { readXlsx } from 'hucre/xlsx';
import type { Locator } from 'playwright-core';
import { customItem } from '../../src/orders/test-support/sample-orders.ts';
import { commandOf } from '../../test/support/floor-scene.ts';
import { newSampleShop, type SampleShop } from '../../test/support/sample-shop.ts';
import { OrderPage } from './pages/order-page.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { tabTo } from './support/keyboard.ts';

let office: TestConsole;
let shop: SampleShop;
before(async () => {
  office = await startConsole({ TIME_ZONE: 'UTC' });
  shop = await newSampleShop(office.server);
});
afterEach(() => office.endTest());
after(() => office.close());

const addressOf = (personName: string) => ({
  address: { personName, street: 'Musterstraße 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
});
const shirts = (quantity: number) => {
  const print = { dataUrl: `${shop.files}/art.png`, location: 'REGULAR', technology: 'DTG' };
  return [{ ...customItem({ prints: [print] }), quantity }];
};

async function scanAll(work: string, codes: readonly string[]): Promise<void> {
  let context: object = { work };
  for (const code of codes) {
    const { json } = await shop.operator.send('POST', '/scans', { id: randomUUID(), station: 'desk', code, context });
    assert.equal(json.refusal, undefined);
    context = json.next;
  }
}

test("a morning's work by keyboard: find, correct, print again, release, ship and export", async () => {
  const { clientId, operator } = shop;
  await shop.send('SHIRTS', { items: shirts(2), shipping: addressOf('Grace Murray Hopper') });
  await shop.send('NEXT', { items: shirts(1), shipping: addressOf('Katherine Johnson') });
  await operator.send('POST', '/batches', { orders: [{ clientId, orderId: 'SHIRTS' }] });
  const [packed, printing] = (await operator.get(`/orders/${clientId}/SHIRTS/pieces`)).json;
  // One shirt waits for its label, and the other is in the hand of a printer.
  await scanAll('PACK', [packed.code, commandOf('PASS'), commandOf('NEXT_PARCEL')]);
  await scanAll('MAKE', [printing.code]);

  const page = await office.signedIn({ role: 'office' });
  const order = new OrderPage(page);
  const { dialog } = order;
  await page.goto('today');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  };
  const find = async (name: string, orderId: string) => {
    await page.keyboard.press('/');
    // Text typed as fast as here would be a scan outside of a field.
    await eventually(() => page.evaluate(() => document.activeElement instanceof HTMLInputElement), true);
    await page.keyboard.type(name);
    await page.keyboard.press('Enter');
    // The only match opens by itself.
    await page.getByRole('heading', { level: 1, name: orderId }).waitFor();
  };
  const type = async (label: string, text: string) => {
    await tabTo(page, dialog.getByLabel(label));
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  };

  await find('murray', 'SHIRTS');
  await press(order.action('Correct order…'));
  await dialog.getByText('Production has begun').waitFor();
  await type('Street', 'Nebenweg 7');
  await type('Reason (hidden from the client)', 'The customer called.');
  await press(dialog.getByRole('button', { name: 'Correct', exact: true }));
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('Label: void: destroy it').waitFor();
  await press(page.getByRole('button', { name: 'Print the void papers again' }));
  await page.getByText('Label: being made').waitFor();
  const { order: corrected } = (await operator.get(`/orders/${clientId}/SHIRTS`)).json;
  assert.deepEqual([corrected.status, corrected.shipping.address.street], ['ACCEPTED', 'Nebenweg 7']);
  // The shirt is made as if nothing had happened.
  await scanAll('MAKE', [printing.code, commandOf('PASS')]);

  await find('katherine', 'NEXT');
  await press(order.action('Release…'));
  await press(dialog.getByRole('button', { name: 'Release', exact: true }));
  await dialog.getByRole('link').waitFor();
  await page.keyboard.press('Escape');
  await order.hasStatus('In production');

  await press(order.action('Ship…'));
  const [unmade] = (await operator.get(`/orders/${clientId}/NEXT/pieces`)).json;
  await dialog.getByText(unmade.code).waitFor();
  const confirm = dialog.getByRole('button', { name: 'Ship anyway' });
  await type('Tracking number', 'JD014600006281230704');
  await type('Carrier', 'DHL');
  assert.ok(await confirm.isDisabled(), 'nobody has made its shirt, and a reason is missing');
  await type('Why do you ship them anyway? (hidden from the client)', 'It was made by hand.');
  await press(confirm);
  await dialog.waitFor({ state: 'detached' });
  await order.hasStatus('Shipped');

  await press(page.getByRole('navigation').getByRole('link', { name: 'Orders' }));
  await page.locator('tr[data-order="SHIRTS"]').waitFor();
  // The menu opens the open orders. The month has the shipped ones too.
  await tabTo(page, page.getByRole('tab', { selected: true }));
  await tabTo(page, page.getByRole('tab', { name: /^All/ }), 'ArrowLeft');
  await page.keyboard.press('Enter');
  await page.locator('tr[data-order="NEXT"]').waitFor();
  await press(page.getByRole('button', { name: 'Filter', exact: true }));
  const today = new Date().toISOString();
  await tabTo(page, page.getByLabel('Created from'));
  await page.keyboard.type(`${today.slice(5, 7)}01${today.slice(0, 4)}`);
  await tabTo(page, page.getByLabel('Created until'));
  await page.waitForURL(new RegExp(`createdFrom=${today.slice(0, 8)}01`));
  await page.keyboard.press('Escape');
  const button = page.getByRole('button', { name: 'Export' });
  await tabTo(page, button, 'Shift+Tab');
  await page.keyboard.press('Enter');
  const item = page.getByRole('menuitem', { name: 'Excel (XLSX)' });
  await tabTo(page, item, 'ArrowDown');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  const { sheets } = await readXlsx(await buffer(await download.createReadStream()));
  const [, ...rows] = sheets[0]!.rows;
  assert.deepEqual(rows.map(([orderId]) => orderId).sort(), ['NEXT', 'SHIRTS']);
  assert.ok(rows.some((row) => row.includes('Nebenweg 7')) && rows.some((row) => row.includes('JD014600006281230704')));
});
