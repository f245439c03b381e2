import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Gate, type Release, RoundRobinQueue, TurnTimeout } from './gate.ts';

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
  assert.equal(gate.tryTake('third', 1), undefined, 'others wait');
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
  assert.ok(gate.isOver('one') && !gate.isOver('other'));
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

const party = fc.constantFrom('a', 'b', 'c', 'd');
/** An entry arrives, or one is taken while some parties are at their limit. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('comes' as const), party }),
  fc.record({ kind: fc.constant('turn' as const), passedOver: fc.uniqueArray(party, { maxLength: 3 }) }),
);

/** Sorted by party; the order within a party is kept. */
const byParty = (all: readonly [party: string, number: number][]) =>
  all.toSorted(([one], [other]) => one.localeCompare(other));

test('the entries of a party are taken in the order of their arrival, each once', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new RoundRobinQueue<number>();
      const came: [party: string, number: number][] = [];
      const went: [party: string, number: number][] = [];
      const take = (passedOver: readonly string[]) => {
        const turn = queue.take((_first, of) => (passedOver.includes(of) ? 'skip' : 'take'));
        if (turn) went.push([turn.party, turn.entry]);
        return turn;
      };
      for (const [number, one] of steps.entries()) {
        if (one.kind === 'turn') take(one.passedOver);
        else {
          queue.add(one.party, number);
          came.push([one.party, number]);
        }
      }
      while (take([]));
      assert.deepEqual(byParty(went), byParty(came));
      assert.equal(queue.size, 0);
    }),
  );
});

test('a party waits at most one round: each other party has one turn before it', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const queue = new RoundRobinQueue<number>();
      const waiting = new Map<string, number>();
      /** The parties that had a turn since the first entry of each waiting party could be taken. */
      const before = new Map<string, string[]>();
      for (const one of steps) {
        if (one.kind === 'comes') {
          queue.add(one.party, 0);
          waiting.set(one.party, (waiting.get(one.party) ?? 0) + 1);
          if (!before.has(one.party)) before.set(one.party, []);
          continue;
        }
        const passedOver: readonly string[] = one.passedOver;
        const turn = queue.take((_first, of) => (passedOver.includes(of) ? 'skip' : 'take'));
        const mayGo = [...waiting.keys()].filter((of) => !passedOver.includes(of));
        assert.equal(turn === undefined, mayGo.length === 0, 'a party that may go is served');
        if (!turn) continue;
        // A party at its limit is overtaken, but keeps its place.
        for (const of of mayGo) before.get(of)?.push(turn.party);
        const overtakers = before.get(turn.party)?.slice(0, -1) ?? [];
        assert.deepEqual(overtakers, [...new Set(overtakers)]);
        const left = (waiting.get(turn.party) as number) - 1;
        before.delete(turn.party);
        waiting.delete(turn.party);
        if (left > 0) {
          waiting.set(turn.party, left);
          before.set(turn.party, []);
        }
      }
    }),
  );
});

test('an entry that no longer waits is removed, and the others keep their order', () => {
  const queue = new RoundRobinQueue<string>();
  for (const one of ['a1', 'a2', 'b1', 'c1']) queue.add(one.charAt(0), one);
  queue.delete('a', 'a1');
  queue.delete('b', 'b1');
  queue.delete('b', 'b1');
  queue.delete('c', 'a2');
  assert.equal(queue.size, 2);
  const taken = [1, 2, 3].map(() => queue.take(() => 'take')?.entry);
  assert.deepEqual(taken, ['a2', 'c1', undefined]);
});
