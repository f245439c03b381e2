import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type CustomsItem, customsForm, customsLines, customsTotals } from './customs-rules.ts';

const item = (changes: Partial<CustomsItem> = {}): CustomsItem => ({
  ...{ description: 'T-shirt, cotton, printed', quantity: 1, netWeightGrams: 180, unitPrice: 19.99 },
  ...{ hsCode: '610910', countryOfOrigin: 'BD' },
  ...changes,
});
const LIMITS = new Map([['EUR', 340]]);

test('items of one HS code and origin are one line, however the code is written', () => {
  const lines = customsLines(
    [
      item({ quantity: 3 }),
      item({
        hsCode: '6109.10',
        countryOfOrigin: 'bd ',
        quantity: 2,
        description: 'T-shirt, cotton, printed',
      }),
      item({ countryOfOrigin: 'PT' }),
      item({ hsCode: '6505 00', description: 'Cap' }),
      item({ hsCode: '650500', description: 'Beanie', netWeightGrams: 90 }),
    ],
    'EUR',
  );
  assert.deepEqual(
    lines.map(({ hsCode, countryOfOrigin, quantity }) => [hsCode, countryOfOrigin, quantity]),
    [
      ['610910', 'BD', 5],
      ['610910', 'PT', 1],
      ['650500', 'BD', 2],
    ],
  );
  assert.deepEqual(lines[0], {
    ...{ descriptions: ['T-shirt, cotton, printed'], quantity: 5, netWeightGrams: 900, value: 99.95 },
    ...{ hsCode: '610910', countryOfOrigin: 'BD' },
  });
  assert.deepEqual(lines[2]?.descriptions, ['Cap', 'Beanie']);
});

test('amounts are added without losing a cent, in each currency its own', () => {
  const cents = customsLines(
    Array.from({ length: 300 }, () => item({ unitPrice: 0.1 })),
    'EUR',
  );
  assert.equal(cents[0]?.value, 30);
  assert.deepEqual(customsTotals(cents, 'EUR'), { quantity: 300, netWeightGrams: 54_000, value: 30 });
  const yen = customsLines([item({ unitPrice: 1500, quantity: 3 })], 'JPY');
  assert.equal(yen[0]?.value, 4500);
  const dinars = customsLines([item({ unitPrice: 1.005, quantity: 3 }), item({ unitPrice: 0.001 })], 'KWD');
  assert.equal(customsTotals(dinars, 'KWD').value, 3.016);
});

test('the form is that of the carrier, or goes by value and weight, and is CN23 where the limit is not known', () => {
  const parcel = (value: number, currency = 'EUR', grossWeightGrams = 500) => ({
    value,
    currency,
    grossWeightGrams,
  });
  assert.equal(customsForm('BY_VALUE', parcel(340), LIMITS), 'CN22');
  assert.equal(customsForm('BY_VALUE', parcel(340.01), LIMITS), 'CN23');
  assert.equal(customsForm('BY_VALUE', parcel(20, 'EUR', 2001), LIMITS), 'CN23');
  assert.equal(customsForm('BY_VALUE', parcel(1, 'THB'), LIMITS), 'CN23');
  assert.equal(customsForm('CN22', parcel(9999), LIMITS), 'CN22');
  assert.equal(customsForm('CN23', parcel(1), LIMITS), 'CN23');
});
