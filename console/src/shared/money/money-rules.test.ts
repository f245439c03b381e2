import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CURRENCY_CODES, minorUnits } from '../../../../src/shipping/currencies.ts';
import { decimalsOf, minorUnitsOf, monthAfter, typedOf } from './money-rules.ts';

test('each currency has the decimals of the server', () => {
  for (const code of CURRENCY_CODES) assert.equal(decimalsOf(code), minorUnits(code), code);
});

test('a typed amount has a point or a comma, and no more decimals than the currency', () => {
  assert.deepEqual(
    ['12.5', '12,50', ' 7 ', '-0.05', '1.234', '1.000,00', 'a', ''].map((typed) => minorUnitsOf(typed, 2)),
    [1_250, 1_250, 700, -5, undefined, undefined, undefined, undefined],
  );
  assert.deepEqual([typedOf(1_250, 2), typedOf(5, 0), typedOf(undefined, 2)], ['12.50', '5', '']);
});

test('months follow each other over the year', () => {
  assert.deepEqual([monthAfter('2026-12', 1), monthAfter('2026-01', -1)], ['2027-01', '2025-12']);
});
