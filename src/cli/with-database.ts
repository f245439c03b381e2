import type { Pool } from 'pg';
import { type Config, readConfig } from '../config.ts';
import { migrate } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';

/** Runs a command on the database that the server uses, migrated, whether the server runs or not. */
export async function withDatabase(
  work: (context: { pool: Pool; config: Config }) => Promise<void>,
): Promise<void> {
  const config = readConfig(process.env);
  const database = await openDatabase(config, { role: 'tool', log: () => {}, onError: () => {} });
  try {
    await migrate(database.pool);
    await work({ pool: database.pool, config });
  } finally {
    await database.close();
  }
}
