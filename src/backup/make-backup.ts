import { existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Pool } from 'pg';
import { openSuperuser } from '../database/embedded-postgres-superuser.ts';
import type { Connection } from '../database/transaction.ts';
import type { BlobStore } from '../files/blobs.ts';
import type { BlobNames } from '../files/sweep-blobs.ts';
import { VERSION } from '../version.ts';
import { pruneSegments } from './archive-wal.ts';
import { backUpFiles, makeBackupDir, pruneFiles } from './back-up-files.ts';
import {
  BACKUPS,
  type Backup,
  FORMAT,
  KEY_FILE,
  keyFingerprint,
  listBackups,
  MANIFEST,
  type Manifest,
  NAMED_FILES,
  writeManifest,
} from './backup-manifest.ts';
import { beginLocked, endLocked, lockFor, proveConnection, unlockFor } from './backup-store.ts';
import { copyCluster } from './copy-cluster.ts';
import { hashFile, syncFolder } from './durable-files.ts';

/** It cannot be made; the message says what to do. */
export class BackupError extends Error {}

export interface BackupContext {
  pool: Pool;
  blobs: BlobStore;
  /** Who names files. */
  names: BlobNames;
  /** DATA_DIR, of the embedded database; undefined: the database is backed up elsewhere. */
  dataDir: string | undefined;
  /** Where all backups lie. */
  dir: string;
  /** How many are kept. */
  keep: number;
  encryptionKey: Uint8Array;
  /** Whether the key is a setting: then it is kept elsewhere already. */
  isKeySet: boolean;
  /** Whether the write-ahead log is archived into the same folder. */
  isArchived: boolean;
  clock: () => Date;
}

export interface Progress {
  signal: AbortSignal;
  /** Of the database so far. */
  onBytes?: (bytes: number) => void;
  /** Files of orders so far. */
  onFiles?: (count: number) => void;
}

/**
 * Makes a backup, while everything goes on: the database, then every file that its orders name. Good is one that has its manifest, which comes last. Then older
 * ones than those that are kept are deleted, and what a kill left. Throws BackupError.
 */
export async function makeBackup(context: BackupContext, progress: Progress): Promise<Backup> {
  const dir = resolve(context.dir);
  await makeBackupDir(dir);
  return context.dataDir === undefined
    ? makeLocked({ ...context, dir }, progress)
    : withCluster({ ...context, dir }, context.dataDir, progress);
}

async function withCluster(context: BackupContext, dataDir: string, progress: Progress): Promise<Backup> {
  const { client, place } = await openSuperuser(dataDir);
  try {
    if (!(await lockFor(client, 'backup'))) throw alreadyMade();
    return await make(context, progress, client, async (folder, label) => {
      const { isArchived } = context;
      const copying = { source: place.cluster, folder, label, isArchived, signal: progress.signal };
      let total = 0;
      const onFile = (bytes: number) => {
        total += bytes;
        progress.onBytes?.(total);
      };
      return copyCluster(client, { ...copying, onFile });
    });
  } finally {
    await unlockFor(client, 'backup').catch(() => undefined);
    await client.end().catch(() => undefined);
  }
}

async function makeLocked(context: BackupContext, progress: Progress): Promise<Backup> {
  const connection = await context.pool.connect();
  try {
    if (!(await beginLocked(connection, 'backup'))) throw alreadyMade();
    return await make(context, progress, connection, async () => undefined);
  } finally {
    await endLocked(connection).catch(() => undefined);
    connection.release(true);
  }
}

function alreadyMade(): BackupError {
  return new BackupError('Another backup of this database is being made; wait until it has ended.');
}

type CopyDatabase = (folder: string, label: string) => ReturnType<typeof copyCluster> | Promise<undefined>;

async function make(
  context: BackupContext,
  progress: Progress,
  locked: Connection,
  copyDatabase: CopyDatabase,
): Promise<Backup> {
  const { dir, clock } = context;
  const { good, cut } = await listBackups(dir);
  // The lock is ours, so nobody works on them any more.
  for (const name of cut) await rm(join(dir, BACKUPS, name), { recursive: true, force: true });
  const started = clock();
  await requireOneKey(context, good);
  const name = await newName(dir, started);
  const folder = join(dir, BACKUPS, name);
  try {
    const manifest = await fill(context, progress, { folder, name, started, good }, copyDatabase);
    await syncFolder(folder);
    await requireLock(locked);
    await writeManifest(folder, manifest);
    await syncFolder(join(dir, BACKUPS));
    const backup = { name, folder, manifest };
    await prune(context, [...good, backup], progress.signal);
    return backup;
  } catch (error) {
    // What it has taken of the disk is wanted, by the archive of the log if by nobody else.
    if (!existsSync(join(folder, MANIFEST))) await rm(folder, { recursive: true, force: true });
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOSPC' && code !== 'EDQUOT') throw error;
    throw new BackupError(
      `There is no space left for the backup in ${dir}: make room, or take another folder.`,
    );
  }
}

/** Brings all into the folder of the backup. */
async function fill(
  context: BackupContext,
  progress: Progress,
  { folder, name, started, good }: { folder: string; name: string; started: Date; good: readonly Backup[] },
  copyDatabase: CopyDatabase,
): Promise<Manifest> {
  const copied = await copyDatabase(folder, `platen ${name}`);
  await requireOneDatabase(good, copied?.cluster.systemIdentifier);
  const list = join(folder, NAMED_FILES);
  const files = await backUpFiles(context, list, {
    signal: progress.signal,
    onFile: (count) => progress.onFiles?.(count),
  });
  const { size } = await stat(list);
  const entries = [
    ...(copied?.entries ?? []),
    { path: NAMED_FILES, bytes: size, sha256: await hashFile(list) },
  ];
  return {
    format: FORMAT,
    platen: VERSION,
    started: started.toISOString(),
    ended: (copied?.ended ?? context.clock()).toISOString(),
    key: keyFingerprint(context.encryptionKey),
    ...(copied && { cluster: copied.cluster }),
    files,
    entries,
  };
}

/** The lock ends with its connection, as in a failover: then another may have begun, which deletes what is not whole, and files that only this one names. */
async function requireLock(locked: Connection): Promise<void> {
  await proveConnection(locked).catch(() => {
    throw new BackupError(
      'The connection to the database was lost, so another backup may have begun; this one is given up.',
    );
  });
}

/** Named after when it began; no two have one name. */
async function newName(dir: string, started: Date): Promise<string> {
  await mkdir(join(dir, BACKUPS), { recursive: true, mode: 0o700 });
  const name = started.toISOString().replaceAll(':', '-');
  await mkdir(join(dir, BACKUPS, name), { mode: 0o700 });
  return name;
}

/** The key stands beside the backups from the first one on, until somebody takes it elsewhere. */
async function requireOneKey(
  { dir, encryptionKey, isKeySet }: BackupContext,
  good: readonly Backup[],
): Promise<void> {
  if (isKeySet || good.length > 0) return;
  const text = `${Buffer.from(encryptionKey).toString('base64url')}\n`;
  await writeFile(join(dir, KEY_FILE), text, { mode: 0o600, flush: true });
}

async function requireOneDatabase(good: readonly Backup[], identifier: string | undefined): Promise<void> {
  const other = good.find(({ manifest }) => manifest.cluster?.systemIdentifier !== identifier);
  if (other && identifier !== undefined)
    throw new BackupError(
      `The folder holds backups of another database (${other.name}); give each database a folder of its own.`,
    );
}

/** Keeps the newest ones, and what they need of files and of the write-ahead log. */
async function prune(
  { dir, keep }: BackupContext,
  good: readonly Backup[],
  signal: AbortSignal,
): Promise<void> {
  const kept = good.slice(-keep);
  for (const { folder } of good.slice(0, -keep)) {
    // Without its manifest it is none, should this be cut short.
    await rm(join(folder, MANIFEST), { force: true });
    await rm(folder, { recursive: true, force: true });
  }
  const oldest = kept[0] as Backup;
  const firstNeeded = new Map<string, string>();
  for (const { manifest } of kept) {
    const { line, startSegment } = manifest.cluster ?? {};
    if (line !== undefined && startSegment !== undefined && !firstNeeded.has(line))
      firstNeeded.set(line, startSegment);
  }
  await pruneSegments(dir, firstNeeded);
  const lists = kept.map(({ folder }) => join(folder, NAMED_FILES));
  await pruneFiles(dir, lists, new Date(oldest.manifest.started), signal);
}
