import assert from 'node:assert/strict';
import { test } from 'node:test';
import { QUIET_LOOKS, QuietMemory } from './give-back-when-quiet.ts';

const MIB = 1_048_576;

test('memory is given back once there is little to do, and again only when it has grown again', async () => {
  let [utilization, mebibytes, left, given] = [0, 120, 140, 0];
  const quiet = new QuietMemory({
    utilization: () => utilization,
    residentBytes: () => mebibytes * MIB,
    giveBack: async () => {
      given++;
      mebibytes = left;
    },
  });
  const lookOften = async (times = QUIET_LOOKS) => {
    for (let n = 0; n < times; n++) await quiet.look();
  };
  await lookOften();
  assert.equal(given, 0, 'nothing has grown');
  [utilization, mebibytes] = [0.5, 200];
  await quiet.look();
  assert.equal(given, 0, 'there is something to do');
  utilization = 0.01;
  await lookOften(QUIET_LOOKS - 1);
  assert.equal(given, 0, 'it may be a pause');
  utilization = 0.5;
  await quiet.look();
  utilization = 0.01;
  await lookOften(QUIET_LOOKS - 1);
  assert.equal(given, 0, 'there was something to do meanwhile');
  await lookOften();
  assert.equal(given, 1, 'what cannot be given back is left');
  [mebibytes, left] = [160, 120];
  await quiet.look();
  assert.equal(given, 2);
  for (mebibytes of [90, 115]) await quiet.look();
  assert.equal(given, 3, 'it has grown since it had become less by itself');
});
