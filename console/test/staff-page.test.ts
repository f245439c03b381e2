import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newAccount, PASSWORD, signedIn } from '../../test/support/signed-in.ts';
import { StaffPage } from './pages/staff-page.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.endTest());
after(() => office.close());

const HOSTILE = '<script>alert(1)</script>';

test('an account is made, its link is shown once, and the person comes in by it', async () => {
  const staff = new StaffPage(await office.signedIn());
  await staff.open();
  const { page } = staff;
  await page.getByRole('button', { name: 'New account' }).click();
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByLabel('Name', { exact: true }).fill(HOSTILE);
  await page.getByLabel('Sign-in name or e-mail').fill('grace');
  await page.getByRole('radio', { name: 'Viewer' }).check();
  await page.getByRole('button', { name: 'Create account' }).click();
  const link = await page.getByLabel('One-time link', { exact: true }).inputValue();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done, I have kept it' }).click();
  await staff.row('grace').getByText('Link not used yet').waitFor();
  assert.ok(!(await page.content()).includes(link.split('#')[1] ?? link));

  const grace = await office.stranger();
  await grace.goto(`welcome#${link.split('#')[1]}`);
  await grace.getByLabel('New password').fill(PASSWORD);
  await grace.getByLabel('Repeat password').fill(PASSWORD);
  await grace.keyboard.press('Enter');
  await grace.getByRole('button', { name: `Signed in as ${HOSTILE}` }).waitFor();
  // A viewer has neither the navigation entry nor the page.
  assert.equal(await grace.getByRole('link', { name: 'Staff' }).count(), 0);
  await grace.goto('staff');
  await grace.getByRole('alert').getByText(/role/).first().waitFor();
});

test('another role, being disabled and a new link are each told what they mean', async () => {
  const { operatorId, login } = await newAccount(office.server, 'office', 'charles');
  const staff = new StaffPage(await office.signedIn());
  const { page } = staff;
  await page.goto(`staff/${operatorId}`);
  await page.getByRole('radio', { name: 'Floor' }).check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved.').waitFor();
  await page.getByRole('button', { name: 'Disable' }).click();
  await page
    .getByRole('dialog')
    .getByText(/All sessions end at once/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
  await page.getByRole('button', { name: 'Reset password' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Reset password' }).click();
  await page.getByLabel('One-time link', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Done, I have kept it' }).click();
  await staff.open();
  await staff.row(login).getByText('Floor').waitFor();
  await staff.row(login).getByText('Disabled').waitFor();
});

test('a session that is ended elsewhere asks its page to sign in again, over what was open', async () => {
  const person = await signedIn(office.server, 'office');
  const theirs = await office.stranger();
  await theirs
    .context()
    .addCookies([...person.cookies].map(([name, value]) => ({ name, value, url: office.server.url })));
  await theirs.goto('orders?status=NEW');
  await theirs.getByRole('heading', { name: 'Orders' }).waitFor();
  const page = await office.signedIn();
  await page.goto(`staff/${person.account.operatorId}`);
  await page.getByRole('button', { name: /^End the session in/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await page.getByText('No open sessions.').waitFor();
  await theirs
    .getByRole('dialog', { name: 'Your session has ended' })
    .getByLabel('Password', { exact: true })
    .waitFor();
});

test('nobody locks themselves out: one’s own account says why it cannot be disabled', async () => {
  const page = await office.signedIn();
  await page.goto('account');
  const session = await page.request.get(`${office.server.url}/operator/v1/session`);
  const { operator } = await session.json();
  await page.goto(`staff/${operator.operatorId}`);
  const button = page.getByRole('button', { name: 'Disable' });
  await eventually(() => button.getAttribute('aria-description'), 'This is your own account.');
});
