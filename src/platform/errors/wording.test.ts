import assert from 'node:assert/strict';
import { test } from 'node:test';
import { grouped, oneOf } from './wording.ts';

test('numbers and lists are written as Intl writes them in English', () => {
  for (const count of [0, 7, 999, 1_000, 20_000, 123_456, 1_000_000, 1_234_567_890])
    assert.equal(grouped(count), count.toLocaleString('en'));
  const list = new Intl.ListFormat('en', { type: 'disjunction' });
  for (const names of [[], ['PNG'], ['PNG', 'PDF'], ['PNG', 'PDF', 'ZPL'], ['a', 'b', 'c', 'd']])
    assert.equal(oneOf(names), list.format(names));
});
