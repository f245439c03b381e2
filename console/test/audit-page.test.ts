import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { signedIn } from '../../test/support/signed-in.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

const HOSTILE = '<script>alert(1)</script>';

let office: TestConsole;
let clientId: string;
let operatorId: string;
before(async () => {
  office = await startConsole();
  const person = await signedIn(office.server);
  operatorId = person.account.operatorId;
  clientId = (await person.send('POST', '/clients', { name: HOSTILE })).json.clientId;
  await person.send('PUT', '/carriers/ups', { name: 'UPS' });
  await person.send('PUT', `/clients/${clientId}/carriers/ups`);
  await person.send('POST', `/clients/${clientId}/disable`);
});
afterEach(() => office.endTest());
after(() => office.close());

test('what was done stands there in sentences, by person, by subject and with its details', async () => {
  const page = await office.signedIn();
  await page.goto(`audit?person=${operatorId}&kind=client`);
  const actions = () =>
    page.locator('tr[data-action]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-action')));
  await eventually(actions, ['client.disabled', 'client.carrier_contracted', 'client.created']);
  await page.getByText(`added a contract with ups for the client ${HOSTILE}`).waitFor();
  await eventually(() => page.getByLabel('Who').inputValue(), operatorId);
  await page.getByRole('button', { name: 'Show details' }).last().click();
  await page.getByText(/"mode": "live"/).waitFor();
  await page.getByLabel('Subject').selectOption('Carriers');
  await eventually(actions, ['carrier.saved']);
  assert.match(page.url(), /kind=carrier/);
  await page.goBack();
  await eventually(actions, ['client.disabled', 'client.carrier_contracted', 'client.created']);
  await page.getByLabel('From').fill('2099-01-01');
  await page.getByText('No matching entries.').waitFor();
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByText('saved the carrier').waitFor();
});

test('who may not read it is told so', async () => {
  const page = await office.signedIn({ role: 'office' });
  await page.goto('audit');
  await page.getByRole('alert').getByText(/role/).first().waitFor();
});
