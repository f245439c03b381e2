import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnswerRate } from './answer-rate.ts';

const WINDOW_MS = 250;

/** Samples of so many answers in a second, one after the other. */
function measured() {
  let now = 0;
  const rate = new AnswerRate(now);
  return (perSecond: number, seconds: number, isCrowd: boolean): number => {
    let found = 0;
    for (const end = now + seconds * 1_000; now < end; ) {
      now += WINDOW_MS;
      for (let answer = 0; answer < (perSecond * WINDOW_MS) / 1_000; answer++) rate.add();
      found = rate.sample(now, isCrowd);
    }
    return found;
  };
}

test('a crowd is told from few who come: what was answered of late is remembered, and fades without a crowd', () => {
  const during = measured();
  assert.ok(during(10_000, 3, true) > 9_000);
  assert.ok(during(10, 2, false) > 8_000, 'few came, which tells nothing of how many could be answered');
  assert.ok(during(10, 60, false) < 200, 'what comes after a minute may be other work');
});

test('heavy requests after light ones are known for that within a second, and the first sample of a crowd tells of the time before', () => {
  const during = measured();
  during(20_000, 3, true);
  during(0, 0.25, false);
  assert.ok(during(0, 0.25, true) > 15_000);
  assert.ok(during(500, 1, true) < 1_100);
});

test('answers that come in bursts are known for what they are on average', () => {
  const during = measured();
  during(4_000, 3, true);
  const found: number[] = [];
  for (let i = 0; i < 20; i++)
    found.push(during(0, WINDOW_MS / 1_000, true), during(8_000, WINDOW_MS / 1_000, true));
  assert.ok(Math.min(...found) > 2_500, `${Math.min(...found)}`);
});
