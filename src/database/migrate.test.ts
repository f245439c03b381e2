import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Pool } from 'pg';
import { openTestDatabase, type TestDatabase } from '../../test/support/test-database.ts';
import { describeSchema } from './describe-schema.ts';
import { MigrationError, migrate } from './migrate.ts';

const ROOT = join(import.meta.dirname, '../..');
const OLD_TEXTS = join(ROOT, 'test/fixtures/old-migrations');

/**
 * The databases that were made while the texts of migrations were still edited, by what had been applied: the number of
 * migrations, and which of them stood in which earlier text (a file of test/fixtures/old-migrations).
 */
const PAST: readonly (readonly [count: number, oldTexts: string])[] = [
  [6, ''],
  [8, '0007:3cf2 0008:f2f6'],
  [8, '0007:3cf2 0008:f017'],
  [9, '0007:3cf2 0008:f017 0009:4eef'],
  [10, '0007:3cf2 0008:f017 0009:4eef 0010:903f'],
  [10, '0007:3cf2 0008:f017 0009:4eef'],
  [10, '0007:3cf2 0008:f017 0009:c0db'],
  [10, '0008:f017 0009:c0db'],
  [10, '0008:9c0e 0009:c0db'],
  [10, '0008:9c0e 0009:a9ef'],
  [10, '0008:9c0e'],
  [10, '0008:69a0'],
  [10, ''],
];

for (const [count, oldTexts] of PAST) {
  test(`a database of ${count} migrations, ${oldTexts || 'all in their present text'}, comes up to date with its orders`, async () => {
    const database = await openTestDatabase({ empty: true });
    try {
      await applyPast(database, count, oldTexts);
      await addOrder(database);
      await migrate(database.pool);
      const wanted = await readFile(join(ROOT, 'schema.sql'), 'utf8');
      assert.deepEqual(linesOf(await describeSchema(database.pool)), linesOf(wanted));
      const { rows } = await database.pool.query('select summary, work_due is not null as due from orders');
      const created = '2026-11-21T12:00:00.000Z';
      const summary = { orderId: 'ä"1', status: 'NEW', created, updated: created };
      assert.deepEqual(
        rows.map((row) => [JSON.parse(row.summary), row.due]),
        [[summary, true]],
      );
      assert.deepEqual(await migrate(database.pool), []);
    } finally {
      await database.close();
    }
  });
}

test('a database whose migration was applied in another text is refused by name', async () => {
  const database = await openTestDatabase();
  try {
    await database.pool.query(`update migrations set sha256 = 'other' where name = '0008-order-life.sql'`);
    await assert.rejects(
      migrate(database.pool),
      (error) =>
        error instanceof MigrationError &&
        /^0008-order-life\.sql was applied .* another text/.test(error.message),
    );
  } finally {
    await database.close();
  }
});

test('a migration that makes indexes beside their use is begun again where it was broken off, also by two at once', async () => {
  const database = await openTestDatabase();
  const { pool } = database;
  try {
    const broken = ['0159-newest-last.sql', '0180-slim-indexes.sql', '0201-status-without-ids.sql'];
    await pool.query('delete from migrations where name = any($1)', [broken]);
    await pool.query('alter index orders_by_created rename to orders_by_created_new');
    await pool.query('drop index order_items_by_code');
    const applied = await Promise.all([migrate(pool), migrate(pool)]);
    assert.deepEqual(applied.flat(), broken);
    const wanted = await readFile(join(ROOT, 'schema.sql'), 'utf8');
    assert.deepEqual(linesOf(await describeSchema(pool)), linesOf(wanted));
    // Behind a pooler everything is one transaction.
    await pool.query('delete from migrations where name = any($1)', [broken]);
    assert.deepEqual(await migrate(pool, { hasSession: false }), broken);
    assert.deepEqual(linesOf(await describeSchema(pool)), linesOf(wanted));
  } finally {
    await database.close();
  }
});

test('a session is left as it was found, and where nothing is missing nobody is waited for: a pooler may give it to others', async () => {
  const database = await openTestDatabase();
  const session = await database.pool.connect();
  try {
    const query = session.query.bind(session);
    const { Client, options } = database.pool as unknown as { Client: unknown; options: unknown };
    const kept = { connect: async () => ({ query, release: () => {} }), Client, options };
    const { rows } = await database.pool.query(
      `delete from migrations where name = '0186-clients-with-most.sql' returning name`,
    );
    assert.deepEqual(
      await migrate(kept as unknown as Pool),
      rows.map(({ name }) => name),
    );
    const { rows: left } = await session.query(
      `select current_setting('statement_timeout') as timeout,
              (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
    );
    assert.deepEqual(left, [{ timeout: '30s', locks: 0 }]);
    await session.query('select pg_advisory_lock(7521883412)');
    assert.deepEqual(await migrate(database.pool), []);
  } finally {
    session.release(true);
    await database.close();
  }
});

test('a database that is newer than the program is refused', async () => {
  const database = await openTestDatabase();
  try {
    await database.pool.query(`insert into migrations (name, sha256) values ('9999-later.sql', 'x')`);
    await assert.rejects(migrate(database.pool), /newer than this program \(it has 9999-later\.sql\)/);
  } finally {
    await database.close();
  }
});

async function applyPast({ pool }: TestDatabase, count: number, oldTexts: string): Promise<void> {
  await pool.query(
    'create table migrations (name text primary key, applied timestamptz not null default now())',
  );
  const present = (await readdir(join(ROOT, 'migrations'))).filter((name) => name.endsWith('.sql')).sort();
  for (const name of present.slice(0, count)) {
    const old = oldTexts.split(' ').find((one) => one.startsWith(`${name.slice(0, 4)}:`));
    const file = old
      ? join(OLD_TEXTS, name.replace('.sql', `.${old.slice(5)}.sql`))
      : join(ROOT, 'migrations', name);
    await pool.query(await readFile(file, 'utf8'));
    await pool.query('insert into migrations (name) values ($1)', [name]);
  }
}

/** A NEW order in whatever columns its table has. */
async function addOrder({ pool }: TestDatabase): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select column_name as name from information_schema.columns where table_schema = 'public' and table_name = 'orders'`,
  );
  const created = '2026-11-21T12:00:00.000Z';
  const summary = JSON.stringify({ orderId: 'ä"1', status: 'NEW', created, updated: created });
  const values: Record<string, unknown> = {
    client_id: 'shop',
    order_id: 'ä"1',
    status: 'NEW',
    created,
    updated: created,
    request_hash: Buffer.alloc(32),
    document: JSON.stringify({
      orderId: 'ä"1',
      status: 'NEW',
      items: [],
      shipping: {},
      created,
      updated: created,
    }),
    summary,
    mode: 'live',
    work: 'intake',
    work_due: created,
  };
  const names = Object.keys(values).filter((name) => rows.some((row) => row.name === name));
  await pool.query(
    `insert into clients (client_id, name, mode, scope, created) values ('shop', 'Shop', 'live', 'fulfillment', now())`,
  );
  await pool.query(
    `insert into orders (${names.join(', ')}) values (${names.map((_, place) => `$${place + 1}`).join(', ')})`,
    names.map((name) => values[name]),
  );
}

/** In an order of their own: a column that was added later stands last. */
function linesOf(schema: string): string[] {
  return schema
    .split('\n')
    .map((line) => line.replace(/,$/, ''))
    .sort();
}
