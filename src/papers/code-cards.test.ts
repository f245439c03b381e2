import assert from 'node:assert/strict';
import { test } from 'node:test';
import { scanCodeOf } from '../platform/text/scan-codes.ts';
import type { CodeCard } from './paper-types.ts';
import { readCodes } from './test-support/read-papers.ts';
import { printed, scanUrl } from './test-support/sample-papers.ts';

const cards = (kind: 'command' | 'person', titles: readonly string[], from = 1): CodeCard[] =>
  titles.map((title, index) => ({ code: scanCodeOf(kind, from + index), title }));

test('a sheet of commands has every command with its bars, in groups', async () => {
  const fails = ['misplaced', 'colour', 'smear', 'wrong garment', 'hole', 'artwork', 'lost'];
  const check = cards('command', ['Pass', ...fails.map((reason) => `Fail: ${reason}`), 'Undo']);
  const pack = cards('command', ['Next parcel', 'Reprint label', 'Hand over to me'], 20);
  const groups = [
    { title: 'Check', cards: check },
    { title: 'Pack', cards: pack },
  ];
  const { pages, notes } = await printed('command-sheets', [{ groups }]);
  assert.deepEqual(notes, []);
  const codes = [...check, ...pack].map(({ code }) => code).sort();
  assert.deepEqual(await readCodes(pages[0]!.png), { bars: codes, squares: [] });
  for (const { title } of [...check, ...pack]) assert.ok(pages[0]!.text.includes(title), title);
});

test('badges are ten on a sheet, and their codes stand in no web address', async () => {
  const people = cards('person', [
    ...Array.from({ length: 10 }, () => 'Ada Lovelace'),
    'Małgorzata Brzęczyszczykiewicz-Długosz',
  ]);
  const { pages, notes } = await printed('badge-sheets', people);
  assert.deepEqual(notes, []);
  assert.equal(pages.length, 2);
  const codes = people.map(({ code }) => code);
  assert.deepEqual(await readCodes(pages[0]!.png), { bars: codes.slice(0, 10).sort(), squares: [] });
  assert.deepEqual(await readCodes(pages[1]!.png), { bars: codes.slice(10), squares: [] });
});

test('a label of a bin and the sheet to test scanners are read by bars and by phone', async () => {
  const bin: CodeCard = {
    code: scanCodeOf('bin', 123),
    title: 'Rack B, upper row 123',
    lines: ['Multi-piece orders'],
  };
  const bins = await printed('bin-labels', [bin, { ...bin, title: '7' }]);
  assert.equal(bins.pages.length, 2);
  for (const { png, widthMm } of bins.pages) {
    assert.equal(Math.round(widthMm), 100);
    assert.deepEqual(await readCodes(png), { bars: [bin.code], squares: [scanUrl(bin.code)] });
  }
  const card: CodeCard = { code: scanCodeOf('command', 99), title: 'Scanner test' };
  const { pages } = await printed('scanner-tests', [card]);
  assert.deepEqual(await readCodes(pages[0]!.png), { bars: [card.code], squares: [scanUrl(card.code)] });
  assert.ok(pages[0]!.text.includes('100 mm'));
});
