import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { after, afterEach, before, test } from 'node:test';
import { makeFolder, newMachineBench } from '../../test/support/machine-bench.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.endTest());
after(() => office.close());

test('an admin sets how artwork is fitted, and how the files of a technology are made', async (t) => {
  await newMachineBench(t, office.server);
  const page = await office.signedIn();
  await page.goto('catalogue');
  await page.getByRole('link', { name: 'Print settings' }).click();
  await page.getByText(/^There are no rules/).waitFor();
  await page.getByRole('button', { name: 'New rule' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Article' }).fill('Organic');
  await page.getByRole('option', { name: 'Organic tee' }).click();
  await dialog.getByLabel('Fitting').selectOption('Fill the area');
  await dialog.getByLabel('Position').selectOption('in the center');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('cell', { name: 'Fill the area, in the center' }).waitFor();

  const technology = page.locator('tr[data-technology="DTG"]');
  await technology.getByRole('button').click();
  await dialog.getByLabel(/^Mirror print files/).check();
  await dialog.getByLabel('PDF artwork stays a PDF').uncheck();
  await dialog.getByLabel(/^Resolution/).fill('10');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText(/72/).first().waitFor();
  await dialog.getByLabel(/^Resolution/).fill('600');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await technology.getByText('Drawn at 600 dpi').waitFor();
  await assertAccessible(page);

  await page.getByRole('button', { name: /^Remove/ }).click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await page.getByText(/^There are no rules/).waitFor();
});

test('the page of an order shows its print files, makes them again, and sends a piece to a machine', async (t) => {
  const bench = await newMachineBench(t, office.server);
  const folder = await makeFolder(t);
  await bench.add({ name: 'Hand 1', address: folder, mode: 'BY_HAND' });
  await bench.scene.order('PRINTS-1', { 'TEE-BLK-M': 2 });
  await bench.ready('PRINTS-1');
  const { codes } = await bench.scene.release('PRINTS-1');
  const page = await office.signedIn();
  await page.goto(`orders/${bench.scene.customer.clientId}/PRINTS-1`);
  const row = page.locator('tr[data-print="1 FRONT"]');
  await row.getByText('Ready', { exact: true }).waitFor();
  await row.getByText('300 × 400 mm').waitFor();
  await row.getByRole('link', { name: 'Download' }).waitFor();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Send to machine' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Piece').selectOption({ index: 2 });
  await dialog.getByLabel('Machine').selectOption('Hand 1');
  await dialog.getByRole('button', { name: 'Send to machine' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await bench.work();
  assert.deepEqual(
    (await readdir(folder)).filter((name) => !name.startsWith('.')),
    [`${codes[1]}_FRONT.png`],
  );
  const { pool } = office.server;
  await pool.query(`update print_files set state = 'failed', error_code = 'no_print_area' where order_id = 'PRINTS-1'`);
  await page.reload();
  await row.getByText('The catalogue has no print area for this location.').waitFor();
  await page.getByRole('button', { name: 'Make again' }).click();
  await eventually(async () => {
    const { rows } = await pool.query(`select 1 from print_files_due where order_id = 'PRINTS-1'`);
    return rows.length;
  }, 1);
  await row.getByText('Being made', { exact: true }).waitFor();
});
