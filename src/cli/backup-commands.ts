import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { Command } from 'commander';
import type { Pool } from 'pg';
import { BackupError } from '../operations/backup/backup-problems.ts';
import type { Progress } from '../operations/backup/make-backup.ts';
import type { Restored } from '../operations/backup/restore-backup.ts';
import type { FileCounts } from '../operations/backup/restore-files.ts';
import type { VerifyReport } from '../operations/backup/verify-backups.ts';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import { COMMAND_LINE } from '../platform/audit/actor.ts';
import { openBlobs } from '../platform/files/open-blobs.ts';
import { type Config, readConfig } from '../platform/settings/config.ts';
import { loadEncryptionKey } from '../platform/settings/encryption-key.ts';
import { StartError } from '../start/start-error.ts';
import { print, runWithDatabase, runWithProgressBar, withBlobs } from './command-line.ts';

/** Includes the files of cancelled orders that are due for deletion. */
const NAMES = orderBlobNames(0, () => new Date());
type BackupFlags = { verify: boolean; keep?: string; newFolder: boolean; json: boolean };
type VerifyFlags = { restore: boolean; key?: string; json: boolean };
const KEY_OPTION = ['--key <file>', 'a file with the encryption key, if the key is not beside the backups'] as const;

/** Returns the command `platen backup`, with its subcommand `verify`. */
export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'back up the database, the files of orders and the encryption key into a folder; the server may run meanwhile',
    )
    .argument('[dir]', 'the backup folder; BACKUP_DIR when absent')
    .option('--verify', 'afterwards check all backups, and restore this one into a temporary folder', false)
    .option(
      '--keep <n>',
      "delete all but the newest n backups; when absent, BACKUP_KEEP applies, except in a server's folder, where nothing is deleted",
    )
    .option(
      '--new-folder',
      'from now on, let the server back up into this folder, instead of its present folder',
      false,
    )
    .option('--json', 'print JSON', false)
    .action((dir: string | undefined, flags: BackupFlags) =>
      runWithDatabase(async ({ pool, config }) => {
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
  const kept = keep === undefined ? undefined : readWholeNumber(keep);
  const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
  const { isOfServer, ...folder } = await openFolder(pool, config, dir, newFolder);
  const blobs = openBlobs(config);
  try {
    const isEmbedded = config.DATABASE_URL === undefined;
    const { name, manifest } = await withFileProgress('Backup', (progress) =>
      makeBackup(
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
        progress,
      ),
    );
    const report = verify ? await verifyFolder(folder.dir, encryptionKey) : undefined;
    const tried = report && manifest.cluster ? await tryRestore(report, folder.dir, encryptionKey, name) : undefined;
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
        `Database    ${isEmbedded ? `${bytes} bytes` : 'not included: back up DATABASE_URL with the tools of that database'}`,
        `Files       ${files.count}, ${files.bytes} bytes${files.missing > 0 ? `; ${files.missing} files of orders are lost` : ''}`,
        ...(report ? describeReport(report, tried) : []),
      ],
    );
    if (report) failOnProblems(report, tried);
  } finally {
    await blobs.close();
  }
}

/** Opens the backup folder. The log is archived only into the folder of BACKUP_DIR, or the marked one. */
async function openFolder(pool: Pool, config: Config, dir: string, isNew: boolean) {
  const folders = await import('../operations/backup/backup-folder.ts');
  if (isNew) return { ...(await folders.replaceServerFolder(pool, dir)), isOfServer: true };
  if (config.BACKUP_DIR !== undefined && resolve(config.BACKUP_DIR) === resolve(dir))
    return { ...(await folders.openServerFolder(pool, dir)), isOfServer: true };
  return folders.openFolderByHand(pool, dir);
}

function verifyCommand(): Command {
  return new Command('verify')
    .description('check every file of all backups, and that the archived log is complete; exit code 1 if not')
    .argument('[dir]', 'the backup folder; BACKUP_DIR when absent')
    .option('--restore', 'also restore the newest backup into a temporary folder, start it and count its orders', false)
    .option(...KEY_OPTION)
    .option('--json', 'print JSON', false)
    .action(async (dir: string | undefined, _flags: VerifyFlags, command: Command) => {
      // `platen backup` also has the option --json, and takes the flag.
      const { restore, key, json } = command.optsWithGlobals<VerifyFlags>();
      const config = readConfig(process.env);
      const folder = dir ?? config.BACKUP_DIR;
      if (folder === undefined) throw new StartError('Name the backup folder, or set BACKUP_DIR.');
      const encryptionKey = await readKey(key, config);
      const report = await verifyFolder(resolve(folder), encryptionKey);
      const tried = restore ? await tryRestore(report, resolve(folder), encryptionKey) : undefined;
      print(json, { ...report, ...(tried && { orders: tried.state.orders }) }, describeReport(report, tried));
      failOnProblems(report, tried);
    });
}

async function verifyFolder(dir: string, encryptionKey: Uint8Array | undefined): Promise<VerifyReport> {
  const { verifyBackups } = await import('../operations/backup/verify-backups.ts');
  return withFileProgress('Verify', (progress) => verifyBackups(dir, { ...progress, encryptionKey }));
}

/** Restores a backup into a temporary folder, and checks its files. A failure becomes a problem. */
async function tryRestore(
  report: VerifyReport,
  dir: string,
  encryptionKey: Uint8Array | undefined,
  name?: string,
): Promise<Restored | undefined> {
  const { restoreBackup } = await import('../operations/backup/restore-backup.ts');
  const scratch = await mkdtemp(join(dir, 'verify-'));
  try {
    return await withFileProgress('Restore', (progress) =>
      restoreBackup({ dir, dataDir: scratch, names: NAMES, encryptionKey, name, isTrial: true }, progress),
    );
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    report.problems.push({ file: dir, message: error.message });
    return undefined;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

function describeReport(report: VerifyReport, tried: Restored | undefined): string[] {
  const { backups, proven, files, recent, segments, end, rests, problems } = report;
  return [
    `Verified    ${backups} backups, ${files} files of orders, ${segments} segments of the log`,
    `Unchanged   ${proven} manifests, by their HMAC${proven < backups ? `; ${backups - proven} not checked: made before HMACs, or their key is not here` : ''}`,
    ...(end ? [`Reaches     ${end.toISOString()}`] : []),
    ...(rests
      ? [
          `Rests on    ${rests.backup}, ${rests.segments} segments of the log after it, and ${recent} files copied since`,
        ]
      : []),
    ...(tried ? [`Starts      with ${tried.state.orders} orders and ${tried.files} files`] : []),
    ...problems.map(({ message }) => `Problem     ${message}`),
    ...(tried?.missing ? [`Problem     ${tried.missing} files of orders are missing`] : []),
  ];
}

function failOnProblems({ problems }: VerifyReport, tried: Restored | undefined): void {
  if (problems.length > 0 || (tried?.missing ?? 0) > 0) process.exitCode = 1;
}

function readWholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new StartError('--keep takes a whole number of at least 1.');
}

function withFileProgress<T>(title: string, work: (progress: Required<Progress>) => Promise<T>): Promise<T> {
  return runWithProgressBar(`${title} {bytes} MB, {files} files`, (bar) => {
    bar.start(1, 0, { bytes: 0, files: 0 });
    return work({
      signal: new AbortController().signal,
      onBytes: (bytes) => bar.update(0, { bytes: Math.round(bytes / 1e6) }),
      onFiles: (files) => bar.update(0, { files }),
    });
  });
}

const PAUSED =
  'Paused      webhooks, connectors, printers and sandbox steps: resume them on the page Today, or with "platen resume"';
/** The database is complete, but files of its orders are missing. */
const EXIT_FILES_MISSING = 3;
type RestoreFlags = { until?: string; backup?: string; acceptLoss: boolean; key?: string; json: boolean };

export function restoreCommand(): Command {
  return new Command('restore')
    .description('restore a backup into a DATA_DIR that has no database')
    .argument('<dir>', 'the backup folder')
    .option(
      '--until <time>',
      'restore the state at this time, such as 2026-01-31T12:00:00Z; when absent, the end of the archive',
    )
    .option('--backup <name>', 'the backup to start from; when absent, the newest before that time')
    .option('--accept-loss', 'if the archive is damaged, restore the state before the damage', false)
    .option(...KEY_OPTION)
    .option('--json', 'print JSON', false)
    .addHelpText(
      'after',
      '\nExit codes: 0 restored, 1 not restored, 3 the database is restored but files of orders are missing.',
    )
    .action(async (dir: string, flags: RestoreFlags) => {
      const config = readConfig(process.env);
      const encryptionKey = await readKey(flags.key, config);
      if (config.DATABASE_URL === undefined) return restoreAll(config, dir, encryptionKey, flags);
      if (flags.until !== undefined)
        throw new StartError(
          'With DATABASE_URL, restore the database with its own tools: name the time there, and leave out --until.',
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
  try {
    const restored = await withFileProgress('Restore', (progress) =>
      restoreBackup({ ...wish, dir, dataDir: config.DATA_DIR, names: NAMES, encryptionKey, bucket }, progress),
    );
    if (restored.missing > 0) process.exitCode = EXIT_FILES_MISSING;
    const { backup, state, loss } = restored;
    const last = state.lastTransaction?.toISOString();
    print(
      json,
      {
        ...{ backup, orders: state.orders, ...fileCountsJson(restored) },
        isProven: restored.isProven,
        ...(last && { lastTransaction: last }),
        ...(loss && { loss }),
      },
      [
        `Restored    ${backup}`,
        ...describeProof(restored.isProven),
        ...(last ? [`Until       ${last}`] : []),
        ...(loss ? [`Lost        ${loss}`] : []),
        `Orders      ${state.orders}`,
        ...describeFiles(restored),
        PAUSED,
      ],
    );
  } finally {
    await bucket?.close();
  }
}

/** Restores the files of orders into a database that was restored with its own tools. */
async function restoreOnlyFiles(
  dir: string,
  encryptionKey: Uint8Array | undefined,
  { backup: name, acceptLoss, json }: RestoreFlags,
): Promise<void> {
  const { restoreFiles } = await import('../operations/backup/restore-files.ts');
  await withBlobs(async ({ pool, blobs }) => {
    const restored = await withFileProgress('Restore', (progress) =>
      restoreFiles({ pool, blobs, names: NAMES, dir, name, acceptsLoss: acceptLoss, encryptionKey }, progress),
    );
    if (restored.missing > 0) process.exitCode = EXIT_FILES_MISSING;
    const isProven = restored.backup.manifest.hmac !== undefined;
    print(json, { backup: restored.backup.name, isProven, ...fileCountsJson(restored) }, [
      ...describeProof(isProven),
      ...describeFiles(restored),
      'Database    not in the backup: your own tools have restored it',
      PAUSED,
      'Key         set ENCRYPTION_KEY to the key of these backups',
    ]);
  });
}

function describeProof(isProven: boolean): string[] {
  return isProven
    ? []
    : ['Unproven    the manifest has no HMAC, as in backups of earlier versions: a change would not be noticed'];
}

function fileCountsJson({ files, missing, missingFiles }: FileCounts) {
  const listed = missingFiles.map(({ pointer, ...place }) => ({ ...place, file: pointer }));
  return { files, missing, ...(missing > 0 && { missingFiles: listed }) };
}

function describeFiles({ files, missing, missingFiles }: FileCounts): string[] {
  return [
    `Files       ${files}${missing > 0 ? `; ${missing} files of orders are missing or damaged in the backups:` : ''}`,
    ...missingFiles.map(
      ({ clientId, orderId, pointer, sha256 }) =>
        `Missing     client ${clientId}, order ${orderId}, ${pointer} (${sha256})`,
    ),
  ];
}

function readMoment(text: string): Date {
  const moment = new Date(text);
  if (!/(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new StartError('--until takes a time with its zone, such as 2026-01-31T12:00:00Z.');
  return moment;
}

async function readKey(path: string | undefined, config: Config): Promise<Uint8Array | undefined> {
  if (path === undefined) return config.ENCRYPTION_KEY;
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`The key ${path} cannot be read (${error.code}).`);
  });
  const key = Buffer.from(text.trim(), 'base64url');
  if (key.length === 32) return key;
  throw new StartError(`${path} does not hold an encryption key of 32 bytes.`);
}

export function resumeCommand(): Command {
  return new Command('resume')
    .description('resume webhooks, connectors, printers and sandbox steps after a restore')
    .option('--skip-old-webhooks', 'do not send webhooks that are older than the backup', false)
    .option('--json', 'print JSON', false)
    .action(({ skipOldWebhooks, json }: { skipOldWebhooks: boolean; json: boolean }) =>
      runWithDatabase(async ({ pool }) => {
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
