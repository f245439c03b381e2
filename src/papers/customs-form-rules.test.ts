import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chooseCustomsForm } from './customs-form-rules.ts';

const LIMITS = new Map([['EUR', 340]]);

test('the form follows the carrier, else value and weight, and is CN23 for a currency without a limit', () => {
  const parcel = (value: number, currency = 'EUR', grossWeightGrams = 500) => ({
    value,
    currency,
    grossWeightGrams,
  });
  assert.equal(chooseCustomsForm('BY_VALUE', parcel(340), LIMITS), 'CN22');
  assert.equal(chooseCustomsForm('BY_VALUE', parcel(340.01), LIMITS), 'CN23');
  assert.equal(chooseCustomsForm('BY_VALUE', parcel(20, 'EUR', 2001), LIMITS), 'CN23');
  assert.equal(chooseCustomsForm('BY_VALUE', parcel(1, 'THB'), LIMITS), 'CN23');
  assert.equal(chooseCustomsForm('CN22', parcel(9999), LIMITS), 'CN22');
  assert.equal(chooseCustomsForm('CN23', parcel(1), LIMITS), 'CN23');
});
