import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  type Address,
  addressViolations,
  addressWarnings,
  hasLostZeros,
  POSTAL_CODE_REQUIRED,
  STATE_REQUIRED,
} from './address-rules.ts';
import { isoCountry, normaliseCountry } from './countries.ts';

const POINTER = '/shipping/address';
const WHO_AND_WHERE = { personName: 'Ada Lovelace', street: 'Hauptstr. 1', city: 'Ort' };

function found(address: Address): string[] {
  return addressViolations(address, POINTER).map(({ pointer, code }) => `${pointer.slice(POINTER.length + 1)} ${code}`);
}

const ACCEPTED: readonly (readonly [what: string, address: Address])[] = [
  ['Germany', { ...WHO_AND_WHERE, postalCode: '10115', country: 'DE' }],
  ['any case', { ...WHO_AND_WHERE, postalCode: '10115', country: 'de' }],
  ['a company without a person', { company: 'ACME', street: 'x 1', city: 'Ort', postalCode: '1', country: 'DE' }],
  ['the United States', { ...WHO_AND_WHERE, postalCode: '10001', state: 'NY', country: 'US' }],
  ['Canada', { ...WHO_AND_WHERE, postalCode: 'K1A 0B1', state: 'Ontario', country: 'CA' }],
  ['Australia', { ...WHO_AND_WHERE, postalCode: '2000', state: 'NSW', country: 'AU' }],
  ['Ireland without an Eircode', { ...WHO_AND_WHERE, country: 'IE' }],
  ['Hong Kong', { ...WHO_AND_WHERE, country: 'HK' }],
  ['the Emirates', { ...WHO_AND_WHERE, country: 'AE' }],
  ['Qatar', { ...WHO_AND_WHERE, country: 'QA' }],
  ['Panama', { ...WHO_AND_WHERE, country: 'PA' }],
  ['Spain without a province', { ...WHO_AND_WHERE, postalCode: '28001', country: 'ES' }],
  ['Italy without a province', { ...WHO_AND_WHERE, postalCode: '00184', country: 'IT' }],
  ['Japan without a prefecture', { ...WHO_AND_WHERE, postalCode: '100-0001', country: 'JP' }],
  [
    'a script of its own',
    { personName: '山田太郎', street: '千代田1-1', city: '東京', postalCode: '〒100-0001', country: 'jp' },
  ],
  ['Arabic', { personName: 'محمد', street: 'شارع ١', city: 'دبي', country: 'AE' }],
  [
    'a postal code of the wrong format: only presence is judged',
    { ...WHO_AND_WHERE, postalCode: 'ABC', country: 'DE' },
  ],
  ['an emoji as a name', { ...WHO_AND_WHERE, personName: '🦊', postalCode: '10115', country: 'DE' }],
  ['Northern Ireland', { ...WHO_AND_WHERE, postalCode: 'BT1 1AA', country: 'XI' }],
  ['Greece as EL', { ...WHO_AND_WHERE, postalCode: '105 57', country: 'EL' }],
  ['Kosovo', { ...WHO_AND_WHERE, country: 'XK' }],
];

for (const [what, address] of ACCEPTED) {
  test(`Accepted: ${what}`, () => assert.deepEqual(addressViolations(address, POINTER), []));
}

const REFUSED: readonly (readonly [what: string, address: Address, violations: string[]])[] = [
  ['nothing at all', {}, ['personName required', 'street required', 'city required', 'country required']],
  [
    'everything that can be missing at once',
    { country: 'US' },
    ['personName required', 'street required', 'city required', 'postalCode required', 'state required'],
  ],
  [
    'only spaces',
    { personName: ' ', company: '\t', street: '\u3000', city: '\u00a0', postalCode: ' ', country: ' ' },
    ['personName required', 'street required', 'city required', 'country required'],
  ],
  [
    'only invisible characters',
    { ...WHO_AND_WHERE, street: '\u200b\u200d', postalCode: '\ufeff', country: 'DE' },
    ['street required', 'postalCode required'],
  ],
  [
    'no street, though there is a second line',
    { personName: 'A', addressLine2: 'x', city: 'x', country: 'AE' },
    ['street required'],
  ],
  ['no city in a city state', { personName: 'A', street: 'x', postalCode: '018956', country: 'SG' }, ['city required']],
  ['an unknown country, alone', { ...WHO_AND_WHERE, country: 'ZZ' }, ['country unknown_country']],
  [
    'an unknown country beside the rest',
    { country: 'Germany' },
    ['personName required', 'street required', 'city required', 'country unknown_country'],
  ],
  ['GB without a postcode', { ...WHO_AND_WHERE, country: 'GB' }, ['postalCode required']],
  ['UK like GB', { ...WHO_AND_WHERE, country: 'uk' }, ['postalCode required']],
  ['XI like GB', { ...WHO_AND_WHERE, country: 'XI' }, ['postalCode required']],
  ['EL like GR', { ...WHO_AND_WHERE, country: 'EL' }, ['postalCode required']],
  ['IC like ES', { ...WHO_AND_WHERE, country: 'IC' }, ['postalCode required']],
  ['EA like ES', { ...WHO_AND_WHERE, country: 'EA' }, ['postalCode required']],
  ['US without a state', { ...WHO_AND_WHERE, postalCode: '10001', country: 'US' }, ['state required']],
  ['CA without a province', { ...WHO_AND_WHERE, postalCode: 'K1A 0B1', country: 'ca' }, ['state required']],
  ['AU with a blank state', { ...WHO_AND_WHERE, postalCode: '2000', state: ' ', country: 'AU' }, ['state required']],
];

for (const [what, address, violations] of REFUSED) {
  test(`Refused: ${what}`, () => assert.deepEqual(found(address), violations));
}

// The 27 but IE, and the trading partners whose parcels are never addressed without one.
const WITH_POSTAL_CODES =
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IT LV LT LU MT NL PL PT RO SK SI ES SE CH NO IS LI GB JE GG IM US CA MX BR AU NZ JP KR CN TW SG ' +
  'IN ZA TR UA RU RS BA ME MK TH PH MY PR GU AX GL FO RE MC SM AD';
const WITHOUT_POSTAL_CODES =
  'AE AG AO AW BF BI BJ BO BQ BS BW BZ CD CF CG CI CK CM CW DJ DM ER FJ GA GD GH GM GQ GY HK IE JM KI KM KN LC ML MO MR MW NR PA QA RW SB ' +
  'SC SL SR SS ST SX SY TD TG TK TL TO TV UG VU WS YE ZW GI VA CO CL PE KE EG';

test('Postal codes are asked for where the country uses them, and nowhere else', () => {
  for (const country of WITH_POSTAL_CODES.split(' ')) {
    assert.ok(found({ ...WHO_AND_WHERE, state: 'x', country }).includes('postalCode required'), country);
  }
  for (const country of WITHOUT_POSTAL_CODES.split(' ')) {
    assert.deepEqual(found({ ...WHO_AND_WHERE, country }), [], country);
  }
});

test('States are asked for in the federations that print them beside the city, and nowhere else', () => {
  for (const country of ['US', 'CA', 'AU', 'BR', 'IN', 'MX']) {
    assert.deepEqual(found({ ...WHO_AND_WHERE, postalCode: '1', country }), ['state required'], country);
  }
  for (const country of 'DE AT CH ES IT JP CN KR HK AE GB IE FR NL NZ PR GU'.split(' ')) {
    assert.deepEqual(found({ ...WHO_AND_WHERE, postalCode: '1', country }), [], country);
  }
});

test('The tables hold ISO codes only, each once', () => {
  for (const code of [...POSTAL_CODE_REQUIRED, ...STATE_REQUIRED]) {
    assert.equal(normaliseCountry(code), code);
    assert.equal(isoCountry(code), code);
  }
  assert.equal(POSTAL_CODE_REQUIRED.size, 88);
  for (const code of STATE_REQUIRED) assert.ok(POSTAL_CODE_REQUIRED.has(code));
});

test('A missing name is answered at personName, and the message names both', () => {
  const [violation] = addressViolations({ street: 'x', city: 'x', country: 'HK' }, POINTER);
  assert.equal(violation?.pointer, '/shipping/address/personName');
  assert.match(violation.message, /personName.*company/);
});

test('The message names the country whose addresses need the field', () => {
  const [violation] = addressViolations({ ...WHO_AND_WHERE, country: 'de' }, POINTER);
  assert.match(violation!.message, /Germany \(DE\).*"postalCode"/);
});

test('The message about an unknown country names the code that was meant', () => {
  for (const country of ['Germany', 'DEU', 'Deutschland', '276', ' de']) {
    const [violation] = addressViolations({ ...WHO_AND_WHERE, country }, POINTER);
    assert.match(violation!.message, /ISO 3166-1 alpha-2.*Did you mean "DE"\?/, country);
  }
  assert.doesNotMatch(addressViolations({ ...WHO_AND_WHERE, country: 'ZZ' }, POINTER)[0]!.message, /Did you mean/);
});

test('A long country is repeated only up to 40 characters, without control characters', () => {
  const [violation] = addressViolations({ ...WHO_AND_WHERE, country: `\u0007${'x'.repeat(500)}` }, POINTER);
  assert.ok(violation!.message.includes(`"\u{fffd}${'x'.repeat(39)}…"`));
});

test('messages repeat no part of the address except the country', () => {
  const secret = fc.constantFrom('s3cret', 's3cret\u200b', '').map((text) => text || undefined);
  const country = fc.constantFrom('DE', 'US', 'HK', 'XI', 'ZZ', 'Germany', undefined);
  const fields = {
    personName: secret,
    company: secret,
    street: secret,
    city: secret,
    postalCode: secret,
    state: secret,
  };
  fc.assert(
    fc.property(fc.record({ ...fields, country }), (address) => {
      for (const violation of addressViolations(address, POINTER)) {
        assert.ok(!violation.message.includes('s3cret'));
        assert.ok(violation.pointer.startsWith(`${POINTER}/`));
      }
    }),
  );
});

test('a postal code that does not fit its country is a warning', () => {
  const code = (country: string, postalCode: string) => addressWarnings({ country, postalCode }, POINTER).length;
  for (const [country, ...codes] of [
    ['DE', '10115', ' 10115 '],
    ['GB', 'SW1A 1AA', 'sw1a1aa', 'M1 1AE'],
    ['UK', 'EC1A 1BB'],
    ['NL', '1234 AB', '1234ab'],
    ['US', '10001', '10001-1234'],
    ['CA', 'K1A 0B1'],
    ['JP', '〒100-0001', '１００－０００１'.replace('－', '-')],
    ['EL', '105 57'],
    ['PL', '00-950', '00–950', '00950'],
    ['KR', '05551'],
    ['RU', '101000'],
    ['RE', '97400'],
    ['CL', '8340457', '834-0457'],
    ['IL', '91999', '9199907'],
    ['TW', '100', '10058', '100058'],
    ['MD', 'MD-2012', '2012'],
    ['LV', 'LV-1050', '1050'],
    ['IE', 'D02 AF30', 'A65F4E2'],
    ['LU', 'L-1234', '1234'],
    ['XX', 'anything'],
    ['VN', 'anything'],
    ['DE', '', 'D-10115', 'DE-10115', 'D 10115'],
    ['NL', '1234AB', '1234  ab', 'NL-1234 AB'],
    ['FI', 'FIN-00100', 'FI-00100'],
    ['SI', 'SI-1000'],
    ['FO', 'FO-100'],
    ['SE', 'SE-111 22', 'S-11122'],
    ['GB', 'SW1A  1AA', 'BFPO 58', 'GIR 0AA'],
    ['BR', '01.310-100'],
    ['JP', '100\u22120001', '100\u30fc0001', '\uff11\uff10\uff10\uff0d\uff10\uff10\uff10\uff11'],
    ['AZ', 'AZ 1000', 'AZ1000', '1000'],
    ['KZ', '010000', 'A10A1A0'],
    ['RS', '11000', '111101'],
  ] as const)
    for (const one of codes) assert.equal(code(country, one), 0, `${country} ${one}`);
  for (const [country, ...codes] of [
    ['DE', '1011', 'ABC', '101155'],
    ['GB', '12345', 'SW1A'],
    ['US', '1001', 'K1A 0B1'],
    ['NL', '1234'],
    ['AT', 'D-1010'],
    ['KR', '5551'],
    ['CO', '50001'],
  ] as const)
    for (const one of codes) assert.equal(code(country, one), 1, `${country} ${one}`);
  const [warning] = addressWarnings({ country: 'nl', postalCode: 'X' }, POINTER);
  assert.deepEqual(warning, {
    pointer: '/shipping/address/postalCode',
    code: 'postal_code_format',
    message: 'Postal codes in Netherlands (NL) have the form 9999 AA: 9 is a digit, A a letter, X either.',
  });
});

test('a postal code that fits with one or two more zeros has lost them', () => {
  for (const [country, ...codes] of [
    ['DE', '1067'],
    ['US', '2134', '2134-1001', '501'],
    ['PR', '901'],
    ['BR', '1310100', '1310-100'],
    ['JP', '600001'],
    ['RO', '10011'],
    ['KR', '5551'],
    ['PL', '950'],
    ['SK', '1001', '10 01'],
    ['AU', '800'],
  ] as const)
    for (const postalCode of codes) assert.ok(hasLostZeros({ country, postalCode }), `${country} ${postalCode}`);
  for (const [country, ...codes] of [
    ['DE', '10115', '12', 'D-1067', ''],
    ['GB', '1AA'],
    ['VN', '1000'],
    ['XX', '1067'],
  ] as const)
    for (const postalCode of codes) assert.ok(!hasLostZeros({ country, postalCode }), `${country} ${postalCode}`);
});

test('an e-mail address without a domain is a warning', () => {
  const email = (text: string) => addressWarnings({ email: text }, POINTER).map(({ pointer, code }) => [pointer, code]);
  for (const text of ['', ' ', 'a@b.example', 'müller@münchen.example', ' a+b@c.d.example '])
    assert.deepEqual(email(text), [], text);
  for (const text of ['anna', 'anna@', '@', 'anna@localhost', 'anna.example.com', 'anna@b.'])
    assert.deepEqual(email(text), [['/shipping/address/email', 'email_without_domain']], text);
});
