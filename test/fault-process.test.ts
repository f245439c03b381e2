import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeUsedDataDir, postmasterPid, startPlaten } from './support/platen-process.ts';

const { dataDir } = await makeUsedDataDir({ after });

test('an unhandled connection error is logged, and a program fault stops the server and its PostgreSQL in order', {
  skip: process.platform === 'win32' && 'it has no such signal',
}, async (t) => {
  const server = await startPlaten(t, {
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=${join(import.meta.dirname, 'support/throw-on-signal.ts')}`,
  });
  server.process.kill('SIGUSR2');
  await server.waitForOutput(/"msg":"a connection broke, and no code handled the error"/);
  assert.equal((await fetch(`${server.url}/health/ready`)).status, 200);
  const { code, stdout, stderr } = await server.end('SIGUSR2');
  assert.match(stderr, /^platen: TypeError: .*\n +at /);
  assert.match(stdout, /"msg":"stopped"/);
  assert.deepEqual([code, await postmasterPid(dataDir)], [1, undefined]);
});
