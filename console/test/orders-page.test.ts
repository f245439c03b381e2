import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { order } from '../../src/orders/test-support/sample-orders.ts';
import { assigned } from '../../test/support/operator.ts';
import { OrdersPage } from './pages/orders-page.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { scan } from './support/scanner.ts';

let office: TestConsole;
let customer: Customer;
before(async () => {
  office = await startConsole();
  customer = await newCustomer(office.server);
  await customer.post(order({ orderId: 'SHOP-1' }));
  await assigned(office.server, customer, { orderId: '007' });
  await customer.post(order({ orderId: '<script>alert(1)</script>' }));
});
afterEach(() => office.endTest());
after(() => office.close());

const HOSTILE = '<script>alert(1)</script>';

test('a filter is part of the address, which shows the same rows to somebody else', async () => {
  const orders = new OrdersPage(await office.signedIn());
  await orders.open();
  await orders.shows(HOSTILE, '007', 'SHOP-1');
  await orders.tab('Assigned').click();
  await orders.shows('007');
  assert.match(orders.page.url(), /\?status=ASSIGNED$/);

  const other = await office.signedIn();
  await other.goto(orders.page.url());
  await new OrdersPage(other).shows('007');

  await orders.page.goBack();
  await orders.shows(HOSTILE, '007', 'SHOP-1');
  await orders.page.goForward();
  await orders.page.reload();
  await orders.shows('007');
});

test('arrow keys move through a list from the start', async () => {
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open();
  await orders.shows(HOSTILE, '007', 'SHOP-1');
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  for (const [key, orderId] of [
    ['ArrowDown', HOSTILE],
    ['ArrowDown', '007'],
    ['ArrowUp', HOSTILE],
  ] as const) {
    await page.keyboard.press(key);
    assert.equal(await focused(), orderId);
  }
  await page.goto('stock');
  await page.locator('main tbody tr').first().waitFor();
  await page.keyboard.press('ArrowDown');
  assert.equal(await page.evaluate(() => document.activeElement?.closest('tr')?.rowIndex), 1);
});

test('headers sort the list, and carrier and country are chosen from lists', async () => {
  await office.server.pool.query(`update orders set due = created + interval '2 days'`);
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open();
  await orders.shows(HOSTILE, '007', 'SHOP-1');
  const head = (name: string) => page.getByRole('columnheader', { name: new RegExp(`^${name}`) });
  for (const [name, sort, direction, rows] of [
    ['Due', 'sort=due', 'ascending', ['SHOP-1', '007', HOSTILE]],
    ['Due', 'sort=-due', 'descending', [HOSTILE, '007', 'SHOP-1']],
    ['Due', 'orders$', undefined, [HOSTILE, '007', 'SHOP-1']],
    ['Created', 'sort=oldest', 'ascending', ['SHOP-1', '007', HOSTILE]],
    ['Order', 'sort=order', 'ascending', ['007', HOSTILE, 'SHOP-1']],
    ['Order', 'sort=-order', 'descending', ['SHOP-1', HOSTILE, '007']],
  ] as const) {
    await head(name).getByRole('button').click();
    await page.waitForURL(new RegExp(sort));
    await orders.shows(...rows);
    await eventually(() => head(name).getAttribute('aria-sort'), direction ?? null);
  }
  await orders.open();
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  const choose = async (name: string, typed: string, option: string | RegExp) => {
    await page.getByRole('combobox', { name }).fill(typed);
    await page.getByRole('option', { name: option }).click();
  };
  await choose('Country', 'austri', /^Austria \(AT\)$/);
  await orders.shows();
  await choose('Country', 'germ', /^Germany \(DE\)$/);
  // The others have labels of the client.
  await orders.shows('007');
  await choose('Carrier', 'dhl', 'DHL Paket');
  await page.waitForURL(/carrier=dhl-paket/);
  assert.match(page.url(), /country=DE/);
});

test('a search keeps leading zeros', async () => {
  const orders = new OrdersPage(await office.signedIn());
  await orders.open();
  await orders.page.keyboard.press('/');
  await orders.page.keyboard.type('007');
  await orders.shows('007');
  assert.match(orders.page.url(), /\?q=007$/);
});

test('the menu opens all open orders, whatever was filtered before; an address without filters shows all orders', async () => {
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open('?status=ERROR');
  await orders.shows();
  await page.getByRole('link', { name: 'Stock', exact: true }).click();
  await page.getByRole('heading', { name: 'Stock', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'Orders', exact: true }).click();
  await orders.shows(HOSTILE, '007', 'SHOP-1');
  assert.equal(await orders.tab('Open').getAttribute('aria-selected'), 'true');
  await orders.open();
  await orders.shows(HOSTILE, '007', 'SHOP-1');
  assert.match(page.url(), /\/orders$/);
});

test('a search looks at all statuses, and says so', async () => {
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open('?status=ERROR');
  await page.keyboard.press('/');
  await page.keyboard.type('007');
  await orders.shows('007');
  await page.getByText('The search looks at orders in all statuses.').waitFor();
  await orders.search.fill('');
  await orders.shows(HOSTILE, '007', 'SHOP-1');
  assert.equal(await orders.tab('Open').getAttribute('aria-selected'), 'true');
});

test('orders are released together into a batch, and the ones that are not ready are named', async () => {
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open();
  await orders.shows(HOSTILE, '007', 'SHOP-1');
  await page.getByLabel('Select 007').click();
  await page.getByLabel('Select SHOP-1').click();
  const bar = page.getByRole('region', { name: 'With the selected orders' });
  await bar.getByRole('button', { name: 'Release…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Release', exact: true }).click();
  const done = page.getByRole('dialog', { name: /^Released into batch \d+$/ });
  await done.getByText('SHOP-1 cannot be accepted now.').waitFor();
  await orders.row('007').getByText('In production').waitFor();
  await done.getByRole('link', { name: 'Open batch' }).click();
  await page.getByRole('heading', { level: 1, name: /^Batch \d+/ }).waitFor();
});

test('a code scanned outside a field opens its order, also with another keyboard layout', async () => {
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open('?status=CANCELLED');
  await scan(page, 'SHOP-1');
  await page.getByRole('heading', { level: 1, name: 'SHOP-1' }).waitFor();
  await orders.open('?status=CANCELLED');
  await scan(page, 'SHOP-1', { computer: 'german' });
  await page.getByRole('heading', { level: 1, name: 'SHOP-1' }).waitFor();
});

test('the rows are a file for a spreadsheet, in which nothing is a formula', async () => {
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await customer.post(order({ orderId: '=1+1' }));
  await orders.open('?status=NEW');
  await page.getByRole('button', { name: 'Export' }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV with commas' }).click(),
  ]);
  const content = await text(await download.createReadStream());
  assert.match(content, /^Order,Client,Status/);
  assert.match(content, /\r\n"'=1\+1",Test Shop,New,/);
  assert.match(content, /\r\n<script>alert\(1\)<\/script>,/);
});

test('a list that did not change is answered with 304 while the page polls, and one that did is shown', async () => {
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  const unchanged = page.waitForResponse((answer) => isListOfOrders(answer.url()) && answer.status() === 304);
  await customer.post(order({ orderId: 'GONE-1' }));
  await customer.cancel('GONE-1');
  await orders.open('?status=CANCELLED');
  assert.ok((await (await unchanged).request().allHeaders())['if-none-match']);
  await orders.shows('GONE-1');
  await customer.post(order({ orderId: 'GONE-2' }));
  await customer.cancel('GONE-2');
  await orders.shows('GONE-2', 'GONE-1');
});

test('after signing out, neither the Back button nor the cache of the browser has an order', async () => {
  const page = await office.signedIn({ alone: true });
  const read: string[] = [];
  page.on('response', (answer) => {
    if (answer.request().method() === 'GET' && answer.ok() && answer.url().includes('/operator/v1/'))
      read.push(answer.url());
  });
  await new OrdersPage(page).open('?status=CANCELLED');
  await page.goto(`orders/${customer.clientId}/007`);
  await page.getByRole('heading', { level: 1, name: '007' }).waitFor();
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Signed in as Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.ok(read.filter((url) => url.includes('/orders')).length > 2, read.join());
  assert.deepEqual(await cachedOf(page, read), []);
  await page.goBack();
  await page.waitForURL(/sign-in\?next=/);
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  assert.equal(await page.getByRole('heading', { name: '007' }).count(), 0);
});

test('the page says when the server does not answer, and recovers by itself', async () => {
  const page = await office.signedIn();
  const orders = new OrdersPage(page);
  await orders.open('?status=NEW');
  await page.route('**/operator/v1/orders**', (route) => route.abort());
  await page.getByRole('status').getByText('The server does not answer').waitFor();
  await page.unroute('**/operator/v1/orders**');
  await page.getByRole('status').getByText('The server does not answer').waitFor({ state: 'detached' });
});

const isListOfOrders = (url: string) => /\/operator\/v1\/orders\?/.test(url);

/** Returns the addresses whose answers are in the browser's cache. */
function cachedOf(page: Page, addresses: string[]): Promise<string[]> {
  return page.evaluate(async (urls) => {
    const isCached = (url: string) =>
      fetch(url, { cache: 'only-if-cached', mode: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      );
    const cached = await Promise.all(urls.map(isCached));
    return urls.filter((_, index) => cached[index]);
  }, addresses);
}
