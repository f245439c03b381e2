import { existsSync } from 'node:fs';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSuperuser } from '../../platform/database/embedded-postgres-role.ts';
import { syncFolder } from '../../platform/database/sync-folder.ts';
import type { Connection } from '../../platform/database/transaction.ts';
import { VERSION } from '../../platform/settings/config.ts';
import { beginLine, pruneSegments } from './archive-wal.ts';
import { backUpFiles, type FilesContext, pruneFiles } from './back-up-files.ts';
import { listOwnBackups, makeSubfolder, requireFolder } from './backup-folder.ts';
import {
  BACKUPS,
  type Backup,
  FORMAT,
  KEY_FILE,
  keyFingerprint,
  type ListedBackups,
  listBackups,
  MANIFEST,
  type Manifest,
  manifestHmac,
  NAMED_FILES,
  writeManifest,
} from './backup-manifest.ts';
import { asFolderError, BackupError } from './backup-problems.ts';
import type { BackupFolder } from './backup-state-store.ts';
import { beginLocked, endLocked, findLogPosition, proveConnection, releaseLock, takeLock } from './backup-store.ts';
import { type Archiving, copyCluster } from './copy-cluster.ts';
import { hashFile } from './durable-files.ts';

export interface BackupContext extends FilesContext {
  /** DATA_DIR of the embedded database; undefined: the database is backed up by its own tools. */
  dataDir: string | undefined;
  encryptionKey: Uint8Array;
  /** Whether the key is a setting, which an administrator keeps elsewhere. */
  isKeySet: boolean;
  clock: () => Date;
}

interface BackupTarget {
  folder: BackupFolder;
  /** Only the archiving server may use `begin`, because it limits the waiting log. */
  archiving: Archiving;
  /** Number of backups to keep; undefined: all. */
  keep: number | undefined;
}

export type Progress = { signal: AbortSignal; onBytes?: (bytes: number) => void; onFiles?: (count: number) => void };

/**
 * Makes a backup while the server runs. Copies the embedded database, then the files that its orders name,
 * and writes the manifest last. Deletes unfinished backups, and old ones beyond `keep`. Throws BackupError.
 */
export async function makeBackup(context: BackupContext, target: BackupTarget, progress: Progress): Promise<Backup> {
  try {
    return context.dataDir === undefined
      ? await makeLocked(context, target, progress)
      : await makeWithCluster(context, target, context.dataDir, progress);
  } catch (error) {
    throw asFolderError(error, target.folder.dir);
  }
}

async function makeWithCluster(
  context: BackupContext,
  target: BackupTarget,
  dataDir: string,
  progress: Progress,
): Promise<Backup> {
  const { client, place } = await openSuperuser(dataDir);
  try {
    if (!(await takeLock(client, 'backup'))) throw backupRunning();
    const position = await findLogPosition(client);
    // Refuses the folder of another database before anything is copied.
    await listOwnBackups(target.folder.dir, position);
    const making = { context, target, progress, locked: client, currentLine: position.slot?.name };
    return await writeBackup(making, async (folder, label) => {
      const copying = { source: place.cluster, folder, label, archiving: target.archiving, signal: progress.signal };
      let total = 0;
      const onFile = (bytes: number) => {
        total += bytes;
        progress.onBytes?.(total);
      };
      const copied = await copyCluster(client, { ...copying, onFile });
      const { line, startSegment } = copied.cluster;
      if (line !== undefined) await beginLine(target.folder, line, startSegment);
      return copied;
    });
  } finally {
    await releaseLock(client, 'backup').catch(() => undefined);
    await client.end().catch(() => undefined);
  }
}

async function makeLocked(context: BackupContext, target: BackupTarget, progress: Progress): Promise<Backup> {
  const connection = await context.pool.connect();
  try {
    if (!(await beginLocked(connection, 'backup'))) throw backupRunning();
    const making = { context, target, progress, locked: connection, currentLine: undefined };
    return await writeBackup(making, async () => undefined);
  } finally {
    await endLocked(connection).catch(() => undefined);
    connection.release(true);
  }
}

function backupRunning(): BackupError {
  return new BackupError('Another backup of this database is running. Wait until it has ended.');
}

type CopyDatabase = (folder: string, label: string) => ReturnType<typeof copyCluster> | Promise<undefined>;

interface Making {
  context: BackupContext;
  target: BackupTarget;
  progress: Progress;
  locked: Connection;
  currentLine: string | undefined;
}

async function writeBackup(making: Making, copyDatabase: CopyDatabase): Promise<Backup> {
  const { context, target, locked } = making;
  const { dir } = target.folder;
  const listed = await listBackups(dir);
  // This process has the lock, so no other process works on unfinished backups.
  for (const name of listed.cut) await rm(join(dir, BACKUPS, name), { recursive: true, force: true });
  const started = context.clock();
  await writeKeyBeside(context, dir, listed);
  const name = await createBackupFolder(target.folder, started);
  const folder = join(dir, BACKUPS, name);
  try {
    const manifest = await copyContent(making, { folder, name, started }, copyDatabase);
    await syncFolder(folder);
    await requireLock(locked);
    await requireFolder(target.folder);
    await writeManifest(folder, manifest);
    await syncFolder(join(dir, BACKUPS));
    const backup = { name, folder, manifest };
    await prune(making, listed, backup);
    return backup;
  } catch (error) {
    // Frees the space at once, because archiving the log may need it.
    if (!existsSync(join(folder, MANIFEST))) await rm(folder, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

async function copyContent(
  { context, target, progress }: Making,
  { folder, name, started }: { folder: string; name: string; started: Date },
  copyDatabase: CopyDatabase,
): Promise<Manifest> {
  const copied = await copyDatabase(folder, `platen ${name}`);
  const list = join(folder, NAMED_FILES);
  const files = await backUpFiles(context, target.folder, list, {
    signal: progress.signal,
    onFile: (count) => progress.onFiles?.(count),
  });
  const { size } = await stat(list);
  const entries = [...(copied?.entries ?? []), { path: NAMED_FILES, bytes: size, sha256: await hashFile(list) }];
  const manifest: Manifest = {
    format: FORMAT,
    platen: VERSION,
    started: started.toISOString(),
    ended: (copied?.ended ?? context.clock()).toISOString(),
    key: keyFingerprint(context.encryptionKey),
    ...(copied && { cluster: copied.cluster }),
    files,
    entries,
  };
  return { ...manifest, hmac: manifestHmac(manifest, context.encryptionKey) };
}

/** Throws BackupError if the lock was lost, because another backup may then delete files of this one. */
async function requireLock(locked: Connection): Promise<void> {
  await proveConnection(locked).catch(() => {
    throw new BackupError(
      'The connection to the database was lost, so another backup may have begun. This backup is given up; start it again.',
    );
  });
}

async function createBackupFolder(folder: BackupFolder, started: Date): Promise<string> {
  await makeSubfolder(folder, join(folder.dir, BACKUPS));
  const name = started.toISOString().replaceAll(':', '-');
  await mkdir(join(folder.dir, BACKUPS, name), { mode: 0o700 });
  return name;
}

/** Writes the key into the folder at the first backup only. An administrator may move it elsewhere. */
async function writeKeyBeside(
  { encryptionKey, isKeySet }: BackupContext,
  dir: string,
  { good, damaged }: ListedBackups,
): Promise<void> {
  if (isKeySet || good.length + damaged.length > 0) return;
  const text = `${Buffer.from(encryptionKey).toString('base64url')}\n`;
  await writeFile(join(dir, KEY_FILE), text, { mode: 0o600, flush: true });
}

/**
 * Deletes the backups beyond `keep`, and what only they need. Deletes nothing while a backup is damaged,
 * because the files that it needs are unknown.
 */
async function prune({ target, progress, currentLine }: Making, listed: ListedBackups, made: Backup): Promise<void> {
  const { folder, keep } = target;
  if (keep === undefined || listed.damaged.length > 0) return;
  const good = [...listed.good, made];
  const kept = good.slice(-keep);
  for (const { folder: old } of good.slice(0, -keep)) {
    // The manifest goes first, so that a killed process leaves no backup with missing files.
    await rm(join(old, MANIFEST), { force: true });
    await rm(old, { recursive: true, force: true });
  }
  const oldest = kept[0] as Backup;
  const firstNeeded = new Map<string, string>();
  for (const { manifest } of kept) {
    const { line, startSegment } = manifest.cluster ?? {};
    if (line !== undefined && startSegment !== undefined && !firstNeeded.has(line)) firstNeeded.set(line, startSegment);
  }
  // The server may be about to make the first backup of its archived line.
  if (currentLine !== undefined && !firstNeeded.has(currentLine)) firstNeeded.set(currentLine, '');
  await pruneSegments(folder.dir, firstNeeded);
  const lists = kept.map((one) => join(one.folder, NAMED_FILES));
  await pruneFiles(folder.dir, lists, new Date(oldest.manifest.started), progress.signal);
}
