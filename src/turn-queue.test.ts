import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nextTurn, TurnQueue } from './turn-queue.ts';

const party = fc.constantFrom('a', 'b', 'c', 'd');
/** One comes, or a turn is asked for while some parties have their share already. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('comes' as const), party }),
  fc.record({ kind: fc.constant('turn' as const), passedOver: fc.uniqueArray(party, { maxLength: 3 }) }),
);

/** In their order, each party by itself. */
const byParty = (all: readonly [party: string, number: number][]) =>
  all.toSorted(([one], [other]) => one.localeCompare(other));

test('within a party whoever came first goes first, each once, and none is lost', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new TurnQueue<number>();
      const came: [party: string, number: number][] = [];
      const went: [party: string, number: number][] = [];
      const take = (passedOver: readonly string[]) => {
        const turn = queue.take((_first, of) => (passedOver.includes(of) ? 'passed over' : 'goes'));
        if (turn) went.push([turn.party, turn.one]);
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

test('nobody waits longer than one round: each other party has one turn at most before', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
      const queue = new TurnQueue<number>();
      const waiting = new Map<string, number>();
      /** By party that waits: who had turns since its first one could go. */
      const before = new Map<string, string[]>();
      for (const one of steps) {
        if (one.kind === 'comes') {
          queue.add(one.party, 0);
          waiting.set(one.party, (waiting.get(one.party) ?? 0) + 1);
          if (!before.has(one.party)) before.set(one.party, []);
          continue;
        }
        const passedOver: readonly string[] = one.passedOver;
        const turn = queue.take((_first, of) => (passedOver.includes(of) ? 'passed over' : 'goes'));
        const mayGo = [...waiting.keys()].filter((of) => !passedOver.includes(of));
        assert.equal(turn === undefined, mayGo.length === 0, 'who may go goes');
        if (!turn) continue;
        // Whoever could not go is overtaken, but keeps its place.
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

test('the choice looks at the first of each party alone, in order, and changes nothing', () => {
  const lists = fc.uniqueArray(fc.tuple(fc.string(), fc.array(fc.nat(9), { minLength: 1 })), {
    selector: ([name]) => name,
  });
  const judgements = ['goes', 'passed over', 'nobody goes'] as const;
  fc.assert(
    fc.property(lists, fc.array(fc.constantFrom(...judgements), { minLength: 10 }), (all, of) => {
      const waiting = new Map(all);
      const judge = (first: number) => of[first] as (typeof judgements)[number];
      const decided = all.find(([, [first]]) => judge(first as number) !== 'passed over');
      const expected = decided && judge(decided[1][0] as number) === 'goes' ? decided[0] : undefined;
      const copy = structuredClone(waiting);
      assert.equal(nextTurn(waiting, judge), expected);
      assert.deepEqual(waiting, copy);
      assert.deepEqual([...waiting.keys()], [...copy.keys()]);
    }),
  );
});

test('one that waits no longer gives up its place, and the others keep theirs', () => {
  const queue = new TurnQueue<string>();
  for (const one of ['a1', 'a2', 'b1', 'c1']) queue.add(one.charAt(0), one);
  queue.delete('a', 'a1');
  queue.delete('b', 'b1');
  queue.delete('b', 'b1');
  queue.delete('c', 'a2');
  assert.equal(queue.size, 2);
  const taken = [1, 2, 3].map(() => queue.take(() => 'goes')?.one);
  assert.deepEqual(taken, ['a2', 'c1', undefined]);
});
