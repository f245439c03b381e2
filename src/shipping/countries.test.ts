import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { countryName, isoCountry, nearestCountry, normaliseCountry } from './countries.ts';

const ISO_3166_1 = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK ' +
  'CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS ' +
  'GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV ' +
  'LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM ' +
  'PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR ' +
  'TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ');

const ALIASES = { UK: 'GB', EL: 'GR', XI: 'GB', IC: 'ES', EA: 'ES' };

test('Of all pairs of letters, exactly ISO 3166-1, Kosovo and the five aliases are countries', () => {
  assert.equal(ISO_3166_1.length, 249);
  const letters = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const pairs = letters.flatMap((first) => letters.map((second) => first + second));
  const known = pairs.filter((pair) => normaliseCountry(pair) === pair);
  assert.deepEqual(known, [...ISO_3166_1, 'XK', ...Object.keys(ALIASES)].sort());
});

test('Any case is understood and upper case is answered; an alias stays the alias', () => {
  for (const code of [...ISO_3166_1, 'XK', ...Object.keys(ALIASES)]) {
    assert.equal(normaliseCountry(code.toLowerCase()), code);
    assert.equal(normaliseCountry(code.charAt(0).toLowerCase() + code.charAt(1)), code);
  }
});

const UNKNOWN = [
  ['unassigned', 'ZZ'],
  ['reserved for the Union', 'EU'],
  ['the Netherlands Antilles are gone', 'AN'],
  ['the Soviet Union is gone', 'SU'],
  ['Yugoslavia is gone', 'YU'],
  ['Serbia and Montenegro is gone', 'CS'],
  ['East Germany is gone', 'DD'],
  ['user-assigned', 'XX'],
  ['user-assigned', 'AA'],
  ['alpha-3', 'DEU'],
  ['numeric', '276'],
  ['a name', 'Germany'],
  ['one letter', 'D'],
  ['empty', ''],
  ['spaces around', ' DE'],
  ['a line end', 'DE\n'],
  ['becomes SS in upper case', 'ß'],
  ['becomes FI in upper case', 'ﬁ'],
  ['dotless i becomes I in upper case', 'ıt'],
  ['full-width letters', 'ＤＥ'],
  ['Cyrillic letters', 'РЕ'],
  ['a property of every object', 'constructor'],
] as const;

for (const [why, input] of UNKNOWN) {
  test(`No country: ${JSON.stringify(input)} (${why})`, () => assert.equal(normaliseCountry(input), undefined));
}

test('Aliases have the address format of an ISO country; ISO codes are their own', () => {
  for (const [alias, iso] of Object.entries(ALIASES)) assert.equal(isoCountry(alias), iso);
  for (const code of [...ISO_3166_1, 'XK']) assert.equal(isoCountry(code), code);
});

test('Every code has an English name', () => {
  for (const code of ISO_3166_1) assert.notEqual(countryName(code), code);
  assert.equal(countryName('EL'), 'Greece');
  assert.equal(countryName('XK'), 'Kosovo');
});

const MEANT = [
  ['Germany', 'DE'],
  ['germany', 'DE'],
  [' GERMANY ', 'DE'],
  ['DEU', 'DE'],
  ['deu', 'DE'],
  ['276', 'DE'],
  [' de ', 'DE'],
  ['Deutschland', 'DE'],
  ['Österreich', 'AT'],
  ['España', 'ES'],
  ['Germny', 'DE'],
  ['Netherland', 'NL'],
  ['USA', 'US'],
  ['United States', 'US'],
  ['United States of America', 'US'],
  ['Great Britain', 'GB'],
  ['GBR', 'GB'],
  ['England', 'GB'],
  ['Czech Republic', 'CZ'],
  ['Czechia', 'CZ'],
  ['Northern Ireland', 'XI'],
  ['Ceuta', 'EA'],
  ['Islas Canarias', 'IC'],
  ['La Réunion', 'RE'],
  ['Hong Kong SAR', 'HK'],
  ['ZZ', undefined],
  ['EU', undefined],
  ['ZZZ', undefined],
  ['999', undefined],
  ['Atlantis', undefined],
  ['', undefined],
  ['constructor', undefined],
] as const;

for (const [input, code] of MEANT) {
  test(`Meant by ${JSON.stringify(input)}: ${code}`, () => assert.equal(nearestCountry(input), code));
}

test('Whatever is guessed is a country', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (input) => {
      const guess = nearestCountry(input);
      assert.equal(guess && normaliseCountry(guess), guess);
    }),
  );
  assert.equal(nearestCountry('a'.repeat(1_000_000)), undefined);
});
