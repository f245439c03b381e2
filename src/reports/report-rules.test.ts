import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lastDays, secondsOfShare } from './report-rules.ts';

test('a percentile is the middle of its bucket', () => {
  assert.equal(secondsOfShare([], 0.5), undefined);
  const bucketOf = (seconds: number) => Math.floor(8 * Math.log2(seconds));
  const counts = [
    { bucket: bucketOf(3_600), orders: 5 },
    { bucket: bucketOf(60), orders: 4 },
    { bucket: bucketOf(86_400), orders: 1 },
  ];
  const near = (found: number | undefined, seconds: number) =>
    assert.ok(Math.abs(found! / seconds - 1) < 0.05, `${found} for ${seconds}`);
  near(secondsOfShare(counts, 0.4), 60);
  near(secondsOfShare(counts, 0.5), 3_600);
  near(secondsOfShare(counts, 0.9), 3_600);
  near(secondsOfShare(counts, 0.91), 86_400);
});

test('days begin at midnight of the center, even when clocks change', () => {
  const days = lastDays(new Date('2026-03-29T22:30:00.000Z'), 3, 'Europe/Berlin');
  assert.deepEqual(
    days.map(({ day, begins }) => [day, begins.toISOString()]),
    [
      ['2026-03-28', '2026-03-27T23:00:00.000Z'],
      ['2026-03-29', '2026-03-28T23:00:00.000Z'],
      ['2026-03-30', '2026-03-29T22:00:00.000Z'],
    ],
  );
});
