import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { beginDue } from '../../src/packing/begin-orders.ts';
import { ScanNumbers } from '../../src/production/scan-numbers.ts';
import { commandOf } from '../../test/support/floor-scene.ts';
import { startConsole, type TestConsole } from './support/console.ts';
import { eventually } from './support/eventually.ts';
import { address, openPackingShop, type PackingShop, packedOn } from './support/packing-shop.ts';
import { scanningDesk } from './support/scanning-desk.ts';

const PASS = commandOf('PASS');
const UNDO = commandOf('UNDO');

let office: TestConsole;
let shop: PackingShop;
before(async () => {
  office = await startConsole();
  shop = await openPackingShop(office);
});
afterEach(() => office.endTest());
after(() => office.close());

const eventsOf = async (orderId: string): Promise<{ type: string; code: string; reason?: string }[]> =>
  (await shop.operator.get(`/orders/${shop.clientId}/${orderId}/piece-events`)).json;

test('a piece that nobody made is packed only after a confirmation, and the history says so', async () => {
  const { operator, clientId } = shop;
  await shop.send('RAW-1', { items: [shop.printed(2)], shipping: { address } });
  await operator.send('POST', '/batches', { orders: [{ clientId, orderId: 'RAW-1' }] });
  const pieces: { code: string }[] = (await operator.get(`/orders/${clientId}/RAW-1/pieces`)).json;
  const [first = '', second = ''] = pieces.map(({ code }) => code);
  const page = await shop.atPacking('Grace Hopper', { station: await shop.newStation('Pack raw'), language: 'de' });
  const desk = scanningDesk(page, 'de');
  await desk.asks(first, 'CONFIRM_UNMADE');
  await desk.refused(second, 'QUESTION');
  await desk.done(UNDO);
  await eventually(() => packedOn(page), ['0 von 2']);
  await desk.asks(first, 'CONFIRM_UNMADE');
  await desk.done(PASS);
  await eventually(() => packedOn(page), ['1 von 2']);
  const [event] = await eventsOf('RAW-1');
  assert.deepEqual([event?.type, event?.code, event?.reason], ['piece.packed', first, 'UNMADE']);
  const desktop = await office.signedIn({ role: 'office', language: 'de' });
  await desktop.goto(`orders/${clientId}/RAW-1`);
  await desktop.locator('[data-piece-events]').getByText('verpackt: niemand hatte es gefertigt').waitFor();
});

test('a label that was never printed can be asked for without losing the lines of the parcel', async () => {
  await shop.send('COPY-1', { items: [shop.printed(2)], shipping: { address } });
  const [first = ''] = await shop.released('COPY-1');
  const page = await shop.atPacking('Grace Hopper', { station: await shop.newStation('Pack copy') });
  const desk = scanningDesk(page, 'en');
  await desk.refused(commandOf('REPRINT_LABEL'), 'NO_PARCEL');
  await desk.done(first);
  await desk.asks(commandOf('REPRINT_LABEL'), 'REPRINT_REASON');
  await eventually(() => packedOn(page), ['1 of 2']);
  await page.getByText('asks first').waitFor();
  assert.equal(await page.getByText('label printed again').count(), 0);
  await desk.done(UNDO);
  await eventually(() => packedOn(page), ['1 of 2']);
});

test('a parcel of a cancelled order is dropped with its pieces, and the station goes on', async () => {
  const { operator, clientId } = shop;
  await shop.send('GONE-1', { items: [shop.printed(2)], shipping: { address } });
  await shop.send('GONE-2', { items: [shop.printed(1)], shipping: { address } });
  const [first = '', second = ''] = await shop.released('GONE-1');
  const [other = ''] = await shop.released('GONE-2');
  const page = await shop.atPacking('Grace Hopper', { station: await shop.newStation('Pack gone') });
  const desk = scanningDesk(page, 'en');
  const { parcel } = await desk.done(first);
  await operator.work(clientId, 'GONE-1', 'cancel', { reason: 'Not wanted any more.' });
  for (const code of [second, first]) await desk.refused(code, 'CANCELLED');
  await desk.asks(other, 'TRACKING');
  const { pool } = office.server;
  const context = { pool, numbers: new ScanNumbers(pool), stepOrder: [] };
  await beginDue(context, clientId, new AbortController().signal);
  const { json: pieces } = await operator.get(`/orders/${clientId}/GONE-1/pieces`);
  assert.deepEqual(
    pieces.map(({ state }: { state: string }) => state),
    ['CANCELLED', 'CANCELLED'],
  );
  assert.equal((await operator.get(`/parcels/${parcel.code}`)).json.state, 'DROPPED');
});

test('a bin whose pieces lie in an open parcel is not brought to packing again', async () => {
  await shop.send('BIN-1', { items: [shop.printed(2)], shipping: { address } });
  const codes = await shop.released('BIN-1');
  const bin = await shop.inBin(...codes);
  const desktop = await office.signedIn({ role: 'office' });
  await desktop.goto('bins');
  const row = desktop.locator('[data-bin]', { hasText: 'BIN-1' });
  await row.getByText('Take it to packing.').waitFor();
  const page = await shop.atPacking('Grace Hopper', { station: await shop.newStation('Pack bin') });
  for (const code of [bin, ...codes]) await scanningDesk(page, 'en').scan(code);
  await row.getByText('All pieces are in an open parcel.').waitFor();
});

test('parcels with labels of clients are on a list of their own', async () => {
  const page = await shop.atPacking('Grace Hopper', { station: await shop.newStation('Pack lists') });
  const desk = scanningDesk(page, 'en');
  for (const [orderId, shipping] of [
    ['LIST-1', { address }],
    ['LIST-2', { shippingLabelUrl: `${shop.files}/label.pdf` }],
  ] as const) {
    await shop.send(orderId, { items: [shop.printed(1)], shipping });
    const [piece = ''] = await shop.released(orderId);
    await desk.asks(piece, 'TRACKING');
    await desk.done(commandOf('NO_TRACKING'));
  }
  const list = await office.signedIn({ role: 'office', language: 'de' });
  await list.goto('station/hand-over');
  await list.locator('[data-carrier="dhl-paket"]').getByText('DHL Paket').waitFor();
  await list.locator('[data-carrier="CLIENT"]').getByText('Etiketten vom Kunden').waitFor();
  await list.locator('[data-carrier="CLIENT"]').getByText('1 auf keiner Liste').waitFor();
});
