import { spawn } from 'node:child_process';
import { globSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// npm test runs the tests that prove a change in minutes. npm run test:faults runs the tests of repeated
// faults, before a release. npm run test:long runs all others.
// npm test -- FILE … runs those files alone. Other arguments are options of node --test.

const ROOT = join(import.meta.dirname, '..');
const ALL = [
  'src/**/*.test.ts',
  'demo/*.test.ts',
  'test/**/*.test.ts',
  'client/src/**/*.test.ts',
  'console/{src,test}/**/*.test.ts',
  'scripts/*.test.ts',
  'chaos/*.test.ts',
];
/** Files that drive a browser or start Platen as a process, and are part of `npm test` nevertheless. */
const SHORT = new Set([
  'console/test/sign-in-page.test.ts',
  'console/test/whole-walks.test.ts',
  'test/start-process.test.ts',
  'test/stop-process.test.ts',
  'test/crash-process.test.ts',
  'test/readme-process.test.ts',
]);
/** Files that repeat a fault many times, such as a kill or a damaged backup, for 1 to 3 minutes each. */
const FAULTS = new Set(
  [
    'backup-damage',
    'backup-folder',
    'chaos',
    'charges-kill',
    'connector-kill',
    'correction-kill',
    'demo-orders',
    'failover',
    'hostile-catalog',
    'hostile-files',
    'machine-kill',
    'postage-kill',
    'postgres-upgrade',
    'restored-copy',
    'rolling-upgrade',
    'shelves-kill',
    'shop-kill',
    'sweep',
  ].map((name) => `test/${name}-process.test.ts`),
);
/** Test processes for each processor. Two, because many tests wait for the database or a timer. */
const PROCESSES_PER_PROCESSOR = 2;
/** A group loads the server and starts the first application once, which takes 2 s of processor time. */
const FILES_PER_GROUP = 12;
const BROWSER_FILES_PER_GROUP = 4;

const startsProcesses = (file: string) => file.endsWith('-process.test.ts');
const drivesBrowser = (file: string) => file.startsWith('console/test/') && !startsProcesses(file);
type Tier = 'short' | 'long' | 'faults';
function tierOf(file: string): Tier {
  if (FAULTS.has(file)) return 'faults';
  return (startsProcesses(file) || drivesBrowser(file)) && !SHORT.has(file) ? 'long' : 'short';
}

const find = (pattern: string) => globSync(pattern, { cwd: ROOT }).sort();
const TIER_FLAGS: Record<string, Tier> = { '--long': 'long', '--faults': 'faults' };
const given = process.argv.slice(2).filter((argument) => !(argument in TIER_FLAGS));
const named = given.flatMap(find);
const options = given.filter((argument) => find(argument).length === 0);
const missing = options.find((argument) => argument.endsWith('.ts') && !argument.startsWith('-'));
if (missing !== undefined) throw new Error(`There is no test file ${missing}.`);
const tier = process.argv.flatMap((argument) => TIER_FLAGS[argument] ?? [])[0] ?? 'short';
const files = named.length > 0 ? named : ALL.flatMap(find).filter((file) => tierOf(file) === tier);

function chunk(list: readonly string[], size: number): string[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, index) =>
    list.slice(index * size, (index + 1) * size),
  );
}

const groups = [
  ...chunk(files.filter(drivesBrowser), BROWSER_FILES_PER_GROUP),
  ...chunk(
    files.filter((file) => !drivesBrowser(file) && !startsProcesses(file)),
    FILES_PER_GROUP,
  ),
];

/**
 * Returns a module that runs each file as a suite, one after the other.
 * `--test-isolation=none` would attach the hooks of each file to the tests of all files.
 */
function groupModule(group: readonly string[]): string {
  const suites = group.map((file) => {
    const url = JSON.stringify(resolve(ROOT, file));
    return `void suite(${JSON.stringify(file)}, () => import(${url}));\n`;
  });
  return `import { suite } from 'node:test';\n${suites.join('')}`;
}

const folder = mkdtempSync(join(tmpdir(), 'platen-groups-'));
const entries = groups.map((group, index) => {
  const entry = join(folder, `group-${String(index + 1).padStart(2, '0')}.test.mjs`);
  writeFileSync(entry, groupModule(group));
  return entry;
});
const child = spawn(
  process.execPath,
  [
    '--test',
    '--test-global-setup=test/support/global-setup.ts',
    `--test-concurrency=${PROCESSES_PER_PROCESSOR * availableParallelism()}`,
    ...options,
    ...files.filter(startsProcesses),
    ...entries,
  ],
  {
    cwd: ROOT,
    stdio: 'inherit',
    env: {
      // Compiled code is kept between processes and runs: each loads the whole program in half the time.
      NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/tests'),
      ...process.env,
      TEST_NEEDS_BROWSER: files.some((file) => file.startsWith('console/test/')) ? 'yes' : '',
    },
  },
);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  rmSync(folder, { recursive: true, force: true });
  process.exitCode = code ?? 1;
});
