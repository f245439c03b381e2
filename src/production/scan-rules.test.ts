import assert from 'node:assert/strict';
import { test } from 'node:test';
import { binStateOf } from './scan-rules.ts';

const seen = {
  status: 'ACCEPTED',
  cancellation: null,
  reasonCode: null,
  pieces: 3,
  checked: 2,
  packed: 0,
};

test('a bin is blocked by what its order waits for', () => {
  assert.equal(binStateOf(seen), 'WAITING');
  assert.equal(binStateOf({ ...seen, checked: 3 }), 'COMPLETE');
  assert.equal(binStateOf({ ...seen, packed: 1 }), 'COMPLETE');
  assert.equal(binStateOf({ ...seen, checked: 0, packed: 3 }), 'PACKING');
  assert.equal(binStateOf({ ...seen, status: 'ERROR' }), 'STOPPED');
  assert.equal(binStateOf({ ...seen, checked: 3, reasonCode: 'on_hold' }), 'STOPPED');
  assert.equal(binStateOf({ ...seen, checked: 3, cancellation: 'REQUESTED' }), 'STOPPED');
  assert.equal(binStateOf({ ...seen, status: 'CANCELLED' }), 'CANCELLED');
  assert.equal(binStateOf({ ...seen, status: 'SHIPPED' }), 'SHIPPED');
});
