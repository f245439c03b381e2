import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import type { PackingSlip } from './packing-slip.ts';
import type { BatchCover, HandOverList, PickList, StatementPaper } from './paper-types.ts';
import { readCodes } from './test-support/read-papers.ts';
import { PAPER_OPTIONS, printAndRead, SAMPLE_BATCH, SWISS, scanUrl } from './test-support/sample-papers.ts';

const LONG = 'Vareuse à capuche « Été à la plage » brodée, édition limitée, coton biologique certifié, 350 g/m²';

test('a pick list has every line once, with the quantities to take and missing, on numbered pages', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => ({
    ...{ title: index % 9 ? 'Creator Tee' : LONG, sku: `SKU-${index}-END`, color: 'Ärmel weiß / Körper rot' },
    ...{ size: 'XXXL', shelf: `A${index}`, needed: 2, onShelf: index === 5 ? 0 : 9 },
  }));
  const list: PickList = { batch: SAMPLE_BATCH, lines };
  const { pages, notes } = await printAndRead('pick-lists', [list]);
  assert.deepEqual(notes, []);
  const text = pages.map((page) => page.text).join(' ');
  for (const { sku } of lines) assert.equal(text.split(sku).length, 2, sku);
  assert.ok(
    text.includes('Take 120 pieces in all') && text.includes('Short by 2 in all') && text.includes('short by 2'),
  );
  pages.forEach((page, index) => {
    assert.ok(page.text.includes(`Page ${index + 1} of ${pages.length}`));
    assert.ok(page.text.includes('Pick list · Batch 17'));
    for (const { x, y, width, text: shown } of page.texts)
      assert.ok(x >= 10 && x + width <= 200 && y >= 10 && y <= 292, shown);
  });
  const { code } = SAMPLE_BATCH;
  assert.deepEqual(await readCodes(pages[0]!.png), { bars: [code], squares: [scanUrl(code)] });
});

test('the cover of a batch counts its pieces, in German if the language is German', async () => {
  const cover: BatchCover = {
    ...{
      batch: SAMPLE_BATCH,
      orders: 41,
      tickets: 900,
      pieces: 1200,
      lots: 1,
      clientNames: ['Atelier Żółw', 'Ψηφιακό'],
    },
    counts: [{ title: 'Creator Tee', technologies: ['DTG', 'HEAT_PRESS'], pieces: 1200 }],
    notes: ['Pretreat twice'],
  };
  const { pages } = await printAndRead('batch-covers', [cover], { ...PAPER_OPTIONS, language: 'de' });
  const { text, png } = pages[0]!;
  for (const part of [
    'Stapel 17',
    '900 Zettel · 1.200 Teile · 41 Aufträge · 1 Posten',
    'DTG, Transferpresse',
    'Fällig 2026-11-23 16:00',
    '! Pretreat twice',
  ])
    assert.ok(text.includes(part), part);
  assert.ok(text.includes('Atelier Żółw, Ψηφιακό'));
  assert.deepEqual((await readCodes(png)).bars, [SAMPLE_BATCH.code]);
});

test('a packing slip has all of forty lines, the shop as its sender, and no price', async () => {
  const lines = Array.from({ length: 40 }, (_, index) => ({
    ...{
      title: index % 5 ? `Logo Tee ${index}.` : LONG,
      sku: `400638133${index}.`,
      color: 'Schwarz',
      size: 'M',
    },
    quantity: 2,
  }));
  const slip: PackingSlip = {
    ...{ code: scanCodeOf('order', 4711), shop: { name: 'Nordlicht Prints' }, orderId: 'NL-4711' },
    ...{ ordered: new Date('2026-11-20T10:00:00Z'), recipient: SWISS, parcel: { number: 1, of: 2 }, lines },
    text: 'Thank you for your order.',
    returnAddress: ['Nordlicht Retouren', 'Lagerweg 5', '20095 Hamburg'],
  };
  const { pages, notes } = await printAndRead('packing-slips', [slip, { ...slip, lines: lines.slice(0, 1) }]);
  assert.deepEqual(notes, []);
  assert.equal(pages.at(-1)!.text.includes('Seite 1 von 1'), true);
  const long = pages.slice(0, -1);
  const text = long.map((page) => page.text).join(' ');
  for (const { sku } of lines) assert.equal(text.split(sku).length, 2, sku);
  for (const part of ['Lieferschein', 'Bestellung NL-4711', '2026-11-20', 'Paket 1 von 2', 'Summe', '80'])
    assert.ok(text.includes(part), part);
  assert.ok(text.includes('Thank you for your order.'));
  assert.ok(text.includes('Rücksendungen an:') && text.includes('Lagerweg 5') && text.includes('CH-8001 Zürich'));
  assert.deepEqual(await readCodes(long[0]!.png), { bars: [slip.code], squares: [] });
});

test('a hand-over list has each parcel, their number, and where the driver signs, but no recipient', async () => {
  const parcels = Array.from({ length: 33 }, (_, index) => ({
    ...{
      code: scanCodeOf('parcel', index + 1),
      clientName: '<script>',
      orderId: `=1+${index};`,
      country: 'JP',
    },
    ...(index % 2 ? { trackingNumber: `JJD${index}.`, weightGrams: 1500 } : {}),
  }));
  const list: HandOverList = {
    from: ['Druckerei Nord', 'Werkstraße 1', '20095 Hamburg'],
    carrierName: 'DHL',
    name: 'Evening',
    closed: new Date('2026-11-22T16:00:00Z'),
    parcels,
  };
  const { pages, notes } = await printAndRead('hand-over-lists', [list]);
  assert.deepEqual(notes, []);
  const text = pages.map((page) => page.text).join(' ');
  for (const { orderId } of parcels) assert.equal(text.split(orderId).length, 2, orderId);
  for (const part of [
    'Handed over by: Druckerei Nord, Werkstraße 1, 20095 Hamburg',
    '33 parcels',
    '24.000 kg',
    'Closed 2026-11-22 17:00',
    'I have taken over the 33 parcels',
    'Signature',
  ])
    assert.ok(text.includes(part), part);
  assert.ok(pages.at(-1)!.text.includes('Signature'), 'it is signed below the last parcel');
});

test('a hand-over list without a carrier names the labels of its parcels', async () => {
  const one = { carrierName: null, name: '7', closed: new Date('2026-11-22T16:00:00Z'), parcels: [] };
  for (const [labels, name] of [
    ['ADDRESS', 'Address labels (no postage)'],
    ['CLIENT', 'Clients’ labels'],
  ] as const) {
    const { pages } = await printAndRead('hand-over-lists', [{ ...one, labels }]);
    assert.ok(pages[0]!.text.includes(`Hand-over list 7 · ${name}`), pages[0]!.text);
  }
});

test('a statement shows every order over its pages, long names, and what has no price', async () => {
  const clientName = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';
  const thing = { kind: 'PRINT', title: 'FRONT', code: null, technology: 'DTG', quantity: 2 };
  const statement: StatementPaper = {
    ...{ from: ['Center'], clientName, month: '2026-03', closed: null, totals: [{ currency: 'EUR', amount: 123_456 }] },
    positions: [{ ...thing, cause: null, reason: null, unitAmount: 450, currency: 'EUR', amount: 900 }],
    orders: Array.from({ length: 90 }, (_, number) => {
      return { orderId: `SHOP-${number}`, shipped: new Date('2026-03-10T10:00:00Z'), currency: 'JPY', amount: 12_000 };
    }),
    missing: [{ ...thing, orderId: 'SHOP-1', day: '2026-03-10', problem: 'NO_PRICE' }],
  };
  const { pages, notes } = await printAndRead('statements', [statement]);
  assert.deepEqual(notes, []);
  const texts = pages.map(({ text }) => text);
  const all = texts.join(' ');
  for (const text of [
    clientName.slice(0, 20),
    '1,234.56 EUR',
    '9.00 EUR',
    '12,000 JPY',
    'SHOP-89',
    'not in the price list',
  ])
    assert.ok(all.includes(text), text);
  assert.equal(pages.length, 1 + 3 + 1);
});
