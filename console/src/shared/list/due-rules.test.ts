import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueStateOf } from './due-rules.ts';

const at = (time: string) => Date.parse(`2026-01-14T${time}:00Z`);
const state = (status: string, now: string, due = '16:00') =>
  dueStateOf({ status, due: new Date(at(due)).toISOString() }, at(now), 'UTC');

test('an order is at risk four hours before its due time, and all its last day while it is not released', () => {
  assert.equal(state('ACCEPTED', '11:59'), undefined);
  assert.equal(state('ACCEPTED', '12:00'), 'AT_RISK');
  assert.equal(state('ASSIGNED', '00:00', '23:59'), 'AT_RISK');
  assert.equal(state('ACCEPTED', '16:00'), 'LATE');
  assert.equal(state('SHIPPED', '16:00'), undefined);
  assert.equal(dueStateOf({ status: 'NEW' }, at('12:00')), undefined);
});
