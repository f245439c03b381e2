import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import { readDemoCatalog } from '../../demo/demo-data.ts';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import type { NewSecret } from '../../src/clients/manage-clients.ts';
import { startTestServer, type TestServer } from '../../test/support/test-server.ts';
import { assertAccessible, newContext, OFFICE_SCREEN, PHONE_SCREEN } from './support/console.ts';
import { connectBrowser } from './support/shared-browser.ts';

const LIVE = 'These credentials belong to a live client.';

let server: TestServer;
let browser: Browser;
/** Errors of the pages, and their requests to other hosts. */
const faults: string[] = [];
before(async () => {
  server = await startTestServer({ AUTH_URL: 'http://sign-in.test' });
  browser = await connectBrowser();
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  assert.deepEqual(faults.splice(0), []);
});
after(async () => {
  await browser.close();
  await server.close();
});

async function openDocs(path: string, options: Parameters<typeof newContext>[2] = {}): Promise<Page> {
  const page = await (await newContext(browser, server, options)).newPage();
  page.setDefaultTimeout(60_000);
  page.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== server.url) faults.push(request.url());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    const text = message.text();
    // The reference also logs a refusal that it shows.
    if (message.type() === 'error' && !/Failed to load resource/.test(text) && !text.includes(LIVE)) faults.push(text);
  });
  await page.goto(`${server.url}/docs/${path}`);
  return page;
}

async function newClient(mode: 'live' | 'sandbox'): Promise<NewSecret> {
  const client = await server.newClient({ mode });
  await importCatalog(server.pool, await readDemoCatalog(), { clientId: client.clientId });
  return client;
}

/** Enters the credentials into the form of the reference. Returns the status of the token request. */
async function authorize(page: Page, { clientId, clientSecret }: NewSecret): Promise<number> {
  await page.locator('[data-placeholder="12345"]').first().click();
  await page.keyboard.type(clientId);
  await page.getByPlaceholder('XYZ123').fill(clientSecret);
  const answer = page.waitForResponse((response) => response.url() === `${server.url}/oauth/token`);
  await page.getByRole('button', { name: 'Authorize', exact: true }).click();
  return (await answer).status();
}

/** Waits until the reference shows the token, with which it then sends requests. */
async function waitForToken(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Refresh', exact: true }).waitFor();
}

/** Opens an operation by its address, and sends its example with the reference. */
async function sendExample(page: Page, method: string, path: string): Promise<void> {
  await page.goto(`${server.url}/docs/reference#tag/orders/${method}${path}`);
  await page.getByRole('button', { name: `(${method.toLowerCase()} ${path})` }).click();
  await page.getByRole('button', { name: `Send ${method.toLowerCase()} request` }).click();
}

test('a sandbox client lists and creates orders in the reference', async () => {
  const client = await newClient('sandbox');
  const page = await openDocs('reference');
  assert.equal(await authorize(page, client), 200);
  await waitForToken(page);
  for (const method of ['GET', 'POST']) {
    await sendExample(page, method, '/v1/orders');
    await page.getByText('200 OK').waitFor();
    await page.keyboard.press('Escape');
  }
  const { rows } = await server.pool.query('select client_id, order_id from orders');
  assert.deepEqual(rows, [{ client_id: client.clientId, order_id: 'SHOP-10001' }]);
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]));
  for (const text of [kept, ...server.logged]) assert.ok(!text.includes(client.clientSecret) && !text.includes('eyJ'));
});

test('the reference sends no request for a live client, not even with a pasted token', async () => {
  const sandbox = await newClient('sandbox');
  const { token, client } = await server.token();
  const page = await openDocs('reference');
  await authorize(page, client);
  await page.getByText(LIVE).waitFor();
  await page.reload();
  await authorize(page, sandbox);
  await waitForToken(page);
  await page.locator('input.scalar-password-input').first().fill(token);
  await sendExample(page, 'POST', '/v1/orders');
  await page.getByRole('dialog').getByText('sandbox_only').waitFor();
  const { rows } = await server.pool.query('select from orders where client_id = $1', [client.clientId]);
  assert.equal(rows.length, 0);
});

test('the search leads to the operation in the reference', async () => {
  const page = await openDocs('webhooks');
  for (const [word, heading] of [
    ['cancelOrder', 'Cancel an order'],
    ['createToken', 'Get an access token'],
    ['listPreviews', 'Read small pictures of an item'],
  ] as const) {
    await page.getByRole('searchbox', { name: 'Search', exact: true }).fill(word);
    await page.getByRole('search').getByRole('link').first().click();
    await page.waitForURL('**/docs/reference#**');
    const title = page.getByRole('heading', { name: heading, exact: true });
    await title.waitFor();
    await page.waitForFunction(
      (element) => {
        const { top } = element!.getBoundingClientRect();
        return top > 0 && top < innerHeight;
      },
      await title.elementHandle(),
    );
    assert.equal(await page.getByRole('search').getByRole('list').isVisible(), false);
  }
});

test('the search is used by the keyboard alone, finds a path, and closes when the reader leaves it', async () => {
  const page = await openDocs('integrating');
  await page.keyboard.press('/');
  await page.keyboard.type('POST /v1/orders');
  const results = page.getByRole('search').getByRole('link');
  await results.first().waitFor();
  assert.match(await results.first().innerText(), /^Create an order API reference/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  assert.match(await page.locator(':focus').innerText(), /^Create an order/);
  await page.mouse.click(640, 700);
  assert.equal(await results.first().isVisible(), false);
});

test('the search shows the part with the word first, and opens again for a reader who comes back', async () => {
  const page = await openDocs('integrating');
  const field = page.getByRole('searchbox', { name: 'Search', exact: true });
  const results = page.getByRole('search').getByRole('link');
  for (const [word, first] of [
    ['cancel', 'Cancel an order API reference: POST /v1/orders/{orderId}/cancel'],
    ['stock', 'Stock Catalogue'],
    ['quote', 'Ask what an order would meet API reference: POST /v1/quotes'],
    ['unknown_item', 'Codes of violations Errors'],
    ['pagination', '5. Read orders Getting started'],
  ] as const) {
    await field.fill(word);
    await results.first().filter({ hasText: first }).waitFor();
  }
  await field.press('Enter');
  await page.waitForURL('**/docs/integrating#5-read-orders');
  await field.click();
  await results.first().waitFor();
});

test('the search shows the last word, although an earlier one was typed while the index loaded', async () => {
  const page = await openDocs('webhooks');
  let loads = 0;
  const typed = Promise.withResolvers<void>();
  await page.route('**/search.json', async (route) => {
    loads++;
    await typed.promise;
    await route.continue();
  });
  const field = page.getByRole('searchbox', { name: 'Search', exact: true });
  for (const word of ['webhook', 'cancelOrder']) await field.fill(word);
  typed.resolve();
  const first = page.getByRole('search').getByRole('link').first();
  await first.filter({ hasText: /^Cancel an order/ }).waitFor();
  assert.equal(loads, 1);
});

test('without storage, the tabs of languages work and the changelog has its sections', async () => {
  const page = await openDocs('');
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('The site may keep no data.', 'SecurityError');
      },
    }),
  );
  await page.goto(`${server.url}/docs/integrating`);
  await page.getByRole('tab', { name: 'PHP' }).first().click();
  assert.deepEqual(new Set(await page.getByRole('tab', { selected: true }).allInnerTexts()), new Set(['PHP']));
  await page.goto(`${server.url}/docs/changelog`);
  await page
    .getByRole('complementary', { name: 'On this page' })
    .getByRole('link', { name: 'API', exact: true })
    .waitFor();
});

test('the tabs of languages remember the choice on all pages, and the arrow keys move between them', async () => {
  const page = await openDocs('integrating');
  const tabsOf = (language: string) => page.getByRole('tab', { name: language, exact: true });
  const chosen = () => page.getByRole('tab', { selected: true }).allInnerTexts();
  assert.deepEqual(new Set(await chosen()), new Set(['curl']));
  const count = await tabsOf('Python').count();
  assert.equal(count, 5);
  await tabsOf('Python').nth(2).click();
  assert.deepEqual(await chosen(), Array(count).fill('Python'));
  assert.equal(await page.getByRole('tabpanel').count(), count, 'one panel of each sample is visible');
  await page.keyboard.press('ArrowRight');
  assert.deepEqual(await chosen(), Array(count).fill('PHP'));
  assert.equal(await page.locator(':focus').innerText(), 'PHP');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual(await chosen(), Array(count).fill('C#'), 'from the first to the last');
  await page.goto(`${server.url}/docs/webhooks#a-receiver`);
  assert.deepEqual(await chosen(), ['C#']);
  assert.ok(await page.getByText('app.MapPost').isVisible());
  await page.getByText('A receiver', { exact: true }).first().waitFor();
  const copies = await page.evaluate(() =>
    [...document.querySelectorAll('.samples pre')].filter((block) => !block.parentElement?.querySelector('.copy')),
  );
  assert.deepEqual(copies, [], 'each sample has a button to copy it');
});

test('the button to copy covers no code', async () => {
  for (const screen of [OFFICE_SCREEN, PHONE_SCREEN]) {
    const page = await openDocs('integrating', { screen });
    const covered = await page.locator('.sample:visible').evaluateAll((samples) =>
      samples.filter((sample) => {
        const [code, button] = [...sample.children].map((element) => element.getBoundingClientRect());
        return button!.left < code!.right && button!.bottom > code!.top;
      }),
    );
    assert.deepEqual(covered, [], `${screen.width} px`);
  }
});

test('the guides are accessible in both themes and on phones', async () => {
  for (const dark of [false, true]) {
    const page = await openDocs('integrating', { dark, screen: PHONE_SCREEN });
    await assertAccessible(page);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= PHONE_SCREEN.width, `the page is ${width} wide`);
  }
});

test('without JavaScript, the samples of all languages are readable', async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${server.url}/docs/integrating`);
  for (const text of ['platen.create_quote(order)', '$platen->createQuote($order)', 'platen.CreateQuote(order)'])
    assert.ok(await page.getByText(text).isVisible(), text);
  assert.equal(await page.getByText('C#', { exact: true }).count(), 5);
});
