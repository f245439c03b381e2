import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { currencyViolation, hasMoreDecimalsThan, minorUnits } from './currencies.ts';

const MINOR_UNITS: readonly (readonly [currency: string, digits: number])[] = [
  ...'EUR USD GBP CHF SEK PLN CZK DKK HUF RON TRY UAH AUD CAD CNY INR BRL MXN ZAR MRU MGA ALL BAM RSD'
    .split(' ')
    .map((code) => [code, 2] as const),
  ...'VED VES SLE ZWG XCG XCD XAD CUP STN BYN SVC USN CHE CHW MXV COU BOV'.split(' ').map((code) => [code, 2] as const),
  ...'JPY KRW ISK CLP VND XAF XOF XPF BIF DJF GNF KMF PYG RWF UGX UYI VUV'.split(' ').map((code) => [code, 0] as const),
  ...'KWD BHD IQD JOD LYD OMR TND'.split(' ').map((code) => [code, 3] as const),
  ...'CLF UYW'.split(' ').map((code) => [code, 4] as const),
];

for (const [currency, digits] of MINOR_UNITS) {
  test(`${currency} is a currency with ${digits} decimals`, () => {
    assert.equal(currencyViolation(currency, '/unitPriceCurrency'), undefined);
    assert.equal(minorUnits(currency), digits);
  });
}

const UNKNOWN: readonly (readonly [value: string, hint: string | undefined])[] = [
  ['eur', 'EUR'],
  ['Eur', 'EUR'],
  [' EUR', 'EUR'],
  ['EURO', 'EUR'],
  ['EUT', 'EUR'],
  ['US$', 'USD'],
  ['GPB', undefined],
  ['BGN', 'EUR'],
  ['HRK', 'EUR'],
  ['ANG', 'XCG'],
  ['CUC', 'CUP'],
  ['SLL', 'SLE'],
  ['ZWL', 'ZWG'],
  ['VEF', 'VES'],
  ['MRO', 'MRU'],
  ['STD', 'STN'],
  ['BYR', 'BYN'],
  ['DEM', undefined],
  ...'XXX XTS XAU XAG XPT XPD XBA XBB XBC XBD XDR XSU XUA'.split(' ').map((code) => [code, undefined] as const),
  ['QQQ', undefined],
  ['€', undefined],
  ['', undefined],
  ['978', undefined],
  ['constructor', undefined],
  ['ＥＵＲ', undefined],
];

for (const [value, hint] of UNKNOWN) {
  test(`${JSON.stringify(value)} is no currency; the hint is ${hint}`, () => {
    const violation = currencyViolation(value, '/unitPriceCurrency');
    assert.equal(violation?.code, 'unknown_currency');
    assert.equal(violation.pointer, '/unitPriceCurrency');
    assert.equal(/Did you mean "(...)"/.exec(violation.message)?.[1], hint);
  });
}

test('165 codes are known', () => {
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const triples = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  assert.equal(triples.filter((code) => currencyViolation(code, '') === undefined).length, 165);
});

test('An unknown currency gets no second complaint about decimals', () => {
  assert.equal(minorUnits('QQQ'), 4);
});

test('The message repeats nothing of a long value', () => {
  assert.doesNotMatch(currencyViolation('s3cret'.repeat(1000), '')!.message, /s3cret/i);
});

const DECIMALS: readonly (readonly [value: number, decimals: number])[] = [
  [0, 0],
  [-0, 0],
  [1, 0],
  [19.9, 1],
  [19.99, 2],
  [19.999, 3],
  [1.005, 3],
  [0.1, 1],
  [0.1 + 0.2, 17],
  [1e-7, 7],
  [1.5e-7, 8],
  [1e21, 0],
  [1.5e300, 0],
  [5e-324, 324],
  [123456789.12, 2],
  [Number.MAX_SAFE_INTEGER, 0],
  [4503599627370495.5, 1],
  [-2.5, 1],
];

for (const [value, decimals] of DECIMALS) {
  test(`${value} has ${decimals} decimals`, () => {
    assert.equal(hasMoreDecimalsThan(value, decimals), false);
    if (decimals > 0) assert.equal(hasMoreDecimalsThan(value, decimals - 1), true);
  });
}

test('A price of whole cents has no more than two decimals, whatever its size', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1_000_000_000_000 }), (cents) => {
      assert.equal(hasMoreDecimalsThan(Number(`${cents}e-2`), 2), false);
      assert.equal(hasMoreDecimalsThan(Number(`${cents}1e-3`), 2), true);
    }),
  );
});
