import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { BLANK } from '../../test/support/pieces-to-make.ts';
import { assertAccessible, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { scan } from './support/scanner.ts';
import { newStationScene, type StationScene } from './support/station-scene.ts';

const PASS = 'C0018';
/** Time between two keys of a person. A scanner's keys are at most 100 ms apart. */
const TYPING_MS = 150;
const SHELF = `/stock/ARTICLE/${BLANK}`;

let office: TestConsole;
let scene: StationScene;
before(async () => {
  office = await startConsole();
  scene = await newStationScene(office);
});
afterEach(() => office.endTest());
after(() => office.close());

const shows = (page: Page, text: string | RegExp) => page.getByText(text, { exact: true }).first().waitFor();
const statesOf = async (orderId: string) =>
  (await scene.piecesOf(orderId)).map(({ state, attempt }) => `${state} ${attempt}`);
/** Waits until a picture is loaded. */
const isPictured = async (page: Page, name: string) => {
  const picture = page.getByRole('img', { name });
  await picture.waitFor();
  await eventually(() => picture.evaluate((one) => (one as HTMLImageElement).naturalWidth > 0), true);
};

test('at the press each ticket shows the work on its piece, the second scan saves its file, and no mouse is needed', async () => {
  const [first = '', second = '', third = ''] = await scene.inProduction('MAKE-1', 3, { isLabelled: true });
  const grace = await scene.badgeOf('Grace Hopper');
  const page = await scene.at('Press 1', 'make', grace);
  await shows(page, 'Scan a ticket');
  await scan(page, first);
  for (const text of [
    'Creator Tee',
    'Black',
    'M',
    '1 of 3',
    'Front',
    '339 × 406 mm',
    'white underbase',
    'order of 3 pieces',
  ])
    await shows(page, text);
  for (const name of ['Artwork Front', 'How it should look']) await isPictured(page, name);
  await assertAccessible(page);

  // A German computer and a scanner with the US layout.
  const [saved] = await Promise.all([page.waitForEvent('download'), scan(page, first, { computer: 'german' })]);
  assert.equal(saved.suggestedFilename(), `${first}_FRONT_DTG.png`);
  await shows(page, `Saved: ${first}_FRONT_DTG.png`);

  // A French computer; the scanner sends Tab.
  await scan(page, second, { computer: 'french', end: 'Tab' });
  await shows(page, '2 of 3');
  await shows(page, 'Next: DTF, Neck');
  // A slow scanner that sends no end key.
  await scan(page, third, { end: '', gapMs: 90 });
  await shows(page, '3 of 3');
  await page.keyboard.press('Space');
  await shows(page, 'Scan a ticket');
  await page.keyboard.press('u');
  await shows(page, 'Undone');
  assert.deepEqual((await scene.operator.get(`/pieces/${third}`)).json.stepsDone, 0);
  // Typed into the field that the slash focuses, more slowly than any scanner.
  await page.keyboard.press('/');
  await page.getByLabel('Type a code').pressSequentially(third.toLowerCase(), { delay: TYPING_MS });
  await page.keyboard.press('Enter');
  await shows(page, '3 of 3');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Space');
  await shows(page, 'Next: DTF, Neck');
  for (const code of [first, second, third]) await scan(page, code);
  await scan(page, PASS);
  await shows(page, 'Made. Next: check');
  await eventually(() => statesOf('MAKE-1'), ['MADE 0', 'MADE 0', 'MADE 0']);
  // Typed and scanned codes count once each, for the signed-on person.
  const { rows } = await office.server.pool.query(
    `select distinct actor_name as name, station from piece_events where order_id = 'MAKE-1'`,
  );
  assert.deepEqual(rows, [{ name: 'Grace Hopper', station: 'Press 1' }]);
});

test('a rejected piece gets the successor R1, its blank is written off, and its old ticket is refused until an accepted scan', async () => {
  await scene.operator.send('PUT', '/bins', { count: 12 });
  const [first = '', second = '', third = ''] = await scene.inProduction('REJ-1', 3, { isMade: true });
  const page = await scene.at('Check 1', 'check', await scene.badgeOf('Linus'), {
    screen: TABLET_SCREEN,
    dark: true,
  });
  await scan(page, first);
  await isPictured(page, 'How it should look');
  await scan(page, second);
  await shows(page, '2 of 3');
  const bin = await page.locator('[data-kind="done"] strong').textContent();
  const { onHand, reserved } = (await scene.operator.get(SHELF)).json;
  await page.keyboard.press('f');
  await shows(page, 'What is wrong?');
  await assertAccessible(page);
  const keys = await page.getByLabel('What is wrong?').locator('kbd').allTextContents();
  assert.deepEqual([...new Set(keys)], keys);
  // The question comes from the server, so it survives a reload, and a ticket does not answer it.
  await page.reload();
  await shows(page, 'What is wrong?');
  await scan(page, third);
  await page.getByRole('alert').getByText('Answer the question first').waitFor();
  assert.deepEqual(await statesOf('REJ-1'), ['CHECKED 0', 'MADE 0', 'MADE 0']);
  await page.keyboard.press('u');
  await page.getByLabel('What is wrong?').waitFor({ state: 'detached' });
  await page.keyboard.press('f');
  await shows(page, 'What is wrong?');
  await page.keyboard.press('1');
  await shows(page, 'Rejected: Misplaced');
  const [old] = (await scene.piecesOf('REJ-1')).filter(({ state }) => state === 'REPLACED');
  const [successor] = (await scene.piecesOf('REJ-1')).filter(({ attempt }) => attempt === 1);
  assert.deepEqual([old?.code, successor?.state], [second, 'TO_MAKE']);
  await shows(page, `R1 with the new ticket ${successor?.code} is made next. This ticket is no longer valid.`);
  // The station has no printer for tickets.
  const ticket = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Print the new ticket here' }).click();
  assert.equal((await ticket).suggestedFilename(), `${successor?.code}.pdf`);
  const after = (await scene.operator.get(SHELF)).json;
  assert.deepEqual([after.onHand, after.reserved], [onHand - 1, reserved]);

  await scan(page, second);
  const refusal = page.getByRole('alert');
  await refusal.getByText('Replaced', { exact: true }).waitFor();
  await refusal.getByText(`Its successor is ${successor?.code}.`).waitFor();
  // Another refused scan, or an Enter, does not remove a refusal.
  await scan(page, `${third.slice(0, -1)}${(Number(third.at(-1)) + 1) % 10}`);
  await refusal.getByText('Not read correctly').waitFor();
  await page.keyboard.press('Enter');
  await scan(page, second);
  await refusal.getByText('Replaced', { exact: true }).waitFor();
  await scan(page, successor?.code ?? '');
  await refusal.waitFor({ state: 'detached' });
  await shows(page, 'R1');
  // The successor is not made yet: the next ticket asks about it.
  await scan(page, third);
  await page.getByText('Nobody has made this piece. Does it pass?').waitFor();
  await scan(page, PASS);
  assert.equal(await page.locator('[data-kind="done"] strong').textContent(), bin);
  await scan(page, PASS);
  await shows(page, 'Order complete. Next: pack');
  await eventually(() => statesOf('REJ-1'), ['CHECKED 0', 'REPLACED 0', 'CHECKED 1', 'CHECKED 0']);
});

test('pieces of several orders go to the right bins, full bins name the oldest order, and a free bin is used again', async () => {
  const taken = (await scene.operator.get('/bins')).json.filter(({ orderId }: { orderId?: string }) => orderId);
  const count = taken.length + 2;
  await scene.operator.send('PUT', '/bins', { count });
  const [a1 = '', a2 = '', a3 = ''] = await scene.inProduction('SORT-A', 3, { isMade: true });
  const [b1 = '', b2 = ''] = await scene.inProduction('SORT-B', 2, { isMade: true });
  const [c1 = ''] = await scene.inProduction('SORT-C', 2, { isMade: true });
  const page = await scene.at('Sort', 'check', await scene.badgeOf('Ada'), { language: 'de' });
  const told = async (code: string, kind: 'done' | 'complete') => {
    await scan(page, code);
    await page.getByRole('heading', { level: 2 }).waitFor();
    await scan(page, PASS);
    const panel = page.locator(`[data-kind="${kind}"]`, { hasText: code });
    await panel.waitFor();
    return Number(await panel.locator('strong').textContent());
  };
  const binA = await told(a1, 'done');
  const binB = await told(b1, 'done');
  assert.notEqual(binA, binB);
  assert.equal(await told(a2, 'done'), binA);
  assert.equal(await told(b2, 'complete'), binB);
  await scan(page, c1);
  await page.getByRole('heading', { level: 2 }).waitFor();
  await page.keyboard.press('Space');
  const refusal = page.getByRole('alert');
  await refusal.getByText('Alle Fächer sind belegt').waitFor();
  await refusal.getByText(/Am längsten belegt ist Fach \d+/).waitFor();
  await assertAccessible(page);
  assert.equal(await told(a3, 'complete'), binA);
  await scene.operator.work(scene.customer.clientId, 'SORT-A', 'ship', {
    parcels: [{ trackingNumber: 'TRACK-1' }],
  });
  assert.equal(await told(c1, 'done'), binA);
});

test('a piece is found by its ticket, by the address in its QR code, and without a ticket by its article', async () => {
  const [first = '', second = ''] = await scene.inProduction('FIND-1', 2);
  const page = await scene.at('Anywhere', 'find', await scene.badgeOf('Ada'), { screen: TABLET_SCREEN });
  await scan(page, `https://print.example.com/console/scan/${first}`, { computer: 'french' });
  await shows(page, 'To make');
  await isPictured(page, 'How it should look');
  await page.goto(`scan/${second}`);
  await shows(page, '2 of 2');
  await page.getByRole('button', { name: 'Without a ticket' }).click();
  await page.getByLabel('Colour').fill('black');
  await page.getByLabel('Size').fill('m');
  await page.getByLabel('Blank (SKU)').fill(BLANK);
  await page.keyboard.press('Enter');
  const found = page.getByRole('button', { name: second });
  await found.waitFor();
  assert.doesNotMatch(await found.innerText(), /FIND-1/, 'nobody at a station reads a list of orders');
  assert.match(page.url(), /color=black/);
  await assertAccessible(page);
  await found.click();
  await shows(page, '2 of 2');
  assert.deepEqual(await statesOf('FIND-1'), ['TO_MAKE 0', 'TO_MAKE 0']);
});
