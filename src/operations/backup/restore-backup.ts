import { appendFile, chown, copyFile, mkdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type pg from 'pg';
import type { Place } from '../../platform/database/embedded-postgres-account.ts';
import { findPlace, findPrograms } from '../../platform/database/embedded-postgres-place.ts';
import {
  isPostmasterRunning,
  logFile,
  readPostmaster,
  startUntilReady,
  stopPostgres,
} from '../../platform/database/embedded-postgres-process.ts';
import { connectSuperuser, DATABASE } from '../../platform/database/embedded-postgres-role.ts';
import { requireBaseline } from '../../platform/database/migrate.ts';
import { syncFolder } from '../../platform/database/sync-folder.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import type { BlobStore } from '../../platform/files/blobs.ts';
import type { BlobNames } from '../../platform/files/sweep-blobs.ts';
import { type ArchivedLog, readArchivedLog } from './archived-log.ts';
import { type Backup, KEY_FILE, keyFingerprint } from './backup-manifest.ts';
import { asFolderError, BackupError } from './backup-problems.ts';
import { forgetKnownFolder, saveRestorePause } from './backup-state-store.ts';
import { findLogPosition, findRestoredState, type RestoredState, setSearchPath } from './backup-store.ts';
import { chooseBackup, findKey, type RestoreTarget, requireNoGap, requireSealedKeys } from './choose-backup.ts';
import { EMPTY_FOLDERS } from './copy-cluster.ts';
import { copyDurably, doSeveralAtOnce, exists } from './durable-files.ts';
import type { Progress } from './make-backup.ts';
import { type FileCounts, restoreNamedFiles } from './restore-files.ts';
import { PARTIAL, segmentName, segmentStart } from './wal-names.ts';

/** Folders that PostgreSQL needs even if the backup has no files in them. */
const NEEDED_FOLDERS = [
  'pg_tblspc',
  'pg_stat',
  'pg_twophase',
  'pg_commit_ts',
  'pg_logical/snapshots',
  'pg_logical/mappings',
  'pg_wal/archive_status',
  'pg_wal/summaries',
];

interface RestoreOptions extends RestoreTarget {
  dir: string;
  /** A DATA_DIR without a database. */
  dataDir: string;
  names: BlobNames;
  /** Absent: the key in the backup folder. */
  encryptionKey: Uint8Array | undefined;
  /** Receives the files of orders; absent: DATA_DIR/files. */
  bucket?: BlobStore | undefined;
  /** Whether the files of orders are only checked, and nothing stays restored. */
  isTrial?: boolean;
}

export interface Restored extends FileCounts {
  backup: string;
  state: RestoredState;
  /** Whether the manifest has an HMAC, which matched. */
  isProven: boolean;
  /** Says which part of the archive could not be restored; absent: all was restored. */
  loss?: string;
}

/**
 * Restores the database, the files of its orders and the encryption key into a DATA_DIR without a database.
 * Works in a separate folder, so an interrupted restore changes nothing. Throws BackupError, and
 * MigrationError for a database older than version 0.1.0.
 */
export async function restoreBackup(options: RestoreOptions, progress: Progress): Promise<Restored> {
  const dir = resolve(options.dir);
  const dataDir = resolve(options.dataDir);
  const backup = await chooseBackup(dir, options);
  const key = await findKey(dir, backup, options.encryptionKey);
  const { cluster, platen } = backup.manifest;
  if (!cluster)
    throw new BackupError(
      `${backup.name} has only the files of orders. Restore the database by its own tools, then run this command with its DATABASE_URL.`,
    );
  const { major } = await findPrograms();
  if (cluster.majorVersion !== major)
    throw new BackupError(
      `${backup.name} is of PostgreSQL ${cluster.majorVersion}, and this Platen runs ${major}: restore it with Platen ${platen}.`,
    );
  const target = join(dataDir, 'postgres');
  if (await exists(target))
    throw new BackupError(`There is already a database in ${target}. Stop Platen and move that folder away first.`);
  await requireSameKey(dataDir, key);
  const log = await readArchivedLog(dir, backup, progress.signal);
  const loss = requireWholeLog(dir, log, options);
  if (!log?.damage) await requireNoGap(dir, backup, log?.end, options);
  const isNew = (await mkdir(dataDir, { recursive: true, mode: 0o700 })) !== undefined;
  const workshop = join(dataDir, 'restoring');
  try {
    await makeWorkshop(dataDir, workshop);
    await copyBackup(backup, log, join(workshop, 'postgres'), options, progress);
    const restored = await recoverCluster(workshop, async (client) => {
      await requireBaseline(client);
      const state = await findRestoredState(client);
      if (!options.until && !options.acceptsLoss) await requireReplayed(client, dir, backup, log);
      await requireSealedKeys(client, key);
      const { names, bucket, isTrial = false } = options;
      const to = isTrial ? undefined : (bucket ?? join(dataDir, 'files'));
      const files = await restoreNamedFiles(client, { dir, names, to }, progress);
      const restoredTo = state.lastTransaction ?? new Date(backup.manifest.ended);
      // Keeps the first start from sending anything by itself.
      await saveRestorePause(client, { since: new Date(), restoredTo });
      if (!isTrial) await forgetKnownFolder(client);
      return {
        backup: backup.name,
        isProven: backup.manifest.hmac !== undefined,
        state,
        ...(loss && { loss }),
        ...files,
      };
    });
    if (!options.isTrial) {
      await writeKey(dataDir, key);
      await rename(join(workshop, 'postgres'), target);
      await syncFolder(dataDir);
    }
    return restored;
  } catch (error) {
    throw asFolderError(error, dataDir, `DATA_DIR (${dataDir})`);
  } finally {
    await rm(workshop, { recursive: true, force: true });
    // Fails, as it should, when the folder is not empty.
    if (isNew) await rmdir(dataDir).catch(() => undefined);
  }
}

/** Throws BackupError when PostgreSQL stopped at a damaged record. The last one may be incomplete. */
async function requireReplayed(
  client: Connection,
  dir: string,
  { name, manifest: { cluster } }: Backup,
  log: ArchivedLog | undefined,
): Promise<void> {
  const last = log?.segments.at(-1)?.name;
  if (!cluster || last === undefined) return;
  const { flushed } = await findLogPosition(client);
  if (flushed >= segmentStart(last, cluster.segmentBytes) - cluster.segmentBytes) return;
  throw new BackupError(
    `PostgreSQL replayed the log only up to ${segmentName(flushed, cluster.timeline, cluster.segmentBytes)} of ${last}, so that file is damaged. To restore the state before it: npx platen restore ${dir} --backup ${name} --accept-loss`,
  );
}

/** Creates an empty folder. For root, it belongs to the owner of DATA_DIR, who runs PostgreSQL. */
async function makeWorkshop(dataDir: string, workshop: string): Promise<void> {
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { mode: 0o700 });
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(dataDir);
  await chown(workshop, uid, gid);
}

/** Returns a sentence about the loss, if any. Throws BackupError unless the target allows the loss. */
function requireWholeLog(
  dir: string,
  log: ArchivedLog | undefined,
  { until, name, acceptsLoss }: RestoreTarget,
): string | undefined {
  if (!log?.damage) return undefined;
  const { message, reachable } = log.damage;
  if (until !== undefined && until <= reachable) return undefined;
  const moment = reachable.toISOString();
  if (acceptsLoss) return `${message} Commits after ${moment} may be missing.`;
  const choice = name === undefined ? '' : ` --backup ${name}`;
  throw new BackupError(
    `${message} The last state that can be restored is that of ${moment}; later commits would be lost. To restore it: npx platen restore ${dir}${choice} --until ${moment} (or --accept-loss, for all log before the damage).`,
  );
}

/** Copies and checks the cluster and the log that follows it, and prepares the recovery. */
async function copyBackup(
  { folder, name, manifest: { entries } }: Backup,
  log: ArchivedLog | undefined,
  target: string,
  { until, dir }: RestoreOptions,
  progress: Progress,
): Promise<void> {
  let total = 0;
  const count = (bytes: number) => {
    total += bytes;
    progress.onBytes?.(total);
  };
  const files = entries.filter(({ path }) => path.startsWith('postgres'));
  const folders = new Set(files.map(({ path }) => dirname(path.slice('postgres/'.length))));
  for (const one of [...EMPTY_FOLDERS, ...NEEDED_FOLDERS, ...folders])
    await mkdir(join(target, one), { recursive: true, mode: 0o700 });
  await doSeveralAtOnce(files, async ({ path, sha256 }) => {
    progress.signal.throwIfAborted();
    const source = join(folder, path);
    const to = join(target, path.slice('postgres/'.length));
    const copied = await copyDurably(source, to).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' && error.path === source ? damagedError(dir, name, path) : error;
    });
    if (copied.sha256 !== sha256) throw damagedError(dir, name, path);
    count(copied.bytes);
  });
  const own = new Set(entries.map(({ path }) => path));
  for (const one of log?.segments ?? []) {
    progress.signal.throwIfAborted();
    if (own.has(`postgres/pg_wal/${one.name}`)) continue;
    count((await copySegment(one.path, join(target, 'pg_wal', one.name))).bytes);
  }
  // All log is in place. The recovery ends with it and starts a new timeline.
  const settings = [
    `restore_command = 'exit 1'`,
    `recovery_target_timeline = 'current'`,
    ...(until
      ? [
          `recovery_target_time = '${until.toISOString().replace('T', ' ').replace('Z', '+00')}'`,
          `recovery_target_action = 'promote'`,
        ]
      : []),
  ];
  await copyFile(join(target, AUTO_CONF), join(target, `${AUTO_CONF}.before`));
  await appendFile(join(target, AUTO_CONF), `${settings.join('\n')}\n`);
  await writeFile(join(target, 'recovery.signal'), '', { mode: 0o600 });
}

/** Copies a segment. A server that archives meanwhile may complete the open one, which renames it. */
async function copySegment(source: string, target: string): Promise<{ bytes: number }> {
  return copyDurably(source, target).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || error.path !== source || !source.endsWith(PARTIAL)) throw error;
    return copyDurably(source.slice(0, -PARTIAL.length), target);
  });
}

function damagedError(dir: string, name: string, path: string): BackupError {
  return new BackupError(
    `The backup ${name} is damaged: ${path} is missing or has changed. Restore an older backup and the log that follows it: npx platen restore ${dir} --backup NAME. The folder ${join(dir, 'backups')} has the names.`,
  );
}

/** Throws BackupError when DATA_DIR has another key, which could not decrypt the restored secrets. */
async function requireSameKey(dataDir: string, key: Uint8Array): Promise<void> {
  const path = join(dataDir, KEY_FILE);
  const there = await readFile(path, 'utf8').catch(() => undefined);
  if (there === undefined || keyFingerprint(Buffer.from(there.trim(), 'base64url')) === keyFingerprint(key)) return;
  throw new BackupError(`${path} has another encryption key than the backup. Move that file away first.`);
}

async function writeKey(dataDir: string, key: Uint8Array): Promise<void> {
  const path = join(dataDir, KEY_FILE);
  if (await exists(path)) return;
  await writeFile(path, Buffer.from(key).toString('base64url'), { mode: 0o600, flush: true });
}

/** Limits the time in which PostgreSQL replays the log of up to months. */
const RECOVERY_TIMEOUT_MS = 7 * 24 * 60 * 60_000;
/** A restore adds to this file of PostgreSQL's settings, and undoes that at its end. */
const AUTO_CONF = 'postgresql.auto.conf';

/** Recovers the cluster, does the work, and stops it with its original settings. Throws BackupError. */
async function recoverCluster<T>(workshop: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const place = await findPlace(workshop);
  try {
    await startRecovery(place);
    const client = await connectSuperuser(place, DATABASE);
    try {
      await setSearchPath(client);
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    const postmaster = await readPostmaster(place);
    if (postmaster && (await isPostmasterRunning(postmaster))) await stopPostgres(place, postmaster);
    const auto = join(place.cluster, AUTO_CONF);
    await rename(`${auto}.before`, auto);
  }
}

/** Starts the cluster and waits for the end of its recovery. */
async function startRecovery(place: Place): Promise<void> {
  const settings = { hot_standby: 'off', archive_mode: 'off' };
  try {
    await startUntilReady(place, settings, RECOVERY_TIMEOUT_MS);
  } catch (error) {
    if (await removeLateTarget(place)) return startRecovery(place);
    throw new BackupError(`The backup does not start: ${(error as Error).message}`);
  }
}

/** Removes the target time when the log ends before it. Returns whether it did. */
async function removeLateTarget(place: Place): Promise<boolean> {
  const auto = join(place.cluster, AUTO_CONF);
  const settings = await readFile(auto, 'utf8');
  if (!settings.includes('recovery_target_time')) return false;
  if (!(await readFile(logFile(place), 'utf8')).includes('before configured recovery target')) return false;
  await writeFile(auto, settings.replaceAll(/^recovery_target_(time|action).*$/gm, ''));
  await rm(join(place.cluster, 'postmaster.pid'), { force: true });
  return true;
}
