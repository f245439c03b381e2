import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import sharp from 'sharp';
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

test('an admin sets up a roll, and staff see the prints of its sheet', async (t) => {
  const bench = await newMachineBench(t, office.server);
  const folder = await makeFolder(t);
  const page = await office.signedIn();
  await page.goto('machines');
  await page.getByRole('button', { name: 'New machine' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name', { exact: true }).fill('Film 1');
  await dialog.getByLabel('Address').fill(folder);
  await dialog.getByLabel('When files are sent').selectOption('By hand');
  await dialog.getByLabel('Nest prints on gang sheets').check();
  await dialog.getByLabel('Roll width').fill('30');
  await dialog.getByLabel('Name of the files').fill('{code}_{location}.png');
  await dialog.getByRole('button', { name: 'Create machine' }).click();
  await dialog.getByText(/100/).first().waitFor();
  await dialog.getByLabel('Roll width').fill('300');
  await dialog.getByRole('button', { name: 'Create machine' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const { operator } = bench.scene;
  const { machineId } = (await operator.get('/machines')).json.find(({ name }: { name: string }) => name === 'Film 1');
  bench.follow(machineId);
  await bench.scene.order('FILM-1', { 'TEE-BLK-M': 3 });
  const background = { r: 20, g: 90, b: 200, alpha: 1 };
  const picture = await sharp({ create: { width: 400, height: 400, channels: 4, background } })
    .png()
    .toBuffer();
  await bench.ready('FILM-1', picture);
  await office.server.pool.query(`update print_files set width_mm = 80, height_mm = 80 where order_id = 'FILM-1'`);
  const { codes } = await bench.scene.release('FILM-1');
  for (const code of codes) await operator.send('POST', `/pieces/${code}/send-files`, { machineId });
  await bench.work();
  await page.getByRole('link', { name: 'Film 1' }).click();
  await page.getByText('3 prints wait for a gang sheet.').waitFor();
  await page.getByRole('button', { name: 'Make gang sheets now' }).click();
  await page.getByText(/^The sheets are made/).waitFor();
  await bench.work();
  await office.server.pool.query(`update pieces set state = 'CANCELLED' where code = $1`, [codes[2]]);
  await page.reload();
  await page.getByRole('link', { name: /^Gang sheet G/ }).click();
  await page.locator('tr[data-standing="TO_MAKE"]').first().waitFor();
  assert.equal(await page.locator('tr[data-piece]').count(), 3);
  await page.getByText('1 print on this sheet is not used. Cut it out and throw it away.').waitFor();
  await page.getByRole('img', { name: /^Picture of gang sheet/ }).waitFor();
  await assertAccessible(page);
});
