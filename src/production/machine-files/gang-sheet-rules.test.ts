import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cellOf, HEAD_MM, nestPrints, PRINTS_OF_SHEET_MAX } from './gang-sheet-rules.ts';

const size = fc.record({
  widthMm: fc.double({ min: 1, max: 700, noNaN: true }),
  heightMm: fc.double({ min: 1, max: 2_500, noNaN: true }),
});
const groups = fc.array(fc.array(size, { minLength: 1, maxLength: 3 }), { maxLength: 40 });
const roll = fc.record({
  widthMm: fc.integer({ min: 100, max: 1_700 }),
  gapMm: fc.integer({ min: 3, max: 50 }),
  lengthMaxMm: fc.integer({ min: 300, max: 6_000 }),
});

test('every print is on exactly one sheet or too large, inside the sheet, and apart from all others', () => {
  fc.assert(
    fc.property(groups, roll, (given, room) => {
      const { sheets, tooLarge } = nestPrints(given, room);
      const placed = sheets.flatMap(({ places }) => places.map(({ print }) => print));
      const all = given.flat();
      assert.equal(placed.length + tooLarge.length, all.length);
      assert.deepEqual(new Set([...placed, ...tooLarge]), new Set(all));
      for (const { places, lengthMm } of sheets) {
        assert.ok(lengthMm <= room.lengthMaxMm);
        assert.ok(places.length <= PRINTS_OF_SHEET_MAX);
        const boxes = places.map(({ print, leftMm, topMm }) => {
          const { widthMm, heightMm } = cellOf(print);
          return { left: leftMm, top: topMm, right: leftMm + widthMm, bottom: topMm + heightMm };
        });
        for (const [index, box] of boxes.entries()) {
          assert.ok(box.left >= room.gapMm && box.top >= HEAD_MM + 2 * room.gapMm);
          // Sums of floating-point numbers differ in the last digits.
          assert.ok(box.right <= room.widthMm - room.gapMm + 1e-6 && box.bottom <= lengthMm - room.gapMm + 1e-6);
          for (const other of boxes.slice(0, index)) {
            const isBeside = box.left >= other.right + room.gapMm - 1e-6 || other.left >= box.right + room.gapMm - 1e-6;
            const isBelow = box.top >= other.bottom + room.gapMm - 1e-6 || other.top >= box.bottom + room.gapMm - 1e-6;
            assert.ok(isBeside || isBelow);
          }
        }
      }
    }),
  );
});

test('all prints of a piece are on one sheet, unless none can hold them together', () => {
  fc.assert(
    fc.property(groups, roll, (given, room) => {
      const { sheets, tooLarge } = nestPrints(given, room);
      for (const group of given) {
        const alone = nestPrints([group], room);
        if (alone.sheets.length !== 1 || alone.tooLarge.length > 0) continue;
        const there = sheets.map(
          ({ places }) => group.filter((one) => places.some(({ print }) => print === one)).length,
        );
        assert.deepEqual(
          [...there, group.filter((one) => tooLarge.includes(one)).length].filter((count) => count > 0),
          [group.length],
        );
      }
    }),
  );
});

test('prints of one size fill the rows of the roll', () => {
  const prints = Array.from({ length: 8 }, () => [{ widthMm: 125, heightMm: 100 }]);
  const { sheets } = nestPrints(prints, { widthMm: 560, gapMm: 10, lengthMaxMm: 2_000 });
  assert.deepEqual(
    sheets.map(({ lengthMm, places }) => [lengthMm, places.map(({ leftMm, topMm }) => [leftMm, topMm])]),
    [[272, [32, 152].flatMap((top) => [10, 145, 280, 415].map((left) => [left, top]))]],
  );
});
