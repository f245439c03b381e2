import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fillSampleShop, newSampleShop } from '../../test/support/sample-shop.ts';
import { OFFICE_SCREEN, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';

const FOLDER = join(import.meta.dirname, '../screenshots');

/** Every page: its name in the picture's file, and its address; CLIENT is the shop whose orders are shown. */
const PAGES: [name: string, address: string][] = [
  ['today', 'today'],
  ['orders', 'orders'],
  ['order', 'orders/CLIENT/SHOP-1004'],
  ['order-error', 'orders/CLIENT/SHOP-1007'],
  ['catalogue', 'catalogue'],
  ['stock', 'stock'],
  ['import', 'import'],
  ['carriers', 'carriers'],
  ['clients', 'clients'],
  ['webhooks', 'webhooks'],
  ['staff', 'staff'],
  ['audit', 'audit'],
  ['settings', 'settings'],
  ['account', 'account'],
];
const STRANGERS_PAGES: [name: string, address: string][] = [
  ['sign-in', 'sign-in'],
  ['welcome', 'welcome#secret'],
];

let office: TestConsole;
let clientId: string;
before(async () => {
  await mkdir(FOLDER, { recursive: true });
  office = await startConsole();
  const shop = await newSampleShop(office.server);
  await fillSampleShop(shop);
  clientId = shop.clientId;
});
after(() => office.close());

for (const [size, screen] of [
  ['1280', OFFICE_SCREEN],
  ['820', TABLET_SCREEN],
] as const) {
  for (const dark of [false, true]) {
    test(`pictures, ${size} wide, ${dark ? 'dark' : 'light'}`, async () => {
      for (const [pages, page] of [
        [STRANGERS_PAGES, await office.stranger({ screen, dark })],
        [PAGES, await office.signedIn({ screen, dark })],
      ] as const) {
        for (const [name, address] of pages) {
          await page.goto(address.replace('CLIENT', clientId));
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.waitForLoadState('networkidle');
          await page.screenshot({ path: join(FOLDER, `${name}-${size}-${dark ? 'dark' : 'light'}.png`) });
        }
      }
    });
  }
}
