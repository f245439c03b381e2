import assert from 'node:assert/strict';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { recordSources } from '../../scripts/picture-sources.ts';
import { makeDataDir, platen, type Server, startPlaten } from '../../test/support/platen-process.ts';
import { PASSWORD } from '../../test/support/signed-in.ts';
import { newContext, OFFICE_SCREEN, PHONE_SCREEN, TABLET_SCREEN } from './support/console.ts';
import { scan, signOn } from './support/scanner.ts';
import { connectBrowser } from './support/shared-browser.ts';

const FOLDER = join(import.meta.dirname, '../screenshots');
/** The pictures of the README. */
const README_FOLDER = join(import.meta.dirname, '../../docs/pictures');
const README_PAGES = ['today', 'orders', 'order'];
const README_SIZE = '1280-light-en';
const README_QUALITY = 82;
const DEMO_ORDERS_MS_MAX = 300_000;
const LOGIN = 'brandt';

/** Every page: its name in the picture's file, and its address. */
const PAGES: [name: string, address: string][] = [
  ['today', 'today'],
  ['orders', 'orders'],
  ['order', 'orders/atelier-mirabelle/AM-1057'],
  ['order-error', 'orders/fuchsbau/FB-20440'],
  ['order-new', 'orders/new'],
  ['bulk-changes', 'bulk-changes'],
  ['release', 'release'],
  ['batches', 'batches'],
  ['batch', 'batches/1'],
  ['bins', 'bins'],
  ['catalogue', 'catalogue'],
  ['stock', 'stock'],
  ['buying', 'buying'],
  ['counts', 'counts'],
  ['import', 'import'],
  ['carriers', 'carriers'],
  ['postage', 'postage'],
  ['shops', 'shops'],
  ['connect-shop', 'shops/connect'],
  ['machines', 'machines'],
  ['printers', 'printers'],
  ['papers', 'papers'],
  ['hand-overs', 'hand-overs'],
  ['problems', 'problems'],
  ['reports', 'reports'],
  ['returns', 'returns'],
  ['clients', 'clients'],
  ['statements', 'statements'],
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
  ['station-pack', 'station/pack'],
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

for (const screen of [OFFICE_SCREEN, TABLET_SCREEN, PHONE_SCREEN]) {
  for (const [dark, language] of [
    [false, 'en'],
    [true, 'de'],
    [false, 'de'],
    [true, 'en'],
  ] as const) {
    const size = `${screen.width}-${dark ? 'dark' : 'light'}-${language}`;
    test(`pictures of ${size}`, async () => {
      const page = await (await newContext(browser, server, { screen, dark, language })).newPage();
      const take = async (pages: typeof PAGES) => {
        for (const [name, address] of pages) {
          await page.goto(address);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          const picture = await page.screenshot({
            path: join(FOLDER, `${name}-${size}.png`),
          });
          if (size !== README_SIZE || !README_PAGES.includes(name)) continue;
          const small = sharp(picture).webp({ quality: README_QUALITY, smartSubsample: true });
          await small.toFile(join(README_FOLDER, `console-${name}.webp`));
          if (name === README_PAGES.at(-1)) recordSources();
        }
      };
      await take(STRANGERS_PAGES);
      const headers = { origin: server.url };
      const data = { login: LOGIN, password: PASSWORD };
      const signedIn = await page.request.post(`${server.url}/operator/v1/session`, { headers, data });
      assert.equal(signedIn.status(), 200, await signedIn.text());
      await take(PAGES);
      const { code, badge } = await openStation(page, size);
      for (const [name, address] of STATIONS) {
        await page.goto(address);
        if (name === STATIONS[0]?.[0]) await signOn(page, badge, page.getByRole('banner'));
        await page.getByRole('banner').waitFor();
        await scan(page, code);
        await page.getByRole('heading', { level: 2 }).or(page.getByRole('alert')).first().waitFor();
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path: join(FOLDER, `${name}-${size}.png`) });
      }
    });
  }
}

/** Makes the page's browser a station. Returns a badge of the floor and a piece that is still to be made. */
async function openStation(page: Page, name: string): Promise<{ badge: string; code: string }> {
  const send = async (method: string, path: string, data?: object) => {
    const answer = await page.request.fetch(`${server.url}/operator/v1${path}`, {
      method,
      headers: { origin: server.url },
      ...(data && { data }),
    });
    assert.ok(answer.ok(), `${path}: ${await answer.text()}`);
    return answer.json();
  };
  const { stationId } = await send('POST', '/stations', { name, kinds: ['make', 'check', 'pack'] });
  const operators: { operatorId: string; role: string }[] = await send('GET', '/operators');
  const packer = operators.find(({ role }) => role === 'floor');
  const { badgeCode } = await send('POST', `/operators/${packer?.operatorId}/badge`);
  for (const { clientId, orderId, cancellation } of await send('GET', '/orders?status=ACCEPTED&limit=20'))
    for (const { code, state } of await send('GET', `/orders/${clientId}/${orderId}/pieces`))
      if (state === 'TO_MAKE' && !cancellation) {
        await send('POST', '/station-session', { stationId });
        return { badge: badgeCode, code };
      }
  throw new Error('No piece of the demo is to be made.');
}
