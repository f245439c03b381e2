import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDF } from '../printing/printing-rules.ts';
import { type PaperPrinter, printerFor } from './printer-rules.ts';

const printer = (printerId: string, mediaWidthMm: number, mediaHeightMm: number): PaperPrinter => ({
  ...{ printerId, mediaWidthMm, mediaHeightMm },
  mediaTypes: [PDF],
  dotsPerInch: 203,
});
const A4 = printer('a4', 210, 297);
const LETTER = printer('letter', 215.9, 279.4);
const FOUR_BY_SIX = printer('4x6', 101.6, 152.4);
const METRIC = printer('100x150', 100, 150);
const NARROW = printer('narrow', 62, 100);

test('a label goes to the first label printer that takes it, in either orientation, and else to a larger one', () => {
  for (const [page, expected] of [
    [[101.6, 152.4], '4x6 100x150'],
    [[152.4, 101.6], '4x6 100x150'],
    [[105, 148], '4x6 100x150'],
    [[148, 105], '4x6 100x150'],
    [[100, 150], '4x6 100x150'],
    [[102, 152], '4x6 100x150'],
    [[50, 80], 'narrow narrow'],
    [[210, 297], 'a4 letter'],
    [[297, 210], 'a4 letter'],
    [[215.9, 279.4], 'a4 letter'],
    [[148, 210], 'a4 letter'],
    [[101.6, 203.2], 'a4 letter'],
    [[297, 420], 'none none'],
    [[105, 400], 'none none'],
  ] as const) {
    const chosen = [
      [A4, NARROW, FOUR_BY_SIX],
      [NARROW, LETTER, METRIC],
    ].map(
      (printers) => printerFor(printers, PDF, 'label', { widthMm: page[0], heightMm: page[1] })?.printerId ?? 'none',
    );
    assert.equal(chosen.join(' '), expected, page.join(' x '));
  }
  for (const [printers, expected] of [
    [[A4, FOUR_BY_SIX], '4x6'],
    [[NARROW, A4, METRIC], '100x150'],
    [[NARROW, A4], 'a4'],
    [[NARROW], 'narrow'],
  ] as const)
    assert.equal(printerFor(printers, PDF, 'label')?.printerId, expected);
});
