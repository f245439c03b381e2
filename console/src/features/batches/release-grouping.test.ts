import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReleaseGroup } from './batches-api.ts';
import { groupReleasable, missingOf } from './release-grouping.ts';

const group = (changes: Partial<ReleaseGroup>): ReleaseGroup => ({
  technology: 'DTG',
  manufacturerCode: 'TEE',
  title: 'Tee',
  code: 'TEE-M',
  color: 'Black',
  size: 'M',
  orders: 1,
  pieces: 2,
  multi: 1,
  late: 0,
  oldest: '2026-01-31T12:00:00.000Z',
  due: '2026-02-02T12:00:00.000Z',
  onHand: 10,
  reserved: 2,
  ...changes,
});

test('variants are grouped by article and technology, most urgent first', () => {
  const { technology: _, manufacturerCode: __, ...product } = group({ title: 'Mug', code: '4006381333931' });
  const grouped = groupReleasable([
    group({}),
    group({ technology: 'FLEX', code: 'TEE-S' }),
    product,
    group({ code: 'TEE-L', pieces: 5 }),
  ]);
  assert.deepEqual(
    grouped.map(({ technology, pieces, articles }) => [
      technology,
      pieces,
      articles.map(({ title, variants }) => [title, variants.map(({ code }) => code)]),
    ]),
    [
      ['DTG', 7, [['Tee', ['TEE-M', 'TEE-L']]]],
      ['FLEX', 2, [['Tee', ['TEE-S']]]],
      [undefined, 2, [['Mug', ['4006381333931']]]],
    ],
  );
});

test('missing pieces are at most those that the orders need', () => {
  assert.equal(missingOf(group({ onHand: 2, reserved: 2 })), 0);
  assert.equal(missingOf(group({ onHand: 1, reserved: 2 })), 1);
  assert.equal(missingOf(group({ onHand: 0, reserved: 20 })), 2);
});
