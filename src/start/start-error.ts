import { BackupError } from '../operations/backup/backup-error.ts';
import { DistributionError } from '../platform/database/distribution.ts';
import { EmbeddedDatabaseError } from '../platform/database/embedded-postgres-account.ts';
import { MigrationError } from '../platform/database/migrate.ts';
import { DatabaseError } from '../platform/database/open-database.ts';
import { isConnectionLost } from '../platform/observability/database-faults.ts';
import { ConfigError } from '../platform/settings/config.ts';

/** Something outside the program keeps it from going on; the message is one line that says what to do. */
export class StartError extends Error {}

/** What to print of a failure: one line for what a person can mend, the stack for what only a developer can. */
export function describeFailure(error: unknown): string {
  if (isExpected(error)) return `platen: ${error.message.replace(/\s*\n\s*/g, ' ')}\n`;
  return `platen: ${error instanceof Error ? error.stack : String(error)}\n`;
}

/** What fails since the database went away in the middle of it is nobody's fault here: the error that says so. Others are answered as they are. */
export function withoutDatabase(error: unknown): unknown {
  if (isExpected(error) || !isConnectionLost(error)) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new DatabaseError(
    `The database went away meanwhile (${code ?? message}); try again once it answers.`,
    { cause: error },
  );
}

/** Whether the error's message is meant for the person at the terminal, and its stack is not. */
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

/** The system would not let us at a file, which its message names. */
function isFileRefused(error: unknown): boolean {
  const { code, path } = error as NodeJS.ErrnoException;
  return (
    path !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'EDQUOT', 'ENOTDIR'].includes(code ?? '')
  );
}
