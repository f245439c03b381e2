import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Pool } from 'pg';

const MIGRATIONS_DIR = join(import.meta.dirname, '../../migrations');
/** Any fixed number: it names the advisory lock that one process at a time holds while it migrates. */
const MIGRATION_LOCK = 7_521_883_412;
const LOCK_TIMEOUT = '10s';

/** The database has migrations that this program does not know; the message says what to do. */
export class MigrationError extends Error {}

/** Applies what is missing, each file in a transaction of its own, under a lock that other processes wait for. Returns the names applied. */
export async function migrate(pool: Pool): Promise<string[]> {
  const files = (await readdir(MIGRATIONS_DIR)).filter((file) => file.endsWith('.sql')).sort();
  const connection = await pool.connect();
  try {
    await connection.query("set statement_timeout = '10min'");
    await connection.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
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
      await connection.query(sql);
      await connection.query('insert into migrations (name) values ($1)', [file]);
      await connection.query('commit');
    }
    return missing;
  } finally {
    // Closing the connection gives the lock back and forgets the session's settings, also after an error.
    connection.release(true);
  }
}
