import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameOfCountry } from '../../../shared/copy/country-names.ts';
import { type Address, addressLines } from './address-lines.ts';

const ADA: Address = {
  personName: 'Ada Lovelace',
  company: 'Engines Ltd',
  street: '1 Analytical Way',
  addressLine2: '2nd floor',
  city: 'Somewhere',
  postalCode: '12345',
  state: 'Upland',
  country: 'DE',
};
const written = (changes: Partial<Address>) => addressLines({ ...ADA, ...changes });

test('an address has the format of its country', () => {
  const lines = (changes: Partial<Address>) => written({ addressLine2: undefined, ...changes } as Address).lines;
  assert.deepEqual(lines({ country: 'DE' }), ['Ada Lovelace', 'Engines Ltd', '1 Analytical Way', '12345 Somewhere']);
  assert.equal(lines({ country: 'US', state: 'NY' }).at(-1), 'Somewhere, NY 12345');
  assert.deepEqual(lines({ country: 'GB', postalCode: 'NW1 6XE' }).slice(-2), ['Somewhere', 'NW1 6XE']);
  assert.deepEqual(lines({ country: 'UK', postalCode: 'NW1 6XE' }), lines({ country: 'GB', postalCode: 'NW1 6XE' }));
  assert.equal(lines({ country: 'FR' })[0], 'Engines Ltd');
});

test('a format without a city has it in the street lines', () => {
  assert.deepEqual(written({ country: 'JP', street: '1-2-3 Jingumae', city: 'Shibuya-ku', state: 'Tokyo' }).lines, [
    'Ada Lovelace',
    'Engines Ltd',
    '1-2-3 Jingumae',
    '2nd floor',
    'Shibuya-ku, Tokyo',
    '12345',
  ]);
  const local = written({
    country: 'JP',
    street: '神宮前1-2-3',
    addressLine2: undefined,
    city: '渋谷区',
    state: '東京都',
  } as Address);
  assert.deepEqual(local.lines.slice(0, 4), ['〒12345', '東京都', '渋谷区', '神宮前1-2-3']);
  assert.ok(written({ country: 'AE' }).lines.includes('Somewhere'));
});

test('a country code precedes the postal code only once', () => {
  for (const postalCode of ['8001', 'CH-8001', 'ch 8001'])
    assert.equal(written({ country: 'CH', postalCode }).lines.at(-1), 'CH-8001 Somewhere');
});

test('no value of an address is lost in any country', () => {
  const countries =
    'AD AE AR AT AU BE BR CA CH CL CN CZ DE DK ES FI FR GB GI GR HK HU IC IE IL IN IT JP KR LV MC MX NL NO NZ PL PT RO RU SE SG SI TH TR TW US VA XI ZA ZZ';
  for (const country of countries.split(' ')) {
    const { lines, rest } = written({ country });
    const all = [...lines, ...rest].join('\n');
    for (const part of ['Ada Lovelace', 'Engines Ltd', '1 Analytical Way', '2nd floor', 'Somewhere', '12345', 'Upland'])
      assert.ok(all.includes(part), `${country} lacks ${part}: ${all}`);
  }
  assert.deepEqual(written({ country: 'DE' }).rest, ['Upland']);
});

test('a country has a name, also for unusual codes', () => {
  assert.equal(nameOfCountry('CH', 'de'), 'Schweiz');
  assert.equal(nameOfCountry('XI', 'en'), 'United Kingdom');
  assert.equal(nameOfCountry('EL', 'en'), 'Greece');
  assert.equal(nameOfCountry('not a code', 'en'), 'not a code');
});
