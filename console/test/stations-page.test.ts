import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newAccount, signedIn } from '../../test/support/signed-in.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { scan } from './support/scanner.ts';

const HOSTILE = '<script>alert(1)</script>';

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.endTest());
after(() => office.close());

test('a station is created and changed, a browser becomes it, and people sign on by badge and by PIN', async () => {
  const { operatorId, login } = await newAccount(office.server, 'floor');
  const grace = await newAccount(office.server, 'floor');
  const admin = await signedIn(office.server);
  await admin.send('PATCH', `/operators/${grace.operatorId}`, { name: HOSTILE });
  const { badgeCode: other } = (await admin.send('POST', `/operators/${grace.operatorId}/badge`)).json;
  const page = await office.signedIn({ alone: true });
  await page.goto(`staff/${operatorId}`);
  await page.getByRole('button', { name: 'Issue badge' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue badge' }).click();
  const badge = (await page.getByText(/^W\d{12}$/).textContent()) ?? '';
  await page.getByRole('button', { name: 'Issue PIN' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Issue PIN' }).click();
  const pin = await page.getByLabel('PIN', { exact: true }).inputValue();
  await page.getByRole('button', { name: 'Done, I have kept it' }).click();
  await page.getByRole('button', { name: 'Withdraw PIN' }).waitFor();
  assert.ok(!(await page.content()).includes(pin));

  await page.goto('stations');
  await page.getByRole('button', { name: 'New station' }).click();
  await page.getByRole('button', { name: 'Create station' }).click();
  await page.getByText('Choose at least one.').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Press 1');
  await page.getByRole('checkbox', { name: 'Make' }).check();
  await page.getByRole('checkbox', { name: 'Check' }).check();
  await assertAccessible(page);
  await page.getByRole('button', { name: 'Create station' }).click();
  await page.getByRole('cell', { name: 'Make, Check' }).waitFor();
  const printer = {
    name: 'Labels',
    kind: 'browser',
    mediaWidthMm: 100,
    mediaHeightMm: 150,
    dotsPerInch: 203,
  };
  const { printerId } = (await admin.send('POST', '/printers', printer)).json;
  await page.getByRole('link', { name: 'Press 1' }).click();
  await page.getByRole('button', { name: 'Change', exact: true }).click();
  await page.getByLabel('Name', { exact: true }).fill('Press 2');
  await page.getByRole('checkbox', { name: 'Labels' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Press 2' }).waitFor();
  const [station] = (await admin.send('GET', '/stations')).json;
  assert.deepEqual(station.printers, [{ printerId, name: 'Labels' }]);
  await assertAccessible(page);

  await page.getByRole('button', { name: 'Open here' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open here' }).click();
  await page.waitForURL(/\/station$/);
  await page.getByText('Scan your badge').waitFor();
  await scan(page, `${badge.slice(0, -1)}${(Number(badge.at(-1)) + 1) % 10}`);
  await page.getByRole('alert').getByText('the scanner did not read it correctly').waitFor();
  await scan(page, badge);
  await page.getByText('Ada Lovelace is signed on.').waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await assertAccessible(page);
  // The next person signs on with their badge.
  await scan(page, other);
  await page.getByText(`${HOSTILE} is signed on.`).waitFor();
  await page.getByRole('button', { name: 'Sign off' }).click();
  await page.getByLabel('Sign-in name or e-mail').fill(other);
  await page.keyboard.press('Enter');
  await page.getByText(`${HOSTILE} is signed on.`).waitFor();
  await page.getByRole('button', { name: 'Sign off' }).click();
  await page.getByLabel('Sign-in name or e-mail').fill(login);
  await page.getByLabel('PIN', { exact: true }).fill('000000');
  await page.keyboard.press('Enter');
  await page.getByText('The sign-in name or the PIN is wrong').waitFor();
  await page.getByLabel('PIN', { exact: true }).fill(pin);
  await page.keyboard.press('Enter');
  await page.getByText('Ada Lovelace is signed on.').waitFor();
  // Pages of the office require signing in.
  await page.goto('orders');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('an idle station signs the person off by itself, and an admin sees its activity', async () => {
  const admin = await signedIn(office.server);
  const { stationId } = (await admin.send('POST', '/stations', { name: 'Packing', kinds: ['pack'] })).json;
  const { operatorId } = await newAccount(office.server, 'floor');
  const { badgeCode } = (await admin.send('POST', `/operators/${operatorId}/badge`)).json;
  const page = await office.signedIn({
    role: 'office',
    screen: { width: 820, height: 1180 },
    dark: true,
    alone: true,
  });
  await page.goto(`stations/${stationId}`);
  await page.getByRole('button', { name: 'Open here' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Open here' }).click();
  await page.getByText('Scan your badge').waitFor();
  await scan(page, badgeCode);
  await page.getByText('Ada Lovelace is signed on.').waitFor();
  await office.server.pool.query(
    `update station_sessions set active = active - interval '5 minutes' where station_id = $1`,
    [stationId],
  );
  await page.getByText('Scan your badge').waitFor();
  assert.ok(!(await page.content()).includes('Ada Lovelace'));

  const boss = await office.signedIn({ alone: true });
  await boss.goto(`stations/${stationId}`);
  await boss.getByRole('button', { name: /^End/ }).click();
  await boss.getByRole('dialog').getByRole('button', { name: /^End/ }).click();
  await boss.getByText('No browser runs this station.').waitFor();
  await page.getByText('This browser is not a station.').waitFor();
  await boss.getByRole('link', { name: 'Activity' }).click();
  await boss.getByText('signed on at').waitFor();
});
