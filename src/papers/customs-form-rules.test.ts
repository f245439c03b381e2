import assert from 'node:assert/strict';
import { test } from 'node:test';
import { customsForm } from './customs-form-rules.ts';

const LIMITS = new Map([['EUR', 340]]);

test('the form is that of the carrier, or goes by value and weight, and is CN23 where the limit is not known', () => {
  const parcel = (value: number, currency = 'EUR', grossWeightGrams = 500) => ({
    value,
    currency,
    grossWeightGrams,
  });
  assert.equal(customsForm('BY_VALUE', parcel(340), LIMITS), 'CN22');
  assert.equal(customsForm('BY_VALUE', parcel(340.01), LIMITS), 'CN23');
  assert.equal(customsForm('BY_VALUE', parcel(20, 'EUR', 2001), LIMITS), 'CN23');
  assert.equal(customsForm('BY_VALUE', parcel(1, 'THB'), LIMITS), 'CN23');
  assert.equal(customsForm('CN22', parcel(9999), LIMITS), 'CN22');
  assert.equal(customsForm('CN23', parcel(1), LIMITS), 'CN23');
});
