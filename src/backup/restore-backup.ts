import {
  access,
  appendFile,
  chown,
  copyFile,
  mkdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Place } from '../database/embedded-postgres-account.ts';
import { findPlace } from '../database/embedded-postgres-place.ts';
import {
  logFile,
  readPostmaster,
  startPostgres,
  stopPostgres,
} from '../database/embedded-postgres-process.ts';
import { DATABASE } from '../database/embedded-postgres-role.ts';
import { connectSuperuser } from '../database/embedded-postgres-superuser.ts';
import type { BlobStore } from '../files/blobs.ts';
import type { BlobNames } from '../files/sweep-blobs.ts';
import { findSegments } from './archive-wal.ts';
import { type Backup, KEY_FILE, keyFingerprint } from './backup-manifest.ts';
import { findRestoredState, type RestoredState, seeTables } from './backup-store.ts';
import { chooseBackup, readKeyBeside, requireKey, requireSealedKeys } from './choose-backup.ts';
import { copyDurably, severalAtOnce, syncFolder } from './durable-files.ts';
import { BackupError, type Progress } from './make-backup.ts';
import { bringFiles } from './restore-files.ts';
import { pauseRestoredCluster } from './restore-pause.ts';

const POLL_MS = 50;
const AUTO_CONF = 'postgresql.auto.conf';

export interface RestoreOptions {
  /** Where all backups lie. */
  dir: string;
  /** DATA_DIR; it must have no database yet. */
  dataDir: string;
  /** Who names files. */
  names: BlobNames;
  /** The moment to go back to; absent: the last that is known. */
  until?: Date | undefined;
  /** What the backup must have been encrypted with; absent: the one beside the backups. */
  encryptionKey: Uint8Array | undefined;
  /** The bucket that the files of orders go into; absent: they go into DATA_DIR/files. */
  bucket?: BlobStore | undefined;
  /** Whether the files of orders are only looked at, and not brought back. */
  isTrial?: boolean;
}

export interface Restored {
  backup: string;
  state: RestoredState;
  /** Files of orders that were brought back, or found whole. */
  files: number;
  /** Those that orders name and the backups do not have. */
  missing: number;
}

/**
 * Brings the database, the files of its orders and the key back into a DATA_DIR without a database. All of it is made elsewhere on the same disk first, so that a
 * restore which is cut short has changed nothing. Throws BackupError.
 */
export async function restoreBackup(options: RestoreOptions, progress: Progress): Promise<Restored> {
  const dir = resolve(options.dir);
  const dataDir = resolve(options.dataDir);
  const backup = await chooseBackup(dir, options.until);
  const key = requireKey(backup, options.encryptionKey ?? (await readKeyBeside(dir)));
  const { cluster } = backup.manifest;
  if (!cluster)
    throw new BackupError(
      `${backup.name} has the files of orders and no database: restore that by the tool that backed it up, then run this with its DATABASE_URL.`,
    );
  const target = join(dataDir, 'postgres');
  if (await isThere(target))
    throw new BackupError(
      `There is a database in ${target} already; stop Platen and move that folder away first.`,
    );
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const workshop = join(dataDir, 'restoring');
  await rm(workshop, { recursive: true, force: true });
  await mkdir(workshop, { mode: 0o700 });
  // As root: PostgreSQL is to run as whom DATA_DIR belongs to.
  if (process.getuid?.() === 0) {
    const { uid, gid } = await stat(dataDir);
    await chown(workshop, uid, gid);
  }
  try {
    await layOut(dir, backup, join(workshop, 'postgres'), options.until, progress);
    const restored = await recover(workshop, async (client) => {
      const state = await findRestoredState(client);
      await requireSealedKeys(client, key);
      const { names, bucket, isTrial = false } = options;
      const to = isTrial ? undefined : (bucket ?? join(dataDir, 'files'));
      const files = await bringFiles(client, { dir, names, to }, progress);
      await pauseRestoredCluster(client, state.lastTransaction ?? new Date(backup.manifest.ended));
      return { backup: backup.name, state, ...files };
    });
    if (!options.isTrial) {
      await writeKey(dataDir, key);
      await rename(join(workshop, 'postgres'), target);
      await syncFolder(dataDir);
    }
    return restored;
  } finally {
    await rm(workshop, { recursive: true, force: true });
  }
}

/** The cluster as it was copied, each file checked, with all of the write-ahead log there is, ready to recover. */
async function layOut(
  dir: string,
  { folder, name, manifest }: Backup,
  target: string,
  until: Date | undefined,
  progress: Progress,
): Promise<void> {
  let total = 0;
  const count = (bytes: number) => {
    total += bytes;
    progress.onBytes?.(total);
  };
  const { cluster, entries } = manifest;
  if (!cluster) return;
  for (const one of [
    'pg_dynshmem',
    'pg_notify',
    'pg_replslot',
    'pg_serial',
    'pg_snapshots',
    'pg_stat_tmp',
    'pg_subtrans',
    'pg_wal',
    'pg_tblspc',
    'pg_stat',
    'pg_twophase',
    'pg_commit_ts',
    'pg_logical/snapshots',
    'pg_logical/mappings',
    'pg_wal/archive_status',
    'pg_wal/summaries',
  ])
    await mkdir(join(target, one), { recursive: true, mode: 0o700 });
  const files = entries.filter(({ path }) => path.startsWith('postgres'));
  await severalAtOnce(files, async ({ path, sha256 }) => {
    progress.signal.throwIfAborted();
    const to = join(target, path.slice('postgres/'.length));
    const copied = await copyDurably(join(folder, path), to).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? damaged(name, path) : error;
    });
    if (copied.sha256 !== sha256) throw damaged(name, path);
    count(copied.bytes);
  });
  await copyFile(join(folder, 'postgres', 'backup_label'), join(target, 'backup_label'));
  const own = new Set(entries.map(({ path }) => path));
  for (const one of await findSegments(dir, cluster)) {
    progress.signal.throwIfAborted();
    if (own.has(`postgres/pg_wal/${one.name}`)) continue;
    count((await copyDurably(one.path, join(target, 'pg_wal', one.name))).bytes);
  }
  // The log lies where it is to be; that no command brings more ends the recovery, on a timeline of its own.
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

function damaged(name: string, path: string): BackupError {
  return new BackupError(
    `The backup ${name} is damaged: ${path} is not as it was written. Restore an older one with --until.`,
  );
}

/** Recovers the cluster in the folder, does the work, and stops it in order, its settings as they were. */
async function recover<T>(workshop: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const place = await findPlace(workshop);
  await start(place);
  try {
    const client = await connectSuperuser(place, DATABASE);
    try {
      await seeTables(client);
      return await work(client);
    } finally {
      await client.end();
    }
  } finally {
    const postmaster = await readPostmaster(place);
    if (postmaster) await stopPostgres(place, postmaster);
    const auto = join(place.cluster, AUTO_CONF);
    await rename(`${auto}.before`, auto);
  }
}

/** Ready is one that has recovered to its end; how long that takes goes with its log. */
async function start(place: Place): Promise<void> {
  const started = await startPostgres(place, undefined, { hot_standby: 'off', archive_mode: 'off' });
  for (;;) {
    const ended = await started.ended();
    if (ended) {
      if (await endsBeforeTarget(place)) return start(place);
      throw new BackupError(`The backup does not start: ${ended.error.message}`);
    }
    if ((await readPostmaster(place))?.status === 'ready') return;
    await sleep(POLL_MS);
  }
}

/** Whether the log ends before the moment that was named. Then the target is taken back: all there is was before it. */
async function endsBeforeTarget(place: Place): Promise<boolean> {
  const auto = join(place.cluster, AUTO_CONF);
  const settings = await readFile(auto, 'utf8');
  if (!settings.includes('recovery_target_time')) return false;
  if (!(await readFile(logFile(place), 'utf8')).includes('before configured recovery target')) return false;
  await writeFile(auto, settings.replaceAll(/^recovery_target_(time|action).*$/gm, ''));
  await rm(join(place.cluster, 'postmaster.pid'), { force: true });
  return true;
}

async function writeKey(dataDir: string, key: Uint8Array): Promise<void> {
  const path = join(dataDir, KEY_FILE);
  const there = await readFile(path, 'utf8').catch(() => undefined);
  if (there !== undefined && keyFingerprint(Buffer.from(there.trim(), 'base64url')) === keyFingerprint(key))
    return;
  if (there !== undefined)
    throw new BackupError(
      `${path} holds another encryption key than the backup was made with; move that file away first.`,
    );
  await writeFile(path, Buffer.from(key).toString('base64url'), { mode: 0o600, flush: true });
}

async function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
