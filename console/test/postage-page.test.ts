import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { customItem } from '../../src/orders/test-support/sample-orders.ts';
import { startFakeLabelProvider } from '../../test/support/fake-label-provider.ts';
import { newPostageScene, type PostageScene } from '../../test/support/postage-scene.ts';
import { signedIn } from '../../test/support/signed-in.ts';
import { FIELD_TIMING } from '../src/shared/scan/scanner-rules.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { scan, signOn } from './support/scanner.ts';
import { newBadge, openStation } from './support/station-screen.ts';

const MINUTE_MS = 60_000;
const later = (minutes: number) => new Date(Date.now() + minutes * MINUTE_MS);

let office: TestConsole;
let scene: PostageScene;
before(async () => {
  office = await startConsole({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
});
afterEach(() => office.endTest());
after(() => office.close());

const dialogOf = (page: Page) => page.getByRole('dialog');
const statusOf = async (orderId: string) => (await scene.customer.get(`/v1/orders/${orderId}`)).json.status;

/** Opens the packing page of a station and signs a person on. */
async function atPacking(station: string): Promise<Page> {
  const stations = (await scene.operator.get('/stations')).json;
  const { stationId } = stations.find(({ name }: { name: string }) => name === station);
  const page = await openStation(office, stationId);
  await page.goto('station/pack');
  await page.getByText('Scan your badge').waitFor();
  const badge = await newBadge(office, await signedIn(office.server), 'Grace Hopper');
  await signOn(page, badge, page.getByRole('banner'));
  return page;
}

test('an admin adds a provider, rules and packages, and tries the rules on an order', async () => {
  const page = await office.signedIn({ role: 'admin' });
  await page.goto('postage');
  await page.getByRole('heading', { name: 'No postage is bought yet.' }).waitFor();
  const second = await startFakeLabelProvider({ after: (end) => after(end) });
  second.token = 'right-token';
  second.rates = [{ service: 'express', carrier: 'Fake Post', cost: { amount: 7.5, currency: 'EUR' }, days: 1 }];
  await page.getByRole('button', { name: 'New label provider' }).click();
  const dialog = dialogOf(page);
  await dialog.getByLabel('Public key').waitFor();
  await dialog.getByLabel('Kind').selectOption('Own server (HTTP)');
  for (const [label, text] of [
    ['Name', 'Second'],
    ['Address', second.url],
    ['Token (if the server wants one)', 'wrong-token'],
    ['Street and number', 'Werkstraße 1'],
    ['Postal code', '20095'],
    ['City', 'Hamburg'],
    ['Country', 'Germany'],
  ] as const)
    await dialog.getByLabel(label, { exact: true }).first().fill(text);
  await page.getByRole('option', { name: 'Germany (DE)' }).click();
  await dialog.getByRole('button', { name: 'Add label provider' }).click();
  const row = page.locator('[data-provider="Second"]');
  await row.getByText('Stored').waitFor();
  await row.getByRole('button', { name: 'Test: Second' }).click();
  await page.getByText('The provider “Second” does not work').waitFor();
  await row.getByRole('button', { name: 'Change: Second' }).click();
  await dialog.getByText('They are never shown again.').waitFor();
  await dialog.getByRole('button', { name: 'Replace' }).click();
  await dialog.getByLabel('Token (if the server wants one)').first().fill('right-token');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await row.getByRole('button', { name: 'Test: Second' }).click();
  await page.getByText('The provider “Second” accepts the credentials.').waitFor();

  scene = await newPostageScene(office.server);
  await scene.produce('TRY-1');
  await page.locator('[data-rule="1"]').getByText('Own labels: standard').waitFor();
  await page.getByRole('button', { name: 'New rule' }).click();
  await dialog.getByLabel('Label provider').selectOption('Second');
  await dialog.getByLabel('Service', { exact: true }).fill('express');
  await dialog.getByLabel('Countries').first().fill('Germ');
  await page.getByRole('option', { name: 'Germany' }).click();
  await dialog.getByLabel('Weight up to (g)').fill('2000');
  await dialog.getByRole('button', { name: 'Add rule' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Move up: Rule 2' }).click();
  const first = page.locator('[data-rule="1"]');
  await first.getByText('Second: express').waitFor();
  await first.getByText('to Germany · up to 2 kg').waitFor();
  const { rules } = (await scene.operator.get('/label-rules')).json;
  assert.deepEqual(
    rules.map(({ service, when }: { service: string; when?: object }) => [service, when]),
    [
      ['express', { countries: ['DE'], weightGramsMax: 2_000 }],
      ['standard', undefined],
    ],
  );
  await page.getByLabel('Try on an order').first().fill('TRY');
  await page.getByRole('option', { name: /TRY-1/ }).click();
  await page.getByRole('button', { name: 'Try', exact: true }).click();
  await page.getByText('This would choose Fake Post (express), €7.50, because of rule 1 (Second).').waitFor();

  await page.getByRole('button', { name: 'New package' }).click();
  for (const [label, text] of [
    ['Name', 'Mailer S'],
    ['Length (mm)', '350'],
    ['Width (mm)', '250'],
    ['Height (mm)', '50'],
    ['Own weight (g)', '60'],
  ] as const)
    await dialog.getByLabel(label).fill(text);
  await dialog.getByRole('button', { name: 'Add package' }).click();
  await page.locator('[data-package="Mailer S"]').getByText('350 × 250 × 50 mm').waitFor();
  await assertAccessible(page);

  await row.getByRole('button', { name: 'Delete: Second' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await first.getByText('Own labels: standard').waitFor();
  await row.waitFor({ state: 'detached' });
});

test('the last scan says that the label is coming, a failed label is named while the next order is packed, and the office retries it', async () => {
  const page = await atPacking('pack-1');
  const [piece = ''] = await scene.produce('WALK-1');
  const [refused = ''] = await scene.produce('WALK-2');
  const [down = '', rest = ''] = await scene.produce('WALK-3', {
    items: [{ ...customItem(), quantity: 2 }],
  });
  await scan(page, piece);
  await page.getByText('Label is coming').waitFor();
  await page.getByText('It prints at pack-1').waitFor();
  await scene.buy();
  await scene.print();
  await page.locator('[data-state="SHIPPED"]').getByText('Shipped').waitFor();
  const [label] = scene.provider.labels;
  await page.getByText(`Tracking number ${label?.trackingNumber}`).waitFor();

  scene.provider.faults.set('POST /labels', ['refuse']);
  await scan(page, refused);
  await page.getByText('Label is coming').waitFor();
  await scan(page, down);
  await page.getByText('1 of 2').first().waitFor();
  await page.getByLabel('Weight in grams (optional)').fill('1234');
  await page.getByRole('button', { name: 'Save weight' }).click();
  await page.getByText('Saved.').waitFor();
  await scene.buy();
  const late = page.locator('[data-problem="label_refused"]');
  await late.getByText('No label: The label provider has refused').waitFor();
  await scene.provider.off();
  await scan(page, rest);
  await page.getByText('Label is coming').first().waitFor();
  await scene.buy(later(0));
  await scene.buy(later(10));
  await page.getByRole('heading', { name: 'Label is late' }).waitFor();
  await page.getByText('The label provider cannot be reached').waitFor();
  await assertAccessible(page);

  const desk = await office.signedIn({ role: 'office' });
  await desk.goto('problems?kind=NO_LABEL');
  const cause = (name: string) => desk.locator(`[data-cause="${name}"]`);
  await cause('label_provider_unreachable').getByText('1 parcel:').waitFor();
  const refusal = desk.locator('tr[data-problem="NO_LABEL"]').filter({ hasText: 'WALK-2' });
  await refusal.getByText(/The postal code is wrong\./).waitFor();
  assert.equal(await refusal.getByRole('link', { name: 'Correct address…' }).count(), 1);
  await assertAccessible(desk);
  await scene.provider.on();
  await cause('label_provider_unreachable').getByRole('button').click();
  await desk.getByText('1 label is bought again.').waitFor();
  const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await desk.route('**/operator/v1/label-providers', async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  await refusal.getByRole('button', { name: 'Other service…' }).click();
  await asked.promise;
  assert.equal(await dialogOf(desk).count(), 0, 'nobody presses its button before it knows the providers');
  held.resolve();
  await dialogOf(desk).getByLabel('Service').fill('express');
  await dialogOf(desk).getByRole('button', { name: 'Buy label' }).click();
  await dialogOf(desk).waitFor({ state: 'detached' });
  await scene.buy();
  assert.deepEqual([await statusOf('WALK-2'), await statusOf('WALK-3')], ['SHIPPED', 'SHIPPED']);
  const bought = new Map(scene.provider.labels.map(({ body, service }) => [body.orderId, [service, body.weightGrams]]));
  assert.deepEqual([bought.get('WALK-2')?.[0], bought.get('WALK-3')], ['express', ['standard', 1_234]]);
  await eventually(() => desk.locator('tr[data-problem="NO_LABEL"]').count(), 0);
  await page.locator('[data-state="SHIPPED"]').waitFor();

  await desk.goto(`orders/${scene.customer.clientId}/WALK-2`);
  await desk
    .locator('[data-label="USED"]')
    .getByText('Label bought · Fake Post · express · Own labels · €4.99')
    .waitFor();
  await desk.goto('reports');
  await desk.locator('tr[data-month]').getByText('€14.97').waitFor();
});

test('a reopened parcel is listed until its label is void, and labels of a test account are marked', async () => {
  const { operator, providerId } = scene;
  await operator.send('PATCH', `/label-providers/${providerId}`, { isTest: true });
  const page = await atPacking('pack-2');
  const [piece = ''] = await scene.produce('TEST-1');
  await scan(page, piece);
  await page.getByText('Label is coming').waitFor();
  await scene.buy();
  await page.getByText('TEST, not for shipping').first().waitFor();
  const [{ code }] = (await operator.get(`/orders/${scene.customer.clientId}/TEST-1/parcels`)).json;
  await operator.send('POST', `/parcels/${code}/take-back`, { reason: 'Wrong size' });
  const desk = await office.signedIn({ role: 'office' });
  await desk.goto('problems');
  const toVoid = desk.locator(`[data-void="${code}"]`);
  await toVoid.getByText('Being voided').waitFor();
  await toVoid.getByText('TEST, not for shipping', { exact: true }).waitFor();
  await scene.buy();
  await toVoid.waitFor({ state: 'detached' });
  assert.equal(scene.provider.labels.at(-1)?.isVoid, true);
});

test('the order page buys a label for the return, and one button closes a hand-over with its manifest', async () => {
  const { operator, customer, provider, sheets } = scene;
  const [parcel] = (await operator.get(`/orders/${customer.clientId}/WALK-1/parcels`)).json;
  const desk = await office.signedIn({ role: 'office' });
  await desk.goto(`orders/${customer.clientId}/WALK-1`);
  const zpl = provider.document;
  provider.document = Buffer.from('%PDF-1.4 return');
  await desk.getByRole('button', { name: 'Buy return label' }).click();
  await desk.locator('[data-label="COMING"]').waitFor();
  await scene.buy();
  const saved = desk.waitForEvent('download');
  await desk.getByRole('button', { name: 'Download return label' }).click();
  assert.equal((await saved).suggestedFilename(), `return-label-${parcel.code}.pdf`);
  provider.document = zpl;
  await assertAccessible(desk);

  const scanned = await scene.packer('pack-1', 'HAND_OVER')(parcel.code);
  assert.equal(scanned.refusal, undefined);
  await desk.goto('hand-overs');
  await desk.getByRole('button', { name: 'Close list' }).click();
  const dialog = dialogOf(desk);
  await dialog.getByLabel('Print at').selectOption(sheets.printerId);
  await dialog.getByRole('button', { name: /Close (list|without)/ }).click();
  await desk.getByText('Manifest of Own labels, Fake Post').waitFor();
  await desk.getByText('Coming').waitFor();
  await scene.makeManifests();
  await desk.getByText('Given to the printer').waitFor();
  await assertAccessible(desk);
});

test('a packer chooses the package by its code, and a reload keeps package and weight', async () => {
  const { operator } = scene;
  const page = await atPacking('pack-2');
  const { packages } = (await operator.get('/packages')).json;
  const boxes = packages.map(({ code: _, ...box }: { code: string }) => box);
  const more = { name: 'Box L', lengthMm: 600, widthMm: 400, heightMm: 300, weightGrams: 400 };
  const { json } = await operator.send('PUT', '/packages', { packages: [...boxes, more] });
  const { code, packageId } = json.packages.at(-1);
  const [piece = ''] = await scene.produce('BOXED-1', { items: [{ ...customItem(), quantity: 2 }] });
  await scan(page, piece);
  await page.getByRole('option', { name: 'Box L' }).waitFor({ state: 'attached' });
  const weight = page.getByLabel('Weight in grams (optional)');
  // A scale types the weight, and after a pause Enter.
  await weight.pressSequentially('640');
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), 3 * FIELD_TIMING.pauseMs);
  await weight.press('Enter');
  await page.getByText('Saved.').waitFor();
  await scan(page, code);
  const chosen = page.getByRole('combobox', { name: 'Package' });
  const [parcel] = (await operator.get(`/orders/${scene.customer.clientId}/BOXED-1/parcels`)).json;
  const readSaved = async () => {
    const { packageId: saved, weightGrams } = (await operator.get(`/parcels/${parcel.code}`)).json;
    return [saved, weightGrams];
  };
  await eventually(readSaved, [packageId, 640]);
  await page.reload();
  await page.getByText('1 of 2').first().waitFor();
  await eventually(async () => [await chosen.inputValue(), await weight.inputValue()], [packageId, '640']);
});
