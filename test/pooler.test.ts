import assert from 'node:assert/strict';
import { after, before, type TestContext, test } from 'node:test';
import { beginLocked, endLocked } from '../src/operations/backup/backup-store.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { type Database, openDatabase } from '../src/platform/database/open-database.ts';
import { makeFurtherMigrations } from './support/further-migrations.ts';
import { until } from './support/platen-process.ts';
import { openTestDatabase, type TestDatabase } from './support/test-database.ts';
import { openTransactionPooler, type PoolerOptions } from './support/transaction-pooler.ts';

let database: TestDatabase;
before(async () => {
  database = await openTestDatabase();
});
after(() => database.close());

async function open(
  t: TestContext,
  { areStatementsNamed, ...options }: PoolerOptions & { areStatementsNamed: boolean },
): Promise<Database> {
  const pooler = await openTransactionPooler(database.url, options);
  t.after(() => pooler.close());
  const opened = await openDatabase(
    {
      DATABASE_URL: pooler.url,
      DATA_DIR: '',
      DATABASE_POOL_SIZE: 6,
      DATABASE_NAMED_STATEMENTS: areStatementsNamed,
    },
    { role: 'server', log: () => {}, onError: () => {} },
  );
  t.after(() => opened.close());
  return opened;
}

test('a start refuses an unsuitable pooler with instructions: no named statements, statement pooling, or refused settings', async (t) => {
  await assert.rejects(open(t, { areStatementsNamed: true }), /prepared by name\. Set DATABASE_NAMED_STATEMENTS=off;/);
  await assert.rejects(
    open(t, { areStatementsNamed: true, isStrict: true }),
    /statement_timeout\. Behind a pooler such as PgBouncer set DATABASE_NAMED_STATEMENTS=off;/,
  );
  for (const areStatementsNamed of [true, false])
    await assert.rejects(open(t, { areStatementsNamed, isOfStatements: true }), /Set pool_mode = transaction/);
  await open(t, { areStatementsNamed: false, isStrict: true });
});

test('behind a pooler one process migrates at a time, builds indexes concurrently, and leaves no session state', async (t) => {
  const { pool, backgroundPool } = await open(t, { areStatementsNamed: false });
  const further = {
    '9998-index.sql': 'create index concurrently if not exists orders_by_note on orders (client_id, created);',
    '9999-things.sql': 'create table things (thing text primary key);',
  };
  const folder = await makeFurtherMigrations(t, further);
  const applied = await Promise.all([pool, backgroundPool].map((one) => migrate(one, { folder })));
  assert.deepEqual(applied.flat(), Object.keys(further));
  assert.deepEqual(await listLocked(), []);
  const settings = await Promise.all(
    [1, 2, 3].map(() => pool.query(`select current_setting('statement_timeout') as timeout`)),
  );
  assert.deepEqual(new Set(settings.map(({ rows }) => rows[0].timeout)), new Set(['0']));
});

test('behind a pooler one backup runs at a time and holds back no cleanup', async (t) => {
  const { pool } = await open(t, { areStatementsNamed: false });
  const [first, second, third] = await Promise.all([1, 2, 3].map(() => pool.connect()));
  assert.ok(first && second && third);
  assert.equal(await beginLocked(first, 'backup'), true);
  assert.equal(await beginLocked(second, 'backup'), false);
  await endLocked(second);
  const { rows } = await database.pool.query(
    `select distinct backend_xmin from pg_stat_activity where pid in (select pid from pg_locks where locktype = 'advisory')`,
  );
  assert.deepEqual(rows, [{ backend_xmin: null }]);
  await endLocked(first);
  assert.equal(await beginLocked(third, 'backup'), true);
  // The same as a killed process.
  third.release(true);
  await until(async () => (await listLocked()).length === 0, 'its lock is free');
  first.release();
  second.release();
});

async function listLocked(): Promise<unknown[]> {
  const { rows } = await database.pool.query(
    `select objid from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`,
  );
  return rows;
}
