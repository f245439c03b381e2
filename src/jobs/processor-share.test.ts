import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ProcessorShare } from './processor-share.ts';

const { signal } = new AbortController();

/** A share on a processor and a clock that the test sets. */
function newShare() {
  const machine = { need: 1, now: 0 };
  const share = new ProcessorShare(
    () => machine.need,
    () => machine.now,
  );
  const worked: string[] = [];
  const work = (key: string, ms = 100) =>
    share.inTurn(key, signal, async () => {
      machine.now += ms;
      worked.push(key);
    });
  return { machine, share, worked, work };
}

test('on a busy processor a key that has worked much rests, and one with little work goes on at once', async () => {
  const { machine, worked, work } = newShare();
  await work('flood', 5_000);
  const again = work('flood');
  await work('other');
  await work('other');
  assert.deepEqual(worked, ['flood', 'other', 'other']);
  machine.now += 2_000;
  await again;
  assert.deepEqual(worked, ['flood', 'other', 'other', 'flood']);
});

test('on an idle processor nobody rests, and a rest ends when it becomes idle', async () => {
  const { machine, worked, work } = newShare();
  await work('flood', 5_000);
  const again = work('flood');
  machine.need = 0.4;
  machine.now += 60;
  await again;
  await work('flood');
  assert.equal(worked.length, 3);
});

test('a rest is broken off when the process stops', async () => {
  const { share, work } = newShare();
  await work('shop', 5_000);
  const stopping = new AbortController();
  const waiting = share.inTurn('shop', stopping.signal, async () => assert.fail('it worked'));
  stopping.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
});
