import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filtersOf, readOrderSearch } from './order-search.ts';

test('an address is read, and what it says wrongly is left out', () => {
  assert.deepEqual(readOrderSearch({ status: 'NEW,ERROR', country: 'ch', olderThanHours: '48', q: '007' }), {
    status: 'NEW,ERROR',
    country: 'CH',
    olderThanHours: '48',
    q: '007',
  });
  assert.deepEqual(
    readOrderSearch({
      status: 'new,NIX',
      country: 'Switzerland',
      olderThanHours: '-1',
      mode: 'live',
      sort: 'x',
      held: 'no',
    }),
    {},
  );
  assert.deepEqual(readOrderSearch({ status: 'NEW,NEW,NIX' }), { status: 'NEW' });
  const day = { createdFrom: '2026-01-30T22:59:59.999Z', createdTo: '2026-01-31T22:59:59.999Z' };
  assert.deepEqual(readOrderSearch(day), day);
  assert.deepEqual(readOrderSearch({ createdFrom: '2026-01-31', createdTo: '2026-99-99T00:00:00Z' }), {});
});

test('neither the page, nor what was searched for, nor a day is remembered', () => {
  const createdFrom = '2026-01-30T22:59:59.999Z';
  assert.deepEqual(filtersOf({ q: 'lovelace', cursor: 'x', createdFrom, status: 'NEW' }), { status: 'NEW' });
});
