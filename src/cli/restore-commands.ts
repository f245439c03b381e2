import { readFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { FileCounts } from '../operations/backup/restore-files.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { openBlobs } from '../platform/files/open-blobs.ts';
import { type Config, readConfig } from '../platform/settings/config.ts';
import { StartError } from '../start/start-error.ts';
import { NAMES, progressBar } from './backup-commands.ts';
import { print, withBlobs, withDatabase } from './command-line.ts';

const PAUSED =
  'Paused      webhooks, connectors, printers and sandbox steps: resume them on the page Today, or by "platen resume"';
/** The database is complete, and files that its orders name are missing. */
const EXIT_FILES_MISSING = 3;

interface ResumeFlags {
  skipOldWebhooks: boolean;
  json: boolean;
}

interface RestoreFlags {
  until?: string;
  backup?: string;
  acceptLoss: boolean;
  key?: string;
  json: boolean;
}

/** platen restore */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into a DATA_DIR that has no database')
    .argument('<dir>', 'the backup folder')
    .option(
      '--until <time>',
      'the moment to go back to, as 2026-01-31T12:00:00Z; when absent, the end of the archive',
    )
    .option('--backup <name>', 'the backup to begin with; when absent, the newest that fits')
    .option('--accept-loss', 'restore as far as damage in the archive allows', false)
    .option('--key <file>', 'the encryption key, where it is not beside the backups')
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 restored, 1 not restored, 3 the database is restored and files of orders are missing.',
    )
    .action(async (dir: string, flags: RestoreFlags) => {
      const config = readConfig(process.env);
      const encryptionKey = flags.key === undefined ? config.ENCRYPTION_KEY : await readKey(flags.key);
      if (config.DATABASE_URL === undefined) return restoreAll(config, dir, encryptionKey, flags);
      if (flags.until !== undefined)
        throw new StartError(
          'With DATABASE_URL the database is restored by its own tools: name the moment there, and leave out --until.',
        );
      return restoreOnlyFiles(dir, encryptionKey, flags);
    });
}

async function restoreAll(
  config: Config,
  dir: string,
  encryptionKey: Uint8Array | undefined,
  { until, backup: name, acceptLoss, json }: RestoreFlags,
): Promise<void> {
  const { restoreBackup } = await import('../operations/backup/restore-backup.ts');
  const wish = { until: until === undefined ? undefined : readMoment(until), name, acceptsLoss: acceptLoss };
  const bucket = config.S3 && openBlobs(config);
  const bar = progressBar(json, 'Restore');
  try {
    const restored = await restoreBackup(
      { ...wish, dir, dataDir: config.DATA_DIR, names: NAMES, encryptionKey, bucket },
      { signal: new AbortController().signal, onBytes: bar.bytes, onFiles: bar.files },
    );
    bar.stop();
    const { backup, state, loss } = restored;
    const last = state.lastTransaction?.toISOString();
    print(
      json,
      {
        ...{ backup, orders: state.orders, ...shownFiles(restored) },
        ...(last && { lastTransaction: last }),
        ...(loss && { loss }),
      },
      [
        `Restored    ${backup}`,
        ...(last ? [`Until       ${last}`] : []),
        ...(loss ? [`Lost        ${loss}`] : []),
        `Orders      ${state.orders}`,
        ...describeFiles(restored),
        PAUSED,
      ],
    );
  } finally {
    bar.stop();
    await bucket?.close();
  }
}

/** Restores the files of orders into a database that its own tools have restored. */
async function restoreOnlyFiles(
  dir: string,
  encryptionKey: Uint8Array | undefined,
  { backup: name, acceptLoss, json }: RestoreFlags,
): Promise<void> {
  const { restoreFiles } = await import('../operations/backup/restore-files.ts');
  await withBlobs(async ({ pool, blobs }) => {
    const bar = progressBar(json, 'Restore');
    try {
      const progress = { signal: new AbortController().signal, onFiles: bar.files };
      const restored = await restoreFiles(
        { pool, blobs, names: NAMES, dir, name, acceptsLoss: acceptLoss, encryptionKey },
        progress,
      );
      bar.stop();
      print(json, { backup: restored.backup.name, ...shownFiles(restored) }, [
        ...describeFiles(restored),
        'Database    not in the backup: this is what your own tools restored',
        PAUSED,
        'Key         set ENCRYPTION_KEY to the key that these backups were made with',
      ]);
    } finally {
      bar.stop();
    }
  });
}

/** The files as JSON. Sets the exit code where some are missing. */
function shownFiles({ files, missing, missingFiles }: FileCounts) {
  if (missing > 0) process.exitCode = EXIT_FILES_MISSING;
  const listed = missingFiles.map(({ clientId, orderId, pointer, sha256 }) => ({
    ...{ clientId, orderId, file: pointer, sha256 },
  }));
  return { files, missing, ...(missing > 0 && { missingFiles: listed }) };
}

function describeFiles({ files, missing, missingFiles }: FileCounts): string[] {
  return [
    `Files       ${files}${missing > 0 ? `; ${missing} that orders name are not in the backups, or damaged there:` : ''}`,
    ...missingFiles.map(
      ({ clientId, orderId, pointer, sha256 }) =>
        `Missing     client ${clientId}, order ${orderId}, ${pointer} (${sha256})`,
    ),
  ];
}

function readMoment(text: string): Date {
  const moment = new Date(text);
  if (!/(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new StartError('--until takes a moment with its zone, as 2026-01-31T12:00:00Z.');
  return moment;
}

async function readKey(path: string): Promise<Uint8Array> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The key ${path} cannot be read (${error.code}).`);
  });
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length === 32) return key;
  throw new StartError(`${path} does not hold an encryption key of 32 bytes.`);
}

/** platen resume */
export function resumeCommand(): Command {
  return new Command('resume')
    .description('after a restore: resume webhooks, connectors, printers and sandbox steps')
    .option('--skip-old-webhooks', 'never send the webhooks that are older than the backup', false)
    .option('--json', 'print JSON', false)
    .action(({ skipOldWebhooks, json }: ResumeFlags) =>
      withDatabase(async ({ pool }) => {
        const { resumeAfterRestore } = await import('../operations/backup/restore-pause.ts');
        const doing = { by: COMMAND_LINE, now: new Date() };
        const resumed = await resumeAfterRestore(pool, { skipOldWebhooks }, doing);
        print(
          json,
          resumed,
          resumed.wasPaused
            ? [
                'Resumed     webhooks, connectors, printers and sandbox steps',
                ...(skipOldWebhooks ? [`Skipped     ${resumed.skippedWebhooks} old webhooks`] : []),
              ]
            : ['Nothing is paused.'],
        );
      }),
    );
}
