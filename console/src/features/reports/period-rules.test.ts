import assert from 'node:assert/strict';
import { test } from 'node:test';
import { daysBefore } from './period-rules.ts';

test('the days before a period are as many, and end on the day before it', () => {
  assert.deepEqual(daysBefore({ from: '2026-03-01', to: '2026-03-31' }), { from: '2026-01-29', to: '2026-02-28' });
  assert.deepEqual(daysBefore({ from: '2026-03-01', to: '2026-03-01' }), { from: '2026-02-28', to: '2026-02-28' });
});
