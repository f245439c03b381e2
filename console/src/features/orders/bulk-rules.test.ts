import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BULK_VERBS, canApply } from './bulk-rules.ts';
import type { ListedOrder } from './orders-api.ts';

const verbsOf = (order: Partial<ListedOrder>) =>
  BULK_VERBS.map(([name]) => name).filter((name) => canApply(name, order as ListedOrder));

test('the possible bulk actions depend on status, hold and rush', () => {
  assert.deepEqual(verbsOf({ status: 'NEW' }), ['hold', 'rush', 'retry', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'NEW', held: true, rush: true }), ['release', 'unrush', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'ASSIGNED' }), ['toBatch', 'hold', 'rush', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'ACCEPTED' }), ['toBatch', 'ship', 'hold', 'rush', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'ACCEPTED', held: true }), ['release', 'rush', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'ERROR' }), ['rush', 'retry', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'SHIPPED' }), []);
});
