import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';

const SCRIPT = join(import.meta.dirname, 'support/answering-processes.ts');

interface Line {
  serves?: number;
  pid?: number;
  process?: number;
  knows?: number;
}

test('each process learns that another one answers requests, and forgets it when that falls silent', async (t) => {
  const child = spawn(process.execPath, [SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  const said: Line[] = [];
  const lines = createInterface(child.stdout).on('line', (line) => said.push(JSON.parse(line)));
  const until = async (isSaid: () => boolean) => {
    while (!isSaid()) await once(lines, 'line');
  };
  const knowing = (part: number) =>
    new Set(said.filter(({ knows }) => knows === part).map((line) => line.process));
  await until(() => said.some(({ serves }) => serves === 1) && knowing(0.5).size === 2);
  assert.deepEqual(knowing(0.5), new Set([2, 3]));

  process.kill(said.find(({ serves }) => serves === 1)?.pid as number, 'SIGUSR2');
  await until(() => knowing(0).size === 2);
  child.kill('SIGTERM');
  const [code] = await once(child, 'exit');
  assert.equal(code, 0);
});
