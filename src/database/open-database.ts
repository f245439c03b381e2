import type { Pool } from 'pg';
import type { Config } from '../config.ts';
import { openEmbeddedDatabase } from './embedded-postgres.ts';
import { openPool } from './pool.ts';
import { isConnectionLost } from './transaction.ts';

const VERSION_MIN = 150_000;

/** The database cannot be used; the message is one line that says what to do. */
export class DatabaseError extends Error {}

export interface Database {
  pool: Pool;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** One server at a time uses an embedded database; any number of tools beside it or without it. */
  role: 'server' | 'tool';
  log: (message: string) => void;
  onError: (error: Error) => void;
  /** The embedded PostgreSQL died and could not be started again. */
  onLost?: (error: Error) => void;
}

/** The database that the settings name: DATABASE_URL, or the embedded PostgreSQL in DATA_DIR, started when it does not run. */
export async function openDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATA_DIR' | 'DATABASE_POOL_SIZE'>,
  { role, log, onError, onLost }: OpenOptions,
): Promise<Database> {
  if (config.DATABASE_URL !== undefined) {
    const pool = openPool({ connectionString: config.DATABASE_URL }, config.DATABASE_POOL_SIZE, onError);
    await checkReachable(pool, config.DATABASE_URL);
    return { pool, close: () => pool.end() };
  }
  const embedded = await openEmbeddedDatabase({
    dataDir: config.DATA_DIR,
    role,
    log,
    ...(onLost && { onLost }),
  });
  const pool = openPool(embedded.connection, config.DATABASE_POOL_SIZE, onError);
  return {
    pool,
    close: async () => {
      await pool.end();
      await embedded.stop();
    },
  };
}

async function checkReachable(pool: Pool, databaseUrl: string): Promise<void> {
  const { host, pathname } = new URL(databaseUrl.replace('@/', '@localhost/'));
  try {
    const { rows } = await pool.query<{ version: string; name: string }>(
      `select current_setting('server_version_num') as version, current_setting('server_version') as name`,
    );
    if (Number(rows[0]?.version) < VERSION_MIN) {
      throw new DatabaseError(`DATABASE_URL is PostgreSQL ${rows[0]?.name}; Platen needs 15 or newer.`);
    }
  } catch (error) {
    await pool.end();
    if (error instanceof DatabaseError) throw error;
    const { code, message } = error as { code?: string; message: string };
    const reason = isConnectionLost(error) ? `nothing answers there (${code ?? message})` : message;
    throw new DatabaseError(
      `The database in DATABASE_URL (${host || 'socket'}${pathname}) cannot be used: ${reason}.`,
    );
  }
}
