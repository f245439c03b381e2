import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUSES, type Status } from '../order-search.ts';
import { type ActionName, actionsOf, refusalOf } from './order-action-rules.ts';
import type { OperatorOrder } from './order-api.ts';

const seen = (status: Status, changes: object = {}, ofOrder: object = {}) =>
  ({ mode: 'live', order: { status, ...ofOrder }, ...changes }) as unknown as OperatorOrder;
const possible = (order: OperatorOrder) => actionsOf(order).filter((name) => !refusalOf(name, order));
const HELD = { statusReason: { code: 'on_hold', message: '' } };

test('each status allows its own actions', () => {
  const allowed: Record<Status, ActionName[]> = {
    NEW: ['hold', 'prefer', 'retry', 'fail', 'cancel'],
    ASSIGNED: ['accept', 'hold', 'fail', 'cancel'],
    ACCEPTED: ['ship', 'hold', 'fail', 'cancel'],
    SHIPPED: [],
    ERROR: ['retry', 'fail', 'cancel'],
    CANCELLED: [],
  };
  for (const status of STATUSES) assert.deepEqual(possible(seen(status)), allowed[status], status);
});

test('nothing is made of an order on hold, which can be released', () => {
  assert.deepEqual(possible(seen('ASSIGNED', {}, HELD)), ['release', 'fail', 'cancel']);
  assert.deepEqual(refusalOf('accept', seen('ASSIGNED', {}, HELD)), { because: 'held' });
});

test('of two that undo each other there is one', () => {
  assert.ok(actionsOf(seen('NEW', { preferred: { since: '' } })).includes('unprefer'));
  assert.ok(!actionsOf(seen('NEW')).includes('unprefer'));
});

test("what has left in part is no longer an error, and a test order is nobody's work", () => {
  assert.deepEqual(refusalOf('fail', seen('ACCEPTED', {}, { shipments: [{}] })), {
    because: 'partlyShipped',
  });
  assert.deepEqual(possible(seen('NEW', { mode: 'sandbox' })), []);
});
