import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchWindows } from './search-windows-rules.ts';

const SECOND_MS = 1_000;
const NEWEST = new Date('2026-01-01T00:00:00Z');
/** An order each second, of which the last 250 are sampled, and 2,000 in all. */
const sampleOf = (orders: number) => ({
  sampled: 2_000,
  counts: [],
  times: {
    newest: NEWEST,
    oldest: new Date(NEWEST.getTime() - orders * SECOND_MS),
    sampledTo: new Date(NEWEST.getTime() - 250 * SECOND_MS),
  },
});
const wanting = { count: 4, sampleSize: 250, limit: 50 };
const ordersBack = (moment: Date) => (NEWEST.getTime() - moment.getTime()) / SECOND_MS;

test('of a word that has many orders the newest are looked at first, as many as two pages need, then eight times as many', () => {
  const windows = searchWindows({}, sampleOf(10_000_000), wanting);
  assert.deepEqual(windows.map(ordersBack), [50_000, 400_000, 3_200_000]);
  const after = { created: new Date(NEWEST.getTime() - 9_000 * SECOND_MS), clientId: 'a', orderId: 'b' };
  assert.deepEqual(
    searchWindows({ after }, sampleOf(10_000_000), wanting).map(ordersBack),
    [59_000, 409_000, 3_209_000],
  );
});

test('no window begins before what is asked for, nor before the oldest order', () => {
  const createdFrom = new Date(NEWEST.getTime() - 100_000 * SECOND_MS);
  assert.deepEqual(searchWindows({ createdFrom }, sampleOf(10_000_000), wanting).map(ordersBack), [50_000]);
  assert.deepEqual(searchWindows({}, sampleOf(300_000), wanting).map(ordersBack), [50_000]);
});

test('orders that are few are looked at all at once', () => {
  assert.deepEqual(searchWindows({}, sampleOf(200_000), wanting), []);
  assert.deepEqual(searchWindows({}, { sampled: 0, counts: [] }, wanting), []);
});
