import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newSampleShop, type SampleShop } from '../../test/support/sample-shop.ts';
import { OrderPage } from './pages/order-page.ts';
import { assertAccessible, startConsole, type TestConsole, untilAnswered } from './support/console.ts';
import { eventually } from './support/eventually.ts';

const HOSTILE = `<img src=x onerror="alert(1)">`;

let office: TestConsole;
let shop: SampleShop;
before(async () => {
  office = await startConsole();
  shop = await newSampleShop(office.server);
});
afterEach(() => office.endTest());
after(() => office.close());

const open = async (orderId: string, options?: Parameters<TestConsole['signedIn']>[0]) => {
  const order = new OrderPage(await office.signedIn(options));
  await order.open(shop.clientId, orderId);
  return order;
};
const statusOf = async (orderId: string) => (await shop.read(orderId)).status;

test('an order is released and shipped in parts, and its history names who did it', async () => {
  await shop.sendPrinted('SHOP-1');
  const order = await open('SHOP-1', { role: 'office' });
  await order.action('Release…').click();
  await order.dialog.getByRole('button', { name: 'Release', exact: true }).click();
  await order.dialog.getByText(/^Released into batch \d+$/).waitFor();
  await order.dialog.getByRole('button', { name: 'Close' }).last().click();
  await order.hasStatus('In production');
  const pieces = order.page.getByRole('region', { name: 'Pieces' });
  await pieces.getByRole('link', { name: /^\d+$/ }).first().waitFor();
  assert.equal(await (await order.other('Release…')).count(), 0, 'the order is already in a batch');
  await order.page.keyboard.press('Escape');
  await order.action('Ship…').click();
  await order.dialog.getByLabel('Tracking number').fill('0034043416');
  await order.dialog.getByLabel('Carrier').fill('DHL');
  await order.dialog.getByLabel('Ship only some pieces').check();
  await order.dialog.getByLabel('Pieces of Logo Tee Black M in this parcel').fill('1');
  await order.dialog.getByRole('button', { name: 'Ship', exact: true }).click();
  await order.page.getByRole('region', { name: 'Parcels' }).getByText('1 × Logo Tee Black M').waitFor();
  await order.hasStatus('In production');
  await order.action('Ship…').click();
  const confirm = order.dialog.getByRole('button', { name: 'Ship anyway', exact: true });
  await order.dialog.getByText('Missing: Tracking number').waitFor();
  await order.dialog.getByText('Nobody has made these pieces:').waitFor();
  await order.dialog.getByLabel('Tracking number').press('Enter');
  assert.ok(await confirm.isDisabled());
  await order.dialog.getByLabel('Ship without').check();
  assert.ok(await confirm.isDisabled(), 'an unmade piece needs a reason');
  await order.dialog.getByLabel(/Why do you ship them anyway/).fill('Made without scanners');
  await confirm.click();
  await order.hasStatus('Shipped');
  assert.equal(await statusOf('SHOP-1'), 'SHIPPED');
  const { json: audit } = await shop.operator.get('/audit?limit=20');
  const unmade = audit.find(({ action }: { action: string }) => action === 'order.shipped_unmade');
  assert.equal(unmade.detail.reason, 'Made without scanners');
  const history = order.page.getByRole('region', { name: 'History' });
  await eventually(async () => /Shipped\n+.* · Ada Lovelace/.test(await history.innerText()), true);
});

test('nothing ships before the dialog knows which pieces are made', async () => {
  await shop.sendPrinted('SHOP-10');
  await shop.operator.work(shop.clientId, 'SHOP-10', 'accept');
  const page = await office.signedIn({ role: 'office' });
  const known = Promise.withResolvers<void>();
  await page.route('**/SHOP-10/pieces', async (route) => {
    await known.promise;
    await route.continue();
  });
  const order = new OrderPage(page);
  await order.open(shop.clientId, 'SHOP-10');
  await order.action('Ship…').click();
  await order.dialog.getByLabel('Tracking number').fill('0034043416');
  await order.dialog.getByLabel('Carrier').fill('DHL');
  assert.ok(await order.dialog.getByRole('button', { name: 'Ship', exact: true }).isDisabled());
  known.resolve();
  await order.dialog.getByText('Nobody has made these pieces:').waitFor();
  assert.ok(await order.dialog.getByRole('button', { name: 'Ship anyway', exact: true }).isDisabled());
});

test('a parcel that has not left is taken back with a reason, and the order is in production again', async () => {
  await shop.send('SHOP-9');
  await shop.operator.work(shop.clientId, 'SHOP-9', 'accept');
  await shop.operator.work(shop.clientId, 'SHOP-9', 'ship', { parcels: [{ trackingNumber: '0034' }] });
  const order = await open('SHOP-9', { role: 'office', language: 'de' });
  await order.page.getByRole('button', { name: 'Paket 1 zurücknehmen …' }).click();
  const confirm = order.dialog.getByRole('button', { name: 'Zurücknehmen', exact: true });
  assert.ok(await confirm.isDisabled());
  await order.dialog.getByLabel('Grund (für den Kunden nicht sichtbar)').fill('Falsche Adresse');
  await confirm.click();
  await order.hasStatus('In Produktion');
  await order.page.getByRole('region', { name: 'Verlauf', exact: true }).getByText('zurückgenommen').waitFor();
  assert.equal(await statusOf('SHOP-9'), 'ACCEPTED');
});

test('artwork and quality-control picture are side by side, also enlarged with their facts', async () => {
  await shop.sendPrinted('SHOP-2');
  const order = await open('SHOP-2');
  const small = order.page.getByAltText('Artwork');
  await eventually(() => small.evaluate((image) => (image as HTMLImageElement).naturalWidth > 0), true);
  await order.page.getByAltText('Quality control').waitFor();
  await order.page.getByText(/up to 355\.6 × 406\.4 mm/).waitFor();
  await order.page.getByRole('button', { name: 'Enlarge: Artwork' }).click();
  const large = order.dialog.getByRole('figure');
  await eventually(() => large.count(), 2);
  for (const figure of await large.all()) await figure.getByText(/image\/png · \d+ × \d+ px/).waitFor();
  await large
    .first()
    .getByText(/\d+ dpi at that size/)
    .waitFor();
  await order.page.keyboard.press('Escape');
  await order.page.getByRole('button', { name: 'Enlarge: Packing slip' }).click();
  await order.dialog.getByText('application/pdf').waitFor();
});

test('only possible actions are offered, and one line says why nothing is possible', async () => {
  await shop.send('SHOP-3');
  const order = await open('SHOP-3');
  await (await order.other('Cancel order…')).waitFor();
  await assertAccessible(order.page);
  const offered = await order.page.getByRole('menuitem').allInnerTexts();
  assert.deepEqual(offered, ['Rush', 'Report a problem…', 'Cancel order…', 'Order as JSON']);
  const viewer = await open('SHOP-3', { role: 'viewer' });
  await viewer.page.getByText('Your role “Viewer” does not allow this.').waitFor();
  assert.equal(await viewer.action('Release…').count(), 0);
  await (await viewer.other('Order as JSON')).click();
  await viewer.dialog.getByText('"orderId": "SHOP-3"').waitFor();
  await shop.operator.work(shop.clientId, 'SHOP-3', 'cancel', {});
  const ended = await open('SHOP-3');
  await ended.page.getByText('The order is cancelled, so nothing can be changed.').waitFor();
});

test('an action on an order that a colleague has just changed is refused with a message', async () => {
  await shop.send('SHOP-4');
  const order = await open('SHOP-4');
  // The page does not see the change before its action.
  await order.page.route('**/orders/*/SHOP-4', (route) => route.abort());
  await untilAnswered(order.page);
  await shop.operator.work(shop.clientId, 'SHOP-4', 'accept');
  await (await order.other('Cancel order…')).click();
  await order.dialog.getByRole('button', { name: 'Cancel the order' }).click();
  await order.dialog.getByText('Somebody else has changed this order').waitFor();
  assert.equal(await statusOf('SHOP-4'), 'ACCEPTED');
});

test('an order is held with a reason and resumed', async () => {
  await shop.send('SHOP-5');
  const order = await open('SHOP-5');
  await order.action('Hold…').click();
  await order.dialog.getByLabel('Reason (the client sees it)').fill('Wait for\na better file');
  await order.dialog.getByRole('button', { name: 'Hold', exact: true }).click();
  await order.page.getByText('a better file').first().waitFor();
  await order.action('Resume').click();
  await order.action('Hold…').waitFor();
});

test('an order whose ID is markup or a path is shown literally', async () => {
  for (const orderId of [HOSTILE, 'A/ü 1?x=#y', '=1+1', '100%']) {
    await shop.send(orderId);
    const order = await open(orderId);
    await order.hasStatus('Assigned');
    await eventually(() => order.page.title(), `${orderId} · Orders · Platen`);
  }
});

test('an unknown order shows the message of the server within the office pages', async () => {
  const page = await office.signedIn();
  await page.goto(`orders/${shop.clientId}/NOWHERE`);
  await page
    .getByRole('alert')
    .getByText(/Request [\w-]+/)
    .waitFor();
  await page.getByRole('navigation', { name: 'Pages' }).waitFor();
});

test('an order whose artwork is not found shows the status 404 at its picture, and no code of an error', async () => {
  await shop.send('SHOP-7', lostArtwork());
  const { page } = await open('SHOP-7');
  await page.getByText(/404/).first().waitFor();
  await page.locator('figure').getByText(/404/).waitFor();
  assert.equal(await page.getByText('file_not_found', { exact: true }).filter({ visible: true }).count(), 0);
});

test('a German page says the problem of an order in German, and that a batch does not exist', async () => {
  await shop.send('SHOP-8', lostArtwork());
  const { page } = await open('SHOP-8', { language: 'de' });
  const problem = 'Der Server antwortet mit 404: Unter der URL gibt es keine Datei.';
  await page.locator('figure').getByText(problem).waitFor();
  await eventually(() => page.getByText(problem).count(), 2);
  assert.equal(await page.getByText('The server answered').filter({ visible: true }).count(), 0);
  await page.goto('batches/999999');
  await page.getByText('Das gibt es nicht, oder nicht mehr.').waitFor();
});

function lostArtwork() {
  const prints = [{ dataUrl: `${shop.files}/lost.png`, location: 'REGULAR', technology: 'DTG' }];
  return { items: [{ quantity: 1, unitPrice: 31.5, customProduct: { sku: 'ST-CREATOR-BLK-M', prints } }] };
}
