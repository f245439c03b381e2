import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { SAMPLE_PAPERS } from '../../src/papers/paper-samples.ts';
import { newAccount, signedIn } from '../../test/support/signed-in.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.endTest());
after(() => office.close());

/** Presses the button. Returns the address of the document that the page reads, which must be a PDF. */
async function documentPrintedBy(page: Page, name: string): Promise<string> {
  const answers = page.waitForResponse((response) => response.headers()['content-type'] === 'application/pdf');
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name, exact: true }).click();
  const answer = await answers;
  // The browser of the tests shows no PDF.
  await saved;
  await page.getByText('The paper was saved as a file').first().waitFor();
  return new URL(answer.url()).pathname.replace('/operator/v1', '');
}

test('the page Papers shows every paper with a picture, and prints the sheets of the center', async () => {
  const page = await office.signedIn();
  await page.goto('papers');
  const pictures = page.locator('[data-paper] img');
  await pictures.nth(SAMPLE_PAPERS.length - 1).waitFor();
  assert.equal(await pictures.count(), SAMPLE_PAPERS.length);
  for (const picture of await pictures.all()) {
    await picture.scrollIntoViewIfNeeded();
    await page.waitForFunction(
      (image) => (image as HTMLImageElement).naturalWidth > 100,
      await picture.elementHandle(),
    );
  }
  await assertAccessible(page);
  assert.equal(await documentPrintedBy(page, 'Print: Scanner test'), '/papers/scanner-test');
  assert.equal(await documentPrintedBy(page, 'Print: Command sheet'), '/papers/commands');
});

test('badges, command sheets and bin labels are printed where they belong', async () => {
  const admin = await signedIn(office.server);
  const { operatorId } = await newAccount(office.server, 'floor');
  await admin.send('PUT', '/bins', { count: 3 });
  const page = await office.signedIn();
  await page.goto(`staff/${operatorId}`);
  await page.getByRole('button', { name: 'Issue badge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue badge' }).click();
  assert.equal(await documentPrintedBy(page, 'Print badge'), `/operators/${operatorId}/badge.pdf`);
  await page.goto('staff');
  assert.equal(await documentPrintedBy(page, 'Print all badges'), '/papers/badges');
  await page.goto('stations');
  assert.equal(await documentPrintedBy(page, 'Print command sheet'), '/papers/commands');
  await page.goto('bins');
  assert.equal(await documentPrintedBy(page, 'Print labels'), '/papers/bins');
});
