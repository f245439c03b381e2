import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedDatabase, openEmbeddedDatabase } from '../../src/database/embedded-postgres.ts';
import { migrate } from '../../src/database/migrate.ts';
import { openPool } from '../../src/database/pool.ts';
import { TEMPLATE_DATABASE } from './test-database.ts';

let database: EmbeddedDatabase;
let dataDir: string;

/** One PostgreSQL for the whole run, with a migrated template that each test file clones. */
export async function globalSetup(): Promise<void> {
  dataDir = await mkdtemp(join(tmpdir(), 'platen-test-'));
  database = await openEmbeddedDatabase({
    dataDir,
    role: 'tool',
    log: () => {},
    // What tests write need not survive a power cut.
    settings: { fsync: 'off', full_page_writes: 'off', max_connections: '300' },
  });
  const admin = new Client(database.connection);
  await admin.connect();
  await admin.query(`create database ${TEMPLATE_DATABASE}`);
  await admin.end();
  const pool = openPool({ ...database.connection, database: TEMPLATE_DATABASE }, 1, () => {});
  await migrate(pool);
  await pool.end();
  process.env.TEST_DATABASE = JSON.stringify(database.connection);
}

export async function globalTeardown(): Promise<void> {
  await database.stop();
  await rm(dataDir, { recursive: true, force: true });
}
