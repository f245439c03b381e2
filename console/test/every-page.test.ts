import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { saveRestorePause } from '../../src/operations/backup/backup-state-store.ts';
import { mayDo, ROLES, type Role, VERBS, type Verb } from '../../src/staff/role-rules.ts';
import { newWebhookShop } from '../../src/webhooks/test-support/webhook-shop.ts';
import { newOperator } from '../../test/support/operator.ts';
import { findUnplainWords } from '../../test/support/plain-words.ts';
import { newSampleShop } from '../../test/support/sample-shop.ts';
import { newAccount, signedIn } from '../../test/support/signed-in.ts';
import { copy as germanCopy } from '../src/shared/copy/shared-copy.de.ts';
import { copy, roles } from '../src/shared/copy/shared-copy.en.ts';
import { NAVIGATION } from '../src/shell/navigation.ts';
import {
  assertAccessible,
  PHONE_SCREEN,
  startConsole,
  TABLET_SCREEN,
  type TestConsole,
  untilAnswered,
} from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
/** Pages of one object, with the permission that they need. */
let things: [address: string, verb: Verb][] = [];
before(async () => {
  office = await startConsole();
  const { server } = office;
  const shop = await newSampleShop(server);
  await shop.send('SHOP-1');
  await shop.send('SHOP-2');
  await shop.sendPrinted('SHOP-3');
  const webhookShop = await newWebhookShop(server);
  const { endpointId } = await webhookShop.newEndpoint('https://shop.example.com/hooks');
  await webhookShop.newOrders('SHOP-1');
  await saveRestorePause(server.pool, { since: new Date(), restoredTo: null });
  const program = await newOperator(server);
  const orders = [{ clientId: shop.clientId, orderId: 'SHOP-3' }];
  const { batchId } = (await program.send('POST', '/batches', { orders })).json.batch;
  const browser = { name: 'Bench', kind: 'browser', mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 300 };
  const { printerId } = (await program.send('POST', '/printers', browser)).json;
  await program.send('POST', `/printers/${printerId}/test`);
  const shopify = { shop: 'shopify', shopUrl: 'https://my-shop.myshopify.com', credentials: { secret: 'shpat_1' } };
  const { connection } = (await program.send('POST', `/clients/${shop.clientId}/shop-connections`, shopify)).json;
  const { operatorId } = await newAccount(server, 'office');
  const admin = await signedIn(server);
  const { stationId } = (await admin.send('POST', '/stations', { name: 'Press 1', kinds: ['make'] })).json;
  things = [
    ['orders/new', 'orders.create'],
    [`orders/${shop.clientId}/SHOP-1`, 'orders.read'],
    [`orders/${shop.clientId}/SHOP-3`, 'orders.read'],
    [`batches/${batchId}`, 'production.read'],
    ['catalogue/products/P-100', 'catalog.read'],
    ['catalogue/articles/ST-CREATOR', 'catalog.read'],
    ['stock/PRODUCT/4006381333931', 'stock.read'],
    ['carriers/dhl-paket', 'carriers.read'],
    [`clients/${shop.clientId}`, 'clients.read'],
    [`webhooks/${webhookShop.clientId}/${endpointId}`, 'webhooks.read'],
    ['shops/connect', 'shops.change'],
    [`shops/${shop.clientId}/${connection}`, 'shops.read'],
    [`staff/${operatorId}`, 'operators.read'],
    [`stations/${stationId}`, 'stations.read'],
  ];
});
afterEach(() => office.endTest());
after(() => office.close());

const ENTRIES = NAVIGATION.flat().map(({ to, label, verb = 'me.read' }) => ({
  address: to.slice(1),
  name: copy.pages[label],
  verb: verb as Verb,
}));
const allPages = (): [address: string, verb: Verb][] => [
  ...ENTRIES.map(({ address, verb }): [string, Verb] => [address, verb]),
  ...things,
];

const OWN_PAGE = 'account';
/**
 * Verbs whose buttons appear on no page of this test. They need, for example, a colleague's note, a badge, or
 * a closed order.
 */
const WITHOUT_BUTTON: readonly Verb[] = [
  'handovers.read',
  'handovers.change',
  'returns.book',
  'catalog.note',
  'notes.change',
  'orders.erase',
  // The console releases orders into a batch instead.
  'orders.accept',
  'stations.work',
  'printers.read',
  // Stations have no navigation, and a link opens a piece.
  'production.work',
  'floor.read',
];

/** The verbs that occurred at a page or a button. */
const met = new Set<Verb>();

for (const role of ROLES) {
  test(`the role ${role} sees its pages, a refusal on the other pages, and the allowed buttons`, async () => {
    const page = await office.signedIn({ role });
    const refusals: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() === 403) refusals.push(`${answer.request().method()} ${answer.url()}`);
    });
    // A person of the floor begins at a station.
    await page.goto(role === 'floor' ? OWN_PAGE : '');
    const entries = page.getByRole('navigation', { name: 'Pages' }).getByRole('listitem');
    await entries.first().waitFor();
    const mine = ENTRIES.filter(({ verb }) => mayDo(role, verb));
    assert.deepEqual(
      (await entries.allInnerTexts()).map((text) => text.trim()),
      mine.map(({ name }) => name),
    );
    const first = role === 'floor' ? mine.find(({ address }) => address === OWN_PAGE) : mine[0];
    await page.getByRole('heading', { level: 1, name: first!.name }).waitFor();
    const foreign = allPages().filter(([, verb]) => !mayDo(role, verb));
    for (const [address] of foreign) {
      await visit(page, address);
      await isRefused(page, role);
    }
    if (foreign.length > 0) {
      await page.reload();
      await isRefused(page, role);
      if (role === 'floor') await assertAccessible(page);
    }
    for (const [address, verb] of allPages().filter(([, needed]) => mayDo(role, needed))) {
      met.add(verb);
      await visit(page, address);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await untilAnswered(page);
      if (role === 'admin') await assertAccessible(page);
      assert.deepEqual(
        findUnplainWords(address === 'settings' ? '' : await wordsOf(page)),
        [],
        `${address} shows a value or a wrong plural`,
      );
      const note = page.getByLabel('New note').first();
      if ((await note.count()) > 0) await note.fill('Its button comes with a text.');
      for (const button of await buttonsOf(page)) {
        met.add(button.verb);
        const said = `${address}: ${button.name} ${button.why}`;
        assert.equal(button.why.startsWith(`Your role “${roles[role]}”`), !mayDo(role, button.verb), said);
      }
    }
    assert.deepEqual(refusals, [], 'nothing is asked of the server in vain');
  });
}

test('each verb of the table occurs on a page of a role that has it', () => {
  assert.deepEqual(
    VERBS.filter((verb) => !met.has(verb) && !WITHOUT_BUTTON.includes(verb)),
    [],
  );
});

for (const [size, screen] of Object.entries({ tablet: TABLET_SCREEN, phone: PHONE_SCREEN })) {
  test(`every page fits a ${size}, and is accessible in the dark and in German`, async () => {
    const page = await office.signedIn({ dark: true, language: 'de', screen });
    await page.goto(OWN_PAGE);
    for (const [address] of allPages()) {
      await visit(page, address, germanCopy.pages.account);
      await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor();
      await untilAnswered(page);
      // Both screens have the same elements and colours.
      if (size === 'phone') await assertAccessible(page);
      assert.match(await page.title(), / · Platen$/);
      const wide = await page.evaluate(() => {
        const main = document.querySelector('main') as HTMLElement;
        return [main.scrollWidth - main.clientWidth, document.documentElement.scrollWidth - innerWidth];
      });
      assert.deepEqual(wide, [0, 0], `${address} is cut off at the side`);
      assert.deepEqual(await cutTexts(page), [], `${address} has cut texts`);
      assert.deepEqual(
        findUnplainWords(address === 'settings' ? '' : await wordsOf(page)),
        [],
        `${address} shows a value or a wrong plural`,
      );
    }
  });
}

/** Returns the words of the page, without codes and names of settings. */
function wordsOf(page: Page): Promise<string> {
  return page.evaluate(() => {
    const copied = document.querySelector('main')?.cloneNode(true) as HTMLElement;
    for (const code of copied.querySelectorAll('code, kbd, pre')) code.remove();
    for (const part of copied.querySelectorAll('*')) part.after('\n');
    return copied.textContent ?? '';
  });
}

/** Returns labels of cards that are higher than their rows, and texts outside the middle of their buttons. */
function cutTexts(page: Page): Promise<(string | null | undefined)[]> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll<HTMLElement>('main td[data-label]')].filter(
      (cell) => Number.parseFloat(getComputedStyle(cell, '::before').height) > cell.clientHeight + 1,
    );
    const middle = (element: Element) => {
      const { top, height } = element.getBoundingClientRect();
      return top + height / 2;
    };
    const texts = [...document.querySelectorAll('main .mantine-Button-label')].filter(
      (text) => Math.abs(middle(text) - middle(text.closest('.mantine-Button-root') ?? text)) > 2,
    );
    return [...labels.map((cell) => cell.dataset.label), ...texts.map((text) => text.textContent)];
  });
}

test('on a phone, the first order stands in the upper half, its card has labels, and the menu has words', async () => {
  const page = await office.signedIn({ screen: PHONE_SCREEN });
  await page.goto('orders');
  const card = page.locator('tr[data-order]').first();
  await card.waitFor();
  const { y = 1_000 } = (await card.boundingBox()) ?? {};
  assert.ok(y < PHONE_SCREEN.height / 2, `the first order begins at ${y}`);
  const label = card.locator('td[data-label="Status"]');
  await label.waitFor();
  await page.getByRole('button', { name: 'Filters and actions' }).click();
  await page.getByRole('button', { name: 'Ship from file…' }).waitFor();
  const menu = page.getByRole('button', { name: 'Menu' });
  await menu.click();
  await page.getByRole('navigation', { name: 'Pages' }).getByText('Stock', { exact: true }).click();
  await page.getByRole('heading', { name: 'Stock', level: 1 }).waitFor();
  await eventually(() => menu.getAttribute('aria-expanded'), 'false');
  await page.goto('audit');
  const cell = page.locator('td[data-label="What"]').first();
  const { width = 0 } = (await cell.boundingBox()) ?? {};
  assert.ok(width > 200, `the sentence is ${width} wide`);
});

/** Buttons that open a dialog with a form. */
const DIALOGS = [
  ['clients', 'New client'],
  ['staff', 'New account'],
  ['release', 'Release all shown…'],
] as const;

test('dialogs are accessible', async () => {
  const page = await office.signedIn();
  for (const [address, name] of DIALOGS) {
    await page.goto(address);
    await page.getByRole('button', { name }).click();
    await page.getByRole('dialog').waitFor();
    await untilAnswered(page);
    await assertAccessible(page);
  }
});

test('a role that cannot read orders has no search for them', async () => {
  const page = await office.signedIn({ role: 'floor' });
  await page.goto(OWN_PAGE);
  await page.getByRole('heading', { name: 'My account', level: 1 }).waitFor();
  assert.equal(await page.getByRole('textbox', { name: 'Search or scan orders' }).count(), 0);
});

const isRefused = (page: Page, role: Role) =>
  page.getByRole('alert').getByText(`Your role is “${roles[role]}”.`).waitFor();

/**
 * Goes to an address as a link within the console does, which loads no document.
 * Goes to the own account first, so that its heading disappears when the new page shows.
 */
async function visit(page: Page, address: string, ownHeading = copy.pages.account): Promise<void> {
  const own = page.getByRole('heading', { level: 1, name: ownHeading });
  await follow(page, OWN_PAGE);
  await own.waitFor();
  if (address === OWN_PAGE) return;
  await follow(page, address);
  await own.waitFor({ state: 'detached' });
}

async function follow(page: Page, address: string): Promise<void> {
  await page.evaluate(
    (to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    new URL(address, `${office.server.url}/console/`).pathname,
  );
}

async function buttonsOf(page: Page): Promise<{ verb: Verb; name: string; why: string }[]> {
  const more = page.locator('main').getByRole('button', { name: 'More', exact: true });
  if ((await more.count()) > 0) {
    await more.click();
    await page.getByRole('menuitem').first().waitFor();
  }
  return page.locator('main [data-verb]').evaluateAll((buttons) =>
    buttons.map((button) => ({
      verb: button.getAttribute('data-verb') as never,
      name: button.textContent ?? '',
      why: button.getAttribute('aria-description') ?? '',
    })),
  );
}
