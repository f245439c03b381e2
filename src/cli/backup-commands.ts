import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import type { Pool } from 'pg';
import { BackupError } from '../operations/backup/backup-error.ts';
import type { Restored } from '../operations/backup/restore-backup.ts';
import type { FileCounts } from '../operations/backup/restore-files.ts';
import type { VerifyReport } from '../operations/backup/verify-backups.ts';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { openBlobs } from '../platform/files/open-blobs.ts';
import { loadEncryptionKey } from '../platform/secrets/encryption.ts';
import { type Config, readConfig } from '../platform/settings/config.ts';
import { StartError } from '../start/start-error.ts';
import { print, withBlobs, withDatabase } from './command-line.ts';

/** Also names the files that a cancelled order is about to forget. */
export const NAMES = orderBlobNames(0, () => new Date());

interface BackupFlags {
  verify: boolean;
  keep?: string;
  newFolder: boolean;
  json: boolean;
}

interface VerifyFlags {
  restore: boolean;
  json: boolean;
}

/** platen backup */
export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'back up the database, the files of orders and the key into a folder, while the server runs or not',
    )
    .argument('[dir]', 'the backup folder; BACKUP_DIR when absent')
    .option('--verify', 'then check all backups, and restore this one into a temporary folder', false)
    .option(
      '--keep <n>',
      'delete all but the newest n backups; when absent, BACKUP_KEEP applies, and nothing is deleted in the folder of a server',
    )
    .option(
      '--new-folder',
      'make this the folder that the server backs up into, in place of the one before',
      false,
    )
    .option('--json', 'print JSON', false)
    .action((dir: string | undefined, flags: BackupFlags) =>
      withDatabase(async ({ pool, config }) => {
        const folder = dir ?? config.BACKUP_DIR;
        if (folder === undefined) throw new StartError('Name the backup folder, or set BACKUP_DIR.');
        await backUp(pool, config, folder, flags);
      }),
    )
    .addCommand(verifyCommand());
}

async function backUp(
  pool: Pool,
  config: Config,
  dir: string,
  { verify, keep, newFolder, json }: BackupFlags,
): Promise<void> {
  const { makeBackup } = await import('../operations/backup/make-backup.ts');
  const kept = keep === undefined ? undefined : wholeNumber(keep);
  const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
  const { isOfServer, ...folder } = await openFolder(pool, config, dir, newFolder);
  const blobs = openBlobs(config);
  const bar = progressBar(json, 'Backup');
  try {
    const isEmbedded = config.DATABASE_URL === undefined;
    const { name, manifest } = await makeBackup(
      {
        ...{ pool, blobs, names: NAMES, encryptionKey, clock: () => new Date() },
        dataDir: isEmbedded ? config.DATA_DIR : undefined,
        isKeySet: config.ENCRYPTION_KEY !== undefined,
      },
      // The server deletes its backups by its own BACKUP_KEEP, which this command does not know.
      {
        folder,
        archiving: isOfServer ? 'join' : 'none',
        keep: kept ?? (isOfServer ? undefined : config.BACKUP_KEEP),
      },
      { signal: new AbortController().signal, onBytes: bar.bytes, onFiles: bar.files },
    );
    bar.stop();
    const report = verify ? await verifyFolder(folder.dir, json) : undefined;
    const tried =
      report && manifest.cluster
        ? await tryAndReport(report, folder.dir, encryptionKey, json, name)
        : undefined;
    const { entries, files } = manifest;
    const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    print(
      json,
      {
        ...{ backup: name, bytes, files, ended: manifest.ended },
        ...(report && { verified: { ...report, ...(tried && { orders: tried.state.orders }) } }),
      },
      [
        `Backup      ${join(folder.dir, 'backups', name)}`,
        `Database    ${isEmbedded ? `${bytes} bytes` : 'not in it: back up DATABASE_URL by its own tools'}`,
        `Files       ${files.count}, ${files.bytes} bytes${files.missing > 0 ? `; ${files.missing} that orders name are lost` : ''}`,
        ...(report ? describeReport(report, tried) : []),
      ],
    );
    if (report) failOnProblems(report, tried);
  } finally {
    bar.stop();
    await blobs.close();
  }
}

/**
 * Opens the backup folder. One that BACKUP_DIR names, or that the server has marked, is the server's: the log that it
 * archives there follows the backup.
 */
async function openFolder(pool: Pool, config: Config, dir: string, isNew: boolean) {
  const { openFolderByHand, openServerFolder, replaceServerFolder } = await import(
    '../operations/backup/backup-folder.ts'
  );
  if (isNew) return { ...(await replaceServerFolder(pool, dir)), isOfServer: true };
  if (config.BACKUP_DIR !== undefined && resolve(config.BACKUP_DIR) === resolve(dir))
    return { ...(await openServerFolder(pool, dir)), isOfServer: true };
  return openFolderByHand(pool, dir);
}

/** platen backup verify */
function verifyCommand(): Command {
  return new Command('verify')
    .description('check every file of all backups, and that the archived log is whole; exit code 1 if not')
    .argument('[dir]', 'the backup folder; BACKUP_DIR when absent')
    .option(
      '--restore',
      'also restore the newest backup into a temporary folder, start it and count its orders',
      false,
    )
    .option('--json', 'print JSON', false)
    .action(async (dir: string | undefined, _flags: VerifyFlags, command: Command) => {
      // `backup` has an option --json of its own, which takes the flag.
      const { restore, json } = command.optsWithGlobals<VerifyFlags>();
      const config = readConfig(process.env);
      const folder = dir ?? config.BACKUP_DIR;
      if (folder === undefined) throw new StartError('Name the backup folder, or set BACKUP_DIR.');
      const report = await verifyFolder(resolve(folder), json);
      const tried = restore
        ? await tryAndReport(report, resolve(folder), config.ENCRYPTION_KEY, json)
        : undefined;
      print(json, { ...report, ...(tried && { orders: tried.state.orders }) }, describeReport(report, tried));
      failOnProblems(report, tried);
    });
}

async function verifyFolder(dir: string, json: boolean): Promise<VerifyReport> {
  const { verifyBackups } = await import('../operations/backup/verify-backups.ts');
  const bar = progressBar(json, 'Verify');
  try {
    return await verifyBackups(dir, { signal: new AbortController().signal, onFiles: bar.files });
  } finally {
    bar.stop();
  }
}

/** Restores a backup into a temporary folder beside the others, starts it, and checks the files that its orders name. */
async function tryRestore(
  dir: string,
  encryptionKey: Uint8Array | undefined,
  json: boolean,
  name?: string,
): Promise<Restored> {
  const { restoreBackup } = await import('../operations/backup/restore-backup.ts');
  const scratch = await mkdtemp(join(dir, 'verify-'));
  const bar = progressBar(json, 'Restore');
  try {
    return await restoreBackup(
      { dir, dataDir: scratch, names: NAMES, encryptionKey, name, isTrial: true },
      { signal: new AbortController().signal, onBytes: bar.bytes, onFiles: bar.files },
    );
  } finally {
    bar.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Restores a backup as `tryRestore` does. A backup that cannot be restored becomes a problem of the report. */
async function tryAndReport(
  report: VerifyReport,
  dir: string,
  encryptionKey: Uint8Array | undefined,
  json: boolean,
  name?: string,
): Promise<Restored | undefined> {
  try {
    return await tryRestore(dir, encryptionKey, json, name);
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    report.problems.push({ file: dir, message: error.message });
    return undefined;
  }
}

function describeReport(report: VerifyReport, tried: Restored | undefined): string[] {
  const { backups, files, segments, end, problems } = report;
  return [
    `Verified    ${backups} backups, ${files} files of orders, ${segments} segments of the log`,
    ...(end ? [`Reaches     ${end.toISOString()}`] : []),
    ...(tried ? [`Starts      with ${tried.state.orders} orders and ${tried.files} files`] : []),
    ...problems.map(({ message }) => `Problem     ${message}`),
    ...(tried?.missing ? [`Problem     ${tried.missing} files that orders name are missing`] : []),
  ];
}

function failOnProblems({ problems }: VerifyReport, tried: Restored | undefined): void {
  if (problems.length > 0 || (tried?.missing ?? 0) > 0) process.exitCode = 1;
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new StartError('--keep takes a whole number from 1 on.');
}

/** Shows progress on a terminal, and nothing elsewhere. */
export function progressBar(json: boolean, title: string) {
  if (json || !process.stderr.isTTY) return { bytes: () => {}, files: () => {}, stop: () => {} };
  const bar = new SingleBar({ format: `${title} {bytes} MB, {files} files`, hideCursor: true });
  let isOn = true;
  bar.start(1, 0, { bytes: 0, files: 0 });
  return {
    bytes: (bytes: number) => bar.update(0, { bytes: Math.round(bytes / 1e6) }),
    files: (files: number) => bar.update(0, { files }),
    stop: () => {
      if (isOn) bar.stop();
      isOn = false;
    },
  };
}

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
