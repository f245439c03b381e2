import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBatchingByParty } from './batching.ts';

test('each party has statements of its own where they are apart, and one that waits for long holds up no other', async () => {
  let areApart = false;
  const loads: string[] = [];
  const { promise: away, reject: giveUp } = Promise.withResolvers<never>();
  const load = async (keys: readonly string[]) => {
    loads.push(keys.join());
    return keys.some((key) => key.startsWith('away')) ? away : keys.map((key) => key.toUpperCase());
  };
  const partyOf = (key: string) => key.split('-')[0] as string;
  const ask = createBatchingByParty(load, { maxBatchSize: 10, maxInFlight: 1, partyOf }, () => areApart);
  assert.deepEqual(await Promise.all(['a-1', 'b-1', 'a-2'].map(ask)), ['A-1', 'B-1', 'A-2']);
  areApart = true;
  const lost = assert.rejects(ask('away-1'), /gone/);
  assert.deepEqual(await Promise.all(['a-1', 'b-1', 'a-2'].map(ask)), ['A-1', 'B-1', 'A-2']);
  assert.deepEqual(loads, ['a-1,b-1,a-2', 'away-1', 'a-1,a-2', 'b-1']);
  assert.deepEqual([ask.statements, ask.keys, ask.waiting, ask.underWay], [4, 7, 0, 1]);
  giveUp(new Error('gone'));
  await lost;
  assert.deepEqual([ask.statements, ask.keys, ask.waiting, ask.underWay], [4, 7, 0, 0]);
});
