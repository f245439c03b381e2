import assert from 'node:assert/strict';
import { test } from 'node:test';
import { currentAsker, runFor, yieldEachFor } from './asker.ts';

test('each part of what is made while it is read has a time of its own, also when the request has none left', async () => {
  const asked: (ReturnType<typeof currentAsker> | undefined)[] = [];
  let isEnded = false;
  async function* parts() {
    try {
      for (let part = 1; part <= 9; part++) {
        asked.push(currentAsker());
        await Promise.resolve();
        asked.push(currentAsker());
        yield part;
      }
    } finally {
      isEnded = true;
    }
  }
  const read: number[] = [];
  let last = 0;
  await runFor({ party: 'the request', until: 0 }, async () => {
    for await (const part of yieldEachFor('reader', parts())) {
      read.push(part);
      const [first, second] = asked.splice(0);
      assert.deepEqual([first?.party, second?.until], ['reader', first?.until]);
      assert.ok((first?.until ?? 0) > Math.max(last, performance.now()));
      last = first?.until ?? 0;
      if (part === 3) break;
    }
  });
  assert.deepEqual([read, isEnded], [[1, 2, 3], true]);
});
