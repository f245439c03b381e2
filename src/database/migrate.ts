import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Pool, DatabaseError as PostgresError, type QueryConfig } from 'pg';

const MIGRATIONS_DIR = join(import.meta.dirname, '../../migrations');
/** Any fixed number: it names the advisory lock that one process at a time holds while it migrates. */
const MIGRATION_LOCK = 7_521_883_412;
const LOCK_TIMEOUT = '10s';
/** Of one migration, and of the wait for another process that migrates. */
const STATEMENT_TIMEOUT_MS = 600_000;
/** The wait for the answer, which the pool may have set shorter. */
const PATIENT = { query_timeout: STATEMENT_TIMEOUT_MS + 5_000 };
/** SQLSTATE insufficient_privilege. */
const NOT_PERMITTED = '42501';

/** The database cannot be brought up to date, or is newer than this program; the message says what to do. */
export class MigrationError extends Error {}

/** Applies what is missing, each file in a transaction of its own, under a lock that other processes wait for. Returns the names applied. */
export async function migrate(pool: Pool): Promise<string[]> {
  const files = (await readdir(MIGRATIONS_DIR)).filter((file) => file.endsWith('.sql')).sort();
  const connection = await pool.connect();
  try {
    await connection.query(`set statement_timeout = ${STATEMENT_TIMEOUT_MS}`);
    await connection.query({
      text: 'select pg_advisory_lock($1)',
      values: [MIGRATION_LOCK],
      ...PATIENT,
    } as QueryConfig);
    await connection.query(
      'create table if not exists migrations (name text primary key, applied timestamptz not null default now())',
    );
    const { rows } = await connection.query<{ name: string }>('select name from migrations');
    const applied = new Set(rows.map((row) => row.name));
    const unknown = [...applied].filter((name) => !files.includes(name));
    if (unknown.length > 0) {
      throw new MigrationError(
        `The database is newer than this program (it has ${unknown.join(', ')}). Start a newer Platen.`,
      );
    }
    const missing = files.filter((file) => !applied.has(file));
    for (const file of missing) {
      const sql = await readFile(join(MIGRATIONS_DIR, file), 'utf8');
      await connection.query('begin');
      await connection.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
      await connection.query({ text: sql, ...PATIENT } as QueryConfig);
      await connection.query('insert into migrations (name) values ($1)', [file]);
      await connection.query('commit');
    }
    return missing;
  } catch (error) {
    if (!(error instanceof PostgresError) || error.code !== NOT_PERMITTED) throw error;
    throw new MigrationError(
      `The database's user may not make tables (${error.message}). Make it the owner of the database.`,
    );
  } finally {
    // Closing the connection gives the lock back and forgets the session's settings, also after an error.
    connection.release(true);
  }
}
