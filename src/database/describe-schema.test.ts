import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { openTestDatabase } from '../../test/support/test-database.ts';
import { describeSchema } from './describe-schema.ts';

test('schema.sql is what the migrations make', async () => {
  const database = await openTestDatabase();
  try {
    const committed = await readFile(join(import.meta.dirname, '../../schema.sql'), 'utf8');
    assert.equal(await describeSchema(database.pool), committed);
  } finally {
    await database.close();
  }
});
