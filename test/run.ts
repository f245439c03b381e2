import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';

// npm test: every test; npm test -- FILE …: those alone. Further options of node --test may be given as well.

const ROOT = join(import.meta.dirname, '..');
const ALL = [
  'src/**/*.test.ts',
  'test/**/*.test.ts',
  'client/src/**/*.test.ts',
  'console/src/**/*.test.ts',
  'console/test/*.test.ts',
  'scripts/*.test.ts',
];
/** Test files at once: some wait for a database or a process most of the time. */
const FILES_AT_ONCE = Math.max(2, availableParallelism());

const given = process.argv.slice(2);
const named = given.some((argument) => !argument.startsWith('-'));
const child = spawn(
  process.execPath,
  [
    '--test',
    '--test-global-setup=test/support/global-setup.ts',
    `--test-concurrency=${FILES_AT_ONCE}`,
    '--test-reporter=spec',
    '--test-reporter-destination=stdout',
    '--test-reporter=./test/support/slowest-files.ts',
    '--test-reporter-destination=stderr',
    ...given,
    ...(named ? [] : ALL),
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    // Each file is a process that loads the whole program: with its code compiled before, in half the time.
    env: { NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/tests'), ...process.env },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
