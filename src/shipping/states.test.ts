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
  // Names, and codes of a shop system that ISO 3166-2 does not have, stay.
  ['JP', 'Tokyo', 'Tokyo'],
  ['ES', 'Illes Balears', 'Illes Balears'],
  ['CN', 'CN1', 'CN1'],
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
