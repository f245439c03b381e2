import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newWebhookShop, type WebhookShop } from '../../src/webhooks/test-support/webhook-shop.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

let office: TestConsole;
let shop: WebhookShop;
let endpointId: string;
before(async () => {
  office = await startConsole();
  shop = await newWebhookShop(office.server);
  endpointId = (await shop.newEndpoint('https://shop.example.com/hooks?key=k-77')).endpointId;
  await shop.newOrders('A', '<script>alert(1)</script>');
});
afterEach(() => office.endTest());
after(() => office.close());

test('the endpoint of a client is found; one delivery that blocks is skipped, and sent again', async () => {
  const page = await office.signedIn();
  await page.goto(`webhooks?clientId=${shop.clientId}`);
  await page.getByRole('tab', { name: 'Failing' }).click();
  await page.getByText('No matching endpoints.').waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'shop.example.com' }).click();
  await page.getByRole('heading', { name: 'shop.example.com' }).waitFor();
  assert.ok(!(await page.content()).includes('k-77'));
  const row = page.locator('tr[data-delivery]').filter({ has: page.getByRole('link', { name: 'A', exact: true }) });
  await row.getByText('Blocks later deliveries').waitFor();
  await row.getByRole('button', { name: 'Skip: order.created A' }).click();
  await page
    .getByRole('dialog')
    .getByText(/The next delivery is sent at once/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Skip' }).click();
  await row.getByText('Skipped by Ada Lovelace').waitFor();
  const skip = row.getByRole('button', { name: 'Skip: order.created A' });
  await eventually(() => skip.getAttribute('aria-description'), 'Only a waiting delivery can be skipped.');
  await row.getByRole('button', { name: 'Send again: order.created A' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Send again' }).click();
  await row.getByText('Waiting').waitFor();
  await row.getByRole('button', { name: 'Show request body' }).click();
  await page.getByText(/"type": "order.created"/).waitFor();
  await page.getByLabel('Status').selectOption('Skipped');
  await page.getByText(/No matching deliveries/).waitFor();
});

test('an endpoint is disabled and enabled, which says what it means; a viewer may not', async () => {
  const page = await office.signedIn();
  const place = `webhooks/${shop.clientId}/${endpointId}`;
  await page.goto(place);
  await page.getByRole('button', { name: 'Disable' }).click();
  await page
    .getByRole('dialog')
    .getByText(/can enable it again/)
    .waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
  await page.getByText('staff disabled it').waitFor();
  await page.getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Enable' }).click();
  await page.getByRole('button', { name: 'Disable' }).waitFor();
  const viewer = await office.signedIn({ role: 'viewer' });
  await viewer.goto(place);
  const reason = await viewer.getByRole('button', { name: 'Disable' }).getAttribute('aria-description');
  assert.match(reason ?? '', /Your role/);
});
