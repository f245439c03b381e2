import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TurnTimeout } from '../concurrency/round-robin-queue.ts';
import { currentAsker, runFor } from './asker.ts';
import { type BatchOptions, batching } from './batching.ts';

/** Longer than a key waits for more keys. */
const JOINED_MS = 100;

interface Key {
  party: string;
  id: number;
  bytes?: number;
}

/** A database that answers when the test says so. */
function newDatabase(options: Partial<BatchOptions<Key>> = {}) {
  const batches: Key[][] = [];
  const answers: (() => void)[] = [];
  const load = batching<Key, number>(
    async (keys) => {
      batches.push([...keys]);
      const { promise, resolve } = Promise.withResolvers<void>();
      answers.push(resolve);
      await promise;
      return keys.map(({ id }) => (id < 0 ? new Error('refused') : id));
    },
    { maxBatchSize: 4, maxInFlight: 1, partyOf: ({ party }) => party, ...options },
  );
  const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));
  const answer = async () => {
    answers.shift()?.();
    await turn();
  };
  const parties = () => batches.map((keys) => keys.map(({ party }) => party).join(''));
  return { load, turn, answer, batches, parties };
}

test('what is asked for in one turn is one statement, and one that fails fails alone', async () => {
  const { load, turn, answer, batches } = newDatabase();
  const asked = [1, -1, 3].map((id) => load({ party: 'a', id }));
  const settled = Promise.allSettled(asked);
  await turn();
  await answer();
  assert.deepEqual(
    (await settled).map((one) => (one.status === 'fulfilled' ? one.value : one.reason.message)),
    [1, 'refused', 3],
  );
  assert.deepEqual([batches.length, load.statements], [1, 1]);
});

test('the many keys of one party hold up no other: each has its place in the next statement', async () => {
  const { load, turn, answer, parties } = newDatabase();
  for (let id = 0; id < 12; id++) void load({ party: 'a', id });
  await turn();
  void load({ party: 'b', id: 100 });
  void load({ party: 'c', id: 101 });
  void load({ party: 'b', id: 102 });
  await answer();
  assert.deepEqual(parties(), ['aaaa', 'abca']);
  await answer();
  assert.deepEqual(parties()[2], 'baaa');
});

test('a statement has so many bytes at most; what is larger goes alone', async () => {
  const { load, turn, answer, parties } = newDatabase({ weigh: ({ bytes = 0 }) => bytes, maxWeight: 10 });
  for (const [id, bytes] of [6, 4, 1, 50, 2].entries()) void load({ party: String(id), id, bytes });
  await turn();
  for (let count = 0; count < 3; count++) await answer();
  assert.deepEqual(parties(), ['01', '2', '3', '4']);
});

test('what nobody waits for any more is not loaded', async () => {
  const { load, turn, answer, parties } = newDatabase({ maxBatchSize: 1 });
  void load({ party: 'a', id: 1 });
  await turn();
  const late = runFor({ until: performance.now() - 1 }, () => load({ party: 'a', id: 2 }));
  const next = load({ party: 'b', id: 3 });
  const refused = assert.rejects(late, TurnTimeout);
  await answer();
  await refused;
  await answer();
  assert.equal(await next, 3);
  assert.deepEqual(parties(), ['a', 'b']);
});

test('a statement for many is for no party, and has a time of its own', async () => {
  const askers: unknown[] = [];
  const load = batching<number, number>(
    async (keys) => {
      askers.push(currentAsker());
      return keys;
    },
    { maxBatchSize: 4, maxInFlight: 1, loadMsMax: 1_000 },
  );
  await runFor({ party: 'a', until: Number.POSITIVE_INFINITY }, () => load(1));
  const [asker] = askers as [{ party?: string; until: number }];
  assert.equal(asker.party, undefined);
  assert.ok(asker.until < performance.now() + 1_000);
});

test('while a statement is under way a few keys wait for more of them, and not for long', async (t) => {
  // On a busy machine, the wait could end before the test looks.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { load, turn, answer, batches } = newDatabase({ maxInFlight: 2, joinedMin: 3 });
  const sizes = () => batches.map(({ length }) => length);
  const ask = (count: number) => {
    for (let id = 0; id < count; id++) void load({ party: 'a', id });
  };
  ask(1);
  await turn();
  ask(2);
  await turn();
  assert.deepEqual(sizes(), [1]);
  ask(1);
  await turn();
  assert.deepEqual(sizes(), [1, 3]);
  await answer();
  await answer();
  ask(1);
  await turn();
  ask(1);
  await turn();
  assert.deepEqual(sizes(), [1, 3, 1]);
  t.mock.timers.tick(JOINED_MS);
  assert.deepEqual(sizes(), [1, 3, 1, 1]);
});
