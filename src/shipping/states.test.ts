import assert from 'node:assert/strict';
import { test } from 'node:test';
import { stateAsWritten } from './states.ts';

const NAMES: readonly (readonly [country: string, state: string, written: string])[] = [
  ['JP', 'JP13', 'Tokyo'],
  ['JP', 'JP-13', 'Tokyo'],
  ['JP', '13', 'Tokyo'],
  ['jp', 'jp01', 'Hokkaido'],
  ['IE', 'D', 'Dublin'],
  ['ES', 'B', 'Barcelona'],
  ['TR', 'TR34', 'Istanbul'],
  ['BG', 'BG-16', 'Plovdiv'],
  ['CN', 'GD', 'Guangdong'],
  ['MX', 'JAL', 'Jalisco'],
  ['AR', 'X', 'Córdoba'],
  // Codes of WooCommerce that ISO 3166-2 does not have, or gives to another state.
  ['CN', 'CN1', 'Yunnan'],
  ['CN', 'CN10', 'Shanghai'],
  ['MX', 'DF', 'Ciudad de México'],
  ['NZ', 'AK', 'Auckland'],
  ['UA', 'LV', 'Lviv Oblast'],
  ['MY', 'KUL', 'Kuala Lumpur'],
  ['PH', '00', 'Metro Manila'],
  ['DO', 'DO-02', 'Azua'],
  ['BD', 'BD-11', "Cox's Bazar"],
  ['ZA', 'GP', 'Gauteng'],
  ['RO', 'B', 'Bucharest'],
  ['RO', 'CJ', 'Cluj'],
  // Names and unknown codes stay.
  ['JP', 'Tokyo', 'Tokyo'],
  ['ES', 'Illes Balears', 'Illes Balears'],
  ['CN', 'CN99', 'CN99'],
  ['CN', 'CN-11', 'CN-11'],
  ['DE', 'Jena', 'Jena'],
  ['XX', 'JP13', 'JP13'],
  ['JP', '', ''],
  ['', 'B', 'B'],
];

for (const [country, state, written] of NAMES) {
  test(`${country} ${state} is written ${written}`, () => assert.equal(stateAsWritten(country, state), written));
}

test('countries whose post uses codes keep them, without the country before them', () => {
  for (const [country, state] of ['US NY', 'CA ON', 'AU NSW', 'BR SP', 'IT RM'].map((pair) => pair.split(' '))) {
    assert.equal(stateAsWritten(country!, state!), state);
    assert.equal(stateAsWritten(country!, `${country}-${state}`), state);
    assert.equal(stateAsWritten(country!, state!, 'the name'), state);
  }
  assert.equal(stateAsWritten('US', '', 'New York'), 'New York');
});

test('the known name is written elsewhere', () => {
  assert.equal(stateAsWritten('IE', 'D', 'Dublin City'), 'Dublin City');
  assert.equal(stateAsWritten('CN', 'CN1', 'Yunnan'), 'Yunnan');
});
