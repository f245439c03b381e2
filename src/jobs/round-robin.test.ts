import assert from 'node:assert/strict';
import { test } from 'node:test';
import { roundRobin } from './round-robin.ts';

const among = (keys: readonly string[]) => async (after: string, limit: number) =>
  keys.filter((key) => key > after).slice(0, limit);

test('of more keys than are found at once each has its turn', async () => {
  const find = roundRobin(among(['a', 'b', 'c', 'd', 'e']), 2);
  assert.deepEqual(await find(), ['a', 'b']);
  assert.deepEqual(await find(), ['c', 'd']);
  assert.deepEqual(await find(), ['e', 'a']);
  assert.deepEqual(await find(), ['a', 'b']);
});

test('where there are few, all are found each time, and once', async () => {
  const find = roundRobin(among(['a', 'b']), 3);
  assert.deepEqual(await find(), ['a', 'b']);
  assert.deepEqual(await find(), ['a', 'b']);
  const three = roundRobin(among(['a', 'b', 'c']), 3);
  for (let i = 0; i < 3; i++) assert.deepEqual((await three()).sort(), ['a', 'b', 'c']);
  assert.deepEqual(await roundRobin(among([]), 3)(), []);
});
