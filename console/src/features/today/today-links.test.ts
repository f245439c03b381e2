import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderDay } from './today-api.ts';
import { linkOfDay, linksOfAges } from './today-links.ts';

/** Days in Berlin. Daylight saving time begins on the 29th. */
const DAYS = [
  ['2026-03-27', '2026-03-26T23:00:00.000Z'],
  ['2026-03-28', '2026-03-27T23:00:00.000Z'],
  ['2026-03-29', '2026-03-28T23:00:00.000Z'],
  ['2026-03-30', '2026-03-29T22:00:00.000Z'],
].map(([day, begins]) => ({ day, begins }) as OrderDay);

test('ages follow each other without gaps, from the start of one day to the start of another', () => {
  const { today, oneDay, twoToThreeDays, older } = linksOfAges(DAYS);
  assert.deepEqual(today, {
    to: '/orders',
    search: {
      status: 'NEW,ASSIGNED,ACCEPTED,ERROR',
      createdFrom: '2026-03-29T21:59:59.999Z',
      sort: 'oldest',
    },
  });
  assert.equal(oneDay.search.createdTo, today.search.createdFrom);
  assert.equal(oneDay.search.createdFrom, '2026-03-28T22:59:59.999Z');
  assert.equal(twoToThreeDays.search.createdTo, oneDay.search.createdFrom);
  assert.equal(twoToThreeDays.search.createdFrom, '2026-03-26T22:59:59.999Z');
  assert.equal(older.search.createdTo, twoToThreeDays.search.createdFrom);
  assert.ok(!('createdFrom' in older.search));
});

test('a day ends where the next begins, and today has no end', () => {
  assert.deepEqual(linkOfDay(DAYS, 2).search, {
    createdFrom: '2026-03-28T22:59:59.999Z',
    createdTo: '2026-03-29T21:59:59.999Z',
  });
  assert.deepEqual(linkOfDay(DAYS, 3).search, { createdFrom: '2026-03-29T21:59:59.999Z' });
});
