import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { openTestDatabase } from './support/test-database.ts';

const POOL = join(import.meta.dirname, '../src/platform/database/pool.ts');
const ROWS = 25_000;
const ROWS_OF_ONE = 50;
const ROW_CHARACTERS = 1_000;

/**
 * Runs in a separate process, which creates no other values. Prints the approximate bytes that minor garbage
 * collections did not free, from samples.
 */
const SCRIPT = `
import { Session } from 'node:inspector/promises';
import { openPool } from ${JSON.stringify(POOL)};
const [connectionString, how] = process.argv.slice(1);
const pool = openPool({ connectionString, answerMsMax: 60_000 }, 2, () => {});
const statement = {
  name: 'rows',
  text: "select repeat('x', ${ROW_CHARACTERS}) || number as text from generate_series(1, ${ROWS_OF_ONE}) number",
};
const reading = {
  pool: () => pool.query(statement),
  connection: async () => {
    const connection = await pool.connect();
    await connection.query(statement);
    connection.release();
  },
};
await reading[how]();
const session = new Session();
session.connect();
await session.post('HeapProfiler.startSampling', { includeObjectsCollectedByMajorGC: true });
for (let rows = 0; rows < ${ROWS}; rows += ${ROWS_OF_ONE}) await reading[how]();
const { profile } = await session.post('HeapProfiler.stopSampling');
const sum = (node) => node.children.reduce((bytes, child) => bytes + sum(child), node.selfSize);
console.log(sum(profile.head));
await pool.end();
`;

for (const [how, name] of [
  ['pool', 'for one statement'],
  ['connection', 'on a connection that is given back'],
] as const)
  test(`rows read ${name} are freed by minor garbage collections`, async (t) => {
    const database = await openTestDatabase();
    t.after(() => database.close());
    // A small young generation makes minor collections frequent.
    const args = ['--max-semi-space-size=1', '--input-type=module', '--eval', SCRIPT, '--', database.url, how];
    const { stdout } = await promisify(execFile)(process.execPath, args);
    const bytes = Number(stdout);
    assert.ok(bytes > 0 && bytes < (ROWS * ROW_CHARACTERS) / 2, `${bytes} bytes became old`);
  });
