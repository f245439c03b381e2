import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { RoundRobinQueue } from './round-robin-queue.ts';

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
