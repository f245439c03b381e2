import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { makeDataDir, platen, type Server, startPlaten } from '../../test/support/platen-process.ts';
import { PASSWORD } from '../../test/support/signed-in.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { newContext, OFFICE_SCREEN, TABLET_SCREEN } from './support/console.ts';
import { scan } from './support/scanner.ts';
import { connectBrowser } from './support/shared-browser.ts';

const FOLDER = join(import.meta.dirname, '../screenshots');
/** The pictures of the README, in light colours and 1280 pixels wide. */
const README_FOLDER = join(import.meta.dirname, '../../docs/pictures');
const README_PAGES = ['today', 'orders', 'order'];
const README_QUALITY = 82;
const DEMO_ORDERS_MS_MAX = 300_000;
const LOGIN = 'brandt';

/** Every page: its name in the picture's file, and its address. */
const PAGES: [name: string, address: string][] = [
  ['today', 'today'],
  ['orders', 'orders'],
  ['order', 'orders/atelier-mirabelle/AM-1057'],
  ['order-error', 'orders/fuchsbau/FB-20440'],
  ['release', 'release'],
  ['batches', 'batches'],
  ['bins', 'bins'],
  ['catalogue', 'catalogue'],
  ['stock', 'stock'],
  ['import', 'import'],
  ['carriers', 'carriers'],
  ['printers', 'printers'],
  ['clients', 'clients'],
  ['webhooks', 'webhooks'],
  ['staff', 'staff'],
  ['stations', 'stations'],
  ['audit', 'audit'],
  ['settings', 'settings'],
  ['account', 'account'],
  ['station', 'station'],
  ['scanner-test', 'scanner-test'],
];
/** With a piece in hand. */
const STATIONS: [name: string, address: string][] = [
  ['station-make', 'station/make'],
  ['station-check', 'station/check'],
  ['station-find', 'station/find'],
];
const STRANGERS_PAGES: [name: string, address: string][] = [
  ['sign-in', 'sign-in'],
  ['welcome', 'welcome#secret'],
];

let server: Server;
let browser: Browser;
const ends: (() => unknown)[] = [];
before(
  async () => {
    for (const folder of [FOLDER, README_FOLDER]) await mkdir(folder, { recursive: true });
    const scope = { after: (end: () => unknown) => void ends.push(end) };
    // The pages after a first start.
    const settings = { DATA_DIR: await makeDataDir(scope), DEMO_ORDERS: 'on', TIME_ZONE: 'Europe/Berlin' };
    server = await startPlaten(scope, settings);
    while (!/the demo's orders were created/.test(server.stdout())) {
      assert.equal(server.process.exitCode, null, server.stderr());
      await new Promise((resolve) => server.process.stdout?.once('data', resolve));
    }
    const account = ['--name', 'Jana Brandt', '--login', LOGIN, '--role', 'admin', '--json'];
    const made = await platen(scope, ['operator', 'create', ...account], settings);
    browser = await connectBrowser();
    const page = await (await newContext(browser, server, {})).newPage();
    await page.goto(`welcome#${JSON.parse(made.stdout).link.split('#')[1]}`);
    await page.getByLabel('New password').fill(PASSWORD);
    await page.getByLabel('Repeat password').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('navigation', { name: 'Pages' }).waitFor();
  },
  { timeout: DEMO_ORDERS_MS_MAX },
);
after(async () => {
  await browser?.close();
  await server?.end('SIGTERM');
  for (const end of ends.reverse()) await end();
});

for (const [size, screen] of [
  ['1280', OFFICE_SCREEN],
  ['820', TABLET_SCREEN],
] as const) {
  for (const dark of [false, true]) {
    test(`pictures, ${size} wide, ${dark ? 'dark' : 'light'}`, async () => {
      const page = await (await newContext(browser, server, { screen, dark })).newPage();
      const take = async (pages: typeof PAGES) => {
        for (const [name, address] of pages) {
          await page.goto(address);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          const picture = await page.screenshot({
            path: join(FOLDER, `${name}-${size}-${dark ? 'dark' : 'light'}.png`),
          });
          if (dark || screen !== OFFICE_SCREEN || !README_PAGES.includes(name)) continue;
          const small = sharp(picture).webp({ quality: README_QUALITY, smartSubsample: true });
          await small.toFile(join(README_FOLDER, `console-${name}.webp`));
        }
      };
      await take(STRANGERS_PAGES);
      await page.goto('sign-in');
      await new SignInPage(page).signIn(LOGIN, PASSWORD);
      await page.getByRole('navigation', { name: 'Pages' }).waitFor();
      await take(PAGES);
      const code = await pieceInProduction(page);
      for (const [name, address] of STATIONS) {
        await page.goto(address);
        await page.getByRole('banner').waitFor();
        await scan(page, code);
        await page.getByRole('heading', { level: 2 }).first().waitFor();
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: join(FOLDER, `${name}-${size}-${dark ? 'dark' : 'light'}.png`) });
      }
    });
  }
}

/** The code of a piece that is still to be made. */
function pieceInProduction(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const read = async (path: string) => (await fetch(new URL(`../operator/v1/${path}`, document.baseURI))).json();
    for (const { clientId, orderId } of await read('orders?status=ACCEPTED&limit=20'))
      for (const { code, state } of await read(`orders/${clientId}/${orderId}/pieces`))
        if (state === 'TO_MAKE') return code;
    throw new Error('No piece of the demo is to be made.');
  });
}
