import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CODE_LETTERS, type CodeKind, looksLikeScanCode, readScanCode, scanCodeOf } from './scan-codes.ts';

const KINDS = Object.keys(CODE_LETTERS) as CodeKind[];
const NUMBERS_MAX: Record<CodeKind, number> = {
  piece: 999_999_999,
  order: 999_999_999,
  parcel: 999_999_999,
  batch: 9_999_999,
  bin: 999,
  command: 999,
  person: 99_999_999_999,
  package: 999_999_999,
  sheet: 999_999_999,
};
const anyCode = fc
  .constantFrom(...KINDS)
  .chain((kind) => fc.integer({ min: 1, max: NUMBERS_MAX[kind] }).map((number) => ({ kind, number })));

test('a code is read as what it was made of, also typed by hand', () => {
  fc.assert(
    fc.property(anyCode, ({ kind, number }) => {
      const code = scanCodeOf(kind, number);
      assert.deepEqual(readScanCode(code), { kind, number });
      assert.deepEqual(readScanCode(` ${code.toLowerCase()}\n`), { kind, number });
      assert.equal((code.length - 1) % 2, 0);
    }),
  );
});

test('a wrong digit, two that changed places, and another letter are found', () => {
  fc.assert(
    fc.property(anyCode, fc.nat(), fc.integer({ min: 1, max: 9 }), ({ kind, number }, nth, shift) => {
      const code = scanCodeOf(kind, number);
      const at = 1 + (nth % (code.length - 1));
      const wrong = String((Number(code[at]) + shift) % 10);
      const mistyped = code.slice(0, at) + wrong + code.slice(at + 1);
      assert.equal(readScanCode(mistyped), undefined);
      assert.ok(looksLikeScanCode(mistyped));
      const next = at + 1 < code.length ? at + 1 : at - 1;
      const [first, second] = [Math.min(at, next), Math.max(at, next)];
      const swapped = `${code.slice(0, first)}${code[second]}${code[first]}${code.slice(second + 1)}`;
      if (first > 0 && swapped !== code) assert.equal(readScanCode(swapped), undefined);
    }),
  );
  const letters = Object.values(CODE_LETTERS);
  const code = scanCodeOf('piece', 123);
  for (const letter of letters.filter((one) => one !== 'P'))
    assert.equal(readScanCode(letter + code.slice(1)), undefined, letter);
});

test('what others print is none of our codes', () => {
  const others = [
    '96385074',
    '036000291452',
    '4006381333931',
    '340123450000000018',
    'RR473124829DE',
    'P1',
    '',
    'P000000000',
  ];
  for (const one of others) assert.deepEqual([readScanCode(one), looksLikeScanCode(one)], [undefined, false], one);
  assert.equal(readScanCode('P0000000000'), undefined);
});

test('a number that has no code is refused', () => {
  for (const number of [0, -1, 1.5, 1_000_000_000, Number.NaN])
    assert.throws(() => scanCodeOf('piece', number), RangeError);
});
