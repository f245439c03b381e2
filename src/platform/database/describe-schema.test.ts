import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { describeSchema } from './migrate.ts';

test('schema.sql is what the migrations make', async () => {
  const database = await openTestDatabase();
  try {
    const committed = await readFile(join(import.meta.dirname, '../../../schema.sql'), 'utf8');
    assert.equal(await describeSchema(database.pool), committed);
  } finally {
    await database.close();
  }
});

test('every table and every column says what it holds', async () => {
  const database = await openTestDatabase();
  try {
    const { rows } = await database.pool.query(
      `select t.relname as table, a.attname as column
       from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
       where t.relkind = 'r' and t.relnamespace = 'public'::regnamespace and t.relname <> 'migrations'
         and (col_description(t.oid, a.attnum) is null or obj_description(t.oid, 'pg_class') is null)`,
    );
    assert.deepEqual(rows, [], 'add "comment on" in the migration that makes it');
  } finally {
    await database.close();
  }
});
