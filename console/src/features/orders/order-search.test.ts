import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutEmpty } from '../../shared/list/text-search.ts';
import { orderIdsIn, orderParameters, readOrderSearch, searchFor } from './order-search.ts';

test('an address is read without its invalid parts', () => {
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
  const times = { createdFrom: '2026-01-30T22:59:59.999Z', updatedTo: '2026-01-31' };
  assert.deepEqual(readOrderSearch(times), times);
  assert.deepEqual(readOrderSearch({ createdFrom: 'yesterday', createdTo: '2026-99-99T00:00:00Z' }), {});
});

test('a new search looks at all statuses, a status chosen during it stays, and its end shows the open orders', () => {
  const before = { status: 'ERROR', reason: 'file_not_found', clientId: 'a' };
  assert.deepEqual(withoutEmpty({ ...before, ...searchFor('lovelace', before) }), { clientId: 'a', q: 'lovelace' });
  assert.deepEqual(searchFor('lovelac', { q: 'lovelace', status: 'SHIPPED' }), { q: 'lovelac' });
  assert.deepEqual(searchFor(undefined, { q: 'x' }), { q: undefined, status: 'NEW,ASSIGNED,ACCEPTED,ERROR' });
});

test('a day becomes its first and last moment in the time zone of the center, and a moment stays unchanged', () => {
  const search = {
    createdFrom: '2026-03-29',
    createdTo: '2026-03-29',
    updatedFrom: '2026-01-31T12:00:00.000Z',
    inStatusForHours: '24',
    q: undefined,
  };
  assert.deepEqual(orderParameters(search, 'Europe/Berlin'), {
    createdFrom: '2026-03-28T22:59:59.999Z',
    createdTo: '2026-03-29T21:59:59.999Z',
    updatedFrom: '2026-01-31T12:00:00.000Z',
    inStatusForHours: 24,
  });
});

test('a pasted text is split into order IDs; a single one is a search', () => {
  assert.equal(orderIdsIn('A-1\r\nB 2\tC3, D;A-1\n\n'), 'A-1\nB 2\nC3\nD');
  assert.equal(orderIdsIn(' A-1\n'), undefined);
});
