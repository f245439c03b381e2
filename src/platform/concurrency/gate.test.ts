import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Gate, type Release } from './gate.ts';
import { TurnTimeout } from './round-robin-queue.ts';

const LATER = Number.POSITIVE_INFINITY;

/** A gate, with the parties that entered it, in order, and what releases each. */
function newGate(limits: { all: number; party: number }) {
  const gate = new Gate(limits);
  const granted: string[] = [];
  const releases: Release[] = [];
  const take = (party: string, size = 1, until = LATER) => {
    const taken = gate.take(party, size, until).then((release) => {
      granted.push(party);
      releases.push(release);
    });
    return taken;
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { gate, granted, releases, take, settle };
}

test('a party takes up to its limit, whatever others hold', async () => {
  const { gate, granted, take, settle } = newGate({ all: 5, party: 2 });
  for (let count = 0; count < 4; count++) void take('one');
  for (let count = 0; count < 4; count++) void take('other');
  await settle();
  assert.deepEqual(granted, ['one', 'one', 'other', 'other']);
  assert.deepEqual([gate.size, gate.waiting], [4, 4]);
  await take('third');
  assert.equal(gate.size, 5);
});

test('parties that wait are served round robin', async () => {
  const { granted, releases, take, settle } = newGate({ all: 1, party: 1 });
  for (const party of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void take(party);
  for (let turn = 0; turn < 7; turn++) {
    await settle();
    releases[turn]?.();
  }
  assert.deepEqual(granted, ['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('a large size has its turn although smaller ones would always fit', async () => {
  const { granted, releases, take, settle } = newGate({ all: 10, party: 10 });
  void take('small', 4);
  await settle();
  void take('large', 9);
  for (let count = 0; count < 3; count++) void take('small', 4);
  await settle();
  assert.deepEqual(granted, ['small'], 'the large one is next');
  releases[0]?.();
  await settle();
  releases[1]?.();
  await settle();
  assert.deepEqual(granted, ['small', 'large', 'small', 'small']);
});

test('a size above all limits is taken alone', async () => {
  const { gate, granted, take, settle } = newGate({ all: 10, party: 5 });
  await take('one', 100);
  void take('other', 1);
  await settle();
  assert.deepEqual(granted, ['one']);
  assert.deepEqual([gate.sizeOf('one'), gate.sizeOf('other')], [100, 0]);
});

test('a turn that does not come in time fails and delays no other', async () => {
  const { gate, granted, releases, take, settle } = newGate({ all: 1, party: 1 });
  await take('one');
  await assert.rejects(take('late', 1, performance.now() + 5), TurnTimeout);
  assert.equal(gate.waiting, 0);
  void take('next');
  releases[0]?.();
  releases[0]?.();
  await settle();
  assert.deepEqual([granted, gate.size], [['one', 'next'], 1]);
});
