import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import { makePng } from '../../src/platform/files/test-support/sample-files.ts';
import { commandOf } from '../../test/support/floor-scene.ts';
import { newSampleShop, type SampleShop } from '../../test/support/sample-shop.ts';
import { OrderPage } from './pages/order-page.ts';
import { assertAccessible, OFFICE_SCREEN, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';

const PHONE_SCREEN = { width: 390, height: 844 };

let office: TestConsole;
let shop: SampleShop;
before(async () => {
  office = await startConsole();
  shop = await newSampleShop(office.server);
});
afterEach(() => office.endTest());
after(() => office.close());

const open = async (orderId: string, options?: Parameters<TestConsole['signedIn']>[0]) => {
  const order = new OrderPage(await office.signedIn({ role: 'office', ...options }));
  await order.open(shop.clientId, orderId);
  return order;
};

/** Brings an order into production and packs it, without its tracking number. */
async function packed(orderId: string): Promise<void> {
  await shop.sendPrinted(orderId);
  const { clientId } = shop;
  await shop.operator.send('POST', '/batches', { orders: [{ clientId, orderId }] });
  const { json: pieces } = await shop.operator.get(`/orders/${clientId}/${orderId}/pieces`);
  const { order } = (await shop.operator.get(`/orders/${clientId}/${orderId}`)).json;
  const products = order.items.flatMap(
    ({ existingProduct, quantity }: { existingProduct?: { ean13: string }; quantity: number }) =>
      Array(existingProduct ? quantity : 0).fill(existingProduct?.ean13),
  );
  let context: object = { work: 'PACK' };
  const codes = pieces.flatMap(({ code, state }: { code: string; state: string }) =>
    state === 'TO_MAKE' ? [code, commandOf('PASS')] : [code],
  );
  for (const code of [...codes, ...products]) {
    const { json } = await shop.operator.send('POST', '/scans', { id: randomUUID(), station: 'pack-1', code, context });
    assert.equal(json.refusal, undefined);
    context = json.next;
  }
}

test('an address is corrected by keyboard while its shirt is packed, and the void papers are printed by one button', async () => {
  await packed('FIX-1');
  const order = await open('FIX-1');
  const { page } = order;
  await page.getByText('Label: being made').waitFor();
  await order.action('Correct order…').click();
  await page.keyboard.press('Tab');
  await order.dialog.getByText('Production has begun').waitFor();
  const street = order.dialog.getByLabel('Street');
  const before = await street.inputValue();
  await street.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Nebenweg 7');
  await order.dialog
    .getByRole('region', { name: 'Before and after' })
    .getByText(`Street: ${before} → Nebenweg 7`)
    .waitFor();
  await order.dialog.getByText(/^These papers become void: .*Label \(Papers of parcel 1\)/).waitFor();
  const confirm = order.dialog.getByRole('button', { name: 'Correct', exact: true });
  assert.ok(await confirm.isDisabled(), 'a reason is missing');
  await assertAccessible(page);
  await order.dialog.getByLabel('Reason (hidden from the client)').focus();
  await page.keyboard.type('The customer called.');
  await confirm.focus();
  await page.keyboard.press('Enter');
  await order.dialog.waitFor({ state: 'detached' });
  await order.hasStatus('In production');
  await page.getByRole('region', { name: 'Ship to' }).getByText('Nebenweg 7').waitFor();
  const history = page.getByRole('region', { name: 'History' });
  await history.getByText(`Street: ${before} → Nebenweg 7`).waitFor();
  await history.getByText('Reason: The customer called.').waitFor();
  await page.getByText('Label: void: destroy it').waitFor();
  await page.getByRole('button', { name: 'Print the void papers again' }).click();
  await page.getByText('Label: being made').waitFor();
  const { order: read } = (await shop.operator.get(`/orders/${shop.clientId}/FIX-1`)).json;
  assert.deepEqual([read.status, read.shipping.address.street], ['ACCEPTED', 'Nebenweg 7']);
  await page.getByRole('button', { name: 'Print again… Papers of parcel 1' }).click();
  await order.dialog.getByLabel('Reason. Destroy the old paper.').fill('Smeared');
  await order.dialog.getByRole('button', { name: 'Print', exact: true }).click();
  await order.dialog.waitFor({ state: 'detached' });
});

test('the text of a gift is corrected in production, and the packing slip of its client stays valid', async () => {
  await packed('FIX-TEXT');
  const order = await open('FIX-TEXT');
  const { page } = order;
  await order.action('Correct order…').click();
  await order.dialog.getByText('Messages, reference and wished day').click();
  await order.dialog.getByLabel('Gift message').fill('Happy birthday!');
  await order.dialog.getByText('Gift message: (empty) → Happy birthday!').waitFor();
  assert.equal(await order.dialog.getByText('These papers become void').count(), 0);
  await assertAccessible(page);
  await order.dialog.getByLabel('Reason (hidden from the client)').fill('The customer called.');
  await order.dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await order.dialog.waitFor({ state: 'detached' });
  await order.hasStatus('In production');
  await page
    .getByRole('region', { name: 'History' })
    .getByText(/Gift message: .*Happy birthday!/)
    .waitFor();
  const { json: parcels } = await shop.operator.get(`/orders/${shop.clientId}/FIX-TEXT/parcels`);
  const papers: { state: string }[] = parcels[0].papers;
  assert.deepEqual([papers.length > 0, papers.some(({ state }) => state === 'void')], [true, false]);
});

test('staff correct the artwork of an order in error, which is then taken in again', async () => {
  await shop.send('FIX-2', {
    items: [
      {
        quantity: 1,
        unitPrice: 31.5,
        customProduct: {
          sku: 'ST-CREATOR-BLK-M',
          prints: [{ dataUrl: `${shop.files}/lost.png`, location: 'REGULAR', technology: 'DTG' }],
        },
      },
    ],
  });
  const order = await open('FIX-2');
  await order.hasStatus('Error');
  await order.action('Correct order…').click();
  await order.dialog.getByText('Items, artwork and packing slip').click();
  await order.dialog.getByLabel(/Artwork/).fill(`${shop.files}/art.png`);
  await order.dialog.getByLabel('Reason (hidden from the client)').fill('The file had moved.');
  await order.dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await order.dialog.waitFor({ state: 'detached' });
  await shop.takeIn();
  await order.hasStatus('Assigned');
});

test('once production has begun, artwork of an item that nobody has begun is uploaded, and a wrong file is named', async () => {
  const artwork = (location: string) => ({
    quantity: 1,
    unitPrice: 31.5,
    customProduct: {
      sku: 'ST-CREATOR-BLK-M',
      prints: [{ dataUrl: `${shop.files}/art.png`, location, technology: 'DTG' }],
    },
  });
  await shop.send('FIX-4', { items: [artwork('FRONT'), artwork('BACK')] });
  const { clientId, operator } = shop;
  await operator.send('POST', '/batches', { orders: [{ clientId, orderId: 'FIX-4' }] });
  const { json: pieces } = await operator.get(`/orders/${clientId}/FIX-4/pieces`);
  let context: object = { work: 'MAKE' };
  for (const code of [pieces[0].code, commandOf('PASS')]) {
    const sent = { id: randomUUID(), station: 'make-1', code, context };
    context = (await operator.send('POST', '/scans', sent)).json.next;
  }
  const order = await open('FIX-4');
  const { page } = order;
  await order.action('Correct order…').click();
  await order.dialog.getByText('Production has begun').waitFor();
  await order.dialog.getByText('Items, artwork and packing slip').click();
  const uploads = order.dialog.getByTitle(/^Artwork/);
  // The begun item keeps its artwork.
  await eventually(() => uploads.count(), 1);
  const choose = async (name: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), uploads.click()]);
    await chooser.setFiles({ name, mimeType: name.endsWith('png') ? 'image/png' : '', buffer });
  };
  await choose('notes.txt', Buffer.from('not a picture'));
  await order.dialog.getByText(/The file must be PNG or PDF/).waitFor();
  await choose('new-back.png', makePng({ width: 9 }));
  const picture = order.dialog.locator('img[src^="blob:"]');
  await eventually(() => picture.evaluate((image) => (image as HTMLImageElement).naturalWidth), 9);
  await order.dialog
    .getByRole('region', { name: 'Before and after' })
    .getByText(/→ new-back\.png$/)
    .waitFor();
  await assertAccessible(page);
  await order.dialog.getByLabel('Reason (hidden from the client)').fill('The client sent a better file.');
  await order.dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await order.dialog.waitFor({ state: 'detached' });
  await order.hasStatus('In production');
  const { files, order: read } = (await operator.get(`/orders/${clientId}/FIX-4`)).json;
  const kept = files.find(({ pointer }: { pointer: string }) => pointer === '/items/1/customProduct/prints/0/dataUrl');
  assert.deepEqual([kept.width, read.status], [9, 'ACCEPTED']);
});

test('country and article are chosen from lists with search', async () => {
  await shop.sendPrinted('FIX-6');
  const order = await open('FIX-6');
  await order.action('Correct order…').click();
  const choose = async (label: string, text: string, option: RegExp) => {
    await order.dialog.getByRole('combobox', { name: label }).fill(text);
    await order.page.getByRole('option', { name: option }).first().click();
  };
  await choose('Country', 'austri', /^Austria \(AT\)$/);
  await order.dialog.getByText('Items, artwork and packing slip').click();
  await choose('Article', 'white l', /ST-CREATOR-WHT-L$/);
  await assertAccessible(order.page);
  await order.dialog.getByLabel('Reason (hidden from the client)').fill('The client called.');
  await order.dialog.getByRole('button', { name: 'Correct', exact: true }).click();
  await order.dialog.waitFor({ state: 'detached' });
  const { order: read } = (await shop.operator.get(`/orders/${shop.clientId}/FIX-6`)).json;
  const custom = read.items.find(({ customProduct }: { customProduct?: object }) => customProduct);
  assert.deepEqual([read.shipping.address.country, custom.customProduct.sku], ['AT', 'ST-CREATOR-WHT-L']);
});

test('the dialog fits its screen in each size, colour and language', async () => {
  await packed('FIX-5');
  for (const screen of [OFFICE_SCREEN, PHONE_SCREEN])
    for (const dark of [false, true]) {
      const language = dark ? 'de' : 'en';
      const order = await open('FIX-5', { screen, dark, language });
      const { page } = order;
      const words = dark
        ? {
            open: 'Auftrag korrigieren …',
            content: 'Positionen, Druckdaten und Lieferschein',
            street: 'Straße',
          }
        : { open: 'Correct order…', content: 'Items, artwork and packing slip', street: 'Street' };
      await order.action(words.open).click();
      await order.dialog.getByText(words.content).click();
      await order.dialog.getByLabel(words.street).fill('Nebenweg 7');
      await order.dialog
        .getByText(dark ? 'Texte, Referenz und Wunschtag' : 'Messages, reference and wished day')
        .click();
      await order.dialog.getByText(/→ Nebenweg 7/).waitFor();
      await assertAccessible(page);
      const wide = await order.dialog.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide at ${screen.width}`);
      if (process.env.PICTURES)
        await page.screenshot({
          path: `${process.env.PICTURES}/correct-${screen.width}-${language}.png`,
          fullPage: true,
        });
      await page.close();
    }
});

test('the page of an order is no wider than its screen in each size, colour and language', async () => {
  await packed('FIX-3');
  for (const screen of [OFFICE_SCREEN, TABLET_SCREEN, PHONE_SCREEN])
    for (const dark of [false, true]) {
      const { page } = await open('FIX-3', { screen, dark, language: dark ? 'de' : 'en' });
      await page.getByRole('region', { name: dark ? 'Drucken' : 'Print', exact: true }).waitFor();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${wide} pixels too wide at ${screen.width}`);
      await page.close();
    }
});
