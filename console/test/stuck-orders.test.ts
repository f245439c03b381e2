import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, afterEach, before, test } from 'node:test';
import { customItem, item, order } from '../../src/orders/test-support/sample-orders.ts';
import { makePng } from '../../src/platform/files/test-support/sample-files.ts';
import { newSampleShop, type SampleShop } from '../../test/support/sample-shop.ts';
import { OrderPage } from './pages/order-page.ts';
import { OrdersPage } from './pages/orders-page.ts';
import { TodayPage } from './pages/today-page.ts';
import { startConsole, type TestConsole } from './support/console.ts';

const MIB = 1_048_576;
const HUGE_MIB = 200;
/** The PNG signature and header. */
const PNG_BEGINNING_BYTES = 33;
const SCRIPT = '<svg xmlns="http://www.w3.org/2000/svg" onload="fetch(\'/stolen\')"><script>alert(1)</script></svg>';

let office: TestConsole;
let shop: SampleShop;
before(async () => {
  office = await startConsole();
  shop = await newSampleShop(office.server);
});
afterEach(() => office.endTest());
after(() => office.close());

const open = async (orderId: string, role: 'office' | 'viewer' = 'office') => {
  const page = new OrderPage(await office.signedIn({ role }));
  await page.open(shop.clientId, orderId);
  return page;
};
const printsOf = (...files: string[]) =>
  files.map((file) =>
    customItem({ prints: [{ dataUrl: `${shop.files}${file}`, location: 'REGULAR', technology: 'DTG' }] }),
  );

test('an order in ERROR continues when staff retry with the file available, or when its client corrects it', async () => {
  await shop.send('BAD-1', { items: printsOf('/late.png') });
  await shop.send('BAD-2', { items: printsOf('/never.png') });
  const orders = new OrdersPage(await office.signedIn({ role: 'office' }));
  await orders.open('?status=ERROR&reason=file_not_found');
  await orders.shows('BAD-2', 'BAD-1');
  const staff = await open('BAD-1');
  const watched = await open('BAD-2', 'viewer');
  await staff.hasStatus('Error');
  await watched.page.getByText(/404/).first().waitFor();

  shop.serve('/late.png', () => makePng());
  await staff.action('Try again').click();
  await staff.hasStatus('New');
  await shop.customer.put('BAD-2', order({ orderId: 'BAD-2', items: printsOf('/art.png') }));
  await shop.takeIn();
  await staff.hasStatus('Assigned');
  await watched.hasStatus('Assigned');
  await orders.page.getByText('No matching orders.').waitFor();
});

test('a requested cancellation is found on Today and declined with a reason that the client reads', async () => {
  await shop.sendPrinted('WISH-1');
  await shop.operator.work(shop.clientId, 'WISH-1', 'accept');
  await shop.customer.cancel('WISH-1');
  const today = new TodayPage(await office.signedIn({ role: 'office' }));
  await today.open();
  await today.number('cancellations').click();
  const { page } = today;
  await page.getByRole('link', { name: 'WISH-1' }).click();
  const wish = new OrderPage(page);
  await page.getByText('The client requests the cancellation of this order').waitFor();
  await wish.action('Decline…').click();
  await wish.dialog.getByLabel(/^Reason/).fill('It is printed already.');
  await wish.dialog.getByRole('button', { name: /^Decline/ }).click();
  await page.getByText('The client requests the cancellation of this order').waitFor({ state: 'detached' });
  await wish.hasStatus('In production');
  const { cancellation } = (await shop.customer.read('WISH-1')).json;
  assert.deepEqual([cancellation.status, cancellation.rejectionReason], ['REJECTED', 'It is printed already.']);
  await page.goBack();
  await page.getByText('No matching orders.').waitFor();
});

test('an order that waits for stock becomes a rush order, which every list shows, and loses it again', async () => {
  await shop.send('SHORT-1', { items: [item({ quantity: 5_000 })] });
  const waiting = await open('SHORT-1');
  await (await waiting.other('Rush')).click();
  await waiting.page.locator('h1').getByText('Rush', { exact: true }).waitFor();
  const orders = new OrdersPage(await office.signedIn());
  await orders.open('?rush=true');
  await orders.shows('SHORT-1');
  await orders.row('SHORT-1').getByText('Rush', { exact: true }).waitFor();
  await (await waiting.other('End rush')).click();
  await (await waiting.other('Rush')).waitFor();
  await orders.page.getByText('No matching orders.').waitFor();
});

test('a script named .png, a broken 200 MB file and an endless image are reported at their files and do no harm', async () => {
  shop.serve('/script.png', () => Buffer.from(SCRIPT));
  shop.serve('/huge.png', () => Readable.from(hugePng()));
  shop.serve('/endless.png', () => makePng({ width: 30_000, height: 30_000, image: Buffer.alloc(8) }));
  await shop.send('HOSTILE-1', { items: printsOf('/script.png', '/huge.png', '/endless.png') });
  const hostile = new OrderPage(await office.signedIn());
  const foreign: string[] = [];
  hostile.page.on('request', (request) => {
    if (!request.url().startsWith(office.server.url)) foreign.push(request.url());
  });
  hostile.page.on('dialog', (dialog) => foreign.push(dialog.message()));
  await hostile.open(shop.clientId, 'HOSTILE-1');
  await hostile.hasStatus('Error');
  const { statusReason } = (await shop.customer.read('HOSTILE-1')).json;
  assert.deepEqual(
    statusReason.details.map(({ code }: { code: string }) => code),
    ['wrong_file_type', 'unreadable_file', 'image_too_large'],
  );
  // Each message is at its file.
  for (const { message } of statusReason.details) {
    await hostile.page.locator('[data-problem]').getByText(message, { exact: true }).waitFor();
  }
  await hostile.page.getByLabel('New note').fill('Asked for other files.');
  await hostile.page.getByRole('button', { name: 'Add note' }).click();
  await hostile.page.getByRole('listitem').getByText('Asked for other files.').waitFor();
  await hostile.page.goto('today');
  await hostile.page.getByText('Unreadable file').or(hostile.page.getByText('Wrong file type')).first().waitFor();
  assert.deepEqual(foreign, []);
});

/** Yields a header and image data that end too early. */
function* hugePng(): Generator<Buffer> {
  yield makePng({ width: 8_000, height: 8_000, image: Buffer.alloc(0) }).subarray(0, PNG_BEGINNING_BYTES);
  const head = Buffer.alloc(8);
  head.writeUInt32BE((HUGE_MIB + 1) * MIB);
  head.write('IDAT', 4);
  yield head;
  const part = Buffer.alloc(MIB);
  for (let sent = 0; sent < HUGE_MIB; sent += 1) yield part;
}
