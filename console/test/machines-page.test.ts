import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
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

test('an admin adds a folder machine with a ticket, and staff follow its queue', async (t) => {
  const bench = await newMachineBench(t, office.server);
  const folder = await makeFolder(t);
  const page = await office.signedIn();
  await page.goto('machines');
  await page.getByText('There are no machines yet.').waitFor();
  await page.getByRole('button', { name: 'New machine' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Kornit 1');
  await dialog.getByLabel('Address').fill(folder);
  await dialog.getByLabel('Begin with a template').selectOption('Like Kornit');
  await dialog.getByText('<Barcode>P0000000120</Barcode>').waitFor();
  await dialog.getByLabel('Name of the files').fill('{code}_{wrong}.png');
  await dialog.getByText('There is no field {wrong}.').waitFor();
  await dialog.getByRole('button', { name: 'Create machine' }).click();
  await dialog
    .getByText(/There is no field/)
    .first()
    .waitFor();
  await dialog.getByLabel('Name of the files').fill('{code}_{location}.png');
  await dialog.getByText('P0000000120_REGULAR.png', { exact: true }).waitFor();
  await dialog.getByRole('button', { name: 'Create machine' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('button', { name: 'Test: Kornit 1' }).click();
  await page.getByText(/^It works: Kornit 1/).waitFor();

  await page.getByRole('button', { name: 'New rule' }).click();
  await dialog.getByLabel('Technology').fill('DTG');
  await dialog.getByRole('button', { name: 'Create rule' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('cell', { name: 'DTG', exact: true }).waitFor();
  await assertAccessible(page);

  const [{ machineId }] = (await bench.scene.operator.get('/machines')).json;
  await bench.scene.order('SHOP-1', { 'TEE-BLK-M': 3 });
  await bench.ready('SHOP-1');
  const { codes } = await bench.scene.release('SHOP-1');
  bench.follow(machineId);
  await bench.work();
  assert.equal((await readdir(folder)).length, 7);
  await rm(join(folder, `${codes[0]}_FRONT.png`));
  await bench.work();
  await page.getByRole('link', { name: 'Kornit 1' }).click();
  const row = page.locator(`tr[data-file="${codes[0]}_FRONT.png"]`);
  await row.getByText('Taken', { exact: true }).waitFor();
  await row.getByRole('button', { name: /^Send again/ }).click();
  await dialog.getByRole('button', { name: 'Send again' }).click();
  await row.getByText('Waiting', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Stop: Kornit 1' }).click();
  await page.getByText('Stopped', { exact: true }).waitFor();
  await bench.work();
  await page.getByRole('button', { name: 'Resume: Kornit 1' }).click();
  await page.getByText('Works', { exact: true }).waitFor();
  await bench.work();
  await page.reload();
  await eventually(() => page.locator('tr[data-state="WRITTEN"]').count(), 3);
  await assertAccessible(page);
});
