import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole({ TOKEN_TTL_SECONDS: '600', S3_SECRET_ACCESS_KEY: 'hush-hush' });
});
afterEach(() => office.endTest());
after(() => office.close());

test('an admin sees what is set and how the service is, and no secret', async () => {
  const page = await office.signedIn();
  await page.goto('settings?only=set');
  const row = (name: string) => page.locator(`tr[data-setting="${name}"]`);
  await row('TOKEN_TTL_SECONDS').getByText('600', { exact: true }).waitFor();
  await row('TOKEN_TTL_SECONDS').getByText('Default: 3600').waitFor();
  await row('S3_SECRET_ACCESS_KEY').getByText('Set (hidden)').waitFor();
  assert.ok(!(await page.content()).includes('hush-hush'));
  assert.equal(await row('PORT').count(), 0);
  await page.getByLabel('Only set values').uncheck();
  await row('PORT').getByText('8080').waitFor();
  await page.getByRole('searchbox', { name: 'Find a setting' }).fill('lifetime of an access');
  await eventually(() => page.locator('tr[data-setting]').count(), 1);
  await page.getByText(/^PostgreSQL \d+/).waitFor();
});
