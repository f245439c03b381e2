import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.assertNoFaults());
after(() => office.close());

const OFFICE_PAGES = [
  'today',
  'orders',
  'orders/CLIENT/SHOP-1',
  'catalogue',
  'catalogue/products/P-1',
  'catalogue/articles/ST-1',
  'stock',
  'stock/ARTICLE/ST-1',
  'carriers',
  'carriers/dhl-paket',
  'clients',
  'clients/CLIENT',
  'webhooks',
  'webhooks/CLIENT/ENDPOINT',
];
const ADMIN_PAGES = ['staff', 'staff/OPERATOR', 'audit', 'settings'];

/** What the server refused to this person, as METHOD and address. */
function refusalsOf(page: Page): string[] {
  const refusals: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 403) refusals.push(`${answer.request().method()} ${answer.url()}`);
  });
  return refusals;
}

for (const [role, pages] of [
  ['floor', [...OFFICE_PAGES, 'import', ...ADMIN_PAGES]],
  ['viewer', ['import', ...ADMIN_PAGES]],
  ['office', ADMIN_PAGES],
] as const) {
  test(`who is ${role} reads at once that a page is not for them, and nothing is asked of the server in vain`, async () => {
    const page = await office.signedIn({ role });
    const refusals = refusalsOf(page);
    for (const address of pages) {
      await page.goto(address);
      await page
        .getByRole('alert')
        .getByText(new RegExp(`^Your role “${role}” does not include this page`, 'i'))
        .waitFor();
      await page.getByRole('link', { name: 'My account' }).waitFor();
    }
    await assertAccessible(page);
    assert.deepEqual(refusals, []);
  });
}

test('who may not read orders begins at the first page that they may see, and has no search for orders', async () => {
  const page = await office.signedIn({ role: 'floor' });
  const refusals = refusalsOf(page);
  await page.goto('');
  await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
  assert.match(page.url(), /\/console\/account$/);
  assert.equal(await page.getByRole('textbox', { name: 'Search orders, or scan' }).count(), 0);
  assert.equal(await page.getByRole('navigation', { name: 'Pages' }).getByRole('list').count(), 1);
  assert.deepEqual(refusals, []);
});
