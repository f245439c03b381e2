import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { customItem } from '../../src/orders/test-support/sample-orders.ts';
import { fillSampleShop, newSampleShop, type SampleShop } from '../../test/support/sample-shop.ts';
import { PASSWORD, signedIn } from '../../test/support/signed-in.ts';
import { NAVIGATION } from '../src/shell/navigation.ts';
import { OrderPage } from './pages/order-page.ts';
import { OrdersPage } from './pages/orders-page.ts';
import { startConsole, type TestConsole, untilAnswered } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { isFocused, tabTo } from './support/keyboard.ts';

const SOURCE = join(import.meta.dirname, '../src');

let office: TestConsole;
let shop: SampleShop;
before(async () => {
  office = await startConsole();
  shop = await newSampleShop(office.server);
  await fillSampleShop(shop);
});
afterEach(() => office.endTest());
after(() => office.close());

test('with only the keyboard a person signs in, opens a problem, acts and returns', async () => {
  const { account } = await signedIn(office.server, 'office');
  const page = await office.stranger();
  await page.goto('');
  await eventually(() => isFocused(page.getByLabel('Sign-in name')), true);
  await page.keyboard.type(account.login);
  await tabTo(page, page.getByLabel('Password', { exact: true }));
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await tabTo(page, page.getByRole('link', { name: /^\d+ On hold$/ }));
  await page.keyboard.press('Enter');
  const orders = new OrdersPage(page);
  await orders.shows('SHOP-1009');
  const list = page.url();
  await tabTo(page, page.getByRole('link', { name: 'SHOP-1009' }));
  await page.keyboard.press('Enter');
  const order = new OrderPage(page);
  await page.getByRole('heading', { level: 1, name: 'SHOP-1009' }).waitFor();
  await tabTo(page, order.action('Resume'));
  await page.keyboard.press('Enter');
  await tabTo(page, order.action('Hold…'));
  await page.keyboard.press('Enter');
  // The dialog has the focus in its first field.
  await eventually(() => isFocused(order.dialog.getByLabel(/^Reason/)), true);
  await page.keyboard.type('Wait for the shop.');
  await tabTo(page, order.dialog.getByRole('button', { name: 'Hold', exact: true }));
  await page.keyboard.press('Enter');
  await order.dialog.waitFor({ state: 'detached' });
  await page.getByText('Wait for the shop.').first().waitFor();
  await tabTo(page, order.action('More'));
  await page.keyboard.press('Enter');
  const cancel = page.getByRole('menuitem', { name: 'Cancel order…' });
  await cancel.waitFor();
  await eventually(async () => {
    await page.keyboard.press('ArrowDown');
    return isFocused(cancel);
  }, true);
  await page.keyboard.press('Enter');
  await order.dialog.waitFor();
  await page.keyboard.press('Escape');
  await order.dialog.waitFor({ state: 'detached' });
  await eventually(() => isFocused(order.action('More')), true);

  await page.goBack();
  await page.waitForURL(list);
  await orders.shows('SHOP-1009');
  await page.goBack();
  await page.getByRole('heading', { level: 1, name: 'Today' }).waitFor();
  await page.keyboard.press('/');
  // Text typed as fast as here would be a scan outside of a field, which opens the order at once.
  await eventually(() => isFocused(page.getByRole('textbox', { name: 'Search or scan orders' })), true);
  await page.keyboard.type('SHOP-1014');
  await page.keyboard.press('Enter');
  // The order is in the list, or already open as the only match.
  await page.getByText('SHOP-1014').first().waitFor();
  await page.keyboard.press('Shift+?');
  await page.getByRole('dialog', { name: 'Keyboard and scanner' }).waitFor();
});

test('a list keeps its filters and position after going back, a reload and in a shared address', async () => {
  const page = await office.signedIn({ screen: { width: 1280, height: 460 } });
  const orders = new OrdersPage(page);
  await orders.open('?sort=oldest&status=ASSIGNED,ACCEPTED,SHIPPED');
  const address = page.url();
  const last = page.locator('tr[data-order]').last();
  await last.waitFor();
  const listed = await page
    .locator('tr[data-order]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-order')!));
  await last.getByRole('link').scrollIntoViewIfNeeded();
  const scrolled = () => page.locator('#content').evaluate((content) => content.scrollTop);
  const place = await scrolled();
  assert.ok(place > 0);
  await last.getByRole('link').click();
  await page.getByRole('heading', { level: 1, name: listed.at(-1)! }).waitFor();
  await page.goBack();
  await page.waitForURL(address);
  await orders.shows(...listed);
  await eventually(async () => Math.abs((await scrolled()) - place) < 2, true);
  await page.reload();
  await orders.shows(...listed);
  await page.goForward();
  await page.getByRole('heading', { level: 1, name: listed.at(-1)! }).waitFor();
  const other = await office.signedIn({ role: 'viewer' });
  await other.goto(address);
  await new OrdersPage(other).shows(...listed);
});

test('in German no page shows English, and an order can be processed', async () => {
  const english = await wordsOf('en');
  const german = await wordsOf('de');
  const foreign = new Set([...english].filter((words) => !german.has(words)));
  assert.ok(foreign.size > 200, `${foreign.size} words`);
  const page = await office.signedIn({ language: 'de' });
  const said = async (where: string) => {
    const words = await shownWords(page);
    assert.deepEqual(
      words.filter((one) => foreign.has(one)),
      [],
      where,
    );
  };
  await page.goto('');
  await page.getByRole('heading', { level: 1, name: 'Heute' }).waitFor();
  for (const { to } of NAVIGATION.flat()) {
    await page.locator(`nav a[href^="/console${to}"]`).click();
    await page.waitForURL((url) => url.pathname.endsWith(to));
    await page.getByRole('heading', { level: 1 }).waitFor();
    await untilAnswered(page);
    await said(to);
  }
  const order = new OrderPage(page);
  const prints = [{ dataUrl: `${shop.files}/art.png`, location: 'REGULAR', technology: 'DTG' }];
  await shop.send('SHOP-2001', { items: [customItem({ prints })] });
  await order.open(shop.clientId, 'SHOP-2001');
  await said('order');
  await order.action('Freigeben …').click();
  await order.dialog.waitFor();
  await said('release');
  await order.dialog.getByRole('button', { name: 'Freigeben', exact: true }).click();
  await order.dialog.getByText('Schließen', { exact: true }).click();
  await order.hasStatus('In Produktion');
  await page.getByRole('button', { name: /^Versenden\s?…$/ }).click();
  await order.dialog.waitFor();
  await said('ship');
  await order.dialog.getByLabel(/^Warum versenden Sie sie trotzdem/).fill('Ohne Scanner gefertigt.');
  await order.dialog.getByLabel('Ohne diese Angaben versenden').check();
  await order.dialog.getByRole('button', { name: 'Trotzdem versenden', exact: true }).click();
  await order.hasStatus('Versandt');
  for (const orderId of ['SHOP-1007', 'SHOP-1008', 'SHOP-1009', 'SHOP-1011', 'SHOP-1001']) {
    await order.open(shop.clientId, orderId);
    await said(orderId);
  }
});

/** Returns all texts of the pages in a language, except those with parameters. */
async function wordsOf(language: 'en' | 'de'): Promise<Set<string>> {
  const words = new Set<string>();
  const collect = (value: unknown) => {
    if (typeof value === 'string') words.add(value);
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  for await (const file of glob(`**/*-{copy,words}.${language}.ts`, { cwd: SOURCE })) {
    collect({ ...(await import(join(SOURCE, file))) });
  }
  return words;
}

/** Returns the visible texts of the page and its labels for screen readers. */
async function shownWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const words: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Values, for example of settings, are the same in all languages.
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest('code')) words.push(walker.currentNode.textContent?.trim() ?? '');
    for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [aria-description]')) {
      for (const name of ['aria-label', 'title', 'placeholder', 'aria-description'])
        words.push(element.getAttribute(name) ?? '');
    }
    return words.filter((word) => word !== '');
  });
}
