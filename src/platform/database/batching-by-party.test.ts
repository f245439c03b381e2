import assert from 'node:assert/strict';
import { test } from 'node:test';
import { batchingByParty } from './batching.ts';

test('each party has its own statements, and one that waits for long delays no other', async () => {
  const loads: string[] = [];
  const { promise: away, reject: giveUp } = Promise.withResolvers<never>();
  const load = async (party: string, keys: readonly string[]) => {
    loads.push(`${party}: ${keys.join()}`);
    return party === 'away' ? away : keys.map((key) => key.toUpperCase());
  };
  const partyOf = (key: string) => key.split('-')[0] as string;
  const ask = batchingByParty(load, { maxBatchSize: 10, maxInFlight: 1, partyOf });
  const lost = assert.rejects(ask('away-1'), /gone/);
  assert.deepEqual(await Promise.all(['a-1', 'b-1', 'a-2'].map(ask)), ['A-1', 'B-1', 'A-2']);
  assert.deepEqual(loads, ['away: away-1', 'a: a-1,a-2', 'b: b-1']);
  assert.deepEqual([ask.underWay, ask.lastSize], [1, 1]);
  giveUp(new Error('gone'));
  await lost;
  assert.equal(ask.underWay, 0);
});
