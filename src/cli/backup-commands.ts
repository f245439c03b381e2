import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SingleBar } from 'cli-progress';
import { Command } from 'commander';
import type { RestoredState } from '../backup/backup-store.ts';
import { readConfig } from '../config.ts';
import { openBlobs } from '../files/open-blobs.ts';
import { orderBlobNames } from '../orders/files/order-blob-names.ts';
import { loadEncryptionKey } from '../secrets/encryption.ts';
import { StartError } from '../start-error.ts';
import { print } from './print.ts';
import { withDatabase } from './with-database.ts';

/** Files that a cancelled order is about to forget are named still. */
const NAMES = orderBlobNames(0, () => new Date());

const PAUSED =
  'Paused      webhooks, connectors, printers and sandbox steps: resume them on the page Today, or by "platen resume"';

interface BackupFlags {
  verify: boolean;
  keep?: string;
  json: boolean;
}

interface RestoreFlags {
  until?: string;
  key?: string;
  json: boolean;
}

/** platen backup */
export function backupCommand(): Command {
  return new Command('backup')
    .description(
      'back up the database, the files of orders and the key into a folder, while the server runs or not',
    )
    .argument('[dir]', 'the folder of all backups; BACKUP_DIR when absent')
    .option('--verify', 'then restore it into a folder of its own, start that, and look at every file', false)
    .option('--keep <n>', 'how many backups are kept; BACKUP_KEEP when absent')
    .option('--json', 'print JSON', false)
    .action((dir: string | undefined, { verify, keep, json }: BackupFlags) =>
      withDatabase(async ({ pool, config }) => {
        const { makeBackup } = await import('../backup/make-backup.ts');
        const folder = dir ?? config.BACKUP_DIR;
        if (folder === undefined) throw new StartError('Name the folder of the backups, or set BACKUP_DIR.');
        const encryptionKey = config.ENCRYPTION_KEY ?? (await loadEncryptionKey(config.DATA_DIR));
        const blobs = openBlobs(config);
        const bar = progressBar(json, 'Backup');
        try {
          const isEmbedded = config.DATABASE_URL === undefined;
          const { name, manifest } = await makeBackup(
            {
              ...{ pool, blobs, names: NAMES, encryptionKey, clock: () => new Date(), dir: folder },
              dataDir: isEmbedded ? config.DATA_DIR : undefined,
              keep: keep === undefined ? config.BACKUP_KEEP : wholeNumber(keep),
              isKeySet: config.ENCRYPTION_KEY !== undefined,
              isArchived: config.BACKUP_DIR !== undefined && resolve(config.BACKUP_DIR) === resolve(folder),
            },
            { signal: new AbortController().signal, onBytes: bar.bytes, onFiles: bar.files },
          );
          bar.stop();
          const verified = verify ? await verifyBackup(resolve(folder), encryptionKey, json) : undefined;
          const { entries, files } = manifest;
          const bytes = entries.reduce((sum, entry) => sum + entry.bytes, 0);
          print(json, { backup: name, bytes, files, ended: manifest.ended, ...(verified && { verified }) }, [
            `Backup      ${join(resolve(folder), 'backups', name)}`,
            `Database    ${isEmbedded ? `${bytes} bytes` : 'not in it: back up DATABASE_URL by its own tools'}`,
            `Files       ${files.count}, ${files.bytes} bytes${files.missing > 0 ? `; ${files.missing} that orders name are lost` : ''}`,
            ...(verified
              ? [
                  verified.state
                    ? `Verified    it starts, with ${verified.state.orders} orders and ${verified.files} files`
                    : `Verified    ${verified.files} files; the database is not in it`,
                ]
              : []),
          ]);
        } finally {
          bar.stop();
          await blobs.close();
        }
      }),
    );
}

interface Verified {
  files: number;
  missing: number;
  /** Of the database, where that is in the backup. */
  state?: RestoredState;
}

/** Restores the newest backup beside the others, starts it, and looks at its files. Throws when something is missing. */
async function verifyBackup(dir: string, encryptionKey: Uint8Array, json: boolean): Promise<Verified> {
  const { chooseBackup } = await import('../backup/choose-backup.ts');
  const { restoreBackup } = await import('../backup/restore-backup.ts');
  const { verifyFiles } = await import('../backup/back-up-files.ts');
  const { NAMED_FILES } = await import('../backup/backup-manifest.ts');
  const { folder, manifest } = await chooseBackup(dir);
  const scratch = await mkdtemp(join(dir, 'verify-'));
  const bar = progressBar(json, 'Verify');
  const progress = { signal: new AbortController().signal, onBytes: bar.bytes, onFiles: bar.files };
  try {
    const verified: Verified = manifest.cluster
      ? await restoreBackup({ dir, dataDir: scratch, names: NAMES, encryptionKey, isTrial: true }, progress)
      : await verifyFiles(dir, join(folder, NAMED_FILES), progress);
    if (verified.missing > 0)
      throw new StartError(
        `${manifest.cluster ? 'The backup starts, but' : 'Of the backup'} ${verified.missing} files that its orders name are not in it, or not whole.`,
      );
    return verified;
  } finally {
    bar.stop();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** platen restore */
export function restoreCommand(): Command {
  return new Command('restore')
    .description('bring a backup back into a DATA_DIR that has no database')
    .argument('<dir>', 'the folder of all backups')
    .option(
      '--until <time>',
      'as 2026-01-31T12:00:00Z: the moment to go back to; the last there is when absent',
    )
    .option('--key <file>', 'the encryption key, where it is not beside the backups')
    .option('--json', 'print JSON', false)
    .action(async (dir: string, { until, key, json }: RestoreFlags) => {
      const { restoreBackup } = await import('../backup/restore-backup.ts');
      const config = readConfig(process.env);
      const encryptionKey = key === undefined ? config.ENCRYPTION_KEY : await readKey(key);
      if (config.DATABASE_URL !== undefined) {
        if (until !== undefined)
          throw new StartError(
            'With DATABASE_URL the database is restored by its own tools: name the moment there, and leave out --until.',
          );
        return restoreOnlyFiles(dir, encryptionKey, json);
      }
      const moment = until === undefined ? undefined : readMoment(until);
      const bucket = config.S3 && openBlobs(config);
      const bar = progressBar(json, 'Restore');
      try {
        const { backup, state, files, missing } = await restoreBackup(
          { dir, dataDir: config.DATA_DIR, names: NAMES, until: moment, encryptionKey, bucket },
          { signal: new AbortController().signal, onBytes: bar.bytes, onFiles: bar.files },
        );
        bar.stop();
        const last = state.lastTransaction?.toISOString();
        print(
          json,
          { backup, orders: state.orders, files, missing, ...(last && { lastTransaction: last }) },
          [
            `Restored    ${backup}`,
            ...(last ? [`Until       ${last}`] : []),
            `Orders      ${state.orders}`,
            `Files       ${files}${missing > 0 ? `; ${missing} that orders name are not in the backups` : ''}`,
            PAUSED,
          ],
        );
      } finally {
        bar.stop();
        await bucket?.close();
      }
    });
}

/** With DATABASE_URL the database is restored by its own tools, and before this. */
async function restoreOnlyFiles(
  dir: string,
  encryptionKey: Uint8Array | undefined,
  json: boolean,
): Promise<void> {
  const { restoreFiles } = await import('../backup/restore-files.ts');
  await withDatabase(async ({ pool, config }) => {
    const blobs = openBlobs(config);
    const bar = progressBar(json, 'Restore');
    try {
      const progress = { signal: new AbortController().signal, onFiles: bar.files };
      const { backup, files, missing } = await restoreFiles(
        { pool, blobs, names: NAMES, dir, encryptionKey },
        progress,
      );
      bar.stop();
      print(json, { backup: backup.name, files, missing }, [
        `Files       ${files}${missing > 0 ? `; ${missing} that orders name are not in the backups` : ''}`,
        'Database    not in the backup: this is what your own tools restored',
        PAUSED,
        'Key         set ENCRYPTION_KEY to the one that is beside the backups, or was before',
      ]);
    } finally {
      bar.stop();
      await blobs.close();
    }
  });
}

function readMoment(text: string): Date {
  const moment = new Date(text);
  if (!/(Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(moment.getTime()))
    throw new StartError('--until takes a moment with its zone, as 2026-01-31T12:00:00Z.');
  return moment;
}

async function readKey(path: string): Promise<Uint8Array> {
  const key = Buffer.from((await readFile(path, 'utf8')).trim(), 'base64url');
  if (key.length === 32) return key;
  throw new StartError(`${path} does not hold an encryption key of 32 bytes.`);
}

function wholeNumber(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 1) return number;
  throw new StartError('--keep takes a whole number from 1 on.');
}

/** Nothing where nobody looks. */
function progressBar(json: boolean, title: string) {
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
