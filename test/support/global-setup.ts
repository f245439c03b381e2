import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildIfStale } from '../../console/test/support/fresh-build.ts';
import { startBrowser, stopBrowser } from '../../console/test/support/shared-browser.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../src/platform/database/embedded-postgres.ts';
import { migrate } from '../../src/platform/database/migrate.ts';
import { openPool } from '../../src/platform/database/pool.ts';
import { asSuperuser, TEMPLATE_DATABASE } from './test-database.ts';

let database: EmbeddedDatabase;
let dataDir: string;

/**
 * Starts one PostgreSQL for the whole run, with a migrated template database that test files clone. Starts
 * one browser if tests need it.
 */
export async function globalSetup(): Promise<void> {
  if (process.env.TEST_CITUS_URL) return;
  dataDir = await mkdtemp(join(tmpdir(), 'platen-test-'));
  database = await openEmbeddedDatabase({
    dataDir,
    role: 'tool',
    log: () => {},
    // Test data need not survive a power failure.
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      synchronous_commit: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      max_connections: '300',
      // Its snapshots and statistics would change how many blocks a statement reads.
      autovacuum: 'off',
    },
  });
  process.env.TEST_RUN_FOLDER = dataDir;
  process.env.TEST_DATABASE = JSON.stringify(database.connection);
  process.env.TEST_SUPERUSER_PASSWORD = await readFile(join(dataDir, 'postgres/platen.password'), 'utf8');
  await asSuperuser(`create database ${TEMPLATE_DATABASE} owner ${database.connection.user}`);
  const pool = openPool({ ...database.connection, database: TEMPLATE_DATABASE }, 1, () => {});
  await migrate(pool);
  await pool.end();
  if (!process.env.TEST_NEEDS_BROWSER) return;
  await buildIfStale();
  await startBrowser();
}

export async function globalTeardown(): Promise<void> {
  if (process.env.TEST_CITUS_URL) return;
  await stopBrowser();
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
