import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairTurns, type Release, TurnTimeout } from './fair-turns.ts';

const LATER = Number.POSITIVE_INFINITY;

/** Whose turn came, in order, and how to end it. */
function newTurns(limits: { sizeMax: number; sizePerParty: number }) {
  const turns = new FairTurns(limits);
  const granted: string[] = [];
  const releases: Release[] = [];
  const take = (party: string, size = 1, until = LATER) => {
    const taken = turns.take(party, size, until).then((release) => {
      granted.push(party);
      releases.push(release);
    });
    return taken;
  };
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  return { turns, granted, releases, take, settle };
}

test('a party has its share at most, and what others hold is no matter', async () => {
  const { turns, granted, take, settle } = newTurns({ sizeMax: 5, sizePerParty: 2 });
  for (let count = 0; count < 4; count++) void take('one');
  for (let count = 0; count < 4; count++) void take('other');
  await settle();
  assert.deepEqual(granted, ['one', 'one', 'other', 'other']);
  assert.deepEqual([turns.size, turns.waiting], [4, 4]);
  assert.equal(turns.takeAtOnce('third', 1), undefined, 'others wait');
  await take('third');
  assert.equal(turns.size, 5);
});

test('those who wait have their turns round robin by party', async () => {
  const { granted, releases, take, settle } = newTurns({ sizeMax: 1, sizePerParty: 1 });
  for (const party of ['a', 'a', 'a', 'a', 'b', 'b', 'c']) void take(party);
  for (let turn = 0; turn < 7; turn++) {
    await settle();
    releases[turn]?.();
  }
  assert.deepEqual(granted, ['a', 'a', 'b', 'c', 'a', 'b', 'a']);
});

test('what is large comes to its turn though what is small would always fit', async () => {
  const { granted, releases, take, settle } = newTurns({ sizeMax: 10, sizePerParty: 10 });
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

test('what is larger than all there is goes alone', async () => {
  const { turns, granted, take, settle } = newTurns({ sizeMax: 10, sizePerParty: 5 });
  await take('one', 100);
  void take('other', 1);
  await settle();
  assert.deepEqual(granted, ['one']);
  assert.ok(turns.isOver('one') && !turns.isOver('other'));
});

test('whoever has no turn in time is told so, and holds up nobody', async () => {
  const { turns, granted, releases, take, settle } = newTurns({ sizeMax: 1, sizePerParty: 1 });
  await take('one');
  await assert.rejects(take('late', 1, performance.now() + 5), TurnTimeout);
  assert.equal(turns.waiting, 0);
  void take('next');
  releases[0]?.();
  releases[0]?.();
  await settle();
  assert.deepEqual([granted, turns.size], [['one', 'next'], 1]);
});
