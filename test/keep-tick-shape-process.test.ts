import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';

const MODULE = join(import.meta.dirname, '../bin/keep-tick-shape.js');

/** Prints how many of the calls that were made by process.nextTick are left when they are done and V8 has collected. */
const COUNT_LEFT = (first: string) => `
import { createHook } from 'node:async_hooks';
import { setImmediate } from 'node:timers/promises';
import { keepTickShape } from ${JSON.stringify(MODULE)};
const calls = [];
const hook = createHook({
  init: (id, type, trigger, call) => type === 'TickObject' && calls.push(new WeakRef(call)),
}).enable();
${first}
process.nextTick(() => {});
hook.disable();
await setImmediate();
await setImmediate();
gc();
console.log(calls.filter((call) => call.deref()).length);
`;

async function countLeft(first: string): Promise<number> {
  const args = ['--expose-gc', '--input-type=module', '--eval', COUNT_LEFT(first)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return Number(stdout);
}

test('one call of process.nextTick is kept, so that V8 goes on knowing the shape of the others', async () => {
  assert.equal(await countLeft('keepTickShape();'), 1);
  assert.equal(await countLeft(''), 0, 'or else it keeps none');
});
