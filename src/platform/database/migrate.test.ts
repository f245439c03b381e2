import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Pool } from 'pg';
import { makeFurtherMigrations } from '../../../test/support/further-migrations.ts';
import { readAppliedMigrations, readFixture } from '../../../test/support/release-fixture.ts';
import { openTestDatabase } from '../../../test/support/test-database.ts';
import { type AppliedMigration, MigrationError, migrate, requireBaseline } from './migrate.ts';

const BASELINE = '0203-schema.sql';
const FIXTURE = '0.1.0.json.gz';
/** As a migration on a large table is written: each statement may run again after one that was broken off. */
const INDEXES = {
  '9998-indexes.sql': `
    drop index concurrently if exists orders_by_note_new;
    create index concurrently orders_by_note_new on orders (client_id, created);
    drop index concurrently if exists orders_by_note;
    alter index orders_by_note_new rename to orders_by_note;`,
};
const TABLE = { '9999-things.sql': 'create table things (thing text primary key)' };

test('a database with all migrations of release 0.1.0 continues without the baseline', async () => {
  await runWithDatabase(async (pool) => {
    await replaceBaseline(pool, readAppliedMigrations((await readFixture(FIXTURE)).tables));
    assert.deepEqual(await migrate(pool), []);
  });
});

test('a database of a release before 0.1.0 is refused with the release to go through', async () => {
  const all = readAppliedMigrations((await readFixture(FIXTURE)).tables);
  const [first, ...others] = all as [AppliedMigration, ...AppliedMigration[]];
  for (const applied of [others, all.slice(0, -1), [{ ...first, sha256: 'other' }, ...others]]) {
    await runWithDatabase(async (pool) => {
      await replaceBaseline(pool, applied);
      // A restore asks before it uses the tables.
      await assert.rejects(requireBaseline(pool), MigrationError);
      await assert.rejects(
        migrate(pool),
        (error) =>
          error instanceof MigrationError &&
          /^The database is of a release before 0\.1\.0, .* Start Platen 0\.1\.0 on it once/.test(error.message),
      );
    });
  }
});

test('a database whose migrations table has no fingerprints is refused as one before 0.1.0', async () => {
  await runWithDatabase(async (pool) => {
    await pool.query('drop table migrations');
    await pool.query('create table migrations (name text primary key, applied timestamptz default now())');
    await pool.query(`insert into migrations (name) values ('0001-clients.sql')`);
    await assert.rejects(migrate(pool), /is of a release before 0\.1\.0/);
  });
});

test('a database whose migration was applied in another text is refused by name', async () => {
  await runWithDatabase(async (pool) => {
    await pool.query(`update migrations set sha256 = 'other' where name = $1`, [BASELINE]);
    await assert.rejects(
      migrate(pool),
      (error) => error instanceof MigrationError && /^0203-schema\.sql was applied .* another text/.test(error.message),
    );
  });
});

test('a migration that makes indexes beside their use is begun again where it was broken off, also by two at once', async (t) => {
  const folder = await makeFurtherMigrations(t, INDEXES);
  const names = Object.keys(INDEXES);
  await runWithDatabase(async (pool) => {
    await pool.query('create index orders_by_note_new on orders (created)');
    const applied = await Promise.all([migrate(pool, { folder }), migrate(pool, { folder })]);
    assert.deepEqual(applied.flat(), names);
    assert.deepEqual(await noteIndexes(pool), ['orders_by_note']);
    // Behind a pooler everything is one transaction.
    await pool.query('delete from migrations where name = any($1)', [names]);
    assert.deepEqual(await migrate(pool, { hasSession: false, folder }), names);
    assert.deepEqual(await noteIndexes(pool), ['orders_by_note']);
  });
});

test('a session is left as it was found, and where nothing is missing nobody is waited for: a pooler may give it to others', async (t) => {
  const folder = await makeFurtherMigrations(t, TABLE);
  await runWithDatabase(async (pool) => {
    const session = await pool.connect();
    try {
      const query = session.query.bind(session);
      const { Client, options } = pool as unknown as { Client: unknown; options: unknown };
      const kept = { connect: async () => ({ query, release: () => {} }), Client, options };
      assert.deepEqual(await migrate(kept as unknown as Pool, { folder }), Object.keys(TABLE));
      const { rows: left } = await session.query(
        `select current_setting('statement_timeout') as timeout,
                (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid()) as locks`,
      );
      assert.deepEqual(left, [{ timeout: '30s', locks: 0 }]);
      await session.query('select pg_advisory_lock(7521883412)');
      assert.deepEqual(await migrate(pool, { folder }), []);
    } finally {
      session.release(true);
    }
  });
});

test('a database that is newer than the program is refused', async () => {
  await runWithDatabase(async (pool) => {
    await pool.query(`insert into migrations (name, sha256) values ('9999-later.sql', 'x')`);
    await assert.rejects(migrate(pool), /newer than this program \(it has 9999-later\.sql\)/);
  });
});

async function runWithDatabase(work: (pool: Pool) => Promise<void>): Promise<void> {
  const database = await openTestDatabase();
  try {
    await work(database.pool);
  } finally {
    await database.close();
  }
}

/** Records the migrations given in place of the baseline. */
async function replaceBaseline(pool: Pool, applied: readonly AppliedMigration[]): Promise<void> {
  await pool.query('delete from migrations where name = $1', [BASELINE]);
  await pool.query(
    'insert into migrations (name, sha256) select name, sha256 from json_to_recordset($1) as applied(name text, sha256 text)',
    [JSON.stringify(applied)],
  );
}

async function noteIndexes(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_index i on i.indexrelid = c.oid
     where c.relname like 'orders_by_note%' and i.indisvalid`,
  );
  return rows.map(({ name }) => name);
}
