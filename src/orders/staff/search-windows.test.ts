import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchWindows, type Window } from './search-windows-rules.ts';

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
const wanting = { counts: [4], share: 1, sampleSize: 250, limit: 50 };
const ordersBack = ({ from }: Window) => (NEWEST.getTime() - from.getTime()) / SECOND_MS;

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

test('of words that are met together as many are expected as by chance', () => {
  const both = { ...wanting, counts: [40, 20] };
  assert.deepEqual(searchWindows({}, sampleOf(10_000_000), both).map(ordersBack), [500_000, 4_000_000]);
  assert.deepEqual(searchWindows({}, sampleOf(2_000_000), both), []);
});

test('where few of them have what else is asked for, a page ends when so many have been looked at', () => {
  const windows = searchWindows({}, sampleOf(10_000_000), { ...wanting, share: 0.02 });
  assert.deepEqual(
    windows.map((one) => [ordersBack(one), one.isEnd]),
    [[500_000, true]],
  );
  assert.deepEqual(
    searchWindows({}, sampleOf(10_000_000), { ...wanting, share: 0.5 }).map((one) => [
      ordersBack(one),
      one.isEnd,
    ]),
    [
      [100_000, false],
      [500_000, true],
    ],
  );
});
