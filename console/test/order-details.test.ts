import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newSampleShop, type SampleShop } from '../../test/support/sample-shop.ts';
import { OrderPage } from './pages/order-page.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

const HOSTILE = `<img src=x onerror="alert(1)">`;
/** More events than the order document contains. */
const HOLDS = 51;

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

test('an order shows its destination in its country\u2019s form, its zone, its value and its carrier', async () => {
  const address = {
    personName: 'Ada Lovelace',
    street: 'Lung Wai 1',
    postalCode: '27498',
    city: 'Helgoland',
    state: 'SH',
    country: 'DE',
  };
  await shop.send('ZONE-1', { shipping: { address, carrierId: 'dhl-paket' } });
  const order = await open('ZONE-1');
  const shipping = order.page.getByRole('region', { name: 'Ship to' });
  await shipping.getByText('DHL Paket').waitFor();
  const text = await shipping.innerText();
  assert.match(text, /Ada Lovelace\nLung Wai 1\n27498 Helgoland\nGermany\n+SH/);
  assert.match(text, /Outside the EU: needs customs papers \(Helgoland\)/);
  assert.match(text, /€49\.80/);
  await order.page.getByText('€24.90 each = €49.80').waitFor();
  await (await order.other('Order as JSON')).click();
  await order.page.getByText('"orderId": "ZONE-1"').waitFor();
  await order.page.getByRole('button', { name: 'Copy', exact: true }).waitFor();
  const german = await open('ZONE-1', { language: 'de' });
  await german.page.getByText('Außerhalb der EU: Zollpapiere nötig (Helgoland)').waitFor();
});

test('an order and its batch show the picture, name, colour and size of the blank, and the name of the place', async () => {
  const { operator, clientId } = shop;
  const article = { manufacturerCode: 'ST-CREATOR', title: 'Creator Tee', type: 'BLANK' };
  await operator.send('POST', '/catalog/import', { articles: [{ ...article, previewImageUrls: ['tee.svg'] }] });
  // A file without pictures keeps them.
  await operator.send('POST', '/catalog/import', { articles: [article] });
  await shop.sendPrinted('NAMES-1');
  const page = await office.signedIn();
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  await page.route('**/images/tee.svg', (route) => route.fulfill({ contentType: 'image/svg+xml', body }));
  await page.goto(`orders/${clientId}/NAMES-1`);
  const items = page.getByRole('region', { name: 'Items' });
  await items
    .getByText(/Creator Tee, Black, \w+/)
    .first()
    .waitFor();
  await eventually(
    () => items.locator('img[src$="/images/tee.svg"]').evaluate((img: HTMLImageElement) => img.naturalWidth > 0),
    true,
  );
  await items.getByText('Regular place').first().waitFor();
  const released = await operator.send('POST', '/batches', { orders: [{ clientId, orderId: 'NAMES-1' }] });
  await page.goto(`batches/${released.json.batch.batchId}`);
  const piece = page.locator('tr[data-piece]').first();
  await piece.getByText(/Creator Tee, Black, \w+/).waitFor();
  await eventually(() => piece.locator('img[src$="/images/tee.svg"]').count(), 1);
});

test('the tickets of an order have the state of their print', async () => {
  const { operator, clientId } = shop;
  await shop.sendPrinted('TICKETS-1');
  const released = await operator.send('POST', '/batches', { orders: [{ clientId, orderId: 'TICKETS-1' }] });
  const { page } = await open('TICKETS-1', { role: 'office' });
  const print = page.getByRole('region', { name: 'Print', exact: true });
  await print.getByText(/tickets?: no print recorded$/).waitFor();
  const printer = { name: 'Desk', kind: 'browser', mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: 300 };
  const { printerId } = (await operator.send('POST', '/printers', printer)).json;
  const path = `/batches/${released.json.batch.batchId}/papers`;
  assert.equal((await operator.send('POST', path, { paper: 'TICKETS', printerId })).status, 200);
  await page.reload();
  await print.getByText(/tickets?: being made$/).waitFor();
});

test('of a long history the latest part is shown, and the rest to its beginning when it is asked for', async () => {
  await shop.send('LONG-1');
  for (let round = 0; round < HOLDS; round++)
    for (const verb of ['hold', 'release']) await shop.operator.work(shop.clientId, 'LONG-1', verb);
  const order = await open('LONG-1');
  const history = order.page.getByRole('region', { name: 'History' });
  await history.getByText('Resumed').first().waitFor();
  assert.equal(await history.getByText('Created', { exact: true }).count(), 0);
  await history.getByRole('button', { name: 'Show earlier events' }).click();
  await history.getByText('Created', { exact: true }).waitFor();
  const { json } = await shop.operator.get(`/orders/${shop.clientId}/LONG-1/events?limit=500`);
  await eventually(() => history.locator('.mantine-Timeline-item').count(), json.length);
  await eventually(() => history.getByRole('button', { name: 'Show earlier events' }).count(), 0);
});

test('a note is for colleagues, stands there as it was written, and is corrected and deleted by its author', async () => {
  await shop.send('NOTE-1');
  const order = await open('NOTE-1', { role: 'office' });
  const notes = order.page.getByRole('region', { name: 'Notes' });
  const add = notes.getByRole('button', { name: 'Add note' });
  assert.equal(await add.getAttribute('aria-description'), 'Enter a text.');
  await notes.getByLabel('New note').fill(HOSTILE);
  await add.click();
  await notes.getByRole('listitem').getByText(HOSTILE).waitFor();
  await eventually(() => notes.getByLabel('New note').inputValue(), '');
  await notes.getByRole('button', { name: `Edit: ${HOSTILE}` }).click();
  await notes.getByLabel('Text of the note').fill('Ada calls back.');
  await notes.getByRole('button', { name: 'Save' }).click();
  await notes.getByText(/edited/).waitFor();

  const colleague = await open('NOTE-1', { role: 'office', alone: true });
  const edit = colleague.page.getByRole('button', { name: 'Edit: Ada calls back.' });
  assert.equal(await edit.getAttribute('aria-description'), 'Only the author or an admin can change this note.');
  const admin = await open('NOTE-1');
  await admin.page.getByRole('button', { name: 'Edit: Ada calls back.' }).click();
  await admin.page.getByLabel('Text of the note').fill('Call Ada.');
  await admin.page.getByRole('button', { name: 'Save' }).click();
  await notes.getByText('Call Ada.').waitFor();
  await notes.getByRole('button', { name: 'Delete: Call Ada.' }).click();
  await order.dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await notes.getByText('There are no notes yet. Clients never see notes.').waitFor();
});

test('a note about an article stands at the article, and at each order that is made of it', async () => {
  await shop.sendPrinted('NOTE-2');
  const page = await office.signedIn({ role: 'office' });
  await page.goto('catalogue/articles/ST-CREATOR');
  const notes = page.getByRole('region', { name: 'Notes' });
  await notes.getByLabel('New note').fill('Pretreat twice.');
  await notes.getByRole('button', { name: 'Add note' }).click();
  await notes.getByRole('listitem').getByText('Pretreat twice.').waitFor();
  const order = await open('NOTE-2');
  const items = order.page.getByRole('region', { name: 'Items' });
  await eventually(() => items.getByText('Pretreat twice.').count(), 1);
  await items.getByRole('link', { name: 'ST-CREATOR' }).click();
  await order.page.getByRole('heading', { level: 1, name: 'Creator Tee' }).waitFor();
});
