import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueUntil } from './batch-rules.ts';

test('a day of the center ends by its own clock, also where that is changed', () => {
  const now = new Date('2026-10-24T10:00:00Z');
  const until = (due: Parameters<typeof dueUntil>[0]) => dueUntil(due, now, 'Europe/Berlin').toISOString();
  assert.equal(until('LATE'), now.toISOString());
  assert.equal(until('TODAY'), '2026-10-24T21:59:59.999Z');
  assert.equal(until('TOMORROW'), '2026-10-25T22:59:59.999Z');
});
