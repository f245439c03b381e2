import assert from 'node:assert/strict';
import { test } from 'node:test';
import { idleMsOf, type Processors, processorNeed } from './processor-need.ts';

/** A machine that the test sets: how many of its processors have nothing to do, and for how much of the time requests are answered. */
function newMachine() {
  const machine = { loop: 0.2, answering: 1, free: 2, now: 10_000, idle: 5_000 };
  const processors: Processors = {
    loopUtilization: () => machine.loop,
    answering: () => machine.answering,
    idleMs: () => machine.idle,
    now: () => machine.now,
  };
  const pass = (ms: number) => {
    machine.now += ms;
    machine.idle += ms * machine.free;
  };
  const need = processorNeed(processors);
  need();
  return { machine, processors, need, pass };
}

test('while requests are answered they need what the processors have no time left for, however idle the event loop is', () => {
  const { machine, need, pass } = newMachine();
  for (const [free, needed] of [
    [0, 1],
    [0.5, 0.75],
    [1, 0.5],
    [14, 0.2],
  ] as const) {
    machine.free = free;
    pass(200);
    assert.equal(need(), needed, `${free} free`);
  }
});

test('of an idle event loop requests need no more than the part of the time in which some are answered', () => {
  const { machine, need, pass } = newMachine();
  machine.free = 0;
  machine.answering = 0.6;
  pass(200);
  assert.equal(need(), 0.6);
});

test('a busy event loop is enough, but while no requests are answered the background has all', () => {
  const { machine, need, pass } = newMachine();
  machine.loop = 0.9;
  machine.free = 8;
  pass(200);
  assert.equal(need(), 0.9);
  machine.answering = 0.1;
  assert.equal(need(), 0.9);
  machine.answering = 0;
  machine.free = 0;
  pass(200);
  assert.equal(need(), 0);
});

test('what the processors did long ago counts for nothing, and neither does what the system does not tell', () => {
  const { machine, processors, need, pass } = newMachine();
  machine.free = 0;
  pass(60_000);
  assert.equal(need(), 0.2);
  pass(200);
  assert.equal(need(), 1);
  const untold = processorNeed({ ...processors, idleMs: () => undefined });
  pass(200);
  assert.equal(untold(), 0.2);
});

test('Linux tells the idle time of all processors together in hundredths of a second', () => {
  const stat =
    'cpu  2255 34 2290 22625563 6290 127 456 0 0 0\ncpu0 1132 34 1441 11311718 3675 127 438 0 0 0\nintr 1\n';
  assert.equal(idleMsOf(stat), 226_255_630);
  for (const other of ['', 'cpu0 1 2 3 4', 'cpu  1 2']) assert.equal(idleMsOf(other), undefined, other);
});
