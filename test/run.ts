import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { groupFiles } from './support/file-groups.ts';

// npm test: every test; npm test -- FILE …: those alone. Further options of node --test may be given as well.

const ROOT = join(import.meta.dirname, '..');
const ALL = [
  'src/**/*.test.ts',
  'demo/*.test.ts',
  'test/**/*.test.ts',
  'client/src/**/*.test.ts',
  'console/src/**/*.test.ts',
  'console/test/*.test.ts',
  'scripts/*.test.ts',
  'chaos/*.test.ts',
];
/** Processes at once: some wait for a database or another process most of the time. */
const PROCESSES_AT_ONCE = Math.max(2, availableParallelism());

const given = process.argv.slice(2);
const filesOf = (pattern: string) => (pattern.startsWith('-') ? [] : globSync(pattern, { cwd: ROOT }));
const named = given.flatMap(filesOf);
const options = given.filter((argument) => filesOf(argument).length === 0);
const files = named.length > 0 ? named : ALL.flatMap(filesOf);
const groups = groupFiles(ROOT, files);
const child = spawn(
  process.execPath,
  [
    '--test',
    '--test-global-setup=test/support/global-setup.ts',
    `--test-concurrency=${PROCESSES_AT_ONCE}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./test/support/slowest-files.ts',
    '--test-reporter-destination=stderr',
    ...options,
    ...groups.entries,
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      // Each process loads the whole program: with its code compiled before, in half the time.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/tests'),
      ...process.env,
      TEST_NEEDS_BROWSER: files.some((file) => file.startsWith('console/test/')) ? 'yes' : '',
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  groups.remove();
  process.exitCode = code ?? 1;
});
