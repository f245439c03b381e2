import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newBrowser, PASSWORD, signedIn } from '../../test/support/signed-in.ts';
import { SignInPage } from './pages/sign-in-page.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.endTest());
after(() => office.close());

/** Signs in a floor account on two screens. */
async function twoScreens(): Promise<{ login: string; page: Page; other: Page }> {
  const { account, cookies } = await signedIn(office.server, 'office');
  const second = newBrowser(office.server);
  await second.send('POST', '/session', { login: account.login, password: PASSWORD });
  const screen = async (kept: Map<string, string>) => {
    const page = await office.stranger();
    const url = office.server.url;
    await page.context().addCookies([...kept].map(([name, value]) => ({ name, value, url })));
    return page;
  };
  return { login: account.login, page: await screen(cookies), other: await screen(second.cookies) };
}

test('a new password ends the other sessions, and is the one to sign in with', async () => {
  const { login, page, other } = await twoScreens();
  await other.goto('account');
  await other.getByRole('heading', { name: 'My account' }).waitFor();
  await page.goto('account');
  await eventually(() => page.locator('tr[data-session]').count(), 2);
  await page.getByText('This ends all your other sessions. This session stays.').waitFor();
  const change = async (current: string, next: string) => {
    await page.getByLabel('Current password').fill(current);
    await page.getByLabel('New password').fill(next);
    await page.getByLabel('Repeat password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await change('wrong wrong wrong', 'green kettles on the stove');
  await page.getByRole('alert').first().waitFor();
  await change(PASSWORD, 'short');
  await page
    .getByText(/must have at least 12 characters/)
    .first()
    .waitFor();
  await change(PASSWORD, 'P@ssw0rd1234');
  await page.getByText(/^This password is easy to guess\. Use at least three words/).waitFor();
  await change(PASSWORD, 'green kettles on the stove');
  await page.getByText('Password changed. Your other sessions have ended.').waitFor();
  await eventually(() => page.locator('tr[data-session]').count(), 1);
  const ended = other.getByRole('dialog', { name: 'Your session has ended' });
  await ended.waitFor();
  await new SignInPage(other).signIn(login, 'green kettles on the stove');
  await ended.waitFor({ state: 'detached' });
});

test('the language is kept with the account; ending this session leads to the sign-in page', async () => {
  const { page, other } = await twoScreens();
  await page.goto('account');
  await page.getByLabel('Name', { exact: true }).fill('Ada King');
  await page.getByLabel('Language').selectOption('Deutsch');
  await page.getByRole('region', { name: 'You', exact: true }).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Mein Konto' }).waitFor();
  await page.getByRole('button', { name: 'Angemeldet als Ada King' }).waitFor();
  const mine = page.locator('tr[data-session]').filter({ hasText: 'Diese Sitzung' });
  await mine.getByRole('button').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Beenden' }).click();
  await page.waitForURL(/sign-in/);
  await other.goto('account');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL(/sign-in/);
  assert.deepEqual(
    await other
      .context()
      .cookies()
      .then((all) => all.filter(({ name }) => name === 'platen')),
    [],
  );
});
