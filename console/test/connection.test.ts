import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newSampleShop } from '../../test/support/sample-shop.ts';
import { startConsole, type TestConsole, untilAnswered } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
let order: string;
before(async () => {
  office = await startConsole();
  const shop = await newSampleShop(office.server);
  await shop.send('SHOP-1');
  order = `orders/${shop.clientId}/SHOP-1`;
});
afterEach(() => office.endTest());
after(() => office.close());

const LOST = /^The server does not answer/;

test('without an answer, a page that was not loaded before opens as soon as the server is back, and typed text stays', async () => {
  const page = await office.signedIn({ alone: true });
  await page.goto(order);
  await page.getByLabel('New note').fill('The customer called.');
  await page.context().setOffline(true);
  for (const name of ['Stock', 'Returns']) {
    await page.getByRole('link', { name, exact: true }).click();
    // The page and its parts say so.
    await page.getByText(LOST).first().waitFor();
    assert.equal(await page.getByLabel('New note').inputValue(), 'The customer called.');
  }
  await page.context().setOffline(false);
  await page.getByRole('heading', { name: 'Returns', level: 1 }).waitFor();
  await page.getByText(LOST).first().waitFor({ state: 'detached' });
});

test('a missing file of a replaced version reloads the page only when the person opens that page', async () => {
  const page = await office.signedIn({ alone: true });
  await page.goto(order);
  await page.getByLabel('New note').fill('The customer called.');
  let missing = 0;
  await page.route('**/assets/stock-page-*', (route) => {
    missing++;
    return route.fulfill({ status: 404 });
  });
  const link = page.getByRole('link', { name: 'Stock', exact: true });
  await link.hover();
  await eventually(async () => missing > 0, true);
  await untilAnswered(page);
  assert.equal(await page.getByLabel('New note').inputValue(), 'The customer called.');
  await page.unrouteAll();
  const loaded = page.waitForEvent('load');
  await link.click();
  await loaded;
  await page.getByRole('heading', { name: 'Stock', level: 1 }).waitFor();
});
