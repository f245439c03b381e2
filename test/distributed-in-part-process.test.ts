import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Client } from 'pg';
import { runSteps } from '../src/platform/database/distribution.ts';
import { distributionSteps } from '../src/platform/database/distribution-rules.ts';
import { listForeignKeys, listTables } from '../src/platform/database/distribution-store.ts';
import { makeDataDir, platen, type Settings, startPlaten } from './support/platen-process.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';

// Citus has no npm package. A start only checks that the extension exists and where its catalogue places the
// tables, so this database imitates both. Tests with a real cluster are described in docs/scaling.md.

const IN_PART =
  /^platen: This database is distributed in part only: .* \(\d+ steps are left\)\. Stop every server, run "platen db distribute" until /;

test('a database with the extension and no distributed table is served', async (t) => {
  const { settings } = await openWithCitus(t);
  await startPlaten(t, settings);
});

test('a start and commands refuse a database with one distributed table, except the command that continues the distribution', async (t) => {
  const { settings, database } = await openWithCitus(t);
  await database.pool.query(`insert into pg_dist_partition values ('orders', 'h', 's')`);
  await expectRefusal(t, settings);
});

test('a database with dropped foreign keys and no distributed table yet is refused as well', async (t) => {
  const { settings, database } = await openWithCitus(t);
  const [postpone] = distributionSteps({
    database: { name: 'test', isSequential: true },
    tables: await listTables(database.pool),
    placements: new Map(),
    foreignKeys: await listForeignKeys(database.pool),
    postponed: [],
    leftovers: [],
  });
  const connection = await database.pool.connect();
  await runSteps(connection, [postpone!], () => {});
  connection.release();
  await expectRefusal(t, settings);
});

async function expectRefusal(t: TestContext, settings: Settings): Promise<void> {
  for (const args of [['start'], ['client', 'list']]) {
    const { code, stderr } = await platen(t, args, settings);
    assert.equal(code, 1, stderr);
    assert.match(stderr, IN_PART);
  }
  const planned = await platen(t, ['db', 'distribute', '--dry-run'], settings);
  assert.equal(planned.code, 0, planned.stderr);
  assert.match(planned.stdout, /^select create_distributed_table\('order_items', /m);
}

/** Opens a migrated database that claims to have Citus 13, with no distributed table. */
async function openWithCitus(t: TestContext): Promise<{ database: TestDatabase; settings: Settings }> {
  const database = await openTestDatabase();
  t.after(() => database.close());
  const superuser = new Client({ connectionString: database.superuserUrl });
  await superuser.connect();
  await superuser.query(`
    set allow_system_table_mods = on;
    insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      select 16000, 'citus', oid, 'pg_catalog'::regnamespace, false, '13.0-1' from pg_roles where rolname = current_user;
    create table pg_catalog.pg_dist_partition (logicalrelid regclass, partmethod "char", repmodel "char");
    grant all on pg_catalog.pg_dist_partition to public`);
  await superuser.end();
  return { database, settings: { DATABASE_URL: database.url, DATA_DIR: await makeDataDir(t), PORT: '0' } };
}
