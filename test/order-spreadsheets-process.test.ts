import assert from 'node:assert/strict';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { CatalogCache } from '../src/catalog/catalog-cache.ts';
import { readCatalogFile } from '../src/catalog/read-catalog-file.ts';
import { type ImportOptions, importOrders } from '../src/orders/csv/import-orders.ts';
import { openOrderBatches } from '../src/orders/rows/order-batches.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { EAN } from '../src/orders/test-support/sample-orders.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let shop: Customer;
let folder: string;
before(async () => {
  server = await startTestServer();
  shop = await newCustomer(server);
  folder = await mkdtemp(join(tmpdir(), 'platen-orders-'));
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

/** Imports one order. `values` replaces cells; the separator is a semicolon by default. */
async function importOne(
  orderId: string,
  values: Record<string, string>,
  {
    separator = ';',
    bytesOf = (text: string): Buffer => Buffer.from(text),
    ...options
  }: Partial<ImportOptions> & {
    separator?: string;
    bytesOf?: (text: string) => Buffer;
  } = {},
) {
  const cells: Record<string, string> = {
    orderId,
    unitPriceCurrency: 'EUR',
    'shipping.address.personName': 'Bo',
    'shipping.address.street': 'Weg 1',
    'shipping.address.city': 'Ulm',
    'shipping.address.postalCode': '89073',
    'shipping.address.country': 'DE',
    'items.quantity': '1',
    'items.unitPrice': '24.90',
    'items.ean13': EAN,
    ...values,
  };
  const path = join(folder, `${orderId}.csv`);
  const columns = Object.keys(cells);
  const quoted = columns.map((name) => `"${cells[name]}"`);
  await writeFile(path, bytesOf(`${columns.join(separator)}\r\n${quoted.join(separator)}\r\n`));
  const context = {
    catalog: new CatalogCache(server.pool),
    filesPerOrderMax: 100,
    batches: openOrderBatches(server.pool),
    clock: () => new Date(),
    onWork: () => {},
  };
  return importOrders(context, () => createReadStream(path), {
    client: { clientId: shop.clientId, name: 'shop', mode: 'live' },
    ...{ allOrNothing: true, dryRun: false, onBytes: () => {}, onReadings: () => {}, onRefused: async () => {} },
    ...options,
  });
}

/** Encodes the letters of the example in a single-byte code page. */
const inCodePage = (bytes: Record<string, number>) => (text: string) =>
  Buffer.from([...text].map((one) => bytes[one] ?? one.charCodeAt(0)));

test('a file whose letters differ between code pages is refused until its encoding is named', async () => {
  const files = {
    'windows-1250': ['Łódź', inCodePage({ Ł: 0xa3, ó: 0xf3, ź: 0x9f })],
    'windows-1251': ['Минск', inCodePage({ М: 0xcc, и: 0xe8, н: 0xed, с: 0xf1, к: 0xea })],
    'windows-1252': ['Coruña', inCodePage({ ñ: 0xf1 })],
    'windows-1254': ['Ağrı', inCodePage({ ğ: 0xf0, ı: 0xfd })],
  } as const;
  for (const [encoding, [city, bytesOf]] of Object.entries(files)) {
    const values = { 'shipping.address.city': city };
    await assert.rejects(importOne(`E-${encoding}`, values, { bytesOf }), /uncertain.*Windows-1250/);
    assert.equal((await shop.read(`E-${encoding}`)).status, 404);
    const named = await importOne(`E-${encoding}`, values, { bytesOf, encoding: encoding as keyof typeof files });
    assert.deepEqual([named.created, named.encoding], [1, encoding]);
    assert.equal((await shop.read(`E-${encoding}`)).json.shipping.address.city, city);
  }
  const sure = await importOne('E-sure', { 'shipping.address.city': 'Münster' }, { bytesOf: inCodePage({ ü: 0xfc }) });
  assert.deepEqual([sure.created, sure.encoding], [1, 'windows-1252']);
  const utf8 = await importOne('E-utf', { 'shipping.address.city': 'Łódź' }, { encoding: 'windows-1252' });
  assert.deepEqual([utf8.created, utf8.encoding], [1, 'utf-8']);
});

test('a catalogue in an uncertain encoding is refused until the encoding is named', async () => {
  const path = await mkdtemp(join(folder, 'catalog-'));
  await writeFile(join(path, 'carriers.csv'), inCodePage({ Ł: 0xa3 })('carrierId,name\nc-1,Łada\n'));
  await assert.rejects(readCatalogFile(path), (error: Error & { violations: { message: string }[] }) =>
    /uncertain/.test(error.violations[0]?.message ?? ''),
  );
  assert.equal((await readCatalogFile(path, 'windows-1250')).carriers[0]?.name, 'Łada');
  const { token } = await server.token({ scope: 'operator' });
  const send = (query: string, type = 'text/csv') =>
    server.send(`/operator/v1/catalog/import${query}`, {
      token,
      body: inCodePage({ Ł: 0xa3 })('carrierId,name\nc-1,Łada\n'),
      headers: { 'content-type': type },
    });
  const refused = await send('');
  assert.deepEqual([refused.status, refused.json.violations[0].code], [400, 'invalid_encoding']);
  assert.equal((await send('?encoding=windows-1250')).status, 200);
  assert.equal((await send('', 'text/csv; charset=windows-1250')).status, 200);
});

test('a decimal comma with three decimals is a price where the currency has three', async () => {
  const prices: [currency: string, cell: string, separator: string, price: number | undefined][] = [
    ['KWD', '12,345', ';', 12.345],
    ['TND', '1,200', ';', 1.2],
    ['KWD', '1.200', ',', 1.2],
    ['KWD', '12,345', ',', undefined],
    ['KWD', '1.200', ';', undefined],
    ['EUR', '12,345', ';', undefined],
    ['EUR', '12,345', ',', undefined],
    ['EUR', '1.234,56', ';', 1234.56],
    ['EUR', '1,234.56', ',', 1234.56],
    ['EUR', '1.234.567,89', ';', 1234567.89],
    ['EUR', '24,90', ';', 24.9],
    ['EUR', '1 234,56', ';', 1234.56],
    ['EUR', "1'234.56", ';', 1234.56],
    ['EUR', '14.309999999999999', ',', 14.31],
    ['KWD', '1.234', ';', undefined],
  ];
  for (const [index, [currency, cell, separator, price]] of prices.entries()) {
    const values = { unitPriceCurrency: currency, 'items.unitPrice': cell };
    const { created, refusals } = await importOne(`D-${index}`, values, { separator });
    assert.equal(created, price === undefined ? 0 : 1, `${currency} ${cell}`);
    if (price === undefined) assert.match(refusals[0]?.message ?? '', /ambiguous/);
    else assert.equal((await shop.read(`D-${index}`)).json.items[0].unitPrice, price);
  }
});

test('a price with a currency sign is refused with the remedy', async () => {
  for (const cell of ['24,90 €', '$24.90', 'EUR 24.90']) {
    const { refusals } = await importOne('D-sign', { 'items.unitPrice': cell });
    assert.deepEqual(
      refusals.map(({ column, message }) => [column, message]),
      [['items.unitPrice', 'The price must be a number without a currency sign, such as 24.90.']],
    );
  }
});

test('days, codes and headings are read as spreadsheets write them', async () => {
  for (const [index, day] of ['24.12.2030', '2030/12/24', '2030-12-24 00:00:00', '24. 12. 2030'].entries()) {
    const { created } = await importOne(`S-${index}`, { requestedDeliveryDate: day });
    assert.equal(created, 1, day);
    assert.equal((await shop.read(`S-${index}`)).json.requestedDeliveryDate, '2030-12-24');
  }
  const { refusals } = await importOne('S-us', { requestedDeliveryDate: '12/24/2030' });
  assert.match(refusals[0]?.message ?? '', /YYYY-MM-DD/);
  const codes = { 'items.ean13': `${EAN}.0`, 'shipping.address.postalCode': "'89073" };
  assert.equal((await importOne('S-codes', codes)).created, 1);
  assert.equal((await shop.read('S-codes')).json.shipping.address.postalCode, '89073');
  const bytesOf = (text: string) =>
    Buffer.from(text.replace('orderId', 'Order ID').replace('items.ean13', 'ITEMS.EAN13'));
  assert.equal((await importOne('S-head', {}, { bytesOf })).created, 1);
});

test('a postal code that lost its zero is named with its line, and the order is created', async () => {
  for (const [index, dryRun] of [true, false].entries()) {
    const lost = { 'shipping.address.postalCode': '1067', 'shipping.address.city': 'Dresden' };
    const { created, warnings } = await importOne(`Z-${index}`, lost, { dryRun });
    assert.equal(created, 1);
    const [warning] = warnings ?? [];
    assert.deepEqual(
      [warning?.orderId, warning?.line, warning?.column],
      [`Z-${index}`, 2, 'shipping.address.postalCode'],
    );
    assert.match(warning?.message ?? '', /leading zero/);
  }
  assert.equal((await importOne('Z-9', {})).warnings, undefined);
});

test('an order without a currency gets that of the center, and its own comes first', async () => {
  const none = await importOne('CUR-1', { unitPriceCurrency: '' });
  assert.equal(none.created, 0);
  await importOne('CUR-2', { unitPriceCurrency: '' }, { currency: 'CHF' });
  await importOne('CUR-3', {}, { currency: 'CHF' });
  for (const [orderId, currency] of [
    ['CUR-2', 'CHF'],
    ['CUR-3', 'EUR'],
  ] as const)
    assert.equal((await shop.read(orderId)).json.unitPriceCurrency, currency, orderId);
});

test('data of the shop is imported, and a cell of metadata is JSON', async () => {
  const { created } = await importOne('OWN-1', {
    ...{ customerReference: 'PO-7', 'taxIds.vat': 'DE136695976', requestedDeliveryDate: '2026-12-23' },
    ...{ metadata: '{""cartId"":""c-81""}', 'items.metadata': '{""line"":""7""}' },
  });
  assert.equal(created, 1);
  const { json } = await shop.read('OWN-1');
  assert.deepEqual(
    [json.customerReference, json.taxIds, json.requestedDeliveryDate, json.metadata, json.items[0].metadata],
    ['PO-7', { vat: 'DE136695976' }, '2026-12-23', { cartId: 'c-81' }, { line: '7' }],
  );
  const { refusals } = await importOne('OWN-2', { metadata: 'cartId=c-81' });
  assert.deepEqual([refusals[0]?.column, refusals[0]?.code], ['metadata', 'wrong_type']);
});
