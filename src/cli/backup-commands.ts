import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import type { Pool } from 'pg';
import { BackupError } from '../operations/backup/backup-problems.ts';
import type { Restored } from '../operations/backup/restore-backup.ts';
import type { VerifyReport } from '../operations/backup/verify-backups.ts';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import { openBlobs } from '../platform/files/open-blobs.ts';
import { loadEncryptionKey } from '../platform/secrets/encryption.ts';
import { type Config, readConfig } from '../platform/settings/config.ts';
import { StartError } from '../start/start-error.ts';
import { print, withDatabase } from './command-line.ts';

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
