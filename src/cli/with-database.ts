import type { Pool } from 'pg';
import { type Config, readConfig } from '../config.ts';
import { refuseInPart } from '../database/distribute.ts';
import { migrate } from '../database/migrate.ts';
import { type Database, openDatabase } from '../database/open-database.ts';

/** By convention a command that a signal ended exits with 128 and the signal's number. */
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Runs a command on the database that the server uses, migrated, whether the server runs or not. `isInPart`: it also does where the database is distributed in part only. */
export async function withDatabase(
  work: (context: { pool: Pool; config: Config }) => Promise<void>,
  { isInPart = false } = {},
): Promise<void> {
  const config = readConfig(process.env);
  const opening = openDatabase(config, { role: 'tool', log: () => {}, onError: () => {} });
  endOnSignal(opening);
  const database = await opening;
  try {
    await migrate(database.pool, { hasSession: config.DATABASE_NAMED_STATEMENTS });
    if (!isInPart) await refuseInPart(database.pool);
    await work({ pool: database.pool, config });
  } finally {
    await database.close();
  }
}

/** A command that started PostgreSQL must not leave it behind. */
function endOnSignal(opening: Promise<Database>): void {
  for (const [signal, exitCode] of Object.entries(SIGNAL_EXIT_CODES)) {
    process.once(signal, () => {
      opening.then((database) => database.abandon()).finally(() => process.exit(exitCode));
    });
  }
}
