import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUSES, type Status } from '../order-search.ts';
import { type ActionName, actionsOf, refusalOf } from './order-action-rules.ts';
import type { OperatorOrder } from './order-api.ts';

const seen = (status: Status, changes: object = {}, ofOrder: object = {}) =>
  ({ mode: 'live', files: [{}], order: { status, ...ofOrder }, ...changes }) as unknown as OperatorOrder;
const possible = (order: OperatorOrder) => actionsOf(order).filter((name) => !refusalOf(name, order));
const HELD = { statusReason: { code: 'on_hold', message: '' } };

test('each status allows its own actions', () => {
  const allowed: Record<Status, ActionName[]> = {
    NEW: ['hold', 'prefer', 'fail', 'cancel'],
    ASSIGNED: ['accept', 'hold', 'fail', 'cancel'],
    ACCEPTED: ['ship', 'hold', 'fail', 'cancel'],
    SHIPPED: [],
    ERROR: ['retry', 'refetch', 'correct', 'cancel'],
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

test('an order is tried again that waits, and its files are fetched anew where some are kept', () => {
  const waiting = { statusReason: { code: 'waiting_for_file', message: '' } };
  assert.ok(possible(seen('NEW', {}, waiting)).includes('retry'));
  assert.deepEqual(refusalOf('retry', seen('NEW')), { because: 'inIntake' });
  assert.deepEqual(refusalOf('refetch', seen('ERROR', { files: [] })), { because: 'noFiles' });
});

test('the tracking of a parcel is corrected whatever became of its order; a wish is decided while it stands', () => {
  for (const status of STATUSES) assert.equal(refusalOf('correctTracking', seen(status)), undefined);
  const asked = { cancellation: { status: 'REQUESTED' } };
  assert.equal(refusalOf('acceptCancellation', seen('ACCEPTED', {}, asked)), undefined);
  assert.deepEqual(refusalOf('acceptCancellation', seen('ACCEPTED')), { because: 'notAsked' });
});
