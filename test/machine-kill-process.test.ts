import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { newMachineBench } from './support/machine-bench.ts';
import { killWriter } from './support/machine-kill.ts';
import { startTestServer, type TestServer } from './support/test-server.ts';

/** More steps than the writing of a file and its ticket has. */
const STEPS_MAX = 60;

let server: TestServer;
before(async () => {
  server = await startTestServer();
});
after(() => server.close());

test('a process that is killed before each step of writing leaves each file and ticket written once', async (t) => {
  const bench = await newMachineBench(t, server);
  let steps = 0;
  while (steps < STEPS_MAX && (await killWriter(t, server, bench, steps + 1))) steps += 1;
  assert.ok(steps > 15 && steps < STEPS_MAX, `${steps} steps`);
});
