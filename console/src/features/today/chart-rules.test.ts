import assert from 'node:assert/strict';
import { test } from 'node:test';
import { labelledDays, topOfCounts, topOfDurations } from './chart-rules.ts';

test('an axis ends at a round number above all values', () => {
  for (const [greatest, top] of [
    [0, 4],
    [4, 4],
    [5, 5],
    [6, 10],
    [11, 20],
    [38, 40],
    [41, 50],
    [987_654, 1_000_000],
  ] as const)
    assert.equal(topOfCounts(greatest), top, String(greatest));
});

test('an axis of durations ends at whole hours or days', () => {
  const [hour, day] = [3_600, 86_400];
  for (const [greatest, top] of [
    [0, hour],
    [hour + 1, 2 * hour],
    [13 * hour, day],
    [6 * day, 7 * day],
    [11 * day, 20 * day],
    [95 * day, 100 * day],
  ] as const)
    assert.equal(topOfDurations(greatest), top, String(greatest));
});

test('today and every seventh day before are labelled', () => {
  assert.deepEqual(labelledDays(30), [1, 8, 15, 22, 29]);
  assert.deepEqual(labelledDays(1), [0]);
});
