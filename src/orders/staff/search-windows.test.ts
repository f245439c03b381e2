import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRestFew, nextLength, searchWindow, type Window, walkLength } from './search-windows-rules.ts';

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
/** As if one order more had the word: a five-hundredth. */
const wanting = { counts: [3], sampleSize: 250, limit: 50, share: 1 };
const seen = { found: 25, candidates: 25, looked: 25, missing: 25 };
const ordersBack = (window: Window | undefined, length = window?.length ?? 0) =>
  window && (NEWEST.getTime() - window.from + length) / SECOND_MS;

test('the first window of a frequent word has somewhat more than a page, and the next ones the missing orders', () => {
  const window = searchWindow({}, sampleOf(10_000_000), wanting);
  assert.equal(ordersBack(window), 30_000);
  const all = { isNarrow: false, limit: 50 };
  assert.equal(nextLength(30_000, seen, all), 36_000);
  assert.equal(nextLength(30_000, { ...seen, found: 0 }, all), 240_000);
  assert.equal(nextLength(30_000, { ...seen, found: 48, missing: 2 }, all), 6_000);
  const after = { created: new Date(NEWEST.getTime() - 9_000 * SECOND_MS), clientId: 'a', orderId: 'b' };
  assert.equal(ordersBack(searchWindow({ after }, sampleOf(10_000_000), wanting)), 39_000);
});

test('with another rare condition a window is long enough for a page, up to four pages of the word', () => {
  const half = { ...wanting, share: 0.5 };
  assert.equal(ordersBack(searchWindow({}, sampleOf(10_000_000), half)), 60_000);
  const few = { ...wanting, share: 0.02 };
  assert.equal(ordersBack(searchWindow({}, sampleOf(10_000_000), few)), 100_000);
});

test('no window begins before the wanted time or the oldest order', () => {
  const createdFrom = new Date(NEWEST.getTime() - 100_000 * SECOND_MS);
  assert.equal(searchWindow({ createdFrom }, sampleOf(10_000_000), wanting)?.to, createdFrom.getTime());
  const oldest = NEWEST.getTime() - 300_000 * SECOND_MS;
  assert.equal(searchWindow({}, sampleOf(300_000), wanting)?.to, oldest);
});

test('few orders are all examined at once', () => {
  assert.equal(searchWindow({}, sampleOf(200_000), wanting), undefined);
  assert.equal(searchWindow({}, { sampled: 0, counts: [] }, wanting), undefined);
});

test('the expected number of orders with several words assumes independent words', () => {
  const both = { ...wanting, counts: [39, 19] };
  assert.equal(ordersBack(searchWindow({}, sampleOf(10_000_000), both)), 300_000);
  assert.equal(searchWindow({}, sampleOf(2_000_000), both), undefined);
});

test('after a window with fewer orders than expected, the rest is examined if it is small', () => {
  assert.equal(isRestFew(1_000, 0, 400_000, 50), true);
  assert.equal(isRestFew(1_000, 0, 600_000, 50), false);
  assert.equal(isRestFew(1_000, 9, 60_000, 50), false);
});

test('a walk is used if it reads fewer orders than the index, up to a limit', () => {
  const lengthOf = (orders: number, rare: number[], frequent: number[] = []) =>
    walkLength({ ...sampleOf(orders), counts: [...rare, ...frequent] }, { counts: rare, sampleSize: 250, limit: 50 });
  // A hundredth of the orders has it.
  assert.equal(lengthOf(10_000_000, [19]), 10_000);
  assert.equal(lengthOf(900_000, [19]), undefined);
  assert.equal(lengthOf(1_000_000_000, [2]), undefined);
  // A quarter of these has the other word.
  assert.equal(lengthOf(10_000_000, [19], [499]), 40_000);
  // Two words that one order in 50 has each: one order in 2,500 has both.
  assert.equal(lengthOf(10_000_000, [39, 39]), undefined);
});

test('if the newest orders have one creation time, their number is unknown and no walk is used', () => {
  const { times, ...sample } = sampleOf(10_000_000);
  const wanted = { counts: [19], sampleSize: 250, limit: 50 };
  assert.equal(walkLength({ ...sample, counts: [19], times: { ...times, sampledTo: NEWEST } }, wanted), undefined);
  assert.equal(walkLength({ sampled: 0, counts: [] }, wanted), undefined);
});

test('if few orders match the other conditions, a page ends after a bounded number of orders', () => {
  const narrow = { isNarrow: true, limit: 50 };
  const looked = (candidates: number) => ({ found: 1, candidates, looked: candidates, missing: 49 });
  assert.equal(nextLength(1_000, looked(10), narrow), 8_000);
  assert.equal(nextLength(1_000, looked(80), narrow), 1_500);
  assert.equal(nextLength(1_000, looked(100), narrow), undefined);
});
