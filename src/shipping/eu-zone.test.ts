import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isInEuZone } from './eu-zone.ts';

const CAPITALS: readonly (readonly [country: string, postalCode: string | undefined])[] = [
  ['AT', '1010'],
  ['BE', '1000'],
  ['BG', '1000'],
  ['HR', '10000'],
  ['CY', '1010'],
  ['CZ', '110 00'],
  ['DK', '1050'],
  ['EE', '10111'],
  ['FI', '00100'],
  ['FR', '75001'],
  ['DE', '10115'],
  ['GR', '105 57'],
  ['HU', '1051'],
  ['IE', undefined],
  ['IT', '00184'],
  ['LV', 'LV-1050'],
  ['LT', 'LT-01100'],
  ['LU', 'L-1111'],
  ['MT', 'VLT 1117'],
  ['NL', '1012 AB'],
  ['PL', '00-001'],
  ['PT', '1100-148'],
  ['RO', '010011'],
  ['SK', '811 01'],
  ['SI', '1000'],
  ['ES', '28001'],
  ['SE', '111 20'],
];

const INSIDE: readonly (readonly [place: string, country: string, postalCode: string | undefined])[] = [
  ['Greece as EL', 'EL', '10557'],
  ['lower case', 'de', '10115'],
  ['Azores', 'PT', '9500-150'],
  ['Madeira', 'PT', '9000-012'],
  ['Monaco', 'MC', '98000'],
  ['Monaco addressed as France', 'FR', '98000'],
  ['Northern Ireland', 'XI', 'BT1 1AA'],
  ['Northern Ireland without a postcode', 'XI', undefined],
  ['Northern Ireland as GB', 'GB', 'BT1 1AA'],
  ['Northern Ireland as UK', 'UK', 'bt12 5ef'],
  ['Northern Ireland unspaced', 'gb', 'BT486DQ'],
  ['Northern Ireland with a country sign', 'GB', 'GB-BT1 1AA'],
  ['Northern Ireland with a space before', 'GB', ' BT93 8AA'],
  ['Northern Ireland in full-width letters', 'GB', 'ＢＴ１ １ＡＡ'],
  ['Cuxhaven, next to Helgoland by code', 'DE', '27499'],
  ['Gottmadingen, next to Büsingen by code', 'DE', '78244'],
  ['Balearic Islands', 'ES', '07001'],
  ['Huelva', 'ES', '21001'],
  ['León: 35 not in front', 'ES', '24035'],
  ['Turku', 'FI', '20100'],
  ['Turku archipelago', 'FI', '21600'],
  ['Lahti: 22 not in front', 'FI', '15220'],
  ['Corsica', 'FR', '20000'],
  ['Ariège: 97 not in front', 'FR', '09700'],
  ['Jungholz', 'AT', '6691'],
  ['Kleinwalsertal', 'AT', '6992'],
  ['Ierissos, next to Mount Athos', 'GR', '63075'],
  ['Bormio, next to Livigno', 'IT', '23032'],
  ['Como', 'IT', '22100'],
  ['Rimini, next to San Marino', 'IT', '47921'],
  ['Rome, next to the Vatican', 'IT', '00193'],
  ['Bornholm', 'DK', '3700'],
  ['a member without a postal code', 'DE', undefined],
  ['Alcoi, its zero lost', 'ES', '3801'],
  ['Alicante, its zero lost, spaced', 'ES', '35 01'],
  ['Ávila, its zero lost, with a country sign', 'ES', 'E-5-123'],
  ['a French code of four digits', 'FR', '9711'],
  ['a Finnish code of four digits', 'FI', 'FI-22 10'],
  ['an Italian code of four digits', 'IT', '4789'],
  ['a Danish code of three digits', 'DK', '390'],
  ['a Spanish code of six digits', 'ES', '380011'],
];

const OUTSIDE: readonly (readonly [place: string, country: string, postalCode: string | undefined])[] = [
  ['Las Palmas', 'ES', '35001'],
  ['Tenerife', 'ES', '38001'],
  ['Tenerife with a country sign', 'ES', 'E-38001'],
  ['Canary Islands by code', 'IC', '35001'],
  ['Canary Islands by code alone', 'ic', undefined],
  ['Ceuta', 'ES', '51001'],
  ['Melilla', 'ES', '52006'],
  ['Ceuta and Melilla by code', 'EA', '51001'],
  ['Åland by code', 'AX', '22100'],
  ['Mariehamn', 'FI', '22100'],
  ['Mariehamn with FI', 'FI', 'FI-22100'],
  ['Mariehamn with AX', 'FI', 'AX-22100'],
  ['Mariehamn with ax and a space', 'fi', 'ax 22 150'],
  ['Mariehamn with FIN', 'FI', 'FIN-22100'],
  ['Guadeloupe', 'FR', '97110'],
  ['Martinique', 'FR', '97200'],
  ['French Guiana', 'FR', '97300'],
  ['Réunion', 'FR', '97400'],
  ['Saint-Pierre-et-Miquelon', 'FR', '97500'],
  ['Mayotte', 'FR', '97600'],
  ['Saint-Barthélemy', 'FR', '97700'],
  ['Saint-Martin', 'FR', '97800'],
  ['Saint-Martin by its older code', 'FR', '97150'],
  ['Réunion with a country sign and a space', 'FR', 'F-97 400'],
  ['French Southern Territories', 'FR', '98413'],
  ['Wallis and Futuna', 'FR', '98600'],
  ['Tahiti', 'FR', '98714'],
  ['Nouméa', 'FR', '98800'],
  ['Mount Athos', 'GR', '63086'],
  ['Mount Athos spaced', 'GR', '630 86'],
  ['Mount Athos as EL', 'EL', 'GR-63086'],
  ['Livigno, old code', 'IT', '23030'],
  ['Livigno, new code', 'IT', '23041'],
  ['Livigno with a country sign', 'it', 'I-23041'],
  ["Campione d'Italia, old code", 'IT', '22060'],
  ["Campione d'Italia, new code", 'IT', '22061'],
  ['San Marino addressed as Italy', 'IT', '47890'],
  ['Vatican addressed as Italy', 'IT', '00120'],
  ['Vatican addressed as Italy, its zeros lost', 'IT', '120'],
  ['Helgoland', 'DE', '27498'],
  ['Helgoland with D', 'DE', 'D-27498'],
  ['Helgoland with DE and spaces', 'de', ' DE 27498 '],
  ['Helgoland in full-width digits', 'DE', '２７４９８'],
  ['Büsingen', 'DE', '78266'],
  ['Büsingen by its Swiss code', 'CH', '8238'],
  ['Greenland by code', 'GL', '3900'],
  ['Greenland addressed as Denmark', 'DK', 'DK-3900'],
  ['the Faroe Islands addressed as Denmark', 'DK', 'FO-100'],
  ['Andorra addressed as Spain', 'ES', 'AD500'],
  ['Andorra addressed as France', 'FR', 'AD 500'],
  ['Great Britain', 'GB', 'SW1A 1AA'],
  ['Great Britain as UK', 'UK', 'EC1A 1BB'],
  ['Bath begins with BA', 'GB', 'BA1 1AA'],
  ['GB without a postcode', 'GB', undefined],
  ['BT inside a postcode', 'GB', 'L1 1BT'],
  ['BT without the rest of a postcode', 'GB', 'BT1'],
  ['Réunion with CEDEX', 'FR', '97 490 CEDEX 9'],
  ['an unknown country', 'ZZ', '10115'],
  ['a country name', 'Germany', '10115'],
  ['no country', '', undefined],
];

const OUTSIDE_WHOLLY =
  'AD AI AL AM AO AR AU AW AZ BA BL BM BQ BR BY CA CH CN CW FK FO GE GF GG GI GL GP HK IM IN IS JE JP KR LI MD ME MF MK MQ MX NC NO ' +
  'NZ PF PM PR RE RS RU SG SJ SM SX TF TR TW UA US VA WF XK YT ZA';

const NUMERIC_OUTSIDE = OUTSIDE.filter(
  ([, country, code]) => /^(DE|ES|FI|FR|GR|IT)$/.test(country) && /\d{5}/.test(code ?? ''),
);

test('The 27 members are in the zone', () => {
  assert.equal(CAPITALS.length, 27);
  for (const [country, postalCode] of CAPITALS) {
    assert.equal(isInEuZone({ country, postalCode }), true, country);
  }
});

for (const [place, country, postalCode] of INSIDE) {
  test(`In the EU zone: ${place}`, () => assert.equal(isInEuZone({ country, postalCode }), true));
}

for (const [place, country, postalCode] of OUTSIDE) {
  test(`Outside the EU zone: ${place}`, () => assert.equal(isInEuZone({ country, postalCode }), false));
}

test('Countries that are no members are outside, with any postal code', () => {
  for (const country of OUTSIDE_WHOLLY.split(' ')) {
    assert.equal(isInEuZone({ country }), false, country);
    assert.equal(isInEuZone({ country, postalCode: 'BT1 1AA' }), false, country);
  }
});

test('An exception holds however its postal code is written', () => {
  const sign = fc.constantFrom('', 'D-', 'de ', 'FIN-', 'ax', 'F ', 'I-', 'EL-', 'es');
  const gap = fc.constantFrom('', ' ', '-', '\u00a0', '\u2013', '.');
  const place = fc.constantFrom(...NUMERIC_OUTSIDE);
  fc.assert(
    fc.property(place, sign, gap, fc.nat({ max: 5 }), ([, country, code], before, between, at) => {
      const digits = code!.replace(/\D/g, '');
      const postalCode = `${before}${digits.slice(0, at)}${between}${digits.slice(at)}`;
      assert.equal(isInEuZone({ country: country.toLowerCase(), postalCode }), false);
    }),
  );
});

test('No text throws', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 3 }), fc.string({ unit: 'binary' }), (country, postalCode) => {
      assert.equal(typeof isInEuZone({ country, postalCode }), 'boolean');
    }),
  );
});
