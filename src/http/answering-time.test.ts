import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AnsweringTime } from './answering-time.ts';

test('the time in which requests are answered is counted once, however many there are, and up to now', () => {
  let now = 1_000;
  const answering = new AnsweringTime(() => now);
  now += 50;
  assert.equal(answering.ms, 0);
  answering.begin();
  now += 10;
  answering.begin();
  now += 10;
  answering.end();
  now += 10;
  assert.equal(answering.ms, 30);
  answering.end();
  now += 100;
  assert.equal(answering.ms, 30);
  answering.begin();
  now += 5;
  answering.end();
  assert.equal(answering.ms, 35);
});

test('one that is slow to send or to read counts for its first tenth of a second alone, until another one comes', () => {
  let now = 1_000;
  const answering = new AnsweringTime(() => now);
  answering.begin();
  now += 60_000;
  assert.equal(answering.ms, 100);
  answering.begin();
  now += 20;
  answering.end();
  now += 30;
  assert.equal(answering.ms, 150);
  now += 60_000;
  answering.end();
  assert.equal(answering.ms, 200);
});
