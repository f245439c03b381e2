import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseTextSearch, readText, readWith, stringifyTextSearch } from './text-search.ts';

test('search parameters stay text and can be written back unchanged', () => {
  for (const q of ['4006381333931', '007', 'true', 'null', '1e3', '"a"', '{"a":1}', '+49 30 & co', 'ä', '']) {
    const address = stringifyTextSearch({ q, sort: undefined });
    assert.deepEqual(parseTextSearch(address), { q }, address);
  }
  assert.deepEqual(parseTextSearch(''), {});
  assert.equal(stringifyTextSearch({}), '');
});

test('unknown search parameters are dropped', () => {
  const read = readWith(({ q }) => ({ q: readText(q) }));
  const address = parseTextSearch('?q=shirt&sort=banana');
  assert.equal(stringifyTextSearch({ ...address, ...read(address) }), '?q=shirt');
});
