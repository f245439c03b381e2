import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newOperator, type Operator } from './support/operator.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

let server: TestServer;
let operator: Operator;
before(async () => {
  server = await startTestServer();
  operator = await newOperator(server);
});
after(() => server.close());

const PRODUCTS = 'productId;name\r\nU-1;Größe\r\n';
const VARIANTS = 'ean13,productId,name,color,size,stockLevelQuantity\n9911111111111,U-1,Mug,White,One,12\n';
const BOUNDARY = 'a-line-of-its-own';

/** Builds a form as browsers and curl send it. */
function form(files: readonly (readonly [name: string, content: string | Uint8Array])[]): Buffer {
  const parts = files.flatMap(([name, content], index) => [
    `--${BOUNDARY}\r\nContent-Disposition: form-data; name="f${index}"; filename="${name}"\r\nContent-Type: text/csv\r\n\r\n`,
    content,
    '\r\n',
  ]);
  return Buffer.concat([...parts, `--${BOUNDARY}--\r\n`].map((part) => Buffer.from(part)));
}

const send = (body: string | Uint8Array, type: string, query = '') =>
  operator.send('POST', `/catalog/import${query}`, body, { 'content-type': type });
const sendForm = (files: Parameters<typeof form>[0], query = '') =>
  send(form(files), `multipart/form-data; boundary=${BOUNDARY}`, query);
const onHand = async (code: string) => (await operator.get(`/stock/PRODUCT/${code}`)).json.onHand;
const faults = (json: { violations: { pointer: string; code: string }[] }) =>
  json.violations.map(({ pointer, code }) => `${pointer} ${code}`);

test('the CSV files of a folder are imported together, as by the command', async () => {
  const files = [
    ['catalogue/product-variants.csv', VARIANTS],
    ['products.csv', Buffer.from(PRODUCTS, 'latin1')],
  ] as const;
  const looked = await sendForm(files, '?dryRun=true');
  assert.equal(looked.status, 200, looked.text);
  assert.deepEqual(
    [looked.json.dryRun, looked.json.differences.new, looked.json.warnings[0].pointer],
    [
      true,
      [
        { kind: 'product', code: 'U-1' },
        { kind: 'productVariant', code: '9911111111111' },
      ],
      'products.csv',
    ],
  );
  assert.equal((await operator.get('/stock/PRODUCT/9911111111111')).status, 404);
  assert.equal((await sendForm(files)).json.productVariants, 1);
  assert.equal(await onHand('9911111111111'), 12);
  assert.equal((await operator.get('/products/U-1')).json.name, 'Größe');
});

test('a single CSV file is recognized by its columns, whatever its name is', async () => {
  const stock = VARIANTS.replace(',12', ',7');
  const looked = await send(stock, 'text/csv', '?dryRun=true');
  assert.deepEqual(looked.json.differences.changed[0].changes, [{ field: 'stockLevelQuantity', before: 12, after: 7 }]);
  assert.equal((await sendForm([['Bestand (2).csv', stock]])).status, 200);
  assert.equal(await onHand('9911111111111'), 7);
  const csv = await send('"sep=;"\r\nCarrier ID;Name\r\ndhl;DHL\r\n', 'application/vnd.ms-excel');
  assert.equal(csv.json.carriers, 1, csv.text);
});

test('every faulty row is reported with file, line and column, and nothing is imported', async () => {
  const rows = Array.from({ length: 150 }, (_, n) => `99222222${n},U-1,Mug,White,One,minus`);
  const header = VARIANTS.split('\n')[0];
  const { status, json } = await sendForm([
    ['variants of spring.csv', [header, ...rows].join('\n')],
    ['products.csv', 'productId,nmae\nU-2,Cup\n'],
    ['notes.csv', 'what,ever\n1,2\n'],
  ]);
  assert.equal(status, 400);
  const told = faults(json);
  assert.equal(told.length, 150 + 2 + 1);
  assert.ok(
    told.includes('variants of spring.csv line 151, column stockLevelQuantity wrong_type'),
    told.slice(0, 4).join(),
  );
  assert.ok(told.includes('products.csv line 1, column 2 unknown_property'));
  assert.ok(told.includes('notes.csv unknown_file'));
  assert.match(json.message, /and 152 more/);
  assert.equal((await operator.get('/products/U-2')).status, 404);
});

test('a large file is imported in a separate thread', async () => {
  const rows = Array.from({ length: 4_000 }, (_, n) => `${9_933_333_300_000 + n},U-1,Mug ${n},White,One,1`);
  const { status, json, text } = await send([VARIANTS.trim(), ...rows].join('\n'), 'text/csv');
  assert.deepEqual([status, json.productVariants], [200, 4_001], text.slice(0, 300));
});

test('a JSON file may also arrive in a form, and an invalid or empty form is reported', async () => {
  const carriers = JSON.stringify({ carriers: [{ carrierId: 'ups', name: 'UPS' }] });
  assert.equal((await sendForm([['catalog.json', carriers]])).json.carriers, 1);
  const type = `multipart/form-data; boundary=${BOUNDARY}`;
  for (const body of ['', 'no form', form([])]) {
    const { status, json } = await send(body, type);
    assert.deepEqual([status, faults(json)], [400, [' invalid_form']], String(body));
  }
  const many = await sendForm(Array.from({ length: 20_000 }, (_, n) => [`${n}.csv`, ''] as const));
  assert.deepEqual([many.status, faults(many.json)], [400, [' invalid_form']]);
  assert.equal((await send('x', 'text/plain')).status, 415);
  assert.equal((await send('', 'text/csv')).status, 400);
});

test('an import stops at its 10,000th fault, from the file or from the database', async () => {
  const [header] = VARIANTS.split('\n');
  const rows = (product: string) =>
    Array.from({ length: 12_000 }, (_, n) => `${9_944_444_400_000 + n},${product},Mug,White,One,1`);
  for (const [product, code] of [
    ['', 'required'],
    ['NONE', 'unknown_product'],
  ] as const) {
    const { status, json } = await send([header, ...rows(product)].join('\n'), 'text/csv');
    assert.deepEqual([status, json.violations.length, json.violations[0].code], [400, 10_000, code]);
  }
});

test('a file with an unreadable header is reported with its line', async () => {
  const { status, json } = await send(`\n\n${','.repeat(20_000)}\n`, 'text/csv');
  assert.deepEqual([status, faults(json)], [400, ['file line 3 too_many_items']]);
  assert.match(json.violations[0].message, /has more than 16,384 cells; delete the empty columns/);
});
