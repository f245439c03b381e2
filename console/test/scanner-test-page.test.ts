import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { assertAccessible, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { scan } from './support/scanner.ts';

const TEST_TEXT = 'YZ-AQWM-1234567890';

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.endTest());
after(() => office.close());

test('the scanner test finds the settings of a scanner, and all pages use them', async () => {
  const page = await office.stranger();
  await page.goto('scanner-test');
  await page.getByRole('img', { name: TEST_TEXT }).waitFor();
  await page.getByText('Nothing has been scanned yet.').waitFor();
  await scan(page, `/${TEST_TEXT}`, { computer: 'german', end: 'Tab' });
  await page.getByText('The scanner works').waitFor();
  const facts = page.locator('dl');
  for (const text of [TEST_TEXT, 'The scanner has the US layout', '/', 'Tab', '7 ms'])
    await facts.getByText(text).first().waitFor();
  assert.ok((await page.getByRole('row').count()) > TEST_TEXT.length);
  await assertAccessible(page);
  // It also works after a reload, without the test code.
  await page.reload();
  await page.getByText('Nothing has been scanned yet.').waitFor();
  await scan(page, '/1ZY-999-XZ', { computer: 'german' });
  await facts.getByText('1ZY-999-XZ', { exact: true }).waitFor();
  await page.getByText('This is another code').waitFor();
  await scan(page, '/P0000000120', { computer: 'german' });
  await facts.getByText('Platen code', { exact: true }).waitFor();
});

test('a scanner with an unknown layout gets advice, and Platen codes are still read', async () => {
  const page = await office.stranger({ screen: TABLET_SCREEN, dark: true, language: 'de' });
  await page.goto('scanner-test');
  await page.getByText('Noch wurde nichts gescannt.').waitFor();
  await scan(page, 'ZY-QAMW-1234567890', { end: '' });
  await page.getByText('Das Tastaturlayout des Scanners ist unbekannt').waitFor();
  await page
    .locator('dl')
    .getByText(/nichts. Ein Code endet/)
    .waitFor();
  await assertAccessible(page);
  await scan(page, 'P0000000120');
  await page.getByText('Platen-Code', { exact: true }).waitFor();
});

test('the test proposes the timing of a slow scanner, and a person can change it', async () => {
  const page = await office.stranger({ alone: true });
  await page.goto('scanner-test');
  await page.getByText('Nothing has been scanned yet.').waitFor();
  await scan(page, 'AB');
  await page.getByText('Not understood', { exact: true }).waitFor();
  await scan(page, TEST_TEXT, { gapMs: 180, end: 'Tab' });
  await page.getByText('The scanner works').waitFor();
  const timing = async () => [
    await page.getByLabel('After each code').inputValue(),
    await page.getByLabel('Longest usual time between two keys').inputValue(),
    await page.getByLabel('Longest pause inside a code').inputValue(),
  ];
  await eventually(timing, ['Tab', '360 ms', '1000 ms']);
  await page.getByLabel('Longest pause inside a code').fill('1500');
  await page.reload();
  await eventually(timing, ['Tab', '360 ms', '1500 ms']);
  await assertAccessible(page);
});
