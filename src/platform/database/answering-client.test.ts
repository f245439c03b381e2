import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { QueryConfig } from 'pg';
import { openTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts';
import { openPool, type SharedPool } from './pool.ts';

const NEVER = 'select pg_sleep(60)';
const LATE = /Query read timeout/;

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

function openFor(t: { after: (end: () => unknown) => void }, answerMsMax: number): SharedPool {
  const pool = openPool({ connectionString: database.url, answerMsMax }, 1, () => {});
  t.after(() => pool.end());
  return pool;
}

test('a statement that is not answered in time fails, and the next one has another connection', async (t) => {
  const pool = openFor(t, 1_000);
  await assert.rejects(pool.query(NEVER), LATE);
  const connection = await pool.connect();
  await assert.rejects(connection.query(NEVER), LATE);
  await assert.rejects(connection.query('select 1'), /Client was closed/);
  connection.release();
  const { rows } = await pool.query('select $1::int as one', [1]);
  assert.deepEqual(rows, [{ one: 1 }]);
});

test('a statement may have longer than others of its connection', async (t) => {
  const pool = openFor(t, 100);
  const patient = { text: 'select 1 as one from pg_sleep(0.3)', query_timeout: 60_000 } as QueryConfig;
  assert.deepEqual((await pool.query(patient)).rows, [{ one: 1 }]);
  await assert.rejects(pool.query({ text: NEVER, query_timeout: 100 } as QueryConfig), LATE);
});

test('an error of PostgreSQL leads to who asked, and the connection goes on', async (t) => {
  const connection = await openFor(t, 60_000).connect();
  try {
    const error = await connection.query('select nothing').catch((failed) => failed);
    assert.equal(error.code, '42703');
    assert.match(error.stack, /answering-client\.test/);
    assert.deepEqual((await connection.query('select 1 as one')).rows, [{ one: 1 }]);
  } finally {
    connection.release();
  }
});
