import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { readCodes, readPages } from '../../src/papers/test-support/read-papers.ts';
import { type FloorScene, newFloorScene } from '../../test/support/floor-scene.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { scan } from './support/scanner.ts';

const LATE_HOURS = 24 * 30;

let office: TestConsole;
let floor: FloorScene;
before(async () => {
  office = await startConsole();
  floor = await newFloorScene(office.server);
  for (let index = 1; index <= 6; index++) await floor.order(`ONE-${index}`, { 'TEE-BLK-M': 1 });
  for (let index = 1; index <= 12; index++)
    await floor.order(`MANY-${index}`, { 'TEE-BLK-L': 2, 'TEE-SAND-M': 1 }, LATE_HOURS - index);
  await floor.order('MUGS-1', { product: 2 });
});
afterEach(() => office.endTest());
after(() => office.close());

async function openRelease(search = '', options: Parameters<TestConsole['signedIn']>[0] = {}): Promise<Page> {
  const page = await office.signedIn(options);
  await page.goto(`release${search}`);
  await page.getByRole('heading', { level: 1, name: /^(Release|Freigabe)$/ }).waitFor();
  return page;
}
const codesShown = (page: Page) =>
  page.locator('tr[data-code]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-code')));
const choose = async (page: Page, label: string, option: string) => {
  await page.getByRole('combobox', { name: label }).click();
  await page.getByRole('option', { name: option }).click();
};

/**
 * Checks that each ticket has the code of a piece, and that QR codes of tickets and cover open piece and
 * batch.
 */
async function ticketsRead(page: Page, batchId: string): Promise<void> {
  const paper = async (name: string) =>
    readPages(
      await (await page.request.get(`${office.server.url}/operator/v1/batches/${batchId}/papers/${name}`)).body(),
    );
  const read = await Promise.all((await paper('ticket-sheets')).map(({ png }) => readCodes(png)));
  const pieces = (await floor.operator.get(`/batches/${batchId}/pieces?limit=500`)).json;
  const codes = pieces.map(({ code }: { code: string }) => code).sort();
  assert.deepEqual(read.flatMap(({ bars }) => bars).sort(), codes);
  const squares = read.flatMap((one) => one.squares);
  assert.deepEqual(squares.map((address) => address.split('/').at(-1)).sort(), codes);
  const pathOf = (address = '') => new URL(address).pathname.replace(/^.*\/console\//, '');
  await page.goto(pathOf(squares[0]));
  await page
    .getByText(/^\d of \d$/)
    .first()
    .waitFor();
  const [cover] = await paper('cover');
  const [square] = (await readCodes(cover!.png)).squares;
  await page.goto(pathOf(square));
  await page.getByRole('heading', { level: 1, name: `Batch ${batchId}` }).waitFor();
}

test('what can be made stands in groups, the late first, and filters stand in the address', async () => {
  const page = await openRelease();
  await eventually(() => codesShown(page), ['TEE-BLK-L', 'TEE-SAND-M', 'TEE-BLK-M', '4006381333931']);
  await page.getByText('19 orders with 44 pieces can be released.').waitFor();
  await page.locator('[data-counts]').getByText('12 late').waitFor();
  const row = page.locator('tr[data-code="TEE-BLK-L"]');
  assert.match(await row.innerText(), /Black, L.*12 late\s+12\s+24\s+400/s);
  await page.getByRole('tab', { name: 'Late 12' }).click();
  await eventually(() => codesShown(page), ['TEE-BLK-L', 'TEE-SAND-M']);
  await page.getByRole('tab', { name: 'All' }).click();
  await choose(page, 'Pieces per order', 'Single-piece orders');
  await eventually(() => codesShown(page), ['TEE-BLK-M']);
  assert.match(page.url(), /release\?size=SINGLE$/);
  await page.reload();
  await eventually(() => codesShown(page), ['TEE-BLK-M']);
  await choose(page, 'Technology', 'DTG');
  await choose(page, 'Article', 'Organic tee');
  await page.waitForURL(/technology=DTG&/);
  await eventually(() => codesShown(page), ['TEE-BLK-M']);
  await page.goBack();
  await page.waitForURL(/release\?size=SINGLE&technology=DTG$/);
});

test('a lead releases the late ones of an article; another who had chosen the same orders is told the batch that has them', async () => {
  const [one, other] = [await openRelease('?size=MULTI'), await openRelease('?size=MULTI&due=LATE')];
  for (const page of [one, other]) {
    await page.getByRole('checkbox', { name: 'Select DTG, Organic tee' }).check();
    await page.getByRole('button', { name: /^Release (selection|all shown)/ }).click();
    await page.getByRole('dialog').locator('tr[data-order="MANY-1"]').waitFor();
  }
  await one.getByLabel('Number of orders (most urgent first)').fill('10');
  await one.getByRole('dialog').getByText('10 orders, 30 pieces.').waitFor();
  await one.keyboard.press('Enter');
  await one.getByText(/Batch \d+ is released/).waitFor();
  await other.getByRole('button', { name: 'Release 12 orders' }).click();
  await other.getByText('2 orders, 6 pieces.').waitFor();
  const told = other.locator('[data-left-out]');
  assert.equal(await told.count(), 10);
  assert.match((await told.first().textContent()) ?? '', /MANY-\d+ is already in batch B\d+/);
  await told.first().getByRole('link', { name: /^B/ }).click();
  const [first, second] = (await floor.operator.get('/batches')).json;
  await other.getByRole('heading', { level: 1, name: `Batch ${second.batchId}` }).waitFor();
  assert.deepEqual([second.orders, second.pieces, second.choice.technology], [10, 30, 'DTG']);
  assert.deepEqual([first.orders, first.choice.size], [2, 'MULTI']);
  await ticketsRead(other, second.batchId);
  await other.goto('batches');
  await other.locator(`tr[data-batch="${second.batchId}"]`).getByText('Multi-piece orders').waitFor();
});

test('blanks that were not found leave the batch with a number, and a scanned piece opens its order', async () => {
  await floor.order('SHORT-1', { 'TEE-SAND-L': 3 });
  const { batchId, codes } = await floor.release('SHORT-1');
  const page = await office.signedIn({ role: 'office' });
  await page.goto(`batches/${batchId}`);
  const row = page.locator('tr[data-code="TEE-SAND-L"]');
  await row.getByText('400').waitFor();
  await row.getByRole('button', { name: 'Report missing… TEE-SAND-L' }).click();
  await page.getByLabel('Missing blanks', { exact: true }).fill('2');
  await page.keyboard.press('Enter');
  await page.getByText('2 pieces have left the batch.').waitFor();
  await eventually(() => row.locator('[data-needed]').innerText(), '1');
  await scan(page, codes[0] ?? '');
  await page.getByRole('heading', { level: 1, name: 'SHORT-1' }).waitFor();
  await page.locator(`tr[data-piece="${codes[0]}"]`).waitFor();
  assert.match(page.url(), new RegExp(`#${codes[0]}$`));
});

test('who may only read sees why nothing can be released', async () => {
  const page = await openRelease('', { role: 'viewer' });
  const button = page.getByRole('button', { name: 'Release all shown…' });
  assert.match(String(await button.getAttribute('aria-description')), /Viewer/);
});

test('an order that is accepted alone stays under Release, and joins an open batch', async () => {
  await floor.order('ALONE-1', { 'TEE-BLK-M': 1 });
  await floor.operator.work(floor.customer.clientId, 'ALONE-1', 'accept');
  await floor.order('OPEN-1', { 'TEE-BLK-M': 1 });
  const { batchId } = await floor.release('OPEN-1');
  const page = await openRelease();
  const alone = page.getByRole('status').filter({ hasText: 'Accepted, not in a batch: 1' });
  await alone.getByRole('button', { name: 'Release…' }).click();
  await page.getByRole('dialog').locator('tr[data-order="ALONE-1"]').waitFor();
  await page.getByLabel('Into').selectOption(batchId);
  await page.getByRole('button', { name: 'Release 1 order' }).click();
  await page.getByText(`Batch ${batchId} is released`).waitFor();
  await alone.waitFor({ state: 'detached' });
});
