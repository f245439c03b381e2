import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newAccount, PASSWORD, signedIn } from '../../test/support/signed-in.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.endTest());
after(() => office.close());

test('a one-time link sets the password and signs in; then the password signs in and opens the requested page', async () => {
  const account = await newAccount(office.server, 'office');
  const page = await office.stranger();
  await page.goto(`welcome#${account.token}`);
  await page.getByLabel('New password').fill('too short');
  await page.getByLabel('Repeat password').fill('too long');
  await page.getByRole('button', { name: 'Set password and sign in' }).click();
  await page.getByText('At least 12 characters.').waitFor();
  await page.getByText('The passwords are not the same.').waitFor();
  await page.getByLabel('New password').fill('adalovelace2026');
  await page.getByLabel('Repeat password').fill('adalovelace2026');
  await page.keyboard.press('Enter');
  await page.getByText(/^This password is easy to guess\. /).waitFor();
  await page.getByLabel('New password').fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Signed in as Ada Lovelace' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();

  const { page: again } = new SignInPage(page);
  await again.getByRole('heading', { name: 'Sign in' }).waitFor();
  await again.goto('orders?status=ERROR');
  await again.waitForURL(/sign-in\?next=/);
  await new SignInPage(again).signIn(account.login, PASSWORD);
  await again.waitForURL(/orders\?status=ERROR$/);
});

test('a used link says so before it asks for a password', async () => {
  const { account } = await signedIn(office.server);
  const page = await office.stranger();
  await page.goto(`welcome#${account.token}`);
  await page
    .getByRole('alert')
    .getByText(/^This link was used already/)
    .waitFor();
  assert.equal(await page.getByLabel('New password').count(), 0);
  await page.getByRole('link', { name: 'To the sign-in page' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
});

test('a person of the floor who signs in by password is led to a station', async () => {
  const { account } = await signedIn(office.server, 'floor');
  const page = await office.stranger();
  await page.goto('sign-in');
  await new SignInPage(page).signIn(account.login, PASSWORD);
  await page.waitForURL(/\/console\/station$/);
});

test('an easy password is refused in German too, and the link stays valid', async () => {
  const account = await newAccount(office.server, 'office');
  const page = await office.stranger({ language: 'de' });
  await page.goto(`welcome#${account.token}`);
  const set = async (password: string) => {
    await page.getByLabel('Neues Passwort').fill(password);
    await page.getByLabel('Passwort wiederholen').fill(password);
    await page.keyboard.press('Enter');
  };
  await set('Willkommen1234');
  await page.getByText(/leicht zu erraten/).waitFor();
  await set(PASSWORD);
  await page.getByRole('button', { name: 'Angemeldet als Ada Lovelace' }).waitFor();
});

test('a wrong password is refused with a sentence, and the field is emptied', async () => {
  const signIn = new SignInPage(await office.stranger());
  await signIn.page.goto('sign-in');
  await signIn.signIn('nobody', 'wrong wrong wrong');
  await signIn.refusal.getByText('The sign-in name or the password is wrong.').waitFor();
  await eventually(() => signIn.page.getByLabel('Password', { exact: true }).inputValue(), '');
});

test('too many wrong passwords show how long to wait', async () => {
  const { login } = await newAccount(office.server);
  const signIn = new SignInPage(await office.stranger());
  await signIn.page.goto('sign-in');
  const body = JSON.stringify({ login, password: 'wrong wrong wrong' });
  for (let times = 0; times < 10; times++) {
    const headers = { 'content-type': 'application/json' };
    await fetch(`${office.server.url}/operator/v1/session`, { method: 'POST', headers, body });
  }
  await signIn.signIn(login, 'wrong wrong wrong');
  await signIn.refusal.getByText(/^Too many attempts\. Try again in \d+ (s|min)\.$/).waitFor();
});

test('a link in `next` never leads out of the console', async () => {
  const { account } = await signedIn(office.server, 'office');
  for (const next of ['https://evil.example/', '//evil.example/', '/../v1/orders', 'javascript:alert(1)']) {
    const page = await office.stranger();
    await page.goto(`sign-in?next=${encodeURIComponent(next)}`);
    await new SignInPage(page).signIn(account.login, PASSWORD);
    await page.waitForURL((url) => !url.pathname.endsWith('/sign-in'));
    assert.ok(page.url().startsWith(`${office.server.url}/console/`), page.url());
  }
});

test('the pages without a session are accessible', async () => {
  for (const dark of [false, true]) {
    const page = await office.stranger({ dark });
    for (const place of ['sign-in', 'welcome#x', 'welcome']) {
      await page.goto(place);
      await page.reload();
      await page.getByRole('heading').waitFor();
      await assertAccessible(page);
    }
  }
});
