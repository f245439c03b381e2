import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BULK_VERBS, canApply } from './bulk-rules.ts';
import type { ListedOrder } from './orders-api.ts';

const verbsOf = (order: Partial<ListedOrder>) =>
  BULK_VERBS.map(([name]) => name).filter((name) => canApply(name, order as ListedOrder));

test('the possible bulk actions depend on status, hold and priority', () => {
  assert.deepEqual(verbsOf({ status: 'NEW' }), ['hold', 'prefer', 'retry', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'NEW', held: true, preferred: true }), ['release', 'unprefer', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'ASSIGNED' }), ['toBatch', 'hold', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'ACCEPTED' }), ['toBatch', 'ship', 'hold', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'ACCEPTED', held: true }), ['release', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'ERROR' }), ['retry', 'cancel']);
  assert.deepEqual(verbsOf({ status: 'SHIPPED' }), []);
});
