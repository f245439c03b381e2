import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { CONNECTOR_FIELDS } from '../connectors/map-order.ts';
import { CSV_FIELDS, SHEET_HEADINGS } from '../src/orders/csv/order-columns-rules.ts';
import { erasedOrder } from '../src/orders/document/erased-order.ts';
import { newOrder, normaliseOrder } from '../src/orders/document/order-document.ts';
import { OrderRequestSchema } from '../src/orders/document/order-request-schemas.ts';
import { type FieldUse, OrderSchema } from '../src/orders/document/order-schemas.ts';
import { orderFiles } from '../src/orders/files/order-files.ts';
import { papersToRequest } from '../src/packing/parcel-paper-rules.ts';
import { PAPER_FIELDS, slipOf } from '../src/packing/read-parcel.ts';
import { sheetHead } from '../src/reports/order-sheet-rules.ts';

interface Schema {
  readOnly?: boolean;
  properties?: Record<string, Schema>;
  items?: Schema;
  examples?: unknown[];
}

/** Parts of the order whose fields are listed one by one. The others are listed as a whole. */
const PARTS = new Set([
  ...['items', 'existingProduct', 'customProduct', 'prints', 'customizations'],
  ...['shipping', 'address', 'taxIds'],
]);

/** Returns the paths of the fields, without those that requests ignore. */
function pathsOf({ properties = {} }: Schema, parent = ''): string[] {
  return Object.entries(properties).flatMap(([name, field]) => {
    if (field.readOnly) return [];
    return PARTS.has(name) ? pathsOf(field.items ?? field, `${parent}${name}.`) : [parent + name];
  });
}

const DOCUMENT = pathsOf(OrderSchema as Schema);
const REQUEST = pathsOf(OrderRequestSchema as Schema);

const PAGE = 'console/src/features/orders/order/order-rules.ts';
// Not imported by name, because the console has compiler settings of its own.
const { PAGE_FIELDS } = (await import(`../${PAGE}`)) as { PAGE_FIELDS: FieldUse };

const USERS = [
  { file: 'src/orders/csv/order-columns-rules.ts', list: 'CSV_FIELDS', fields: CSV_FIELDS, of: DOCUMENT },
  { file: 'src/packing/read-parcel.ts', list: 'PAPER_FIELDS', fields: PAPER_FIELDS, of: DOCUMENT },
  { file: PAGE, list: 'PAGE_FIELDS', fields: PAGE_FIELDS, of: DOCUMENT },
  { file: 'connectors/map-order.ts', list: 'CONNECTOR_FIELDS', fields: CONNECTOR_FIELDS, of: REQUEST },
];

for (const { file, list, fields, of } of USERS) {
  test(`${list} lists each field of an order as used or left out`, () => {
    const used: readonly string[] = fields.used;
    const leftOut = Object.keys(fields.leftOut);
    for (const path of of) {
      const message = `${path}: add it to "used" or "leftOut" of ${list} in ${file}`;
      assert.ok(used.includes(path) || leftOut.includes(path), message);
    }
    for (const path of [...used, ...leftOut])
      assert.ok(of.includes(path), `${path}: remove it from ${list} in ${file}, an order has no such field`);
    for (const path of leftOut)
      assert.ok(!used.includes(path), `${path}: ${list} in ${file} has it as used and as left out`);
  });
}

/** Returns a value for each field of a request: its first example. */
function exampleOf(name: string, { items, properties, examples }: Schema): unknown {
  if (items) return [exampleOf(name, items)];
  if (!properties) return examples?.[0] ?? `an ${name}`;
  const given = Object.entries(properties).filter(([, { readOnly }]) => !readOnly);
  return Object.fromEntries(given.map(([field, of]) => [field, exampleOf(field, of)]));
}

/** Returns the paths at which the value has a text or a number. */
function filledPaths(value: unknown, parent = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((element) => filledPaths(element, parent));
  if (Object(value) !== value) return [parent];
  return Object.entries(value as object).flatMap(([name, child]) =>
    filledPaths(child, parent === '' ? name : `${parent}.${name}`),
  );
}

const request = exampleOf('order', OrderRequestSchema as Schema) as Parameters<typeof normaliseOrder>[0];
const STATE = { status: 'NEW', created: new Date(0), updated: new Date(0) } as const;
const stored = newOrder(normaliseOrder(request), STATE, () => 'Logo Tee');

test('the stored order has each field of the request', () => {
  const paths = filledPaths(stored);
  assert.deepEqual(
    REQUEST.filter((path) => !paths.some((one) => one === path || one.startsWith(`${path}.`))),
    [],
  );
});

test('each URL of an order is fetched', () => {
  const urls = new Set(
    orderFiles(stored).map(({ pointer }) => pointer.replaceAll(/\/\d+/g, '').slice(1).replaceAll('/', '.')),
  );
  assert.deepEqual([...urls].sort(), REQUEST.filter((path) => /Url$|^packingSlip$/.test(path)).sort());
});

test('docs/order-files.md names each column of a CSV file', async () => {
  const page = await readFile(join(import.meta.dirname, '../docs/order-files.md'), 'utf8');
  const names = CSV_FIELDS.used.filter((path) => !path.startsWith('shipping.')).map((path) => path.split('.').at(-1));
  assert.deepEqual(
    names.filter((name) => !new RegExp(`[\`.]${name}\``).test(page)),
    [],
  );
});

test("each field with a heading is a column of staff's order sheet", () => {
  for (const language of ['en', 'de'] as const) {
    const head = sheetHead(language);
    const headings = [...SHEET_HEADINGS.values()].map((heading) => heading[language]);
    assert.deepEqual(
      headings.filter((heading) => head.indexOf(heading) === -1 || head.indexOf(heading) !== head.lastIndexOf(heading)),
      [],
    );
  }
});

/** Fields that nobody can change once a parcel is packed. */
const FINAL = ['orderId', 'unitPriceCurrency'];

test('a changed field on the packing slip prints a new slip, and docs/papers.md names it', async () => {
  const slipFor = (order: typeof stored) => {
    const names = { clientName: 'Test Shop', carrierName: null, customsForm: 'NONE', slipForm: 'A4' } as const;
    const inside = new Map(order.items.map(({ id, quantity }) => [id, quantity]));
    const parcel = { number: 1, isLast: true, order, orderCode: 'T00001', inside, names, senderAddress: [], texts: [] };
    const clientSlip = { logo: null, color: null, link: null, returnText: null, prices: true } as never;
    return JSON.stringify(slipOf(parcel, { clientSlip, text: undefined, pictures: new Map(), form: 'A4' }));
  };
  const printers = [
    { printerId: 'p', mediaTypes: ['application/pdf'], mediaWidthMm: 210, mediaHeightMm: 297, dotsPerInch: null },
  ] as never;
  const madeOf = (order: typeof stored) => {
    const items = order.items.map(({ id, quantity }) => ({ itemId: id, packed: quantity }));
    const sources = { usedFiles: [], customsForm: 'NONE', printers, kept: [], latest: [] } as const;
    const hashOf = (text: string) => Buffer.from(text);
    const { papers } = papersToRequest({ content: order }, items, { ...sources, variantOf: () => undefined, hashOf });
    return String(papers.find(({ kind }) => kind === 'SLIP')?.madeOf);
  };
  const { packingSlip: _, shipping, ...rest } = stored;
  const ours = { ...rest, shipping: { ...shipping, shippingLabelUrl: undefined, returnLabelUrl: undefined } };
  const order = ours as unknown as typeof stored;
  const changed = REQUEST.filter((path) => !path.includes('.') && !FINAL.includes(path) && path in order);
  const shown = changed.filter((path) => {
    const value = Reflect.get(order, path);
    const other = { ...order, [path]: typeof value === 'string' ? `${value} 2` : !value };
    if (slipFor(other) === slipFor(order)) return false;
    assert.notEqual(madeOf(other), madeOf(order), `${path}: add it to slipExtras in src/packing/parcel-paper-rules.ts`);
    return true;
  });
  assert.ok(shown.includes('gift') && shown.includes('message'), shown.join());
  const page = await readFile(join(import.meta.dirname, '../docs/papers.md'), 'utf8');
  for (const path of shown) assert.ok(page.includes(`\`${path}\``), path);
});

test('erasure removes a field that it does not know', () => {
  const note = 'For Ada';
  const [item] = stored.items;
  const order = {
    ...stored,
    note,
    items: [{ ...item!, note }],
    shipping: { ...stored.shipping, note, address: { ...stored.shipping.address, note } },
  };
  assert.ok(!JSON.stringify(erasedOrder(order, new Date(0))).includes(note));
});
