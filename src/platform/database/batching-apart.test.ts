import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchingApart } from './batching.ts';

const LOST = new Error('Connection terminated unexpectedly');

test('a party whose connection was lost has its own statements until one succeeds', async () => {
  const loads: string[] = [];
  let isAway = true;
  const load = async (keys: readonly string[]) => {
    loads.push(keys.join());
    return keys.map((key) => (isAway && key.startsWith('away') ? LOST : key.toUpperCase()));
  };
  const partyOf = (key: string) => key.split('-')[0] as string;
  const ask = batchingApart(load, { maxBatchSize: 10, maxInFlight: 1, partyOf });
  const askAll = (...keys: string[]) => Promise.allSettled(keys.map(ask));
  const [lost, found] = await askAll('away-1', 'a-1');
  assert.deepEqual(
    [lost, found],
    [
      { status: 'rejected', reason: LOST },
      { status: 'fulfilled', value: 'A-1' },
    ],
  );
  await askAll('away-2', 'a-2', 'b-2');
  isAway = false;
  await askAll('away-3', 'a-3');
  await askAll('away-4', 'a-4');
  assert.deepEqual(loads.toSorted(), ['a-2,b-2', 'a-3', 'away-1,a-1', 'away-2', 'away-3', 'away-4,a-4']);
});
