import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProblemsSearch, variantIn } from './problems-search.ts';

test('the variant that customs data is missing for is found in the sentence', () => {
  const told = 'Cannot be declared: the HS code is missing for ST-CREATOR-BLK-M (Creator Tee).';
  assert.equal(variantIn(told), 'ST-CREATOR-BLK-M');
  assert.equal(variantIn('The file is gone.'), undefined);
});

test('a kind that there is none of shows all', () => {
  assert.deepEqual(readProblemsSearch({ kind: 'NO_LABEL', cursor: 'a' }), { kind: 'NO_LABEL', cursor: 'a' });
  assert.deepEqual(readProblemsSearch({ kind: 'X' }), {});
});
