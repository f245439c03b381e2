import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { BLANK } from '../../test/support/pieces-to-make.ts';
import { signedIn } from '../../test/support/signed-in.ts';
import { OFFICE_SCREEN, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { scan } from './support/scanner.ts';
import { newStationScene, type StationScene } from './support/station-scene.ts';
import { openStation } from './support/station-screen.ts';

const PHONE_SCREEN = { width: 390, height: 844 };
const LONG_CODE = 'SKU-OF-A-VERY-LONG-NAME-THAT-NO-SCREEN-HAS-ROOM-FOR-0123456789';

let office: TestConsole;
let scene: StationScene;
before(async () => {
  office = await startConsole();
  scene = await newStationScene(office);
  await scene.operator.send('PUT', '/bins', { count: 40 });
});
afterEach(() => office.endTest());
after(() => office.close());

/** The last sound, and how many were played. */
const signalOf = (page: Page) =>
  page.evaluate(() => {
    const { sound, nth = '0' } = document.querySelector<HTMLElement>('[data-nth]')?.dataset ?? {};
    return { sound, nth: Number(nth) };
  });
const refusalOf = (page: Page) => page.getByRole('alert');

test('a pause inside a scan tears no code, and a slow scanner works', async () => {
  const [first = '', second = '', third = ''] = await scene.inProduction('STALL-1', 3);
  const page = await scene.at('Stall', 'make', await scene.badgeOf('Stella'));
  for (const [code, pause, shown] of [
    [first, { after: 1, ms: 300 }, '1 of 3'],
    [second, { after: 5, ms: 300 }, '2 of 3'],
    [third, { after: 10, ms: 600 }, '3 of 3'],
  ] as const) {
    await scan(page, code, { pause });
    await page.getByText(shown, { exact: true }).waitFor();
  }
  assert.equal(await refusalOf(page).count(), 0);
  // A number without a check digit arrives whole.
  await scan(page, '00340434161094042557', { pause: { after: 18, ms: 400 } });
  await refusalOf(page).getByText('00340434161094042557').waitFor();
  await scan(page, 'NO-SUCH-SKU-1', { gapMs: 85 });
  await refusalOf(page).getByText('NO-SUCH-SKU-1').waitFor();
  await refusalOf(page).getByText('Unknown code').waitFor();
});

test('text that is no scan is shown with a sound, and nothing is sent', async () => {
  const page = await scene.at('Unread', 'check', await scene.badgeOf('Una'));
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/scans')) sent.push(request.url());
  });
  for (const [text, options] of [
    ['SLOW-SCANNER-1', { gapMs: 250 }],
    ['AB', {}],
    // The scanner ends its codes with Enter, so this one is torn.
    ['TORN-NUMBER', { end: '' }],
  ] as const) {
    const before = await signalOf(page);
    await scan(page, text, options);
    await refusalOf(page).getByText('Not understood').waitFor();
    await refusalOf(page).getByText(text, { exact: true }).waitFor();
    assert.deepEqual(await signalOf(page), { sound: 'unread', nth: before.nth + 1 });
  }
  assert.deepEqual(sent, []);
  // The screens that wait for a badge say so as well.
  await page.getByRole('button', { name: 'Sign off' }).click();
  await page.getByText('Scan your badge').waitFor();
  await scan(page, 'P0000000120');
  await refusalOf(page).getByText('This is not a badge. Sign on first.').waitFor();
});

test('a refusal shows the sentence of the server', async () => {
  await scene.inProduction('SAME-1', 2);
  const page = await scene.at('Finder', 'find', await scene.badgeOf('Fay'));
  await scan(page, BLANK);
  await refusalOf(page).getByText(`Several pieces are made of ${BLANK}.`).waitFor();
});

test('no station page is wider than the screen, and its buttons stay on it', async () => {
  const [code = ''] = await scene.inProduction('WIDE-1', 2);
  const badge = await scene.badgeOf('Wilhelmina Featherstonehaugh-Cholmondeley of Worcestershire');
  const name = 'Packing station with a long name beside the second gate';
  const admin = await signedIn(office.server);
  const { json } = await admin.send('POST', '/stations', { name, kinds: ['make', 'check', 'pack', 'hand_over'] });
  for (const screen of [OFFICE_SCREEN, TABLET_SCREEN, PHONE_SCREEN]) {
    const page = await openStation(office, json.stationId, { screen });
    let answers = 0;
    page.on('response', (response) => {
      if (response.url().endsWith('/scans')) answers += 1;
    });
    await page.goto('station');
    await page.getByText('Scan your badge').waitFor();
    await scan(page, badge);
    await page.getByText('Choose your work').or(page.getByRole('navigation')).first().waitFor();
    for (const work of ['make', 'check', 'pack', 'hand-over', 'find']) {
      await page.goto(`station/${work}`);
      await page.getByRole('banner').waitFor();
      answers = 0;
      for (const text of Array(5).fill([code, LONG_CODE]).flat()) await scan(page, text);
      await eventually(async () => answers, 10);
      await refusalOf(page).getByText(LONG_CODE).waitFor();
      const width = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.equal(width, screen.width, `${work} at ${screen.width}`);
      for (const button of ['Sign off', 'Understood']) {
        const box = await page.getByRole('button', { name: button }).boundingBox();
        assert.ok(box && box.x >= 0 && box.x + box.width <= screen.width, `${button} of ${work} at ${screen.width}`);
      }
    }
  }
});

test('a station page opens without a network, says that it waits, and keeps its waiting scans', async () => {
  const [first = '', second = ''] = await scene.inProduction('AWAY-1', 2, { isMade: true });
  const page = await scene.at('Away', 'check', await scene.badgeOf('Olga'), { withWorker: true });
  await page.evaluate(() => navigator.serviceWorker.ready.then(({ active }) => active?.state));
  await scan(page, first);
  await page.getByText('1 of 2', { exact: true }).waitFor();
  await page.context().setOffline(true);
  await scan(page, second);
  await page.locator('[data-waiting="1"]').waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
  await page.getByText('1 scan waits.').waitFor();
  await scan(page, second);
  await refusalOf(page).getByText('This scan was not taken.').waitFor();
  // Every station page opens, also one that was not open before.
  await page.goto('station/pack');
  await page.getByRole('heading', { name: 'The server does not answer' }).waitFor();
  await page.goto('station/check');
  await page.locator('[data-waiting="1"]').waitFor();
  await page.context().setOffline(false);
  await page.getByText('2 of 2', { exact: true }).waitFor();
  await eventually(async () => (await scene.piecesOf('AWAY-1')).map(({ state }) => state), ['CHECKED', 'MADE']);
});

test('an idle station shows what is next, how much is left, and what is late', async () => {
  const admin = await signedIn(office.server);
  const before = (await admin.send('GET', '/station-queue?work=MAKE')).json;
  const codes = await scene.inProduction('IDLE-1', 2);
  await office.server.pool.query(`update orders set due = due - interval '400 days' where order_id = 'IDLE-1'`);
  const page = await scene.at('Idle', 'make', await scene.badgeOf('Ida'));
  const queue = page.getByLabel('Waiting here');
  await queue.getByText(`${before.tickets + 2} tickets are left`).waitFor();
  await queue.getByText(`${before.late + 2} late`).waitFor();
  await queue.getByText('Due first').waitFor();
  assert.deepEqual((await queue.locator('code').allTextContents()).slice(0, 2), codes);
  const [first = ''] = codes;
  await scan(page, first);
  await queue.waitFor({ state: 'detached' });
  await scan(page, 'C0018');
  await queue.getByText(`${before.tickets + 1} ticket`).waitFor();
  const check = await scene.at('Idle check', 'check', await scene.badgeOf('Ines'), { language: 'de' });
  await check.getByLabel('Hier zu tun').getByText(first).waitFor();
});
