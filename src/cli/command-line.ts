import { SingleBar } from 'cli-progress';
import { CommanderError, Option } from 'commander';
import type { Pool } from 'pg';
import { CatalogError } from '../catalog/catalog-file.ts';
import { chooseTimeZone } from '../operations/choose-time-zone.ts';
import { ShopSettingsKeeper } from '../operations/keep-shop-settings.ts';
import { refuseInPart } from '../platform/database/distribution.ts';
import { migrate } from '../platform/database/migrate.ts';
import { type Database, openDatabase } from '../platform/database/open-database.ts';
import { ApiError } from '../platform/errors/errors.ts';
import type { BlobStore } from '../platform/files/blobs.ts';
import { openBlobs } from '../platform/files/open-blobs.ts';
import { NAMED_ENCODINGS } from '../platform/formats/text-encoding.ts';
import { type Config, readConfig } from '../platform/settings/config.ts';
import { faultOfName } from '../staff/name-rules.ts';
import { describeFailure, explainLostDatabase, StartError } from '../start/start-error.ts';
import { keepFeedInOrder } from '../webhooks/keep-feed-in-order.ts';

/** Prints the result of a command on standard output, as one JSON text or as lines for people. */
export function print(json: boolean, value: unknown, lines: readonly string[]): void {
  process.stdout.write(json ? `${JSON.stringify(value)}\n` : lines.map((line) => `${line}\n`).join(''));
}

/** A command that a signal ended exits with 128 plus the number of the signal, by convention. */
const SIGNAL_EXIT_CODES = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Opens and migrates the database, which may be in use, for `work`. `isInPart`: distributed in part. */
export async function runWithDatabase(
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
    await keepFeedInOrder(database.pool);
    await chooseTimeZone(database.pool, { given: config.GIVEN_TIME_ZONE });
    await new ShopSettingsKeeper(database.pool, config).refresh();
    await work({ pool: database.pool, config });
  } finally {
    await database.close();
  }
}

export function withBlobs(
  work: (context: { pool: Pool; config: Config; blobs: BlobStore }) => Promise<void>,
): Promise<void> {
  return runWithDatabase(async ({ pool, config }) => {
    const blobs = openBlobs(config);
    try {
      await work({ pool, config, blobs });
    } finally {
      await blobs.close();
    }
  });
}

/** Closes the database at a signal, so that a PostgreSQL that this command has started ends too. */
function endOnSignal(opening: Promise<Database>): void {
  for (const [signal, exitCode] of Object.entries(SIGNAL_EXIT_CODES)) {
    process.once(signal, () => {
      opening.then((database) => database.abandon()).finally(() => process.exit(exitCode));
    });
  }
}

/** Shows a progress bar if standard error is a terminal. `work` starts the bar. */
export async function runWithProgressBar<T>(format: string, work: (bar: SingleBar) => Promise<T>): Promise<T> {
  const bar = new SingleBar({
    format,
    stream: process.stderr,
    noTTYOutput: false,
    hideCursor: true,
    clearOnComplete: true,
  });
  try {
    return await work(bar);
  } finally {
    bar.stop();
  }
}

/** Throws a StartError when the value of the option cannot be a name. */
export function refuseName(option: string, name: string, lengthMax: number): void {
  const fault = faultOfName(name);
  if (fault === 'blank' || name.length > lengthMax)
    throw new StartError(`${option} takes 1 to ${lengthMax} characters, at least one of them visible.`);
  if (fault === 'hidden')
    throw new StartError(
      `${option} must not have invisible characters, or characters that change the direction of text.`,
    );
}

export function unknownClient(clientId: string): StartError {
  return new StartError(`No client has the id ${JSON.stringify(clientId)}; "platen client list" lists all clients.`);
}

/** Throws an ApiError of `work` as a StartError, which is printed in one line. */
export async function explainErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? new StartError(error.message) : error;
  }
}

/** Returns the text for standard error: one line of JSON as in the API's errors, or lines for people. */
export function describeCommandFailure(failure: unknown, json: boolean): string {
  const error = explainLostDatabase(failure);
  if (!json) return error instanceof ApiError ? `platen: ${error.message}\n` : describeFailure(error);
  const name = error instanceof ApiError || error instanceof CatalogError ? error.error : nameOf(error);
  const message = describeFailure(error)
    .replace(/^platen: (\w*Error: )?(error: )?/, '')
    .split('\n', 1)[0];
  return `${JSON.stringify({ error: name, message })}\n`;
}

function nameOf(error: unknown): string {
  return error instanceof CommanderError ? 'invalid_command' : 'command_failed';
}

/** Returns the option that names the encoding of CSV files. */
export function encodingOption(): Option {
  const option = new Option('--encoding <name>', 'encoding of a CSV file that is in neither UTF-8 nor UTF-16');
  return option.choices(NAMED_ENCODINGS);
}
