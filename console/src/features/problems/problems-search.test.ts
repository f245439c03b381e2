import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readProblemsSearch, variantOf } from './problems-search.ts';

test('only the sentence about missing customs data names a variant', () => {
  const params = { code: 'ST-CREATOR-BLK-M', title: 'Creator Tee' };
  assert.equal(variantOf({ code: 'hs_code_missing', params }), 'ST-CREATOR-BLK-M');
  assert.equal(variantOf({ code: 'parcel_unlabelled', params }), undefined);
  assert.equal(variantOf({}), undefined);
});

test('an unknown kind shows all problems', () => {
  assert.deepEqual(readProblemsSearch({ kind: 'NO_LABEL', cursor: 'a' }), { kind: 'NO_LABEL', cursor: 'a' });
  assert.deepEqual(readProblemsSearch({ kind: 'X' }), {});
});
