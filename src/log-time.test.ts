import assert from 'node:assert/strict';
import { test } from 'node:test';
import { logTime } from './log-time.ts';

test('each line has the time of its millisecond', () => {
  let now = Date.parse('2026-01-31T12:00:00.001Z');
  const time = logTime(() => now);
  assert.equal(time(), ',"time":"2026-01-31T12:00:00.001Z"');
  assert.equal(time(), ',"time":"2026-01-31T12:00:00.001Z"');
  now += 1;
  assert.equal(time(), ',"time":"2026-01-31T12:00:00.002Z"');
});
