import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOutdated, rowsOf, TECHNOLOGIES_MAX } from './wall-rules.ts';

const rows = (count: number) =>
  Array.from({ length: count }, (_, place) => ({
    ...{ technology: `T${place}`, toMake: 10, made: 1, checked: 2, packedToday: place },
  }));

test('technologies without a row of their own are summed in the last row', () => {
  assert.deepEqual(rowsOf(rows(TECHNOLOGIES_MAX), 'Others'), rows(TECHNOLOGIES_MAX));
  const many = rowsOf(rows(TECHNOLOGIES_MAX + 2), 'Others');
  assert.equal(many.length, TECHNOLOGIES_MAX);
  assert.deepEqual(many.at(-1), { technology: 'Others', toMake: 30, made: 3, checked: 6, packedToday: 5 + 6 + 7 });
});

test('figures are out of date after a minute', () => {
  assert.equal(isOutdated(0, 60_000), false);
  assert.equal(isOutdated(0, 60_001), true);
});
