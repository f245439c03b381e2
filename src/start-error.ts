import { ConfigError } from './config.ts';
import { EmbeddedDatabaseError } from './database/embedded-postgres.ts';
import { MigrationError } from './database/migrate.ts';
import { DatabaseError } from './database/open-database.ts';

/** Something outside the program keeps it from going on; the message is one line that says what to do. */
export class StartError extends Error {}

/** Whether the error's message is meant for the person at the terminal, and its stack is not. */
export function isExpected(error: unknown): error is Error {
  return [StartError, ConfigError, DatabaseError, EmbeddedDatabaseError, MigrationError].some(
    (kind) => error instanceof kind,
  );
}
