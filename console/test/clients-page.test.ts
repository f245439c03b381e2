import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { newCustomer } from '../../src/orders/test-support/customer.ts';
import { order } from '../../src/orders/test-support/sample-orders.ts';
import { VERBS_OF } from '../../src/staff/role-rules.ts';
import { signedIn } from '../../test/support/signed-in.ts';
import { PHONE_SCREEN, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

const HOSTILE = '<script>alert(1)</script>';

let office: TestConsole;
let clientId: string;
before(async () => {
  office = await startConsole();
  const admin = await signedIn(office.server);
  clientId = (await admin.send('POST', '/clients', { name: HOSTILE })).json.clientId;
  await admin.send('PUT', '/carriers/ups', { name: 'UPS' });
  await admin.send('PUT', '/carriers/dhl', { name: 'DHL' });
});
afterEach(() => office.endTest());
after(() => office.close());

const token = async (client_id: string, client_secret: string) => {
  const body = { grant_type: 'client_credentials', client_id, client_secret };
  return (await office.server.send('/oauth/token', { body })).status;
};
const shownSecret = (page: Page) => page.getByLabel('Client secret', { exact: true });

test('a client is made, its secret is shown once and works, and is rotated with two beside each other', async () => {
  const page = await office.signedIn();
  await page.goto('clients');
  await page.getByRole('button', { name: 'New client' }).click();
  await page.getByRole('button', { name: 'Create client' }).click();
  await page.getByRole('dialog').getByRole('alert').waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Corner Shop');
  await page.getByRole('radio', { name: 'Sandbox' }).check();
  await page.getByRole('button', { name: 'Create client' }).click();
  const first = await shownSecret(page).inputValue();
  const id = await page.getByLabel('Client ID', { exact: true }).inputValue();
  assert.equal(await token(id, first), 200);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Done, I have kept it' }).click();
  await shownSecret(page).waitFor({ state: 'detached' });
  assert.ok(!(await page.content()).includes(first));
  await page.getByRole('heading', { level: 1, name: 'Corner Shop' }).waitFor();
  const steps = page.getByRole('region', { name: 'Next steps until the first order' });
  await steps.getByRole('link', { name: 'Open the import' }).waitFor();

  await page.getByText('1 secret is valid.').waitFor();
  await page.getByRole('button', { name: 'Create new secret' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Create new secret' }).click();
  const second = await shownSecret(page).inputValue();
  await page.getByRole('button', { name: 'Done, I have kept it' }).click();
  await page.getByText('2 secrets are valid.').waitFor();
  assert.deepEqual([await token(id, first), await token(id, second)], [200, 200]);
  await page
    .locator('tr[data-secret]')
    .nth(1)
    .getByRole('button', { name: /^Revoke the secret created/ })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke', exact: true }).click();
  await page.getByText('1 secret is valid.').waitFor();
  assert.deepEqual([await token(id, first), await token(id, second)], [401, 200]);
  await page.getByRole('button', { name: 'Replace all now' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Replace all now' }).click();
  const third = await shownSecret(page).inputValue();
  await page.getByRole('button', { name: 'Done, I have kept it' }).click();
  await page.getByText('1 secret is valid.').waitFor();
  assert.deepEqual([await token(id, second), await token(id, third)], [401, 200]);
});

test("a program's role is seen and changed", async () => {
  const program = { name: 'Robot', scope: 'operator', role: 'admin' };
  const admin = await signedIn(office.server);
  const { json } = await admin.send('POST', '/clients', program);
  const page = await office.signedIn();
  await page.goto(`clients/${json.clientId}`);
  await page.getByRole('button', { name: 'Change role' }).click();
  await page.getByRole('radio', { name: 'Viewer' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page
    .getByRole('region', { name: 'Client' })
    .getByText(/^Viewer/)
    .waitFor();
  await page.goto(`audit?kind=client&which=${json.clientId}`);
  await page.getByText('gave the program').waitFor();
});

test('clients are found by name, and a hostile name is text on every page', async () => {
  const page = await office.signedIn();
  await page.goto('clients');
  await page.getByRole('searchbox', { name: 'Name or full client ID' }).fill('<SCRIPT>');
  await eventually(() => page.locator('tr[data-client]').count(), 1);
  assert.match(page.url(), /\?q=/);
  await page.getByRole('link', { name: HOSTILE }).click();
  await page.getByRole('heading', { name: HOSTILE }).waitFor();
  await page.getByRole('link', { name: 'Audit log' }).click();
  await page.getByText('created the client').waitFor();
});

test('carriers are contracted with one default; disabling says what it means', async () => {
  const page = await office.signedIn();
  await page.goto(`clients/${clientId}`);
  for (const name of ['UPS', 'DHL']) {
    await page.getByLabel('Carrier', { exact: true }).selectOption(name);
    await page.getByRole('button', { name: 'Add contract', exact: true }).click();
    await page.getByRole('button', { name: `Make default: ${name}` }).waitFor();
  }
  await page.getByRole('button', { name: 'Make default: DHL' }).click();
  await page.locator('tr[data-carrier="dhl"]').getByText('Default', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'End the contract with UPS' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click();
  await page.locator('tr[data-carrier="ups"]').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Disable' }).click();
  await page
    .getByRole('dialog')
    .getByText(/It can neither send nor read orders/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByRole('button', { name: 'Enable' }).waitFor();
});

test("a client's orders by status lead to them, those of a sandbox too; its products lead to the catalogue", async () => {
  const shop = await newCustomer(office.server);
  await shop.post(order({ orderId: 'OF-SHOP' }));
  const tests = await newCustomer(office.server, 'sandbox');
  await tests.post(order({ orderId: 'OF-TESTS' }));
  const page = await office.signedIn();
  await page.goto(`clients/${shop.clientId}`);
  await page
    .locator('tr[data-product]')
    .first()
    .getByText(/\d+ variants?/)
    .waitFor();
  await page.locator('a[data-status="NEW"]').getByText('New 1').click();
  await page.locator('tr[data-order="OF-SHOP"]').waitFor();
  assert.match(page.url(), /clientId=[^&]+&status=NEW$/);
  await page.goto(`clients/${tests.clientId}`);
  await page.getByRole('link', { name: 'All orders' }).click();
  await page.locator('tr[data-order="OF-TESTS"]').waitFor();
});

test('whoever was slower is told that somebody changed it, and what it is by now', async () => {
  const admin = await signedIn(office.server);
  const { json } = await admin.send('POST', '/clients', { name: 'Before' });
  const page = await office.signedIn();
  await page.goto(`clients/${json.clientId}`);
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await admin.send('PATCH', `/clients/${json.clientId}`, { name: 'Theirs' });
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await page.getByText('Somebody else changed this').waitFor();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('heading', { name: 'Theirs' }).waitFor();
});

test('what a role may not do is seen, with the reason, and is not sent', async () => {
  const page = await office.signedIn({ role: 'office' });
  await page.goto(`clients/${clientId}`);
  for (const [button, verb] of [
    ['Rename', 'clients.change'],
    ['Create new secret', 'clients.secrets'],
    ['Assign', 'clients.contracts'],
  ] as const) {
    const reason = await page.getByRole('button', { name: button, exact: true }).getAttribute('aria-description');
    assert.equal(/Your role/.test(reason ?? ''), !VERBS_OF.office.includes(verb), button);
  }
  await page.getByRole('button', { name: 'Rename' }).click({ force: true });
  assert.equal(await page.getByRole('dialog').count(), 0);
});

test('the connected shops of a client are shown with their queue, and refused messages are sent again', async () => {
  const { clientId: id } = await newCustomer(office.server);
  const { pool } = office.server;
  await pool.query(
    `insert into shop_connections (client_id, connection, shop, run_id, seen, alert)
     values ($1, 'SHOPIFY-', 'shopify', gen_random_uuid(), now(), 'The endpoint was disabled. It is enabled again.')`,
    [id],
  );
  await pool.query(
    `insert into shop_messages
       (client_id, connection, order_id, direction, state, last_error, next_at, received, changed)
     values ($1, 'SHOPIFY-', 'SHOPIFY-1', 'from_shop', 'done', null, now(), now(), now()),
            ($1, 'SHOPIFY-', 'SHOPIFY-2', 'to_shop', 'refused', 'Shopify refused it.', now(), now(), now()),
            ($1, 'SHOPIFY-', 'SHOPIFY-3', 'from_shop', 'refused', 'The order is on hold in the shop.', now(), now(), now())`,
    [id],
  );
  const page = await office.signedIn();
  await page.goto(`clients/${id}`);
  const shop = page.getByRole('region', { name: 'Connected shop: Shopify' });
  for (const text of ['SHOPIFY-1', '0 waiting, 2 refused', 'It is enabled again.', 'Shopify refused it.', 'Refused'])
    await shop.getByText(text).first().waitFor();
  const phone = await office.signedIn({ screen: PHONE_SCREEN });
  await phone.goto(`clients/${id}`);
  await phone.locator('tr[data-message="SHOPIFY-3"] td[data-label="Reason"]').waitFor();
  const german = await office.signedIn({ language: 'de' });
  await german.goto(`clients/${id}`);
  await german.locator('[data-message="SHOPIFY-3"]').getByText('Die Bestellung ist im Shop angehalten.').waitFor();
  const row = shop.locator('[data-message="SHOPIFY-3"]');
  await row.getByRole('button', { name: 'Send this again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send the messages of SHOPIFY-3 again?' });
  await dialog.getByRole('button', { name: 'Send this again' }).click();
  await shop.getByText('1 waiting, 1 refused').waitFor();
  await shop.getByRole('button', { name: 'Send again' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await shop.getByText('2 waiting, 0 refused').waitFor();
  await page.goto(`audit?kind=client&which=${id}`);
  await page.getByText('tried 2 messages of a shop').waitFor();
});

test('a slip for label printers is chosen, and its sample has the size of A6', async () => {
  const page = await office.signedIn();
  await page.goto(`clients/${clientId}`);
  const sample = page.getByRole('img', { name: 'Sample of the packing slip' });
  const shapeOf = () => sample.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight]);
  await page.getByRole('combobox', { name: 'Paper' }).click();
  await page.getByRole('option', { name: 'A6, for label printers' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).last().click();
  await page.getByText('Saved.', { exact: true }).waitFor();
  await eventually(async () => /packing-slip-a6/.test((await sample.getAttribute('src')) ?? ''), true);
  await eventually(async () => {
    const [width = 0, height = 0] = await shapeOf();
    return width > 0 && Math.abs(width / height - 105 / 148) < 0.01;
  }, true);
});
