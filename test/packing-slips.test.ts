import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, customItem } from '../src/orders/test-support/sample-orders.ts';
import type { PackingSlip } from '../src/papers/packing-slip.ts';
import { type ReadPage, readCodes, readPages } from '../src/papers/test-support/read-papers.ts';
import { PAPER_OPTIONS, printAndRead } from '../src/papers/test-support/sample-papers.ts';
import { commandSheet } from '../src/production/command-codes.ts';
import { assigned, markMade, newOperator, type Operator } from './support/operator.ts';
import {
  type ListeningPrinter,
  labelPrinter,
  officePrinter,
  openPaperBench,
  type PaperBench,
  stationWith,
} from './support/paper-bench.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
let customer: Customer;
let bench: PaperBench;
let sheets: ListeningPrinter;
let token: string;
before(async () => {
  server = await startTestServer({ SENDER_ADDRESS: 'Werkstraße 1; 20095 Hamburg; GERMANY' });
  operator = await newOperator(server);
  token = (await server.token({ scope: 'operator' })).token;
  customer = await newCustomer(server);
  bench = openPaperBench(server, server);
  sheets = await officePrinter(server, operator);
  await stationWith(operator, 'pack-1', [sheets]);
  await operator.send('POST', `/stock/ARTICLE/${encodeURIComponent(BLANK)}/set`, { quantity: 1_000 });
});
after(() => server.close());

const slipPath = () => `/clients/${customer.clientId}/slip`;
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="200" height="80"><rect width="200" height="80" fill="#c00"/></svg>';

async function upload(type: string, body: string | Buffer) {
  return fetch(`${server.url}/operator/v1${slipPath()}/logo`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}`, 'content-type': type },
    body: body as string,
  });
}

/** Packs an order, and returns its printed slip. */
async function slipOf(orderId: string, order: object, address: object): Promise<ReadPage[]> {
  const shipping = { address: { personName: 'Ada Lovelace', street: 'Rue 1', city: 'Paris', ...address } };
  await assigned(server, customer, {
    orderId,
    items: [customItem({})],
    unitPriceCurrency: 'EUR',
    ...order,
    shipping,
  } as never);
  await operator.send('POST', '/batches', { orders: [{ clientId: customer.clientId, orderId }] });
  await markMade(server);
  const pieces = (await operator.get(`/orders/${customer.clientId}/${orderId}/pieces`)).json;
  let context: object = { work: 'PACK' };
  const none = commandSheet().find(({ command }) => command === 'NO_TRACKING')?.code;
  for (const code of [...pieces.map(({ code }: { code: string }) => code), none]) {
    const { json } = await operator.send('POST', '/scans', { id: randomUUID(), station: 'pack-1', code, context });
    context = json.next;
  }
  const before = sheets.taken.length;
  await bench.draw();
  await bench.print(sheets.printerId);
  const printed = await Promise.all(sheets.taken.slice(before).map((pdf) => readPages(pdf)));
  return printed.find(([page]) => page?.text.includes(orderId) && !page.text.includes('NOT POSTAGE')) ?? [];
}

test('a slip has the logo, colour, texts and link of the client, and speaks the language of its destination', async () => {
  const look = { color: '#cc0000', returnText: 'Thirty days.', link: 'https://shop.example.com/r/{orderId}' };
  const saved = await operator.send('PUT', slipPath(), look);
  assert.deepEqual(saved.json, { ...look, prices: true, form: 'A4', hasLogo: false });
  assert.equal((await upload('image/svg+xml', SVG)).status, 200);
  assert.equal((await operator.get(slipPath())).json.hasLogo, true);
  const item = customItem({ prints: [{ ...customItem().customProduct!.prints![0]!, designName: 'Sunrise' }] });
  const [page] = await slipOf(
    'SLIP-1',
    { items: [{ id: 'L1', ...item }], message: 'Merci, Ada !' },
    { postalCode: '75001', country: 'FR' },
  );
  const { text = '', png } = page!;
  for (const part of [
    'Bon de livraison',
    'Sunrise',
    'L1',
    'Merci, Ada !',
    'Thirty days.',
    '31.50 EUR',
    'Ada Lovelace',
    'Werkstraße 1',
  ])
    assert.ok(text.includes(part), `${part}: ${text}`);
  const { squares } = await readCodes(png);
  assert.deepEqual(squares, ['https://shop.example.com/r/SLIP-1']);
  const { data } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let red = 0;
  for (let at = 0; at < data.length; at += 3) if (data[at]! > 180 && data[at + 1]! < 40 && data[at + 2]! < 40) red++;
  assert.ok(red > 10_000, `${red} red dots of the logo and lines`);
});

test('a gift has no prices, and without an address of the shop there is no QR code', async () => {
  await operator.send('PUT', slipPath(), {});
  const [page] = await slipOf('SLIP-2', { gift: true }, { postalCode: '10115', city: 'Berlin', country: 'DE' });
  assert.match(page!.text, /Ein Geschenk/);
  assert.doesNotMatch(page!.text, /31[.,]50|EUR/);
  assert.deepEqual((await readCodes(page!.png)).squares, []);
  await operator.send('PUT', slipPath(), { prices: false });
  const [plain] = await slipOf('SLIP-3', {}, { postalCode: '10115', city: 'Berlin', country: 'DE' });
  assert.doesNotMatch(plain!.text, /31[.,]50/);
});

test('a wrong logo, a link that is no address, and a link to the console are refused', async () => {
  assert.equal((await upload('image/png', 'no picture')).status, 400);
  assert.equal((await operator.send('PUT', slipPath(), { link: 'javascript:alert(1)' })).status, 400);
  assert.equal((await operator.send('PUT', slipPath(), { link: 'http://platen.test/console' })).status, 400);
  assert.equal((await operator.send('PUT', slipPath(), { color: 'red' })).status, 400);
  const removed = await fetch(`${server.url}/operator/v1${slipPath()}/logo`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  });
  assert.equal(removed.status, 200);
  assert.equal((await operator.get(slipPath())).json.hasLogo, false);
});

test('a page of A4 has twelve lines, and a label printer gets a slip of A6', async (t) => {
  const picture = await sharp(Buffer.from(SVG)).png().toBuffer();
  const line = {
    title: 'Creator Tee',
    sku: 'ST-CREATOR-BLK-M',
    color: 'Black',
    size: 'M',
    quantity: 1,
    unitPrice: 31.5,
  };
  const lines = Array.from({ length: 12 }, (_, at) => ({
    ...{ ...line, itemId: String(at + 1), designs: ['Sunrise over the sea'], pictures: [picture] },
  }));
  const slip: PackingSlip = {
    ...{ code: 'R0000000418', shop: { name: 'Nordlicht', logo: picture, color: '#cc0000' }, orderId: 'N-1' },
    ...{ ordered: PAPER_OPTIONS.printedAt, currency: 'EUR', message: 'Thank you for your order!\nLove, Grace', lines },
    customerReference: 'PO-2026-118',
    recipient: { personName: 'Ada', street: 'Rue 1', city: 'Paris', postalCode: '75001', country: 'FR' },
    returnAddress: ['Nordlicht', 'Lagerweg 5', '20095 Hamburg'],
    returnText: 'Send it back within 30 days, unworn, with this slip.',
    link: 'https://shop.example.com/returns/N-1',
  };
  const { pages, notes } = await printAndRead('packing-slips', [slip]);
  assert.deepEqual([pages.length, notes], [1, []]);
  const labels = await labelPrinter(t, operator);
  await stationWith(operator, 'pack-small', [labels]);
  await operator.send('PUT', slipPath(), { form: 'A6' });
  const { papers } = (await operator.send('PATCH', `/printers/${labels.printerId}`, { mediaWidthMm: 101.6 })).json;
  assert.ok(papers.includes('SLIP'));
  const small = await printAndRead('packing-slips', [{ ...slip, form: 'A6', lines: lines.slice(0, 3) }]);
  assert.deepEqual([small.pages.length, Math.round(small.pages[0]!.widthMm)], [1, 105]);
});
