import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnsweringTimes } from './answering-times.ts';

test('each is told what the others said, at most all of the time, and a few times in a second', () => {
  let now = 0;
  const times = new AnsweringTimes(() => now);
  times.say(1, 0.5);
  assert.deepEqual([times.toTell(2), times.toTell(3)], [0.5, 0.5]);
  assert.equal(times.toTell(2), undefined);
  times.say(2, 0.75);
  now += 200;
  assert.deepEqual([times.toTell(1), times.toTell(2), times.toTell(3)], [0.75, 0.5, 1]);
});

test('who has fallen silent is forgotten within a second, and who speaks anew is not', () => {
  let now = 0;
  const times = new AnsweringTimes(() => now);
  times.say(1, 0.5);
  times.say(2, 0.25);
  now += 600;
  times.say(2, 0.125);
  assert.equal(times.ofOthers(3), 0.625);
  now += 500;
  assert.equal(times.ofOthers(3), 0.125);
  now += 500;
  assert.equal(times.ofOthers(3), 0);
});
