import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { newSampleShop, type SampleShop } from '../../test/support/sample-shop.ts';
import { OrderPage } from './pages/order-page.ts';
import { assertAccessible, startConsole, type TestConsole } from './support/console.ts';

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
// biome-ignore lint/suspicious/noExplicitAny: the server's answer is untyped.
const shown = async (orderId: string): Promise<any> =>
  (await shop.operator.get(`/orders/${shop.clientId}/${orderId}`)).json;
const work = async (orderId: string, verb: string, body?: unknown) => {
  const answer = await shop.operator.work(shop.clientId, orderId, verb, body);
  assert.equal(answer.status, 200, answer.text);
};
/** Reads the scrapped pieces with their reasons. */
const scrappedOf = async (kind: string, code: string) => {
  const { json } = await shop.operator.get(`/stock/${kind}/${code}/movements?limit=50`);
  return json
    .filter(({ reason }: { reason: string }) => reason === 'scrapped')
    .map(({ onHandChange, note }: { onHandChange: number; note: string }) => [onHandChange, note]);
};

test('the tracking of a parcel is corrected, also after the order is shipped', async () => {
  await shop.send('TRACK-1');
  await work('TRACK-1', 'accept');
  const order = await open('TRACK-1', { role: 'office' });
  await order.action('Ship…').click();
  await order.dialog.getByLabel('Tracking number').fill('0034');
  await order.dialog.getByLabel('Carrier').fill('DHL');
  await order.dialog.getByLabel('Tracking URL').fill('https://carrier.example.com/0034');
  await order.dialog.getByRole('button', { name: 'Ship', exact: true }).click();
  await order.hasStatus('Shipped');
  const parcels = order.page.getByRole('region', { name: 'Parcels' });
  await parcels.getByRole('link', { name: '0034', exact: true }).waitFor();
  await parcels.getByRole('button', { name: 'Correct the tracking data of parcel 1…' }).click();
  const confirm = order.dialog.getByRole('button', { name: 'Correct', exact: true });
  assert.ok(await confirm.isDisabled(), 'nothing is changed yet');
  await order.dialog.getByLabel('Tracking number').fill('0035');
  await order.dialog.getByText('The URL still contains the old number.').waitFor();
  await order.dialog.getByLabel('Tracking URL').fill('');
  await confirm.click();
  await parcels.getByText('0035').waitFor();
  const [parcel] = (await shown('TRACK-1')).order.shipments;
  assert.deepEqual([parcel.trackingNumber, parcel.trackingCarrier, parcel.trackingUrl], ['0035', 'DHL', undefined]);
  await order.page.getByRole('region', { name: 'History' }).getByText('Tracking data corrected').waitFor();
});

test('a problem is reported for a chosen part of the order, with spoiled pieces', async () => {
  await shop.sendPrinted('PROBLEM-1');
  await work('PROBLEM-1', 'accept');
  const order = await open('PROBLEM-1', { role: 'office' });
  await (await order.other('Report a problem…')).click();
  await order.dialog.getByLabel('What is affected?').first().fill('artwork');
  await order.page.getByRole('option', { name: /^Item 1, .*: Artwork/ }).click();
  const kind = order.dialog.getByLabel('Kind of problem');
  assert.equal(await kind.inputValue(), 'artwork_unusable', 'the kind follows the part');
  await kind.selectOption('artwork_not_allowed');
  await order.dialog.getByLabel('What is wrong, and what should the client do?').fill('A protected\nlogo.');
  await order.dialog.getByLabel('Some pieces are spoiled').check();
  await order.dialog.getByLabel('Spoiled pieces of Logo Tee Black M').fill('2');
  const confirm = order.dialog.getByRole('button', { name: 'Stop the order' });
  assert.ok(await confirm.isDisabled(), 'a reason is missing');
  await order.dialog.getByLabel('Reason for the spoilage of Logo Tee Black M').fill('Coffee.');
  await assertAccessible(order.page);
  await confirm.click();
  await order.hasStatus('Error');
  const { statusReason } = (await shown('PROBLEM-1')).order;
  assert.deepEqual(
    [statusReason.code, statusReason.message, statusReason.pointer],
    ['artwork_not_allowed', 'A protected\nlogo.', '/items/0/customProduct/prints/0/dataUrl'],
  );
  assert.deepEqual(await scrappedOf('PRODUCT', '4006381333931'), [[-2, 'Coffee.']]);
  await order.page
    .getByRole('alert')
    .getByText(/^Item 1, .*: Artwork/)
    .waitFor();

  await order.action('Correct the message…').click();
  const message = order.dialog.getByLabel('What is wrong, and what should the client do?');
  assert.equal(await message.inputValue(), 'A protected\nlogo.');
  assert.equal(await order.dialog.getByLabel('Some pieces are spoiled').count(), 0);
  await message.fill('Send a logo of your own.');
  await order.dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  // The dialog contains the same words.
  await order.page.getByRole('alert').getByText('Send a logo of your own.').waitFor();
  const corrected = (await shown('PROBLEM-1')).order.statusReason;
  assert.deepEqual({ ...corrected }, { ...statusReason, message: 'Send a logo of your own.' });
});

test('an order in production is cancelled, also on request of the client, with spoiled pieces', async () => {
  for (const orderId of ['SCRAP-1', 'SCRAP-2']) {
    await shop.sendPrinted(orderId);
    await work(orderId, 'accept');
  }
  const spoil = async (order: OrderPage, quantity: string, why: string) => {
    await order.dialog.getByLabel('Some pieces are spoiled').check();
    await order.dialog.getByLabel('Spoiled pieces of ST-CREATOR-BLK-M').fill(quantity);
    await order.dialog.getByLabel('Reason for the spoilage of ST-CREATOR-BLK-M').fill(why);
    await order.dialog.getByRole('button', { name: 'Cancel the order' }).click();
    await order.hasStatus('Cancelled');
  };
  const cancelled = await open('SCRAP-1', { role: 'office' });
  await (await cancelled.other('Cancel order…')).click();
  await spoil(cancelled, '1', 'Misprint.');
  assert.equal((await shop.customer.cancel('SCRAP-2')).status, 202);
  const wished = await open('SCRAP-2', { role: 'office' });
  await wished.page.getByRole('button', { name: 'Cancel the order…' }).click();
  await wished.dialog.getByText('Pieces that are not spoiled go back on the shelf.').waitFor();
  await spoil(wished, '1', 'Hole.');
  assert.deepEqual((await scrappedOf('ARTICLE', 'ST-CREATOR-BLK-M')).sort(), [
    [-1, 'Hole.'],
    [-1, 'Misprint.'],
  ]);
});

test('an order in error is tried again, with its files fetched again on request', async () => {
  await shop.sendPrinted('AGAIN-1');
  await work('AGAIN-1', 'error', { message: 'Wrong file.' });
  const before = (await shown('AGAIN-1')).files.length;
  assert.ok(before > 0);
  const order = await open('AGAIN-1', { role: 'office' });
  await (await order.other('Fetch files again')).click();
  await order.hasStatus('New');
  assert.deepEqual((await shown('AGAIN-1')).files, [], 'none is kept from before');
  // Platen is still fetching its files and reserving its stock, so it cannot be tried again.
  await (await order.other('Cancel order…')).waitFor();
  assert.equal(await order.page.getByRole('menuitem', { name: 'Try again' }).count(), 0);
  assert.equal(await order.action('Try again').count(), 0);
  await order.page.getByRole('region', { name: 'History' }).getByText('Tried again').waitFor();
});

test('a change behind an open dialog is shown first, then the action can be repeated', async () => {
  await shop.send('TWO-1');
  const order = await open('TWO-1', { role: 'office' });
  await (await order.other('Cancel order…')).click();
  await work('TWO-1', 'accept');
  // The page behind the dialog already shows the change. The dialog does not.
  await order.page.getByRole('heading', { level: 1, includeHidden: true }).getByText('In production').waitFor();
  const confirm = order.dialog.getByRole('button', { name: 'Cancel the order' });
  await confirm.click();
  await order.dialog.getByText('Somebody else has changed this order').waitFor();
  await order.dialog.getByText(/: Accepted into production/).waitFor();
  assert.equal((await shown('TWO-1')).order.status, 'ACCEPTED');
  await confirm.click();
  await order.hasStatus('Cancelled');
});

test('a dialog whose action has become impossible says why and sends nothing', async () => {
  await shop.send('TWO-2');
  await work('TWO-2', 'accept');
  const order = await open('TWO-2', { role: 'office' });
  await order.action('Ship…').click();
  await work('TWO-2', 'hold', { reason: 'Wait.' });
  await order.dialog.getByText('The order is on hold. Resume it first.').waitFor();
  assert.ok(await order.dialog.getByRole('button', { name: 'Ship anyway', exact: true }).isDisabled());
});
