import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanCodeOf } from '../platform/formats/scan-codes.ts';
import type { CodeCard } from './paper-types.ts';
import { readCodes } from './test-support/read-papers.ts';
import { printAndRead, scanUrl } from './test-support/sample-papers.ts';

const cards = (kind: 'command' | 'person', titles: readonly string[], from = 1): CodeCard[] =>
  titles.map((title, index) => ({ code: scanCodeOf(kind, from + index), title }));

test('a command sheet has every command with its bars, in groups', async () => {
  const fails = ['misplaced', 'colour', 'smear', 'wrong garment', 'hole', 'artwork', 'lost'];
  const check = cards('command', ['Pass', ...fails.map((reason) => `Fail: ${reason}`), 'Undo']);
  const pack = cards('command', ['Next parcel', 'Reprint label', 'Take over parcel'], 20);
  const groups = [
    { title: 'Check', cards: check },
    { title: 'Pack', cards: pack },
  ];
  const { pages, notes } = await printAndRead('command-sheets', [{ groups }]);
  assert.deepEqual(notes, []);
  const codes = [...check, ...pack].map(({ code }) => code).sort();
  assert.deepEqual(await readCodes(pages[0]!.png), { bars: codes, squares: [] });
  for (const { title } of [...check, ...pack]) assert.ok(pages[0]!.text.includes(title), title);
});

test('a sheet has ten badges, whose codes are in no URL', async () => {
  const people = cards('person', [
    ...Array.from({ length: 10 }, () => 'Ada Lovelace'),
    'Małgorzata Brzęczyszczykiewicz-Długosz',
  ]);
  const { pages, notes } = await printAndRead('badge-sheets', people);
  assert.deepEqual(notes, []);
  assert.equal(pages.length, 2);
  const codes = people.map(({ code }) => code);
  assert.deepEqual(await readCodes(pages[0]!.png), { bars: codes.slice(0, 10).sort(), squares: [] });
  assert.deepEqual(await readCodes(pages[1]!.png), { bars: codes.slice(10), squares: [] });
});

test('bin labels and the scanner test are readable by scanner and by phone', async () => {
  const bin: CodeCard = {
    code: scanCodeOf('bin', 123),
    title: 'Rack B, upper row 123',
    lines: ['Multi-piece orders'],
  };
  const bins = await printAndRead('bin-labels', [bin, { ...bin, title: '7' }]);
  assert.equal(bins.pages.length, 2);
  for (const { png, widthMm } of bins.pages) {
    assert.equal(Math.round(widthMm), 100);
    assert.deepEqual(await readCodes(png), { bars: [bin.code], squares: [scanUrl(bin.code)] });
  }
  const card: CodeCard = { code: scanCodeOf('command', 99), title: 'Scanner test' };
  const { pages } = await printAndRead('scanner-tests', [card]);
  assert.deepEqual(await readCodes(pages[0]!.png), { bars: [card.code], squares: [scanUrl(card.code)] });
  assert.ok(pages[0]!.text.includes('100 mm'));
});

test('labels of shelves and articles have their text as bars and QR code', async () => {
  const shelf: CodeCard = { code: 'A-12-3', title: 'A-12-3' };
  const article: CodeCard = { code: 'ST-CREATOR-HEATHER-GREY-XXL', title: 'Creator Tee', lines: ['Navy, XXL'] };
  const { pages, notes } = await printAndRead('stock-labels', [shelf, article]);
  assert.deepEqual(notes, []);
  assert.deepEqual(await readCodes(pages[0]!.png), { bars: [shelf.code], squares: [shelf.code] });
  // The bars of a long code would leave the sticker.
  assert.deepEqual(await readCodes(pages[1]!.png), { bars: [], squares: [article.code] });
  assert.ok(pages[1]!.text.includes(article.code) && pages[1]!.text.includes('Navy, XXL'));
});
