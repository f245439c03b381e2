import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nextLength, searchWindow, type Window } from './search-windows-rules.ts';

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
const wanting = { counts: [4], sampleSize: 250, limit: 50 };
const ordersBack = (window: Window | undefined, length = window?.length ?? 0) =>
  window && (NEWEST.getTime() - window.from + length) / SECOND_MS;

test('of a word that has many orders the newest are looked at first, as many as two pages need, then eight times as many', () => {
  const window = searchWindow({}, sampleOf(10_000_000), wanting);
  assert.equal(ordersBack(window), 50_000);
  assert.equal(nextLength(50_000, 3, { isNarrow: false, limit: 50 }), 400_000);
  const after = { created: new Date(NEWEST.getTime() - 9_000 * SECOND_MS), clientId: 'a', orderId: 'b' };
  assert.equal(ordersBack(searchWindow({ after }, sampleOf(10_000_000), wanting)), 59_000);
});

test('no window begins before what is asked for, nor before the oldest order', () => {
  const createdFrom = new Date(NEWEST.getTime() - 100_000 * SECOND_MS);
  assert.equal(searchWindow({ createdFrom }, sampleOf(10_000_000), wanting)?.to, createdFrom.getTime());
  const oldest = NEWEST.getTime() - 300_000 * SECOND_MS;
  assert.equal(searchWindow({}, sampleOf(300_000), wanting)?.to, oldest);
});

test('orders that are few are looked at all at once', () => {
  assert.equal(searchWindow({}, sampleOf(200_000), wanting), undefined);
  assert.equal(searchWindow({}, { sampled: 0, counts: [] }, wanting), undefined);
});

test('of words that are met together as many are expected as by chance', () => {
  const both = { ...wanting, counts: [40, 20] };
  assert.equal(ordersBack(searchWindow({}, sampleOf(10_000_000), both)), 500_000);
  assert.equal(searchWindow({}, sampleOf(2_000_000), both), undefined);
});

test('where few of them have what else is asked for, a page ends when so many have been looked at', () => {
  const narrow = { isNarrow: true, limit: 50 };
  assert.equal(nextLength(1_000, 10, narrow), 8_000);
  assert.equal(nextLength(1_000, 250, narrow), 4_000);
  assert.equal(nextLength(1_000, 500, narrow), undefined);
});
