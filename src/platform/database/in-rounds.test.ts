import assert from 'node:assert/strict';
import { test } from 'node:test';
import { workInRounds } from './in-rounds.ts';

const LONG_MS = 60_000;

test('rounds go on until one answers that nothing is left', async () => {
  let rounds = 0;
  await workInRounds(LONG_MS, new AbortController().signal, async () => ++rounds < 3);
  assert.equal(rounds, 3);
});

test('no round begins once the signal has aborted', async () => {
  const controller = new AbortController();
  let rounds = 0;
  await workInRounds(LONG_MS, controller.signal, async () => {
    if (++rounds === 2) controller.abort();
    return true;
  });
  assert.equal(rounds, 2);
});

test('no round begins once the time is over, and one that has begun is ended', async (t) => {
  let rounds = 0;
  await workInRounds(0, new AbortController().signal, async () => ++rounds > 0);
  assert.equal(rounds, 0);
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  await workInRounds(20, new AbortController().signal, async () => {
    rounds++;
    now += 25;
    return true;
  });
  assert.equal(rounds, 1);
});
