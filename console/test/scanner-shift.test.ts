import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import type { Page } from 'playwright-core';
import { item } from '../../src/orders/test-support/sample-orders.ts';
import { scanCodeOf } from '../../src/platform/formats/scan-codes.ts';
import { commandOf } from '../../test/support/floor-scene.ts';
import {
  type ListeningPrinter,
  labelPrinter,
  officePrinter,
  openPaperBench,
  type PaperBench,
} from '../../test/support/paper-bench.ts';
import { signedIn } from '../../test/support/signed-in.ts';
import { assertAccessible, OFFICE_SCREEN, startConsole, TABLET_SCREEN, type TestConsole } from './support/console.ts';
import { address, EAN, openPackingShop, type PackingShop } from './support/packing-shop.ts';
import { signOn } from './support/scanner.ts';
import { isInWidth, isOnScreen, type ScanningDesk, scanningDesk } from './support/scanning-desk.ts';
import { newBadge, openStation } from './support/station-screen.ts';

const NO_PIECE = scanCodeOf('piece', 999_999_999);
const MISREAD = 'P9999999994';
const PASS = commandOf('PASS');
const UNDO = commandOf('UNDO');

let office: TestConsole;
let shop: PackingShop;
let bench: PaperBench;
let labels: ListeningPrinter;
let sheets: ListeningPrinter;
before(async () => {
  office = await startConsole({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  const { server } = office;
  shop = await openPackingShop(office);
  bench = openPaperBench(server, server);
  labels = await labelPrinter(server, shop.operator);
  sheets = await officePrinter(server, shop.operator);
});
afterEach(() => office.endTest());
after(() => office.close());

const piecesOf = async (orderId: string): Promise<{ code: string; state: string; attempt: number }[]> =>
  (await shop.operator.get(`/orders/${shop.clientId}/${orderId}/pieces`)).json;
const statesOf = async (orderId: string) =>
  (await piecesOf(orderId)).map(({ state, attempt }) => `${state} ${attempt}`);

/** Sends an order and releases it in a batch. Returns the codes of its tickets. */
async function released(orderId: string, pieces: number, products: number): Promise<string[]> {
  const items = [shop.printed(pieces), ...(products > 0 ? [item({ quantity: products })] : [])];
  await shop.send(orderId, { items, shipping: { address } });
  const { json, text } = await shop.operator.send('POST', '/batches', {
    orders: [{ clientId: shop.clientId, orderId }],
  });
  assert.ok(json.batch, text);
  return (await piecesOf(orderId)).map(({ code }) => code);
}

/** Draws and prints the papers. Runs twice, because finished work is not repeated. */
async function printAll(): Promise<void> {
  for (let rounds = 0; rounds < 2; rounds += 1) {
    await bench.draw();
    await bench.print(labels.printerId);
    await bench.print(sheets.printerId);
  }
}

/** Opens a station for all kinds of work, and signs a person on by badge. */
async function openBench(name: string, options: Parameters<typeof openStation>[2]): Promise<Page> {
  const admin = await signedIn(office.server);
  const { json } = await admin.send('POST', '/stations', { name, kinds: ['make', 'check', 'pack', 'hand_over'] });
  const printers = [labels.printerId, sheets.printerId];
  assert.equal((await admin.send('PATCH', `/stations/${json.stationId}`, { printers })).status, 200);
  const page = await openStation(office, json.stationId, options);
  await page.goto('station');
  await page.getByText(/Scan your badge|Ausweis scannen/).waitFor();
  await isInWidth(page);
  await signOn(page, await newBadge(office, admin, 'Grace Hopper'), page.getByRole('navigation'));
  return page;
}

interface Shift {
  desk: ScanningDesk;
  /** Opens the page of this work. */
  at(work: string): Promise<void>;
  orderId: string;
  tickets: readonly [string, string, string];
  /** Another order with one piece. */
  otherId: string;
  otherTicket: string;
}

/** A refused scan finishes no piece, and neither does a ticket while the station asks. */
async function make({ desk, at, orderId, tickets: [first, second, third], otherTicket }: Shift): Promise<void> {
  await at('make');
  await desk.done(first);
  await desk.refused(NO_PIECE, 'UNKNOWN');
  await desk.refused(EAN, 'UNKNOWN');
  await desk.refused(MISREAD, 'MISREAD');
  assert.deepEqual(await statesOf(orderId), ['TO_MAKE 0', 'TO_MAKE 0', 'TO_MAKE 0']);
  await desk.done(second);
  await desk.asks(commandOf('REJECT_PIECE'), 'REJECT_REASON');
  await desk.refused(third, 'QUESTION');
  assert.deepEqual(await statesOf(orderId), ['MADE 0', 'TO_MAKE 0', 'TO_MAKE 0']);
  for (const code of [UNDO, third, otherTicket, PASS]) await desk.done(code);
  await desk.refused(PASS, 'NOTHING_IN_HAND');
  assert.deepEqual(await statesOf(orderId), ['MADE 0', 'MADE 0', 'MADE 0']);
}

/** The first piece is rejected, and made again. Returns its successor, and the bin of the order. */
async function checkAndSort({ desk, at, orderId, tickets: [first, second, third], otherTicket }: Shift) {
  const { page } = desk;
  await at('check');
  await desk.done(first);
  await desk.asks(commandOf('REJECT_PIECE'), 'REJECT_REASON');
  await desk.refused(second, 'QUESTION');
  await desk.refused(EAN, 'UNKNOWN');
  const { done: rejected } = await desk.done(commandOf('REJECT', 'MISPLACED'));
  const again: string = rejected.successor.code;
  await page.getByText(again).first().waitFor();
  await desk.refused(first, 'REPLACED');
  await desk.done(second);
  const { done: sorted } = await desk.done(third);
  assert.equal(sorted.piece.code, second);
  await page.locator('[data-kind="done"] strong', { hasText: String(sorted.bin) }).waitFor();
  // The bin of the piece before leaves room for the buttons.
  await isOnScreen(page, page.getByRole('button', { name: /^(Pass|Gut)/ }));
  await desk.done(PASS);
  await at('make');
  for (const code of [again, PASS]) await desk.done(code);
  await at('check');
  await desk.done(again);
  const { done: complete } = await desk.done(PASS);
  assert.deepEqual([complete.bin, complete.isOrderComplete], [sorted.bin, true]);
  await page.locator('[data-kind="complete"] strong', { hasText: String(sorted.bin) }).waitFor();
  for (const code of [otherTicket, PASS]) await desk.done(code);
  assert.deepEqual(await statesOf(orderId), ['REPLACED 0', 'CHECKED 1', 'CHECKED 0', 'CHECKED 0']);
  const bins: { bin: number; code: string; orderId?: string }[] = (await shop.operator.get('/bins')).json;
  const bin = bins.find((one) => one.orderId === orderId);
  assert.equal(bin?.bin, sorted.bin);
  return { again, bin: bin?.code ?? '' };
}

/** Ships the parcel with this number. Returns its code. */
async function pack(shift: Shift, again: string, bin: string, number: string): Promise<string> {
  const { desk, at, orderId, tickets, otherTicket } = shift;
  const [first, second, third] = tickets;
  await at('pack');
  await desk.refused(commandOf('TAKE_BACK'), 'NO_PARCEL');
  await desk.refused(EAN, 'NO_PARCEL');
  const { parcel } = await desk.done(bin);
  await desk.done(second);
  await desk.refused(second, 'ALREADY_DONE');
  await desk.refused(otherTicket, 'FOREIGN');
  await desk.refused(first, 'REPLACED');
  // The last piece comes out and in again, so it counts once.
  for (const code of [third, UNDO, third, again]) await desk.done(code);
  await desk.asks(EAN, 'TRACKING');
  await printAll();
  await desk.page.locator('[data-paper="LABEL"][data-state="printed"]').waitFor();
  // A torn number is doubtful, and a ticket does not answer.
  await desk.asks(number.slice(0, 13), 'CONFIRM_TRACKING');
  await desk.refused(otherTicket, 'QUESTION');
  assert.equal((await shop.orderOf(orderId)).status, 'ACCEPTED');
  await desk.asks(UNDO, 'TRACKING');
  await desk.done(number);
  const shipped = await shop.orderOf(orderId);
  assert.deepEqual([shipped.status, shipped.shipments[0].trackingNumber], ['SHIPPED', number]);
  return parcel.code;
}

/** Opens the parcel again, and ships it with another label. Returns the code of the other order's parcel. */
async function packAgain(shift: Shift, parcel: string, number: string): Promise<string> {
  const { desk, orderId, otherId, otherTicket } = shift;
  await desk.asks(commandOf('TAKE_BACK'), 'CONFIRM_TAKE_BACK');
  await desk.refused(otherTicket, 'QUESTION');
  await desk.page.locator(`[data-parcel="${parcel}"][data-state="SHIPPED"]`).waitFor();
  const opened = await desk.asks(PASS, 'TRACKING');
  assert.deepEqual(opened.voided, ['LABEL']);
  const back = await shop.orderOf(orderId);
  assert.deepEqual([back.status, back.shipments ?? []], ['ACCEPTED', []]);
  assert.equal((await shop.operator.get(`/parcels/${parcel}`)).json.state, 'OPEN');
  // The page shows the new label instead of the void one.
  await desk.page.locator('[data-paper="LABEL"][data-state="drawing"]').waitFor();
  await printAll();
  await desk.page.locator('[data-paper="LABEL"][data-state="printed"]').waitFor();
  await desk.done(number);
  assert.equal((await shop.orderOf(orderId)).shipments[0].trackingNumber, number);
  await desk.asks(commandOf('REPRINT_LABEL'), 'REPRINT_REASON');
  await desk.done(commandOf('REJECT', 'SMEAR'));
  await printAll();
  const { parcel: other } = await desk.asks(otherTicket, 'TRACKING');
  // The number of another parcel is doubtful.
  await desk.asks(number, 'CONFIRM_TRACKING');
  await desk.asks(UNDO, 'TRACKING');
  await desk.done(commandOf('NO_TRACKING'));
  assert.deepEqual(
    [(await shop.orderOf(orderId)).status, (await shop.orderOf(otherId)).status],
    ['SHIPPED', 'SHIPPED'],
  );
  assert.deepEqual(await statesOf(orderId), ['REPLACED 0', 'PACKED 1', 'PACKED 0', 'PACKED 0']);
  return other.code;
}

/** A parcel on a closed list stays closed, because the driver has it. */
async function handOver({ desk, at, orderId }: Shift, parcel: string, other: string, number: string): Promise<void> {
  const { page } = desk;
  await at('hand-over');
  await desk.refused(PASS, 'NO_PARCEL');
  const { handOver: list } = await desk.done(parcel);
  assert.equal(list.carrierName, 'DHL Paket');
  await desk.refused(number, 'ALREADY_DONE');
  await desk.refused(NO_PIECE, 'UNKNOWN');
  await desk.scan(PASS);
  await page.locator('[data-question="CLOSE"]').waitFor();
  await page.locator(`[data-missing="${other}"]`).waitFor();
  await assertAccessible(page);
  for (const code of [other, PASS]) await desk.done(code);
  await page.locator(`[data-closed="${list.handOverId}"]`).waitFor();
  await at('pack');
  await desk.done(parcel);
  await desk.asks(commandOf('TAKE_BACK'), 'CONFIRM_TAKE_BACK');
  const { refusal } = await desk.refused(PASS, 'ALREADY_DONE');
  assert.equal(refusal.code, 'parcel_on_closed_list');
  await desk.done(UNDO);
  assert.equal((await shop.orderOf(orderId)).status, 'SHIPPED');
}

for (const [size, screen, language] of [
  ['1280x800', OFFICE_SCREEN, 'en'],
  ['820x1180', TABLET_SCREEN, 'de'],
] as const)
  test(`a whole shift runs by scanner alone, at ${size} in ${language === 'de' ? 'German' : 'English'}`, async () => {
    const name = `${screen.width}${language}`.toUpperCase();
    const [orderId, otherId] = [`SHIFT-${name}`, `OTHER-${name}`];
    const [first = '', second = '', third = ''] = await released(orderId, 3, 1);
    const [otherTicket = ''] = await released(otherId, 1, 0);
    const page = await openBench(`Bench ${name}`, { screen, language, dark: language === 'de' });
    const desk = scanningDesk(page, language);
    const at = async (work: string) => {
      await page.goto(`station/${work}`);
      await page.getByRole('banner').waitFor();
      await isInWidth(page);
    };
    const shift: Shift = { desk, at, orderId, tickets: [first, second, third], otherId, otherTicket };
    const number = `JD014600006281${screen.width}${language === 'de' ? 1 : 2}`.padEnd(19, '0');
    await make(shift);
    const { again, bin } = await checkAndSort(shift);
    const parcel = await pack(shift, again, bin, `${number}1`);
    const other = await packAgain(shift, parcel, `${number}2`);
    await handOver(shift, parcel, other, `${number}2`);
  });
