import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { importCatalog } from '../../src/catalog/import-catalog.ts';
import { sendPurchaseMail } from '../../src/operations/mail-purchases.ts';
import { type Customer, newCustomer } from '../../src/orders/test-support/customer.ts';
import { BLANK, customItem, item } from '../../src/orders/test-support/sample-orders.ts';
import { PaperPress } from '../../src/papers/paper-press.ts';
import { findDue } from '../../src/platform/database/due-query.ts';
import { duePurchaseMails } from '../../src/stock/purchase-mail-store.ts';
import { type MailServer, startMailServer } from '../../test/support/mail-server.ts';
import { assigned, newOperator, type Operator } from '../../test/support/operator.ts';
import { PHONE_SCREEN, startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { scan } from './support/scanner.ts';

const LINES = 30;
const EACH = 10;
/** Time between two keys of a scanner. */
const KEY_MS = 10;
const SETTLE_MS = 100;
const ean = (index: number) => String(9_900_000_000_100 + index);
/** Twenty-nine products and the blank. */
const CODES = Array.from({ length: LINES }, (_, index) => (index === 0 ? BLANK : ean(index)));
const kindOf = (code: string) => (code === BLANK ? 'ARTICLE' : 'PRODUCT');
const keyOf = (code: string) => ({ kind: kindOf(code), code });
const [FULL, DAMAGED, MISSING, EXTRA, LOST] = [BLANK, ean(3), ean(7), ean(11), ean(12)] as const;

let office: TestConsole;
let operator: Operator;
let customer: Customer;
let mails: MailServer;
let page: Page;
const press = new PaperPress();
/** The pieces that each variant must have. */
const expected = new Map<string, number>();
before(async () => {
  const ends: (() => unknown)[] = [];
  mails = await startMailServer({ after: (end: () => unknown) => void ends.push(end) });
  office = await startConsole({ SMTP_URL: mails.url, MAIL_FROM: 'Platen <platen@example.com>' });
  for (const end of [...ends, () => press.close()]) office.server.after(end);
  operator = await newOperator(office.server);
  customer = await newCustomer(office.server);
  const variants = CODES.slice(1).map((ean13, index) => ({
    ...{ ean13, name: `Poster ${index + 1}`, color: 'White', size: 'A2', stockLevelQuantity: 0 },
  }));
  const products = [{ productId: 'P-SHIFT', name: 'Poster', previewImageUrls: [], variants }];
  await importCatalog(office.server.pool, { articles: [], products, carriers: [] }, { clientId: customer.clientId });
  await operator.send('POST', `/stock/ARTICLE/${BLANK}/set`, { quantity: 0 });
  for (const code of CODES) expected.set(code, EACH);
});
afterEach(() => office.endTest());
after(() => office.close());

const levelOf = async (code: string) => (await operator.get(`/stock/${kindOf(code)}/${code}`)).json;
const openShelves = async (search: string) => {
  page = await office.signedIn({ screen: PHONE_SCREEN });
  await page.goto(`shelves?${search}`);
};
/** Scans once the page takes codes. The next scan comes after the last key of this one. */
async function scanCode(code: string): Promise<void> {
  await page.locator('form input[data-takes-scans]').last().waitFor();
  // A page that was just drawn begins to listen after its next frame.
  await page.evaluate(
    (ms) => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, ms))),
    SETTLE_MS,
  );
  await scan(page, code);
  await page.evaluate((ms) => new Promise((resolve) => setTimeout(resolve, ms)), KEY_MS * (code.length + 5));
}

/** Waits until the server has every change of the phone. */
const sent = () => eventually(async () => page.locator('[data-waiting]').count(), 0);
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: typeof name === 'string' });

/** Compares the pieces of each variant with the plan of the day, and with the sum of its ledger. */
async function assertBooks(): Promise<void> {
  for (const code of CODES) {
    const { json } = await operator.get(`/stock/${kindOf(code)}/${code}/movements?limit=100`);
    const sum = json.reduce((all: number, one: { onHandChange: number }) => all + one.onHandChange, 0);
    assert.deepEqual([code, (await levelOf(code)).onHand, sum], [code, expected.get(code), expected.get(code)]);
  }
}

test('a delivery of 30 lines is received with damage, a shortfall and a surplus, and booked once', async () => {
  const { json: supplier } = await operator.send('PUT', '/suppliers', { name: 'Textile Trade', leadDays: 5 });
  const lines = CODES.map((code) => ({ ...keyOf(code), quantity: EACH, price: 2 }));
  const { json: purchase } = await operator.send('POST', '/purchases', {
    supplierId: supplier.supplierId,
    reference: 'PO-1',
    lines,
  });
  const { purchaseId } = purchase;
  await operator.send('PUT', `/purchases/${purchaseId}/state`, { state: 'SENT' });
  await operator.send('POST', '/deliveries', { purchaseId, sender: 'Textile Trade', reference: 'LS-1' });
  await openShelves('do=receive');
  await button('Textile Trade LS-1').click();
  const counted: Record<string, [good: number, damaged: number]> = {
    [DAMAGED]: [8, 2],
    [MISSING]: [9, 0],
    [EXTRA]: [12, 0],
    [LOST]: [0, 0],
  };
  for (const code of CODES) {
    const [good, damaged] = counted[code] ?? [EACH, 0];
    expected.set(code, good);
    if (good + damaged === 0) continue;
    await scanCode(code);
    await page.locator(`section[data-code="${code}"]`).waitFor();
    assert.equal(await page.getByLabel('Good pieces').inputValue(), String(EACH));
    if (code in counted) {
      await page.getByLabel('Good pieces').fill(String(good));
      await page.getByLabel('Damaged pieces').fill(String(damaged));
    }
    await button('Add').click();
  }
  await sent();
  await page.locator(`li[data-line="${DAMAGED}"]`).getByText('8 of 10, 2 damaged').waitFor();
  await page.locator(`li[data-line="${LOST}"]`).getByText('0 of 10 · difference −10').waitFor();
  await button('Book into stock').click();
  await page.getByText('The goods are in stock.').waitFor();
  await assertBooks();
  const { json } = await operator.get(`/purchases/${purchaseId}`);
  assert.equal(json.state, 'SENT', 'the lost line is still expected');
  const [movement] = (await operator.get(`/stock/PRODUCT/${DAMAGED}/movements`)).json;
  assert.deepEqual([movement.reason, movement.onHandChange], ['received', 8]);
  assert.match(movement.document, /LS-1/);
});

test('shelves are set by scan', async () => {
  await openShelves('do=place');
  const shelves = { 'A-10': [FULL, DAMAGED], 'A-02': [MISSING], 'B-01': [EXTRA, ean(1), ean(2)] };
  for (const [shelf, codes] of Object.entries(shelves)) {
    await scanCode(shelf);
    const isNamed = page.getByRole('button', { name: `${shelf} is a shelf` });
    if (shelf !== 'A-10') await isNamed.click();
    await page.locator(`[data-place="${shelf}"]`).waitFor();
    for (const code of codes) {
      const before = await page.getByRole('listitem').count();
      await scanCode(code);
      await eventually(() => page.getByRole('listitem').count(), before + 1);
    }
  }
  await sent();
  for (const [shelf, codes] of Object.entries(shelves))
    for (const code of codes) assert.equal((await levelOf(code)).place, shelf);
  await page.goto('places');
  await page.getByRole('heading', { name: 'Places' }).waitFor();
  const names = () =>
    page.locator('tr[data-place]').evaluateAll((rows) => rows.map((row) => row.getAttribute('data-place')));
  await eventually(names, ['A-02', 'A-10', 'B-01']);
  await assertBooks();
});

test('a batch is picked by route on a phone', async () => {
  const items = [
    { ...customItem(), quantity: 2 },
    item({ quantity: 3, existingProduct: { ean13: MISSING } }),
    item({ quantity: 1, existingProduct: { ean13: EXTRA } }),
  ];
  await assigned(office.server, customer, { orderId: 'SHIFT', items });
  const orders = [{ clientId: customer.clientId, orderId: 'SHIFT' }];
  const { batchId } = (await operator.send('POST', '/batches', { orders })).json.batch;
  await openShelves(`do=pick&id=${batchId}`);
  await page.locator('[data-place="A-02"]').waitFor();
  await scanCode(FULL);
  await page.getByText(`${FULL} is for this batch, but comes from A-10.`).waitFor();
  await button('Took all 3').click();
  await page.locator('[data-place="A-10"]').waitFor();
  await scanCode(FULL);
  await page.getByText('1 scanned').waitFor();
  await scanCode(FULL);
  await page.locator('[data-place="B-01"]').waitFor();
  await button('Took it').click();
  await page.getByText(`Batch ${batchId} is picked.`).waitFor();
  await sent();
  const left = (await operator.get(`/batches/${batchId}/picks`)).json.map((one: { left: number }) => one.left);
  assert.deepEqual(left, [0, 0, 0]);
  await assertBooks();
});

test('a cycle count books the difference of the moment of counting', async () => {
  page = await office.signedIn();
  await page.goto('counts');
  await button('Begin a count').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Cycle');
  await dialog.getByLabel('Places').fill('A-2\nA-10');
  await dialog.getByRole('button', { name: 'Begin a count' }).click();
  await dialog.waitFor({ state: 'detached' });
  await openShelves('do=count');
  await button('Cycle').click();
  // Picked pieces are on hand and not on the shelf.
  const found = { [MISSING]: 9 - 3 - 1, [FULL]: EACH - 2, [DAMAGED]: 8 };
  for (const [code, pieces] of Object.entries(found)) {
    await scanCode(code);
    await page.locator(`section[data-code="${code}"]`).waitFor();
    await page.getByLabel('Pieces on this shelf').fill(String(pieces));
    await button('Save the count').click();
  }
  await page.getByText('Everything is counted.').waitFor();
  await sent();
  expected.set(MISSING, 8);
  await assertBooks();
  const [movement] = (await operator.get(`/stock/PRODUCT/${MISSING}/movements`)).json;
  assert.deepEqual(
    [movement.reason, movement.onHandChange, movement.document, movement.place],
    ['counted', -1, 'Cycle', 'A-02'],
  );
});

test('a cart takes two batches at once, and says which bin each piece goes to', async () => {
  const batches: string[] = [];
  for (const [orderId, quantity] of [
    ['CART-1', 1],
    ['CART-2', 2],
  ] as const) {
    const items = [customItem(), item({ quantity, existingProduct: { ean13: EXTRA } })];
    await assigned(office.server, customer, { orderId, items });
    const orders = [{ clientId: customer.clientId, orderId }];
    batches.push((await operator.send('POST', '/batches', { orders })).json.batch.batchId);
  }
  const [one, two] = batches;
  await openShelves(`do=pick&id=${one}`);
  await button('Another batch for the cart').click();
  await page.getByLabel('Scan or type the batch').fill(String(two));
  await button('Enter').click();
  const bins = () => page.locator('[data-bin]').allTextContents();
  await eventually(bins, [`Bin 1 (batch ${one}): 1`, `Bin 2 (batch ${two}): 1`]);
  await scanCode(FULL);
  await page.locator('[data-bin="2"][aria-current="true"]').waitFor();
  await scanCode(FULL);
  await eventually(bins, [`Bin 1 (batch ${one}): 1`, `Bin 2 (batch ${two}): 2`]);
  await button('Took all 3').click();
  await page.getByText(`Batch ${one}, ${two} is picked.`).waitFor();
  await sent();
  for (const batchId of batches) {
    const left = (await operator.get(`/batches/${batchId}/picks`)).json.map((line: { left: number }) => line.left);
    assert.deepEqual(left, [0, 0]);
  }
  await assertBooks();
});

test('a minimum set in the list proposes what to buy, and the order goes out by e-mail once', async () => {
  page = await office.signedIn();
  await page.goto(`stock?q=${MISSING}`);
  await button('Edit minimum and target').click();
  await page.getByLabel(`Minimum of ${MISSING}`).fill('40');
  await page.getByLabel(`Target of ${MISSING}`).fill('30');
  await button('Save 1 variant').click();
  await page.getByRole('alert').waitFor();
  assert.equal(await page.getByLabel(`Minimum of ${MISSING}`).inputValue(), '40');
  await page.getByLabel(`Target of ${MISSING}`).fill('60');
  await button('Save 1 variant').click();
  await eventually(async () => (await levelOf(MISSING)).target, 60);
  const { supplierId } = (await operator.get('/suppliers')).json[0];
  const supplied = [{ ...keyOf(MISSING), supplierCode: 'TT-7', packSize: 12, price: 2 }];
  await operator.send('PUT', `/suppliers/${supplierId}/items`, { lines: supplied });
  await page.goto('buying');
  const row = page.locator(`tr[data-code="${MISSING}"]`);
  // 5 available and 1 on order: 54 are missing to the target, in packs of 12.
  assert.equal(await row.getByLabel(`Pieces of ${MISSING} to buy`).inputValue(), '60');
  await page.getByLabel('Number', { exact: true }).fill('PO-2');
  await button('Create purchase order').click();
  const order = page.locator('tr[data-purchase="PO-2"]');
  await order.getByRole('button', { name: 'Send by e-mail' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('E-mail address').fill('orders@textile.example');
  await dialog.getByRole('button', { name: 'Send by e-mail' }).click();
  await dialog.waitFor({ state: 'detached' });
  await order.getByText('E-mail on its way').waitFor();
  const { pool, log, config } = office.server;
  const context = { pool, log, config, press, clock: () => new Date() };
  for (const key of await findDue(pool, duePurchaseMails(new Date()))) await sendPurchaseMail(context, key);
  assert.deepEqual(
    mails.received.map(({ to }) => to),
    [['orders@textile.example']],
  );
  await page.reload();
  await order.getByText('E-mail sent').waitFor();
  await order.getByText('Sent', { exact: true }).waitFor();
  await assertBooks();
});
