import { BackupError } from '../operations/backup/backup-problems.ts';
import { DistributionError } from '../platform/database/distribution.ts';
import { EmbeddedDatabaseError } from '../platform/database/embedded-postgres-account.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { DatabaseError } from '../platform/database/open-database.ts';
import { isConnectionLost } from '../platform/observability/database-faults.ts';
import { ConfigError } from '../platform/settings/config.ts';

/** A failure that a person can repair. The message is one line that says what to do. */
export class StartError extends Error {}

/** Returns the text to print: one line for a failure that a person can repair, else the stack. */
export function describeFailure(error: unknown): string {
  if (isExpected(error)) return `platen: ${error.message.replace(/\s*\n\s*/g, ' ')}\n`;
  return `platen: ${error instanceof Error ? error.stack : String(error)}\n`;
}

/** Returns a DatabaseError for an error that a lost connection caused; other errors unchanged. */
export function explainLostDatabase(error: unknown): unknown {
  if (isExpected(error) || !isConnectionLost(error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new DatabaseError(
    `The connection to the database was lost (${code ?? message}); try again when the database answers.`,
    { cause: error },
  );
}

/** Returns whether the message is enough for the person at the terminal, without the stack. */
function isExpected(error: unknown): error is Error {
  return isFileRefused(error) || OUR_ERRORS.some((kind) => error instanceof kind);
}

const OUR_ERRORS = [
  StartError,
  BackupError,
  ConfigError,
  DatabaseError,
  DistributionError,
  EmbeddedDatabaseError,
  MigrationError,
];

/** Returns whether the system refused access to a file. Such a message names the file. */
function isFileRefused(error: unknown): boolean {
  const { code, path } = error as NodeJS.ErrnoException;
  return path !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'].includes(code ?? '');
}
