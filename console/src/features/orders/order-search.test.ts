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
});

test('neither the page nor what was searched for is remembered', () => {
  assert.deepEqual(filtersOf({ q: 'lovelace', cursor: 'x', status: 'NEW' }), { status: 'NEW' });
});
