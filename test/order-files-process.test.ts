import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { CatalogCache } from '../src/catalog/catalog-cache.ts';
import { type ImportOptions, importOrders, SeenOrderIds } from '../src/orders/csv/import-orders.ts';
import { openOrderBatches } from '../src/orders/rows/order-batches.ts';
import { type Customer, newCustomer } from '../src/orders/test-support/customer.ts';
import { BLANK, EAN, fullOrder, NECK_LABEL, order } from '../src/orders/test-support/sample-orders.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

const CLI = join(import.meta.dirname, '../src/cli/main.ts');
const ADDRESS = 'Ada Lovelace,Musterstraße 1,Berlin,10115,DE';
const HEADER =
  'orderId,unitPriceCurrency,shipping.address.personName,shipping.address.street,shipping.address.city,shipping.address.postalCode,shipping.address.country,items.quantity,items.unitPrice,items.ean13';
const row = (orderId: string, quantity: string | number = 1, ean13 = EAN) =>
  `${orderId},EUR,${ADDRESS},${quantity},24.9,${ean13}`;

let server: TestServer;
let shop: Customer;
let folder: string;
let files = 0;
before(async () => {
  server = await startTestServer();
  shop = await newCustomer(server);
  folder = await mkdtemp(join(tmpdir(), 'platen-orders-'));
});
after(async () => {
  await server.close();
  await rm(folder, { recursive: true, force: true });
});

async function file(content: string | Uint8Array): Promise<string> {
  const path = join(folder, `${++files}.csv`);
  await writeFile(path, content);
  return path;
}

async function importContent(content: string | Uint8Array, options: Partial<ImportOptions> = {}) {
  const context = {
    catalog: new CatalogCache(server.pool),
    filesPerOrderMax: 200,
    batches: openOrderBatches(server.pool),
    clock: () => new Date(),
    onWork: () => {},
  };
  const path = await file(content);
  return importOrders(context, () => createReadStream(path), {
    client: { clientId: shop.clientId, name: 'Test Shop', mode: 'live' },
    allOrNothing: true,
    dryRun: false,
    onBytes: () => {},
    onReadings: () => {},
    onRefused: async () => {},
    ...options,
  });
}

/** Runs the command on the server's database or another. */
async function platen(args: readonly string[], database: { url: string }) {
  const child = spawn(process.execPath, [CLI, 'orders', ...args], {
    env: { ...process.env, DATABASE_URL: database.url },
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { stdout, stderr, code };
}

async function databaseOf({ pool }: TestServer): Promise<{ url: string }> {
  const { rows } = await pool.query<{ name: string }>('select current_database() as name');
  const { host = '', port, user, password } = pool.options as unknown as Record<string, string | undefined>;
  const way = `host=${encodeURIComponent(host)}&port=${port}`;
  return { url: `postgresql://${user}:${encodeURIComponent(password ?? '')}@/${rows[0]?.name}?${way}` };
}

test('rows with the same orderId become the same order as by POST, despite changes by a spreadsheet', async () => {
  const spreadsheet =
    `${HEADER.replaceAll(',', ';')};items.sku;items.prints.2.dataUrl;items.prints.2.location;items.prints.2.technology;items.existingProduct.name\r\n`
      .replace('items.existingProduct.name', 'status')
      .concat(
        `F-1;EUR;=1+1;Straße 1;Köln;10115;de;2,00;24,90;"=""${EAN}""";;;;;SHIPPED\r\n`,
        `F-1;;;;;;;1;31.5;;${BLANK};https://files.example.com/1.png;FRONT;DTG\r\n`,
      );
  const bytes = Buffer.from(spreadsheet, 'latin1');
  const first = await importContent(bytes);
  assert.deepEqual(first, {
    orders: 1,
    created: 1,
    alreadyThere: 0,
    refused: 0,
    refusals: [],
    encoding: 'windows-1252',
  });
  const { json } = await shop.read('F-1');
  assert.equal(json.status, 'NEW');
  assert.deepEqual(json.shipping.address, {
    personName: '=1+1',
    street: 'Straße 1',
    city: 'Köln',
    postalCode: '10115',
    country: 'DE',
  });
  assert.deepEqual(
    json.items.map(({ quantity, unitPrice }: { quantity: number; unitPrice: number }) => [quantity, unitPrice]),
    [
      [2, 24.9],
      [1, 31.5],
    ],
  );
  assert.deepEqual(json.items[1].customProduct.prints, [
    { dataUrl: 'https://files.example.com/1.png', location: 'FRONT', technology: 'DTG' },
  ]);
  assert.deepEqual((await importContent(bytes)).alreadyThere, 1);
});

test('an order that the API refuses is reported in its words with line and column, and the whole file is refused', async () => {
  const columns = `${HEADER},items.sku,items.prints.3.location`;
  const content = [
    columns,
    `${row('G-1')},,`,
    `${row('G-2', 'two', '123')},,`,
    `G-3,USD,Bo,Weg 1,Ulm,89073,DE,1,1.5,,${BLANK},MOON`,
    'G-3,EUR,,,,,,1,1.5,,,',
    `${row('G-1')},,`,
    `${row('G-4')},,,surplus`,
    `${row('4,00638E+12')},,`.replace('4,00638E+12', '"4,00638E+12"'),
  ].join('\n');
  const result = await importContent(content);
  assert.deepEqual([result.orders, result.created, result.refused], [6, 0, 5]);
  const told = result.refusals.map(({ line, column, code }) => `${line} ${column ?? '-'} ${code}`);
  assert.deepEqual(told, [
    '3 items.quantity wrong_type',
    '3 items.ean13 unknown_product_variant',
    '5 unitPriceCurrency conflicting_value',
    '4 items.prints.3.dataUrl required',
    '4 items.prints.3.technology required',
    '4 items.prints.3.location location_not_allowed',
    '5 - exactly_one_product',
    '6 orderId duplicate',
    '7 - wrong_cell_count',
    '8 orderId invalid',
  ]);
  const { json } = await shop.post(
    order({ orderId: 'G-2', items: [{ quantity: 1, existingProduct: { ean13: '123' } }] }),
  );
  const [violation] = json.violations;
  assert.equal(result.refusals[1]?.message, violation.message);
  assert.equal((await shop.read('G-1')).status, 404);
});

test('with row by row valid orders are created, and a different order with a known orderId is refused', async () => {
  await shop.post(order({ orderId: 'H-2' }));
  const refused: string[] = [];
  const result = await importContent([HEADER, row('H-1'), row('H-2', 7), row('H-3', 0), row('H-4')].join('\n'), {
    allOrNothing: false,
    onRefused: async (_header, { orderId }) => void refused.push(orderId),
  });
  assert.deepEqual([result.created, result.refused, refused], [2, 2, ['H-2', 'H-3']]);
  assert.deepEqual(
    result.refusals.map(({ orderId, line, column, code }) => [orderId, line, column, code]),
    [
      ['H-2', 3, 'orderId', 'order_already_exists'],
      ['H-3', 4, 'items.quantity', 'too_small'],
    ],
  );
  assert.equal((await shop.read('H-2')).json.items[0].quantity, 2);
  const dry = await importContent([HEADER, row('H-1'), row('H-9')].join('\n'), { dryRun: true });
  assert.deepEqual([dry.created, dry.alreadyThere], [1, 1]);
  assert.equal((await shop.read('H-9')).status, 404);
});

test('a file that cannot be read to its end is reported with the position, and no order is created', async () => {
  for (const [content, told] of [
    ['', '1 required'],
    ['orderId,items.quantiti\nA,1', '1 unknown_property,1 required'],
    ['orderId,orderId,items.quantity\nA,A,1', '1 duplicate'],
    [`${HEADER}\n${row('I-1')}\nI-2,"open`, '3 invalid_csv'],
  ] as const) {
    const result = await importContent(content);
    assert.equal(result.refusals.map(({ line, code }) => `${line} ${code}`).join(), told);
    assert.equal(result.created, 0);
  }
  const { created, refusals } = await importContent(`${HEADER}\n${row('I-1')}\nI-2,"open`, {
    allOrNothing: false,
  });
  assert.deepEqual([created, refusals[0]?.line], [0, 3]);
  const many = [HEADER, ...Array.from({ length: 501 }, () => row('I-3'))].join('\n');
  const [first] = (await importContent(many)).refusals;
  assert.deepEqual([first?.line, first?.code], [2, 'too_many_items']);
});

test('importing a file again after an interrupted import completes it without duplicates', async () => {
  const ids = Array.from({ length: 900 }, (_, index) => `J-${index}`);
  const content = [HEADER, ...ids.map((id) => row(id))].join('\n');
  let bytes = 0;
  // After the check of the whole file its connection breaks, as in a killed process.
  const cut = importContent(content, {
    onBytes: (more) => {
      bytes += more;
      if (bytes > Buffer.byteLength(content) * 2) throw new Error('killed');
    },
  });
  await assert.rejects(cut, /killed/);
  const again = await importContent(content);
  assert.deepEqual([again.created + again.alreadyThere, again.refused], [900, 0]);
  const { rows } = await server.pool.query(
    `select count(*)::int as events from order_events where client_id = $1 and order_id like 'J-%'`,
    [shop.clientId],
  );
  assert.deepEqual(rows, [{ events: 900 }]);
});

test('exported orders can be imported into an empty shop by the command', async () => {
  const other = await startTestServer();
  server.after(() => other.close());
  const source = await newCustomer(server);
  const target = await newCustomer(other);
  const prints = ['FRONT', 'BACK', 'NECK'].map((location, index) => ({
    dataUrl: `https://files.example.com/${index}.png?a=1,2&b="x"`.replaceAll('"', '%22'),
    location,
    technology: 'DTF',
  }));
  const hostile = [
    '=cmd()',
    "'=x",
    "''+y",
    ' spaced ',
    '-1',
    '+49 30 1',
    '"quoted", and more',
    '007',
    '12E3',
    'ü;\u3042',
  ];
  await source.post(fullOrder('K-1'));
  await source.post(
    order({
      orderId: '=K-2',
      items: [{ quantity: 1, unitPrice: 0.1, customProduct: { sku: BLANK, prints } }],
    }),
  );
  for (const [index, name] of hostile.entries()) {
    const address = { personName: name, street: name, city: name, postalCode: '10115', country: 'DE' };
    await source.post(order({ orderId: `K-${index + 10}`, shipping: { address } }));
  }
  await source.post(order({ orderId: 'K-3', shipping: { shippingLabelUrl: 'https://files.example.com/l.pdf' } }));
  await source.cancel('K-3');
  const [from, to] = [await databaseOf(server), await databaseOf(other)];
  const path = join(folder, 'export.csv');
  const exported = await platen(['export', path, '--client', source.clientId, '--json'], from);
  assert.deepEqual([exported.code, exported.stderr], [0, '']);
  assert.deepEqual(JSON.parse(exported.stdout), { file: path, orders: 13, rows: 14 });
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  const written = await readFile(path, 'utf8');
  assert.ok(written.includes(`"'=cmd()"`) && !/,=cmd/.test(written));

  const done = await platen(['import', path, '--client', target.clientId, '--json'], to);
  assert.deepEqual([done.code, done.stderr], [0, '']);
  assert.deepEqual(JSON.parse(done.stdout), {
    orders: 13,
    created: 13,
    alreadyThere: 0,
    refused: 0,
    refusals: [],
  });
  for (const orderId of ['K-1', '=K-2', 'K-3', ...hostile.map((_, index) => `K-${index + 10}`)]) {
    const [one, same] = [(await source.read(orderId)).json, (await target.read(orderId)).json];
    for (const field of ['orderId', 'items', 'shipping', 'packingSlip', 'unitPriceCurrency'])
      assert.deepEqual(same[field], one[field], `${orderId} ${field}`);
  }
  const only = await platen(['export', '--client', source.clientId, '--status', 'CANCELLED'], from);
  assert.match(only.stdout, /^orderId,status,.*\r\nK-3,CANCELLED,.*\r\n$/s);
});

test('the command reports the result of an import and writes the refused rows for correction', async () => {
  const database = await databaseOf(server);
  const path = await file([HEADER, row('L-1'), row('L-2', '1.200'), row('L-3', 3, NECK_LABEL)].join('\n'));
  const refused = join(folder, 'refused.csv');
  const all = await platen(['import', path, '--client', shop.clientId], database);
  assert.equal(all.code, 1);
  assert.match(all.stdout, /^Orders +3\nCreated +0\nAlready there +0\nRefused +2\nNothing was created, /);
  assert.match(
    all.stderr,
    /^line 3, column items\.quantity: "quantity" must be a whole number\.\nline 4, column items\.ean13: /,
  );
  const some = await platen(
    ['import', path, '--client', shop.clientId, '--row-by-row', '--refused', refused, '--json'],
    database,
  );
  assert.equal(some.code, 1);
  const { created, refusedFile } = JSON.parse(some.stdout);
  assert.deepEqual([created, refusedFile], [1, refused]);
  const rows = await readFile(refused, 'utf8');
  assert.equal(rows.split('\r\n').length, 4);
  assert.match(rows, /^\ufeffrefusal,orderId,/);
  const corrected = await file(rows.replace('1.200', '1200').replace(NECK_LABEL, EAN));
  const done = await platen(['import', corrected, '--client', shop.clientId], database);
  assert.deepEqual([done.code, done.stderr], [0, '']);
  assert.match(done.stdout, /Created +2\n/);
  const again = await platen(['import', path, '--client', shop.clientId, '--refused', refused], database);
  assert.deepEqual([again.code, again.stderr], [1, `platen: The file ${refused} already exists; name another file.\n`]);
  const { rows: audit } = await server.pool.query(
    `select action, detail from audit where action like 'client.orders%' and subject_id = $1 order by entry_id`,
    [shop.clientId],
  );
  assert.deepEqual(
    audit.map(({ action, detail }) => [action, JSON.parse(detail).created]),
    [
      ['client.orders_imported', 1],
      ['client.orders_imported', 2],
    ],
  );
});

test('known orderIds are found among many', () => {
  const seen = new SeenOrderIds();
  const ids = Array.from({ length: 20_000 }, (_, index) => `ORDER-${index}`);
  assert.ok(ids.every((id) => seen.add(id)));
  assert.ok(ids.every((id) => !seen.add(id)));
});
