import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Slots } from './slots.ts';

test('what was taken out is there no more, and everything else is', () => {
  const slots = new Slots<number>();
  const taken = Array.from({ length: 100 }, (_, value) => slots.add(value));
  for (const slot of taken.filter(({ value }) => value % 3 === 0)) slots.delete(slot);
  const left = taken.filter(({ value }) => value % 3 !== 0).map(({ value }) => value);
  assert.equal(slots.size, left.length);
  assert.deepEqual(
    slots
      .all()
      .map(({ value }) => value)
      .toSorted((one, other) => one - other),
    left,
  );
});

test('a slot is taken out once, also after another was put in its place', () => {
  const slots = new Slots<string>();
  const first = slots.add('first');
  const second = slots.add('second');
  assert.equal(slots.delete(first), true);
  assert.equal(slots.delete(first), false);
  slots.add('third');
  assert.equal(slots.delete(first), false);
  assert.equal(slots.delete(second), true);
  assert.deepEqual(
    slots.all().map(({ value }) => value),
    ['third'],
  );
});
