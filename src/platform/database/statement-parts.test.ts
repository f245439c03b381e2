import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { textArray } from './statement-parts.ts';

test('PostgreSQL reads the texts as they were', async () => {
  const database = await openTestDatabase({ empty: true });
  const lists = [
    [],
    [''],
    [null],
    ['one', null, 'three'],
    ['{"name":"M\\u00fcller \\"&\\" Söhne","null":"NULL"}', '{}', ',', ' ', '\\', 'a\nb', '漢字 🎽', '\ud800'],
    Array.from({ length: 500 }, (_, index) => `O-${index}`),
  ];
  try {
    for (const list of lists) {
      const { rows } = await database.pool.query('select $1::text[] as list, cardinality($1::text[]) as size', [
        textArray(list),
      ]);
      assert.deepEqual(rows, [{ list: list.map((one) => one?.toWellFormed() ?? one), size: list.length }]);
    }
  } finally {
    await database.close();
  }
});
