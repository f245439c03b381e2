import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatCount, nearestCode, oneOf } from './wording.ts';

test('numbers and lists are written as Intl writes them in English', () => {
  for (const count of [0, 7, 999, 1_000, 20_000, 123_456, 1_000_000, 1_234_567_890])
    assert.equal(formatCount(count), count.toLocaleString('en'));
  const list = new Intl.ListFormat('en', { type: 'disjunction' });
  for (const names of [[], ['PNG'], ['PNG', 'PDF'], ['PNG', 'PDF', 'ZPL'], ['a', 'b', 'c', 'd']])
    assert.equal(oneOf(names), list.format(names));
});

test('the nearest code has the fewest edits, else one that contains the other', () => {
  const known = ['TEES', 'TEES-BLK-L', 'TEES-BLK-XL', 'MUG-1'];
  for (const [wrong, nearest] of [
    ['TEES-BLK-LL', 'TEES-BLK-L'],
    ['XEES-BLK-L', 'TEES-BLK-L'],
    ['tees-blk-xl', 'TEES-BLK-XL'],
    ['ETES', 'TEES'],
    ['MY-TEES-BLK-XL-NEW', 'TEES'],
    ['MUG-12', 'MUG-1'],
    ['BAG', undefined],
    ['', undefined],
  ] as const)
    assert.equal(nearestCode(wrong, known), nearest, wrong);
  assert.equal(nearestCode('TEES', []), undefined);
});

test('an unknown code is compared with 10,000 others within a fraction of a second of processor time', () => {
  const known = Array.from({ length: 10_000 }, (_, index) => `A-LONG-NAME-OF-AN-ARTICLE-${index}-BLACK-MEDIUM`);
  const before = process.threadCpuUsage();
  assert.equal(nearestCode('B-LONG-NAME-OF-AN-ARTICLE-9999-BLACK-MEDIUM', known), known.at(-1));
  const { user, system } = process.threadCpuUsage(before);
  assert.ok(user + system < 1_000_000, `${user + system} microseconds`);
});
