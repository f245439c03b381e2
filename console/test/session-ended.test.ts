import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newSampleShop } from '../../test/support/sample-shop.ts';
import { PASSWORD, signedIn } from '../../test/support/signed-in.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';

let office: TestConsole;
before(async () => {
  office = await startConsole();
});
afterEach(() => office.endTest());
after(() => office.close());

/** Opens a page with a typed note, and ends its session. */
async function pageWithoutSession(openIdConnect?: { label: string }) {
  const { account, cookies, send } = await signedIn(office.server);
  const page = await office.stranger();
  const keep = () =>
    page.context().addCookies([...cookies].map(([name, value]) => ({ name, value, url: office.server.url })));
  await keep();
  if (openIdConnect) {
    const json = { password: true, openIdConnect };
    await page.route('**/operator/v1/sign-in-options', (route) => route.fulfill({ json }));
  }
  const shop = await newSampleShop(office.server);
  await shop.send('SHOP-1');
  await page.goto(`orders/${shop.clientId}/SHOP-1`);
  await page.getByLabel('New note').fill('The customer called.');
  await send('DELETE', '/session');
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.waitFor();
  const signInAgain = async () => {
    await send('POST', '/session', { login: account.login, password: PASSWORD });
    await keep();
  };
  return { page, dialog, signInAgain, account };
}

test('after the end of a session, the person signs in over the page, and typed text stays', async () => {
  const { page, dialog } = await pageWithoutSession();
  await dialog.getByText(/^Sign in again as Ada Lovelace to continue\./).waitFor();
  await assertAccessible(page);
  await page.keyboard.type(PASSWORD);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('New note').inputValue(), 'The customer called.');
  await page.getByRole('button', { name: 'Add note' }).click();
  await page.getByRole('listitem').getByText('The customer called.').waitFor();
});

test('OpenID Connect opens in a second window, so that typed text stays', async () => {
  const { page, dialog, signInAgain } = await pageWithoutSession({ label: 'Company account' });
  // Replaces the provider: sends the browser back with a session.
  await page.context().route('**/operator/v1/session/openid?*', async (route) => {
    await signInAgain();
    const location = new URL(route.request().url()).searchParams.get('returnTo') ?? '';
    await route.fulfill({ status: 303, headers: { location } });
  });
  const opened = page.context().waitForEvent('page');
  await dialog.getByRole('link', { name: 'Sign in with Company account' }).click();
  const second = await opened;
  if (!second.isClosed()) await second.waitForEvent('close');
  await dialog.waitFor({ state: 'detached' });
  assert.equal(await page.getByLabel('New note').inputValue(), 'The customer called.');
});

test('another person who signs in over the page gets the first page', async () => {
  const { page, dialog } = await pageWithoutSession();
  const { account } = await signedIn(office.server, 'office');
  await dialog.getByLabel('Sign-in name').fill(account.login);
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Today', level: 1 }).waitFor();
});
