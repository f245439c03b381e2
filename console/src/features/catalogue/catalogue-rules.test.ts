import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupLocations } from './catalogue-rules.ts';

const variant = (sku: string, ...locations: string[]) => ({
  sku,
  color: '',
  size: '',
  onHand: 0,
  reserved: 0,
  available: 0,
  allowedLocations: locations.map((location) => ({ location, printTechnologies: ['DTG'] })),
  isAllowedOnLocations: [],
});

test('variants with the same locations are grouped, those without come last', () => {
  const groups = groupLocations([variant('A'), variant('B', 'BACK'), variant('C', 'BACK')], 'allowedLocations');
  assert.deepEqual(
    groups.map(({ skus }) => skus),
    [['B', 'C'], ['A']],
  );
  assert.equal(groups[0]?.locations[0]?.location, 'BACK');
});
