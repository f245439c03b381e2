import assert from 'node:assert/strict';
import { test } from 'node:test';
import { STATUSES, type Status } from '../order-search.ts';
import { type ActionName, actionsOf, mainActionsOf, refusalOf } from './order-action-rules.ts';
import type { OperatorOrder } from './order-api.ts';

const seen = (status: Status, changes: object = {}, ofOrder: object = {}) =>
  ({ mode: 'live', files: [{}], order: { status, ...ofOrder }, ...changes }) as unknown as OperatorOrder;
const possible = (order: OperatorOrder) => actionsOf(order).filter((name) => !refusalOf(name, order));
const HELD = { statusReason: { code: 'on_hold', message: '' } };

test('each status allows its own actions', () => {
  const allowed: Record<Status, ActionName[]> = {
    NEW: ['amend', 'hold', 'rush', 'fail', 'cancel'],
    ASSIGNED: ['toBatch', 'amend', 'hold', 'rush', 'fail', 'cancel'],
    ACCEPTED: ['toBatch', 'ship', 'amend', 'hold', 'rush', 'fail', 'cancel'],
    SHIPPED: [],
    ERROR: ['amend', 'rush', 'retry', 'refetch', 'correct', 'cancel'],
    CANCELLED: [],
  };
  for (const status of STATUSES) assert.deepEqual(possible(seen(status)), allowed[status], status);
});

test('an order on hold cannot be released or shipped, but resumed', () => {
  assert.deepEqual(possible(seen('ASSIGNED', {}, HELD)), ['amend', 'release', 'rush', 'fail', 'cancel']);
  assert.deepEqual(refusalOf('toBatch', seen('ASSIGNED', {}, HELD)), { because: 'held' });
});

test('only one of two opposite actions is offered', () => {
  assert.ok(actionsOf(seen('ACCEPTED', { rush: true })).includes('unrush'));
  assert.ok(!actionsOf(seen('NEW')).includes('unrush'));
});

test('a partly shipped order cannot be reported as a problem, and a test order has no actions', () => {
  assert.deepEqual(refusalOf('fail', seen('ACCEPTED', {}, { shipments: [{}] })), {
    because: 'partlyShipped',
  });
  assert.deepEqual(possible(seen('NEW', { mode: 'sandbox' })), []);
});

test('a waiting order can be tried again, and its files can be fetched again if it has any', () => {
  const waiting = { statusReason: { code: 'waiting_for_file', message: '' } };
  assert.ok(possible(seen('NEW', {}, waiting)).includes('retry'));
  assert.deepEqual(refusalOf('retry', seen('NEW')), { because: 'inIntake' });
  assert.deepEqual(refusalOf('refetch', seen('ERROR', { files: [] })), { because: 'noFiles' });
});

test('tracking data can be corrected in every status; a cancellation can be decided while it is requested', () => {
  for (const status of STATUSES) assert.equal(refusalOf('correctTracking', seen(status)), undefined);
  const asked = { cancellation: { status: 'REQUESTED' } };
  assert.equal(refusalOf('acceptCancellation', seen('ACCEPTED', {}, asked)), undefined);
  assert.deepEqual(refusalOf('acceptCancellation', seen('ACCEPTED')), { because: 'notAsked' });
});

test('each status has at most three main actions, and each of them is possible', () => {
  const waiting = { statusReason: { code: 'waiting_for_file', message: '' } };
  const orders = STATUSES.flatMap((status) => [seen(status), seen(status, {}, HELD), seen(status, {}, waiting)]);
  for (const order of orders) {
    const main = mainActionsOf(order);
    assert.ok(main.length <= 3, order.order.status);
    const refused = main.filter((name) => refusalOf(name, order)?.because === 'status');
    assert.deepEqual(refused, [], order.order.status);
  }
});
